/**
 * A kind of work, as one value: how it is named, what is read for it, whom it asks, and what it decides. The engine
 * does the rest: it batches, asks, completes, and drops what somebody else holds by now.
 *
 * Reading, questions and decisions are pure and take one piece each; only the asking is an effect, and it takes a
 * batch. So the engine is free to read for many pieces at once, and to decide and commit them together.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schedule from "effect/Schedule"
import type * as Facts from "../commit/Facts.ts"
import type { Leased, LeasedDecision } from "../commit/LeasedDecision.ts"
import * as Needs from "../commit/Needs.ts"
import * as Instant from "../value/Instant.ts"
import * as LaneKind from "../work/LaneKind.ts"
import type { Lease } from "../work/Work.ts"
import { refText } from "../work/Work.ts"
import type { WorkName } from "../work/WorkName.ts"
import * as Accident from "./Accident.ts"
import type { ExecutionError } from "./Executor.ts"
import { Executor } from "./Executor.ts"

/** Carries out work of one lane, and completes each piece. When it fails, what is not settled is tried again later. */
export type Handler = (leases: ReadonlyArray<Lease>) => Effect.Effect<void, ExecutionError>

/** Somebody outside, asked before the decision. */
export interface Asks<in Outside, in Target, in out Question, out Said> {
  /** All that is claimed of a lane in one question, each piece by itself, or each one after the last one was settled. */
  readonly how: "together" | "side by side" | "in order"
  /** What must be known to put the question. Asked again with what was found until nothing more is needed. */
  readonly reads: (target: Target, facts: Facts.Facts) => Needs.Needs
  /** Null: nobody need be asked about this piece any more. */
  readonly question: (target: Target, facts: Facts.Facts, at: Instant.Instant) => Question | null
  /** One answer to each question, in their order. */
  readonly ask: (
    outside: Outside,
    questions: ReadonlyArray<Question>,
    ownerOfLane: string
  ) => Effect.Effect<ReadonlyArray<Said>>
  /**
   * Set where asking twice might do it twice. What was said is then kept as long as the lease holds, whoever is in the
   * way, and this is decided in place of what cannot be kept. Elsewhere the piece is given back, and asked about again.
   */
  readonly unkept?: Said
}

/** A piece of work, and what was said of it; null when nobody was asked. */
export interface Piece<out Said> {
  readonly lease: Lease
  readonly said: Said | null
  /** When it was taken up, after what the question needed was read. */
  readonly at: Instant.Instant
}

export interface Parts<
  Kind extends string,
  Lane extends string,
  Owner extends string,
  Target,
  Outside,
  R,
  Question,
  Said,
  Command extends Leased,
  Answer
> {
  readonly work: WorkName<Kind, Lane, Owner, Target>
  /** What of the outside it has to do with, taken once when the worker starts. */
  readonly outside: Effect.Effect<Outside, never, R>
  readonly asks?: Asks<Outside, Target, Question, Said>
  readonly decides: LeasedDecision<Command, Answer>
  readonly command: (outside: Outside, piece: Piece<Said>) => Command
  /** What is told outside once the decision is kept: at most once, since nobody repeats it. */
  readonly tells?: (outside: Outside, answer: Answer) => Effect.Effect<void>
}

export interface Job<out Kind extends string, out Lane extends string, out R> {
  readonly kind: Kind
  readonly lane: { readonly name: Lane; readonly width: number }
  readonly handler: Effect.Effect<Handler, never, R | Executor>
}

/** Trying again makes sense: the store is away, or others were faster. */
const mayPass = (error: ExecutionError): boolean =>
  error._tag === "Conflict" || (error._tag === "StoreError" && error.reason === "unavailable")

/** Side by side; one that fails does not cost the others theirs. */
const all = <A>(items: ReadonlyArray<A>, handle: (item: A) => Effect.Effect<void, ExecutionError>) =>
  Effect.forEach(items, (item) => Effect.exit(Effect.suspend(() => handle(item))), { concurrency: "unbounded" }).pipe(
    Effect.flatMap((exits) => Exit.asVoidAll(exits))
  )

/** For work that asks and tells nobody. */
export const alone: Effect.Effect<void> = Effect.void

