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

/** Query builders wrap what the client below them throws, as Drizzle does, so many times at most. */
const mostWraps = 8

const hasCode = (cause: object): cause is { readonly code: string } => "code" in cause && typeof cause.code === "string"

/** Returns what the client itself has thrown. */
const thrown = (cause: unknown): unknown => {
  let inner = cause
  for (let depth = 0; depth < mostWraps; depth++) {
    if (typeof inner !== "object" || inner === null || hasCode(inner)) return inner
    if (!("cause" in inner) || inner.cause === undefined) return inner
    inner = inner.cause
  }
  return inner
}

const codeOf = (cause: unknown): string => {
  const inner = thrown(cause)
  return typeof inner === "object" && inner !== null && hasCode(inner) ? inner.code : ""
}

const messageOf = (cause: unknown): string => {
  const inner = thrown(cause)
  return inner instanceof Error ? inner.message : String(inner)
}

/**
 * Clients tell of a lost connection by a code of the operating system, by one of their own, as postgres.js does, or by a
 * sentence without any code.
 */
const lost = /connection (?:is )?(?:terminated|closed|ended)|not queryable|timeout expired|timeout exceeded/i

export const isConnectionLost = (cause: unknown): boolean => {
  const code = codeOf(cause)
  return /^(?:08|57P|E[A-Z_]+$|CONNECT(?:ION)?_)/.test(code) || (code === "" && lost.test(messageOf(cause)))
}

/**
 * Returns whether a transaction in which this happened can only be rolled back, whatever is rolled back within it: its
 * view of the data is too old for what it writes, or its connection is lost.
 */
export const endsTransaction = (cause: unknown): boolean => codeOf(cause) === "40001" || isConnectionLost(cause)

/** Returns whether a savepoint was refused because nobody has begun a transaction on the connection. */
export const lacksTransaction = (cause: unknown): boolean => codeOf(cause) === "25P01"

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
