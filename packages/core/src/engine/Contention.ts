/**
 * Decisions that want to write the same rows at the same time. Those that lost a race for a row have their turn at it one
 * after the other, so that however many want it at once, each is decided but once more: only other processes are in the way
 * then, and who has lost to those waits a moment of chance.
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

/** A turn at all of these rows, which begins when nobody is in front at any of them. */
interface Turn {
  readonly rows: Rows
  readonly begins: Deferred.Deferred<void>
}

/** Holds the turns of those who have come to a row, the current one in front, and counts those who have left. */
interface Line {
  turns: ReadonlyArray<Turn>
  left: number
}

export interface Contention {
  /** Returns whether somebody has a turn at one of the rows of this commit, or waits for it. */
  readonly isAt: (commit: Commit) => boolean
  /**
   * Runs an effect in its turn at these rows, after those who have come before.
   *
   * @param isAway whether the effect has found the store away: who waits behind it is to find out for itself, all at once
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

  const isFirst = (turn: Turn): boolean => turn.rows.every((row) => lines.get(row)!.turns[0] === turn)

  const moves = ({ rows }: Turn): number => rows.reduce((sum, row) => sum + lines.get(row)!.left, 0)

  const begin = ({ begins }: Turn): Effect.Effect<boolean> => Deferred.succeed(begins, undefined)

  const enter = Effect.fnUntraced(function*(rows: Rows) {
    const turn: Turn = { rows, begins: yield* Deferred.make<void>() }
    for (const row of rows) {
      const line = lines.get(row)
      if (line === undefined) lines.set(row, { turns: [turn], left: 0 })
      else line.turns = [...line.turns, turn]
    }
    if (isFirst(turn)) yield* begin(turn)
    return turn
  })

  const wait = Effect.fnUntraced(function*(turn: Turn) {
    for (let before = -1, now = moves(turn); before !== now; now = moves(turn)) {
      before = now
      if (Option.isSome(yield* Effect.timeoutOption(Deferred.await(turn.begins), patience))) return
    }
  })

  const leave = Effect.fnUntraced(function*(turn: Turn, isAway: boolean) {
    const next = new Set<Turn>()
    for (const row of turn.rows) {
      const line = lines.get(row)!
      line.turns = line.turns.filter((each) => each !== turn)
      line.left++
      if (line.turns.length === 0) lines.delete(row)
      for (const each of isAway ? line.turns : line.turns.slice(0, 1)) next.add(each)
    }
    for (const each of next) if (isAway || isFirst(each)) yield* begin(each)
  })

  return {
    isAt: (commit) => lines.size > 0 && rows(commit).some((row) => lines.has(row)),
    inTurn: (rows, effect, isAway) =>
      Effect.acquireUseRelease(
        enter(rows),
        (turn) => Effect.andThen(wait(turn), effect),
        (turn) => leave(turn, isAway())
      )
  }
}
