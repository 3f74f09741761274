/**
 * What the steps up to the route must know of an operation.
 */
import type { Operation } from "@signalbox/core/operation/Operation"

export type Requirements = Pick<
  Operation<never, never, never, never, never>,
  "asks" | "headers" | "name" | "role" | "roleOn" | "tier"
>
