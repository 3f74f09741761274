/**
 * Whom the steps before the route ask: who a credential belongs to, whether it is locked, and whether a pool has room.
 */
import { Access } from "@signalbox/core/Access"
import { Lockout } from "@signalbox/core/Lockout"
import { RateWindow } from "@signalbox/core/RateWindow"
import * as Effect from "effect/Effect"
import * as Strangers from "./Strangers.ts"

/** The services that are asked. */
export type Gatekeepers = Access | Lockout | RateWindow

/** The same as values, so that no request looks for them. */
export interface Gates {
  readonly access: Access["Service"]
  readonly lockout: Lockout["Service"]
  readonly window: RateWindow["Service"]
  readonly strangers: Strangers.Strangers
}

export const gates: Effect.Effect<Gates, never, Gatekeepers> = Effect.gen(function*() {
  const window = yield* RateWindow
  return { access: yield* Access, lockout: yield* Lockout, window, strangers: Strangers.of(window) }
})
