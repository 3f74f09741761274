/**
 * Executes decisions, one or a set of them, step by step: each step says what is loaded or committed, and the answers
 * lead to the next one. It does nothing itself. A driver does what a step says, asks it for the next one, and so on
 * until all is done; so every driver tries the same things again, equally often, and charges a failure to the same
 * decisions.
 */
import * as Cause from "effect/Cause"
import * as Exit from "effect/Exit"
import type { CarrierOutcome } from "../commit/CarrierOutcomes.ts"
import type { Commit } from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import type { IdGenerator } from "../commit/IdGenerator.ts"
import * as Needs from "../commit/Needs.ts"
import type { Outcome } from "../commit/Outcome.ts"
import * as Tallied from "../commit/Tallied.ts"
import type { LastSeen } from "../port/LastSeen.ts"
import type { StoreError } from "../port/Store.ts"
import type { Instant } from "../value/Instant.ts"
import type * as CarrierTally from "./CarrierTally.ts"
import type { Confidence } from "./Confidence.ts"
import * as Contention from "./Contention.ts"
import * as DecisionSet from "./DecisionSet.ts"
import type { Watch } from "./DecisionWatch.ts"
import * as Foresight from "./Foresight.ts"
import type { Wanted } from "./Loader.ts"
import { isLarge } from "./Loader.ts"
import * as PendingDecision from "./PendingDecision.ts"

/** Returns the next step, at the instant at which it is asked for. */
export type Next = (now: Instant) => Step

export type Step =
  /** This is to be loaded. */
  | (Wanted & {
    readonly _tag: "Load"
    readonly next: (loaded: Exit.Exit<Facts.Facts, StoreError>, now: Instant) => Step
  })
  /** Each of these is to be committed by itself. */
  | {
    readonly _tag: "Commit"
    readonly commits: ReadonlyArray<Commit>
    /** @param outcomes what each has come to, in their order */
    readonly next: (outcomes: ReadonlyArray<Exit.Exit<Outcome, StoreError>>, now: Instant) => Step
  }
  /** Others have their turn, and so many milliseconds go by. */
  | { readonly _tag: "Wait"; readonly millis: number; readonly next: Next }
  /** All that comes now is done in the turn of a decision at these rows. */
  | {
    readonly _tag: "Serialize"
    readonly rows: Contention.Rows
    readonly decision: PendingDecision.Any
    readonly next: Next
  }
  /** These are done one after the other, each with all that comes after it. */
  | { readonly _tag: "Split"; readonly parts: ReadonlyArray<Next> }
  /** Every decision has come to its end. */
  | { readonly _tag: "Done" }

/** The things that an execution looks at besides the store's answers. */
export interface Surroundings {
  readonly ids: IdGenerator
  readonly lastSeen: LastSeen
  /** Returns whether others have their turn at what the commit would write, or wait for it. */
  readonly isContended: (commit: Commit) => boolean
  readonly confidence: Confidence
  /** Counts how carriers fare, once that is committed. Absent: nobody counts. */
  readonly carriers?: CarrierTally.Watch | undefined
  readonly watch?: Watch | null
}

/**
 * The decisions that are executed together, how often some of them have lost a race, and whether they have their turn.
 */
interface Group {
  readonly around: Surroundings
  readonly decisions: ReadonlyArray<PendingDecision.Any>
  readonly losses: number
  readonly hasTurn: boolean
  /** Whether this round rests on rows as the store last saw them. */
  readonly isSeen: boolean
}

interface Decided {
  readonly decision: PendingDecision.Any
  readonly commit: Commit
  /** How carriers have fared in it. Absent: nobody counts. */
  readonly outcomes?: ReadonlyArray<CarrierOutcome> | undefined
}

/** How many decisions of a set are decided in one go. */
const few = 64

const done: Step = { _tag: "Done" }

const wait = (millis: number, next: Next): Step => ({ _tag: "Wait", millis, next })

/** Others have their turn after so many rows, if these are many. */
const after = (rows: number, now: Instant, next: Next): Step => isLarge(rows) ? wait(0, next) : next(now)

const isOpen = ({ isOpen }: PendingDecision.Any): boolean => isOpen

