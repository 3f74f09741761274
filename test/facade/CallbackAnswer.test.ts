/** The callback of a carrier may return this much, and all else is told with its place. */
import * as Result from "effect/Result"
import { read } from "signalbox/internal/callbackAnswer"
import { describe, expect, it } from "vitest"
import * as Given from "../core/Given.ts"

const acme = Given.carrierId("acme")

const delivered = { reference: "r1", status: "delivered" } as const
const written = { reference: "m1", channel: "sms", from: "+12015550123", to: "+12015559000", text: "Hello" } as const

const receipt = {
  subject: { _tag: "Reference", carrier: "acme", reference: "r1" },
  reported: { _tag: "Delivered" }
} as const
const message = {
  carrier: "acme",
  reference: "m1",
  from: "+12015550123",
  to: { _tag: "Number", number: "+12015559000" },
  channel: "sms",
  text: "Hello",
  media: []
} as const

const nothing = { receipts: [], inbound: [], response: { status: 200 } }

const expected =
  "expected nothing, or an object with receipts (a list), inbound (a list) and response ({ status, headers, body })"

const read_ = (answer: unknown) => {
  const all = read(acme, answer)
  return Result.isSuccess(all) ? all.success : all.failure
}

describe("what a callback returns", () => {
  it.each<readonly [name: string, answer: unknown, brought: object]>([
    ["nothing", undefined, nothing],
    ["null", null, nothing],
    ["an empty object", {}, nothing],
    ["an object of no class", Object.create(null), nothing],
    ["what is left out", { receipts: undefined, inbound: undefined, response: undefined }, nothing],
    [
      "receipts and messages in their order",
      { receipts: [delivered, { ...delivered, status: "read" }], inbound: [written, { ...written, reference: 7 }] },
      {
        ...nothing,
        receipts: [receipt, { ...receipt, reported: { _tag: "Read" } }],
        inbound: [message, { ...message, reference: "7" }]
      }
    ],
    [
      "a response of its own",
      { response: { status: 599, headers: { a: "b" }, body: "no" } },
      { ...nothing, response: { status: 599, headers: { a: "b" }, body: "no" } }
    ]
  ])("that is %s is read", (_, answer, brought) => {
    expect(read_(answer)).toStrictEqual(brought)
  })

  it.each<readonly [name: string, answer: unknown, ...flaws: ReadonlyArray<string>]>([
    ["a text", "ok", expected, "answer must be an object"],
    ["a list", [delivered], expected, "answer must be an object"],
    ["a response of the runtime", new Response("ok"), expected, "answer must be a plain object"],
    [
      "an object of a class",
      new (class {
        readonly receipts = []
      })(),
      expected,
      "answer must be a plain object"
    ],
    ["receipts that are no list", { receipts: delivered }, expected, "answer.receipts must be an array"],
    ["a response that is none", { response: 200 }, "answer.response must be an object"],
    ["a response that is null", { response: null }, "answer.response must be an object"],
    ["a status too low", { response: { status: 199 } }, "answer.response.status must be a status from 200 to 599"],
    ["a status too high", { response: { status: 600 } }, "answer.response.status must be a status from 200 to 599"],
    [
      "receipts of which some are wrong",
      { receipts: [delivered, {}, delivered, { status: "read" }], inbound: [null] },
      "receipts[1]: receipt.status is required",
      "receipts[3]: receipt must have a reference, or a message and an attempt"
    ],
    ["messages of which some are wrong", { inbound: [written, 5] }, "inbound[1]: inbound must be an object"]
  ])("that is %s is told as such", (_, answer, ...flaws) => {
    expect(read_(answer)).toStrictEqual(flaws)
  })
})
