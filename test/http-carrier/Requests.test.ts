/**
 * Requests of hand-overs by a description, and the values of its templates, compared whole.
 */
import * as Instant from "@signalbox/core/Instant"
import * as Template from "@signalbox/http-carrier/Template"
import * as CarrierContract from "@signalbox/testing/CarrierContract"
import { describe, expect, it } from "vitest"
import type { Given } from "./Described.ts"
import * as Described from "./Described.ts"
import { handOver } from "./Described.ts"

const now = Instant.make(Described.now)

describe("a request", () => {
  const submission = CarrierContract.submission(1)
  const own = ["host", "connection", "content-length", "transfer-encoding"]
  const of = async (request: NonNullable<Given["request"]>, given: Given = {}) => {
    const { body, headers, method, path } = (await handOver({ ...given, request })).heard
    const sent = Object.fromEntries(Object.entries(headers).filter(([name]) => !own.includes(name)))
    return { method, path, headers: sent, body }
  }

  it("is a POST without a body unless more is said", async () => {
    expect(await of({})).toEqual({ method: "POST", path: "/send", headers: { accept: "application/json" }, body: "" })
  })

  it("has its body, its headers and what the provider knows us by", async () => {
    const { to } = submission
    const json = { to: "{to}", hook: "{callback}" }
    const given = { method: "PUT", json, headers: { "x-to": "{to}" }, auth: { bearer: "k" } } as const
    expect(await of(given, { publicUrl: "https://us.example/hook" })).toEqual({
      method: "PUT",
      path: "/send",
      headers: {
        accept: "application/json",
        "content-type": "application/json",
        "x-to": to,
        authorization: "Bearer k"
      },
      body: JSON.stringify({ to, hook: "https://us.example/hook" })
    })
    expect((await of({ json })).body).toBe(JSON.stringify({ to }))
    const form = await of({ form: { to: "{to}" }, auth: { user: "me", password: "p:w" } })
    expect([form.body, form.headers]).toEqual([`to=%2B${to.slice(1)}`, {
      accept: "application/json",
      "content-type": "application/x-www-form-urlencoded",
      authorization: `Basic ${Buffer.from("me:p:w").toString("base64")}`
    }])
    expect((await of({ auth: { header: "x-api-key", secret: "s" } })).headers)
      .toEqual({ accept: "application/json", "x-api-key": "s" })
  })

  it("has its query behind that of its address", async () => {
    const query = { to: "{toDigits}" }
    const digits = submission.to.slice(1)
    const paths = await Promise.all([
      of({ query }),
      of({ url: "/?a=1", query }),
      of({ query: { from: "{subject}" } }),
      of({ url: "/?a=1", query: { from: "{subject}" } }),
      of({ method: "GET", url: "/{to}" })
    ])
    expect(paths.map(({ method, path }) => `${method} ${path}`))
      .toEqual([`POST /send?to=${digits}`, `POST /?a=1&to=${digits}`, "POST /send", "POST /?a=1", `GET /%2B${digits}`])
  })
})

describe("a template", () => {
  const one = CarrierContract.submission(1)
  const rendered = {
    ...one.rendered,
    plain: "whole",
    header: "head",
    content: "middle",
    footer: "foot",
    subject: "about",
    media: ["https://a.example/1", "https://a.example/2"]
  }
  const around = { now, callback: "https://us.example/hook" }
  const full = {
    ...one,
    from: "+12015550100",
    rendered,
    sms: { encoding: "UCS-2" as const, parts: ["a", "b"] },
    expiresAt: Instant.plus(now, 61_999)
  }
  const all = Object.fromEntries(Object.keys(Template.values).map((name) => [name, `{${name}}`]))
  const filled = (submission: typeof one, place: Template.Surroundings = around): unknown =>
    JSON.parse(Template.json(all, submission, place))

  it("has a value for each of its placeholders", () => {
    const { account, attempt, channel, message, to } = one
    expect(filled(full)).toEqual({
      attempt,
      message,
      account,
      channel,
      to,
      toDigits: to.slice(1),
      from: "+12015550100",
      fromDigits: "12015550100",
      text: "whole",
      header: "head",
      content: "middle",
      footer: "foot",
      subject: "about",
      media: rendered.media,
      firstMedia: "https://a.example/1",
      encoding: "UCS-2",
      parts: 2,
      expiresAt: "2026-11-25T12:01:01.999Z",
      secondsLeft: 61,
      callback: "https://us.example/hook"
    })
  })

  it("leaves out what a message does not have", () => {
    const { account, attempt, channel, message, to } = one
    const nothing = { plain: "", header: null, content: "", footer: null, subject: null, media: [] }
    const empty = { ...one, from: null, sms: null, rendered: { ...rendered, ...nothing }, expiresAt: now }
    const toDigits = to.slice(1)
    expect(filled(empty, { now, callback: null }))
      .toEqual({
        attempt,
        message,
        account,
        channel,
        to,
        toDigits,
        text: "",
        content: "",
        expiresAt: "2026-11-25T12:00:00.000Z",
        secondsLeft: 1
      })
    expect(JSON.parse(Template.json(["{from}", "{to}", 7, null, { deep: "{from}" }], empty, around))).toEqual([
      to,
      7,
      {}
    ])
    expect(Template.text("<{from}|{to}|{nobody}>", empty, around)).toBe(`<|${to}|>`)
  })

  it("knows which placeholders there are, and which are safe in a header", () => {
    expect(Template.unknown({ a: "{to} {x}", b: ["{y}", 7, null, { c: "{from}{z}" }] })).toEqual(["x", "y", "z"])
    expect([Template.unknown("{toString}"), Template.unknown(7), Template.unknown(null)]).toEqual([
      ["toString"],
      [],
      []
    ])
    const safe = Object.keys(Template.values).filter((name) => Template.isPlain(`a {${name}} b`))
    expect(safe).toEqual(["attempt", "message", "account", "channel", "to", "toDigits"])
    expect(Template.isPlain("{to}{text}")).toBe(false)
  })

  it("writes its values as a URL needs them, and lists as one field for each entry", () => {
    expect(
      Template.url("https://a.example/{to}?t={text}", { ...full, rendered: { ...rendered, plain: "ä&/" } }, around)
    )
      .toBe(`https://a.example/%2B${one.to.slice(1)}?t=%C3%A4%26%2F`)
    expect(Template.form({ m: "{media}", s: "x{parts}", e: "{encoding}" }, full, around))
      .toBe("m=https%3A%2F%2Fa.example%2F1&m=https%3A%2F%2Fa.example%2F2&s=x2&e=UCS-2")
  })
})
