/**
 * Brings the receipts that carriers owe to the service when they fall due.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

export class Courier extends Context.Service<Courier, {
  /** Whether no receipt is under way and none is due. */
  readonly isIdle: Effect.Effect<boolean>
  /** Waits until that is so. */
  readonly idle: Effect.Effect<void>
  /** Something has fallen due, because the clock was moved or a carrier took a message. */
  readonly wake: Effect.Effect<void>
}>()("@signalbox/emulator/network/Courier") {}
