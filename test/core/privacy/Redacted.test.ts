/**
 * Retention takes texts, media and numbers out of a message, and leaves the rest (decisions 17.6).
 */
import { FailureClass } from "@signalbox/core/FailureClass"
import { make as instant } from "@signalbox/core/Instant"
import * as Reroute from "@signalbox/core/internal/dispatch/Reroute"
import * as Resend from "@signalbox/core/internal/message/Resend"
import * as Redacted from "@signalbox/core/internal/privacy/Redacted"
import type { Message } from "@signalbox/core/Message"
import { Messages } from "@signalbox/core/Message"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import { Aspect } from "@signalbox/core/Retention"
import * as Usage from "@signalbox/core/Usage"
import { message } from "@signalbox/testing/generate/Messages"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const aspects = fc.subarray([...Aspect.literals], { minLength: 1 })
const whole = message.map((given): Message => {
  const { redacted: _, ...each } = given
  return each
})
const text = (value: unknown): string => JSON.stringify(Messages.stored.encode(value))

describe("Redacted.without", () => {
  prop("counts as before, and cannot be sent again [XPR-107, XPR-109]", whole, aspects, (before, named) => {
    const after = Redacted.without(before, named)
    expect(Usage.of(after)).toEqual(Usage.of(before))
    expect([after.status, after.history.length]).toEqual([before.status, before.history.length])
    expect([Resend.isAllowed(after), Reroute.isWanted(after)]).toEqual([false, false])
    expect(Redacted.without(after, named)).toBe(after)
  })

  prop("goes to no other route when a carrier fails it late [XPR-109]", whole, (given) => {
    fc.pre(given.attempts.length > 0)
    const { fallback: _, heldBack: __, leftLine: ___, overdue: ____, parts: _____, ...attempt } = given.attempts[0]!
    const failed = FailureClass.literals.map((failure): Message => ({
      ...given,
      status: "SENT",
      send: 1,
      attempts: [{ ...attempt, channel: "sms", send: 1, report: "FAILED", failure }]
    }))
    expect(failed.some(Reroute.isWanted)).toBe(true)
    expect(failed.map((each) => Redacted.without(each, ["texts"])).some(Reroute.isWanted)).toBe(false)
  })

  prop("is the same whichever goes first", whole, aspects, (before, named) => {
    const one = named.reduce((rest, aspect) => Redacted.without(rest, [aspect]), before)
    const other = named.toReversed().reduce((rest, aspect) => Redacted.without(rest, [aspect]), before)
    const { redacted: _, ...left } = one
    const { redacted: __, ...right } = other
    expect(left).toEqual(right)
  })

  prop("of texts, media and numbers nothing stays [XPR-105]", whole, (before) => {
    const secret = "a secret"
    const phone = "+41446681800" as PhoneNumber
    const told = {
      ...before,
      phone,
      text: secret,
      subject: secret,
      metadata: { name: secret },
      mediaUrls: [secret],
      inboundMedia: [{ url: secret, mimeType: null, sizeBytes: 1, hashSha256: secret }],
      template: before.template && { ...before.template, parameters: { name: secret } },
      rendered: before.rendered && {
        header: secret,
        headerMedia: { type: "image", url: secret },
        content: secret,
        footer: secret,
        buttons: [{ type: "url", value: secret, text: secret, postbackData: null }],
        media: [secret],
        subject: secret,
        plain: secret
      },
      attempts: before.attempts.map((attempt) => ({
        ...attempt,
        refusal: { code: "1", text: `no ${phone.slice(1)}` }
      })),
      history: before.history.map((line) => ({ ...line, from: phone, description: `to ${phone}` }))
    }
    const left = text(Redacted.without(told, Aspect.literals))
    expect(left).not.toContain(secret)
    expect(left).not.toContain(phone.slice(1))
  })

  prop("a message that is under way keeps everything for now [XPR-108]", whole, (before) => {
    expect(Redacted.since({ ...before, status: "SCHEDULED" })).toBe(null)
    expect(Redacted.since({ ...before, attempts: [], status: "FAILED", history: [], createdAt: Given.now })).toBe(
      Given.now + 86_400_000
    )
  })
})

