/**
 * The facts about an operation that the steps before the route need.
 */
import type { Operation } from "@signalbox/core/Operation"

export interface Requirements extends Facts {
  /** Set for v2, where the header `x-sender-id` names the account, and nobody acts as a profile. */
  readonly isLegacy?: boolean
}

type Facts = Pick<
  Operation<never, never, never, never, never>,
  "asks" | "headers" | "name" | "readsDeleted" | "role" | "roleOn" | "scope" | "takesVoiceToken" | "tier"
>
