/**
 * A kind of work as one value: its name, what is loaded for it, whom it asks outside, and what it decides. The engine
 * does the rest: it asks, completes the work, and drops items whose lease has passed to another node.
 *
 * Loading, questions and decisions are pure and handle one item each; only asking is an effect. So the engine is free
 * to load for many items together, and to decide and commit them together.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schedule from "effect/Schedule"
import type * as Facts from "../commit/Facts.ts"
import type { Leased, LeasedDecision } from "../commit/LeasedDecision.ts"
import type * as Needs from "../commit/Needs.ts"
import type { LaneTerms } from "../port/Store.ts"
import * as Instant from "../value/Instant.ts"
import type { Due, Lease } from "../work/Work.ts"
import type { WorkName } from "../work/WorkName.ts"
import * as DecisionSet from "./DecisionSet.ts"
import type { ExecutionError } from "./Executor.ts"
import { Executor } from "./Executor.ts"
import type { Handler, Undone } from "./Handler.ts"
import * as Handler_ from "./Handler.ts"

/** A party outside the service that is asked about each item before its decision, such as a reviewer of templates. */
export interface Asks<in Outside, in Target, in out Question, out Said> {
  /**
   * Returns what must be loaded to make the question. It is called again with the facts until nothing more is needed.
   */
  readonly reads: (target: Target, facts: Facts.Facts) => Needs.Needs
  /** Returns the question, or null when this item needs no answer any more. */
  readonly question: (target: Target, facts: Facts.Facts, at: Instant.Instant) => Question | null
  readonly ask: (outside: Outside, question: Question) => Effect.Effect<Said>
}

/** A work item and the answer about it; null when nobody was asked. */
export interface WorkItem<out Said> {
  readonly lease: Lease
  readonly said: Said | null
  /** When the question was made, after its facts were loaded. */
  readonly at: Instant.Instant
}

export interface Parts<
  Kind extends string,
  Lane extends string,
  Owner,
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
  readonly command: (outside: Outside, item: WorkItem<Said>) => Command
  /** Whether a node that schedules such work for now holds it immediately, so that nobody has to claim it. */
  readonly isHeldByCreator?: boolean
  /** Tells the outside world once the decision is committed: at most once, since nobody repeats it after a crash. */
  readonly tells?: (outside: Outside, answer: Answer) => Effect.Effect<void>
}

export interface Job<out Kind extends string, out Lane extends string, out R> {
  readonly kind: Kind
  readonly lane: LaneTerms & { readonly name: Lane }
  readonly handler: Effect.Effect<Handler, never, R | Executor>
  /**
   * Made once when the worker starts: returns whether such work would begin right now, so that a node that schedules it
   * for now holds it immediately. Absent: all of it is claimed.
   */
  readonly admits?: Effect.Effect<Admits, never, R>
  /** Made once when the worker starts: services that those go by who commit on its node. Absent: none. */
  readonly lends?: Effect.Effect<Context.Context<never>, never, R>
  /**
   * Made once when the worker starts, and asked before each claim for the beginnings of the lanes of this job that the node
   * leaves to others. Absent: none.
   */
  readonly leaves?: Effect.Effect<Leaves, never, R>
}

export type Admits = (due: Due) => boolean

export type Leaves = Effect.Effect<ReadonlyArray<string>>

/** Returns whether trying again makes sense: the store is away, or concurrent commits won. */
export const mayPass = (error: ExecutionError): boolean =>
  error._tag === "Conflict" || (error._tag === "StoreError" && error.reason === "unavailable")

/** A job tries the commit of an answer again so soon. */
export const patience = Schedule.spaced(Instant.second)

/** The `outside` of a job that asks and tells nobody. */
export const alone: Effect.Effect<void> = Effect.void

export const make = <
  Kind extends string,
  Lane extends string,
  Owner,
  Target,
  Outside,
  R,
  Question,
  Said,
  Command extends Leased,
  Answer
