/**
 * Tests hold what becomes of messages when the message centre is busy, silent, lost or lying.
 */
import type { SubmissionOutcome } from "@signalbox/core/Carrier"
import * as Codec from "@signalbox/smpp/Codec"
import * as CommandStatus from "@signalbox/smpp/CommandStatus"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Bench from "./Bench.ts"
import * as Pdus from "./Pdus.ts"
import type { Peer, Script, Submitted } from "./Smsc.ts"
import * as Smscs from "./Smsc.ts"

const tags = (outcomes: ReadonlyArray<SubmissionOutcome | undefined>): string =>
  outcomes.map((outcome) => outcome?._tag).join(" ")

/** Answers the first submit_sm with these statuses, and takes all others. */
const first = (...statuses: ReadonlyArray<number>): Script => {
  const left = [...statuses]
  return {
    submit: (pdu, peer, smsc) => {
      const status = left.shift() ?? 0
      if (status === 0) smsc.take(pdu, peer)
      else peer.reply(pdu, "submit_sm_resp", status, {})
    }
  }
}

const long = "0123456789".repeat(40)

describe("a busy message centre", () => {
  it.each([["ESME_RTHROTTLED", 0x58], ["ESME_RMSGQFUL", 0x14]])(
    "%s is Busy, and sends nothing",
    (_, status) =>
      Bench.run(Effect.gen(function*() {
        const bench = yield* Bench.make(first(0, status))
        expect(yield* Bench.submitted(bench, Bench.sms(1))).toMatchObject({ _tag: "Accepted" })
        const before = Date.now()
        const [outcome] = yield* Bench.submit(bench, Bench.sms(2))
        expect(outcome).toMatchObject({ _tag: "Busy", holds: "lane" })
        expect((outcome as { until: number }).until).toBeGreaterThan(before)
        expect(yield* Bench.submitted(bench, Bench.sms(2))).toMatchObject({ _tag: "Accepted" })
        expect(bench.smsc.submitted.length).toBe(3)
      }))
  )

  it("is left alone until its pause is over", () =>
    Bench.run(Effect.gen(function*() {
      const times: Array<number> = []
      const { submit } = first(0, 0x58)
      const bench = yield* Bench.make({
        submit: (pdu, peer, smsc) => {
          times.push(performance.now())
          submit!(pdu, peer, smsc)
        }
      }, { window: 1, pauses: { throttled: 300 } })
      yield* Bench.submitted(bench, Bench.sms(1))
      expect(tags(yield* Bench.submit(bench, Bench.sms(2), Bench.sms(3)))).toBe("Busy Accepted")
      expect(times[2]! - times[1]!).toBeGreaterThan(290)
    })))

  it("is given the parts again that it had no time for, and no other ones", () =>
    Bench.run(Effect.gen(function*() {
      const bench = yield* Bench.make(first(0, 0, 0x58, 0x14))
      yield* Bench.submitted(bench, Bench.sms(1))
      const outcome = yield* Bench.submitted(bench, Bench.sms(2, long))
      expect(outcome).toMatchObject({ _tag: "Accepted" })
      expect((outcome as { references: ReadonlyArray<string> }).references.length).toBe(3)
      const places = bench.smsc.submitted.slice(1).map(({ shortMessage }) => shortMessage[5]).join(" ")
      expect(places).toBe("1 2 3 2 3")
    })))

  it("that has an error is tried a few times, and then has refused", () =>
    Bench.run(Effect.gen(function*() {
      const bench = yield* Bench.make(first(0, 0x08, 0x08, 0, 0x08, 0x08, 0x08))
      const outcomes = yield* Effect.forEach([1, 2, 3], (number) => Bench.submitted(bench, Bench.sms(number)))
      expect(tags(outcomes)).toBe("Accepted Accepted Refused")
      expect(outcomes[2]).toMatchObject({ failure: "provider_unavailable", detail: { code: "ESME_RSYSERR" } })
      expect(bench.smsc.submitted.length).toBe(7)
    })))
})

