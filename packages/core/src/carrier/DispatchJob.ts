/**
 * The job of dispatch: it routes messages, hands over immediately what may go, and asks its carriers.
 */
import * as Arr from "effect/Array"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { DispatchWork } from "../dispatch/DispatchWork.ts"
import * as ImmediateDispatch from "../dispatch/ImmediateDispatch.ts"
import * as RoutingSettings from "../dispatch/RoutingSettings.ts"
import type { Executed, ExecutionError } from "../engine/Executor.ts"
import { Executor } from "../engine/Executor.ts"
import type { Undone } from "../engine/Handler.ts"
import * as Handler from "../engine/Handler.ts"
import * as Job from "../engine/Job.ts"
import { KeyedCounter } from "../engine/KeyedCounter.ts"
import { Carriers } from "../port/Carrier.ts"
import type { CarrierId } from "../value/Id.ts"
import * as Instant from "../value/Instant.ts"
import type { Lane, Lease } from "../work/Work.ts"
import { CarrierReach } from "./CarrierReach.ts"
import type { Answer } from "./DispatchOn.ts"
import { DispatchOn } from "./DispatchOn.ts"
import * as Submit from "./Submit.ts"

/**
 * How many messages of a lane may wait for their carriers under the lease of their dispatch. It is half of the width of
 * the lane, so that a carrier that is slow holds up no message that goes another way.
 */
const most = DispatchWork.lane.width / 2

/** How many messages are decided on one load, which asks for the recipient of each of them as well. */
const together = 512

/** A commit whose answer was lost is tried until that is known: the decision recognizes what it has handed over. */
const patience = { schedule: Job.patience, while: Job.mayPass }

const nobody: ReadonlySet<CarrierId> = new Set()

export const DispatchJob = Job.custom({
  work: DispatchWork,
  admits: Effect.succeed<Job.Admits>(() => true),
  lends: ImmediateDispatch.lends,
  handler: Effect.gen(function*() {
    const executor = yield* Executor
    const settings = yield* RoutingSettings.settings
    const carriers = yield* Carriers
    const reach = yield* CarrierReach
    const { stop, submit } = yield* Submit.make(settings)
    /** How many messages of each lane wait for their carriers. */
    const waiting = new KeyedCounter<Lane>()

    /** Those that take turns at a carrier with a pace stand in its line, as those do that other nodes hand over. */
    const askable = (at: Instant.Instant): ReadonlySet<CarrierId> =>
      new Set(carriers.flatMap(({ id, pace }) => (pace ?? null) === null && reach.isReached(id, at) ? [id] : []))

    const room = (lane: Lane): number => Math.max(0, most - waiting.of(lane))

    const dispatched = Effect.fnUntraced(function*(
      leases: ReadonlyArray<Lease>,
      asked: number,
      handed: Map<CarrierId, Array<Submit.Handed>>,
      restore: Submit.Restore
    ) {
      const at = yield* Instant.now
      const since = yield* Clock.monotonicTimeNanos
      const open = askable(at)
      const commands = leases.map((lease, index) => ({
        lease,
        settings,
        at,
        askable: index < asked ? open : nobody
      }))
      const hand = (lease: Lease, { answer }: Executed<Answer>): void => {
        if (answer._tag === "Over") return
        const { answersWithin, asked, submission } = answer
        const leased = { lease, asked, submission, answersWithin, since, parts: 0 }
        const others = handed.get(asked.carrier)
        if (others === undefined) handed.set(asked.carrier, [leased])
        else others.push(leased)
      }
      const sets = yield* Effect.forEach(Arr.chunksOf(commands, together), (set) => executor.runAll(DispatchOn, set))
      const executions = sets.flat()
      const others = commands.flatMap((command, index) => {
        const execution = executions[index]!
        if (Exit.isFailure(execution)) return [[command, execution] as const]
        hand(command.lease, execution.value)
        return []
      })
      if (others.length === 0) return []
      const again = (command: typeof commands[number], error: ExecutionError) =>
        Job.mayPass(error) && command.askable.size > 0
          ? Effect.retry(executor.run(DispatchOn, command), patience)
          : Effect.fail(error)
      const undone = yield* restore(Effect.forEach(
        others,
        ([command, execution]) =>
          Handler.attempt(command.lease, () =>
            Effect.catch(execution, (error) => again(command, error)).pipe(
              Effect.map((executed) => hand(command.lease, executed)),
              // Another node does this work now.
              Effect.catchTag("LeaseLost", () => Effect.void)
            )),
        { concurrency: "unbounded" }
      ))
      return undone.flat()
    })

    const passOn = Effect.fnUntraced(function*(
      leases: ReadonlyArray<Lease>,
      lane: Lane,
      handed: Map<CarrierId, Array<Submit.Handed>>,
      restore: Submit.Restore
    ) {
      const asked = Math.min(leases.length, room(lane))
      waiting.add(lane, asked)
      const undone = yield* Effect.onExit(dispatched(leases, asked, handed, restore), (exit) =>
        Effect.sync(() => {
          const kept = Exit.isSuccess(exit)
            ? [...handed.values()].reduce((sum, { length }) => sum + length, 0)
            : 0
          waiting.add(lane, kept - asked)
        }))
      const submitting = Effect.forEach(handed, ([id, attempts]) => {
        const carrier = carriers.find((each) => each.id === id)!
        return Effect.ensuring(
          submit(carrier, attempts, Effect.void),
          Effect.sync(() => waiting.add(lane, -attempts.length))
        )
      }, { concurrency: "unbounded" })
      const unsettled = yield* restore(submitting)
      return [...undone, ...unsettled.flat()] satisfies ReadonlyArray<Undone>
    })

    return (leases) => {
      const [first] = leases
      if (first === undefined) return Effect.succeed([])
      // A node that stops knows of each attempt that it has handed over what has come of it.
      return Effect.uninterruptibleMask((restore) =>
        Effect.suspend(() => {
          const handed = new Map<CarrierId, Array<Submit.Handed>>()
          return Effect.onInterrupt(
            passOn(leases, first.lane, handed, restore),
            () => stop([...handed.values()].flat())
          )
        })
      )
    }
  })
})
