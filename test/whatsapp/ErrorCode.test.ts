/**
 * The error codes of the Cloud API as Meta publishes them: which of them mean which failure, and what follows besides.
 */
import * as Instant from "@signalbox/core/Instant"
import type { HttpAnswer } from "@signalbox/http-carrier/HttpClient"
import * as ErrorCode from "@signalbox/whatsapp/ErrorCode"
import * as GraphAnswer from "@signalbox/whatsapp/GraphAnswer"
import * as TemplateStatus from "@signalbox/whatsapp/TemplateStatus"
import { describe, expect, it } from "vitest"

/** The codes by the failure that they mean. */
const byFailure: Readonly<Record<string, string>> = {
  rate_limited: "130429 4 80007 80008 131056",
  recipient_not_on_channel: "131026",
  invalid_number: "131021",
  carrier_filtered: "131050",
  handset_unreachable: "131043",
  undeliverable_by_route: "131030 131047 131049 130472 132001 132015 132016 132068 132069 134011 134100 134101 134102",
  no_route_to_network: "130497",
  sender_refused: "33 368 131031 131037 131042 131045 131048 133005 133006 133010",
  content_not_acceptable: "100 131008 131009 131051 131052 131053 132000 132005 132007 132012 132018",
  provider_unavailable: "1 2 131000 131016 131057 133004 0 3 10 190 131005"
}

describe("an error code", () => {
  it("has the failure that Meta's words mean", () => {
    const found = Object.keys(byFailure).map((failure) => [
      failure,
      [...ErrorCode.table].flatMap(([code, meaning]) => meaning.failure === failure ? [code] : []).join(" ")
    ])
    expect(Object.fromEntries(found)).toEqual(byFailure)
    expect(ErrorCode.table.size).toBe(Object.values(byFailure).join(" ").split(" ").length)
  })

  it("asks to wait, opts out, or is about the credentials, and nothing more", () => {
    const more = [...ErrorCode.table].flatMap(([code, meaning]) => {
      const { failure: _, ...rest } = meaning
      return Object.keys(rest).length === 0 ? [] : [[code, rest]]
    })
    const lane = (millis: number) => ({ wait: { holds: "lane", millis } })
    expect(more).toEqual([
      [130_429, lane(1000)],
      [4, lane(60_000)],
      [80_007, lane(60_000)],
      [80_008, lane(60_000)],
      [131_056, { wait: { holds: "recipient", millis: 6000 } }],
      [131_050, { isOptOut: true }],
      ...[0, 3, 10, 190, 131_005].map((code) => [code, { isPrivate: true }])
    ])
  })

  it("of the permissions is one of a hundred", () => {
    const permission = { failure: "provider_unavailable", isPrivate: true }
    expect([199, 200, 299, 300].map(ErrorCode.meaning)).toEqual([null, permission, permission, null])
  })
})

