/**
 * The carrier contract over real sockets.
 */
import * as CarrierContract from "@signalbox/testing/CarrierContract"
import * as Effect from "effect/Effect"
import * as Bench from "./Bench.ts"
import type { Submitted } from "./Smsc.ts"

/** The contract's message of a number says its number. */
const numberOf = ({ shortMessage }: Submitted): number => Number(Buffer.from(shortMessage).toString("latin1").slice(8))

const harness = (options: Parameters<typeof Bench.make>[1]): CarrierContract.Harness => ({
  make: Effect.map(Bench.make({}, options), ({ carrier, smsc }) => ({
    carrier,
    sent: (attempt) =>
      Effect.sync(() => smsc.submitted.filter((each) => numberOf(each) === parseInt(attempt.slice(-12), 16)).length)
  }))
})

CarrierContract.suite("SMPP", harness({}))
CarrierContract.suite(
  "SMPP, two binds of two sessions, a window of 1",
  harness({
    binds: 2,
    bindAs: "transmitter and receiver",
    window: 1
  })
)
