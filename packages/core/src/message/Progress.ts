/**
 * The progress of a message within one decision. Each step goes through the transition table, adds a line to the
 * history, and emits its event.
 */
import type * as Commit from "../commit/Commit.ts"
import type { Moment } from "../commit/Grounds.ts"
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

/** The fields that a step changes besides the status and what belongs to it. */
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

/** A trigger that moves a message, and what belongs to the step. */
export interface Step extends MessageEvent.About {
  readonly trigger: MessageState.Trigger
  readonly note: Note
  readonly changes?: Changes
}

/** The first step of a message. */
export interface Opening extends Pick<Step, "note"> {
  readonly trigger: "accepted" | "scheduled" | "received"
}

const unknown = (status: MessageState.From, { trigger }: Pick<Step, "trigger">): Error =>
  new Error(`a message that is ${status} knows no step "${trigger}"`)

/** Opens a new message in its first status. */
export const open = (draft: Draft, step: Opening, moment: Moment): Progress => {
  const transition = MessageState.transition("(new)", step.trigger)
  if (transition === null) throw unknown("(new)", step)
  return enter({ ...draft, status: "QUEUED", history: [], code: null }, transition, step, moment)
}

/** Moves the message to its next status, or returns null when its status does not allow the step. */
export const advanceIfAllowed = (self: Progress, step: Step, moment: Moment): Progress | null => {
  const transition = MessageState.transition(self.message.status, step.trigger)
  if (transition === null) return null
  const next = enter(self.message, transition, step, moment)
  return self.events.length === 0 ? next : { message: next.message, events: [...self.events, ...next.events] }
}

/** Moves the message to its next status. Whoever calls this knows that its status allows the step. */
export const advance = (self: Progress, step: Step, moment: Moment): Progress => {
  const next = advanceIfAllowed(self, step, moment)
  if (next === null) throw unknown(self.message.status, step)
  return next
}

/**
 * Adds a line to the history without changing the status: for a candidate that failed, or a receipt that came too late.
 *
 * @param tells the status that the line tells of, where that is not the message's own
 */
export const remark = (
  self: Progress,
  at: Instant,
  note: Note,
  changes: Changes = {},
  tells: Message["status"] = self.message.status
): Progress => {
  const { message } = self
  const { scheduledAt = message.scheduledAt } = changes
  const history = [...message.history, line({ status: tells, scheduledAt }, false, at, note)]
  return { ...self, message: { ...message, ...changes, history } }
}

/** A message is copied once for a step, with all that the step changes. */
const enter = (
  before: Message,
  { event, from, to }: MessageState.Transition,
  step: Step,
  { ids, now: at }: Moment
): Progress => {
  const { changes = {}, note } = step
  const { attempts = before.attempts, scheduledAt = before.scheduledAt, send = before.send } = changes
  // A message that is queued for another route goes on with its send, also when it was held in between.
  const begins = to === "QUEUED" && attempts.every((attempt) => attempt.send !== send)
  const code = MessageState.carriesReason(to) ? note.code ?? null : null
  const history = [...before.history, line({ status: to, scheduledAt }, from !== to, at, note)]
  const begun = begins ? { ...changes, queuedAt: at } : changes
  const message: Message = { ...before, ...begun, status: to, code, history }
  return {
    message,
    events: event === null ? [] : [MessageEvent.make(ids.id(at) as EventId, event, message, at, step)]
  }
}

/** Returns the part of a commit that stores the message and its events. */
export const kept = (self: Progress): Pick<Commit.Commit, "puts" | "events"> => ({
  puts: [{ kind: "message", key: self.message.id, value: self.message }],
  events: self.events
})
