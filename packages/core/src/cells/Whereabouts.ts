/**
 * Finds the cell of what comes in, and remembers it (decisions 20.2). While the directory is away, what is remembered is
 * enough, and the cells themselves are asked about the rest.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Entry, Lead } from "../port/Directory.ts"
import { Directory, leadText } from "../port/Directory.ts"
import { Store, StoreError } from "../port/Store.ts"
import type { CellName } from "../value/CellName.ts"
import { Cells } from "./Cells.ts"
import * as FirstKnown from "./FirstKnown.ts"
import * as Leads from "./Leads.ts"
import { Remembered } from "./Remembered.ts"

export class Whereabouts extends Context.Service<Whereabouts, {
  /** Returns the cell that the lead leads to; null: to none. */
  readonly find: (lead: Lead) => Effect.Effect<CellName | null, StoreError>
  /** Returns the cell as far as this node remembers it, without asking anybody. */
  readonly remembered: (lead: Lead) => CellName | undefined
  /** Forgets what a cell has denied. */
  readonly forget: (lead: Lead) => void
  /** Enters into the directory what is not known to lead there yet, and returns the cells to which all lead then. */
  readonly enter: (entries: ReadonlyArray<Entry>) => Effect.Effect<ReadonlyArray<CellName>, StoreError>
  /** Remembers the cell in which this node has seen what receipts call so. */
  readonly saw: (names: ReadonlyArray<string>, cell: CellName) => void
  /** Returns the cell in which this node has last seen what a receipt calls so. */
  readonly lastSeen: (name: string) => CellName | undefined
}>()("@signalbox/core/cells/Whereabouts") {}

/** How many leads are remembered, how many names of receipts, and how many leads that lead nowhere. */
const most = 100_000
const mostSeen = 100_000
const mostNowhere = 10_000

/** How long it is believed that something leads nowhere, in elapsed nanoseconds. */
const nowhereNanos = 1_000_000_000n

/**
 * How long one question to the directory may take, in elapsed milliseconds. The cells answer instead of one that does not
 * find; nobody enters instead of it, but a commit has others beside it that wait.
 */
const patience = { find: 1000, enter: 5000 } as const

/** How long a directory that has been silent is left alone, in elapsed nanoseconds. */
const restNanos = 1_000_000_000n

/** An entry that nobody has entered for so many milliseconds has no commit under way. */
export const idleMillis = 60_000

const silent = new StoreError({ reason: "unavailable", message: "the directory is away", cause: null })

export const layer: Layer.Layer<Whereabouts, never, Cells> = Layer.effect(
  Whereabouts,
  Effect.gen(function*() {
    const cells = yield* Cells
    const known = new Remembered<CellName>(most)
    const seen = new Remembered<CellName>(mostSeen)
    /** Until when each is believed to lead nowhere. */
    const nowhere = new Remembered<bigint>(mostNowhere)

    /**
     * Asks the directory in a bounded time. One that has been silent is left alone for a while by whoever asks the same, so
     * that not everybody waits for it; one that refuses does so quickly.
     */
    const asking = (patience: number) => {
      let restsUntil = 0n
      const rest = Effect.flatMap(Clock.monotonicTimeNanos, (now) => {
        restsUntil = now + restNanos
        return Effect.fail(silent)
      })
      return <A>(question: (directory: Directory["Service"]) => Effect.Effect<A, StoreError>) =>
        Effect.gen(function*() {
          if ((yield* Clock.monotonicTimeNanos) < restsUntil) return yield* Effect.fail(silent)
          const asked = cells.within(cells.names[0], Effect.flatMap(Directory, question))
          return yield* Effect.timeoutOrElse(asked, { duration: patience, orElse: () => rest })
        })
    }
    const looking = asking(patience.find)
    const writing = asking(patience.enter)

    const isIn = (lead: Lead, cell: CellName) => cells.within(cell, Effect.flatMap(Store, Leads.isKept(lead)))

    /** Asks all cells for what the directory cannot tell. One that is silent does not hold up the one that has it. */
    const search = (lead: Lead) => {
      const asked = (cell: CellName) => Effect.map(isIn(lead, cell), (isThere) => isThere ? cell : null)
      const [first, ...others] = cells.names
      return FirstKnown.ask([asked(first), ...others.map(asked)], (cell) => cell !== null, 0)
    }

    const remember = (lead: Lead, cell: CellName): void => {
      const text = leadText(lead)
      nowhere.delete(text)
      known.set(text, cell)
    }

    const find = Effect.fnUntraced(function*(lead: Lead) {
      const text = leadText(lead)
      const cell = known.get(text)
      if (cell !== undefined) return cell
      const now = yield* Clock.monotonicTimeNanos
      const until = nowhere.get(text)
      if (until !== undefined && now < until) return null
      const found = yield* Effect.catch(
        Effect.map(looking((directory) => directory.find([lead])), ([first]) => first ?? null),
        () => search(lead)
      )
      if (found === null) nowhere.set(text, now + nowhereNanos)
      else remember(lead, found)
      return found
    })

    /** Takes an entry over whose cell has nothing of the kind. One that cannot be asked keeps it. */
    const settle = Effect.fnUntraced(function*(entry: Entry, holder: CellName) {
      if (holder === entry.cell) return holder
      const keeps = yield* Effect.catch(isIn(entry.lead, holder), () => Effect.succeed(true))
      if (keeps) return holder
      return (yield* writing((directory) => directory.replace(entry, holder, idleMillis))) ? entry.cell : holder
    })

    return {
      find,
      remembered: (lead) => known.get(leadText(lead)),
      forget: (lead) => {
        known.delete(leadText(lead))
      },
      saw: (names, cell) => {
        for (const name of names) seen.set(name, cell)
      },
      lastSeen: (name) => seen.get(name),
      enter: Effect.fnUntraced(function*(entries) {
        const left = entries.filter(({ cell, lead }) => known.get(leadText(lead)) !== cell)
        if (left.length === 0) return entries.map(({ cell }) => cell)
        const holders = yield* writing((directory) => directory.enter(left))
        const settled = yield* Effect.forEach(left, (entry, index) => settle(entry, holders[index]!))
        for (const [index, { lead }] of left.entries()) remember(lead, settled[index]!)
        const byLead = new Map(left.map(({ lead }, index) => [leadText(lead), settled[index]!]))
        return entries.map(({ cell, lead }) => byLead.get(leadText(lead)) ?? cell)
      })
    }
  })
)
