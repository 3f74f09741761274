/**
 * The statuses that an endpoint can answer with.
 */
import * as ErrorCode from "@signalbox/core/ErrorCode"
import type { Operation } from "@signalbox/core/Operation"

export type Facts = Pick<
  Operation<never, never, never, never, never>,
  "idempotent" | "isCreated" | "isOk" | "refuses" | "refusesWith" | "status"
>

/** The error statuses of every request: a wrong key, role, profile or parameter, too many requests, an outage. */
const common = [400, 401, 403, 404, 429, 500, 503]
/** The statuses of a body that is too large or not JSON. */
const body = [413, 415]
/** The statuses of an idempotency key whose first request has not ended, or was a different one. */
const idempotency = [409, 422]

export const successes = ({ isCreated, isOk, status }: Facts): ReadonlyArray<number> => [
  status,
  ...(isOk === undefined ? [] : [200]),
  ...(isCreated === undefined ? [] : [201])
]

export const failures = (
  { idempotent, refuses = [], refusesWith = [] }: Facts,
  hasBody: boolean
): ReadonlyArray<number> =>
  [
    ...new Set([
      ...common,
      ...(hasBody ? body : []),
      ...(idempotent ? idempotency : []),
      ...refuses.map(ErrorCode.status),
      ...refusesWith
    ])
  ].toSorted((a, b) => a - b)
