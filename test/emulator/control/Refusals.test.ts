/**
 * The control says to whoever asks for what there is not, or for what cannot be, why: each sentence, and where it points.
 */
import type { Json } from "@signalbox/core/Json"
import { Stuck } from "@signalbox/emulator/clock/TimeTravel"
import * as Call from "@signalbox/emulator/control/Call"
import * as Doubles from "@signalbox/emulator/Double"
import { Ended } from "@signalbox/emulator/server/RestartableService"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const organization = "00000000-0000-4000-8000-000000000001"
const nobody = "00000000-0000-4000-8000-000000000009"
const phone = "+12015550123"
const key = "11111111-1111-4111-8111-111111111111"

interface Refused {
  readonly asked: readonly [method: Call.Call["method"], path: Call.Call["path"], body?: Json]
  readonly says: string
  readonly details?: ReadonlyArray<object>
}

const refused = (asked: Refused["asked"], says: string, ...details: NonNullable<Refused["details"]>): Refused => ({
  asked,
  says,
  details
})

const writing = { from: phone, channel: "sms", text: "Hello" }
const announcement = { account: nobody, channel: "sms", event: "held" }

const all: ReadonlyArray<Refused> = [
  refused(["GET", "/emulator/messages/x"], "there is no message x"),
  refused(["GET", `/emulator/messages/${nobody}`], `there is no message ${nobody}`),
  refused(["GET", `/emulator/messages?after=${nobody}`], `no handset shows message ${nobody}`, {
    path: "after",
    message: "must be the id of a message that was received lately"
  }),
  refused(["GET", "/emulator/messages?timeout_ms=0"], "no message came within 0 ms"),
  refused(
    ["GET", "/emulator/messages?to=+12015550123&channel=rcs&contains=%22Hi%22&timeout_ms=1"],
    `no message to ${phone} on rcs that contains "\\"Hi\\"" came within 1 ms`
  ),
  refused(["GET", "/emulator/messages?channel=rcs&timeout_ms=0"], "no message on rcs came within 0 ms"),
  refused(["GET", "/emulator/handsets/1"], "the path names no phone number", {
    path: "phone",
    message: "must be in E.164 form, such as +12015550123"
  }),
  refused(
    ["POST", `/emulator/handsets/${phone}/read`, { message_id: nobody }],
    `${phone} shows no message ${nobody}`
  ),
  refused(
    ["POST", `/emulator/handsets/${phone}/tap`, { message_id: nobody, button: 0 }],
    `${phone} shows no message ${nobody}`
  ),
  refused(
    ["POST", "/emulator/inbound", writing],
    `nobody has written to ${phone} on sms yet, so say to whom it writes`
  ),
  refused(
    ["POST", "/emulator/inbound", { ...writing, to: "+12015559999" }],
    "no account has the number +12015559999"
  ),
  refused(["GET", "/emulator/carriers/sms-z"], "there is no carrier sms-z"),
  refused(["PUT", "/emulator/carriers/sms-z", {}], "there is no carrier sms-z"),
  refused(["DELETE", "/emulator/carriers/sms-z"], "there is no carrier sms-z"),
  refused(["PATCH", "/emulator/accounts/x", {}], "there is no account x"),
  refused(["PATCH", `/emulator/accounts/${nobody}`, {}], `there is no account ${nobody}`),
  refused(["POST", "/emulator/channels", announcement], `there is no account ${nobody}`),
  refused(["POST", "/emulator/users/x", { status: "active" }], "there is no user x"),
  refused(["POST", `/emulator/users/${nobody}`, { status: "active" }], `there is no user ${nobody}`),
  refused(
    ["POST", "/emulator/accounts", { api_keys: [key, key], profiles: [{ api_keys: [] }] }],
    "the account cannot be made",
    { path: "body", message: "accounts[0].api_keys[1]: must not come twice" },
    { path: "id", message: "must be given, of profiles too" }
  ),
  refused(
    ["POST", "/emulator/accounts", { id: nobody, api_keys: [], profiles: [{ api_keys: [] }] }],
    "the account cannot be made",
    { path: "id", message: "must be given, of profiles too" }
  ),
  refused(
    ["POST", "/emulator/accounts", { id: nobody, api_keys: [], profiles: [{ id: organization, api_keys: [] }] }],
    `there is an account ${organization} already`
  ),
  refused(
    ["POST", `/emulator/accounts/${organization}/voice-tokens`, { identity: "a b" }],
    "Invalid voice identity",
    { path: "identity", message: "must have 1 to 128 letters, digits or any of . _ @ + : -" }
  ),
  refused(["PUT", "/emulator/reviews", { template: nobody, outcome: "approve" }], `there is no template ${nobody}`),
  refused(
    ["PUT", "/emulator/reviews", { template: "next", outcome: "pause" }],
    "the next review can end in approve or reject, not in pause"
  ),
  refused(["GET", "/emulator/deliveries/x"], "there is no delivery x"),
  refused(["GET", `/emulator/deliveries/${nobody}`], `there is no delivery ${nobody}`),
  refused(["GET", `/emulator/deliveries?webhook_id=${nobody}`], `there is no webhook ${nobody}`),
  refused(["GET", `/emulator/deliveries?before=${nobody}`], `there is no delivery ${nobody}`),
  refused(["POST", `/emulator/deliveries/${nobody}/redeliver`, {}], `there is no delivery ${nobody}`),
  refused(["PUT", "/emulator/receivers/a.b", { answer: 204 }], "the path names no receiver", {
    path: "name",
    message: "must be 1 to 64 letters, digits, _ or -"
  }),
  refused(["POST", "/emulator/clock", []], "the body is not what this call takes", {
    path: "body",
    message: "must be an object"
  }),
  refused(["GET", "/emulator/handsets?more=1"], "the query is not what this call takes", {
    path: "more",
    message: "is not known here"
  }),
  refused(["GET", "/emulator/handsets?limit=1&limit=1"], "the query is not what this call takes", {
    path: "limit",
    message: "must stand there once"
  })
]

