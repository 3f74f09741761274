/**
 * Looks again and again until it is enough.
 */
import * as Timers from "./timers.ts"

const first = 20
const slowest = 1000

export interface Wait<A> {
  readonly look: () => Promise<A>
  readonly isEnough: (found: A) => boolean
  /** Calls back when it is worth looking immediately; returns what ends it. */
  readonly wake: (call: () => void) => () => void
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
}

/** Waits for a while, or until something wakes it. */
const rest = (millis: number, set: (wake: () => void) => void): Promise<void> =>
  new Promise((resolve) => {
    const clear = Timers.after(millis, resolve)
    set(() => {
      clear()
      resolve()
    })
  })

/** Resolves with what was found last. Rejects with the reason of the signal when that aborts. */
export const until = async <A>({ isEnough, look, signal, timeoutMs, wake }: Wait<A>): Promise<A> => {
  const end = performance.now() + timeoutMs
  let isWoken = false
  let call = () => {}
  const ring = () => {
    isWoken = true
    call()
  }
  const unlisten = wake(ring)
  signal?.addEventListener("abort", ring)
  try {
    for (let pause = first;; pause = Math.min(pause * 2, slowest)) {
      signal?.throwIfAborted()
      isWoken = false
      const found = await look()
      const left = end - performance.now()
      if (isEnough(found) || left <= 0) return found
      if (!isWoken) await rest(Math.min(pause, left), (woken) => call = woken)
    }
  } finally {
    unlisten()
    signal?.removeEventListener("abort", ring)
  }
}
