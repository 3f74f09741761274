/**
 * What the service logs. No line holds a secret, a phone number or a text of a message.
 */
export interface LogEntry {
  readonly level: "debug" | "info" | "warn" | "error"
  readonly at: Date
  readonly message: string
  readonly fields: Readonly<Record<string, unknown>>
}

export type Log = (entry: LogEntry) => void
