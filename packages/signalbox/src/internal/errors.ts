/**
 * Turns what goes wrong in the service into the error of the facade.
 */
import type { Answer } from "@signalbox/core/Answer"
import type { ErrorCode } from "@signalbox/core/ErrorCode"
import * as ErrorCodes from "@signalbox/core/ErrorCode"
import type { ExecutionError } from "@signalbox/core/Operator"
import * as Refused from "@signalbox/core/Refused"
import * as Cause from "effect/Cause"
import * as Exit from "effect/Exit"
import { SignalboxError } from "../SignalboxError.ts"

export const error = (code: ErrorCode, message = ErrorCodes.meaning(code), more: { readonly cause?: unknown } = {}) =>
  new SignalboxError({ code, message, status: ErrorCodes.status(code), ...more })

export const fromRefused = (refused: Refused.Refused, requestId: string | null, status?: number): SignalboxError =>
  new SignalboxError({
    code: refused.code,
    message: said(refused),
    status: status ?? Refused.status(refused),
    ...(refused.details === undefined ? {} : { details: refused.details }),
    retryAfterMs: refused.retryAfter === undefined ? null : refused.retryAfter * 1000,
    requestId
  })

/** The error of a call after which the host's transaction can only be rolled back. */
export const over = (exit: Exit.Exit<unknown, SignalboxError>): SignalboxError =>
  new SignalboxError({
    code: "TRANSACTION_001",
    message: "The transaction has failed, and COMMIT would not commit it: roll back, and try again from its beginning.",
    status: 503,
    ...(Exit.isFailure(exit) ? { cause: Cause.squash(exit.cause) } : {})
  })

/** The way to begin a transaction, for whoever has given none. */
const begun =
  "begin a transaction first, with `await connection.query(\"begin\")` on one connection, such as a client of a pool"

/** The error of a call in a transaction that the host has not begun. */
export const notBegun = (call: string): SignalboxError =>
  error("VALIDATION_001", `${call} in(connection) found no open transaction, and has done nothing: ${begun}.`)

/** The error of a transaction that is none, by what it is instead. */
export const noTransaction = (what: string): SignalboxError => error("VALIDATION_001", `in(transaction) ${what}`)

/** The error of a pool that is given as a transaction. */
export const isPool = (): SignalboxError => noTransaction(`was given a pool, whose connections share none: ${begun}.`)

/** The error of what a host has given that is not as it should be. */
export const wrong = (what: string, flaws: ReadonlyArray<string>): SignalboxError =>
  error("VALIDATION_001", `${what}: ${flaws.join("; ")}`)

export const fields = (details: Readonly<Record<string, ReadonlyArray<string>>>): SignalboxError =>
  fromRefused(Refused.refused("VALIDATION_001", details), null)

/** One sentence with the first flaws, for whoever reads only the message. */
const said = ({ details = {}, message }: Pick<Refused.Refused, "details" | "message">): string => {
  const flaws = Object.entries(details).flatMap(([field, texts]) => texts.map((text) => `${field} ${text}`))
  return flaws.length === 0 ? message : `${message}: ${flaws.slice(0, 5).join("; ")}`
}

/** The error that an answer tells. */
export const fromAnswer = ({ outcome, requestId, retryAfter, status }: Answer): SignalboxError => {
  const { code, details, message } = JSON.parse(outcome?.json ?? "{}") as Pick<
    Refused.Refused,
    "code" | "details" | "message"
  >
  return new SignalboxError({
    code,
    status,
    requestId,
    message: said({ message, ...(details === undefined ? {} : { details }) }),
    ...(details === undefined ? {} : { details }),
    retryAfterMs: retryAfter === null ? null : retryAfter * 1000
  })
}

export const closed = (): SignalboxError => error("INTERNAL_005", "This Signalbox is closed.")

/** The error of what may succeed soon. */
export const later = (message: string): SignalboxError =>
  new SignalboxError({
    code: "INTERNAL_005",
    message,
    status: ErrorCodes.status("INTERNAL_005"),
    retryAfterMs: 1000
  })

/** A call whose store is away now, or that lost to others, may succeed soon. */
const again = (cause: ExecutionError): SignalboxError =>
  new SignalboxError({
    code: "INTERNAL_005",
    message: ErrorCodes.meaning("INTERNAL_005"),
    status: ErrorCodes.status("INTERNAL_005"),
    retryAfterMs: 1000,
    cause
  })

export const fromExecution = (failed: ExecutionError, requestId: string | null = null): SignalboxError => {
  switch (failed._tag) {
    case "Refused":
      return fromRefused(failed, requestId)
    case "StoreError":
      return failed.reason === "unavailable" ? again(failed) : error("INTERNAL_002", undefined, { cause: failed })
    case "Conflict":
    case "LeaseLost":
      return again(failed)
  }
}
