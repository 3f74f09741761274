/**
 * Tracks the work that this node holds, or may hold: work that its worker has in hand, work that commits under way
 * will give to it, and work that commits may have given to it whose outcome was lost. Whoever commits asks here what
 * the worker of the same node does with the work that it schedules.
 *
 * Work that is scheduled for now, and that this node would carry out anyway, names the node as its holder, so that no
 * claim has to bring it; the worker takes what the store has given to it as if a claim had returned it. So does the work
 * of events, about which the store asks while it commits (`Store.Naming`). Nobody waits longer for that. Where more waits
 * than a claim brings, all work goes by claims, which serve the lanes in turns; so does work of lanes that this node has
 * filled, and the store gives nothing in front of what waits in its lane. In a lane that keeps its order nothing is
 * named behind work that the node may hold without knowing.
 *
 * The worker's machine (`WorkerState`) is kept here, since it is made before whoever commits, and the worker, whose
 * handlers commit, after them: it steps the machine, and takes from here what the node was given. A node without a worker,
 * one that is being drained, one whose clock is off, and a call within a host's transaction hold nothing.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import * as Limit from "../catalogue/Limit.ts"
import type { Commit } from "../commit/Commit.ts"
import type { Outcome } from "../commit/Outcome.ts"
import { leasesOf } from "../commit/Outcome.ts"
import type { LaneTerms, Store, StoreError } from "../port/Store.ts"
import { Naming } from "../port/Store.ts"
import * as Instant from "../value/Instant.ts"
import type { Due, Holder, Lane, Lease, WorkRef } from "../work/Work.ts"
import { byLane, laneKind, refText } from "../work/Work.ts"
import * as ClaimTrigger from "./ClaimTrigger.ts"
import { KeyedCounter } from "./KeyedCounter.ts"
import type { Action, Event, Holding, Terms } from "./WorkerState.ts"
import * as WorkerState from "./WorkerState.ts"

export type Apply = Store["Service"]["commit"]

/** Work items of one lane. */
export interface Given {
  readonly lane: Lane
  readonly leases: ReadonlyArray<Lease>
  /** The last claim that had begun before the commit: what the node has let go since stands in front of this. */
  readonly claim: number
}

/** A claim asks this besides bringing new work, and tells when it is answered. */
export interface Question {
  readonly work: ReadonlyArray<WorkRef>
  readonly answered: (leases: ReadonlyArray<Lease>) => void
}

export class LocalLeases extends Context.Service<LocalLeases, {
  /** Returns the worker of this node as it is now. */
  readonly worker: () => WorkerState.WorkerState
  /** Tells the worker's machine what has happened, and returns what the worker does next. */
  readonly tell: (event: Event) => ReadonlyArray<Action>
  /** Returns what the worker lends to those who commit here, while it takes work; else null. */
  readonly lent: () => Context.Context<never> | null
  /** Commits such that this node holds immediately what it is about to do. */
  readonly commit: (commits: ReadonlyArray<Commit>, apply: Apply) => ReturnType<Apply>
  /** Returns what tells whom a commit makes claim. */
  readonly known: () => ClaimTrigger.Known
  /** Holds the work that commits have given to this node, which counts as in hand already: the worker carries it out. */
  readonly given: Queue.Dequeue<Given>
  /** The worker has given what a commit has given its turn. */
  readonly begin: (given: Given) => void
  /** Returns the oldest `claim` of what commits under way may give, and of what has no turn yet; null where there is nothing. */
  readonly oldest: () => number | null
  /** The worker has taken a batch of this many items in hand. */
  readonly take: (lane: Lane, items: number) => void
  /** Such a batch has ended. Returns whether a claim could bring nothing of the lane until then, so that more may wait in it. */
  readonly leave: (lane: Lane, items: number) => boolean
  /** Returns whether this node has something of the lane in hand, will have, or may have. */
  readonly isBusy: (lane: Lane) => boolean
  /** Returns whether this node has something of the lane in hand. */
  readonly isInHand: (lane: Lane) => boolean
  /** Returns how many batches the worker has taken in hand so far. */
  readonly takings: () => number
  readonly holding: () => Holding
  /** Returns the work that this node may hold without knowing, for a claim to ask about. */
  readonly doubts: Effect.Effect<Question>
}>()("@signalbox/core/engine/LocalLeases") {}

/**
 * Work that a node may hold without knowing, because the outcome of the commit that was to give it was lost. It keeps its
 * place in its lane until a claim has asked for it.
 */
interface Doubts {
  /** The node may hold this, in a place that it has kept, since such a moment in elapsed nanoseconds. */
  readonly add: (due: Due, now: bigint) => void
  /** Takes work out of doubt once it is known, so that it needs no place of its own. */
  readonly known: (work: WorkRef) => void
  /** Returns whether there is something that no claim has looked for. */
  readonly isOpen: () => boolean
  /** Returns whether there is something of this lane. */
  readonly isIn: (lane: Lane) => boolean
  readonly question: (now: bigint) => Question
}

