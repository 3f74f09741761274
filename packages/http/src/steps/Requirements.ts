/**
 * What the steps before the route need to know about an operation.
 */
import type { Operation } from "@signalbox/core/Operation"

export interface Requirements extends Facts {
  /** Set for v2, where the header `x-sender-id` names the account, and nobody acts as a profile. */
  readonly isLegacy?: boolean
}

type Facts = Pick<
  Operation<never, never, never, never, never>,
  "asks" | "headers" | "name" | "role" | "roleOn" | "takesVoiceToken" | "tier"
>