export const make = <
  Kind extends string,
  Lane extends string,
  Owner extends string,
  Target,
  Outside,
  R,
  Question,
  Said,
  Command extends Leased,
  Answer
>(
  job: Parts<Kind, Lane, Owner, Target, Outside, R, Question, Said, Command, Answer>
): Job<Kind, Lane, R> => ({
  kind: job.work.kind,
  lane: job.work.lane,
  handler: Effect.gen(function*() {
    const executor = yield* Executor
    const outside = yield* job.outside

    const decided = (piece: Piece<Said>) => executor.run(job.decides, job.command(outside, piece))

    /** What someone else holds by now is theirs. */
    const settle = (piece: Piece<Said>, kept: typeof decided = decided) =>
      kept(piece).pipe(
        Effect.flatMap(({ answer }) => job.tells?.(outside, answer) ?? Effect.void),
        Effect.catchTag("LeaseLost", () => Effect.void)
      )

    const patient = (piece: Piece<Said>) =>
      Effect.retry(decided(piece), { schedule: Schedule.spaced(Instant.second), while: mayPass })

    const keep = (piece: Piece<Said>, unkept: Said) =>
      settle(piece, patient).pipe(
        Effect.catchCause((cause) =>
          Cause.hasInterruptsOnly(cause) ? Effect.interrupt : Effect.andThen(
            Effect.logError("what was said cannot be kept", {
              lane: piece.lease.lane,
              work: refText(piece.lease.work),
              cause: Accident.text(cause)
            }),
            settle({ ...piece, said: unkept }, patient)
          )
        )
      )

    const { asks } = job
    if (asks === undefined) {
      return (leases) => Effect.flatMap(Instant.now, (at) => all(leases, (lease) => settle({ lease, said: null, at })))
    }

    const together = Effect.fnUntraced(function*(leases: ReadonlyArray<Lease>) {
      const targets = leases.map((lease) => job.work.target(lease))
      const facts = yield* executor.read((known) => Needs.all(...targets.map((target) => asks.reads(target, known))))
      const at = yield* Instant.now
      const questions = targets.map((target) => asks.question(target, facts, at))
      const asked = questions.filter((question) => question !== null)
      const owner = leases[0] === undefined ? "" : LaneKind.owner(leases[0].lane)
      const answers = asked.length === 0 ? [] : yield* asks.ask(outside, asked, owner)
      if (answers.length !== asked.length) return yield* Effect.die(new Error("not one answer to each question"))
      let next = 0
      const pieces = leases.map((lease, index) => ({
        lease,
        said: questions[index] === null ? null : answers[next++]!,
        at
      }))
      const { unkept } = asks
      yield* all(pieces, (piece) => unkept === undefined || piece.said === null ? settle(piece) : keep(piece, unkept))
    })

    switch (asks.how) {
      case "together":
        return together
      case "side by side":
        return (leases) => all(leases, (lease) => together([lease]))
      case "in order":
        return (leases) => Effect.forEach(leases, (lease) => together([lease]), { discard: true })
    }
  })
})

/** The handler of several kinds of work, each of which gets its own; and how much of each kind of lane a node holds. */
export const handlers = <R>(jobs: ReadonlyArray<Job<string, string, R>>) =>
  Effect.gen(function*() {
    const byKind = new Map<string, Handler>()
    for (const { handler, kind } of jobs) byKind.set(kind, yield* handler)
    const handle: Handler = (leases) => {
      const kinds = [...new Set(leases.map(({ work }) => work.kind))]
      const batches = kinds.map((kind) => [kind, leases.filter(({ work }) => work.kind === kind)] as const)
      return all(batches, ([kind, batch]) =>
        byKind.get(kind)?.(batch) ?? Effect.die(new Error(`no job carries out work of the kind ${kind}`)))
    }
    return { handle, width: widths(jobs) }
  })

/** How many pieces of work of one lane a node holds at once, by the kind of the lane. */
export const widths = (jobs: ReadonlyArray<Job<string, string, unknown>>): Readonly<Record<string, number>> =>
  Object.fromEntries(jobs.map(({ lane }) => [lane.name, lane.width]))