interface Doubt {
  readonly due: Due
  /** Until when the commit may still be applied, in elapsed nanoseconds. */
  readonly until: bigint
  /** Whether a claim has looked for it. */
  isLookedFor: boolean
}

/** How long a store may still apply a commit that it has not answered, in elapsed nanoseconds. */
const doubtNanos = 15_000_000_000n

/** @param vacate is told that a place in this lane is free again */
const makeDoubts = (vacate: (lane: Lane) => void): Doubts => {
  const doubts = new Map<string, Doubt>()

  const known = (work: WorkRef): void => {
    const text = refText(work)
    const doubt = doubts.get(text)
    if (doubt === undefined) return
    doubts.delete(text)
    vacate(doubt.due.lane)
  }

  return {
    known,
    add: (due, now) => {
      known(due.work)
      doubts.set(refText(due.work), { due, until: now + doubtNanos, isLookedFor: false })
    },
    isOpen: () => [...doubts.values()].some(({ isLookedFor }) => !isLookedFor),
    isIn: (lane) => doubts.size > 0 && [...doubts.values()].some(({ due }) => due.lane === lane),
    question: (now) => {
      const asked = [...doubts.values()]
      return {
        work: asked.map(({ due }) => due.work),
        answered: (leases) => {
          for (const { work } of leases) known(work)
          for (const doubt of asked) {
            doubt.isLookedFor = true
            const { due: { work }, until } = doubt
            if (until <= now && doubts.get(refText(work)) === doubt) known(work)
          }
        }
      }
    }
  }
}

/** The terms of lanes of a kind that the worker does not know. */
const unbounded: LaneTerms = { width: Infinity, shared: true }

/** Names this node as the holder of work that a batch schedules, and keeps what it has named. */
interface Namer {
  /** The last claim that has begun. */
  readonly claim: number
  readonly name: (due: Due) => Due
  readonly held: () => ReadonlyArray<Due>
}

