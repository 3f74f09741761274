/**
 * Submissions and steps of scripts that are right unless told otherwise.
 */
import type { Submission } from "@signalbox/core/Carrier"
import type { Channel } from "@signalbox/core/Channel"
import type { AttemptId } from "@signalbox/core/Id"
import { day, plus } from "@signalbox/core/Instant"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import * as Rendered from "@signalbox/core/Rendered"
import type { Step } from "@signalbox/emulator/network/Handset"
import * as Given from "../core/Given.ts"

export const phone = Given.phone(1)

export const attemptId = (number: number): AttemptId =>
  `a77e0000-0000-7000-8000-${String(number).padStart(12, "0")}` as AttemptId

export const submission = (number: number, parts: Partial<Submission> = {}): Submission => ({
  attempt: attemptId(number),
  message: Given.messageId(number),
  account: Given.accountId(1),
  channel: "sms",
  to: phone,
  from: Given.phone(9000),
  rendered: Rendered.fromText("Hello"),
  template: null,
  sms: { encoding: "GSM-7", parts: ["Hello"] },
  expiresAt: plus(Given.now, 3 * day),
  ...parts
})

export const submissions = (count: number, to: PhoneNumber = phone, channel: Channel = "sms") =>
  Array.from({ length: count }, (_, index) => submission(index, { to, channel }))

export const step = (parts: Partial<Step> = {}): Step => ({
  channel: null,
  carrier: null,
  submit: "accept",
  receipts: ["delivered"],
  delayMillis: 0,
  ...parts
})
