/**
 * Events of the platform are read whole: each is one receipt, one message or one consent, or nothing.
 */
import type { CarrierId } from "@signalbox/core/Id"
import type { Addressee } from "@signalbox/core/Inbound"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import * as Event from "@signalbox/rcs/Event"
import { describe, expect, it } from "vitest"

const carrier = "rcs" as CarrierId

const addressee = (agent: string): Addressee => ({ _tag: "Number", number: `+${agent}` as PhoneNumber })

const read = (event: unknown) => Event.read(event, carrier, addressee)

const own = { agentId: "77", senderPhoneNumber: "+12015550123", messageId: "m-1" }

const to = { _tag: "Number", number: "+77" }

describe("an event", () => {
  it.each([
    ["DELIVERED", { _tag: "Delivered" }, null],
    ["READ", { _tag: "Read" }, null],
    ["TTL_EXPIRATION_REVOKED", { _tag: "Failed", failure: "handset_unreachable" }, {
      code: "TTL_EXPIRATION_REVOKED",
      text: "not delivered in time"
    }]
  ])("%s is a receipt", (eventType, reported, detail) => {
    const sendTime = "2026-11-25T12:00:00.500Z"
    const receipt = {
      subject: { _tag: "Reference", carrier, reference: "m-1" },
      reported,
      at: Date.UTC(2026, 10, 25, 12) + 500,
      detail
    }
    expect(read({ ...own, eventType, sendTime })).toEqual({ receipts: [receipt] })
    expect(read({ ...own, eventType, sendTime: "soon" })).toEqual({ receipts: [{ ...receipt, at: null }] })
    expect(read({ eventType, messageId: "" })).toEqual({})
  })

  it.each([["SUBSCRIBE", "opt_in"], ["UNSUBSCRIBE", "opt_out"]])("%s is a consent", (eventType, consent) => {
    expect(read({ ...own, eventType }))
      .toEqual({ consents: [{ carrier, to, phone: "+12015550123", channel: "rcs", consent }] })
    expect(read({ agentId: "77", eventType })).toEqual({})
  })

  it.each(["IS_TYPING", "TTL_EXPIRATION_REVOKE_FAILED", "toString"])("%s is nothing", (eventType) => {
    expect(read({ ...own, eventType, text: "Hi" })).toEqual({})
  })
})

describe("a message", () => {
  const message = (text: string | null, media: ReadonlyArray<object> = []) => ({
    inbound: [{ carrier, reference: "m-1", from: "+12015550123", to, channel: "rcs", text, media }]
  })

  it("has its text, or the first of what stands for one", () => {
    const location = { latitude: 37.5, longitude: "-122" }
    const tapped = { text: "Yes", postbackData: "YES" }
    const all = { suggestionResponse: tapped, location }
    expect(read({ ...own, ...all, text: "Hi" })).toEqual(message("Hi"))
    expect(read({ ...own, ...all })).toEqual(message("Yes"))
    expect(read({ ...own, location, suggestionResponse: { postbackData: "YES" } })).toEqual(message("YES"))
    expect(read({ ...own, location })).toEqual(message("geo:37.5,-122"))
    for (const half of [{ latitude: 1 }, { longitude: 1 }, {}]) expect(read({ ...own, location: half })).toEqual({})
  })

  it("has its file", () => {
    const payload = { fileUri: "https://a.example/1", mimeType: "image/png", fileSizeBytes: "12" }
    const media = [{ url: payload.fileUri, mimeType: "image/png", sizeBytes: 12, hashSha256: null }]
    expect(read({ ...own, userFile: { payload } })).toEqual(message(null, media))
    expect(read({ ...own, text: "Look", userFile: { payload: { fileUri: payload.fileUri } } }))
      .toEqual(message("Look", [{ url: payload.fileUri, mimeType: null, sizeBytes: null, hashSha256: null }]))
  })

  it("of nobody is nothing, and one without a name has none", () => {
    expect([read({ text: "Hi" }), read({ ...own, senderPhoneNumber: "", text: "Hi" }), read(null)]).toEqual([
      {},
      {},
      {}
    ])
    expect(read({ senderPhoneNumber: "+1", text: "Hi" }).inbound).toMatchObject([{
      reference: null,
      to: { number: "+" }
    }])
  })
})
