/**
 * The message that sandbox answers show, with neutral values that are made anew each time (decisions 5.1). The sandbox
 * looks up nothing.
 */
import type { Moment } from "../commit/Grounds.ts"
import * as Progress from "../message/Progress.ts"
import type { Message } from "../row/Message.ts"
import type { AccountId, ContactId, MessageId } from "../value/Id.ts"
import type { PhoneNumber } from "../value/PhoneNumber.ts"

/** The phone number that sandbox answers show. */
export const phone = "+15550000000" as PhoneNumber

const draft = (id: MessageId, account: AccountId, { ids, now }: Moment): Progress.Draft => ({
  id,
  account,
  contact: ids.uuid() as ContactId,
  phone,
  direction: "OUTBOUND",
  requested: "auto_detect",
  template: null,
  send: 1,
  channel: "auto_detect",
  rendered: null,
  price: null,
  activeContactPrice: null,
  attempts: [],
  scheduledAt: null,
  createdAt: now
})

/** A scheduled message whose time is `now`. */
export const held = (id: MessageId, account: AccountId, moment: Moment): Message =>
  Progress.open(
    { ...draft(id, account, moment), scheduledAt: moment.now },
    { trigger: "scheduled", note: { description: "held until its time" } },
    moment
  ).message

/** The steps of a message from its acceptance to its delivery. */
const wayOfDelivered = [
  ["taken_up", "taken up"],
  ["route_chosen", "sms"],
  ["submitted", "accepted"],
  ["delivered", "delivered"]
] as const

/** A message that was delivered by SMS at this moment. */
export const delivered = (id: MessageId, account: AccountId, moment: Moment): Message => {
  const accepted = Progress.open(
    { ...draft(id, account, moment), channel: "sms" },
    { trigger: "accepted", note: { description: "accepted" } },
    moment
  )
  return wayOfDelivered.reduce(
    (progress, [trigger, description]) => Progress.advance(progress, { trigger, note: { description } }, moment),
    accepted
  ).message
}
