/**
 * Hands the lines of Effect's log to the host.
 */
import * as RequestLog from "@signalbox/core/RequestLog"
import * as Cause from "effect/Cause"
import type * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as References from "effect/References"
import type { Log, LogEntry } from "../Log.ts"
import * as Later from "./later.ts"

const levels: Readonly<Record<string, LogEntry["level"]>> = {
  Fatal: "error",
  Error: "error",
  Warn: "warn",
  Info: "info"
}

/** Tells the host's function an error that no fiber has met. It holds no message, which may quote what was sent. */
export const report = (log: Log | false = toConsole, message: string, error: unknown): void => {
  if (log === false) return
  const cause = RequestLog.origin(Cause.die(error))
  safely(log, { level: "error", at: new Date(), message, fields: { cause } })
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Splits what is logged into its sentence, and what is said besides. */
const read = (message: unknown): Pick<LogEntry, "message" | "fields"> => {
  const parts = Array.isArray(message) ? message : [message]
  const texts = parts.filter((part) => !isObject(part)).map(String)
  return { message: texts.join(" "), fields: Object.assign({}, ...parts.filter(isObject)) as LogEntry["fields"] }
}

/**
 * An error that the host's own function throws, or rejects with later, is the host's affair, and must stop nothing
 * here.
 */
const safely = (log: Log, entry: LogEntry): void => {
  Later.run(() => log(entry), (error) => console.error("Signalbox: the function for its log has thrown", error))
}

const toConsole: Log = ({ fields, level, message }) => {
  if (level !== "warn" && level !== "error") return
  const rest = Object.keys(fields).length === 0 ? [] : [fields]
  console[level](`Signalbox: ${message}`, ...rest)
}

export const layer = (log: Log | false = toConsole): Layer.Layer<never> =>
  log === false ? Logger.layer([]) : Logger.layer([
    Logger.make(({ cause, date, fiber, logLevel, message }) => {
      const { fields, message: text } = read(message)
      const annotations = fiber.getRef(References.CurrentLogAnnotations)
      const failure = cause.reasons.length === 0 ? {} : { cause: Cause.pretty(cause) }
      const level = levels[logLevel] ?? "debug"
      safely(log, { level, at: date, message: text, fields: { ...annotations, ...fields, ...failure } })
    })
  ])
