/**
 * The steps before the route ask these services who a credential belongs to, whether it is locked, and whether a pool
 * has room.
 */
import { Access } from "@signalbox/core/Access"
import { Lockout } from "@signalbox/core/Lockout"
import { RateWindow } from "@signalbox/core/RateWindow"
import * as Effect from "effect/Effect"
import { NodeState } from "../NodeState.ts"

/** The services that are asked. */
export type AdmissionServices = Access | Lockout | RateWindow | NodeState

/** The same as values, so that no request looks for them. */
export interface Gates {
  readonly access: Access["Service"]
  readonly lockout: Lockout["Service"]
  readonly window: RateWindow["Service"]
  readonly callers: NodeState["Service"]["callers"]
}

export const gates: Effect.Effect<Gates, never, AdmissionServices> = Effect.gen(function*() {
  const { callers } = yield* NodeState
  return { access: yield* Access, lockout: yield* Lockout, window: yield* RateWindow, callers }
})
