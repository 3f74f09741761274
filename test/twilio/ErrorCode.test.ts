/** Each of Twilio's codes has a class of failure, at the hand-over as in a receipt. */
import { FailureClass, reroutable } from "@signalbox/core/FailureClass"
import * as Instant from "@signalbox/core/Instant"
import type { HttpAnswer } from "@signalbox/http-carrier/HttpClient"
import * as Callback from "@signalbox/twilio/Callback"
import * as ErrorCode from "@signalbox/twilio/ErrorCode"
import * as MessageAnswer from "@signalbox/twilio/MessageAnswer"
import { describe, expect, it } from "vitest"
import * as FakeTwilio from "./FakeTwilio.ts"

const now = Instant.make(Date.UTC(2026, 10, 25))

const answer = (
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {}
): HttpAnswer => ({
  _tag: "Answered",
  status,
  headers,
  body: new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body))
})

const refusal = (code: number, status = 400, headers = {}) =>
  MessageAnswer.of(answer(status, { code, message: "a message to +12015550123", status }, headers), now)

describe("Twilio's codes", () => {
  it("are in the table once, with a class of failure and words without a number", () => {
    const codes = ErrorCode.table.map(({ code }) => code)
    expect(new Set(codes).size).toBe(codes.length)
    for (const { code, failure, words } of ErrorCode.table) {
      expect(FailureClass.literals, String(code)).toContain(failure)
      expect(words, String(code)).not.toMatch(/\d{5}/)
    }
  })

  it.each([
    [21211, "invalid_number"],
    [21614, "invalid_number"],
    [21606, "sender_refused"],
    [21612, "no_route_to_network"],
    [21610, "carrier_filtered"],
    [30003, "handset_unreachable"],
    [30005, "invalid_number"],
    [30006, "undeliverable_by_route"],
    [30007, "carrier_filtered"],
    [30008, "unknown"],
    [30034, "sender_refused"],
    [63003, "recipient_not_on_channel"],
    [63016, "undeliverable_by_route"],
    [20003, "provider_unavailable"],
    [99999, "unknown"]
  ])("%i means %s", (code, failure) => {
    expect(ErrorCode.of(code).failure).toBe(failure)
  })

  it("refuse a message with their class, or let it wait where nothing was sent", () => {
    for (const { code, consequence, failure, words } of ErrorCode.table) {
      const { isOptedOut, outcome } = refusal(code)
      expect(isOptedOut, String(code)).toBe(consequence === "opted out")
      if (consequence === null || consequence === "opted out") {
        expect(outcome).toEqual({ _tag: "Refused", failure, detail: { code: String(code), text: words } })
      } else {
        const until = Instant.plus(now, consequence.pause)
        expect(outcome).toEqual({ _tag: "Busy", until, holds: consequence.busy })
      }
    }
  })

  it("fail a message that was taken with their class", () => {
    for (const { code, failure, words } of ErrorCode.table) {
      const called = Callback.called(
        FakeTwilio.signed({ MessageSid: "SM1", MessageStatus: "undelivered", ErrorCode: String(code) }),
        FakeTwilio.publicUrl
      )
      const told = Callback.read(called, { id: "twilio", failures: {} })
      expect(told).toMatchObject({
        _tag: "Status",
        brought: { receipts: [{ reported: { _tag: "Failed", failure }, detail: { code: String(code), text: words } }] }
      })
    }
  })

  it("send nobody who has opted out a message by another route", () => {
    for (const { consequence, failure } of ErrorCode.table) {
      if (consequence === "opted out") expect(reroutable(failure, "sms")).toBe(false)
    }
  })

  it("may mean what the account says", () => {
    const body = { code: 30008, message: "" }
    const { outcome } = MessageAnswer.of(answer(400, body), now, { "30008": "handset_unreachable" })
    expect(outcome).toMatchObject({ _tag: "Refused", failure: "handset_unreachable" })
  })

  it("that nobody knows keep Twilio's words, without numbers", () => {
    expect(refusal(98_765).outcome).toEqual({
      _tag: "Refused",
      failure: "unknown",
      detail: { code: "98765", text: "a message to …" }
    })
  })
})