describe("an answer", () => {
  const now = Instant.make(1_700_000_000_000)
  const http = (status: number, body: unknown, headers = {}): HttpAnswer => ({
    _tag: "Answered",
    status,
    headers,
    body: Buffer.from(JSON.stringify(body))
  })
  const read = (status: number, body: unknown, headers = {}) => GraphAnswer.outcomeOf(http(status, body, headers), now)
  const refused = (failure: string, code: string, text: string) => ({
    _tag: "Refused",
    failure,
    detail: { code, text }
  })
  const busy = (millis: number, holds = "lane") => ({ _tag: "Busy", until: now + millis, holds })

  it("says whole what became of a message", () => {
    const error = (code: number, more = {}) => ({ error: { code, message: "said", ...more } })
    expect(read(400, error(131_026))).toEqual(refused("recipient_not_on_channel", "131026", "said"))
    expect(read(500, error(131_026))).toEqual(refused("recipient_not_on_channel", "131026", "said"))
    expect(read(400, error(7))).toEqual(refused("unknown", "7", "said"))
    expect(read(500, error(7))).toEqual({ _tag: "Unanswered", detail: { code: "7", text: "said" } })
    expect(read(499, error(7))._tag).toBe("Refused")
    expect(read(401, error(190))).toEqual(
      refused("provider_unavailable", "190", "the access token is not valid any more, or lacks a permission")
    )
    expect(read(200, { messages: [{ id: "wamid.1" }, { id: "wamid.2" }] }))
      .toEqual({ _tag: "Accepted", references: ["wamid.1"] })
    for (const body of [{}, { messages: [] }, { messages: [{ id: "" }] }]) {
      expect(read(200, body))
        .toEqual({ _tag: "Unanswered", repeat: "never", detail: { code: "200", text: "the answer has no id" } })
    }
    expect(read(404, {})).toEqual(refused("provider_unavailable", "404", "the answer says nothing more"))
    expect(read(502, {})).toEqual({ _tag: "Unanswered", detail: { code: "502", text: "the answer says nothing more" } })
  })

  it("asks for the longest of its pauses, in whole milliseconds, and for none where it says nothing that can be read", () => {
    const pause = (said?: unknown) =>
      GraphAnswer.wantedPause(
        http(400, {}, said === undefined ? {} : { "x-business-use-case-usage": JSON.stringify(said) })
      )
    const usage = (...minutes: ReadonlyArray<number>) =>
      minutes.map((estimated_time_to_regain_access) => ({ estimated_time_to_regain_access }))
    expect([pause({ 1: usage(2, 7), 2: [{}, ...usage(3)] }), pause({ 1: usage(0.5) }), pause({ 1: [{}] })])
      .toEqual([420_000, 30_000, 0])
    const nothing = [undefined, {}, { 1: [] }, { 1: usage(-3) }, [], 7, { 1: {} }, {
      1: [{ estimated_time_to_regain_access: "5" }]
    }]
    expect(nothing.map(pause)).toEqual(nothing.map(() => 0))
  })

  it("has the words that say most", () => {
    const words = { message: "message", title: "title", error_data: { details: "details" } }
    const { error_data: _, ...titled } = words
    const told = [words, titled, { message: "message" }, {}].map((each) =>
      GraphAnswer.detailOf({ code: 7, ...each }).text
    )
    expect(told).toEqual(["details", "title", "message", ""])
  })

  it("that is busy says how long, for the line or for the recipient alone", () => {
    const usage = (...minutes: ReadonlyArray<number>) => ({
      "x-business-use-case-usage": JSON.stringify({
        1: minutes.map((each) => ({ estimated_time_to_regain_access: each })),
        2: [{}]
      })
    })
    const error = (code: number) => ({ error: { code } })
    expect([read(400, error(130_429)), read(400, error(4)), read(400, error(131_056)), read(429, {})])
      .toEqual([busy(1000), busy(60_000), busy(6000, "recipient"), busy(1000)])
    expect([read(400, error(4), usage(3, 2)), read(400, error(4), usage(0)), read(400, error(131_056), usage(3))])
      .toEqual([busy(180_000), busy(60_000), busy(6000, "recipient")])
    expect([GraphAnswer.wantedPause(http(200, {})), GraphAnswer.wantedPause(http(200, {}, usage(-1, 2)))])
      .toEqual([0, 120_000])
  })

  it("says that a recipient has opted out by one code alone", () => {
    expect([131_050, 131_049, 7].map((code) => GraphAnswer.isOptOut({ code }))).toEqual([true, false, false])
  })
})

describe("the status of a template", () => {
  it("means where it stands", () => {
    expect(TemplateStatus.table).toEqual({
      PENDING: "pending",
      IN_APPEAL: "pending",
      APPROVED: "approved",
      REINSTATED: "approved",
      UNARCHIVED: "approved",
      REJECTED: "rejected",
      LIMIT_EXCEEDED: "rejected",
      PAUSED: "paused",
      DISABLED: "paused",
      ARCHIVED: "paused",
      PENDING_DELETION: "paused",
      DELETED: "paused"
    })
    expect(["APPROVED", "FLAGGED", "toString"].map(TemplateStatus.of)).toEqual(["approved", null, null])
  })

  it("has its reason in words", () => {
    const { reasonOf, reasons } = TemplateStatus
    expect(Object.keys(reasons).map((reason) => reasonOf(reason))).toEqual([
      "Meta finds the content abusive (ABUSIVE_CONTENT)",
      "Meta does not offer the category here (CATEGORY_NOT_AVAILABLE)",
      "Meta finds the category wrong (INCORRECT_CATEGORY)",
      "Meta finds the format wrong (INVALID_FORMAT)",
      "Meta finds the content promotional (PROMOTIONAL)",
      "Meta takes the content for a scam (SCAM)",
      "Meta finds that the content does not fit its category or language (TAG_CONTENT_MISMATCH)"
    ])
    expect([null, undefined, "NONE", "OTHER", "toString"].map((reason) => reasonOf(reason))).toEqual([
      "Meta gives no reason",
      "Meta gives no reason",
      "Meta gives no reason",
      "OTHER",
      "toString"
    ])
    expect(reasonOf("OTHER", ["title", undefined, "", "more"])).toBe("OTHER: title: more")
    expect(reasonOf("x".repeat(1001))).toBe("x".repeat(1000))
  })
})
