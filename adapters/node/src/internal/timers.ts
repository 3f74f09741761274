/**
 * Timers as they were when this module was loaded. Hosts replace the global ones in their tests, and give them back
 * without those that are still to come: a client that reads nothing would never be cut.
 */
// Fakes that replace the properties of the module as well do not reach what is imported by name and kept.
import { clearTimeout, setTimeout } from "node:timers"

export interface Timer {
  /** Begins to wait anew. */
  readonly refresh: () => void
  readonly stop: () => void
}

const [timeout, clear] = [setTimeout, clearTimeout]

/** Calls back after so many milliseconds, unless it is stopped. */
export const after = (millis: number, call: () => void): Timer => {
  const timer = timeout(call, millis)
  return { refresh: () => void timer.refresh(), stop: () => clear(timer) }
}