describe("a message that has lost", () => {
  const phone = "+41446681800" as PhoneNumber
  const file = { url: "https://a.example/f", mimeType: "image/png", sizeBytes: 7, hashSha256: "hash" }
  const line = (description: string, from: string | null) => ({
    ...Given.line("SENT", Given.now),
    description,
    from
  })
  const attempt = Given.attempt({
    refusal: { code: "7", text: "no 41446681800" },
    receipt: {
      at: Given.now,
      detail: { code: "8", text: "at +41446681800" },
      pricing: { amount: 1, currency: "EUR" }
    }
  })
  const { metadata: _, subject: __, ...bare } = Given.message()
  const told: Message = {
    ...bare,
    phone,
    text: "Hello Ada",
    subject: "Ada",
    metadata: { name: "Ada" },
    mediaUrls: ["https://a.example/1", "https://a.example/2"],
    inboundMedia: [file],
    rendered: {
      header: "Hello",
      headerMedia: { type: "image", url: "https://a.example/h" },
      content: "Hello Ada",
      footer: "Bye",
      buttons: [{ type: "url", value: "https://a.example", text: "Ada", postbackData: null }],
      media: ["https://a.example/m"],
      subject: "Ada",
      plain: "Hello Ada"
    },
    attempts: [attempt, Given.attempt({ receipt: { at: null, detail: null, pricing: null } })],
    history: [line("to +41446681800, that is 41446681800", phone), line("none", Given.phone(9000)), line("x", null)]
  }

  it("its texts has its form, and none of its words", () => {
    const { metadata: _, subject: __, ...rest } = told
    expect(Redacted.without(told, ["texts"])).toStrictEqual({
      ...rest,
      text: "[redacted]",
      template: { ...told.template, parameters: { order: "[redacted]" } },
      rendered: {
        ...told.rendered,
        header: null,
        content: "[redacted]",
        footer: null,
        buttons: null,
        subject: null,
        plain: "[redacted]"
      },
      redacted: { aspects: ["texts"] }
    })
    const { text: _text, ...textless } = rest
    expect(Redacted.without({ ...textless, template: null, rendered: null }, ["texts"]))
      .toStrictEqual({ ...textless, template: null, rendered: null, redacted: { aspects: ["texts"] } })
  })

  it("its media has as many files, and none of their places", () => {
    expect(Redacted.without(told, ["media"])).toStrictEqual({
      ...told,
      mediaUrls: ["[redacted]", "[redacted]"],
      inboundMedia: [{ ...file, url: "[redacted]", hashSha256: null }],
      rendered: { ...told.rendered, headerMedia: { type: "image", url: "[redacted]" }, media: ["[redacted]"] },
      redacted: { aspects: ["media"] }
    })
    const { inboundMedia: _, mediaUrls: __, ...rest } = told
    const plain = { ...rest, rendered: { ...told.rendered!, headerMedia: null, media: [] } }
    expect(Redacted.without(plain, ["media"])).toStrictEqual({ ...plain, redacted: { aspects: ["media"] } })
  })

  it("its numbers is nobody's, of the same country, also in the words of carriers", () => {
    const someone = "+999000000000"
    expect(Redacted.without(told, ["numbers"])).toStrictEqual({
      ...told,
      phone: someone,
      attempts: [
        {
          ...attempt,
          refusal: { code: "7", text: "no +999000000000" },
          receipt: { ...attempt.receipt, detail: { code: "8", text: "at +999000000000" } }
        },
        told.attempts[1]
      ],
      history: [line(`to ${someone}, that is ${someone}`, someone), line("none", Given.phone(9000)), line("x", null)],
      redacted: { aspects: ["numbers"], country: "CH" }
    })
  })

  it("something already loses the rest of it, and keeps its country", () => {
    const first = Redacted.without(told, ["numbers"])
    expect(Redacted.without(first, ["numbers", "media"]).redacted)
      .toStrictEqual({ aspects: ["numbers", "media"], country: "CH" })
    expect(Redacted.without(first, ["numbers"])).toBe(first)
    expect(Redacted.without(told, [])).toBe(told)
  })

  it.each(
    [
      ["SCHEDULED", [], null],
      ["QUEUED", [], null],
      ["PROCESSED", [], null],
      ["ROUTED", [], null],
      ["DELIVERED", [], 5 + 86_400_000],
      ["RECEIVED", [], 5 + 86_400_000],
      ["SENT", [Given.attempt()], null],
      ["SENT", [Given.attempt({ reference: "r", report: "SENT" })], 5 + 86_400_000]
    ] as const
  )("nothing yet does so a day after its last step: %s", (status, attempts, after) => {
    const last = instant(Given.now + 5)
    const message = { ...told, status, attempts, history: [Given.line("QUEUED", Given.now), Given.line(status, last)] }
    expect(Redacted.since(message)).toBe(after === null ? null : Given.now + after)
  })
})
