/** Callbacks as Twilio documents them: states of messages that went out, and messages that came in. */
import { prop } from "@signalbox/testing/Prop"
import * as Callback from "@signalbox/twilio/Callback"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as FakeTwilio from "./FakeTwilio.ts"

const { accountSid, publicUrl } = FakeTwilio

const read = (parameters: Readonly<Record<string, string>>, query = "") =>
  Callback.read(Callback.called(FakeTwilio.signed(parameters, { query }), publicUrl), { id: "twilio", failures: {} })

const sid = `SM${"1".repeat(32)}`

const state = {
  ApiVersion: "2010-04-01",
  AccountSid: accountSid,
  MessageSid: sid,
  SmsSid: sid,
  SmsStatus: "sent",
  MessageStatus: "sent",
  From: "+12015550100",
  To: "+12015550123"
}

const query = "message=m-1&attempt=a-1&account=o-1"

const attempt = { _tag: "Attempt", message: "m-1", attempt: "a-1", carrier: "twilio" }

const message = {
  ApiVersion: "2010-04-01",
  AccountSid: accountSid,
  MessageSid: sid,
  SmsSid: sid,
  SmsMessageSid: sid,
  SmsStatus: "received",
  NumMedia: "0",
  NumSegments: "1",
  From: "+12015550123",
  To: "+12015550100",
  Body: "Hello",
  FromCountry: "US",
  ToCountry: "US"
}

const received = {
  carrier: "twilio",
  reference: sid,
  from: "+12015550123",
  to: { _tag: "Number", number: "+12015550100" },
  channel: "sms",
  text: "Hello",
  media: []
}

describe("a status callback", () => {
  it.each(["accepted", "scheduled", "queued", "sending", "sent", "receiving", "partially_delivered", "whatever"])(
    "that a message is %s says nothing that a receipt could",
    (each) => {
      expect(read({ ...state, MessageStatus: each, SmsStatus: each }, query)).toEqual({ _tag: "Nothing" })
    }
  )

  it("is a receipt of the attempt that its URL names", () => {
    expect(read({ ...state, MessageStatus: "delivered" }, query)).toEqual({
      _tag: "Status",
      brought: { receipts: [{ subject: attempt, reported: { _tag: "Delivered" }, detail: null }], consents: [] }
    })
  })

  it("that a message of WhatsApp was read is one, too", () => {
    const whatsapp = { ...state, From: "whatsapp:+12015550100", To: "whatsapp:+12015550123", EventType: "READ" }
    expect(read({ ...whatsapp, MessageStatus: "read" }, query)).toMatchObject({
      brought: { receipts: [{ subject: attempt, reported: { _tag: "Read" } }] }
    })
  })

  it.each(["undelivered", "failed", "canceled"])("that a message is %s has its code", (each) => {
    expect(read({ ...state, MessageStatus: each, ErrorCode: "30003" }, query)).toMatchObject({
      brought: {
        receipts: [{
          subject: attempt,
          reported: { _tag: "Failed", failure: "handset_unreachable" },
          detail: { code: "30003", text: "the handset cannot be reached" }
        }]
      }
    })
    for (const code of ["", "0", "x", "-1"]) {
      expect(read({ ...state, MessageStatus: each, ErrorCode: code }, query)).toMatchObject({
        brought: { receipts: [{ reported: { _tag: "Failed", failure: "unknown" }, detail: null }] }
      })
    }
  })

  it("with a URL of a messaging service names the message by its sid", () => {
    for (const search of ["", "message=m-1", "attempt=a-1", "env=live"]) {
      expect(read({ ...state, MessageStatus: "delivered" }, search)).toMatchObject({
        brought: { receipts: [{ subject: { _tag: "Reference", carrier: "twilio", reference: sid } }] }
      })
    }
  })

  it("that the recipient has opted out is a signal as well, to the account that sent", () => {
    const failed = { ...state, MessageStatus: "failed", ErrorCode: "21610" }
    expect(read(failed, query)).toMatchObject({
      brought: {
        receipts: [{ reported: { _tag: "Failed", failure: "carrier_filtered" } }],
        consents: [{
          carrier: "twilio",
          to: { _tag: "Account", account: "o-1", sender: "+12015550100" },
          phone: "+12015550123",
          channel: "sms",
          consent: "opt_out"
        }]
      }
    })
    expect(read(failed)).toMatchObject({ brought: { consents: [{ to: { _tag: "Number", number: "+12015550100" } }] } })
    expect(read({ ...failed, ErrorCode: "30007" }, query)).toMatchObject({ brought: { consents: [] } })
  })
})

