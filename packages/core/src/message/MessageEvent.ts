/**
 * The webhook body of a message event (specification "Message events", decisions 7.1 and 7.2).
 */
import type { EventName } from "../catalogue/EventName.ts"
import * as Limit from "../catalogue/Limit.ts"
import * as OutcomeCode from "../catalogue/OutcomeCode.ts"
import { envelope } from "../delivery/EventEnvelope.ts"
import type { Event } from "../row/Delivery.ts"
import type { FeedbackOutcome } from "../row/Feedback.ts"
import type { Message } from "../row/Message.ts"
import type { EventId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import { toSeconds } from "../value/Instant.ts"
import type { JsonObject } from "../value/Json.ts"
import { truncate } from "../value/Text.ts"
import * as Timestamp from "../value/Timestamp.ts"
import * as ClientReference from "./ClientReference.ts"
import * as MessageState from "./MessageState.ts"

// These three events show the requested channel, even when a route is known already.
const showsRequest: ReadonlySet<EventName> = new Set<EventName>([
  "message.queued",
  "message.routed",
  "message.scheduled"
])

/** The attempt or the outcome that an event is about. */
export interface About {
  /** Whether the message was routed away from it, so that the body is null (decisions 7.2); not so unless given. */
  readonly isAbandoned?: boolean
  /** The outcome that the account has told, which the body shows in place of the reasons of a status. */
  readonly outcome?: FeedbackOutcome
}

export const payload = (
  name: EventName,
  message: Message,
  at: Instant,
  { isAbandoned = false, outcome }: About = {}
): JsonObject => ({
  updated_at: toSeconds(at),
  account_id: message.account,
  message_id: message.id,
  template_id: message.template?.id ?? null,
  ...(message.template === null ? {} : { template_name: message.template.name }),
  outbound_number: message.phone,
  message_status: message.status,
  channel: showsRequest.has(name) ? message.requested : message.channel,
  body: message.rendered === null || isAbandoned ? null : truncate(message.rendered.plain, Limit.webhookBodyLength),
  ...(outcome === undefined ? ofStatus(message) : { outcome }),
  ...ClientReference.shown(message),
  ...(message.template === null ? {} : { template_revision: message.template.revision })
})

/** Returns the fields that only some statuses have. */
const ofStatus = (message: Message): JsonObject => ({
  ...(message.code !== null && MessageState.carriesReason(message.status)
    ? { reason_code: message.code, reason: OutcomeCode.reason(message.code) }
    : {}),
  ...(message.scheduledAt !== null && MessageState.showsSchedule(message.status)
    ? { scheduled_at: Timestamp.show(message.scheduledAt) }
    : {})
})

/**
 * An event whose body is written when somebody reads it: most events have no subscriber, and then nobody does. Reading is
 * the class's, since objects with a way of reading of their own cost eight times as much to make and to look at.
 */
class Unwritten implements Event {
  readonly id: EventId
  readonly account: Event["account"]
  readonly name: EventName
  readonly at: Instant
  readonly #message: Message
  readonly #about: About
  #body: string | null = null

  constructor(id: EventId, name: EventName, message: Message, at: Instant, about: About) {
    this.id = id
    this.account = message.account
    this.name = name
    this.at = at
    this.#message = message
    this.#about = about
  }

  get body(): string {
    return this.#body ??= envelope(this.name, this.at, payload(this.name, this.#message, this.at, this.#about))
  }
}

/** Makes the event. */
export const make = (id: EventId, name: EventName, message: Message, at: Instant, about: About = {}): Event =>
  new Unwritten(id, name, message, at, about)
