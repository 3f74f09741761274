/**
 * A refusal: an error code of the catalogue, with details of what to mend.
 */
import * as Data from "effect/Data"
import * as ErrorCode from "../catalogue/ErrorCode.ts"
import * as Limit from "../catalogue/Limit.ts"
import type { Violation } from "../catalogue/Violation.ts"

/** Field name -> what is wrong with it (specification "ApiError"). */
export type Details = Readonly<Record<string, ReadonlyArray<string>>>

export class Refused extends Data.TaggedError("Refused")<{
  readonly code: ErrorCode.ErrorCode
  readonly message: string
  readonly details?: Details
  /** The number of whole seconds after which to try again. */
  readonly retryAfter?: number
  /** The HTTP status where the specification names another one than that of the code. */
  readonly status?: 422 | 501
}> {}

export const status = (self: Refused): number => self.status ?? ErrorCode.status(self.code)

export const refused = (code: ErrorCode.ErrorCode, details?: Details): Refused =>
  new Refused({ code, message: ErrorCode.meaning(code), ...(details === undefined ? {} : { details }) })

/**
 * Makes one refusal of all violations of a request. When all share one code, that is the code of the answer; otherwise
 * it is VALIDATION_001 (decisions part 2). It names the first hundred; the last entry says how many more there are
 * (decisions 9.4).
 */
export const fromViolations = (violations: ReadonlyArray<Violation>): Refused => {
  const codes = new Set(violations.map((violation) => violation.code))
  const [only] = codes
  const code = codes.size === 1 && only !== undefined ? only : "VALIDATION_001"
  const details: Record<string, Array<string>> = Object.create(null)
  const named = violations.filter(({ more }) => more === undefined).slice(0, Limit.violations)
  for (const { field, message } of named) (details[field] ??= []).push(message)
  const all = violations.reduce((sum, { more = 1 }) => sum + more, 0)
  if (all > named.length) (details["body"] ??= []).push(`has ${all - named.length} more flaws`)
  return refused(code, details)
}
