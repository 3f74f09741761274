/**
 * POST /v2/messages/quick-message: a text by SMS and by WhatsApp, five times in one UTC day (specification "Limits").
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { SendBody } from "../accept/SendBody.ts"
import { SendMessage } from "../accept/SendMessage.ts"
import * as ErrorCode from "../catalogue/ErrorCode.ts"
import * as Limit from "../catalogue/Limit.ts"
import * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import * as Refused from "../commit/Refused.ts"
import type { SendResource } from "../message/MessageResource.ts"
import * as Field from "../operation/Field.ts"
import type * as Operation from "../operation/Operation.ts"
import type { Instant } from "../value/Instant.ts"
import * as Instant_ from "../value/Instant.ts"
import { day, second, toSeconds } from "../value/Instant.ts"
import { PhoneNumber } from "../value/PhoneNumber.ts"
import * as Translation from "./Translation.ts"

const Sent = Schema.Struct({ smsMessageId: Schema.String, whatsappMessageId: Schema.String })

const Body = Schema.Struct({ phoneNumber: PhoneNumber, customMessage: Field.nonBlank(Limit.textLength) })
type Body = typeof Body.Type

/** The operation consults the clock: a message counts for the day on which it was asked for. */
type Command = Operation.Command<object, object, Body, Instant>

const show = ({ recipients: [sms, whatsapp] }: SendResource): typeof Sent.Type => ({
  smsMessageId: sms?.message_id ?? "",
  whatsappMessageId: whatsapp?.message_id ?? ""
})

const name = "v2.messages.quick_message"

const both = Translation.make({
  name,
  to: SendMessage.decides,
  command: ({ body: { customMessage, phoneNumber }, caller }: Command) => ({
    path: {},
    query: {},
    body: { to: [phoneNumber], text: customMessage, channel: ["sms", "whatsapp"] } satisfies SendBody,
    caller,
    consulted: undefined
  }),
  show
})

const counterOf = ({ caller, consulted }: Command): string =>
  `quick/${caller.account.id}/${toSeconds(consulted).slice(0, 10)}`

const exhausted = ({ consulted }: Command): Refused.Refused =>
  new Refused.Refused({
    code: "BUSINESS_002",
    message: ErrorCode.meaning("BUSINESS_002"),
    retryAfter: Math.ceil((day - consulted % day) / second)
  })

export const QuickMessage: Operation.Operation<object, object, Body, Instant, typeof Sent.Type, typeof name> = {
  ...Translation.common,
  scope: "send",
  name,
  summary: "Send a text by SMS and by WhatsApp",
  description: "Sends a text by SMS and by WhatsApp, at most five times for an account and UTC day.",
  path: Schema.Struct({}),
  query: Schema.Struct({}),
  body: Body,
  data: Sent,
  status: 200,
  consult: () => Instant_.now,
  decides: {
    name,
    needs: (asked, facts) => Needs.all(Needs.counter(counterOf(asked)), both.needs(asked, facts)),
    decide: (asked, grounds) =>
      Facts.counter(grounds.facts, counterOf(asked)) >= Limit.quickMessagesPerDay
        ? Result.fail(exhausted(asked))
        : Result.map(both.decide(asked, grounds), ({ answer, commit }) => ({
          answer,
          // Of two that come at the same time only one takes the last place.
          commit: Commit.all(commit, {
            counts: [{
              counter: counterOf(asked),
              by: 1,
              ceiling: Limit.quickMessagesPerDay,
              once: `quick:${answer.smsMessageId}`
            }]
          })
        }))
  }
}