const openOf = ({ decisions }: Group): ReadonlyArray<PendingDecision.Any> =>
  decisions.every(isOpen) ? decisions : decisions.filter(isOpen)

/** Executes what is open, with fresh facts besides these. */
const round = (group: Group, known: Facts.Facts, now: Instant): Step => {
  const open = openOf(group)
  return open.length === 0 ? done : gather(group, open, known, now, 0)
}

/** Executes decisions. Each of them tells in the end what it has come to. */
export const begin = (around: Surroundings, decisions: ReadonlyArray<PendingDecision.Any>, now: Instant): Step => {
  // The first loss of a single decision does not count, which has many beside it that lose as well.
  const group: Group = { around, decisions, losses: decisions.length === 1 ? -1 : 0, hasTurn: false, isSeen: false }
  const seen = Foresight.seen(decisions, around.lastSeen)
  return seen === null || !around.confidence.holds()
    ? round(group, Facts.empty, now)
    : decide({ ...group, isSeen: true }, seen, now)
}

/**
 * Loads what decisions lack, and asks those again; once nobody lacks anything, all that is open is decided.
 *
 * @param asked those that may lack something
 * @param loads how often something was loaded already
 */
const gather = (
  group: Group,
  asked: ReadonlyArray<PendingDecision.Any>,
  known: Facts.Facts,
  now: Instant,
  loads: number
): Step => {
  const missing = missingOf(asked, known)
  if (missing.every(Needs.isEmpty)) return decide(group, known, now)
  const again = lackingOf(asked, missing)
  if (loads === PendingDecision.most) {
    return fail(group, again, Cause.die(new Error(`${again[0]!.name} needs no end`)), now)
  }
  return load(group, again, lackingOf(missing, missing), known, loads)
}

/** Returns those to which something is missing: most of the time all of them. */
const lackingOf = <Each>(all: ReadonlyArray<Each>, missing: ReadonlyArray<Needs.Needs>): ReadonlyArray<Each> =>
  missing.some(Needs.isEmpty) ? all.filter((_, index) => !Needs.isEmpty(missing[index]!)) : all

const missingOf = (asked: ReadonlyArray<PendingDecision.Any>, known: Facts.Facts): ReadonlyArray<Needs.Needs> =>
  asked.map((decision) => decision.lacks(known))

/** Loads what these decisions lack, and what it is foreseen that they will lack then, before they are asked again. */
const load = (
  group: Group,
  again: ReadonlyArray<PendingDecision.Any>,
  lacking: ReadonlyArray<Needs.Needs>,
  known: Facts.Facts,
  loads: number
): Step => {
  const more = known === Facts.empty ? Foresight.of(again, lacking, group.around.lastSeen) : Foresight.none
  const needs = lacking.length + more.length === 1 ? lacking[0]! : Facts.missing(known, Needs.all(...lacking, ...more))
  return {
    _tag: "Load",
    known,
    needs,
    next: (loaded, now) =>
      Exit.isFailure(loaded)
        ? divide(group, loaded, now)
        : after(
          needs.rows.length + needs.uniques.length,
          now,
          (now) => gather(group, again, loaded.value, now, loads + 1)
        )
  }
}

const fail = (
  group: Group,
  decisions: ReadonlyArray<PendingDecision.Any>,
  cause: Cause.Cause<StoreError>,
  now: Instant
): Step => {
  for (const decision of decisions) decision.fail(cause)
  return round(group, Facts.empty, now)
}

/** One decision may fail the load of all, so each half is tried by itself; a store that is away fails all of them. */
const divide = (group: Group, failure: Exit.Failure<unknown, StoreError>, now: Instant): Step => {
  const open = openOf(group)
  if (open.length === 1 || PendingDecision.isAway(failure)) return fail(group, open, failure.cause, now)
  const middle = open.length >> 1
  const halves = [open.slice(0, middle), open.slice(middle)]
  return { _tag: "Split", parts: halves.map((half) => (now) => begin(group.around, half, now)) }
}

/**
 * Decides decisions one after the other, and commits what comes of them; after every few of them others have their
 * turn.
 */
const decide = (group: Group, facts: Facts.Facts, at: Instant): Step => {
  const open = openOf(group)
  return open.length === 1 ? decideOne(group, open[0]!, facts, at) : decideAll(group, open, facts, at)
}

