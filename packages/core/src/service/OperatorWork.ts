/**
 * Lets the operator see the work that waits and the work that has failed, hold it up, let it go on, and give it up.
 */
import * as Effect from "effect/Effect"
import { CancelWaiting, isWaiting } from "../carrier/CancelWaiting.ts"
import * as Limit from "../catalogue/Limit.ts"
import * as Facts from "../commit/Facts.ts"
import type { ListPosition } from "../commit/ListQuery.ts"
import * as Needs from "../commit/Needs.ts"
import type { DiscardAnswer } from "../engine/DiscardDeadLetter.ts"
import { DiscardDeadLetter } from "../engine/DiscardDeadLetter.ts"
import type { ExecutionError, Executor } from "../engine/Executor.ts"
import type { RestrictAnswer as ChangeAnswer, Subject as EngineSubject } from "../engine/Restrict.ts"
import { LiftRestriction, OpenLane, Restrict } from "../engine/Restrict.ts"
import * as Restriction from "../engine/Restriction.ts"
import type { RetryAnswer } from "../engine/RetryDeadLetter.ts"
import { RetryDeadLetter } from "../engine/RetryDeadLetter.ts"
import { SubmissionWork } from "../message/AttemptWork.ts"
import { ClockOffset } from "../port/ClockOffset.ts"
import type { Store, StoreError } from "../port/Store.ts"
import { Accounts } from "../row/Account.ts"
import type { DeadLetter } from "../row/DeadLetter.ts"
import { deadLetterKey } from "../row/DeadLetter.ts"
import type { Mode, Restriction as Restricted } from "../row/Restrictions.ts"
import type { AccountId, CarrierId } from "../value/Id.ts"
import * as Instant from "../value/Instant.ts"
import * as Text from "../value/Text.ts"
import type { LaneBacklog } from "../work/LaneBacklog.ts"
import * as LaneKind_ from "../work/LaneKind.ts"
import type { Lane } from "../work/Work.ts"
import { laneKind } from "../work/Work.ts"
import type { LaneKind } from "./Jobs.ts"
import { laneKinds } from "./Jobs.ts"

export type { DiscardAnswer } from "../engine/DiscardDeadLetter.ts"

export interface DeadLetterPage {
  readonly letters: ReadonlyArray<DeadLetter>
  readonly total: number
  /** Where the next page begins; null when this one is the last. */
  readonly after: ListPosition | null
}

/** A lane, and for how many milliseconds its first item has been due. */
export interface WaitingLane extends LaneBacklog {
  readonly ageMillis: number
  /** The operator has paused or drained the lane, or its carrier. */
  readonly restrictions: ReadonlyArray<Mode>
}

/** A carrier with all its lines, or a single lane. */
export type Subject = { readonly carrier: CarrierId } | { readonly lane: Lane }

/** NoSuchLane: there is no such kind of lane. NotDrained: only carriers, and lanes of submissions, can be drained. */
export type RestrictAnswer = ChangeAnswer | "NoSuchLane" | "NotDrained"

export interface Cancelled {
  /** How many messages it has cancelled, and at how many it has looked. */
  readonly cancelled: number
  readonly looked: number
  /** Where the next call begins; null when all messages of the account were looked at. */
  readonly after: ListPosition | null
}

export interface OperatorWork {
  /** Work that has failed so often that it is not tried again by itself, newest first. */
  readonly deadLetters: (
    offset: number,
    limit: number,
    behind?: ListPosition | null
  ) => Effect.Effect<DeadLetterPage, StoreError>
  /** Makes the work of a dead letter due immediately, whatever made it fail. */
  readonly retryDeadLetter: (kind: string, key: string) => Effect.Effect<RetryAnswer, ExecutionError>
  /** Gives a dead letter up: its work is never done. */
  readonly discardDeadLetter: (kind: string, key: string) => Effect.Effect<DiscardAnswer, ExecutionError>
  /**
   * The lanes of a kind in which work waits, a hundred at most, in the order of their names. One lane is counted up to ten
   * thousand items.
   */
  readonly lanes: (kind: LaneKind, after?: Lane) => Effect.Effect<ReadonlyArray<WaitingLane>, StoreError>
  /** Everything that is paused or drained, oldest first. */
  readonly restrictions: Effect.Effect<ReadonlyArray<Restricted>, StoreError>
  /**
   * `paused`: nothing more is handed over to the carrier, or taken from the lane, on any node; what goes there waits.
   * `drained`: no message is routed to the carrier any more, and what waits there is still handed over. What is being
   * handed over at that moment goes through.
   */
  readonly restrict: (subject: Subject, mode: Mode) => Effect.Effect<RestrictAnswer, ExecutionError>
  /** Ends both. */
  readonly lift: (subject: Subject) => Effect.Effect<RestrictAnswer, ExecutionError>
  /**
   * Cancels the messages of an account that wait: held ones, those not dispatched yet, and those that stand in line at a
   * carrier and were never handed over. With a carrier, only those in its line. It looks at up to 10,000 messages, newest
   * first, and goes on behind `after`. Null: there is no such account.
   */
  readonly cancelWaiting: (
    account: AccountId,
    carrier?: CarrierId | null,
    after?: ListPosition | null
  ) => Effect.Effect<Cancelled | null, ExecutionError>
}

