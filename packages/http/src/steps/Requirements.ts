/**
 * What the steps before the route need to know about an operation.
 */
import type { Operation } from "@signalbox/core/Operation"

export type Requirements = Pick<
  Operation<never, never, never, never, never>,
  "asks" | "headers" | "name" | "role" | "roleOn" | "takesVoiceToken" | "tier"
>
