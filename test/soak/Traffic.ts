/** Clients who send at a steady rate, each time by another node, whatever becomes of the one before. */
import { setTimeout as sleep } from "node:timers/promises"
import * as Furniture from "../crash/Furniture.ts"
import type { Asked, History } from "../crash/Workload.ts"
import * as Workload from "../crash/Workload.ts"

export interface Traffic {
  readonly history: History
  /** Ends when everybody has an answer, or has given up waiting for it. */
  readonly stop: () => Promise<void>
}

/** So many wait for an answer at most. */
const most = 256

/** Sends are due in steps, in milliseconds. */
const step = 50

/** @param some the address of a node that should answer */
export const start = (some: () => string | null, perSecond: number): Traffic => {
  const asked: Array<Asked> = []
  const waiting = new Set<Promise<void>>()
  const state = { isOver: false }
  const ask = async (each: Asked, url: string): Promise<void> => {
    each.answered = await Workload.post(url, each)
  }
  const began = performance.now()
  let due = 0
  const sending = (async () => {
    while (!state.isOver) {
      const until = ((performance.now() - began) / 1000) * perSecond
      for (; due < until; due++) {
        const url = some()
        if (url === null || waiting.size >= most) continue
        // Every twentieth is of the account that may send a few messages a day only.
        const each = Workload.send(due % 20 === 19 ? Furniture.limitedKey : Furniture.apiKey)
        asked.push(each)
        const answered = ask(each, url).finally(() => waiting.delete(answered))
        waiting.add(answered)
      }
      await sleep(step)
    }
  })()
  return {
    history: { asked },
    stop: async () => {
      state.isOver = true
      await sending
      await Promise.all(waiting)
    }
  }
}
