/**
 * The worker as a machine: its modes, and what it does next when something has happened. It asks for one thing at a time,
 * and goes on with the answer:
 *
 * - `Absent` is a node on which no worker has begun;
 * - `Starting` asks whether the clock is right, since what falls due is measured by it;
 * - `Claiming` waits for what a claim brings. A claim with room for more leaves nothing that this node could take;
 * - `Gathering` waits a moment, since the claim has brought nothing but work behind other work that it has in hand;
 * - `Looking` asks when the next work falls due, unless the claim has told, and `Resting` waits for that, for the signal, or
 *   for the next look;
 * - `ClockOff` and `Unanswered` wait for the next look, whatever the signal says;
 * - `Draining` begins nothing any more, and `Ended` is a worker that nobody carries out.
 */
import type * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { LaneTerms } from "../port/Store.ts"
import * as Instant from "../value/Instant.ts"
import type { Due, Holder } from "../work/Work.ts"

/** The terms on which a worker takes work. They stay as they are for as long as it works. */
export interface Terms {
  /** How soon it looks for work again, in milliseconds of elapsed time. */
  readonly pollMillis: number
  readonly lanes: Readonly<Record<string, LaneTerms>>
  /** As whom it holds work. */
  readonly holder: Effect.Effect<Holder>
  /** Returns whether it would begin such work right now. */
  readonly admits: (due: Due) => boolean
  /** Services of its jobs that those go by who commit on its node. */
  readonly lends: Context.Context<never>
}

/** The amount that a node holds besides what a claim under way may have brought. */
export interface Holding {
  /** How many batches the worker has in hand. */
  readonly batches: number
  /** How many commits are under way whose work this node will hold. */
  readonly commits: number
  /** Whether this node may hold something that no claim has looked for. */
  readonly isInDoubt: boolean
}

export type Mode =
  | { readonly _tag: "Absent" }
  | { readonly _tag: "Starting" }
  /** With whether the signal was raised since the claim began, so that it may have missed something. */
  | { readonly _tag: "Claiming"; readonly isSignalled: boolean }
  | { readonly _tag: "Gathering"; readonly isSignalled: boolean }
  | { readonly _tag: "Looking"; readonly isSignalled: boolean }
  | { readonly _tag: "Resting"; readonly until: Instant.Instant }
  | { readonly _tag: "ClockOff" }
  | { readonly _tag: "Unanswered" }
  /** With whether a claim is under way that began before. */
  | { readonly _tag: "Draining"; readonly isClaiming: boolean }
  | { readonly _tag: "Ended" }

export interface WorkerState {
  readonly mode: Mode
  /** Null while there is no worker. */
  readonly terms: Terms | null
  /** Whether the node takes work: its clock was right when it was last looked at, and nobody drains it. */
  readonly isTaking: boolean
  /** Whether the last claim was answered and has left nothing that this node could take. */
  readonly hasRoom: boolean
  /** How many claims have begun, and the number of the last one that was answered. */
  readonly claims: number
  readonly answered: number
  /** The time of that answer, or else of the worker's beginning, in elapsed nanoseconds. */
  readonly answeredAt: bigint
  /** The worker claims no earlier than this, in elapsed nanoseconds. */
  readonly gathersUntil: bigint
}

/** When the next work falls due, as it was at this instant; null means none does. */
export interface Foreseen {
  readonly next: Instant.Instant | null
  readonly now: Instant.Instant
}

export type Event =
  /** A worker begins at this moment, in elapsed nanoseconds. */
  | { readonly _tag: "Begins"; readonly terms: Terms; readonly at: bigint }
  /** The clock was looked at. */
  | { readonly _tag: "Measured"; readonly isRight: boolean }
  /** A claim was answered at this moment, in elapsed nanoseconds. What it has brought comes in hand now. */
  | { readonly _tag: "Claimed"; readonly brought: Brought; readonly at: bigint }
  /** All that the claim has brought is in hand. A claim that has brought nothing may have foreseen what comes next. */
  | { readonly _tag: "Taken"; readonly foreseen?: Foreseen }
  /** The store has said when the next work falls due. */
  | Foreseen & { readonly _tag: "Foreseen" }
  | { readonly _tag: "Rested" }
  /** An action that the worker has asked for has failed. */
  | { readonly _tag: "Failed" }
  | { readonly _tag: "Signalled" }
  | { readonly _tag: "Drains" }
  /** Nobody carries the worker's actions out any more. */
  | { readonly _tag: "Stopped" }

