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

/** What a step changes besides the status and what belongs to it. */
export type Changes = Partial<Omit<Message, "status" | "code" | "history">>

/** The details of a step that the history shows besides the status. */
export type Note =
  & Pick<Activity, "description">
  & Partial<Pick<Activity, "from" | "price" | "activeContactPrice" | "code" | "leftOut">>

const line = (
  { scheduledAt, status }: Pick<Message, "status" | "scheduledAt">,
  reached: boolean,
  at: Instant,
  { activeContactPrice = null, code = null, description, from = null, leftOut = [], price = null }: Note
): Activity => {
  const shown = MessageState.showsSchedule(status) ? scheduledAt : null
  const activity = { status, reached, at, description, from, price, activeContactPrice, code, scheduledAt: shown }
  return leftOut.length === 0 ? activity : { ...activity, leftOut }
}

/** A message before its first transition, which sets the missing fields. */
export type Draft = Omit<Message, "status" | "history" | "code">

/** Opens a new message in its first status. */
export const open = (
  draft: Draft,
  trigger: "accepted" | "scheduled" | "received",
  at: Instant,
  mint: Mint,
  note: Note
): Progress => {
  const before: Message = { ...draft, status: "QUEUED", history: [], code: null }
  const transition = MessageState.transition("(new)", trigger)
  return transition === null ? of(before) : enter(before, transition, at, mint, note)
}

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
  changes: Changes = {},
  abandoned = false
): Progress => {
  const transition = MessageState.transition(self.message.status, trigger)
  if (transition === null) return self
  const next = enter(self.message, transition, at, mint, note, changes, abandoned)
  return { message: next.message, events: [...self.events, ...next.events] }
}

/**
 * Adds a line to the history without changing the status: for a candidate that failed, or a receipt that came too late.
 */
export const remark = (self: Progress, at: Instant, note: Note, changes: Changes = {}): Progress => {
  const { message } = self
  const { scheduledAt = message.scheduledAt } = changes
  const history = [...message.history, line({ status: message.status, scheduledAt }, false, at, note)]
  return { ...self, message: { ...message, ...changes, history } }
}

/** A message is copied once for a step, with all that the step changes. */
const enter = (
  before: Message,
  { event, from, to }: MessageState.Transition,
  at: Instant,
  mint: Mint,
  note: Note,
  changes: Changes = {},
  abandoned = false
): Progress => {
  const { attempts = before.attempts, scheduledAt = before.scheduledAt, send = before.send } = changes
  // A message that is queued for another route goes on with its send, also when it was held in between.
  const begins = to === "QUEUED" && attempts.every((attempt) => attempt.send !== send)
  const code = MessageState.carriesReason(to) ? note.code ?? null : null
  const history = [...before.history, line({ status: to, scheduledAt }, from !== to, at, note)]
  const moved: Message = { ...before, ...changes, status: to, code, history }
  const message: Message = begins ? { ...moved, queuedAt: at } : moved
  return {
    message,
    events: event === null ? [] : [MessageEvent.make(mint.id(at) as EventId, event, message, at, abandoned)]
  }
}

/** Returns the part of a commit that stores the message and its events. */
export const kept = (self: Progress): Pick<Commit.Commit, "puts" | "events"> => ({
  puts: [{ kind: "message", key: self.message.id, value: self.message }],
  events: self.events
})
