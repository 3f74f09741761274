/**
 * The operator pauses or drains a carrier or a lane, and lifts that again. Each call may be repeated.
 */
import * as Limit from "../catalogue/Limit.ts"
import * as Commit from "../commit/Commit.ts"
import { type Decision, done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import { Lines } from "../row/Line.ts"
import type { Mode, Restriction } from "../row/Restrictions.ts"
import { RestrictionRows, restrictionsKey } from "../row/Restrictions.ts"
import type { Instant } from "../value/Instant.ts"
import type { Lane } from "../work/Work.ts"
import * as Restriction_ from "./Restriction.ts"

/** A lane, or all lanes of a carrier. */
export type Subject =
  | { readonly _tag: "Carrier"; readonly group: Lane }
  | {
    readonly _tag: "Lane"
    readonly lane: Lane
    /** The key of the line that a busy carrier may have closed; null for lanes that no carrier closes. */
    readonly line: string | null
  }

export type RestrictAnswer = "Changed" | "Unchanged" | "TooMany"

const nameOf = (subject: Subject): Lane => subject._tag === "Carrier" ? subject.group : subject.lane

const kept = (facts: Facts.Facts, all: ReadonlyArray<Restriction>): Partial<Commit.Commit> => ({
  expects: [Facts.expected(facts, RestrictionRows, restrictionsKey)],
  puts: [Commit.put(RestrictionRows, { ...Restriction_.row(facts), all })]
})

/** A lane is closed in the store as well, so that nobody claims what waits in it. */
const closed = (subject: Subject, mode: Mode): Partial<Commit.Commit> =>
  subject._tag === "Lane" && mode === "paused" ? { pauses: [{ lane: subject.lane, until: Limit.pausedForEver }] } : {}

export const Restrict: Decision<{ readonly subject: Subject; readonly mode: Mode }, RestrictAnswer> = {
  name: "restrictions.add",
  needs: () => Restriction_.needs,
  decide: ({ mode, subject }, { facts, now }) => {
    const before = Restriction_.all(facts)
    const on = nameOf(subject)
    // Whoever repeats a pause closes the lane again, whatever has become of it.
    if (before.some((each) => each.on === on && each.mode === mode)) {
      return done<RestrictAnswer>("Unchanged", closed(subject, mode))
    }
    if (before.length >= Limit.restrictions) return done<RestrictAnswer>("TooMany")
    return done<RestrictAnswer>("Changed", kept(facts, [...before, { on, mode, since: now }]), closed(subject, mode))
  }
}

/** Returns what opens a lane: a carrier that is busy is asked when it said, and not before. */
const opened = (subject: Subject, facts: Facts.Facts, now: Instant): Partial<Commit.Commit> => {
  if (subject._tag === "Carrier") return {}
  const line = subject.line === null ? null : Facts.get(facts, Lines, subject.line)
  const until = line !== null && line.until > now ? line.until : null
  return { pauses: [{ lane: subject.lane, until }] }
}

export const LiftRestriction: Decision<{ readonly subject: Subject }, RestrictAnswer> = {
  name: "restrictions.lift",
  needs: ({ subject }) =>
    Needs.all(
      Restriction_.needs,
      subject._tag === "Lane" && subject.line !== null ? Needs.row(Lines, subject.line) : Needs.none
    ),
  decide: ({ subject }, { facts, now }) => {
    const before = Restriction_.all(facts)
    const after = before.filter(({ on }) => on !== nameOf(subject))
    const isKnown = after.length < before.length
    // A lane of a carrier that is paused stays closed: the first that is to be handed over closes it again.
    return isKnown
      ? done<RestrictAnswer>("Changed", kept(facts, after), opened(subject, facts, now))
      : done<RestrictAnswer>("Unchanged")
  }
}

/** Opens a lane that a pause of its carrier has closed, unless the lane is paused itself. */
export const OpenLane: Decision<{ readonly lane: Lane; readonly line: string }, void> = {
  name: "restrictions.open",
  needs: ({ line }) => Needs.all(Restriction_.needs, Needs.row(Lines, line)),
  decide: ({ lane, line }, { facts, now }) =>
    Restriction_.isPaused(facts, lane)
      ? done(undefined)
      : done(undefined, opened({ _tag: "Lane", lane, line }, facts, now))
}
