/**
 * Tells of what the host's own functions throw: the log in one line that quotes nobody, the host the error itself.
 */
import * as ConnectionUrl from "@signalbox/postgres/ConnectionUrl"
import * as Effect from "effect/Effect"
import * as LogLevel from "effect/LogLevel"
import * as Result from "effect/Result"
import type { HostFailure } from "../HostFailure.ts"
import type { LogEntry } from "../Log.ts"
import type { Options } from "../Options.ts"
import type { PostgresStorage } from "../Storage.ts"
import * as Later from "./later.ts"
import type { Logging } from "./log.ts"
import * as Log from "./log.ts"
import type { Hidden } from "./masking.ts"
import * as Thrown from "./thrown.ts"

/** The log is told this of a failure. */
export interface FailureEntry extends Pick<LogEntry, "level" | "message" | "fields"> {
  /** The class, the message and the place of the error in one line. */
  readonly line: string
  /** The code of the error, such as ECONNREFUSED, or an empty text. */
  readonly code: string
  /** Returns the error as a whole, for the level Debug. */
  readonly whole: () => LogEntry["fields"]
}

export interface HostFailures {
  /**
   * Tells the host, and returns what the log is to be told.
   *
   * @param said what the function was told, of which its error may quote anything
   */
  readonly tell: (failure: HostFailure, said: Hidden) => FailureEntry
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
    case "console.authorize":
      return { level: "error", message: "authorize of a console has thrown" }
  }
}

/** The passwords of a URL, as they are written there and as they are meant. */
const passwordsOf = ({ database }: PostgresStorage): ReadonlyArray<string> => {
  if (typeof database !== "string") return []
  const parsed = ConnectionUrl.parse(database)
  if (Result.isFailure(parsed)) return []
  return parsed.success.passwords.flatMap((password) => {
    try {
      return [password, decodeURIComponent(password)]
    } catch {
      return [password]
    }
  })
}

/** The secrets that the options hold. */
const secretsOf = ({ secretKeys = "", storage }: Partial<Options>): Hidden => [
  ...secretKeys.split(",").flatMap((key) => [key, key.slice(key.indexOf(":") + 1)]),
  ...(storage?.kind === "postgres" ? passwordsOf(storage) : [])
]

export const make = (options: Partial<Options> = {}, log: Logging = Log.make({ log: false })): HostFailures => {
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
      const line = Thrown.describe(error, hidden)
      if (onError !== undefined) {
        const failed = (again: unknown) =>
          log.write("error", "onError has thrown", { cause: Thrown.describe(again, hidden) })
        Later.run(() => onError(failure), failed)
      }
      return {
        ...lineOf(failure),
        fields: { ...about, cause: line },
        line,
        code: Thrown.codeOf(error, hidden),
        whole: () => ({ ...about, error: Thrown.whole(error) })
      }
    }
  }
}

const inFull = "the error as a whole"

/** Logs a failure that a fiber has met. */
export const logged = ({ fields, level, message, whole }: FailureEntry): Effect.Effect<void> =>
  Effect.andThen(
    level === "warn" ? Effect.logWarning(message, fields) : Effect.logError(message, fields),
    Effect.flatMap(
      LogLevel.isEnabled("Debug"),
      (isShown) => isShown ? Effect.logDebug(inFull, whole()) : Effect.void
    )
  )

/** Logs a failure that no fiber has met. */
export const write = (log: Logging, { fields, level, message, whole }: FailureEntry): void => {
  log.write(level, message, fields)
  if (log.shows("debug")) log.write("debug", inFull, whole())
}

/** Returns the texts within a value, such as an event or a template. */
export const textsIn = (value: unknown): Hidden => {
  if (typeof value === "string") return [value]
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : []
}
