/**
 * Places where a node can be made to die, or to stand still: before and after each kind of commit, between a claim, or a
 * commit that gives work to its node, and the hand-over, before a carrier is asked and when it has answered, and on both sides of a webhook. A layer of tests puts them between the engine and its
 * ports; nothing of it is in the product.
 */
import type { Carrier } from "@signalbox/core/Carrier"
import type { Commit } from "@signalbox/core/Commit"
import type { WorkKind } from "@signalbox/core/Jobs"
import type { Outcome } from "@signalbox/core/Outcome"
import { leasesOf, stale } from "@signalbox/core/Outcome"
import { Store } from "@signalbox/core/Store"
import { WebhookSender } from "@signalbox/core/WebhookSender"
import type { Lease } from "@signalbox/core/Work"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const completes = (kind: WorkKind) => (commit: Commit): boolean =>
  commit.completes.some(({ work }) => work.kind === kind)

const schedules = (kind: WorkKind) => (commit: Commit): boolean =>
  commit.completes.length === 0 && commit.due.some(({ work }) => work.kind === kind)

/** Accepts a send and takes its messages up, so no dispatch of them comes. */
const takesUp = schedules("submission")

/** A carrier was asked under the lease of a dispatch, and this keeps what it told. */
const keeps = (commit: Commit): boolean =>
  completes("dispatch")(commit) && commit.cancels.some(({ kind }) => kind === "submission_deadline")

/** Predicates that tell what a commit is about. */
const commits = {
  accept: (commit: Commit): boolean => schedules("dispatch")(commit) || takesUp(commit),
  // It may hand over as well, and then goes on under its lease.
  dispatch: (commit: Commit): boolean =>
    completes("dispatch")(commit) && !keeps(commit) || commit.holds.some(({ work }) => work.kind === "dispatch"),
  kept: keeps,
  handover: (commit: Commit): boolean => commit.holds.some(({ work }) => work.kind === "submission"),
  settle: completes("submission"),
  receipt: (commit: Commit): boolean => commit.cancels.some(({ kind }) => kind === "receipt_deadline"),
  delivery: completes("delivery"),
  purge: completes("purge")
}
type CommitKind = keyof typeof commits

export const points = [
  "accept:before",
  "accept:after",
  "claim:after",
  "given:after",
  "dispatch:before",
  "dispatch:after",
  "kept:before",
  "kept:after",
  "handover:before",
  "handover:after",
  "submit:before",
  "submit:after",
  "settle:before",
  "settle:after",
  "receipt:before",
  "receipt:after",
  "send:before",
  "send:after",
  "delivery:before",
  "delivery:after",
  "purge:before",
  "purge:after"
] as const
export type Point = (typeof points)[number]

export interface Plan {
  readonly at: Point
  /** How often the point is passed before it strikes. */
  readonly passes: number
  /** SIGKILL: the node is dead. SIGSTOP: it stands still until it is told to go on. */
  readonly signal: "SIGKILL" | "SIGSTOP"
}

export interface Points {
  readonly arm: (plan: Plan) => void
  /** Returns whether messages have to be left to the worker, because the point is about their dispatch. */
  readonly isAtDispatch: () => boolean
  /** To be called by whoever comes to a point. */
  readonly pass: (point: Point) => Effect.Effect<void>
}

export const make = (): Points => {
  let plan: Plan | null = null
  let left = 0
  return {
    arm: (next) => {
      plan = next
      left = next.passes
    },
    isAtDispatch: () => plan !== null && /^(dispatch|kept):/.test(plan.at),
    pass: (point) =>
      Effect.sync(() => {
        if (plan === null || plan.at !== point || left-- !== 0) return
        process.kill(process.pid, plan.signal)
      })
  }
}

export const carrier = (points: Points, real: Carrier): Carrier => ({
  ...real,
  submit: (batch, tell) =>
    Effect.andThen(
      points.pass("submit:before"),
      real.submit(batch, (attempt, outcome) => Effect.andThen(points.pass("submit:after"), tell(attempt, outcome)))
    )
})

const passAll = (points: Points, side: "before" | "after", batch: ReadonlyArray<Commit>): Effect.Effect<void> =>
  Effect.forEach(
    (Object.keys(commits) as ReadonlyArray<CommitKind>).filter((kind) => batch.some(commits[kind])),
    (kind) => points.pass(`${kind}:${side}`),
    { discard: true }
  )

/** Commits, but says that what would leave no dispatch to the worker is out of date: it is decided again, to leave one. */
const commitApart = (real: Store["Service"], batch: ReadonlyArray<Commit>) => {
  const others = batch.filter((commit) => !takesUp(commit))
  return Effect.map(others.length === 0 ? Effect.succeed([]) : real.commit(others), (outcomes) => {
    const left = [...outcomes]
    return batch.map((commit) => takesUp(commit) ? stale("row") : left.shift()!)
  })
}

const holds = (leases: ReadonlyArray<Lease>): boolean => leases.some(({ work }) => work.kind === "submission")

/** A node comes to hold submissions by a claim, or by the commit that schedules them. */
const claimed = (points: Points, leases: ReadonlyArray<Lease>): Effect.Effect<void> =>
  holds(leases) ? points.pass("claim:after") : Effect.void

const given = (points: Points, outcomes: ReadonlyArray<Outcome>): Effect.Effect<void> =>
  holds(outcomes.flatMap(leasesOf))
    ? Effect.andThen(points.pass("given:after"), points.pass("claim:after"))
    : Effect.void

export const store = (points: Points): Layer.Layer<Store, never, Store> =>
  Layer.effect(
    Store,
    Effect.map(Store, (real) => ({
      ...real,
      commit: (batch) =>
        passAll(points, "before", batch).pipe(
          Effect.andThen(points.isAtDispatch() ? commitApart(real, batch) : real.commit(batch)),
          Effect.tap(() => passAll(points, "after", batch)),
          Effect.tap((outcomes) => given(points, outcomes))
        ),
      claim: (request) => Effect.tap(real.claim(request), ({ leases }) => claimed(points, leases))
    }))
  )

export const sender = (points: Points): Layer.Layer<WebhookSender, never, WebhookSender> =>
  Layer.effect(
    WebhookSender,
    Effect.map(WebhookSender, (real) => ({
      ...real,
      send: (request) =>
        points.pass("send:before").pipe(
          Effect.andThen(real.send(request)),
          Effect.tap(() => points.pass("send:after"))
        )
    }))
  )
