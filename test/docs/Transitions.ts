/**
 * The transition tables, with a sentence for each trigger. A trigger without a sentence does not compile.
 */
import * as ChannelState from "@signalbox/core/internal/channel/ChannelState"
import * as AttemptState from "@signalbox/core/internal/message/AttemptState"
import * as SetUserStatus from "@signalbox/core/internal/user/SetUserStatus"
import * as MessageState from "@signalbox/core/MessageState"
import * as TemplateState from "@signalbox/core/TemplateState"
import type { Table } from "./Table.ts"
import { code } from "./Table.ts"

const ofMessage: Readonly<Record<MessageState.Trigger, string>> = {
  accepted: "A send without `scheduled_at` is accepted.",
  scheduled: "A send with `scheduled_at` is accepted.",
  received: "A message comes in.",
  taken_up: "The service takes the message up.",
  quiet_hours: "The recipient has quiet hours.",
  withdrawn: "The account is deleted, and the message is held to be cancelled immediately.",
  released: "The hold ends.",
  cancelled: "The message is cancelled.",
  route_chosen: "A route is chosen.",
  next_candidate: "The carrier refuses it, and the next candidate is asked.",
  waits_on: "No further route takes it, while an attempt that was not delivered in time may still arrive.",
  submitted: "The carrier accepts it.",
  delivered: "A receipt says that it was delivered.",
  read: "A receipt says that it was read.",
  failed: "It fails, and no further route is taken.",
  filtered: "The consent gate or a DENY rule stops it.",
  blocked: "Another gate stops it.",
  rerouted: "A failed receipt, or the end of its time on a channel, sends it to another route.",
  resent: "The client sends it again."
}

const ofAttempt: Readonly<Record<AttemptState.Trigger, string>> = {
  accepted: "The carrier accepts it.",
  refused: "The carrier refuses it, or does not answer in time.",
  delivered: "A receipt says that it was delivered.",
  read: "A receipt says that it was read.",
  failed: "A receipt says that it failed, or no receipt comes in time."
}

const ofTemplate: Readonly<Record<TemplateState.Trigger, string>> = {
  create: "The author creates it.",
  change: "The author changes definition, category or language.",
  submit: "The author submits it for review.",
  approve: "The review approves it.",
  reject: "The review rejects it.",
  pause: "The network pauses it.",
  lift: "The network lifts the pause.",
  archive: "The operator archives it."
}

const ofChannel: Readonly<Record<ChannelState.Trigger, string>> = {
  order_incomplete: "An order lacks something.",
  submit: "An order goes to review.",
  set_up: "An order needs no review, but has to be set up.",
  ready_to_use: "An order needs nothing more.",
  approve: "The review approves it.",
  activate: "It can send from now on.",
  request_changes: "The review asks for changes.",
  reject: "The review turns it down.",
  deactivate: "The carrier withdraws it.",
  lack_account: "It has no business account.",
  lack_number: "It has no phone number."
}

export const messages: Table = {
  head: ["From", "What happens", "To", "Event"],
  rows: MessageState.table.map((
    { event, from, to, trigger }
  ) => [code(from), ofMessage[trigger], code(to), code(event)])
}

export const attempts: Table = {
  head: ["From", "What happens", "To", "The reserved price is"],
  rows: AttemptState.table.map(({ charge, from, to, trigger }) => [
    code(from),
    ofAttempt[trigger],
    code(to),
    charge ?? ""
  ])
}

export const templates: Table = {
  head: ["From", "What happens", "To"],
  rows: TemplateState.table.map(({ from, to, trigger }) => [code(from), ofTemplate[trigger], code(to)])
}

export const channels: Table = {
  head: ["Channel", "From", "What happens", "To", "`reason_code`", "Event"],
  rows: ChannelState.table.map(({ code: reason, event, from, on, to, trigger }) => [
    code(on),
    code(from),
    ofChannel[trigger],
    code(to),
    code(reason),
    code(event)
  ])
}

export const users: Table = {
  head: ["From", "To"],
  rows: Object.entries(SetUserStatus.transitions).flatMap(([from, next]) => next.map((to) => [code(from), code(to)]))
}
