/**
 * An entry is one line that the service logs. No line holds a secret, a phone number or a text of a message, unless
 * `logLevel` is `debug`.
 */
export interface LogEntry {
  readonly level: "debug" | "info" | "warn" | "error"
  readonly at: Date
  readonly message: string
  readonly fields: Readonly<Record<string, unknown>>
}

/** The host's function for the log. An error that it throws or rejects with goes to the console, and stops nothing. */
export type Log = (entry: LogEntry) => unknown
