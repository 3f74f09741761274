/**
 * Commits wait here for transactions of others, such as one that a host has left open, so that nobody waits behind
 * them.
 *
 * A batch that was blocked has changed nothing, and nobody knows by which of its commits. So it is divided by the accounts
 * that its commits concern, each of which gets a line of its own: those that nothing blocks are through immediately.
 * The others are tried again, and for a while whatever else concerns their account goes to the same line, so that one
 * transaction blocks a batch of many accounts once, and not each time. Lines take turns at a few places: however many
 * are blocked, they leave the store's connections to others, and the places of those that were not blocked at their
 * last turn.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Queue from "effect/Queue"
import type * as Scope from "effect/Scope"
import type { StoreError } from "../port/Store.ts"
import type { Aside, Pending } from "./Batch.ts"
import * as Batch from "./Batch.ts"

export interface Options<in Item, out Answer> {
  /** Asks for a batch that waits so many milliseconds for others at most. */
  readonly ask: (
    batch: ReadonlyArray<Item>,
    patience: number
  ) => Effect.Effect<ReadonlyArray<Answer>, StoreError>
  /** How many blocked lines are served at the same time, and as many others. */
  readonly concurrency: number
  /** How many items are asked for together at most, and how large they are together; an item that is larger goes alone. */
  readonly items: number
  readonly size: number
  /** Returns the names of whatever an item concerns: items that share a name share a line. */
  readonly names: (item: Item) => ReadonlyArray<string>
}

/**
 * How long a turn waits, in milliseconds: one that may pass immediately, and one of a blocked line, by how many there
 * are.
 */
const patience = { short: 50, least: 50, most: 2000 }

/** How long an item waits before it is given up, and how long its line stays apart, in nanoseconds. */
const longest = 8_000_000_000n
const apart = 10_000_000_000n

interface Line<in out Item, in out Answer> {
  readonly names: Set<string>
  waiting: Array<Pending<Item, Answer>>
  /** Whether it stands for a turn, or has it. */
  isServed: boolean
  /** Whether it was blocked at its last turn. */
  isBlocked: boolean
  /** Until when it stays apart; 0 while it was never blocked. */
  until: bigint
  /** How many items its next turn asks for. */
  most: number
}

export const make = Effect.fnUntraced(function*<Item, Answer>(
  { ask, concurrency, items, names, size }: Options<Item, Answer>
): Effect.fn.Return<Aside<Item, Answer>, never, Scope.Scope> {
  const lines = new Map<string, Line<Item, Answer>>()
  const quick = yield* Queue.unbounded<Line<Item, Answer>>()
  const slow = yield* Queue.unbounded<Line<Item, Answer>>()
  let blocked = 0

  const find = (named: ReadonlyArray<string>): Line<Item, Answer> | undefined => {
    for (const name of named) {
      const found = lines.get(name)
      if (found !== undefined) return found
    }
    return undefined
  }

  const forget = (line: Line<Item, Answer>): void => {
    for (const name of line.names) lines.delete(name)
  }

  /** Returns the line when it does not stand for a turn yet. */
  const add = (line: Line<Item, Answer>, pending: Pending<Item, Answer>): ReadonlyArray<Line<Item, Answer>> => {
    line.waiting.push(pending)
    if (line.isServed) return []
    line.isServed = true
    return [line]
  }

  const lineOf = (named: ReadonlyArray<string>): Line<Item, Answer> => {
    const line = find(named) ??
      { names: new Set(), waiting: [], isServed: false, isBlocked: false, until: 0n, most: items }
    for (const name of named) {
      if (lines.has(name)) continue
      lines.set(name, line)
      line.names.add(name)
    }
    return line
  }

  const patienceOf = ({ isBlocked }: Line<Item, Answer>): number =>
    isBlocked
      ? Math.round(Math.max(patience.least, Math.min(patience.most, patience.most * concurrency / blocked)))
      : patience.short

  const take = ({ most, waiting }: Line<Item, Answer>): ReadonlyArray<Pending<Item, Answer>> => {
    let count = 1
    for (let sum = waiting[0]!.size; count < Math.min(most, waiting.length); count++) {
      sum += waiting[count]!.size
      if (sum > size) break
    }
    return waiting.splice(0, count)
  }

  const answer = (batch: ReadonlyArray<Pending<Item, Answer>>, exit: Exit.Exit<ReadonlyArray<Answer>, StoreError>) => {
    for (const [index, { answered }] of batch.entries()) {
      answered(Exit.isSuccess(exit) ? Exit.succeed(exit.value[index]!) : Exit.failCause(exit.cause))
    }
  }

  const serve = Effect.fnUntraced(function*(line: Line<Item, Answer>) {
    const batch = take(line)
    const asked = batch.map(({ item }) => item)
    const asking = Effect.suspend(() => ask(asked, patienceOf(line)))
    const exit = yield* Effect.exit(Batch.inTime(asking, batch, yield* Clock.monotonicTimeNanos))
    const now = yield* Clock.monotonicTimeNanos
    if (line.isBlocked) blocked--
    line.isBlocked = Batch.isBlocked(exit)
    if (line.isBlocked) {
      const all = [...batch, ...line.waiting]
      answer(all.filter(({ since }) => now - since >= longest), exit)
      line.waiting = all.filter(({ since }) => now - since < longest)
      line.until = now + apart
      // What waits behind the first one is not sent again and again.
      line.most = 1
    } else if (batch.length > 1 && Batch.isFailed(exit)) {
      line.waiting.unshift(...batch)
      line.most = Math.ceil(batch.length / 2)
    } else {
      answer(batch, exit)
      line.most = items
    }
    if (line.waiting.length === 0) {
      line.isServed = false
      line.isBlocked = false
      if (line.until === 0n) forget(line)
      return
    }
    if (line.isBlocked) blocked++
    yield* Queue.offer(line.isBlocked ? slow : quick, line)
  })

  for (const turns of [quick, slow]) {
    yield* Queue.take(turns).pipe(
      Effect.flatMap(serve),
      Effect.forever,
      Effect.forkScoped,
      Effect.replicateEffect(concurrency, { discard: true })
    )
  }

  /** Adds each to the line that `choose` names, if there is one, and returns the others. */
  const lineUp = Effect.fnUntraced(function*(
    batch: ReadonlyArray<Pending<Item, Answer>>,
    choose: (named: ReadonlyArray<string>) => Line<Item, Answer> | undefined
  ) {
    const others: Array<Pending<Item, Answer>> = []
    const due: Array<Line<Item, Answer>> = []
    // A defect in `names` costs the batch, and leaves no line that stands for a turn and has none.
    const named = batch.map(({ item }) => names(item))
    for (const [index, pending] of batch.entries()) {
      const line = choose(named[index]!)
      if (line === undefined) others.push(pending)
      else due.push(...add(line, pending))
    }
    yield* Queue.offerAll(quick, due)
    return others
  })

  return {
    sift: (batch) =>
      lines.size === 0 ? Effect.succeed(batch) : Effect.flatMap(Clock.monotonicTimeNanos, (now) => {
        for (const line of new Set(lines.values())) if (!line.isServed && line.until <= now) forget(line)
        return lineUp(batch, find)
      }),
    take: (batch) => Effect.asVoid(lineUp(batch, lineOf))
  }
})
