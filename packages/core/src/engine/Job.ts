/**
 * A kind of work as one value: its name, what is loaded for it, whom it asks outside, and what it decides. The engine
 * does the rest: it batches, asks, completes the work, and drops pieces whose lease has passed to another node.
 *
 * Loading, questions and decisions are pure and handle one piece each; only asking is an effect, and it takes a batch.
 * So the engine is free to load for many pieces at once, and to decide and commit them together.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schedule from "effect/Schedule"
import type * as Facts from "../commit/Facts.ts"
import type { Leased, LeasedDecision } from "../commit/LeasedDecision.ts"
import * as Needs from "../commit/Needs.ts"
import type { LaneTerms } from "../port/Store.ts"
import * as Instant from "../value/Instant.ts"
import * as LaneKind from "../work/LaneKind.ts"
import type { Lease } from "../work/Work.ts"
import { refText } from "../work/Work.ts"
import type { WorkName } from "../work/WorkName.ts"
import * as Accident from "./Accident.ts"
import type { ExecutionError } from "./Executor.ts"
import { Executor } from "./Executor.ts"

/**
 * Executes work of one lane and completes each piece. When it fails, the pieces that are not completed are tried again
 * later.
 */
export type Handler = (leases: ReadonlyArray<Lease>) => Effect.Effect<void, ExecutionError>

/** A party outside the service that is asked before the decision, such as a carrier. */
export interface Asks<in Outside, in Target, in out Question, out Said> {
  /**
   * `together` asks about all claimed pieces of a lane in one call, `side by side` about each piece in a call of its
   * own, and `in order` about each piece after the one before it is completed.
   */
  readonly how: "together" | "side by side" | "in order"
  /**
   * Returns what must be loaded to make the question. It is called again with the facts until nothing more is needed.
   */
  readonly reads: (target: Target, facts: Facts.Facts) => Needs.Needs
  /** Returns the question, or null when this piece needs no answer any more. */
  readonly question: (target: Target, facts: Facts.Facts, at: Instant.Instant) => Question | null
  /** Returns one answer to each question, in their order. */
  readonly ask: (
    outside: Outside,
    questions: ReadonlyArray<Question>,
    ownerOfLane: string
  ) => Effect.Effect<ReadonlyArray<Said>>
  /**
   * Set where asking twice might do something twice. The engine then tries to commit the answer for as long as the
   * lease holds; when that is impossible, it decides with this value instead. Without it the piece is given back and
   * asked about again.
   */
  readonly unkept?: Said
}

/** A piece of work and the answer about it; null when nobody was asked. */
export interface Piece<out Said> {
  readonly lease: Lease
  readonly said: Said | null
  /** When the question was made, after its facts were loaded. */
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
  /** The outside services of the job, acquired once when the worker starts. */
  readonly outside: Effect.Effect<Outside, never, R>
  readonly asks?: Asks<Outside, Target, Question, Said>
  readonly decides: LeasedDecision<Command, Answer>
  readonly command: (outside: Outside, piece: Piece<Said>) => Command
  /** Tells the outside world once the decision is committed: at most once, since nobody repeats it after a crash. */
  readonly tells?: (outside: Outside, answer: Answer) => Effect.Effect<void>
}

export interface Job<out Kind extends string, out Lane extends string, out R> {
  readonly kind: Kind
  readonly lane: LaneTerms & { readonly name: Lane }
  readonly handler: Effect.Effect<Handler, never, R | Executor>
}

/** Returns whether trying again makes sense: the store is away, or concurrent commits won. */
const mayPass = (error: ExecutionError): boolean =>
  error._tag === "Conflict" || (error._tag === "StoreError" && error.reason === "unavailable")

/** Handles all items concurrently. One that fails does not stop the others. */
const all = <A>(items: ReadonlyArray<A>, handle: (item: A) => Effect.Effect<void, ExecutionError>) =>
  Effect.forEach(items, (item) => Effect.exit(Effect.suspend(() => handle(item))), { concurrency: "unbounded" }).pipe(
    Effect.flatMap((exits) => Exit.asVoidAll(exits))
  )

/** The `outside` of a job that asks and tells nobody. */
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

    /** Another node that has taken the lease over does the work. */
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

/** Combines jobs into one handler that gives each kind of work to its own job, with the terms of their lanes. */
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
    return { handle, lanes: terms(jobs) }
  })

/** Returns on which terms a node takes work from the lanes of each kind. */
export const terms = (jobs: ReadonlyArray<Job<string, string, unknown>>): Readonly<Record<string, LaneTerms>> =>
  Object.fromEntries(jobs.map(({ lane: { name, shared, width } }) => [name, { width, shared }]))