>(
  job: Parts<Kind, Lane, Owner, Target, Outside, R, Question, Said, Command, Answer>
): Job<Kind, Lane, R> =>
  custom({
    work: job.work,
    ...(job.isHeldByCreator === true ? { admits: Effect.succeed<Admits>(() => true) } : {}),
    handler: Effect.gen(function*() {
      const executor = yield* Executor
      const outside = yield* job.outside

      const decided = (item: WorkItem<Said>) => executor.run(job.decides, job.command(outside, item))

      /** Another node that has taken the lease over does the work. */
      const settled = (execution: ReturnType<typeof decided>) =>
        execution.pipe(
          Effect.flatMap(({ answer }) => job.tells?.(outside, answer) ?? Effect.void),
          Effect.catchTag("LeaseLost", () => Effect.void)
        )

      const { asks } = job
      if (asks === undefined) {
        return Effect.fnUntraced(function*(leases) {
          const at = yield* Instant.now
          const { built, undone } = commands(leases, (lease) => job.command(outside, { lease, said: null, at }))
          const executions = yield* executor.runAll(job.decides, built.map(({ command }) => command))
          const left = yield* sideBySide(
            built.map(({ lease }, index) => ({ lease, execution: executions[index]! })),
            ({ execution, lease }) => Handler_.attempt(lease, () => settled(execution))
          )
          return [...undone, ...left]
        })
      }

      /** Nobody is asked twice because the store was away meanwhile: the answer waits until it can be committed. */
      const patient = (item: WorkItem<Said>) =>
        Effect.retry(
          Effect.suspend(() => decided(item)),
          { schedule: patience, while: mayPass }
        )

      const asked = Effect.fnUntraced(function*(lease: Lease) {
        const target = job.work.target(lease)
        const facts = yield* executor.read((known) => asks.reads(target, known))
        const at = yield* Instant.now
        const question = asks.question(target, facts, at)
        if (question === null) {
          yield* settled(decided({ lease, said: null, at }))
          return []
        }
        yield* settled(patient({ lease, said: yield* asks.ask(outside, question), at }))
        return []
      })

      return (leases) => sideBySide(leases, (lease) => Handler_.attempt(lease, () => asked(lease)))
    })
  })

/** Makes a job whose handler does everything itself. */
export const custom = <Kind extends string, Lane extends string, Owner, Target, R>({ work, ...parts }: {
  readonly work: WorkName<Kind, Lane, Owner, Target>
} & Pick<Job<Kind, Lane, R>, "admits" | "handler" | "leaves" | "lends">): Job<Kind, Lane, R> => ({
  kind: work.kind,
  lane: work.lane,
  ...parts
})

/** Builds the command of each item. An item for which that fails costs the others nothing. */
const commands = <Command>(leases: ReadonlyArray<Lease>, command: (lease: Lease) => Command) => {
  const built: Array<{ readonly lease: Lease; readonly command: Command }> = []
  const undone: Array<Undone> = []
  for (const lease of leases) {
    const exit = DecisionSet.attempt(() => command(lease))
    if (Exit.isSuccess(exit)) built.push({ lease, command: exit.value })
    else undone.push(Handler_.undone(lease, exit.cause))
  }
  return { built, undone }
}

const sideBySide = <A>(items: ReadonlyArray<A>, handle: (item: A) => Effect.Effect<ReadonlyArray<Undone>>) =>
  Effect.map(Effect.forEach(items, handle, { concurrency: "unbounded" }), (undone) => undone.flat())

/** Combines jobs into one handler that gives each kind of work to its own job, with the terms of their lanes. */
export const handlers = <R>(jobs: ReadonlyArray<Job<string, string, R>>) =>
  Effect.gen(function*() {
    const byKind = new Map<string, Handler>()
    const admitted = new Map<string, Admits>()
    const left: Array<Leaves> = []
    let lent = Context.empty()
    for (const { admits, handler, kind, leaves, lends } of jobs) {
      byKind.set(kind, Handler_.whole(yield* handler))
      if (admits !== undefined) admitted.set(kind, yield* admits)
      if (leaves !== undefined) left.push(yield* leaves)
      if (lends !== undefined) lent = Context.merge(lent, yield* lends)
    }
    const nobody: Handler = ([lease]) =>
      Effect.die(new Error(`no job carries out work of the kind ${lease?.work.kind}`))
    const handle: Handler = (leases, draining, turn) => {
      const kinds = [...new Set(leases.map(({ work }) => work.kind))]
      return sideBySide(
        kinds,
        (kind) =>
          (byKind.get(kind) ?? Handler_.whole(nobody))(
            leases.filter(({ work }) => work.kind === kind),
            draining,
            kinds.length === 1 ? turn : Handler_.noTurn
          )
      )
    }
    const admits: Admits = (due) => admitted.get(due.work.kind)?.(due) ?? false
    const leaves: Leaves = Effect.map(Effect.all(left), (each) => each.flat())
    return { handle, lanes: terms(jobs), admits, leaves, lends: lent }
  })

/** Returns on which terms a node takes work from the lanes of each kind. */
export const terms = (jobs: ReadonlyArray<Job<string, string, unknown>>): Readonly<Record<string, LaneTerms>> =>
  Object.fromEntries(
    jobs.map(({ lane: { given, name, shared, width } }) => [
      name,
      { width, shared, ...(given === undefined ? {} : { given }) }
    ])
  )
