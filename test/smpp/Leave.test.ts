/**
 * Sessions that we end wait for what is under way, and take leave.
 */
import type { SubmissionOutcome } from "@signalbox/core/Carrier"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Latch from "effect/Latch"
import * as Scope from "effect/Scope"
import { describe, expect, it } from "vitest"
import * as Bench from "./Bench.ts"
import * as Smscs from "./Smsc.ts"

const tags = (outcomes: ReadonlyArray<SubmissionOutcome | undefined>): string =>
  outcomes.map((outcome) => outcome?._tag).join(" ")

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
      expect(yield* Bench.submit({ carrier }, Bench.sms(3))).toMatchObject([{ _tag: "Busy", holds: "node" }])
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

  it("sends what two hand over as long as one of them waits, and nothing once both have gone", () =>
    Bench.run(Effect.gen(function*() {
      // Nothing is written as long as the first part has no answer.
      const open: Array<() => void> = []
      const submit: Smscs.Script["submit"] = (pdu, peer, smsc) => void open.push(() => smsc.take(pdu, peer))
      const { carrier, smsc } = yield* Bench.make({ submit }, { window: 1, binds: 1 })
      const hand = (number: number) =>
        Effect.forkChild(Bench.submit({ carrier }, Bench.sms(number)), { startImmediately: true })
      yield* hand(1)
      yield* Bench.until(() => smsc.submitted.length === 1)
      const [one, other] = [yield* hand(2), yield* hand(2)]
      const [third, fourth] = [yield* hand(3), yield* hand(3)]
      yield* Fiber.interrupt(one)
      yield* Fiber.interrupt(third)
      yield* Fiber.interrupt(fourth)
      open.pop()!()
      yield* Bench.until(() => smsc.submitted.length === 2)
      open.pop()!()
      expect(tags(yield* Fiber.join(other))).toBe("Accepted")
      expect(smsc.submitted).toHaveLength(2)
    })))

  it("waits until what was delivered is stored and answered, and takes nothing more", () =>
    Bench.run(Effect.gen(function*() {
      const smsc = yield* Smscs.make()
      const kept = Bench.keep()
      const gate = yield* Latch.make(false)
      kept.gate = gate.await
      const inbound = { source: "12015550123", sourceTon: 1, destination: "12015550100" }
      const scope = yield* Scope.make()
      yield* Scope.provide(Bench.carrierOf(smsc.port, kept), scope)
      yield* Bench.isReady(kept, 1)
      const stored = smsc.deliver(inbound)
      // Its answer says that all before it was read.
      const [peer] = smsc.peers
      yield* Effect.promise(() => peer!.ask("enquire_link", {}))
      const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void), { startImmediately: true })
      expect(yield* Effect.promise(() => smsc.deliver(inbound))).toBe(0x64)
      yield* gate.open
      expect(yield* Effect.promise(() => stored)).toBe(0)
      yield* Fiber.join(closing)
      expect(smsc.heard.map(({ command }) => command).filter((command) => command !== "enquire_link_resp")).toEqual([
        "bind_transceiver",
        "deliver_sm_resp",
        "deliver_sm_resp",
        "unbind"
      ])
      expect(kept.messages.length).toBe(1)
    })))

  it("does not wait for another one that ends", () =>
    Bench.run(Effect.gen(function*() {
      const left: Array<number> = []
      const smsc = yield* Smscs.make({
        // Nobody is let go before all want to.
        other: ({ command }, _, { peers }) => {
          if (command === "unbind") left.push(peers.size)
          return command === "unbind"
        }
      })
      const kept = Bench.keep()
      yield* Effect.scoped(Effect.gen(function*() {
        yield* Bench.carrierOf(smsc.port, kept, { binds: 3 })
        yield* Bench.isReady(kept, 3)
      }))
      expect(left).toEqual([3, 3, 3])
    })))
})