describe("a message that came in", () => {
  it("is brought whole", () => {
    expect(read(message)).toEqual({ _tag: "Message", brought: { inbound: [received], consents: [] } })
  })

  it("has its files, and no text where it has only files", () => {
    const files = {
      NumMedia: "2",
      MediaUrl0: "https://api.twilio.com/0",
      MediaContentType0: "image/png",
      MediaUrl1: "https://api.twilio.com/1",
      MediaContentType1: "audio/ogg"
    }
    expect(read({ ...message, ...files, Body: "" })).toMatchObject({
      brought: {
        inbound: [{
          channel: "mms",
          text: null,
          media: [
            { url: "https://api.twilio.com/0", mimeType: "image/png", sizeBytes: null, hashSha256: null },
            { url: "https://api.twilio.com/1", mimeType: "audio/ogg", sizeBytes: null, hashSha256: null }
          ]
        }]
      }
    })
    expect(read({ ...message, NumMedia: "3", MediaUrl1: "https://api.twilio.com/1" })).toMatchObject({
      brought: { inbound: [{ media: [{ url: "https://api.twilio.com/1", mimeType: null }] }] }
    })
  })

  it("by WhatsApp is one of that channel, from the number", () => {
    const whatsapp = {
      ...message,
      From: "whatsapp:+12015550123",
      To: "whatsapp:+12015550100",
      ProfileName: "Ada",
      WaId: "12015550123"
    }
    expect(read(whatsapp)).toEqual({
      _tag: "Message",
      brought: { inbound: [{ ...received, channel: "whatsapp" }], consents: [] }
    })
  })

  it.each([["STOP", "opt_out"], ["START", "opt_in"]] as const)(
    "with a word of the messaging service's own that means %s is a signal besides",
    (type, consent) => {
      expect(read({ ...message, Body: "BASTA", OptOutType: type })).toMatchObject({
        brought: { inbound: [{ text: "BASTA" }], consents: [{ phone: received.from, to: received.to, consent }] }
      })
      // The service hears this by itself.
      expect(read({ ...message, Body: type, OptOutType: type })).toMatchObject({ brought: { consents: [] } })
    }
  )

  it("that asks for help changes nothing", () => {
    expect(read({ ...message, Body: "AIUTO", OptOutType: "HELP" })).toMatchObject({ brought: { consents: [] } })
  })

  it("may come by GET, signed with its query", () => {
    const search = new URLSearchParams(message).toString()
    const called = Callback.called(
      { method: "GET", url: `/carriers/twilio?${search}`, headers: {}, body: new Uint8Array() },
      publicUrl
    )
    expect(called.signed.url).toBe(`${publicUrl}?${search}`)
    expect(Callback.read(called, { id: "twilio", failures: {} })).toMatchObject({ brought: { inbound: [received] } })
  })
})