export const make: Effect.Effect<LocalLeases["Service"]> = Effect.gen(function*() {
  let worker = WorkerState.absent
  const given = yield* Queue.unbounded<Given>()
  /** Counts the items of each lane that this node has in hand, and with those that it will have, or may have. */
  const handed = new KeyedCounter<Lane>()
  const counts = new KeyedCounter<Lane>()
  /** How many there are in all lanes. */
  let all = 0
  /** The lanes of which this node has all that it may have, so that more may wait in them. */
  const full = new Set<Lane>()
  /** The lanes of which a claim has brought as much as there was room for, and of which nothing has ended since. */
  const limited = new Set<Lane>()
  /** Counts what has ended since the last claim began: the claim may have found it in hand still. */
  let leftMeanwhile = new KeyedCounter<Lane>()
  /** The commits that may give something, and what has no turn yet, by the last claim that had begun before. */
  const before = new KeyedCounter<number>()
  let inHand = 0
  let takings = 0
  let underWay = 0

  const termsOf = (lane: Lane): LaneTerms => worker.terms?.lanes[laneKind(lane)] ?? unbounded

  /** Returns whether this node has as much of the lane as a claim may bring. */
  const isWide = (lane: Lane): boolean => counts.of(lane) >= termsOf(lane).width

  /** Returns whether commits may give nothing more: of the lane, or beyond what claims bring, since there is so much of it all. */
  const isFilled = (lane: Lane): boolean => {
    const { given = 0, width } = termsOf(lane)
    return counts.of(lane) >= (all < Limit.deliveriesHeld.all ? Math.max(given, width) : width)
  }

  const count = (lane: Lane, more: number): void => {
    const before = counts.of(lane)
    all += counts.add(lane, more) - before
    if (!isWide(lane)) full.delete(lane)
    // Beyond what a claim brings there is what commits have given, and they give nothing where more waits.
    else if (termsOf(lane).given === undefined) full.add(lane)
  }

  const hold = (lane: Lane, items: number): void => {
    inHand++
    takings++
    handed.add(lane, items)
    count(lane, items)
  }

  const isInHand = (lane: Lane): boolean => handed.of(lane) > 0

  const isClosed = (lane: Lane): boolean => !termsOf(lane).shared && isInHand(lane)

  const doubts = makeDoubts((lane) => count(lane, -1))

  const isWanted = (due: Due, now: Instant.Instant, { admits, lanes }: Terms): boolean => {
    const terms = lanes[laneKind(due.lane)]
    return due.at <= now && terms !== undefined && !isFilled(due.lane) && (terms.shared || !doubts.isIn(due.lane)) &&
      admits(due)
  }

  /** Keeps places in the lanes for what it names. */
  const namer = (commits: ReadonlyArray<Commit>, now: Instant.Instant, terms: Terms, holder: Holder): Namer => {
    const held = new Map<string, Due>()
    // A batch that pauses a lane leaves what it schedules there to wait.
    const paused = new Set(commits.flatMap(({ pauses }) => pauses.map(({ lane }) => lane)))
    const alone = { ...holder, isAlone: true }
    const claim = worker.claims
    return {
      claim,
      held: () => [...held.values()],
      name: (due) => {
        const text = refText(due.work)
        if (!held.has(text)) {
          if (paused.has(due.lane) || !isWanted(due, now, terms)) return due
          count(due.lane, 1)
          if (held.size === 0) {
            underWay++
            before.add(claim, 1)
          }
          held.set(text, due)
        }
        return { ...due, holder: terms.lanes[laneKind(due.lane)]!.shared ? holder : alone }
      }
    }
  }

  const named = (commits: ReadonlyArray<Commit>, { name }: Namer): ReadonlyArray<Commit> =>
    commits.map((commit) => {
      if (commit.due.length === 0) return commit
      const due = commit.due.map(name)
      return due.some((each, index) => each !== commit.due[index]) ? { ...commit, due } : commit
    })

  /** Returns what the store has given. It may have given what it has not told of. */
  const ended = (
    names: Namer,
    exit: Exit.Exit<ReadonlyArray<Outcome>, StoreError>,
    now: bigint
  ): ReadonlyArray<Given> => {
    const { claim } = names
    const held = names.held()
    if (held.length === 0) return []
    underWay--
    before.add(claim, -1)
    const isNothing = Option.exists(
      Exit.findErrorOption(exit),
      ({ isBlocked, reason }) => isBlocked || reason === "failed"
    )
    if (Exit.isFailure(exit) && !isNothing) {
      for (const due of held) doubts.add(due, now)
      return []
    }
    for (const { lane } of held) count(lane, -1)
    const all = Exit.isSuccess(exit) ? exit.value.flatMap(leasesOf) : []
    for (const { work } of all) doubts.known(work)
    const given = [...byLane(all)].map(([lane, leases]): Given => ({ lane, leases, claim }))
    before.add(claim, given.length)
    for (const { lane, leases } of given) hold(lane, leases.length)
    return given
  }

  /** Nobody who gives up in between leaves a place or a commit under way behind. */
  const asHolder = (terms: Terms, commits: ReadonlyArray<Commit>, apply: Apply) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.gen(function*() {
        const names = namer(commits, yield* Instant.now, terms, yield* terms.holder)
        const all = named(commits, names)
        return yield* Effect.onExit(
          restore(Effect.provideService(apply(all), Naming, names.name)),
          (exit) => Effect.flatMap(Clock.monotonicTimeNanos, (now) => Queue.offerAll(given, ended(names, exit, now)))
        )
      })
    )

  return {
    worker: () => worker,
    tell: (event) => {
      const [next, actions] = WorkerState.step(worker, event)
      if (next.claims !== worker.claims) leftMeanwhile = new KeyedCounter()
      worker = next
      return actions
    },
    lent: () => worker.isTaking && worker.terms !== null ? worker.terms.lends : null,
    commit: (commits, apply) =>
      Effect.suspend(() => {
        const { hasRoom, isTaking, terms } = worker
        return terms !== null && isTaking && hasRoom &&
            commits.some(({ due, events }) => due.length > 0 || events.length > 0)
          ? asHolder(terms, commits, apply)
          : apply(commits)
      }),
    known: () =>
      worker.terms === null
        ? ClaimTrigger.nothing
        : { full: full.size + limited.size > 0 ? "here" : null, isClosed, looksBy: WorkerState.looksBy(worker) },
    given,
    begin: ({ claim }) => void before.add(claim, -1),
    oldest: () => before.first ?? null,
    take: (lane, items) => {
      hold(lane, items)
      if (counts.of(lane) + leftMeanwhile.of(lane) >= termsOf(lane).width) limited.add(lane)
    },
    leave: (lane, items) => {
      inHand--
      leftMeanwhile.add(lane, items)
      const [wasFull, wasLimited, wasWide] = [full.has(lane), limited.delete(lane), isWide(lane)]
      handed.add(lane, -items)
      count(lane, -items)
      return wasFull || wasLimited || wasWide && !isWide(lane)
    },
    isBusy: (lane) => counts.of(lane) > 0,
    isInHand,
    takings: () => takings,
    holding: () => ({ batches: inHand, commits: underWay, isInDoubt: doubts.isOpen() }),
    doubts: Effect.map(Clock.monotonicTimeNanos, doubts.question)
  }
})

/** Each engine has its own. */
export const layer: Layer.Layer<LocalLeases> = Layer.effect(LocalLeases, make)
