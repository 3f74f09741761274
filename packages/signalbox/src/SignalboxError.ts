/**
 * The one error of the facade. Programs branch on `code`.
 */
import type { ApiErrorCode } from "./calls/Common.ts"

/**
 * A code of the API, or `TRANSACTION_001`: the transaction that was given to `in` can only be rolled back, and nothing that
 * was done within it is kept.
 */
export type ErrorCode = ApiErrorCode | "TRANSACTION_001"

export interface SignalboxErrorFields {
  readonly code: ErrorCode
  readonly message: string
  readonly status: number
  readonly details?: Readonly<Record<string, ReadonlyArray<string>>>
  readonly requestId?: string | null
  readonly retryAfterMs?: number | null
  readonly cause?: unknown
}

export class SignalboxError extends Error {
  override readonly name = "SignalboxError"
  /** Such as `BUSINESS_003`: the code of the catalogue of errors. */
  readonly code: ErrorCode
  /** The HTTP status that the same call over HTTP is answered with. */
  readonly status: number
  /** The flaws, by the name of the field. */
  readonly details: Readonly<Record<string, ReadonlyArray<string>>>
  /** The id of the call, as it stands in the log; null when it never became one. */
  readonly requestId: string | null
  /** The number of milliseconds after which the same call may succeed; null when time alone mends nothing. */
  readonly retryAfterMs: number | null

  constructor(
    { cause, code, details = {}, message, requestId = null, retryAfterMs = null, status }: SignalboxErrorFields
  ) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.status = status
    this.details = details
    this.requestId = requestId
    this.retryAfterMs = retryAfterMs
  }
}