describe("a callback is told apart", () => {
  const tag = (parameters: Readonly<Record<string, string>>): string => read(parameters)._tag

  it("by its state: one that is received is a message, whatever it is called", () => {
    const { SmsStatus: _, ...bare } = message
    const states = ["received", "receiving", ""].flatMap((each) => [
      tag({ ...bare, SmsStatus: each }),
      tag({ ...bare, MessageStatus: each, SmsStatus: "delivered" })
    ])
    expect([tag(bare), ...states]).toEqual(Array.from({ length: 7 }, () => "Message"))
    expect(tag({ ...bare, SmsStatus: "delivered" })).toBe("Status")
    expect(tag({ ...bare, MessageStatus: "queued", SmsStatus: "delivered" })).toBe("Nothing")
  })

  it("by what it has: a message has both ends, and a text or a count of files", () => {
    const { Body: _, NumMedia: __, ...empty } = message
    const { From: from, To: to, ...nobody } = message
    const all = [empty, { ...empty, Body: "" }, { ...empty, NumMedia: "0" }, nobody, { ...nobody, From: from! }, {
      ...nobody,
      To: to!
    }]
    expect(all.map(tag)).toEqual(["Nothing", "Message", "Message", "Nothing", "Nothing", "Nothing"])
  })

  it("names its message by either of its sids, and its channel by the address or the sid", () => {
    const failed = { ...state, MessageStatus: "failed", ErrorCode: "21610" }
    const { MessageSid: _, ...old } = failed
    const told = [failed, { ...old, SmsSid: "SM7" }, { ...failed, MessageSid: "MM7" }, { ...failed, To: "whatsapp:+1" }]
      .map((each) => {
        const event = read(each)
        const [receipt, consent] = event._tag === "Status"
          ? [event.brought.receipts?.[0], event.brought.consents?.[0]]
          : []
        return [
          receipt?.subject._tag === "Reference" ? receipt.subject.reference : null,
          consent?.channel,
          consent?.phone
        ]
      })
    expect(told).toEqual([
      [sid, "sms", "+12015550123"],
      ["SM7", "sms", "+12015550123"],
      ["MM7", "mms", "+12015550123"],
      [sid, "whatsapp", "+1"]
    ])
  })

  it("has a text that is empty where nothing else came, and no more files than it counts", () => {
    const inbound = (parameters: Readonly<Record<string, string>>) => {
      const event = read({ ...message, ...parameters })
      const [first] = event._tag === "Message" ? event.brought.inbound ?? [] : []
      return [first?.text, first?.media.length, first?.channel]
    }
    const files = { MediaUrl0: "https://a.example/0", MediaUrl1: "https://a.example/1" }
    expect(inbound({ Body: "" })).toEqual(["", 0, "sms"])
    expect(["0", "1", "2", "1000", "x"].map((count) => inbound({ ...files, NumMedia: count })[1])).toEqual([
      0,
      1,
      2,
      0,
      0
    ])
    expect(inbound({ ...files, NumMedia: "1", From: "whatsapp:+1", Body: "" })).toEqual([null, 1, "whatsapp"])
  })

  it("has the first of several values, and is a form by its type alone", () => {
    const called = (type: string | undefined, method = "POST") =>
      Callback.called({
        method,
        url: "/t?a=1&a=2&b=3",
        headers: type === undefined ? {} : { "content-type": type },
        body: Buffer.from("a=4&a=5")
      }, "https://us.example/t")
    const form = called("Application/X-www-form-urlencoded; charset=utf-8")
    expect([form.parameters, form.query]).toEqual([new Map([["a", "4"]]), new Map([["a", "1"], ["b", "3"]])])
    expect(form.signed).toEqual({
      url: "https://us.example/t?a=1&a=2&b=3",
      signature: "",
      form: [["a", "4"], ["a", "5"]],
      body: Buffer.from("a=4&a=5")
    })
    for (
      const type of [
        undefined,
        "text/plain",
        "x application/x-www-form-urlencoded",
        "application/x-www-form-urlencodedx"
      ]
    ) {
      expect([called(type).signed.form, called(type).parameters.size], type).toEqual([null, 0])
    }
    expect(called("text/plain", "GET").parameters).toEqual(new Map([["a", "1"], ["b", "3"]]))
    const many = Array.from({ length: 1001 }, (_, index) => `p${index}=`).join("&")
    const body = Buffer.from(many)
    const headers = { "content-type": "application/x-www-form-urlencoded" }
    expect(Callback.called({ method: "POST", url: "/t", headers, body }, "").parameters.size).toBe(1000)
  })
})

describe("any callback", () => {
  const names = fc.constantFrom(...Object.keys({ ...state, ...message }), "ErrorCode", "OptOutType", "MediaUrl0")
  prop(
    "is read without failing, and brings little",
    fc.dictionary(names, fc.string({ maxLength: 30 })),
    fc.string({ maxLength: 30 }),
    (parameters, search) => {
      const told = read(parameters, encodeURI(search).replaceAll("#", ""))
      const { consents = [], inbound = [], receipts = [] } = told._tag === "Nothing" ? {} : told.brought
      expect(consents.length + inbound.length + receipts.length).toBeLessThanOrEqual(2)
    }
  )

  it("of any body is read without failing", () => {
    for (const body of ["", "&&&", "=%", "NumMedia=999999", `x${"&x".repeat(5000)}`]) {
      const called = Callback.called(
        {
          method: "POST",
          url: "?",
          headers: { "content-type": "application/x-www-form-urlencoded" },
          body: new TextEncoder().encode(body)
        },
        publicUrl
      )
      expect(Callback.read(called, { id: "twilio", failures: {} })).toEqual({ _tag: "Nothing" })
    }
  })
})
