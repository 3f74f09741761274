/**
 * Starts the service. While its storage is away it is tried again and again, with a growing wait; whatever else keeps it
 * from starting is final. Either is logged, since the host may not look at `ready`.
 */
import * as RequestLog from "@signalbox/core/RequestLog"
import { SecretsError } from "@signalbox/core/Secrets"
import { StoreError } from "@signalbox/core/Store"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Random from "effect/Random"
import { SignalboxError } from "../SignalboxError.ts"
import * as Closing from "./closing.ts"
import * as Errors from "./errors.ts"
import * as Timers from "./timers.ts"

export type BootError = StoreError | SecretsError

export type Runtime<Services> = ManagedRuntime.ManagedRuntime<Services, BootError>

export interface Boot<Services> {
  /** Resolves with what runs. Rejects when the service cannot start, or was stopped before it could. */
  readonly started: Promise<Runtime<Services>>
  /**
   * Resolves as `started` does. While the storage is away it rejects with the cause after a while: a call may be the first
   * thing that a host does.
   */
  readonly forCall: () => Promise<Runtime<Services>>
  /** The same for a request, whose client comes again: it rejects immediately, and waits a while for the first attempt. */
  readonly forRequest: () => Promise<Runtime<Services>>
  /** Gives up when the storage is away, now or at the end of the first attempt. */
  readonly stop: () => void
}

const shortest = 250
const longest = 30_000

/**
 * Returns how long to wait after so many attempts have failed, in milliseconds: twice as long each time, up to half a
 * minute, of which a part is left to chance so that nodes do not all come together.
 *
 * @param random from 0 to 1
 */
export const wait = (failures: number, random: number): number =>
  Math.round(Math.min(longest, shortest * 2 ** failures) * (0.5 + random / 2))

/**
 * How long a call waits for a storage that is away, and a request for the first attempt, in milliseconds. The first attempt
 * may bring a large schema up to date.
 */
const patience = 5000

/** The storage is away, and is tried again. */
interface Away {
  readonly error: StoreError
  /** The time of the next attempt, in milliseconds of the machine's clock. */
  readonly againAt: number
}

const isAway = (error: unknown): error is StoreError => error instanceof StoreError && error.reason === "unavailable"

/** Only a store and the secrets say in their messages what may be logged. */
const told = (cause: Cause.Cause<unknown>): string => {
  const error = Cause.squash(cause)
  return error instanceof SecretsError ? error.message : RequestLog.origin(cause)
}

const cannotStart = (cause: unknown): SignalboxError =>
  Errors.error(
    "INTERNAL_005",
    `Signalbox cannot start: ${cause instanceof Error ? cause.message : String(cause)}`,
    { cause }
  )

const notYet = ({ againAt, error }: Away): SignalboxError =>
  new SignalboxError({
    code: "INTERNAL_005",
    message: `Signalbox has not started yet: ${error.message}`,
    status: 503,
    retryAfterMs: Math.max(1000, againAt - performance.now()),
    cause: error
  })

const stillStarting = (): SignalboxError =>
  new SignalboxError({
    code: "INTERNAL_005",
    message: "Signalbox has not started yet",
    status: 503,
    retryAfterMs: 1000
  })

/**
 * @param layer all that runs; it is built anew for each attempt
 * @param around the log and the timers, which the waiting needs too
 * @param cut ends whatever an attempt has open
 */
export const make = <Services>(
  layer: Layer.Layer<Services, BootError>,
  around: Layer.Layer<never>,
  cut: () => void
): Boot<Services> => {
  let runtime: Runtime<Services> | null = null
  let away: Away | null = null
  let isStopped = false
  let firstIsOver = (): void => {}
  const first = new Promise<void>((resolve) => {
    firstIsOver = resolve
  })

  const once: Effect.Effect<Runtime<Services>, BootError> = Effect.suspend(() => {
    const made = ManagedRuntime.make(layer)
    // What a failed attempt has opened would stay open.
    return Effect.onExit(
      Effect.as(made.contextEffect, made),
      (exit) => Exit.isFailure(exit) ? made.disposeEffect : Effect.void
    )
  })

  const attempt = (failures: number): Effect.Effect<Runtime<Services>, BootError> =>
    Effect.catchIf(once, (error) => isAway(error) && !isStopped, (error) =>
      Effect.gen(function*() {
        const millis = wait(failures, yield* Random.next)
        away = { error: error as StoreError, againAt: performance.now() + millis }
        firstIsOver()
        yield* Effect.logWarning("the storage is away; Signalbox starts as soon as it is there", {
          cause: told(Cause.fail(error)),
          attempts: failures + 1,
          again_in_ms: millis
        })
        yield* Effect.sleep(millis)
        return yield* attempt(failures + 1)
      }))

  const boot = attempt(0).pipe(
    Effect.tap(() => away === null ? Effect.void : Effect.logInfo("the storage is there; Signalbox has started")),
    Effect.tapCause((cause) =>
      Cause.hasInterruptsOnly(cause) ? Effect.void : Effect.logError("Signalbox cannot start", { cause: told(cause) })
    ),
    Effect.provide(around)
  )
  const fiber = Effect.runFork(boot, { scheduler: Timers.scheduler })
  const started = new Promise<Runtime<Services>>((resolve, reject) => {
    fiber.addObserver((exit) => {
      if (Exit.isSuccess(exit)) {
        runtime = exit.value
        resolve(exit.value)
      } else if (Cause.hasInterruptsOnly(exit.cause)) {
        reject(
          Errors.error("INTERNAL_005", `This Signalbox was closed: ${away?.error.message ?? "it had not started"}`)
        )
      } else reject(cannotStart(Cause.squash(exit.cause)))
      firstIsOver()
    })
  })
  // Whoever awaits it is told; a host that does not must not end for that.
  started.catch(() => {})

  const now = async (): Promise<Runtime<Services>> => {
    if (runtime !== null) return runtime
    if (fiber.pollUnsafe() !== undefined) return started
    throw away === null ? stillStarting() : notYet(away)
  }

  return {
    started,
    forCall: async () => {
      await first
      if (away !== null) await Closing.within(started, patience)
      return await now()
    },
    forRequest: async () => {
      if (runtime === null) await Closing.within(first, patience)
      return await now()
    },
    stop: () => {
      isStopped = true
      if (away === null || runtime !== null) return
      cut()
      fiber.interruptUnsafe()
    }
  }
}
