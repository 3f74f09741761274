/**
 * Decisions that want to write the same rows at the same time. Those that lost a race for a row have their turn at it one
 * after the other, so that however many want it at the same time, each is decided but once more: only other processes
 * are in the way then, and who has lost to those waits a moment of chance.
 */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Commit } from "../commit/Commit.ts"
import type { IdGenerator } from "../commit/IdGenerator.ts"
import { refText } from "../row/Kind.ts"

/** How long anybody waits behind a line that does not move, in milliseconds; then it goes on without its turn. */
const patience = 2000

/** How long a decision waits that has lost, in milliseconds at most; the more often it has lost, the shorter it waits. */
const longest = 16

/** Rows by their names. */
export type Rows = ReadonlyArray<string>

/** Waits for these rows, and begins when nobody is in front at any of them. */
interface Waiter {
  readonly rows: Rows
  readonly begins: Deferred.Deferred<void>
}

/** Holds those who have come to a row, the current one in front, and counts those who have left. */
interface Line {
  waiters: ReadonlyArray<Waiter>
  left: number
}

export interface Contention {
  /** Returns whether somebody has a turn at one of the rows of this commit, or waits for it. */
  readonly isAt: (commit: Commit) => boolean
  /**
   * Runs an effect in its turn at these rows, after those who have come before.
   *
   * @param isAway whether the effect has found the store away: who waits behind it is to find out for itself, all at
   *   the same time
   */
  readonly inTurn: <A>(rows: Rows, effect: Effect.Effect<A>, isAway: () => boolean) => Effect.Effect<A>
}

/** The rows that a commit both expects to be as they are and writes. */
export const rows = ({ deletes, expects, puts }: Commit): Rows => {
  const written = new Set([...puts, ...deletes].map(refText))
  const expected = new Set(expects.flatMap((each) => "ref" in each ? [refText(each.ref)] : []))
  return [...expected].filter((row) => written.has(row))
}

/**
 * Returns how long a decision waits that has lost so often, in milliseconds: the source of ids makes it a matter of
 * chance.
 */
export const pause = (losses: number, ids: IdGenerator): number => {
  const chance = Number.parseInt(ids.uuid().slice(0, 8), 16) / 2 ** 32
  return Math.floor(chance * longest / losses)
}

export const make = (): Contention => {
  const lines = new Map<string, Line>()

  const isFirst = (waiter: Waiter): boolean => waiter.rows.every((row) => lines.get(row)!.waiters[0] === waiter)

  const moves = ({ rows }: Waiter): number => rows.reduce((sum, row) => sum + lines.get(row)!.left, 0)

  const begin = ({ begins }: Waiter): Effect.Effect<boolean> => Deferred.succeed(begins, undefined)

  const enter = Effect.fnUntraced(function*(rows: Rows) {
    const waiter: Waiter = { rows, begins: yield* Deferred.make<void>() }
    for (const row of rows) {
      const line = lines.get(row)
      if (line === undefined) lines.set(row, { waiters: [waiter], left: 0 })
      else line.waiters = [...line.waiters, waiter]
    }
    if (isFirst(waiter)) yield* begin(waiter)
    return waiter
  })

  const wait = Effect.fnUntraced(function*(waiter: Waiter) {
    for (let before = -1, now = moves(waiter); before !== now; now = moves(waiter)) {
      before = now
      if (Option.isSome(yield* Effect.timeoutOption(Deferred.await(waiter.begins), patience))) return
    }
  })

  const leave = Effect.fnUntraced(function*(waiter: Waiter, isAway: boolean) {
    const next = new Set<Waiter>()
    for (const row of waiter.rows) {
      const line = lines.get(row)!
      line.waiters = line.waiters.filter((each) => each !== waiter)
      line.left++
      if (line.waiters.length === 0) lines.delete(row)
      for (const each of isAway ? line.waiters : line.waiters.slice(0, 1)) next.add(each)
    }
    for (const each of next) if (isAway || isFirst(each)) yield* begin(each)
  })

  return {
    isAt: (commit) => lines.size > 0 && rows(commit).some((row) => lines.has(row)),
    inTurn: (rows, effect, isAway) =>
      Effect.acquireUseRelease(
        enter(rows),
        (waiter) => Effect.andThen(wait(waiter), effect),
        (waiter) => leave(waiter, isAway())
      )
  }
}