describe("Twilio's answers", () => {
  const message = FakeTwilio.resource(`SM${"0".repeat(32)}`, new URLSearchParams())

  it("accept a message by its sid", () => {
    for (const status of ["accepted", "queued", "scheduled", "sending", "sent"]) {
      expect(MessageAnswer.of(answer(201, { ...message, status }), now).outcome).toEqual({
        _tag: "Accepted",
        references: [message.sid]
      })
    }
  })

  it("may create a message that has failed already", () => {
    const failed = { ...message, status: "failed", error_code: 30007 }
    expect(MessageAnswer.of(answer(201, failed), now).outcome).toEqual({
      _tag: "Refused",
      failure: "carrier_filtered",
      detail: { code: "30007", text: "the message is filtered" },
      references: [message.sid]
    })
  })

  it.each(["", "{", "<html>", "null", "[]", "{\"sid\":7}", "{\"sid\":\"CA1\"}"])(
    "of success that are no message, such as %j, have no other carrier asked",
    (body) => {
      const { outcome } = MessageAnswer.of(answer(200, body), now)
      expect(outcome).toMatchObject({ _tag: "Unanswered", repeat: "never" })
    }
  )

  it("that fail with 5xx leave open whether the message went out", () => {
    for (const status of [500, 502, 503, 504]) {
      expect(MessageAnswer.of(answer(status, "<html>"), now).outcome).toMatchObject({ _tag: "Unanswered" })
      expect(refusal(20_500, status).outcome).toMatchObject({ _tag: "Unanswered", detail: { code: "20500" } })
    }
  })

  it("with 429 hold the line until their Retry-After", () => {
    const until = Instant.plus(now, 7000)
    const busy = { _tag: "Busy", until, holds: "lane" }
    expect(refusal(20_429, 429, { "retry-after": "7" }).outcome).toEqual(busy)
    expect(MessageAnswer.of(answer(429, "", { "retry-after": "7" }), now).outcome).toEqual(busy)
    expect(MessageAnswer.of(answer(429, ""), now).outcome).toEqual({ ...busy, until: Instant.plus(now, 1000) })
  })

  it("say whole what became of a message, whatever they are", () => {
    const said = (status: number, body: unknown, failures = {}) => MessageAnswer.of(answer(status, body), now, failures)
    const refused = (failure: string, code: string, text: string) => ({
      outcome: { _tag: "Refused", failure, detail: { code, text } },
      isOptedOut: false
    })
    const unanswered = (code: string, text: string) => ({
      outcome: { _tag: "Unanswered", detail: { code, text } },
      isOptedOut: false
    })
    expect(said(500, "")).toEqual(unanswered("500", "Twilio has failed"))
    expect(said(500, { code: 30_003 })).toEqual(unanswered("30003", "the handset cannot be reached"))
    // The answer of whoever stands before Twilio says nothing of the line.
    expect(said(503, { code: 20_429 })).toEqual(unanswered("20429", "too many requests"))
    expect(said(404, "")).toEqual(refused("provider_unavailable", "404", "Twilio names no code"))
    expect(said(401, { code: 7 })).toEqual(refused("provider_unavailable", "7", "a code that is not in the table"))
    expect(said(400, { code: 7, message: "no" })).toEqual(refused("unknown", "7", "no"))
    expect(said(422, { code: 7, message: null }))
      .toEqual(refused("content_not_acceptable", "7", "a code that is not in the table"))
    expect(said(400, { code: 7 }, { 7: "invalid_number" }))
      .toEqual(refused("invalid_number", "7", "a code that is not in the table"))
    expect(said(200, "")).toEqual({
      outcome: { _tag: "Unanswered", repeat: "never", detail: { code: "200", text: "the answer cannot be read" } },
      isOptedOut: false
    })
    expect(MessageAnswer.of({ _tag: "Lost", why: "TIMEOUT" }, now)).toEqual(
      unanswered("TIMEOUT", "the answer was lost")
    )
    expect(MessageAnswer.of({ _tag: "Unsent", why: "ECONNREFUSED" }, now))
      .toEqual({ outcome: { _tag: "Busy", until: now + 5000, holds: "node" }, isOptedOut: false })
  })

  it("of a message that was created and cannot be delivered name it, with its code or its state", () => {
    const said = (status: string, code: number | null, failures = {}) =>
      MessageAnswer.of(answer(201, { ...message, status, error_code: code }), now, failures)
    for (const status of ["failed", "undelivered", "canceled"]) {
      expect(said(status, null)).toEqual({
        outcome: { _tag: "Refused", failure: "unknown", detail: { code: "", text: status }, references: [message.sid] },
        isOptedOut: false
      })
    }
    expect(said("failed", 21_610).isOptedOut).toBe(true)
    expect(said("failed", 30_007, { 30007: "rate_limited" }).outcome).toMatchObject({ failure: "rate_limited" })
    for (const sid of [`MM${"aF".repeat(16)}`, message.sid]) {
      const told = MessageAnswer.of(answer(201, { sid, status: null }), now)
      expect(told).toEqual({ outcome: { _tag: "Accepted", references: [sid] }, isOptedOut: false })
    }
  })

  it("quote no number of whoever is written to", () => {
    const texts = ["call +1 201-555.0123 now", "1234567", "123456", "12345", "1.2 .3", "room 7"]
    expect(texts.map((text) => MessageAnswer.detailOf(7, text).text))
      .toEqual(["call … now", "…", "…", "12345", "1.2 .3", "room 7"])
    expect(MessageAnswer.detailOf(30_003, "other words")).toEqual({
      code: "30003",
      text: "the handset cannot be reached"
    })
  })

  it("about wrong credentials leave the message to other carriers", () => {
    for (const status of [401, 403]) {
      const { outcome } = MessageAnswer.of(answer(status, ""), now)
      expect(outcome).toMatchObject({ _tag: "Refused", failure: "provider_unavailable" })
    }
  })
})