describe("a message centre that refuses", () => {
  const refusals = CommandStatus.table.filter(({ meaning }) =>
    !["accepted", "throttled", "full", "faulty"].includes(meaning)
  )

  it("does so with the class of failure of its status", () =>
    Bench.run(Effect.gen(function*() {
      const bench = yield* Bench.make(first(0, ...refusals.map(({ code }) => code), 0x0400))
      yield* Bench.submitted(bench, Bench.sms(0))
      for (const [index, { meaning, name }] of refusals.entries()) {
        const [outcome] = yield* Bench.submit(bench, Bench.sms(index + 1))
        expect(outcome, name).toMatchObject({ _tag: "Refused", failure: meaning, detail: { code: name } })
      }
      expect(yield* Bench.submit(bench, Bench.sms(1000))).toMatchObject([{ failure: "unknown" }])
    })))

  it("has refused a message as soon as it refuses one of its parts", () =>
    Bench.run(Effect.gen(function*() {
      const bench = yield* Bench.make(first(0, 0, 0x45))
      yield* Bench.submitted(bench, Bench.sms(1))
      expect(yield* Bench.submit(bench, Bench.sms(2, long)))
        .toMatchObject([{ _tag: "Refused", failure: "undeliverable_by_route" }])
    })))

  it("that refuses to bind is not asked again for long", () =>
    Bench.run(Effect.gen(function*() {
      const smsc = yield* Smscs.make()
      const kept = Bench.keep()
      const options = { password: "wrong", reconnect: { shortest: 1, longest: 60_000 } }
      const carrier = yield* Bench.carrierOf(smsc.port, kept, options)
      yield* Bench.until(() => kept.log.length > 0)
      expect(kept.log.join(" ")).toContain("ESME_RINVPASWD: the password is wrong")
      const [outcome] = yield* Bench.submit({ carrier }, Bench.sms(1))
      expect(outcome).toMatchObject({ _tag: "Busy" })
      expect((outcome as { until: number }).until).toBeGreaterThan(Date.now() + 20_000)
      expect(smsc.heard.map(({ command }) => command)).toEqual(["bind_transceiver"])
    })))
})

describe("a message centre that does not answer", () => {
  it("leaves a message Unanswered, and takes the next one", () =>
    Bench.run(Effect.gen(function*() {
      let silent = 0
      const bench = yield* Bench.make({
        submit: (pdu, peer, smsc) => {
          if (smsc.submitted.length < 2 || silent > 0) smsc.take(pdu, peer)
          else silent += 1
        }
      }, { window: 1, responseTimeout: 80, answersWithin: 600 })
      yield* Bench.submitted(bench, Bench.sms(1))
      const outcomes = yield* Bench.submit(bench, Bench.sms(2), Bench.sms(3))
      expect(tags(outcomes)).toBe("Unanswered Accepted")
      // What may have been sent is not sent again.
      expect(tags(yield* Bench.submit(bench, Bench.sms(2)))).toBe("Unanswered")
      expect(bench.smsc.submitted.length).toBe(3)
    })))

  it("in time for its place in the window is heard all the same", () =>
    Bench.run(Effect.gen(function*() {
      const held: Array<[Submitted, Peer]> = []
      const bench = yield* Bench.make({
        submit: (pdu, peer, smsc) => {
          if (smsc.submitted.length === 1) return void held.push([pdu, peer])
          smsc.take(pdu, peer)
          // The second could only come after the first had lost its place.
          smsc.take(...held[0]!)
        }
      }, { window: 1, responseTimeout: 80, answersWithin: 20_000 })
      expect(yield* Bench.submit(bench, Bench.sms(1), Bench.sms(2))).toEqual([
        { _tag: "Accepted", references: ["abc002"] },
        { _tag: "Accepted", references: ["abc001"] }
      ])
    })))

  it("whether it is there is connected to anew", () =>
    Bench.run(Effect.gen(function*() {
      let silent = 0
      const options = { enquireEvery: 40, responseTimeout: 60, answersWithin: 5000 }
      const { smsc } = yield* Bench.make({
        other: ({ command }) => command === "enquire_link" && silent++ === 0
      }, options)
      const [before] = smsc.peers
      yield* Bench.until(() => smsc.peers.size === 1 && !smsc.peers.has(before!))
      yield* Bench.until(() => smsc.heard.filter(({ command }) => command === "enquire_link").length > 2)
      expect(smsc.heard.filter(({ command }) => command === "bind_transceiver").length).toBe(2)
    })))

  it("is not given what nobody waits for any more", () =>
    Bench.run(Effect.gen(function*() {
      const held: Array<[Submitted, Peer]> = []
      const bench = yield* Bench.make({
        submit: (pdu, peer, smsc) => {
          if (smsc.submitted.length === 1) held.push([pdu, peer])
          else smsc.take(pdu, peer)
        }
      }, { window: 1 })
      const first = yield* Effect.forkChild(Bench.submit(bench, Bench.sms(1)))
      yield* Bench.until(() => held.length === 1)
      const second = yield* Effect.forkChild(Bench.submit(bench, Bench.sms(2)), { startImmediately: true })
      yield* Fiber.interrupt(second)
      bench.smsc.take(...held[0]!)
      yield* Fiber.join(first)
      expect(yield* Bench.submitted(bench, Bench.sms(3))).toMatchObject({ _tag: "Accepted" })
      expect(bench.smsc.submitted.map(({ shortMessage }) => Buffer.from(shortMessage).toString("latin1")))
        .toEqual(["Message 1", "Message 3"])
    })))

  it("in time has the message Busy that was never written", () =>
    Bench.run(Effect.gen(function*() {
      const options = { window: 1, responseTimeout: 450, answersWithin: 500 }
      const bench = yield* Bench.make({ submit: () => {} }, options)
      const outcomes = yield* Bench.submit(bench, Bench.sms(1), Bench.sms(2))
      expect(tags(outcomes)).toBe("Unanswered Busy")
      expect(bench.smsc.submitted.length).toBe(1)
    })))
})

