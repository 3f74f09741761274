/**
 * Work that this node holds as soon as it is committed, so that no claim has to bring it. What a commit schedules for now,
 * and this node would carry out anyway, names the node as its holder; the worker takes what the store has given to it as if
 * a claim had returned it.
 *
 * Nobody waits longer for that. Where more waits than a claim brings, all work goes by claims, which serve the lanes in
 * turns; so does work of lanes that this node has filled, and the store gives nothing in front of what waits in its lane.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import type { Commit } from "../commit/Commit.ts"
import type { Outcome } from "../commit/Outcome.ts"
import { leasesOf } from "../commit/Outcome.ts"
import type { LaneTerms, Store, StoreError } from "../port/Store.ts"
import type { NodeId } from "../value/Id.ts"
import * as Instant from "../value/Instant.ts"
import type { Due, Holder, Lane, Lease, WorkRef } from "../work/Work.ts"
import { laneKind, refText } from "../work/Work.ts"

export type Apply = Store["Service"]["commit"]

export interface Options {
  readonly node: NodeId
  readonly lanes: Readonly<Record<string, LaneTerms>>
  /** How far the Clock is ahead of the store's on purpose, in milliseconds (`ClockOffset`). */
  readonly offset: Effect.Effect<number>
  /** Returns whether the node would begin such work right now. */
  readonly admits: (due: Due) => boolean
  /** Returns whether the node takes work, and claims leave nothing behind that it could take. */
  readonly isOpen: () => boolean
  /** Carries out what the node holds. */
  readonly take: (leases: ReadonlyArray<Lease>) => void
}

export interface HeldAtOnce {
  /** Commits such that this node holds at once what it is about to do. */
  readonly commit: (commits: ReadonlyArray<Commit>, apply: Apply) => ReturnType<Apply>
  /** Says how many pieces of a lane this node has in hand more than before. */
  readonly count: (lane: Lane, more: number) => void
  /** Whether this node has as much of a lane in hand as it may have; without a lane, whether that is so of any. */
  readonly isFull: (lane?: Lane) => boolean
  /** Whether a commit is under way whose work this node will hold. */
  readonly isUnderWay: () => boolean
  /** Whether this node may hold something that no claim has looked for. */
  readonly isInDoubt: () => boolean
  /** What this node may hold without knowing. A claim names it, and says by `answered` what it has brought. */
  readonly doubts: Effect.Effect<Doubts>
}

export interface Doubts {
  readonly work: ReadonlyArray<WorkRef>
  readonly answered: (leases: ReadonlyArray<Lease>) => void
}

/** Work that keeps its place in the lane until the node knows whether it holds it. */
interface Doubt {
  readonly due: Due
  /** Until when the commit may still be applied, in elapsed nanoseconds. */
  readonly until: bigint
  /** Whether a claim has looked for it. */
  isLookedFor: boolean
}

/** How long a store may still apply a commit that it has not answered, in elapsed nanoseconds. */
const doubtNanos = 15_000_000_000n

/** The commits with this node as the holder of some of their work, and what that is. */
interface Named {
  readonly commits: ReadonlyArray<Commit>
  readonly held: ReadonlyArray<Due>
}

export const make = ({ admits, isOpen, lanes, node, offset, take }: Options): HeldAtOnce => {
  /** What this node has in hand of each lane, or will have when a commit has been applied. */
  const counts = new Map<Lane, number>()
  const full = new Set<Lane>()
  const doubts = new Map<string, Doubt>()
  let underWay = 0

  const count = (lane: Lane, more: number): void => {
    const now = (counts.get(lane) ?? 0) + more
    if (now === 0) counts.delete(lane)
    else counts.set(lane, now)
    if (now >= (lanes[laneKind(lane)]?.width ?? Infinity)) full.add(lane)
    else full.delete(lane)
  }

  const isWanted = (due: Due, now: Instant.Instant): boolean => {
    const terms = lanes[laneKind(due.lane)]
    return due.at <= now && terms?.shared === true && !full.has(due.lane) && admits(due)
  }

  const doubtOf = (due: Due, until: bigint): void => {
    known(due.work)
    doubts.set(refText(due.work), { due, until, isLookedFor: false })
  }

  /** What is known is in doubt no more, and needs no place of its own. */
  const known = (work: WorkRef): void => {
    const text = refText(work)
    const doubt = doubts.get(text)
    if (doubt === undefined) return
    doubts.delete(text)
    count(doubt.due.lane, -1)
  }

  /** Keeps places in the lanes for what it names. */
  const named = (commits: ReadonlyArray<Commit>, now: Instant.Instant, holder: Holder): Named => {
    const held: Array<Due> = []
    const nameOf = (due: Due, { pauses }: Commit): Due => {
      // A commit that pauses a lane leaves what it schedules there to wait.
      if (!isWanted(due, now) || pauses.some(({ lane }) => lane === due.lane)) return due
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
    exit: Exit.Exit<ReadonlyArray<Outcome>, StoreError>,
    now: bigint
  ): void => {
    underWay--
    if (Exit.isFailure(exit) && !Option.exists(Exit.findErrorOption(exit), ({ reason }) => reason === "failed")) {
      for (const due of held) doubtOf(due, now + doubtNanos)
      return
    }
    for (const { lane } of held) count(lane, -1)
    const leases = Exit.isSuccess(exit) ? exit.value.flatMap(leasesOf) : []
    for (const { work } of leases) known(work)
    if (leases.length > 0) take(leases)
  }

  const asHolder = Effect.fnUntraced(function*(commits: ReadonlyArray<Commit>, apply: Apply) {
    const { commits: all, held } = named(commits, yield* Instant.now, { node, offset: yield* offset })
    if (held.length === 0) return yield* apply(commits)
    underWay++
    return yield* Effect.onExit(
      apply(all),
      (exit) => Effect.map(Clock.monotonicTimeNanos, (now) => ended(held, exit, now))
    )
  })

  return {
    count,
    isFull: (lane) => lane === undefined ? full.size > 0 : full.has(lane),
    isUnderWay: () => underWay > 0,
    isInDoubt: () => [...doubts.values()].some(({ isLookedFor }) => !isLookedFor),
    commit: (commits, apply) =>
      Effect.suspend(() =>
        isOpen() && commits.some(({ due }) => due.length > 0)
          ? asHolder(commits, apply)
          : apply(commits)
      ),
    doubts: Effect.map(Clock.monotonicTimeNanos, (now) => {
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
    })
  }
}
