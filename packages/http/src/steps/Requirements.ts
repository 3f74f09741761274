/**
 * What the steps up to the route must know of an operation.
 */
import type { Operation } from "@signalbox/core/operation/Operation"
import * as Context from "effect/Context"

export type Requirements = Pick<
  Operation<never, never, never, never, never>,
  "asks" | "headers" | "name" | "role" | "roleOn" | "tier"
>

/** The annotation that ties an endpoint of the contract to its operation. */
export class Bound extends Context.Service<Bound, Requirements>()("@signalbox/http/steps/Requirements/Bound") {}
