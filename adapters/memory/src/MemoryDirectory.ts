/**
 * The directory of cells in memory.
 */
import type { CellName } from "@signalbox/core/CellName"
import { Directory, leadText } from "@signalbox/core/Directory"
import type { AccountId } from "@signalbox/core/Id"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

interface Kept {
  readonly cell: CellName
  readonly account: AccountId
  /** In elapsed nanoseconds. */
  readonly enteredAt: bigint
}

export const layer: Layer.Layer<Directory> = Layer.sync(Directory, () => {
  const entries = new Map<string, Kept>()
  return {
    find: (leads) => Effect.sync(() => leads.map((lead) => entries.get(leadText(lead))?.cell ?? null)),
    enter: (entered) =>
      Effect.map(Clock.monotonicTimeNanos, (enteredAt) =>
        entered.map(({ account, cell, lead }) => {
          const holder = entries.get(leadText(lead))?.cell ?? cell
          if (holder === cell) entries.set(leadText(lead), { account, cell, enteredAt })
          return holder
        })),
    replace: ({ account, cell, lead }, from, idleMillis) =>
      Effect.map(Clock.monotonicTimeNanos, (now) => {
        const found = entries.get(leadText(lead))
        if (found?.cell !== from || now - found.enteredAt < BigInt(idleMillis) * 1_000_000n) return false
        entries.set(leadText(lead), { account, cell, enteredAt: now })
        return true
      }),
    move: (accounts, from, to) =>
      Effect.map(Clock.monotonicTimeNanos, (enteredAt) => {
        const moved = new Set(accounts)
        const own = [...entries].filter(([, { account, cell }]) => cell === from && moved.has(account))
        for (const [lead, { account }] of own) entries.set(lead, { account, cell: to, enteredAt })
        return own.length
      })
  }
})
