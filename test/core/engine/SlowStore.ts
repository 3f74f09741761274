/** A store of which each call waits until the test answers it. */
import type { Store, StoreError } from "@signalbox/core/Store"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Option from "effect/Option"

const unused = Effect.die("not part of this test")

/** A store of which each call waits to be answered, in the order of the calls. */
export const slowStore = <Input, Output>(method: "commit" | "load") => {
  const calls: Array<{ readonly input: Input; readonly answer: (exit: Exit.Exit<Output, StoreError>) => void }> = []
  const waiting: Array<() => void> = []
  const called = (input: Input) =>
    Effect.callback<Output, StoreError>((resume) => {
      calls.push({ input, answer: resume })
      waiting.splice(0).forEach((wake) => wake())
    })
  /** Until so many calls have been made. */
  const until = (count: number): Effect.Effect<void> =>
    Effect.callback((resume) => {
      const look = () => calls.length >= count ? resume(Effect.void) : void waiting.push(look)
      look()
    })
  const store = {
    load: () => unused,
    commit: () => unused,
    claim: () => unused,
    list: () => unused,
    nextDue: () => Effect.succeed(Option.none()),
    [method]: called
  } as unknown as Store["Service"]
  return { calls, until, store }
}
