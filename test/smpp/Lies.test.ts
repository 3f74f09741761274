/**
 * A message centre that lies, or speaks nonsense, ends its session at most.
 */
import * as Codec from "@signalbox/smpp/Codec"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Bench from "./Bench.ts"
import * as Pdus from "./Pdus.ts"

const long = "0123456789".repeat(40)

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
