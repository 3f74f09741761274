/**
 * Telnyx as a description, whole: its codes and the places of its JSON as Telnyx has published them.
 */
import type { Description } from "@signalbox/http-carrier/Description"
import * as Telnyx from "@signalbox/http-carrier/Telnyx"
import { describe, expect, it } from "vitest"

const codes = {
  10001: "sender_refused",
  10002: "invalid_number",
  10009: "sender_refused",
  10010: "sender_refused",
  10016: "invalid_number",
  40001: "no_route_to_network",
  40002: "carrier_filtered",
  40003: "sender_refused",
  40004: "undeliverable_by_route",
  40005: "handset_unreachable",
  40006: "temporary_carrier_error",
  40008: "undeliverable_by_route",
  40009: "content_not_acceptable",
  40011: "rate_limited",
  40300: "carrier_filtered",
  40305: "sender_refused",
  40310: "invalid_number"
} as const

const whole: Description = {
  id: "telnyx",
  channels: ["sms", "mms"],
  request: {
    url: "https://api.telnyx.com/v2/messages",
    auth: { bearer: "KEY" },
    json: {
      from: "{from}",
      to: "{to}",
      text: "{text}",
      subject: "{subject}",
      media_urls: "{media}",
      webhook_url: "{callback}"
    }
  },
  answer: {
    id: "data.id",
    code: "errors.0.code",
    text: "errors.0.title",
    codes: { ...codes, 10011: "busy", 40318: "busy" },
    optOuts: ["40300"]
  },
  callbacks: { events: "data" },
  receipts: {
    when: { event_type: ["message.sent", "message.finalized"] },
    id: "payload.id",
    state: "payload.to.0.status",
    states: { delivered: "delivered", sending_failed: "failed", delivery_failed: "failed" },
    code: "payload.errors.0.code",
    text: "payload.errors.0.title",
    codes,
    at: "payload.completed_at",
    price: { amount: "payload.cost.amount", currency: "payload.cost.currency" },
    optOuts: { codes: ["40300"], own: "payload.from.phone_number", recipient: "payload.to.0.phone_number" }
  },
  inbound: {
    when: { event_type: ["message.received"] },
    id: "payload.id",
    from: "payload.from.phone_number",
    to: "payload.to.0.phone_number",
    text: "payload.text",
    media: { list: "payload.media", url: "url", mimeType: "content_type", sizeBytes: "size" }
  },
  signature: {
    ed25519: "PUBLIC",
    header: "telnyx-signature-ed25519",
    signed: "{timestamp}|{body}",
    timestamp: { header: "telnyx-timestamp" }
  },
  pace: { perSecond: 50, inFlight: 50 },
  choosesSender: false
}

describe("Telnyx", () => {
  it("is described as it has published itself", () => {
    expect(Telnyx.description({ apiKey: "KEY", publicKey: "PUBLIC" })).toEqual(whole)
  })

  it("is described with the settings that are given", () => {
    const http = { connections: 3 }
    const pace = { perSecond: 1, inFlight: 2 }
    const told = Telnyx.description({
      apiKey: "KEY",
      publicKey: "PUBLIC",
      id: "telnyx-eu",
      messagingProfileId: "profile",
      publicUrl: "https://us.example/hook",
      url: "https://telnyx.example",
      pace,
      http
    })
    expect(told).toEqual({
      ...whole,
      id: "telnyx-eu",
      request: {
        ...whole.request,
        url: "https://telnyx.example/v2/messages",
        json: { ...whole.request.json as object, messaging_profile_id: "profile" }
      },
      choosesSender: true,
      publicUrl: "https://us.example/hook",
      pace,
      http
    })
  })
})
