/** A verification is shown, and told to webhooks, with each value under its own name, and never its code. */
import { minute, plus } from "@signalbox/core/Instant"
import * as VerificationEvent from "@signalbox/core/internal/verification/VerificationEvent"
import * as VerificationResource from "@signalbox/core/internal/verification/VerificationResource"
import type { Verification } from "@signalbox/core/Verification"
import { expect, it } from "vitest"
import * as Given from "../Given.ts"
import * as Verified from "./Verified.ts"

const sent = (index: number, seconds: number): Verification["sends"][number] => ({
  message: Given.messageId(index),
  channel: index === 1 ? "auto_detect" : "sms",
  template: { id: Given.templateId(index), name: `login_${index}` },
  at: plus(Given.now, seconds * 1000)
})

const verification = (parts: Partial<Verification> = {}): Verification =>
  Verified.verification({
    phone: Given.phone(7),
    purpose: "payment",
    codeLength: 8,
    sends: [sent(1, 0), sent(2, 30)],
    createdAt: Given.now,
    expiresAt: plus(Given.now, 10 * minute),
    ...parts
  })

const whole = {
  id: verification().id,
  phone_number: Given.phone(7),
  purpose: "payment",
  channel: "sms",
  template_id: Given.templateId(2),
  template_name: "login_2",
  message_id: Given.messageId(2),
  code_length: 8,
  sends: 2,
  created_at: "2030-01-15T12:34:56.789Z",
  expires_at: "2030-01-15T12:44:56.789Z"
}

it("it is shown by its last send, and while it runs with when its code may be sent again", () => {
  const shown = (parts: Partial<Verification> = {}, after = 0) =>
    VerificationResource.fromVerification(verification(parts), plus(Given.now, after))
  expect(shown()).toStrictEqual({ ...whole, status: "pending", resend_at: "2030-01-15T12:36:26.789Z" })
  const first = { channel: "auto_detect", template_id: Given.templateId(1), template_name: "login_1" }
  expect(shown({ sends: [sent(1, 0)] })).toStrictEqual({
    ...whole,
    ...first,
    message_id: Given.messageId(1),
    sends: 1,
    status: "pending",
    resend_at: "2030-01-15T12:35:26.789Z"
  })
  // The next send would be after its end.
  expect(shown({ sends: [sent(1, 0), sent(2, 560)] })).toStrictEqual({ ...whole, status: "pending" })
  expect(shown({}, 10 * minute - 1)).toMatchObject({ status: "pending" })
  const over = "2030-01-15T12:44:56.789Z"
  expect(shown({}, 10 * minute)).toStrictEqual({ ...whole, status: "expired", ended_at: over })
  const ended = { status: "approved", endedAt: plus(Given.now, minute), code: null } as const
  expect(shown(ended, 20 * minute)).toStrictEqual({
    ...whole,
    status: "approved",
    ended_at: "2030-01-15T12:35:56.789Z"
  })
})

it("its event tells the same, and when it was", () => {
  const at = plus(Given.now, 1000)
  const told = (parts: Partial<Verification> = {}) =>
    VerificationEvent.make("verification.approved", verification({ status: "approved", ...parts }), {
      ids: Given.ids(),
      now: at
    })
  const { account, body, name, ...event } = told()
  expect([account, name, event.at]).toEqual([verification().account, "verification.approved", at])
  expect(JSON.parse(body).payload).toStrictEqual({
    account_id: verification().account,
    verification_id: verification().id,
    phone_number: Given.phone(7),
    purpose: "payment",
    status: "approved",
    message_id: Given.messageId(2),
    expires_at: "2030-01-15T12:44:56.789Z",
    updated_at: "2030-01-15T12:34:57.789Z"
  })
  expect(JSON.parse(told({ sends: [] }).body).payload).toMatchObject({ message_id: null })
})
