/**
 * Many messages while the connections are cut: none is lost, and none is sent twice.
 */
import type { SubmissionOutcome } from "@signalbox/core/Carrier"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import * as Bench from "./Bench.ts"

const count = process.env["MATRIX"] === "whole" ? 10_000 : 1000

it(`of ${count} messages with three disconnects none is lost, and none doubled`, () =>
  Bench.run(Effect.gen(function*() {
    const cuts = new Set([0.2, 0.5, 0.8].map((share) => Math.floor(count * share)))
    const bench = yield* Bench.make({
      submit: (pdu, peer, smsc) => {
        // Every third answer is late, so that there are always some outstanding when the connections are cut.
        if (smsc.submitted.length % 3 === 0) setTimeout(() => smsc.take(pdu, peer), 5)
        else smsc.take(pdu, peer)
        if (cuts.has(smsc.submitted.length)) smsc.cut()
      }
    }, { window: 10, binds: 2 })
    const outcomes = new Map<number, SubmissionOutcome>()
    const numbers = Array.from({ length: count }, (_, index) => index)
    yield* Effect.forEach(
      numbers,
      (number) =>
        Effect.map(Bench.submitted(bench, Bench.sms(number)), (outcome) => void outcomes.set(number, outcome)),
      { concurrency: 100, discard: true }
    )
    const sent = new Map<number, number>()
    for (const { shortMessage } of bench.smsc.submitted) {
      const number = Number(Buffer.from(shortMessage).toString("latin1").slice("Message ".length))
      sent.set(number, (sent.get(number) ?? 0) + 1)
    }
    const unanswered = numbers.filter((number) => outcomes.get(number)?._tag === "Unanswered")
    const accepted = numbers.filter((number) => outcomes.get(number)?._tag === "Accepted")
    expect(accepted.length + unanswered.length).toBe(count)
    // A window of each of two sessions at each of three cuts.
    expect(unanswered.length).toBeGreaterThan(0)
    expect(unanswered.length).toBeLessThanOrEqual(3 * 2 * 10)
    expect(accepted.filter((number) => sent.get(number) !== 1)).toEqual([])
    expect(unanswered.filter((number) => (sent.get(number) ?? 0) > 1)).toEqual([])
    const binds = bench.smsc.heard.filter(({ command }) => command === "bind_transceiver")
    expect(binds.length).toBeGreaterThanOrEqual(2 + 3 * 2)
  })))