describe("a lost session", () => {
  it("leaves Unanswered what was written, and hands over again what was not", () =>
    Bench.run(Effect.gen(function*() {
      const seen: Array<string> = []
      let isCut = false
      const bench = yield* Bench.make({
        submit: (pdu, peer, smsc) => {
          seen.push(Buffer.from(pdu.shortMessage).toString("latin1"))
          if (isCut || seen.length === 1) smsc.take(pdu, peer)
          else if (seen.length === 4) {
            isCut = true
            peer.socket.destroy()
          }
        }
      }, { window: 3 })
      yield* Bench.submitted(bench, Bench.sms(0))
      const numbers = [1, 2, 3, 4, 5, 6]
      const outcomes = yield* Effect.forEach(numbers, (number) => Bench.submitted(bench, Bench.sms(number)), {
        concurrency: "unbounded"
      })
      expect(tags(outcomes)).toBe("Unanswered Unanswered Unanswered Accepted Accepted Accepted")
      expect(seen.toSorted()).toEqual([0, ...numbers].map((number) => `Message ${number}`))
    })))

  it("leaves what was not written to another session, without a word to anybody", () =>
    Bench.run(Effect.gen(function*() {
      const held: Array<[Submitted, Peer]> = []
      let isHeld = true
      const bench = yield* Bench.make({
        submit: (pdu, peer, smsc) => {
          if (isHeld) held.push([pdu, peer])
          else smsc.take(pdu, peer)
        }
      }, { window: 1, binds: 2 })
      const fiber = yield* Effect.forkChild(Bench.submit(bench, ...[1, 2, 3, 4].map((number) => Bench.sms(number))))
      yield* Bench.until(() => held.length === 2)
      isHeld = false
      held[0]![1].socket.destroy()
      bench.smsc.take(...held[1]!)
      expect(tags(yield* Fiber.join(fiber)).split(" ").toSorted().join(" ")).toBe(
        "Accepted Accepted Accepted Unanswered"
      )
    })))

  it("that the message centre ends is answered, and opened again", () =>
    Bench.run(Effect.gen(function*() {
      const bench = yield* Bench.make()
      const [peer] = bench.smsc.peers
      const answer = yield* Effect.promise(() => peer!.ask("unbind", {}))
      expect(answer.command).toBe("unbind_resp")
      yield* Bench.until(() => bench.smsc.peers.size === 1 && !bench.smsc.peers.has(peer!))
      expect(yield* Bench.submitted(bench, Bench.sms(1))).toMatchObject({ _tag: "Accepted" })
    })))

  it("that is closed in the middle of a PDU leaves it Unanswered", () =>
    Bench.run(Effect.gen(function*() {
      const bench = yield* Bench.make({
        submit: (pdu, peer, smsc) => {
          if (smsc.submitted.length !== 2) return void smsc.take(pdu, peer)
          peer.socket.end(Uint8Array.of(0, 0, 0, 17, 0x80, 0, 0, 4, 0, 0))
        }
      })
      yield* Bench.submitted(bench, Bench.sms(1))
      expect(tags(yield* Bench.submit(bench, Bench.sms(2)))).toBe("Unanswered")
      expect(yield* Bench.submitted(bench, Bench.sms(3))).toMatchObject({ _tag: "Accepted" })
    })))
})

