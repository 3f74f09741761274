/**
 * Asks a carrier about what was handed over, and commits each outcome as soon as the carrier tells it.
 */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberSet from "effect/FiberSet"
import * as Option from "effect/Option"
import type * as RoutingSettings from "../dispatch/RoutingSettings.ts"
import * as ErrorSummary from "../engine/ErrorSummary.ts"
import { Executor } from "../engine/Executor.ts"
import type { Undone } from "../engine/Handler.ts"
import * as Handler from "../engine/Handler.ts"
import * as Job from "../engine/Job.ts"
import type { Carrier, Submission } from "../port/Carrier.ts"
import type { AttemptId } from "../value/Id.ts"
import { refText } from "../work/Work.ts"
import { Affirm } from "./Affirm.ts"
import type { LeasedAttempt, Outcome } from "./Answered.ts"
import { Answered, Late } from "./Answered.ts"
import * as Asking from "./Asking.ts"
import { CarrierQueue } from "./CarrierQueue.ts"
import { CarrierReach } from "./CarrierReach.ts"
import * as PendingAnswers from "./PendingAnswers.ts"

/** A leased attempt whose hand-over is committed. */
export interface Handed extends LeasedAttempt {
  /** How many parts it has, as the pace of the carrier counts them. */
  readonly parts: number
  readonly submission: Submission
  readonly answersWithin: number
  /** When the node began to commit the hand-over, in elapsed nanoseconds. */
  readonly since: bigint
  /**
   * How far it is, for a node that stops. Absent: the carrier has not been asked. An outcome: the last one that was told.
   * Kept: it is committed. Left: the hand-over was not affirmed, so that this node has nothing to say about it.
   */
  known?: Outcome | "kept" | "left"
}

/** An outcome that a carrier has told, with the attempt that it belongs to. */
interface AttemptOutcome<P extends LeasedAttempt = LeasedAttempt> {
  readonly leased: P
  readonly outcome: Outcome
}

/** Makes an effect interruptible again. */
export type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

export interface Submit {
  /**
   * Asks the carrier, and returns what could not be settled when all of it has an outcome.
   *
   * @param begun what is done as soon as the carrier has been asked
   */
  readonly submit: (
    carrier: Carrier,
    handed: ReadonlyArray<Handed>,
    begun: Effect.Effect<void>
  ) => Effect.Effect<ReadonlyArray<Undone>>
  /** Commits the outcome of an attempt, and returns it when that is not possible. */
  readonly settle: (leased: LeasedAttempt, outcome: Outcome) => Effect.Effect<ReadonlyArray<Undone>>
  /**
   * Keeps what is known of attempts when the node stops, so that no other node hands over again what this one has handed
   * over. What the carrier has not been asked about is free for others.
   */
  readonly stop: (handed: ReadonlyArray<Handed>) => Effect.Effect<void>
}

/**
 * The commit of an outcome is tried again until it succeeds or the lease is lost, because then the work belongs to
 * another node.
 */
const patience = { schedule: Job.patience, while: Job.mayPass }

const stopped: Outcome = { _tag: "Stopped" }

/**
 * A hand-over is affirmed when the carrier has not been asked so many elapsed nanoseconds after its commit began. No store
 * takes a node for dead that has been silent for less.
 */
const freshNanos = 2_000_000_000n

/** How often a node that stops tries to keep its outcomes. Whoever stops it does not wait for long. */
const lastTries = 2

