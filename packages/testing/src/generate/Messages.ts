/**
 * Arbitraries of messages, with their attempts and their history: valid by their Schema, whatever they say.
 */
import { Category } from "@signalbox/core/Category"
import { Channel, Requested, Shown } from "@signalbox/core/Channel"
import { DropReason } from "@signalbox/core/DropReason"
import { FailureClass } from "@signalbox/core/FailureClass"
import type * as Id from "@signalbox/core/Id"
import type { Activity, Attempt, InboundMedia, Message, TemplateUse } from "@signalbox/core/Message"
import { FeedbackOutcome, Report, Status } from "@signalbox/core/Message"
import { OutcomeCode } from "@signalbox/core/OutcomeCode"
import type { Rendered } from "@signalbox/core/Rendered"
import * as fc from "fast-check"
import { carrierId, maybe, one, small, some, withOptional } from "./internal/fields.ts"
import { redacted } from "./Privacy.ts"
import { instant, money, phone, text, textRecord, uuid } from "./Values.ts"

const detail = fc.record({ code: text, text })

const attempt: fc.Arbitrary<Attempt> = withOptional(
  fc.record({
    id: uuid<Id.AttemptId>(),
    send: small,
    carrier: carrierId,
    channel: one(Channel),
    from: maybe(text),
    segments: small,
    payer: uuid<Id.AccountId>(),
    price: money,
    activeContactPrice: money,
    charge: fc.constantFrom("reserved", "taken", "returned"),
    startedAt: instant,
    deadline: maybe(instant),
    reference: maybe(text),
    report: maybe(one(Report)),
    failure: maybe(one(FailureClass))
  }),
  {
    fallback: fc.boolean(),
    handedOver: fc.record({ token: small, times: small, withDispatch: fc.boolean() }, {
      requiredKeys: ["token", "times"]
    }),
    receiptSeconds: small,
    spendCounters: some(text),
    leftLine: fc.boolean(),
    overdue: fc.boolean(),
    parts: some(fc.record({ reference: text, report: maybe(one(Report)) })),
    refusal: detail,
    receipt: fc.record({
      at: maybe(instant),
      detail: maybe(detail),
      pricing: maybe(
        fc.record({
          amount: fc.double({ noNaN: true, noDefaultInfinity: true }).map((each) => each + 0),
          currency: text
        })
      )
    })
  }
)

const leftOut = fc.record({ channel: one(Channel), carrier: carrierId, reason: one(DropReason) })

const activity: fc.Arbitrary<Activity> = withOptional(
  fc.record({
    status: one(Status),
    reached: fc.boolean(),
    at: instant,
    description: text,
    from: maybe(text),
    price: maybe(money),
    activeContactPrice: maybe(money),
    code: maybe(one(OutcomeCode)),
    scheduledAt: maybe(instant)
  }),
  { leftOut: some(leftOut) }
)

const templateUse: fc.Arbitrary<TemplateUse> = fc.record({
  id: uuid<Id.TemplateId>(),
  revision: small,
  name: text,
  category: one(Category),
  parameters: textRecord
})

const button = fc.record({ type: text, value: text, text: maybe(text), postbackData: maybe(text) })

const rendered: fc.Arbitrary<Rendered> = fc.record({
  header: maybe(text),
  headerMedia: maybe(fc.record({ type: text, url: text })),
  content: text,
  footer: maybe(text),
  buttons: maybe(some(button)),
  media: some(text),
  subject: maybe(text),
  plain: text
})

const inboundMedia: fc.Arbitrary<InboundMedia> = fc.record({
  url: text,
  mimeType: maybe(text),
  sizeBytes: maybe(small),
  hashSha256: maybe(text)
})

export const message: fc.Arbitrary<Message> = withOptional(
  fc.record({
    id: uuid<Id.MessageId>(),
    account: uuid<Id.AccountId>(),
    contact: uuid<Id.ContactId>(),
    phone,
    direction: fc.constantFrom("OUTBOUND", "INBOUND"),
    requested: one(Requested),
    template: maybe(templateUse),
    send: small,
    status: one(Status),
    channel: one(Shown),
    rendered: maybe(rendered),
    code: maybe(one(OutcomeCode)),
    price: maybe(money),
    activeContactPrice: maybe(money),
    attempts: some(attempt),
    history: some(activity),
    scheduledAt: maybe(instant),
    createdAt: instant
  }),
  {
    text,
    subject: text,
    mediaUrls: some(text),
    clientReference: text,
    metadata: textRecord,
    smartEncoding: fc.boolean(),
    purpose: text,
    fallback: fc.record({ channels: some(one(Channel)), afterSeconds: small }, { requiredKeys: ["channels"] }),
    feedback: some(
      fc.record({ outcome: one(FeedbackOutcome), at: instant, attempt: uuid<Id.AttemptId>() })
    ),
    expiry: withOptional(fc.record({ at: instant }), { seconds: small }),
    inboundMedia: some(inboundMedia),
    queuedAt: instant,
    opens: fc.boolean(),
    verification: withOptional(fc.record({ id: uuid<Id.VerificationId>() }), { isWatched: fc.constant(true) }),
    isWatched: fc.constant(true),
    reference: fc.record({ carrier: carrierId, text }),
    redacted
  }
).map((message) => ({
  ...message,
  // Each attempt is one of a send that there has been.
  attempts: message.attempts.map((each) => ({ ...each, send: Math.min(each.send, message.send) }))
}))