describe("a session that cannot be opened", () => {
  it("is tried again after waits that double up to the longest, less a random half at most", () =>
    Bench.run(Effect.gen(function*() {
      const kept = Bench.keep()
      const [shortest, longest] = [8, 50]
      yield* Bench.carrierOf(1, kept, { reconnect: { shortest, longest } })
      yield* Bench.until(() => kept.log.length >= 8)
      const waits = kept.log.slice(0, 8).map((line) => Number(/"wait":(\d+)/.exec(line)?.[1]))
      for (const [index, most] of [8, 16, 32, 50, 50, 50, 50, 50].entries()) {
        expect(waits[index], `${index}`).toBeGreaterThanOrEqual(most / 2)
        expect(waits[index], `${index}`).toBeLessThanOrEqual(most)
      }
      expect(waits.slice(3).some((wait) => wait < 50)).toBe(true)
    })))
})

describe("a defect of ours", () => {
  it("leaves nobody waiting, and the next message goes out", () =>
    Bench.run(Effect.gen(function*() {
      const tlv = { tag: 0x1400, value: Uint8Array.of(1) }
      const bench = yield* Bench.make({}, { tlvs: [tlv], window: 1 })
      // Nothing can be written with such a tag.
      tlv.tag = 70_000
      expect(tags(yield* Bench.submit(bench, Bench.sms(1)))).toBe("Unanswered")
      tlv.tag = 0x1401
      expect(yield* Bench.submitted(bench, Bench.sms(2))).toMatchObject({ _tag: "Accepted" })
      expect(bench.smsc.submitted.map(({ tlvs }) => tlvs[0]?.tag)).toEqual([0x1401])
    })))
})

describe("a session that we end", () => {
  it("leaves nobody waiting who hands over too late", () =>
    Bench.run(Effect.gen(function*() {
      const { smsc } = yield* Bench.make({ submit: () => {} }, { binds: 0 })
      const kept = Bench.keep()
      const [carrier, fiber] = yield* Effect.scoped(Effect.gen(function*() {
        const carrier = yield* Bench.carrierOf(smsc.port, kept, {
          window: 1,
          responseTimeout: 50,
          answersWithin: 20_000
        })
        yield* Bench.isReady(kept, 1)
        const fiber = yield* Effect.forkDetach(Bench.submit({ carrier }, Bench.sms(1), Bench.sms(2)))
        yield* Bench.until(() => smsc.submitted.length === 1)
        return [carrier, fiber] as const
      }))
      expect(tags(yield* Fiber.join(fiber))).toBe("Unanswered Busy")
      expect(tags(yield* Bench.submit({ carrier }, Bench.sms(3)))).toBe("Busy")
    })))

  it("waits for what was written, and takes leave", () =>
    Bench.run(Effect.gen(function*() {
      const smsc = yield* Smscs.make({
        // The answer is not there yet when the scope ends.
        submit: (pdu, peer, smsc) => void setTimeout(() => smsc.take(pdu, peer), 60)
      })
      const kept = Bench.keep()
      const outcome = yield* Effect.scoped(Effect.gen(function*() {
        const carrier = yield* Bench.carrierOf(smsc.port, kept)
        yield* Bench.isReady(kept, 1)
        yield* Bench.submitted({ carrier }, Bench.sms(1))
        const told: Array<SubmissionOutcome> = []
        yield* Effect.forkDetach(
          carrier.submit([Bench.sms(2)], (_, outcome) => Effect.sync(() => void told.push(outcome)))
        )
        yield* Bench.until(() => smsc.submitted.length === 2)
        return told
      }))
      yield* Bench.until(() => smsc.peers.size === 0)
      expect(smsc.heard.map(({ command }) => command)).toEqual(["bind_transceiver", "unbind"])
      expect(tags(outcome)).toBe("Accepted")
    })))
})

