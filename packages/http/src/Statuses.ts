/**
 * The statuses that an endpoint can answer with, and the error codes of each.
 */
import type { ErrorCode } from "@signalbox/core/ErrorCode"
import * as ErrorCode_ from "@signalbox/core/ErrorCode"
import type { Operation } from "@signalbox/core/Operation"

export type Facts = Pick<
  Operation<never, never, never, never, never>,
  "idempotent" | "isCreated" | "isOk" | "refuses" | "refusesWith" | "status"
>

type Failing = readonly [status: number, codes: ReadonlyArray<ErrorCode>]

/** The errors of every request: a wrong key, role, profile or parameter, too many requests, an outage. */
const common: ReadonlyArray<Failing> = [
  [400, ["VALIDATION_001", "VALIDATION_002", "VALIDATION_003", "VALIDATION_004", "VALIDATION_005", "VALIDATION_006"]],
  [401, ["AUTH_002"]],
  [403, ["AUTH_004"]],
  [404, ["RESOURCE_013"]],
  [429, ["BUSINESS_002"]],
  [500, ["INTERNAL_001", "INTERNAL_002"]],
  [503, ["INTERNAL_005"]]
]
/** The errors of a body that is too large or not JSON. */
const body: ReadonlyArray<Failing> = [[413, ["VALIDATION_001"]], [415, ["VALIDATION_001"]]]
/** The errors of an idempotency key: ill formed, in use, or of a different request; or its store is down. */
const idempotency: ReadonlyArray<Failing> = [
  [400, ["VALIDATION_007"]],
  [409, ["CONFLICT_001"]],
  [422, ["CONFLICT_005"]],
  [503, ["SERVICE_001"]]
]

export const successes = ({ isCreated, isOk, status }: Facts): ReadonlyArray<number> => [
  status,
  ...(isOk === undefined ? [] : [200]),
  ...(isCreated === undefined ? [] : [201])
]

/** Returns the codes of every error status, by status. */
export const failures = (
  { idempotent, refuses = [], refusesWith = [] }: Facts,
  hasBody: boolean
): ReadonlyMap<number, ReadonlyArray<ErrorCode>> => {
  const all: ReadonlyArray<Failing> = [
    ...common,
    ...(hasBody ? body : []),
    ...(idempotent ? idempotency : []),
    ...refuses.map((code): Failing => [ErrorCode_.status(code), [code]]),
    ...refusesWith.map(([code, status]): Failing => [status, [code]])
  ]
  const statuses = [...new Set(all.map(([status]) => status))].toSorted((a, b) => a - b)
  return new Map(statuses.map((status) => {
    const codes = new Set(all.flatMap(([each, codes]) => each === status ? codes : []))
    return [status, ErrorCode_.codes.filter((code) => codes.has(code))] as const
  }))
}
