/**
 * Keeps track of what is under way, so that `close` can wait for it.
 */
import * as Errors from "./errors.ts"
import * as Timers from "./timers.ts"

export interface InFlight {
  /** Lets something in. Rejects once `stop` was called. */
  readonly pass: <A>(begin: () => Promise<A>) => Promise<A>
  /** Lets nothing in any more, and waits for what is under way, so many milliseconds at most. */
  readonly stop: (patienceMs: number) => Promise<void>
}

export const make = (): InFlight => {
  let underWay = 0
  let isStopped = false
  let quiet: (() => void) | null = null

  const leave = (): void => {
    underWay--
    if (underWay === 0) quiet?.()
  }

  return {
    pass: async (begin) => {
      if (isStopped) throw Errors.closed()
      underWay++
      try {
        return await begin()
      } finally {
        leave()
      }
    },
    stop: (patienceMs) => {
      isStopped = true
      if (underWay === 0) return Promise.resolve()
      return new Promise((resolve) => {
        const clear = Timers.after(patienceMs, resolve)
        quiet = () => {
          clear()
          resolve()
        }
      })
    }
  }
}