const decideOne = (group: Group, decision: PendingDecision.Any, facts: Facts.Facts, at: Instant): Step => {
  const { carriers, ids, watch = null } = group.around
  const made = decision.decide({ facts, now: at, ids }, watch)
  if (made === null) return round(group, Facts.empty, at)
  const commit = Tallied.of(made, facts)
  const decided = [{ decision, commit, outcomes: carriers?.see(commit, facts, at) }]
  return isLarge(commit.puts.length) ? yielded(group, decided, facts) : take(group, decided, facts)
}

/** Others have their turn before these are committed. */
const yielded = (group: Group, decided: ReadonlyArray<Decided>, facts: Facts.Facts): Step =>
  wait(0, () => take(group, decided, facts))

const decideAll = (
  group: Group,
  open: ReadonlyArray<PendingDecision.Any>,
  facts: Facts.Facts,
  at: Instant
): Step => {
  const touched = new DecisionSet.Touched(facts)
  const decided: Array<Decided> = []
  const grounds = { facts, now: at, ids: group.around.ids }
  const from = (first: number, now: Instant): Step => {
    const next = first + few
    for (const decision of open.slice(first, next)) {
      const made = decision.decide(grounds, group.around.watch ?? null)
      if (made === null || touched.meets(made)) continue
      const commit = Tallied.of(made, facts)
      decided.push({ decision, commit, outcomes: group.around.carriers?.see(commit, facts, at) })
      touched.add(commit)
    }
    if (next < open.length) return wait(0, (now) => from(next, now))
    if (decided.length === 0) return round(group, Facts.empty, now)
    const puts = decided.reduce((sum, { commit }) => sum + commit.puts.length, 0)
    return isLarge(puts) ? yielded(group, decided, facts) : take(group, decided, facts)
  }
  return from(0, at)
}

/** Commits, unless it is the turn of others at the rows of a single decision: that is decided again in its own. */
const take = (group: Group, decided: ReadonlyArray<Decided>, facts: Facts.Facts): Step => {
  const [{ commit, decision }] = decided as [Decided]
  // A set is many decisions, and does not wait for the turn of one.
  if (group.decisions.length > 1 || group.hasTurn) return settle(group, decided)
  const others = group.around.isContended(commit)
  const rows = others || decision.tries > 0 ? Contention.rows(commit) : []
  if (rows.length === 0) return settle(group, decided)
  // Those in front are to change what is known.
  return serialized(group, decision, rows, others ? Facts.empty : facts)
}

const serialized = (
  group: Group,
  decision: PendingDecision.Any,
  rows: Contention.Rows,
  known: Facts.Facts
): Step => ({
  _tag: "Serialize",
  rows,
  decision,
  next: (now) => round({ ...group, losses: 0, hasTurn: true }, known, now)
})

/** Counts how carriers have fared in a commit that was applied: any other has not happened. */
const count = ({ around }: Group, { outcomes }: Decided, outcome: Exit.Exit<Outcome, StoreError>): void => {
  if (outcomes !== undefined && Exit.isSuccess(outcome) && outcome.value._tag === "Done") {
    around.carriers?.count(outcomes)
  }
}

/** Commits, and decides again what has lost a race; who loses again and again waits a moment of chance. */
const settle = (group: Group, decided: ReadonlyArray<Decided>): Step => ({
  _tag: "Commit",
  commits: decided.map(({ commit }) => commit),
  next: (outcomes, now) => {
    for (let index = 0; index < decided.length; index++) {
      const outcome = outcomes[index]!
      decided[index]!.decision.settle(outcome)
      count(group, decided[index]!, outcome)
    }
    const isLost = decided.some(({ decision }) => decision.isOpen)
    if (group.isSeen) group.around.confidence[isLost ? "lost" : "kept"]()
    if (!isLost) return round({ ...group, isSeen: false }, Facts.empty, now)
    const losses = group.losses + 1
    const again = (now: Instant) => round({ ...group, losses, isSeen: false }, Facts.empty, now)
    return losses > 1 || group.hasTurn ? wait(Contention.pause(losses, group.around.ids), again) : again(now)
  }
})
