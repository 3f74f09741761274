/**
 * The statuses that an endpoint can answer with.
 */
import * as ErrorCode from "@signalbox/core/catalogue/ErrorCode"
import type { Operation } from "@signalbox/core/operation/Operation"

export type Facts = Pick<Operation<never, never, never, never, never>, "idempotent" | "isOk" | "refuses" | "status">

/** What every request may be refused with: a wrong key, role, profile or parameter, too many of them, an outage. */
const common = [400, 401, 403, 404, 429, 500, 503]
/** A body that is too large or of a foreign type. */
const body = [413, 415]
/** A key whose first request has not ended, or was another one. */
const idempotency = [409, 422]

export const successes = ({ isOk, status }: Facts): ReadonlyArray<number> =>
  isOk === undefined ? [status] : [status, 200]

export const failures = ({ idempotent, refuses = [] }: Facts, hasBody: boolean): ReadonlyArray<number> =>
  [
    ...new Set([
      ...common,
      ...(hasBody ? body : []),
      ...(idempotent ? idempotency : []),
      ...refuses.map(ErrorCode.status)
    ])
  ].toSorted((a, b) => a - b)
