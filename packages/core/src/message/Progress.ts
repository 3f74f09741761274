/**
 * The progress of a message within one decision. Each step goes through the transition table, adds a line to the
 * history, and emits its event.
 */
import type * as Commit from "../commit/Commit.ts"
import type { Mint } from "../commit/Mint.ts"
import type { Event } from "../row/Delivery.ts"
import type { Activity, Message } from "../row/Message.ts"
import type { EventId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import * as MessageEvent from "./MessageEvent.ts"
import * as MessageState from "./MessageState.ts"

export interface Progress {
  readonly message: Message
  readonly events: ReadonlyArray<Event>
}

export const of = (message: Message): Progress => ({ message, events: [] })

/** The details of a step that the history shows besides the status. */
export type Note =
  & Pick<Activity, "description">
  & Partial<Pick<Activity, "from" | "price" | "activeContactPrice" | "code" | "leftOut">>

const line = (message: Message, reached: boolean, at: Instant, { leftOut = [], ...note }: Note): Activity => ({
  status: message.status,
  reached,
  at,
  from: null,
  price: null,
  activeContactPrice: null,
  code: null,
  scheduledAt: MessageState.showsSchedule(message.status) ? message.scheduledAt : null,
  ...note,
  ...(leftOut.length === 0 ? {} : { leftOut })
})

/** A message before its first transition, which sets the missing fields. */
export type Draft = Omit<Message, "status" | "history" | "code">

/** Opens a new message in its first status. */
export const open = (
  draft: Draft,
  trigger: "accepted" | "scheduled" | "received",
  at: Instant,
  mint: Mint,
  note: Note
): Progress => enter({ ...draft, status: "QUEUED", history: [], code: null }, "(new)", trigger, at, mint, note)

/**
 * Moves the message to its next status and applies changes that belong to the step. A trigger that the table does not
 * know in this status changes nothing: ask `MessageState.transition` first where that matters.
 *
 * @param abandoned the step is about an attempt that the message was routed away from
 */
export const advance = (
  self: Progress,
  trigger: MessageState.Trigger,
  at: Instant,
  mint: Mint,
  note: Note,
  changes: Partial<Message> = {},
  abandoned = false
): Progress => {
  if (MessageState.transition(self.message.status, trigger) === null) return self
  const next = enter({ ...self.message, ...changes }, self.message.status, trigger, at, mint, note, abandoned)
  return { message: next.message, events: [...self.events, ...next.events] }
}

/**
 * Adds a line to the history without changing the status: for a candidate that failed, or a receipt that came too late.
 */
export const remark = (self: Progress, at: Instant, note: Note, changes: Partial<Message> = {}): Progress => {
  const message = { ...self.message, ...changes }
  return { ...self, message: { ...message, history: [...message.history, line(message, false, at, note)] } }
}

const enter = (
  message: Message,
  from: Message["status"] | "(new)",
  trigger: MessageState.Trigger,
  at: Instant,
  mint: Mint,
  note: Note,
  abandoned = false
): Progress => {
  const transition = MessageState.transition(from, trigger)
  if (transition === null) return of(message)
  // A message that is queued for another route goes on with its send, also when it was held in between.
  const begins = transition.to === "QUEUED" && message.attempts.every(({ send }) => send !== message.send)
  const moved: Message = {
    ...message,
    ...(begins ? { queuedAt: at } : {}),
    status: transition.to,
    code: MessageState.carriesReason(transition.to) ? note.code ?? null : null
  }
  const reached: Message = { ...moved, history: [...moved.history, line(moved, from !== transition.to, at, note)] }
  return {
    message: reached,
    events: transition.event === null
      ? []
      : [MessageEvent.make(mint.id(at) as EventId, transition.event, reached, at, abandoned)]
  }
}

/** Returns the part of a commit that stores the message and its events. */
export const kept = (self: Progress): Pick<Commit.Commit, "puts" | "events"> => ({
  puts: [{ kind: "message", key: self.message.id, value: self.message }],
  events: self.events
})
