/**
 * Tracks the work that this node holds, or may hold: work that its worker has in hand, work that commits under way
 * will give to it, and work that commits may have given to it whose outcome was lost. Whoever commits asks here what
 * the worker of the same node does with the work that it schedules.
 *
 * Work that is scheduled for now, and that this node would carry out anyway, names the node as its holder, so that no
 * claim has to bring it; the worker takes what the store has given to it as if a claim had returned it. Nobody waits
 * longer for that. Where more waits than a claim brings, all work goes by claims, which serve the lanes in turns; so does
 * work of lanes that this node has filled, and the store gives nothing in front of what waits in its lane.
 *
 * It is made before whoever commits, and work is carried out by who commits, so the worker alone comes later: it says
 * once that it begins, and once that it ends. A node without a worker, one that is being drained, one whose clock is off,
 * and a call within a host's transaction hold nothing.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { Commit } from "../commit/Commit.ts"
import type { Outcome } from "../commit/Outcome.ts"
import { leasesOf } from "../commit/Outcome.ts"
import type { LaneTerms, Store, StoreError } from "../port/Store.ts"
import * as Instant from "../value/Instant.ts"
import type { Due, Holder, Lane, Lease } from "../work/Work.ts"
import { laneKind } from "../work/Work.ts"
import * as ClaimTrigger from "./ClaimTrigger.ts"
import * as Doubts from "./Doubts.ts"

export type Apply = Store["Service"]["commit"]

/** The worker of a node, as those see it who commit there. */
export interface Taker {
  readonly lanes: Readonly<Record<string, LaneTerms>>
  /** As whom it holds work. */
  readonly holder: Effect.Effect<Holder>
  /** Returns whether it would begin such work right now. */
  readonly admits: (due: Due) => boolean
  /** Returns whether it takes work now. */
  readonly isTaking: () => boolean
  /** Returns whether claims leave nothing behind that it could take. */
  readonly hasRoom: () => boolean
  /** Returns until when it looks for work by itself; Infinity while nobody knows. */
  readonly looksBy: () => number
  /** Carries out what the node holds. */
  readonly take: (leases: ReadonlyArray<Lease>) => void
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

export interface LocalLeases {
  /** The worker begins. It takes nothing before its `isTaking` says so. */
  readonly begins: (taker: Taker) => void
  readonly ends: () => void
  /** Returns whether the worker of this node takes work now. */
  readonly isTaking: () => boolean
  /** Commits such that this node holds immediately what it is about to do. */
  readonly commit: (commits: ReadonlyArray<Commit>, apply: Apply) => ReturnType<Apply>
  /** Returns what tells whether a commit makes workers claim. */
  readonly known: () => ClaimTrigger.Known
  /** The worker has taken a batch of this many items in hand. */
  readonly take: (lane: Lane, items: number) => void
  /** Such a batch has ended. Returns whether the lane was full until then, so that more may wait in it. */
  readonly leave: (lane: Lane, items: number) => boolean
  /** Returns whether this node has something of the lane in hand, or will have. */
  readonly isBusy: (lane: Lane) => boolean
  /** How many batches the worker has taken in hand so far. */
  readonly takings: () => number
  readonly holding: () => Holding
  /** Returns the work that this node may hold without knowing, for a claim to ask about. */
  readonly doubts: Effect.Effect<Doubts.Question>
}

/** The leases of this node. Null outside of an engine, where whoever works knows of nobody who commits. */
export const LocalLeases = Context.Reference<LocalLeases | null>("@signalbox/core/engine/LocalLeases", {
  defaultValue: () => null
})

/** The commits with this node as the holder of some of their work, and what that is. */
interface Named {
  readonly commits: ReadonlyArray<Commit>
  readonly held: ReadonlyArray<Due>
}

export const make = (): LocalLeases => {
  let worker: Taker | null = null
  /** Counts the items of each lane that this node has in hand, or will have when a commit has been applied. */
  const counts = new Map<Lane, number>()
  const full = new Set<Lane>()
  let inHand = 0
  let takings = 0
  let underWay = 0

  const count = (lane: Lane, more: number): void => {
    const now = (counts.get(lane) ?? 0) + more
    if (now === 0) counts.delete(lane)
    else counts.set(lane, now)
    if (now >= (worker?.lanes[laneKind(lane)]?.width ?? Infinity)) full.add(lane)
    else full.delete(lane)
  }

  const doubts = Doubts.make((lane) => count(lane, -1))

  const isWanted = (due: Due, now: Instant.Instant, { admits, lanes }: Taker): boolean =>
    due.at <= now && lanes[laneKind(due.lane)]?.shared === true && !full.has(due.lane) && admits(due)

  /** Keeps places in the lanes for what it names. */
  const named = (commits: ReadonlyArray<Commit>, now: Instant.Instant, taker: Taker, holder: Holder): Named => {
    const held: Array<Due> = []
    const nameOf = (due: Due, { pauses }: Commit): Due => {
      // A commit that pauses a lane leaves what it schedules there to wait.
      if (!isWanted(due, now, taker) || pauses.some(({ lane }) => lane === due.lane)) return due
      count(due.lane, 1)
      held.push(due)
      return { ...due, holder }
    }
    return {
      held,
      commits: commits.map((commit) => {
        const before = held.length
        const due = commit.due.map((each) => nameOf(each, commit))
        return held.length === before ? commit : { ...commit, due }
      })
    }
  }

  /** The store may have given what it has not told of. */
  const ended = (
    held: ReadonlyArray<Due>,
    taker: Taker,
    exit: Exit.Exit<ReadonlyArray<Outcome>, StoreError>,
    now: bigint
  ): void => {
    underWay--
    const isNothing = Option.exists(
      Exit.findErrorOption(exit),
      ({ isBlocked, reason }) => isBlocked || reason === "failed"
    )
    if (Exit.isFailure(exit) && !isNothing) {
      for (const due of held) doubts.add(due, now)
      return
    }
    for (const { lane } of held) count(lane, -1)
    const leases = Exit.isSuccess(exit) ? exit.value.flatMap(leasesOf) : []
    for (const { work } of leases) doubts.known(work)
    if (leases.length > 0) taker.take(leases)
  }

  const asHolder = Effect.fnUntraced(function*(taker: Taker, commits: ReadonlyArray<Commit>, apply: Apply) {
    const { commits: all, held } = named(commits, yield* Instant.now, taker, yield* taker.holder)
    if (held.length === 0) return yield* apply(commits)
    underWay++
    return yield* Effect.onExit(
      apply(all),
      (exit) => Effect.map(Clock.monotonicTimeNanos, (now) => ended(held, taker, exit, now))
    )
  })

  return {
    begins: (taker) => {
      worker = taker
    },
    ends: () => {
      worker = null
    },
    isTaking: () => worker?.isTaking() === true,
    commit: (commits, apply) =>
      Effect.suspend(() =>
        worker !== null && worker.isTaking() && worker.hasRoom() && commits.some(({ due }) => due.length > 0)
          ? asHolder(worker, commits, apply)
          : apply(commits)
      ),
    known: () => worker === null ? ClaimTrigger.nothing : { isFull: full.size > 0, looksBy: worker.looksBy() },
    take: (lane, items) => {
      inHand++
      takings++
      count(lane, items)
    },
    leave: (lane, items) => {
      inHand--
      const wasFull = full.has(lane)
      count(lane, -items)
      return wasFull
    },
    isBusy: (lane) => counts.has(lane),
    takings: () => takings,
    holding: () => ({ batches: inHand, commits: underWay, isInDoubt: doubts.isOpen() }),
    doubts: Effect.map(Clock.monotonicTimeNanos, doubts.question)
  }
}

/** Each engine has its own. */
export const layer: Layer.Layer<never> = Layer.sync(LocalLeases, make)