/**
 * A claim brings nothing, all that it may (`full`), some work (`some`), or nothing but work behind other work of the same
 * lanes that the node has in hand (`behind`).
 */
export type Brought = "nothing" | "some" | "behind" | "full"

/** The first four are answered by an event, a claim by two of them; the others are done immediately. */
export type Action =
  /** Not before this moment, in elapsed nanoseconds. */
  | { readonly _tag: "Measure"; readonly from: bigint }
  /** A claim that was never answered may have taken work, which this one brings: it is as old as the oldest of these. */
  | { readonly _tag: "Claim"; readonly claim: number; readonly oldest: number }
  | { readonly _tag: "Foresee" }
  /** Ends early when the worker is woken. */
  | { readonly _tag: "Rest"; readonly millis: number }
  | { readonly _tag: "Wake" }
  /** Whoever waits for the worker to be idle or drained looks again. */
  | { readonly _tag: "Notify" }
  /** Whoever carries work out learns that the worker drains. */
  | { readonly _tag: "Drain" }

export type Step = readonly [WorkerState, ReadonlyArray<Action>]

const foresee: Action = { _tag: "Foresee" }
const wake: Action = { _tag: "Wake" }
const notify: Action = { _tag: "Notify" }
const drain: Action = { _tag: "Drain" }
const rest = (millis: number): Action => ({ _tag: "Rest", millis })

/**
 * How long a worker waits until its next claim, in elapsed milliseconds, when the last one has brought nothing but work
 * behind other work that it has in hand: claims cost the same whether they bring one item or many.
 */
const gatherMillis = 20

/** A node on which no worker has begun. */
export const absent: WorkerState = {
  mode: { _tag: "Absent" },
  terms: null,
  isTaking: false,
  hasRoom: false,
  claims: 0,
  answered: 0,
  answeredAt: 0n,
  gathersUntil: 0n
}

export const isDraining = ({ mode }: WorkerState): boolean => mode._tag === "Draining"

/** Returns whether a claim is under way. It may hold work already. */
export const isClaiming = ({ mode }: WorkerState): boolean =>
  mode._tag === "Claiming" || (mode._tag === "Draining" && mode.isClaiming)

/** Returns until when the worker looks for work by itself; Infinity while it does not know. */
export const looksBy = ({ mode }: WorkerState): number => mode._tag === "Resting" ? mode.until : Infinity

const isEmpty = ({ batches, commits }: Holding): boolean => batches === 0 && commits === 0

/** Returns whether a node holds nothing besides what a claim may have brought. */
export const isAtRest = (holding: Holding): boolean => isEmpty(holding) && !holding.isInDoubt

/** Returns whether a node has nothing to do but what falls due. */
export const isIdle = (self: WorkerState, holding: Holding): boolean => !isClaiming(self) && isAtRest(holding)

/** Returns whether a node that drains has to wait for something. What it may hold without knowing it leaves to others. */
export const isHolding = (self: WorkerState, holding: Holding): boolean => isClaiming(self) || !isEmpty(holding)

/**
 * Returns in a few words why the worker claims nothing, or null when it does.
 *
 * @param patience how long a claim may take, with what lies between claims, in elapsed nanoseconds
 */
export const standstill = (self: WorkerState, now: bigint, patience: bigint): string | null => {
  if (self.mode._tag === "Draining") return "is being drained"
  if (self.mode._tag === "Ended") return "has ended"
  if (self.mode._tag === "Absent") return "has not begun"
  return now - self.answeredAt > patience ? "has claimed nothing for too long" : null
}

/** A worker begins anew, whatever became of one before it. */
const begin = (terms: Terms, at: bigint): Step => restart({ ...absent, terms, answeredAt: at })

const restart = (self: WorkerState, ...actions: ReadonlyArray<Action>): Step => [
  { ...self, mode: { _tag: "Starting" } },
  [...actions, { _tag: "Measure", from: self.gathersUntil }]
]

const claim = (self: WorkerState): Step => [
  { ...self, mode: { _tag: "Claiming", isSignalled: false }, isTaking: true, claims: self.claims + 1 },
  [{ _tag: "Claim", claim: self.claims + 1, oldest: self.answered + 1 }]
]

