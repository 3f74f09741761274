/**
 * The directory of cells in memory.
 */
import type { CellName } from "@signalbox/core/CellName"
import { Directory, leadText } from "@signalbox/core/Directory"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

interface Kept {
  readonly cell: CellName
  /** In elapsed nanoseconds. */
  readonly enteredAt: bigint
}

export const layer: Layer.Layer<Directory> = Layer.sync(Directory, () => {
  const entries = new Map<string, Kept>()
  return {
    find: (leads) => Effect.sync(() => leads.map((lead) => entries.get(leadText(lead))?.cell ?? null)),
    enter: (entered) =>
      Effect.map(Clock.monotonicTimeNanos, (enteredAt) =>
        entered.map(({ cell, lead }) => {
          const holder = entries.get(leadText(lead))?.cell ?? cell
          if (holder === cell) entries.set(leadText(lead), { cell, enteredAt })
          return holder
        })),
    replace: ({ cell, lead }, from, idleMillis) =>
      Effect.map(Clock.monotonicTimeNanos, (now) => {
        const found = entries.get(leadText(lead))
        if (found?.cell !== from || now - found.enteredAt < BigInt(idleMillis) * 1_000_000n) return false
        entries.set(leadText(lead), { cell, enteredAt: now })
        return true
      })
  }
})
