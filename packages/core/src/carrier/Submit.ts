/**
 * Asks a carrier about what was handed over, and commits each outcome as soon as the carrier tells it.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberSet from "effect/FiberSet"
import type * as RoutingSettings from "../dispatch/RoutingSettings.ts"
import * as Accident from "../engine/Accident.ts"
import { Executor } from "../engine/Executor.ts"
import type { Undone } from "../engine/Handler.ts"
import * as Handler from "../engine/Handler.ts"
import * as Job from "../engine/Job.ts"
import type { Carrier, Submission } from "../port/Carrier.ts"
import type { AttemptId } from "../value/Id.ts"
import type { Lease } from "../work/Work.ts"
import { refText } from "../work/Work.ts"
import type { Asked, Outcome } from "./Answered.ts"
import { Answered, Late } from "./Answered.ts"
import * as Asking from "./Asking.ts"
import * as PendingAnswers from "./PendingAnswers.ts"
import { Turns } from "./Turns.ts"

/** An attempt under the lease of the work that handed it over. */
export interface Piece {
  readonly lease: Lease
  /** Absent: the work of the lease names the attempt. */
  readonly asked?: Asked
}

/** A piece whose hand-over is committed. */
export interface Handed extends Piece {
  /** How many parts it has, as the pace of the carrier counts them. */
  readonly parts: number
  readonly submission: Submission
  readonly answersWithin: number
}

/** What a carrier has told of a piece. */
interface Told {
  readonly piece: Piece
  readonly outcome: Outcome
}

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
  /** Commits the outcome of a piece, and returns it when that is not possible. */
  readonly settle: (piece: Piece, outcome: Outcome) => Effect.Effect<ReadonlyArray<Undone>>
}

/** What a carrier told is committed until it is kept. The work is another node's once the lease is lost. */
const patience = { schedule: Job.patience, while: Job.mayPass }

export const make = (settings: RoutingSettings.RoutingSettings): Effect.Effect<Submit, never, Executor | Turns> =>
  Effect.gen(function*() {
    const executor = yield* Executor
    const turns = yield* Turns
    const answers = yield* PendingAnswers.PendingAnswers

    const command = ({ outcome, piece: { asked, lease } }: Told) =>
      asked === undefined ? { lease, settings, outcome } : { lease, asked, settings, outcome }

    const late = (piece: Piece, outcome: Outcome) =>
      executor.run(Late, command({ piece, outcome })).pipe(
        Effect.retry(patience),
        Effect.catchCause((cause) =>
          Effect.logError("what a carrier told late cannot be kept", { cause: Accident.origin(cause) })
        )
      )

    const settled = (piece: Piece, outcome: Outcome) =>
      executor.run(Answered, command({ piece, outcome })).pipe(
        Effect.retry(patience),
        Effect.asVoid,
        // Another node hands over again, and yet it is true that the carrier has accepted the message.
        Effect.catchTag("LeaseLost", () => outcome._tag === "Accepted" ? late(piece, outcome) : Effect.void)
      )

    /** What cannot be kept counts as unanswered, since the carrier must not be asked again. */
    const settle = (piece: Piece, outcome: Outcome): Effect.Effect<ReadonlyArray<Undone>> =>
      settled(piece, outcome).pipe(
        Effect.catchCause((cause) =>
          Cause.hasInterruptsOnly(cause) ? Effect.interrupt : Effect.andThen(
            Effect.logError("what a carrier told cannot be kept", {
              lane: piece.lease.lane,
              work: refText(piece.lease.work),
              cause: Accident.origin(cause)
            }),
            settled(piece, { _tag: "Unanswered" })
          )
        ),
        (settling) => Handler.attempt(piece.lease, () => settling)
      )

    /** Commits what was told as one set. What does not succeed at once is settled by itself. */
    const settleAll = Effect.fnUntraced(function*(
      set: ReadonlyArray<Told>,
      alone: (settling: Effect.Effect<ReadonlyArray<Undone>>) => Effect.Effect<void>
    ) {
      const all = yield* Effect.exit(executor.runAll(Answered, set.map(command)))
      for (const [index, { outcome, piece }] of set.entries()) {
        if (Exit.isFailure(all) || Exit.isFailure(all.value[index]!)) yield* alone(settle(piece, outcome))
      }
    })

    const submit = Effect.fnUntraced(function*(
      carrier: Carrier,
      handed: ReadonlyArray<Handed>,
      begun: Effect.Effect<void>
    ) {
      const [first] = handed
      if (first === undefined) return yield* Effect.as(begun, [])
      const undone: Array<Undone> = []
      const names = ({ outcome }: Told): ReadonlyArray<PendingAnswers.Name> =>
        outcome._tag === "Accepted" ? outcome.references.map((reference) => ({ carrier: carrier.id, reference })) : []
      const byAttempt = new Map<AttemptId, Handed>(handed.map((each) => [each.submission.attempt, each]))

      /** What the carrier has told and nobody commits yet. What it tells while a set is committed is the next set. */
      let told: Array<Told> = []
      yield* Effect.addFinalizer(() => answers.end(told.flatMap(names)))
      const settling = yield* FiberSet.make<void>()
      let isSettling = false
      const settleTold = Effect.gen(function*() {
        while (told.length > 0) {
          // What a carrier tells at once is one set: however many those are, it has its turns until it has told them all.
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

      yield* Asking.ask(carrier, handed.map(({ submission }) => submission), first.answersWithin, {
        asked: begun,
        outcome: (attempt, outcome) => {
          const piece = byAttempt.get(attempt)!
          return Effect.flatMap(turns.done(carrier, piece.parts), () => {
            const each = { piece, outcome }
            told.push(each)
            const noted = answers.begin(names(each))
            if (isSettling) return noted
            isSettling = true
            return Effect.andThen(noted, Effect.asVoid(FiberSet.run(settling, settleTold)))
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

    return { submit, settle }
  })