const look = (self: WorkerState, ...actions: ReadonlyArray<Action>): Step => [
  { ...self, mode: { _tag: "Looking", isSignalled: false } },
  [...actions, foresee]
]

const pollOf = ({ terms }: WorkerState): number => terms?.pollMillis ?? 0

/** Work that is due but cannot be claimed waits for the signal, or for another node to release its lane. */
const restFrom = (self: WorkerState, { next, now }: Foreseen, ...actions: ReadonlyArray<Action>): Step => {
  const pollMillis = pollOf(self)
  const millis = next !== null && next > now ? Math.min(next - now, pollMillis) : pollMillis
  return [{ ...self, mode: { _tag: "Resting", until: Instant.plus(now, millis) } }, [...actions, rest(millis)]]
}

const answered = (self: WorkerState, brought: Brought, at: bigint): Step => [
  {
    ...self,
    hasRoom: brought !== "full",
    answered: self.claims,
    answeredAt: at,
    gathersUntil: brought === "behind" ? at + BigInt(gatherMillis) * 1_000_000n : at
  },
  []
]

/** Nothing but a claim that began before concerns a worker that drains. */
const draining = (self: WorkerState, event: Event): Step => {
  switch (event._tag) {
    case "Claimed":
      return answered(self, event.brought, event.at)
    case "Taken":
      return [{ ...self, mode: { _tag: "Draining", isClaiming: false } }, [notify]]
    case "Failed":
      return [{ ...self, hasRoom: false, mode: { _tag: "Draining", isClaiming: false } }, [notify]]
    case "Stopped":
      return [{ ...self, hasRoom: false, terms: null, mode: { _tag: "Draining", isClaiming: false } }, [notify]]
    default:
      return [self, []]
  }
}

/** Returns what the worker is after an event, and what it does next. */
export const step = (self: WorkerState, event: Event): Step => {
  const { mode } = self
  if (event._tag === "Begins") return begin(event.terms, event.at)
  if (mode._tag === "Draining") return draining(self, event)
  if (event._tag === "Drains") {
    return [{ ...self, isTaking: false, mode: { _tag: "Draining", isClaiming: isClaiming(self) } }, [drain]]
  }
  if (mode._tag === "Ended" || mode._tag === "Absent") return [self, []]
  switch (event._tag) {
    case "Stopped":
      return [{ ...self, isTaking: false, terms: null, mode: { _tag: "Ended" } }, [notify]]
    case "Failed":
      return [{ ...self, hasRoom: false, mode: { _tag: "Unanswered" } }, [rest(pollOf(self))]]
    case "Signalled":
      if (mode._tag === "Resting") return [self, [wake]]
      // In the other modes a claim comes next, or after a rest that no signal ends.
      return mode._tag === "Claiming" || mode._tag === "Gathering" || mode._tag === "Looking"
        ? [{ ...self, mode: { ...mode, isSignalled: true } }, []]
        : [self, []]
    case "Measured":
      if (mode._tag !== "Starting") return [self, []]
      return event.isRight
        ? claim(self)
        : [{ ...self, isTaking: false, mode: { _tag: "ClockOff" } }, [rest(pollOf(self))]]
    case "Claimed":
      return mode._tag === "Claiming" ? answered(self, event.brought, event.at) : [self, []]
    case "Taken":
      if (mode._tag !== "Claiming") return [self, []]
      if (!self.hasRoom) return restart(self)
      if (mode.isSignalled) return restart(self, notify)
      // Nothing is claimed before that, so nobody asks what falls due.
      if (self.gathersUntil > self.answeredAt) {
        return [{ ...self, mode: { _tag: "Gathering", isSignalled: false } }, [notify, rest(gatherMillis)]]
      }
      return event.foreseen === undefined ? look(self, notify) : restFrom(self, event.foreseen, notify)
    case "Foreseen":
      if (mode._tag !== "Looking") return [self, []]
      return mode.isSignalled ? restart(self) : restFrom(self, event)
    case "Rested":
      if (mode._tag === "Gathering") return mode.isSignalled ? restart(self) : look(self)
      return mode._tag === "Resting" || mode._tag === "ClockOff" || mode._tag === "Unanswered"
        ? restart(self)
        : [self, []]
  }
}