describe("the control", () => {
  let double: Doubles.Double
  beforeAll(async () => {
    double = await Doubles.start()
  })
  afterAll(() => double.stop())

  it.each(all)("says to $asked: $says", async ({ asked, details = [], says }) => {
    await expect(double.control(...asked)).rejects.toThrow(new Error(`${says} ${JSON.stringify(details)}`))
  })

  it("names the template's status that an outcome does not fit, and the channel without a body", async () => {
    const answer = await double.fetch("/v3/templates", { headers: { "x-api-key": double.apiKey } })
    const { data } = await answer.json() as {
      readonly data: { readonly templates: ReadonlyArray<{ readonly id: string }> }
    }
    const template = data.templates[0]!.id
    const order = (outcome: string, more: object = {}) =>
      double.control("PUT", "/emulator/reviews", { template, outcome, ...more })
    await expect(order("lift")).rejects.toThrow(new Error("a template that is APPROVED knows no lift []"))
    await expect(order("pause", { channel: "mms" })).rejects.toThrow(new Error("the template has no body for mms []"))
    const next = { template: "next", outcome: "reject", reason: "A test" }
    expect(await double.control("PUT", "/emulator/reviews", next)).toEqual({ template: "next", status: null })
    expect(await order("pause", { reason: "A test", after_ms: 0 })).toEqual({ template, status: expect.any(String) })
  })
})

describe("a call", () => {
  const calls = [
    { method: "GET", path: "/emulator/a/:id" },
    { method: "PUT", path: "/emulator/a/:id" },
    { method: "POST", path: "/emulator/a/:id/b" },
    { method: "GET", path: "/emulator/ab" }
  ] as const

  it.each<readonly [url: string, methods: ReadonlyArray<string>]>([
    ["/emulator/a/1", ["GET", "PUT"]],
    ["/emulator/a/1?b=/c", ["GET", "PUT"]],
    ["/emulator/a/1#/c", ["GET", "PUT"]],
    ["/emulator/a/1/b", ["POST"]],
    ["/emulator/ab", ["GET"]],
    ["/emulator/a/", []],
    ["/emulator/a/1/", []],
    ["/more/emulator/ab", []],
    ["/emulator/abc", []]
  ])("of %s has the methods %j", (url, methods) => {
    expect(Call.methodsAt(calls, url)).toEqual(methods)
  })

  it.each<readonly [url: string, query: Call.Query]>([
    ["/a", []],
    ["/a?", []],
    ["/a?b=1&c=%2B+&b=2#d=3", [["b", "1"], ["c", "+ "], ["b", "2"]]],
    ["?b", [["b", ""]]]
  ])("of %s asks %j", (url, query) => {
    expect(Call.queryOf(url)).toEqual(query)
  })

  it.each<readonly [name: string, failure: Call.Failure, status: number, error: object]>([
    ["refuses", new Call.Refusal({ status: 409, message: "no" }), 409, { message: "no", details: [] }],
    [
      "says where",
      new Call.Refusal({ status: 400, message: "no", details: [{ path: "a", message: "must be b" }] }),
      400,
      { message: "no", details: [{ path: "a", message: "must be b" }] }
    ],
    ["does not come to rest", new Stuck(), 503, {
      message: "the service did not come to rest: something is down, or always busy",
      details: []
    }],
    ["is ended", new Ended(), 503, { message: "the emulator began anew meanwhile", details: [] }]
  ])("that %s is answered so", async (_, failure, status, error) => {
    const answer = HttpServerResponse.toWeb(Call.failed(failure))
    expect({ status: answer.status, later: answer.headers.get("retry-after"), body: await answer.json() }).toEqual({
      status,
      later: status === 503 ? "1" : null,
      body: { error }
    })
    expect(answer.headers.get("content-type")).toBe("application/json")
  })
})
