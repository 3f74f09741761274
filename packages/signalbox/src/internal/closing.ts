/**
 * A service closes within a grace.
 */
import * as Errors from "./errors.ts"
import * as Timers from "./timers.ts"

/** Orchestrators kill 30 seconds after they have asked. */
const usual = 25_000

const longest = 24 * 60 * 60 * 1000

/**
 * The time in which the rest must be given back when the grace is over, in milliseconds. Timers may be a little late.
 */
export const last = 900

/**
 * Returns the grace that a host has given, or the usual one, in milliseconds.
 *
 * @throws SignalboxError when it is none
 */
export const grace = (options?: { readonly graceMs?: number }): number => {
  const given: unknown = options === undefined ? undefined : options.graceMs
  if (given === undefined) return usual
  if (typeof given === "number" && given >= 0 && given <= longest) return given
  throw Errors.error("VALIDATION_005", `close: graceMs must be a number of milliseconds between 0 and ${longest}`)
}

/** Waits for so many milliseconds at most, and returns whether the promise has settled by then. */
export const within = (promise: Promise<unknown>, millis: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const clear = Timers.after(millis, () => resolve(false))
    promise.then(() => resolve(true), reject).finally(clear)
  })
