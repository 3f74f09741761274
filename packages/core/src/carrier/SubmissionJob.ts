/**
 * The job of a line at a carrier: it commits the hand-over of what may go, and asks the carrier.
 */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberSet from "effect/FiberSet"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import * as RoutingSettings from "../dispatch/RoutingSettings.ts"
import type { Executed, ExecutionError } from "../engine/Executor.ts"
import { Executor } from "../engine/Executor.ts"
import type { Draining, Undone } from "../engine/Handler.ts"
import * as Handler from "../engine/Handler.ts"
import * as Job from "../engine/Job.ts"
import * as AttemptStep from "../message/AttemptStep.ts"
import { carrierOf, linesOf, SubmissionDeadlineWork, SubmissionWork } from "../message/AttemptWork.ts"
import type { Carrier } from "../port/Carrier.ts"
import { Carriers } from "../port/Carrier.ts"
import { Messages } from "../row/Message.ts"
import type { CarrierId } from "../value/Id.ts"
import * as Instant from "../value/Instant.ts"
import type { Due, Lease } from "../work/Work.ts"
import { Answered } from "./Answered.ts"
import { CarrierQueue } from "./CarrierQueue.ts"
import { CarrierReach } from "./CarrierReach.ts"
import type { Answer as HandOverAnswer } from "./HandOver.ts"
import { HandOver } from "./HandOver.ts"
import type { Waiting } from "./SenderQueue.ts"
import { SenderQueue } from "./SenderQueue.ts"
import * as Submit from "./Submit.ts"

/** A work item with the parts of its attempt. */
interface Item {
  readonly lease: Lease
  readonly parts: number
  /** The sender that has room for it. Absent: none has been asked. */
  readonly sender?: string
  /** Says that it leaves that sender now. */
  readonly over?: Effect.Effect<void>
}

/** A work item whose sender has a pace. */
interface Paced extends Waiting {
  readonly item: Item
}

/** Items of a set that were handed over, or wait for their senders. */
interface Course {
  /** When the node began to hand them over, in elapsed nanoseconds. */
  readonly since: bigint
  readonly handed: Array<Submit.Handed>
  readonly paced: Array<Paced>
}

const isPaced = (carrier: Carrier | undefined): carrier is Carrier => (carrier?.pace ?? null) !== null

/** Says of all items that have one that they leave their senders now. */
const leave = (items: ReadonlyArray<Item>): Effect.Effect<void> =>
  items.some(({ over }) => over !== undefined)
    ? Effect.forEach(items, ({ over }) => over ?? Effect.void, { discard: true })
    : Effect.void

/** A hand-over is committed until that is known. The work is another node's once the lease is lost. */
const patience = { schedule: Job.patience, while: Job.mayPass }

/**
 * A node does not hold new work of a carrier at which lanes take turns: it goes behind them. Nor does it hold that of a
 * carrier which it does not reach.
 */
const admits = Effect.gen(function*() {
  const carriers = yield* Carriers
  const queue = yield* CarrierQueue
  const reach = yield* CarrierReach
  return ({ at, lane }: Due): boolean => {
    const carrier = carriers.find(({ id }) => id === carrierOf(lane))
    return carrier !== undefined && reach.isReached(carrier.id, at) && queue.isFree(carrier)
  }
})

/** A node leaves the lines at carriers that it does not reach to those that do. */
const leaves = Effect.map(
  CarrierReach,
  ({ unreached }): Job.Leaves => Effect.map(Instant.now, (now) => unreached(now).map(linesOf))
)

