/**
 * Tells what a failure of the host's client means: its code is that of the server (SQLSTATE), or that of the socket.
 */
import type { SqlErrorReason } from "effect/sql/SqlError"
import {
  ConnectionError,
  DeadlockError,
  LockTimeoutError,
  SerializationError,
  UniqueViolation,
  UnknownError
} from "effect/sql/SqlError"

const codeOf = (cause: unknown): string =>
  typeof cause === "object" && cause !== null && "code" in cause && typeof cause.code === "string" ? cause.code : ""

const messageOf = (cause: unknown): string => cause instanceof Error ? cause.message : String(cause)

/** Clients tell of a lost connection by a code of the operating system, or by a sentence without any code. */
const lost = /connection (?:is )?(?:terminated|closed|ended)|not queryable|timeout expired|timeout exceeded/i

export const isConnectionLost = (cause: unknown): boolean => {
  const code = codeOf(cause)
  return /^(?:08|57P|E[A-Z_]+$)/.test(code) || (code === "" && lost.test(messageOf(cause)))
}

/**
 * Returns whether a transaction in which this happened can only be rolled back, whatever is rolled back within it: its
 * view of the data is too old for what it writes, or its connection is lost.
 */
export const endsTransaction = (cause: unknown): boolean => codeOf(cause) === "40001" || isConnectionLost(cause)

export const broken = (): Error =>
  Object.assign(new Error("the connection was given up by an earlier statement"), { code: "08006" })

export const reason = (cause: unknown, operation: string): SqlErrorReason => {
  const props = { cause, message: messageOf(cause), operation }
  switch (codeOf(cause)) {
    case "23505":
      return new UniqueViolation({ ...props, constraint: "" })
    case "40P01":
      return new DeadlockError(props)
    case "40001":
      return new SerializationError(props)
    case "55P03":
      return new LockTimeoutError(props)
    default:
      return isConnectionLost(cause) ? new ConnectionError(props) : new UnknownError(props)
  }
}
