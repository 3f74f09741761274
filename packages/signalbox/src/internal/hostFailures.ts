/**
 * Tells of what the host's own functions throw: the log in one line that quotes nobody, the host the error itself.
 */
import type { HostFailure } from "../HostFailure.ts"
import type { LogEntry } from "../Log.ts"
import type { Options } from "../Options.ts"
import type { PostgresStorage } from "../Storage.ts"
import * as Later from "./later.ts"
import type { Logging } from "./log.ts"
import type { Hidden } from "./masking.ts"
import * as Thrown from "./thrown.ts"

export interface Told {
  /** The line that the log was told. */
  readonly line: string
  /** The code of the error, such as ECONNREFUSED, or an empty text. */
  readonly code: string
}

export interface HostFailures {
  /** @param said what the function was told, of which its error may quote anything */
  readonly tell: (failure: HostFailure, said: Hidden) => Told
  /** Remembers a key that was seen, which no line may quote. */
  readonly hide: (key: string) => void
}

/** So many keys are remembered, the latest. Keys that the service has made are known by their looks besides. */
const mostKeys = 100

type Line = Pick<LogEntry, "level" | "message">

const lineOf = (failure: HostFailure): Line => {
  switch (failure.where) {
    case "carrier.submit":
      return { level: "warn", message: "a carrier has thrown; nobody knows whether it has sent" }
    case "carrier.callback":
      return { level: "error", message: "a carrier's callback has thrown" }
    case "review":
      return { level: "error", message: "the review has thrown; it is asked again" }
    case "listener":
      return { level: "error", message: `a listener of ${failure.event} has thrown` }
  }
}

/** The password of a URL, as it is written there and as it is meant. */
const passwordOf = ({ database }: PostgresStorage): ReadonlyArray<string> => {
  if (typeof database !== "string") return []
  const { password } = new URL(database)
  try {
    return [password, decodeURIComponent(password)]
  } catch {
    return [password]
  }
}

/** The secrets that the options hold. */
const secretsOf = ({ secretKeys = "", storage }: Pick<Options, "secretKeys" | "storage">): Hidden => [
  ...secretKeys.split(",").flatMap((key) => [key, key.slice(key.indexOf(":") + 1)]),
  ...(storage.kind === "postgres" ? passwordOf(storage) : [])
]

export const make = (
  options: Pick<Options, "onError" | "secretKeys" | "storage">,
  log: Logging
): HostFailures => {
  const { onError } = options
  const secrets = secretsOf(options)
  const keys = new Set<string>()
  return {
    hide: (key) => {
      keys.delete(key)
      keys.add(key)
      const [oldest] = keys
      if (keys.size > mostKeys && oldest !== undefined) keys.delete(oldest)
    },
    tell: (failure, said) => {
      const { error, where: _, ...about } = failure
      const hidden = [...secrets, ...keys, ...said]
      const { level, message } = lineOf(failure)
      const line = Thrown.describe(error, hidden)
      log.write(level, message, { ...about, cause: line })
      if (log.shows("debug")) log.write("debug", "the error as a whole", { ...about, error: Thrown.whole(error) })
      if (onError !== undefined) {
        const failed = (again: unknown) =>
          log.write("error", "onError has thrown", { cause: Thrown.describe(again, hidden) })
        Later.run(() => onError(failure), failed)
      }
      return { line, code: Thrown.codeOf(error, hidden) }
    }
  }
}

/** Returns the texts within a value, such as an event or a template. */
export const textsIn = (value: unknown): Hidden => {
  if (typeof value === "string") return [value]
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : []
}
