/**
 * Hands the lines of Effect's log to the host, and those of what no fiber has met.
 */
import * as Cause from "effect/Cause"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import type { LogLevel } from "effect/LogLevel"
import * as References from "effect/References"
import type { Log, LogEntry } from "../Log.ts"
import type { Options } from "../Options.ts"
import * as Later from "./later.ts"

type Level = LogEntry["level"]

export interface Logging {
  readonly layer: Layer.Layer<never>
  /** Logs a line about something that no fiber has met. */
  readonly write: (level: Level, message: string, fields: LogEntry["fields"]) => void
  /** Returns whether lines of this level are logged. */
  readonly shows: (level: Level) => boolean
}

const levels: Readonly<Record<string, Level>> = {
  Fatal: "error",
  Error: "error",
  Warn: "warn",
  Info: "info"
}

/** The levels, the least important first. */
const order: ReadonlyArray<Level> = ["debug", "info", "warn", "error"]

const least: Readonly<Record<Level, LogLevel>> = { debug: "Debug", info: "Info", warn: "Warn", error: "Error" }

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
  const rest = Object.keys(fields).length === 0 ? [] : [fields]
  console[level](`Signalbox: ${message}`, ...rest)
}

const layer = (log: Log, level: Level): Layer.Layer<never> =>
  Layer.merge(
    Layer.succeed(References.MinimumLogLevel, least[level]),
    Logger.layer([
      Logger.make(({ cause, date, fiber, logLevel, message }) => {
        const { fields, message: text } = read(message)
        const annotations = fiber.getRef(References.CurrentLogAnnotations)
        const failure = cause.reasons.length === 0 ? {} : { cause: Cause.pretty(cause) }
        const level = levels[logLevel] ?? "debug"
        safely(log, { level, at: date, message: text, fields: { ...annotations, ...fields, ...failure } })
      })
    ])
  )

export const make = ({ log = toConsole, logLevel }: Pick<Options, "log" | "logLevel">): Logging => {
  if (log === false) return { layer: Logger.layer([]), write: () => {}, shows: () => false }
  const level = logLevel ?? (log === toConsole ? "warn" : "info")
  const shows = (each: Level): boolean => order.indexOf(each) >= order.indexOf(level)
  return {
    layer: layer(log, level),
    write: (each, message, fields) => {
      if (shows(each)) safely(log, { level: each, at: new Date(), message, fields })
    },
    shows
  }
}
