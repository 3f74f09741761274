/**
 * The scripted message centre as a process of its own, so that no client shares its processor time. It tells whoever has
 * started it how many messages it has taken, and how long that took from the first to the last.
 */
import * as Effect from "effect/Effect"
import * as Smscs from "../smpp/Smsc.ts"

let taken = 0
let first = 0
let last = 0

const main = Effect.gen(function*() {
  yield* Smscs.make({
    submit: (pdu, peer, smsc) => {
      last = performance.now()
      if (taken === 0) first = last
      taken += 1
      smsc.take(pdu, peer)
    }
  }, Number(process.argv[2]))
  process.on("message", () => process.send?.({ taken, millis: last - first }))
  process.send?.("ready")
  return yield* Effect.never
})

process.on("disconnect", () => process.exit())
await Effect.runPromise(Effect.scoped(main))
