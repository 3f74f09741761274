/**
 * The OpenAPI document tells of every event, with its headers and its body, and of the definition of a template.
 */
import * as EventName from "@signalbox/core/EventName"
import type { AccountId, DeliveryId, WebhookId } from "@signalbox/core/Id"
import * as IdGenerator from "@signalbox/core/IdGenerator"
import * as Instant from "@signalbox/core/Instant"
import * as EventEnvelope from "@signalbox/core/internal/delivery/EventEnvelope"
import * as Signature from "@signalbox/core/internal/delivery/Signature"
import * as SampleEvent from "@signalbox/core/internal/webhook/SampleEvent"
import type { SigningSecret } from "@signalbox/core/Secret"
import { Api } from "@signalbox/http/Api"
import * as Documented from "@signalbox/testing/http/Documented"
import * as OpenApi from "effect/http-api/OpenApi"
import { randomBytes } from "node:crypto"
import { describe, expect, it } from "vitest"

interface Webhook {
  readonly post: {
    readonly requestBody: { readonly content: { readonly "application/json": { readonly example?: unknown } } }
  }
}

const document = OpenApi.fromApi(Api) as unknown as { readonly webhooks: Readonly<Record<string, Webhook>> }

const ids = IdGenerator.make(randomBytes, randomBytes)
const webhook = ids.uuid() as WebhookId
const secret = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=" as SigningSecret
const at = Instant.make(1_760_000_000_000)

const delivered = (name: EventName.EventName) => {
  const id = ids.uuid() as DeliveryId
  const body = EventEnvelope.delivered(SampleEvent.make(name, ids.uuid() as AccountId, { now: at, ids }).body, id)
  const headers = Signature.headers({ secret, webhook, eventId: id, number: 1, at, body })
  return { body: JSON.parse(body) as Readonly<Record<string, unknown>>, headers }
}

describe("the webhooks of the document", () => {
  it("are the events", () => {
    expect(Object.keys(document.webhooks).toSorted()).toEqual(EventName.all.toSorted())
  })

  it.each(EventName.all)("show an example of %s that is one", (name) => {
    const example = document.webhooks[name]?.post.requestBody.content["application/json"].example
    expect(example).toMatchObject({ event: name })
    expect(() => Documented.checkEvent(name, example, delivered(name).headers)).not.toThrow()
  })

  it.each(EventName.all)("tell of %s as it comes", (name) => {
    const { body, headers } = delivered(name)
    expect(() => Documented.checkEvent(name, body, headers)).not.toThrow()
    // What is missing, and what is more, is found.
    const { "x-webhook-signature": _, ...unsigned } = headers
    const { event_id: __, ...nameless } = body
    expect(() => Documented.checkEvent(name, body, unsigned)).toThrow("none of which the contract tells")
    expect(() => Documented.checkEvent(name, nameless, headers)).toThrow("none of which the contract tells")
    const more = { ...body, payload: { ...(body["payload"] as object), more: 1 } }
    expect(() => Documented.checkEvent(name, more, headers)).toThrow("none of which the contract tells")
  })
})
