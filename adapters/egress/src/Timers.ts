/**
 * Timers as they were when this module was loaded. Hosts replace the global ones in their tests, and give them back
 * without those that are still to come: whatever waits for one of them would wait for ever.
 */
// Fakes that replace the properties of the module as well do not reach what is imported by name and kept.
import { clearTimeout, setTimeout } from "node:timers"

const [timeout, clear] = [setTimeout, clearTimeout]

/** Calls back after so many milliseconds, and returns what prevents it. */
export const after = (millis: number, call: () => void): () => void => {
  const timer = timeout(call, millis)
  return () => clear(timer)
}

/** Waits for a promise, and for no longer than so many milliseconds. Null when the time was over first. */
export const within = <A>(promise: Promise<A>, millis: number): Promise<A | null> =>
  new Promise((resolve, reject) => {
    const stop = after(millis, () => resolve(null))
    promise.then(resolve, reject).finally(stop)
  })
