/**
 * Adds what a node has counted of carriers to what all nodes share, and lets the weights of unwell carriers fall
 * (decisions 18.3). Both rows are expected as they were read, so no two nodes let a weight fall for the same reason.
 */
import * as Equal from "effect/Equal"
import * as Commit from "../commit/Commit.ts"
import { type Decision, done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { Counted } from "../engine/CarrierTally.ts"
import type { HealthTerms } from "../engine/HealthTerms.ts"
import * as Restriction from "../engine/Restriction.ts"
import { SubmissionWork } from "../message/AttemptWork.ts"
import type { CarrierCounts, Minute } from "../row/CarrierCounts.ts"
import { CarrierCountsRows, none, sum } from "../row/CarrierCounts.ts"
import { RestrictionRows, restrictionsKey } from "../row/Restrictions.ts"
import type { Instant } from "../value/Instant.ts"
import * as LaneKind from "../work/LaneKind.ts"
import * as Demotion from "./Demotion.ts"
import * as Judgement from "./Judgement.ts"

export interface Command {
  readonly terms: HealthTerms
  /** The carriers of the node. */
  readonly carriers: ReadonlyArray<Pick<Demotion.Carrier, "channels" | "id">>
  /** The counts of the node since it has added the last ones. */
  readonly counted: ReadonlyArray<Counted>
}

/** Adds to the minutes of a carrier. What is older than the window, or lies far ahead, is left out. */
export const added = (
  before: CarrierCounts,
  counted: ReadonlyArray<Counted>,
  terms: HealthTerms,
  now: Instant
): CarrierCounts => {
  const [first, last] = [Judgement.firstMinute(terms, now), Judgement.minuteOf(now) + 1]
  const minutes = new Map(before.minutes.map((each) => [each.minute, each]))
  for (const { counts, country, minute } of counted) {
    const known: Minute = minutes.get(minute) ?? { minute, countries: {} }
    const sums = sum(known.countries[country] ?? none, counts)
    minutes.set(minute, { minute, countries: { ...known.countries, [country]: sums } })
  }
  return {
    carrier: before.carrier,
    heardAt: counted.some(({ isHeard }) => isHeard) ? now : before.heardAt,
    minutes: [...minutes.values()].filter(({ minute }) => minute >= first && minute <= last)
      .toSorted((one, other) => one.minute - other.minute)
  }
}

export const ReviewCarriers: Decision<Command, void> = {
  name: "carriers.review",
  needs: ({ carriers }) => Needs.all(Restriction.needs, ...carriers.map(({ id }) => Needs.row(CarrierCountsRows, id))),
  decide: ({ carriers, counted, terms }, { facts, now }) => {
    const changed: Array<CarrierCounts> = []
    const known = carriers.map(({ channels, id }): Demotion.Carrier => {
      const before = Facts.get(facts, CarrierCountsRows, id)
      const own = counted.filter(({ carrier }) => carrier === id)
      if (own.length === 0) return { id, channels, counts: before }
      const counts = added(before ?? { carrier: id, heardAt: null, minutes: [] }, own, terms, now)
      changed.push(counts)
      return { id, channels, counts }
    })
    const row = Restriction.row(facts)
    const { marks = [] } = row
    const open = known.filter(({ id }) =>
      !Restriction.has(row.all, LaneKind.groupOf(SubmissionWork.lane, id), "drained")
    )
    const next = Demotion.after(marks, open, terms, now)
    const isSame = Equal.equals(next, marks)
    return done(undefined, {
      expects: [
        ...changed.map(({ carrier }) => Facts.expected(facts, CarrierCountsRows, carrier)),
        ...(isSame ? [] : [Facts.expected(facts, RestrictionRows, restrictionsKey)])
      ],
      puts: [
        ...changed.map((counts) => Commit.put(CarrierCountsRows, counts)),
        ...(isSame ? [] : [Commit.put(RestrictionRows, { ...row, marks: next })])
      ]
    })
  }
}
