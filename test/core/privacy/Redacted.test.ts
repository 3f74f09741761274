/**
 * Retention takes texts, media and numbers out of a message, and leaves the rest (decisions 17.6).
 */
import { FailureClass } from "@signalbox/core/FailureClass"
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
import { describe, expect } from "vitest"
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
