/**
 * Tests hold what becomes of messages when the message centre is busy, silent, lost or lying.
 */
import type { SubmissionOutcome } from "@signalbox/core/Carrier"
import * as CommandStatus from "@signalbox/smpp/CommandStatus"
import type { Command } from "@signalbox/smpp/Pdu"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { describe, expect, it } from "vitest"
import * as Bench from "./Bench.ts"
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
      expect(yield* Bench.submit(bench, Bench.sms(2, long))).toMatchObject([
        // The first and the last part were taken.
        { _tag: "Refused", failure: "undeliverable_by_route", references: ["abc002", "abc003"] }
      ])
    })))

  it("by a generic_nack has not taken a message, whatever the status of that", () =>
    Bench.run(Effect.gen(function*() {
      const statuses = [0, 0x03]
      const bench = yield* Bench.make({
        submit: (pdu, peer) => peer.reply(pdu, "generic_nack", statuses.shift() ?? 0, {})
      })
      expect(yield* Bench.submit(bench, Bench.sms(1), Bench.sms(2))).toMatchObject([
        { _tag: "Refused", failure: "unknown", detail: { code: "ESME_RUNKNOWNERR" } },
        { _tag: "Refused", failure: "content_not_acceptable", detail: { code: "ESME_RINVCMDID" } }
      ])
    })))

  it("in an answer that is cut off has refused all the same", () =>
    Bench.run(Effect.gen(function*() {
      const bench = yield* Bench.make({
        submit: ({ sequence }, peer) => {
          const octets = Buffer.from("000000128000000400000045000000004141", "hex")
          octets.writeUInt32BE(sequence, 12)
          peer.socket.write(octets)
        }
      })
      expect(yield* Bench.submit(bench, Bench.sms(1))).toMatchObject([
        { _tag: "Refused", failure: "undeliverable_by_route", detail: { code: "ESME_RSUBMITFAIL" } }
      ])
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
      // Other nodes may be bound.
      expect(outcome).toMatchObject({ _tag: "Busy", holds: "node" })
      expect((outcome as { until: number }).until).toBeGreaterThan(Date.now() + 20_000)
      expect(smsc.heard.map(({ command }) => command)).toEqual(["bind_transceiver"])
    })))
})

describe("a bind", () => {
  it.each<[string, Command, RegExp]>([
    ["a generic_nack without a status", "generic_nack", /cannot bind.*ESME_RUNKNOWNERR/],
    ["the answer to another kind of bind", "bind_transmitter_resp", /cannot bind.*does not answer the bind/]
  ])("that is answered by %s is none", (_, command, words) =>
    Bench.run(Effect.gen(function*() {
      const smsc = yield* Smscs.make({
        other: (pdu, peer) => {
          if (pdu.command === "bind_transceiver") peer.reply(pdu, command, 0, {})
          return true
        }
      })
      const kept = Bench.keep()
      const carrier = yield* Bench.carrierOf(smsc.port, kept, { connectTimeout: 200 })
      yield* Bench.until(() => kept.log.length > 0)
      expect(kept.log.join(" ")).toMatch(words)
      expect((yield* Bench.submit({ carrier }, Bench.sms(1)))[0]).toMatchObject({ _tag: "Busy", holds: "node" })
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

  it("for one part leaves the message Unanswered, with the names of the others", () =>
    Bench.run(Effect.gen(function*() {
      for (const responseTimeout of [150, 450]) {
        const bench = yield* Bench.make({
          submit: (pdu, peer, smsc) => void (pdu.shortMessage[5] === 2 || smsc.take(pdu, peer))
        }, { responseTimeout, answersWithin: 500 })
        expect(yield* Bench.submit(bench, Bench.sms(1, long))).toEqual([
          { _tag: "Unanswered", references: ["abc001", "abc002"] }
        ])
      }
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

  it("leaves a message Unanswered of which it has taken some parts, and names these", () =>
    Bench.run(Effect.gen(function*() {
      const bench = yield* Bench.make({
        submit: (pdu, peer, smsc) => void (pdu.shortMessage[5] === 3 ? peer.socket.end() : smsc.take(pdu, peer))
      })
      expect(yield* Bench.submit(bench, Bench.sms(1, long))).toEqual([
        { _tag: "Unanswered", references: ["abc001", "abc002"] }
      ])
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

  it("is tried again after such waits however long each try takes", () =>
    Bench.run(Effect.gen(function*() {
      const smsc = yield* Smscs.make({ other: () => true })
      const kept = Bench.keep()
      // A try takes longer than the longest wait.
      yield* Bench.carrierOf(smsc.port, kept, { connectTimeout: 80, reconnect: { shortest: 10, longest: 40 } })
      yield* Bench.until(() => kept.log.length >= 3)
      const third = Number(/"wait":(\d+)/.exec(kept.log[2]!)?.[1])
      expect(third).toBeGreaterThanOrEqual(20)
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
