/**
 * The running service behind the facade.
 */
import type { SecretsError } from "@signalbox/core/Secrets"
import type { StoreError } from "@signalbox/core/Store"
import { Worker } from "@signalbox/core/Worker"
import { WorkSignal } from "@signalbox/core/WorkSignal"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import type { Signalbox } from "../Signalbox.ts"
import { SignalboxError } from "../SignalboxError.ts"
import * as Account from "./account.ts"
import * as Accounts from "./accounts.ts"
import * as Backup from "./backup.ts"
import * as Callers from "./callers.ts"
import type { Checked } from "./checkOptions.ts"
import * as Closing from "./closing.ts"
import * as Errors from "./errors.ts"
import * as Events from "./events.ts"
import * as Handlers from "./handlers.ts"
import * as InFlight from "./inFlight.ts"
import * as Intake from "./intake.ts"
import * as Log from "./log.ts"
import * as Mounts from "./mounts.ts"
import * as Service from "./service.ts"
import * as StorageLayer from "./storageLayer.ts"
import * as Timers from "./timers.ts"
import * as Transactions from "./transaction.ts"

type Services = Service.Running | Handlers.Handlers

const cannotStart = (cause: unknown): SignalboxError =>
  Errors.error(
    "INTERNAL_005",
    `Signalbox cannot start: ${cause instanceof Error ? cause.message : String(cause)}`,
    { cause }
  )

/** Effects that run before the layers are there, or when they are gone, have the timers of their fibers. */
const own = { scheduler: Timers.scheduler }

/** Only the end of the service interrupts a call. A defect is told as an unexpected error. */
const known = (cause: Cause.Cause<unknown>): SignalboxError => {
  if (Cause.hasInterruptsOnly(cause)) return Errors.closed()
  const error = Cause.squash(cause)
  return error instanceof SignalboxError ? error : Errors.error("INTERNAL_001", undefined, { cause: error })
}

export const make = (options: Checked): Signalbox => {
  const listeners = Events.make((message, error) => Log.report(options.log, message, error))
  const inFlight = InFlight.make()
  const place = StorageLayer.make(options.storage)
  const layer = Handlers.layer(options).pipe(
    Layer.provideMerge(Service.layer(options, place, listeners)),
    Layer.provideMerge(Timers.layer)
  )
  const runtime: ManagedRuntime.ManagedRuntime<Services, StoreError | SecretsError> = ManagedRuntime.make(layer)
  const ready = Effect.runPromise(runtime.contextEffect, own).then(() => {}, (cause: unknown) => {
    throw cannotStart(cause)
  })
  // Whoever awaits it is told; a host that does not must not end for that.
  ready.catch(() => {})

  /** Runs an effect once the service is ready. Nothing begins after `close`. */
  const run = <A>(effect: Effect.Effect<A, SignalboxError, Services>): Promise<A> =>
    inFlight.pass(async () => {
      await ready
      const exit = await runtime.runPromiseExit(effect)
      if (Exit.isSuccess(exit)) return exit.value
      const error = known(exit.cause)
      // Whoever reads the stack looks for the call, and not for what ran it.
      Error.captureStackTrace(error)
      throw error
    })

  const handlers = async () => {
    await ready
    return await runtime.runPromise(Handlers.Handlers)
  }

  const end = async (graceMs: number): Promise<void> => {
    const until = performance.now() + graceMs
    const quiet = inFlight.stop(graceMs)
    // Some calls wait for hand-overs. One that never ends must leave hand-overs the time to be answered.
    await Closing.within(quiet, graceMs / 2)
    try {
      await ready
      const left = Math.max(0, until - performance.now())
      // Not even a call that never ends keeps work from leaving things in order.
      await runtime.runPromise(
        Effect.flatMap(Worker, ({ drain, interrupt }) => Effect.andThen(Effect.timeoutOption(drain, left), interrupt))
      )
    } catch {
      // It has never begun.
    }
    await quiet
    await Effect.runPromise(runtime.disposeEffect, own)
  }
  const close = async (graceMs: number): Promise<void> => {
    if (!await Closing.within(end(graceMs), graceMs + Closing.last)) place.cut()
  }
  let closed: Promise<void> | null = null

  return {
    ready,
    fetch: Mounts.fetch(inFlight, handlers),
    node: Mounts.node(inFlight, handlers),
    as: (caller) => Account.make(run, listeners, Callers.check(caller)),
    in: (transaction) => {
      const within = Transactions.make(options.storage, transaction)
      return { as: (account) => Account.calls((effect, name) => run(within(effect, name)), Callers.id(account)) }
    },
    committed: () => void run(Effect.flatMap(WorkSignal, ({ raise }) => raise)).catch(() => {}),
    on: listeners.add,
    accounts: Accounts.accounts(run),
    keys: Accounts.keys(run),
    receipts: Intake.receipts(run),
    inbound: Intake.inbound(run),
    backup: Backup.make(run),
    close: async (given) => {
      const graceMs = Closing.grace(given)
      await (closed ??= close(graceMs))
    },
    [Symbol.asyncDispose]: () => closed ??= close(Closing.grace())
  }
}
