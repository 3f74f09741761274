/**
 * A seed says what happens to the nodes of a soak, and when: with one seed the same things happen to the same places, though
 * not at the same moments of the work.
 */
import fc from "fast-check"

export interface Size {
  /** How many nodes there are as a rule. */
  readonly nodes: number
  readonly seconds: number
  readonly seed: number
  /** How often a node tells that it lives, in milliseconds. */
  readonly heartbeatMillis: number
}

export type Disturbance =
  /** A node dies, and another one takes its place after a while. */
  | { readonly _tag: "Kill"; readonly place: number; readonly absentMillis: number }
  /** A node is told to end, and another one takes its place while it does. */
  | { readonly _tag: "Replace"; readonly place: number }
  /** A node stands still for so long. */
  | { readonly _tag: "Stop"; readonly place: number; readonly millis: number }
  /** The database ends every so manieth session: with 1 all of them. */
  | { readonly _tag: "Cut"; readonly every: number }
  /** The clock of a node's machine is set so far ahead of the real time, or behind it. */
  | { readonly _tag: "Clock"; readonly place: number; readonly aheadMillis: number }
  /** One node more is there for so long. */
  | { readonly _tag: "Guest"; readonly millis: number }

export interface Planned {
  /** Milliseconds after the beginning. */
  readonly at: number
  readonly what: Disturbance
}

const second = 1000
const minute = 60 * second

/** A node may stand still for longer than its leases last, and for a minute where the soak is long enough. */
const longestStop = ({ heartbeatMillis, seconds }: Size): number =>
  Math.max(6 * heartbeatMillis, Math.min(minute, (seconds * second) / 4))

const disturbance = (size: Size): fc.Arbitrary<Disturbance> => {
  const place = fc.nat({ max: size.nodes - 1 })
  const tagged = <Tag extends Disturbance["_tag"]>(tag: Tag) => fc.constant(tag)
  return fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({ _tag: tagged("Kill"), place, absentMillis: fc.integer({ min: 0, max: 3 * second }) })
    },
    { weight: 2, arbitrary: fc.record({ _tag: tagged("Replace"), place }) },
    {
      weight: 2,
      arbitrary: fc.record({
        _tag: tagged("Stop"),
        place,
        millis: fc.integer({ min: size.heartbeatMillis, max: longestStop(size) })
      })
    },
    { weight: 2, arbitrary: fc.record({ _tag: tagged("Cut"), every: fc.integer({ min: 1, max: 3 }) }) },
    {
      weight: 2,
      arbitrary: fc.record({
        _tag: tagged("Clock"),
        place,
        aheadMillis: fc.integer({ min: -5 * minute, max: 5 * minute })
      })
    },
    {
      weight: 1,
      arbitrary: fc.record({ _tag: tagged("Guest"), millis: fc.integer({ min: 2 * second, max: 10 * second }) })
    }
  )
}

/** The first comes after a moment of peace, and the last one early enough to be seen. */
const peace = 2 * second

/** One every three seconds or so. */
export const make = (size: Size): ReadonlyArray<Planned> => {
  const steps = fc.sample(fc.tuple(fc.integer({ min: second, max: 5 * second }), disturbance(size)), {
    numRuns: Math.max(1, size.seconds),
    seed: size.seed
  })
  const planned: Array<Planned> = []
  let at = peace
  for (const [gap, what] of steps) {
    if (at > size.seconds * second - peace) break
    planned.push({ at, what })
    at += gap
  }
  return planned
}
