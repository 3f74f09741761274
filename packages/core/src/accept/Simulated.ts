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

/** A scheduled message whose time is `now`. */
export const held = (id: MessageId, account: AccountId, moment: Moment): Message =>
  Progress.open(
    {
      id,
      account,
      contact: moment.ids.uuid() as ContactId,
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
      scheduledAt: moment.now,
      createdAt: moment.now
    },
    { trigger: "scheduled", note: { description: "held until its time" } },
    moment
  ).message
