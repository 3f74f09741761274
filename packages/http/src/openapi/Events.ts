/**
 * The requests that the service makes: one for each event, with its headers and its signature (specification "Events").
 */
import * as EventName from "@signalbox/core/EventName"
import * as ListEventTypes from "@signalbox/core/EventTypes"
import * as EventPayload from "./EventPayload.ts"
import * as Examples from "./Examples.ts"
import * as Printing from "./Printing.ts"

const text = { type: "string" }

const header = (name: string, description: string, schema: object) => ({
  name,
  in: "header",
  required: true,
  description,
  schema
})

export const parameters = {
  WebhookId: header("x-webhook-id", "The id of the webhook: of a clone, the clone's.", { ...text, format: "uuid" }),
  WebhookTimestamp: header("x-webhook-timestamp", "When this attempt was made, in seconds since 1970.", {
    ...text,
    pattern: "^[0-9]+$"
  }),
  WebhookSignature: header(
    "x-webhook-signature",
    "`v1,` and the base64 of the HMAC-SHA256 over `{x-webhook-id}.{x-webhook-timestamp}.{raw body}`. The key is the base64 in the signing secret after `whsec_`.",
    { ...text, pattern: "^v1,[A-Za-z0-9+/]{43}=$" }
  ),
  WebhookAttempt: header("X-Webhook-Attempt", "The number of this attempt, from 1 on. It is not signed.", {
    ...text,
    pattern: "^[1-9][0-9]*$"
  }),
  WebhookEventId: header(
    "X-Webhook-Event-ID",
    "The id of the delivery, the same for every attempt. The body has it as `event_id`, which is signed.",
    { ...text, format: "uuid" }
  )
}

/** `message.opt_in` -> `MessageOptIn` */
const pascal = (name: string): string =>
  name.replaceAll(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())

const envelopeOf = (name: EventName.EventName): string => `${pascal(name)}Event`

const envelope = (name: EventName.EventName) => ({
  type: "object",
  properties: {
    field: { type: "string", enum: [EventName.family(name)] },
    event: { type: "string", enum: [name] },
    timestamp: { type: "string", format: "date-time" },
    event_id: { type: "string", format: "uuid" },
    payload: { $ref: `#/components/schemas/${EventPayload.nameOf(name)}` }
  },
  required: ["field", "event", "timestamp", "event_id", "payload"]
})

export const schemas = (): Readonly<Record<string, object>> => ({
  ...Printing.components(EventPayload.all),
  ...Object.fromEntries(EventName.all.map((name) => [envelopeOf(name), envelope(name)]))
})

const description =
  "The signature is computed for each attempt, over the bytes of the body as they come. Refuse a timestamp that is more than 300 seconds away, take each `event_id` once, and answer within the webhook's `timeout_seconds`; what is not answered with 2xx is delivered again."

/** The group that these requests are. */
export const tag = {
  name: "events",
  description: "Tells the endpoints of an account what happened. These requests are the service's own.",
  "x-displayName": "Events"
}

const request = (name: EventName.EventName, summary: string) => ({
  post: {
    tags: [tag.name],
    operationId: `events.${name}`,
    summary,
    description,
    security: [],
    parameters: Object.keys(parameters).map((each) => ({ $ref: `#/components/parameters/${each}` })),
    requestBody: {
      required: true,
      description: "The event, and what it tells.",
      content: {
        "application/json": {
          schema: { $ref: `#/components/schemas/${envelopeOf(name)}` },
          example: Examples.events[name]
        }
      }
    },
    responses: {
      "2XX": { description: "The endpoint took the event, which is not delivered again." },
      default: { description: "The endpoint did not take the event, which is delivered again." }
    }
  }
})

/** By the names of the events. */
export const webhooks = (): Readonly<Record<string, object>> =>
  Object.fromEntries(EventName.all.map((name) => [name, request(name, ListEventTypes.description(name))]))