export const make = (
  settings: RoutingSettings.RoutingSettings
): Effect.Effect<Submit, never, Executor | CarrierQueue | CarrierReach> =>
  Effect.gen(function*() {
    const executor = yield* Executor
    const queue = yield* CarrierQueue
    const reach = yield* CarrierReach
    const answers = yield* PendingAnswers.PendingAnswers

    const command = ({ outcome, leased: { asked, lease } }: AttemptOutcome) =>
      asked === undefined ? { lease, settings, outcome } : { lease, asked, settings, outcome }

    const late = (leased: LeasedAttempt, outcome: Outcome) =>
      executor.run(Late, command({ leased, outcome })).pipe(
        Effect.retry(patience),
        Effect.catchCause((cause) =>
          Effect.logError("what a carrier told late cannot be kept", { cause: ErrorSummary.origin(cause) })
        )
      )

    const settled = (leased: LeasedAttempt, outcome: Outcome) =>
      executor.run(Answered, command({ leased, outcome })).pipe(
        Effect.retry(patience),
        // Another node hands over again, and yet it is true that the carrier has accepted the message.
        Effect.catchTag("LeaseLost", () => outcome._tag === "Accepted" ? late(leased, outcome) : Effect.void),
        Effect.asVoid
      )

    /** An outcome that cannot be kept counts as unanswered, since the carrier must not be asked again. */
    const settle = (leased: LeasedAttempt, outcome: Outcome): Effect.Effect<ReadonlyArray<Undone>> =>
      settled(leased, outcome).pipe(
        Effect.catchCause((cause) =>
          Cause.hasInterruptsOnly(cause) ? Effect.interrupt : Effect.andThen(
            Effect.logError("what a carrier told cannot be kept", {
              lane: leased.lease.lane,
              work: refText(leased.lease.work),
              cause: ErrorSummary.origin(cause)
            }),
            settled(leased, { _tag: "Unanswered" })
          )
        ),
        (settling) => Handler.attempt(leased.lease, () => settling)
      )

    /** Commits what was told as one set. What does not succeed immediately is settled by itself. */
    const settleAll = Effect.fnUntraced(function*(
      set: ReadonlyArray<AttemptOutcome<Handed>>,
      alone: (settling: Effect.Effect<ReadonlyArray<Undone>>) => Effect.Effect<void>
    ) {
      const all = yield* Effect.exit(executor.runAll(Answered, set.map(command)))
      for (const [index, { outcome, leased }] of set.entries()) {
        const isKept = Exit.isSuccess(all) && Exit.isSuccess(all.value[index]!)
        if (isKept) leased.known = "kept"
        else yield* alone(Effect.tap(settle(leased, outcome), () => Effect.sync(() => void (leased.known = "kept"))))
      }
    })

    const stop = Effect.fnUntraced(function*(handed: ReadonlyArray<Handed>) {
      let left = handed.flatMap((leased): ReadonlyArray<AttemptOutcome> => {
        const { known = { _tag: "NotAsked" } } = leased
        return known === "kept" || known === "left" ? [] : [{ leased, outcome: known }]
      })
      for (let tries = lastTries; left.length > 0 && tries > 0; tries--) {
        const exits = yield* executor.runAll(Answered, left.map(command))
        left = left.filter((_, index) => {
          const error = Exit.findErrorOption(exits[index]!)
          return Option.isSome(error) && Job.mayPass(error.value)
        })
      }
      if (left.length > 0) {
        yield* Effect.logError("a node stops and cannot keep what it has handed over", {
          work: left.map(({ leased }) => refText(leased.lease.work))
        })
      }
    })

    /** Returns those about which the carrier may be asked, and those that could not be affirmed. */
    const affirmed = Effect.fnUntraced(function*(carrier: Carrier, all: ReadonlyArray<Handed>) {
      const undone: Array<Undone> = []
      const now = yield* Clock.monotonicTimeNanos
      const late = all.filter(({ since }) => now - since >= freshNanos)
      if (late.length === 0) return { handed: all, undone }
      const exits = yield* executor.runAll(Affirm, late)
      for (const [index, leased] of late.entries()) {
        const exit = exits[index]!
        if (Exit.isSuccess(exit) && exit.value.answer === "Ask") continue
        leased.known = "left"
        yield* queue.done(carrier, leased.parts)
        // Another node does this work now.
        const isLost = Option.exists(Exit.findErrorOption(exit), ({ _tag }) => _tag === "LeaseLost")
        if (Exit.isFailure(exit) && !isLost) undone.push(Handler.undone(leased.lease, exit.cause))
      }
      return { handed: all.filter(({ known }) => known !== "left"), undone }
    })

    const submit = Effect.fnUntraced(function*(
      carrier: Carrier,
      all: ReadonlyArray<Handed>,
      begun: Effect.Effect<void>
    ) {
      const { handed, undone } = yield* affirmed(carrier, all)
      const [first] = handed
      if (first === undefined) return yield* Effect.as(begun, undone)
      const names = ({ outcome }: AttemptOutcome<Handed>): ReadonlyArray<PendingAnswers.Name> =>
        "references" in outcome
          ? (outcome.references ?? []).map((reference) => ({ carrier: carrier.id, reference }))
          : []
      const byAttempt = new Map<AttemptId, Handed>(handed.map((each) => [each.submission.attempt, each]))

      /**
       * Collects the outcomes that nobody commits yet. Those that arrive while a set is committed form the next set.
       */
      let told: Array<AttemptOutcome<Handed>> = []
      yield* Effect.addFinalizer(() => answers.end(told.flatMap(names)))
      const settling = yield* FiberSet.make<void>()
      let isSettling = false
      const settleReported = Effect.gen(function*() {
        while (told.length > 0) {
          // What a carrier tells together is one set: however many those are, it has its turns until it has told them
          // all.
          for (let before = 0; before < told.length;) {
            before = told.length
            yield* Effect.yieldNow
          }
          const set = told
          told = []
          yield* Effect.ensuring(
            settleAll(
              set,
              (one) => Effect.asVoid(FiberSet.run(settling, Effect.map(one, (left) => void undone.push(...left))))
            ),
            answers.end(set.flatMap(names))
          )
        }
        isSettling = false
      })

      for (const leased of handed) leased.known = stopped
      yield* Asking.ask(carrier, handed.map(({ submission }) => submission), first.answersWithin, {
        asked: begun,
        outcome: (attempt, outcome) => {
          const leased = byAttempt.get(attempt)!
          // Nobody on this node takes up again immediately what goes back to the line.
          if (outcome._tag === "Busy" && outcome.holds === "node") reach.lose(carrier.id, outcome.until)
          return Effect.flatMap(queue.done(carrier, leased.parts), () => {
            const each = { leased, outcome }
            leased.known = outcome
            told.push(each)
            const noted = answers.begin(names(each))
            if (isSettling) return noted
            isSettling = true
            return Effect.andThen(noted, Effect.asVoid(FiberSet.run(settling, settleReported)))
          })
        },
        late: (attempt, outcome) =>
          outcome._tag === "Accepted"
            ? Effect.asVoid(Effect.forkDetach(late(byAttempt.get(attempt)!, outcome)))
            : Effect.void
      })
      yield* FiberSet.awaitEmpty(settling)
      return undone
    }, Effect.scoped)

    return { submit, settle, stop }
  })
