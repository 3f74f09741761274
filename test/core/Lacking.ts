/**
 * Holds a decision to its facts: where one of those that it asked for is not loaded, it fails or decides the same. One that
 * only peeks at what it rests on would take a row that it does not know for one that is not there.
 */
import type * as Facts from "@signalbox/core/Facts"
import type { Instant } from "@signalbox/core/Instant"
import * as Continuation from "@signalbox/core/internal/commit/Continuation"
import type { Decision } from "@signalbox/core/internal/commit/Decision"
import { fromEntries } from "@signalbox/core/RefMap"
import { expect } from "vitest"
import * as Given from "./Given.ts"

/** The facts, each time without one of them but for those that may be peeked at. */
const lacking = (facts: Facts.Facts, peeked: ReadonlyArray<string>): ReadonlyArray<Facts.Facts> => {
  const rows = facts.rows.refs().flatMap((ref) => {
    const known = facts.rows.get(ref)
    return known === undefined ? [] : [[ref, known] as const]
  })
  const without = <Value>(all: ReadonlyMap<string, Value>, key: string) =>
    new Map([...all].filter(([each]) => each !== key))
  return [
    ...rows.filter(([{ kind }]) => !peeked.includes(kind)).map(([ref]) => ({
      ...facts,
      rows: fromEntries(rows.filter(([each]) => each !== ref))
    })),
    ...[...facts.owners.keys()].map((key) => ({ ...facts, owners: without(facts.owners, key) })),
    ...[...facts.pages.keys()].filter((key) => !peeked.some((list) => key.includes(list))).map((key) => ({
      ...facts,
      pages: without(facts.pages, key)
    }))
  ]
}

/**
 * A decision that lacks what it rests on fails; it never takes what it does not know for what is not there.
 *
 * @param peeked the kinds of rows, and the lists, that it shares with its needs, so that it only peeks at them
 */
export const expectFacts = <Command, Answer>(
  use: Decision<Command, Answer>,
  command: Command,
  facts: Facts.Facts,
  now: Instant,
  peeked: ReadonlyArray<string> = []
): void => {
  const decide = (facts: Facts.Facts) => Continuation.decide(use, command, { facts, now, ids: Given.ids() })
  const whole = decide(facts)
  for (const each of lacking(facts, peeked)) {
    let told: unknown = null
    try {
      told = decide(each)
    } catch (error) {
      expect(String(error)).toMatch(/not loaded/)
      continue
    }
    expect(told, use.name).toStrictEqual(whole)
  }
}