describe("a message centre that lies", () => {
  it("by any octets that it likes ends no more than its session", () =>
    Bench.run(Effect.gen(function*() {
      const bench = yield* Bench.make()
      const samples = fc.sample(
        fc.tuple(Pdus.pdu, fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { maxLength: 3 })),
        300
      )
      for (const [pdu, changes] of samples) {
        const octets = Codec.encode(pdu)
        for (const [at, octet] of changes) octets[at % octets.length] = octet
        yield* Bench.until(() => bench.smsc.peers.size > 0)
        for (const { socket } of bench.smsc.peers) socket.write(octets)
      }
      yield* Bench.until(() => bench.smsc.peers.size > 0)
      const lost = () => bench.kept.log.filter((line) => /lost a session|cannot bind/.test(line)).length
      const before = lost()
      bench.smsc.cut()
      yield* Bench.until(() => lost() > before)
      expect(yield* Bench.submitted(bench, Bench.sms(1))).toMatchObject({ _tag: "Accepted" })
    })))

  it("is not believed when its answer has another number or is to another request", () =>
    Bench.run(Effect.gen(function*() {
      const bench = yield* Bench.make({
        submit: (pdu, peer, smsc) => {
          peer.send({ command: "submit_sm_resp", status: 0, sequence: pdu.sequence + 7, tlvs: [], messageId: "a" })
          peer.reply(pdu, "enquire_link_resp", 0, {})
          peer.reply(pdu, "data_sm_resp", 0, { messageId: "b" })
          smsc.take(pdu, peer)
          peer.reply(pdu, "submit_sm_resp", 0, { messageId: "c" })
        }
      })
      expect(yield* Bench.submitted(bench, Bench.sms(1))).toEqual({ _tag: "Accepted", references: ["abc001"] })
      expect(yield* Bench.submitted(bench, Bench.sms(2))).toEqual({ _tag: "Accepted", references: ["abc002"] })
    })))

  it("is told that it is not understood, and goes on being served", () =>
    Bench.run(Effect.gen(function*() {
      const bench = yield* Bench.make()
      const [peer] = bench.smsc.peers
      const nacks = () => bench.smsc.heard.filter(({ command }) => command === "generic_nack")
      // An unknown command; a deliver_sm that ends early; a submit_sm, which is not for us.
      peer!.socket.write(Buffer.from("00000010000009990000000000000007", "hex"))
      peer!.socket.write(Buffer.from("0000001200000005000000000000000800000000".slice(0, 36), "hex"))
      peer!.socket.write(Buffer.from("00000012000000050000000000000009".concat("4141"), "hex"))
      yield* Bench.until(() => nacks().length === 3)
      expect(nacks().map(({ sequence, status }) => [sequence, status])).toEqual([[7, 3], [8, 2], [9, 2]])
      expect(yield* Bench.submitted(bench, Bench.sms(1))).toMatchObject({ _tag: "Accepted" })
      expect(bench.smsc.peers.has(peer!)).toBe(true)
    })))

  it("about the length of a PDU is connected to anew", () =>
    Bench.run(Effect.gen(function*() {
      const bench = yield* Bench.make()
      const [peer] = bench.smsc.peers
      peer!.socket.write(Buffer.from("7fffffff800000040000000000000001", "hex"))
      yield* Bench.until(() => bench.smsc.peers.size === 1 && !bench.smsc.peers.has(peer!))
      expect(yield* Bench.submitted(bench, Bench.sms(1))).toMatchObject({ _tag: "Accepted" })
    })))

  it("and gives all parts one id has a message with one reference", () =>
    Bench.run(Effect.gen(function*() {
      const bench = yield* Bench.make({
        submit: (pdu, peer) => peer.reply(pdu, "submit_sm_resp", 0, { messageId: "msg_id_not_implemented" })
      })
      expect(yield* Bench.submitted(bench, Bench.sms(1, long)))
        .toEqual({ _tag: "Accepted", references: ["msg_id_not_implemented"] })
    })))

  it("and gives no ids leaves messages without references", () =>
    Bench.run(Effect.gen(function*() {
      const bench = yield* Bench.make({
        submit: (pdu, peer) => peer.reply(pdu, "submit_sm_resp", 0, { messageId: "" })
      })
      expect(yield* Bench.submitted(bench, Bench.sms(1, long))).toEqual({ _tag: "Accepted", references: [] })
    })))
})