export const SubmissionJob = Job.custom({
  work: SubmissionWork,
  admits,
  leaves,
  handler: Effect.gen(function*() {
    const executor = yield* Executor
    const settings = yield* RoutingSettings.settings
    const carriers = yield* Carriers
    const queue = yield* CarrierQueue
    const senders = yield* SenderQueue
    const reach = yield* CarrierReach
    const { settle, stop, submit } = yield* Submit.make(settings)

    /** Acts upon what the hand-over of an item has come to, and returns what is not done. */
    const handedOver = Effect.fnUntraced(function*(
      item: Item,
      execution: Effect.Effect<Executed<HandOverAnswer>, ExecutionError>,
      { handed, paced, since }: Course
    ): Effect.fn.Return<ReadonlyArray<Undone>, ExecutionError> {
      const { lease } = item
      const { answer } = yield* execution
      switch (answer._tag) {
        case "Ask":
          handed.push({ ...item, ...answer, since })
          return []
        case "Wait":
          return [Handler.letGo(lease)]
        case "Pace":
          // The pools of the account have changed since the sender was asked.
          if (item.sender !== undefined) return [Handler.letGo(lease)]
          paced.push({ item, senders: answer.senders, parts: answer.parts })
          return []
        case "Settle":
          return yield* settle({ lease }, answer.outcome)
        case "Over":
          return []
      }
    })

    const handOver = Effect.fnUntraced(function*(
      items: ReadonlyArray<Item>,
      course: Course,
      restore: Submit.Restore
    ) {
      const { handed, since } = course
      const command = ({ lease, sender }: Item) => ({ lease, settings, ...(sender === undefined ? {} : { sender }) })
      const executions = yield* executor.runAll(HandOver, items.map(command))
      // An answer that was lost may have been kept. The decision recognizes what this lease has handed over.
      const again = (item: Item) => Effect.retry(executor.run(HandOver, command(item)), patience)
      // Nearly all of them are to be asked about, and nothing waits.
      const others = items.flatMap((item, index) => {
        const execution = executions[index]!
        if (Exit.isFailure(execution) || execution.value.answer._tag !== "Ask") return [[item, execution] as const]
        handed.push({ ...item, ...execution.value.answer, since })
        return []
      })
      if (others.length === 0) return []
      const undone = yield* restore(Effect.forEach(
        others,
        ([item, execution]) =>
          handedOver(item, Effect.catch(execution, (error) => Job.mayPass(error) ? again(item) : execution), course)
            .pipe(
              // Another node does this work now.
              Effect.catchTag("LeaseLost", () => Effect.succeed<ReadonlyArray<Undone>>([])),
              Effect.catchCause((cause) =>
                Cause.hasInterruptsOnly(cause) ? Effect.interrupt : Effect.succeed([Handler.undone(item.lease, cause)])
              )
            ),
        { concurrency: "unbounded" }
      ))
      return undone.flat()
    })

    const passOn = Effect.fnUntraced(function*(
      carrier: Carrier | undefined,
      items: ReadonlyArray<Item>,
      draining: Draining,
      course: Course,
      restore: Submit.Restore
    ) {
      const { handed } = course
      const parts = items.reduce((sum, each) => sum + each.parts, 0)
      const begun = carrier === undefined ? Effect.void : Effect.andThen(queue.begin(carrier, parts), leave(items))
      const undone = yield* Effect.onInterrupt(handOver(items, course, restore), () => begun)
      if (carrier === undefined) return undone
      const asked = new Set(handed.map(({ lease }) => lease))
      const spared = items.filter(({ lease }) => !asked.has(lease)).reduce((sum, { parts }) => sum + parts, 0)
      yield* queue.done(carrier, spared)
      const left = [...undone, ...(yield* restore(submit(carrier, handed, begun)))]
      // The store may give out again immediately what is let go here, when its clock is a little ahead of ours.
      if (handed.length === 0 && undone.some(({ _tag }) => _tag === "LetGo")) {
        yield* restore(Effect.raceFirst(Effect.sleep(Instant.second), draining.begins))
      }
      return left
    })

    /** Hands over the items that have a turn. A node that stops knows of each that is committed what has come of it. */
    const go = (
      carrier: Carrier | undefined,
      items: ReadonlyArray<Item>,
      draining: Draining,
      paced: Array<Paced>
    ) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(Clock.monotonicTimeNanos, (since) => {
          const handed: Array<Submit.Handed> = []
          return Effect.onInterrupt(
            passOn(carrier, items, draining, { since, handed, paced }, restore),
            () => stop(handed)
          )
        })
      )

    /** Counts the parts of each attempt, as the pace of the carrier counts them. */
    const counted = Effect.fnUntraced(function*(leases: ReadonlyArray<Lease>) {
      const targets = leases.map((lease) => ({ lease, target: SubmissionWork.target(lease) }))
      const facts = yield* executor.read(() =>
        Needs.all(...targets.map(({ target }) => Needs.row(Messages, target.message)))
      )
      return targets.map(({ lease, target }): Item => ({
        lease,
        parts: AttemptStep.find(Facts.get(facts, Messages, target.message), target.attempt)?.segments ?? 1
      }))
    })

    /** Hands over in turns, and frees what had no turn yet when the worker begins to drain. */
    const inTurns = Effect.fnUntraced(function*(
      carrier: Carrier,
      items: ReadonlyArray<Item>,
      draining: Draining,
      paced: Array<Paced>
    ) {
      const undone: Array<Undone> = []
      const going = yield* FiberSet.make<void>()
      let rest = items
      while (rest.length > 0 && reach.isReached(carrier.id, yield* Instant.now)) {
        const taken = yield* Effect.raceFirst(
          queue.take(carrier, rest.map(({ parts }) => parts)),
          Effect.as(draining.begins, null)
        )
        if (taken === null) break
        const items = rest.slice(0, taken)
        rest = rest.slice(taken)
        yield* FiberSet.run(going, Effect.map(go(carrier, items, draining, paced), (left) => void undone.push(...left)))
      }
      yield* FiberSet.awaitEmpty(going)
      return [...undone, ...rest.map(({ lease }) => Handler.letGo(lease))]
    }, Effect.scoped)

    /** Hands over, whenever their senders have room, and frees those that wait when the worker begins to drain. */
    const bySenders = Effect.fnUntraced(function*(
      id: CarrierId,
      carrier: Carrier | undefined,
      line: ReadonlyArray<Paced>,
      draining: Draining
    ) {
      const undone: Array<Undone> = []
      const going = yield* FiberSet.make<void>()
      let rest = line
      while (rest.length > 0 && reach.isReached(id, yield* Instant.now)) {
        const turn = yield* Effect.raceFirst(senders.take(rest), Effect.as(draining.begins, null))
        if (turn === null) break
        rest = turn.rest
        const items = turn.admitted.map(({ over, sender, waiting: { item } }): Item => ({ ...item, sender, over }))
        const handing = isPaced(carrier) ? inTurns(carrier, items, draining, []) : go(carrier, items, draining, [])
        yield* FiberSet.run(
          going,
          Effect.map(Effect.ensuring(handing, leave(items)), (left) => void undone.push(...left))
        )
      }
      yield* FiberSet.awaitEmpty(going)
      return [...undone, ...rest.map(({ item }) => Handler.letGo(item.lease))]
    }, Effect.scoped)

    const ofCarrier = (id: CarrierId, leases: ReadonlyArray<Lease>, draining: Draining) => {
      const carrier = carriers.find((each) => each.id === id)
      const paced: Array<Paced> = []
      const first = isPaced(carrier)
        ? counted(leases).pipe(
          Effect.matchCauseEffect({
            onFailure: (cause) => Effect.succeed(leases.map((lease) => Handler.undone(lease, cause))),
            onSuccess: (items) => inTurns(carrier, items, draining, paced)
          })
        )
        : go(carrier, leases.map((lease) => ({ lease, parts: 0 })), draining, paced)
      return Effect.flatMap(first, (undone) =>
        paced.length === 0
          ? Effect.succeed(undone)
          : Effect.map(bySenders(id, carrier, paced, draining), (others) => [...undone, ...others]))
    }

    return (leases, draining) => {
      const [first] = leases
      if (first === undefined) return Effect.succeed([])
      const id = carrierOf(first.lane)
      // A claim that was under way when the carrier was lost has brought them.
      return Effect.flatMap(Instant.now, (now) =>
        reach.isReached(id, now)
          ? ofCarrier(id, leases, draining)
          : Effect.succeed(leases.map(Handler.letGo)))
    }
  })
})

/** Fails an attempt when the carrier has not answered by the submission deadline. */
export const SubmissionDeadlineJob = Job.make({
  work: SubmissionDeadlineWork,
  outside: RoutingSettings.settings,
  decides: Answered,
  command: (settings, { lease }) => ({ lease, settings, outcome: { _tag: "TimedOut" } as const })
})