/** How many lanes one call returns at most, and how far it counts each. */
const laneBounds = { limit: 100, depth: 10_000 } as const

const submissions = SubmissionWork.lane

const isLane = (lane: Lane): boolean =>
  laneKinds.some((kind) => kind === laneKind(lane)) && LaneKind_.owner(lane) !== "" && Text.isClean(lane) &&
  lane.length <= Limit.laneLength

const subjectOf = (subject: Subject): EngineSubject => {
  if ("carrier" in subject) return { _tag: "Carrier", group: LaneKind_.groupOf(submissions, subject.carrier) }
  const { lane } = subject
  return { _tag: "Lane", lane, line: laneKind(lane) === submissions.name ? LaneKind_.owner(lane) : null }
}

export const make = (executor: Executor["Service"], store: Store["Service"]): OperatorWork => {
  const restrictions = Effect.map(executor.read(() => Restriction.needs), Restriction.all)

  const waiting = Effect.fnUntraced(function*(kind: LaneKind, after: Lane | null, depth: number) {
    const offset = yield* ClockOffset
    return yield* store.backlogs({ limit: laneBounds.limit, depth, kind, after, offset: yield* offset })
  })

  /** Opens the lanes of a carrier that were closed while it was paused. */
  const open = Effect.fnUntraced(function*(group: Lane) {
    for (let after: Lane = `${group}/`;;) {
      const page = yield* waiting(submissions.name, after, 1)
      const own = page.flatMap(({ lane }) => LaneKind_.group(lane) === group ? [lane] : [])
      for (const lane of own) yield* executor.run(OpenLane, { lane, line: LaneKind_.owner(lane) })
      const last = own.at(-1)
      if (last === undefined || own.length < laneBounds.limit) return
      after = last
    }
  })

  return {
    deadLetters: (offset, limit, behind = null) =>
      Effect.map(
        store.list({ list: "dead_letters", scope: "", offset, limit, ...(behind === null ? {} : { behind }) }),
        ({ rows, total }) => {
          const letters = rows.flatMap((row) => row.kind === "dead_letter" ? [row.value] : [])
          const last = letters.at(-1)
          return {
            total,
            letters,
            after: last === undefined || rows.length < limit
              ? null
              : { at: last.at, key: deadLetterKey(last.kind, last.key) }
          }
        }
      ),
    retryDeadLetter: (kind, key) => Effect.map(executor.run(RetryDeadLetter, { kind, key }), ({ answer }) => answer),
    discardDeadLetter: (kind, key) =>
      Effect.map(executor.run(DiscardDeadLetter, { kind, key }), ({ answer }) => answer),
    lanes: Effect.fnUntraced(function*(kind, after) {
      const found = yield* waiting(kind, after ?? null, laneBounds.depth)
      const now = yield* Instant.now
      const all = yield* restrictions
      return found.map((lane) => ({
        ...lane,
        ageMillis: Math.max(0, now - lane.firstAt),
        restrictions: (["paused", "drained"] as const).filter((mode) => Restriction.has(all, lane.lane, mode))
      }))
    }),
    restrictions,
    restrict: Effect.fnUntraced(function*(subject, mode) {
      if ("lane" in subject && !isLane(subject.lane)) return "NoSuchLane"
      if ("lane" in subject && mode === "drained" && laneKind(subject.lane) !== submissions.name) return "NotDrained"
      return (yield* executor.run(Restrict, { subject: subjectOf(subject), mode })).answer
    }),
    lift: Effect.fnUntraced(function*(subject) {
      if ("lane" in subject && !isLane(subject.lane)) return "NoSuchLane"
      const lifted = subjectOf(subject)
      const { answer } = yield* executor.run(LiftRestriction, { subject: lifted })
      // A call that was repeated opens what one that failed has left closed.
      if (lifted._tag === "Carrier") yield* open(lifted.group)
      return answer
    }),
    cancelWaiting: Effect.fnUntraced(function*(account, carrier = null, begin = null) {
      const facts = yield* executor.read(() => Needs.row(Accounts, account))
      if (Facts.get(facts, Accounts, account) === null) return null
      let [cancelled, looked, after] = [0, 0, begin]
      while (looked < Limit.cancelBatch.call) {
        const { commit: limit } = Limit.cancelBatch
        const behind = after === null ? {} : { behind: after }
        const { rows } = yield* store.list({ list: "messages", scope: account, offset: 0, limit, ...behind })
        const messages = rows.flatMap((row) => row.kind === "message" ? [row.value] : [])
        const found = messages.filter((message) => isWaiting(message, carrier))
        const executions = yield* executor.runAll(CancelWaiting, found.map(({ id }) => ({ message: id, carrier })))
        for (const execution of executions) if ((yield* execution).answer) cancelled++
        looked += rows.length
        const last = messages.at(-1)
        after = last === undefined || rows.length < limit ? null : { at: last.createdAt, key: last.id }
        if (after === null) break
      }
      return { cancelled, looked, after }
    })
  }
}
