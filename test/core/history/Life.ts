/** Steps in the lives of messages, and all that a history tells of one. */
import type { Detail } from "@signalbox/core/Carrier"
import type { Instant } from "@signalbox/core/Instant"
import { plus, toMillis } from "@signalbox/core/Instant"
import type { HistorySubject } from "./Subject.ts"
import { first } from "./Subject.ts"
import type { Asked, World } from "./World.ts"
import { plain } from "./World.ts"

export const carriers: World["carriers"] = [
  { id: "one", channels: ["sms"] },
  { id: "two", channels: ["sms"] },
  { id: "talk", channels: ["whatsapp"] }
]
export const minute = 60_000
export const hour = 60 * minute

export const scene = (parts: Partial<World & Asked> = {}): HistorySubject => first(plain({ carriers, ...parts }))

export const routed = (parts: Partial<World & Asked> = {}): HistorySubject => {
  const made = scene(parts)
  made.dispatch()
  return made
}

export const accept = (made: HistorySubject, index = 0, references: ReadonlyArray<string> = []): void => {
  made.handOver(index)
  made.end(index, { _tag: "Accepted", references })
}

export const sent = (parts: Partial<World & Asked> = {}): HistorySubject => {
  const made = routed(parts)
  accept(made)
  return made
}

export const refuse = (made: HistorySubject, index = 0, detail: Detail | null = null): void => {
  made.handOver(index)
  made.end(index, { _tag: "Refused", failure: "provider_unavailable", detail })
}

export const later = (made: HistorySubject, millis: number): void => {
  made.service.now = plus(made.service.now, millis)
}

/** It was sent by the first channel of its order, and goes on to the next one unless something is in the way. */
export const overdue = (made: HistorySubject): HistorySubject => {
  later(made, minute)
  made.goOn(0)
  return made
}

/** A message that is to be delivered on WhatsApp within a minute. */
export const inOrder = { requested: "auto_detect", fallback: ["whatsapp", "sms"], afterSeconds: 60 } as const

/** The day of the month, the hour and the minute. */
const time = (at: Instant): string => toMillis(at).slice(8, 16)

/** The lines of a history. Those that have led to their status say so with "=>". */
const lines = ({ message }: HistorySubject): ReadonlyArray<string> =>
  message.history.map(
    ({ activeContactPrice, at, code, description, from, leftOut = [], price, reached, scheduledAt, status }) =>
      [
        `${time(at)} ${reached ? "=>" : "--"} ${status}: ${description}`,
        ...code === null ? [] : [code],
        ...from === null ? [] : [`from ${from.slice(-4)}`],
        ...price === null ? [] : [`${price}+${activeContactPrice}`],
        ...scheduledAt === null ? [] : [`until ${time(scheduledAt)}`],
        ...leftOut.map(({ carrier, channel, reason }) => `not ${channel} ${carrier}: ${reason}`)
      ].join(" | ")
  )

export interface WholeLife {
  readonly lines: ReadonlyArray<string>
  readonly events: ReadonlyArray<string>
  /** The work that is left, and when it is due. */
  readonly work: ReadonlyArray<string>
  readonly ends: readonly [status: string, channel: string, code: string | null]
}

export const told = (made: HistorySubject): WholeLife => {
  const { message: { channel, code, status }, service: { store } } = made
  return {
    lines: lines(made),
    events: store.events.map(({ name }) => name),
    work: [...store.work.values()].map(({ at, work: { kind } }) => `${kind} ${time(at)}`),
    ends: [status, channel, code]
  }
}
