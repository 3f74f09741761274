/**
 * Finds among the facts of a decision whether the operator has paused or drained something.
 */
import type * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { Mode, Restriction, Restrictions } from "../row/Restrictions.ts"
import { none, RestrictionRows, restrictionsKey } from "../row/Restrictions.ts"
import type { Instant } from "../value/Instant.ts"
import * as LaneKind from "../work/LaneKind.ts"
import type { Lane } from "../work/Work.ts"

export const needs: Needs.Needs = Needs.row(RestrictionRows, restrictionsKey)

/** Returns the whole row. */
export const row = (facts: Facts.Facts): Restrictions => Facts.get(facts, RestrictionRows, restrictionsKey) ?? none

export const all = (facts: Facts.Facts): ReadonlyArray<Restriction> => row(facts).all

/** Returns whether the lane, or the group that it belongs to, has this restriction. */
export const has = (restrictions: ReadonlyArray<Restriction>, lane: Lane, mode: Mode): boolean =>
  restrictions.some((each) => each.mode === mode && (each.on === lane || each.on === LaneKind.group(lane)))

export const isPaused = (facts: Facts.Facts, lane: Lane): boolean => has(all(facts), lane, "paused")

export const isDrained = (facts: Facts.Facts, lane: Lane): boolean => has(all(facts), lane, "drained")

/** Returns the pause of a lane that the service itself wants. It never opens a lane that the operator has paused. */
export const pause = (facts: Facts.Facts, lane: Lane, until: Instant | null): Pick<Commit.Commit, "pauses"> => ({
  pauses: isPaused(facts, lane) ? [] : [{ lane, until }]
})
