/**
 * The running service behind the facade.
 */
import type { SecretsError } from "@signalbox/core/Secrets"
import type { StoreError } from "@signalbox/core/Store"
import { Worker } from "@signalbox/core/Worker"
import { WorkSignal } from "@signalbox/core/WorkSignal"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import type { Signalbox } from "../Signalbox.ts"
import { SignalboxError } from "../SignalboxError.ts"
import * as Account from "./account.ts"
import * as Accounts from "./accounts.ts"
import * as Callers from "./callers.ts"
import type { Checked } from "./checkOptions.ts"
import * as Doors from "./doors.ts"
import * as Errors from "./errors.ts"
import * as Events from "./events.ts"
import * as Intake from "./intake.ts"
import * as Mounts from "./mounts.ts"
import * as Place from "./place.ts"
import * as Service from "./service.ts"
import * as Traffic from "./traffic.ts"
import * as Transactions from "./transaction.ts"

type Services = Service.Running | Doors.Doors

const cannotStart = (cause: unknown): SignalboxError =>
  Errors.error(
    "INTERNAL_005",
    `Signalbox cannot start: ${cause instanceof Error ? cause.message : String(cause)}`,
    { cause }
  )

/** A defect is told as an unexpected error. */
const known = (cause: unknown): SignalboxError =>
  cause instanceof SignalboxError ? cause : Errors.error("INTERNAL_001", undefined, { cause })

export const make = (options: Checked): Signalbox => {
  const listeners = Events.make()
  const traffic = Traffic.make()
  const layer = Doors.layer(options.basePath).pipe(
    Layer.provideMerge(Service.layer(options, Place.make(options.storage), listeners))
  )
  const runtime: ManagedRuntime.ManagedRuntime<Services, StoreError | SecretsError> = ManagedRuntime.make(layer)
  const ready = runtime.context().then(() => {}, (cause: unknown) => {
    throw cannotStart(cause)
  })
  // Whoever awaits it is told; a host that does not must not end for that.
  ready.catch(() => {})

  /** Runs an effect once the service is ready. Nothing begins after `close`. */
  const run = <A, E>(effect: Effect.Effect<A, E, Services>): Promise<A> =>
    traffic.pass(async () => {
      await ready
      try {
        return await runtime.runPromise(effect)
      } catch (cause) {
        const error = known(cause)
        // Whoever reads the stack looks for the call, and not for what ran it.
        Error.captureStackTrace(error)
        throw error
      }
    })

  const doors = async () => {
    await ready
    return await runtime.runPromise(Doors.Doors)
  }

  const close = async (graceMs: number): Promise<void> => {
    const until = performance.now() + graceMs
    await traffic.stop(graceMs)
    const left = Math.max(0, until - performance.now())
    try {
      await ready
      await runtime.runPromise(Effect.flatMap(Worker, ({ drain }) => Effect.timeoutOption(drain, left)))
    } catch {
      // It has never begun.
    }
    await runtime.dispose()
  }
  let closed: Promise<void> | null = null

  return {
    ready,
    fetch: Mounts.fetch(traffic, doors),
    node: Mounts.node(traffic, doors),
    as: (caller) => Account.make(run, listeners, Callers.check(caller)),
    in: (transaction) => {
      const within = Transactions.make(options.storage, transaction)
      return { as: (account) => Account.calls((effect) => run(within(effect)), Callers.id(account)) }
    },
    committed: () => void run(Effect.flatMap(WorkSignal, ({ raise }) => raise)).catch(() => {}),
    on: listeners.add,
    accounts: Accounts.accounts(run),
    keys: Accounts.keys(run),
    receipts: Intake.receipts(run),
    inbound: Intake.inbound(run),
    close: ({ graceMs = 10_000 } = {}) => closed ??= close(graceMs),
    [Symbol.asyncDispose]: () => closed ??= close(10_000)
  }
}
