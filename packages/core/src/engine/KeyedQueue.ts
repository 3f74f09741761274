/**
 * Turns by keys: those who stand in the line of a key have their turn one after the other, or a few at a time. A line in
 * which nobody stands is forgotten.
 */
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"

export interface Line<out Shared> {
  /** Whoever has a permit of it has a turn. There is one, unless more places were asked for. */
  readonly turn: Semaphore.Semaphore
  /** A value that those who stand in the line share. */
  readonly shared: Shared
}

export interface KeyedQueue<in Key, out Shared> {
  /** Returns the line of a key, or undefined when nobody stands in it. */
  readonly of: (key: Key) => Line<Shared> | undefined
  /** Stands in the line of a key while the effect lasts, which takes the turn when it needs it. */
  readonly within: <A, E, R>(key: Key, use: (line: Line<Shared>) => Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Goes into the line of a key before it is used: whoever does so says `leave` once. */
  readonly enter: (key: Key) => Effect.Effect<Line<Shared>>
  readonly leave: (key: Key) => Effect.Effect<void>
}

interface Standing<out Shared> extends Line<Shared> {
  /** How many stand in the line. */
  standing: number
}

export interface Options {
  /** How many of a line have their turn at the same time; one, unless given. */
  readonly places?: number
}

/** @param share makes what those share who stand in one line */
export const make = <Key, Shared>(
  share: Effect.Effect<Shared>,
  { places = 1 }: Options = {}
): KeyedQueue<Key, Shared> => {
  const lines = new Map<Key, Standing<Shared>>()

  const begin: Effect.Effect<Standing<Shared>> = Effect.gen(function*() {
    return { turn: yield* Semaphore.make(places), shared: yield* share, standing: 0 }
  })

  const stand = (key: Key, line: Standing<Shared>): Line<Shared> => {
    lines.set(key, line)
    line.standing++
    return line
  }

  const enter = (key: Key): Effect.Effect<Line<Shared>> =>
    Effect.suspend(() => {
      const line = lines.get(key)
      // Somebody else may begin the line meanwhile.
      return line === undefined
        ? Effect.map(begin, (begun) => stand(key, lines.get(key) ?? begun))
        : Effect.succeed(stand(key, line))
    })

  const leave = (key: Key): Effect.Effect<void> =>
    Effect.sync(() => {
      if (--lines.get(key)!.standing === 0) lines.delete(key)
    })

  return {
    of: (key) => lines.get(key),
    enter,
    leave,
    within: (key, use) => Effect.acquireUseRelease(enter(key), use, () => leave(key))
  }
}
