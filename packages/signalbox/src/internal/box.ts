/**
 * The running service behind the facade.
 */
import * as Span from "@signalbox/core/Span"
import { Worker } from "@signalbox/core/Worker"
import { WorkSignal } from "@signalbox/core/WorkSignal"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import type { Signalbox } from "../Signalbox.ts"
import { SignalboxError } from "../SignalboxError.ts"
import type { CellsStorage } from "../Storage.ts"
import * as Account from "./account.ts"
import * as Accounts from "./accounts.ts"
import * as Backup from "./backup.ts"
import * as Boot from "./boot.ts"
import * as Callers from "./callers.ts"
import type { CellsLayer } from "./cellsLayer.ts"
import type { Checked } from "./checkOptions.ts"
import * as Closing from "./closing.ts"
import * as Console from "./console/console.ts"
import * as Errors from "./errors.ts"
import * as Events from "./events.ts"
import * as Handlers from "./handlers.ts"
import * as HostFailures from "./hostFailures.ts"
import * as InFlight from "./inFlight.ts"
import * as Intake from "./intake.ts"
import * as Log from "./log.ts"
import * as Mounts from "./mounts.ts"
import * as Operator from "./operator.ts"
import * as Service from "./service.ts"
import * as StorageLayer from "./storageLayer.ts"
import * as Telemetry from "./telemetry.ts"
import * as Timers from "./timers.ts"
import * as Transactions from "./transaction.ts"

type Services = Service.Running | Handlers.Handlers

/** Effects that run before the layers are there, or when they are gone, have the timers of their fibers. */
const own = { scheduler: Timers.scheduler }

/** Only the end of the service interrupts a call. A defect is told as an unexpected error. */
const known = (cause: Cause.Cause<unknown>): SignalboxError => {
  if (Cause.hasInterruptsOnly(cause)) return Errors.closed()
  const error = Cause.squash(cause)
  return error instanceof SignalboxError ? error : Errors.error("INTERNAL_001", undefined, { cause: error })
}

/** Shows a call to whoever traces. */
const traced = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Span.within(
    "signalbox.call",
    { kind: "internal" },
    Effect.tapError(effect, (error) =>
      error instanceof SignalboxError ? Effect.annotateCurrentSpan({ error_code: error.code }) : Effect.void)
  )

/** The service on several storages. Whoever has one does not load what tells them apart. */
const serviceOfCells = (
  options: Checked,
  storage: CellsStorage,
  listeners: Events.Listeners,
  failures: HostFailures.HostFailures
): CellsLayer => {
  const ending = new AbortController()
  const layer = Effect.promise(async () => {
    const made = (await import("./cellsLayer.ts")).make(options, storage, listeners, failures)
    if (ending.signal.aborted) made.cut()
    else ending.signal.addEventListener("abort", made.cut)
    return made.layer
  })
  return { layer: Layer.unwrap(layer), cut: () => ending.abort() }
}

/** The service on one storage, or on several. */
const serviceOf = (
  options: Checked,
  listeners: Events.Listeners,
  failures: HostFailures.HostFailures
): CellsLayer => {
  const { storage } = options
  if (storage.kind === "cells") return serviceOfCells(options, storage, listeners, failures)
  const place = StorageLayer.make(storage)
  return { layer: Service.layer(options, place, listeners, failures), cut: place.cut }
}

export const make = (options: Checked): Signalbox => {
  const log = Log.make(options)
  const failures = HostFailures.make(options, log)
  const listeners = Events.make(failures, log)
  const telemetry = Telemetry.make(options)
  const inFlight = InFlight.make()
  const { cut, layer: running } = serviceOf(options, listeners, failures)
  const around = Layer.mergeAll(Timers.layer, log.layer, telemetry.layer)
  const layer = Handlers.layer(options).pipe(
    Layer.provideMerge(running),
    Layer.provideMerge(around)
  )
  const boot = Boot.make<Services>(layer, around, cut)
  const ready = boot.started.then(() => {})
  ready.catch(() => {})

  /** Runs an effect once the service is ready. Nothing begins after `close`. */
  const run = <A>(effect: Effect.Effect<A, SignalboxError, Services>): Promise<A> =>
    inFlight.pass(async () => {
      const runtime = await boot.forCall()
      const exit = await runtime.runPromiseExit(traced(effect))
      if (Exit.isSuccess(exit)) return exit.value
      const error = known(exit.cause)
      // Whoever reads the stack looks for the call, and not for what ran it.
      Error.captureStackTrace(error)
      throw error
    })

  const handlers = async () => (await boot.forRequest()).runPromise(Handlers.Handlers)

  const end = async (graceMs: number): Promise<void> => {
    const until = performance.now() + graceMs
    boot.stop()
    const quiet = inFlight.stop(graceMs)
    // Some calls wait for hand-overs. One that never ends must leave hand-overs the time to be answered.
    await Closing.within(quiet, graceMs / 2)
    const runtime = await boot.started.catch(() => null)
    // It has never begun.
    if (runtime === null) return quiet
    const left = Math.max(0, until - performance.now())
    // Not even a call that never ends keeps work from leaving things in order.
    await runtime.runPromise(
      Effect.flatMap(Worker, ({ drain, interrupt }) => Effect.andThen(Effect.timeoutOption(drain, left), interrupt))
    ).catch(() => {})
    await quiet
    await Effect.runPromise(runtime.disposeEffect, own)
  }
  const close = async (graceMs: number): Promise<void> => {
    if (!await Closing.within(end(graceMs), graceMs + Closing.last)) cut()
  }
  let closed: Promise<void> | null = null

  return {
    ready,
    fetch: Mounts.fetch(inFlight, handlers),
    node: Mounts.node(inFlight, handlers),
    as: (given) => {
      const caller = Callers.check(given)
      if (typeof caller !== "string") failures.hide(caller.apiKey)
      return Account.make(run, listeners, caller)
    },
    in: (transaction, given) => {
      const within = Transactions.make(options.storage, transaction, given)
      return {
        as: (account) => {
          const caller = Callers.id(account)
          return Account.calls((effect, name) => run(within(effect, name, caller)), caller)
        }
      }
    },
    committed: () => void run(Effect.flatMap(WorkSignal, ({ raise }) => raise)).catch(() => {}),
    on: listeners.add,
    accounts: Accounts.accounts(run),
    keys: Accounts.keys(run, failures.hide),
    operator: Operator.make(run),
    receipts: Intake.receipts(run),
    inbound: Intake.inbound(run),
    backup: Backup.make(run),
    metrics: telemetry.metrics,
    console: (given) =>
      Console.make(
        run,
        (error) => HostFailures.write(log, failures.tell({ where: "console.authorize", error }, [])),
        given
      ),
    close: async (given) => {
      const graceMs = Closing.grace(given)
      await (closed ??= close(graceMs))
    },
    [Symbol.asyncDispose]: () => closed ??= close(Closing.grace())
  }
}
