/**
 * A value that is refused, of an account and of what a host brings, is told by its code and its words.
 */
import { describe } from "vitest"
import type { Acme } from "./Acme.ts"
import { order, template, to } from "./Acme.ts"
import { nobody, refuses, strange } from "./Refusing.ts"

const inbound = { carrier: "acme", reference: "r", channel: "sms", from: to, to, text: "Hello" }

class Money {
  readonly amount = 5
}

const nameless = new (class {
  readonly amount = 5
})()

describe("what a host brings", () => {
  refuses([
    [
      "a message of no channel",
      ({ box }) => strange(box.inbound.receive)({ ...inbound, channel: "fax" }),
      "VALIDATION_001",
      "inbound.receive: inbound.channel must be one of: sms, whatsapp, rcs, mms"
    ],
    [
      "a message from nobody",
      ({ box }) => strange(box.inbound.receive)({ ...inbound, from: "12" }),
      "VALIDATION_001",
      "inbound.receive: inbound.from must be a phone number with its country code"
    ],
    [
      "a message without a name",
      ({ box }) => strange(box.inbound.receive)({ ...inbound, reference: " " }),
      "VALIDATION_001",
      "inbound.receive: inbound.reference must be a text that is not blank, or a whole number below 2^53"
    ],
    [
      "a message whose name was rounded",
      ({ box }) => strange(box.inbound.receive)({ ...inbound, reference: 2 ** 53 }),
      "VALIDATION_001",
      "inbound.receive: inbound.reference must be a text that is not blank, or a whole number below 2^53"
    ],
    [
      "a receipt of nothing",
      ({ box }) => strange(box.receipts.report)({ carrier: "acme", status: "read" }),
      "VALIDATION_001",
      "receipts.report: receipt must have a reference, or a message and an attempt"
    ],
    [
      "a receipt of an attempt alone",
      ({ box }) => strange(box.receipts.report)({ carrier: "acme", attempt: nobody, status: "read" }),
      "VALIDATION_001",
      "receipts.report: receipt must have a reference, or a message and an attempt"
    ],
    [
      "a receipt of no status",
      ({ box }) => strange(box.receipts.report)({ carrier: "acme", reference: "a", status: "gone" }),
      "VALIDATION_001",
      "receipts.report: receipt.status must be one of: delivered, read, failed"
    ],
    [
      "a receipt of no time",
      ({ box }) => strange(box.receipts.report)({ carrier: "acme", reference: "a", status: "read", at: 5 }),
      "VALIDATION_001",
      "receipts.report: receipt.at must be a Date"
    ],
    [
      "a receipt of no id",
      ({ box }) => strange(box.receipts.report)({ carrier: "acme", message: "a", attempt: "b", status: "read" }),
      "VALIDATION_001",
      "receipts.report: receipt.message must be a UUID; receipt.attempt must be a UUID"
    ],
    [
      "a receipt that waits below 0",
      ({ box }) => box.receipts.report({ carrier: "acme", reference: "a", status: "read" }, { knownWithinMs: -1 }),
      "VALIDATION_001",
      "receipts.report: options.knownWithinMs must be a number of milliseconds of at least 0"
    ],
    [
      "a receipt that nobody knows",
      ({ box }) => box.receipts.report({ carrier: "acme", reference: "a", status: "read" }, { knownWithinMs: 0 }),
      "INTERNAL_005",
      "receipts.report: no message is known by this name yet; report it again."
    ]
  ])
})

describe("a call of an account", () => {
  const send = (said: object) => ({ account, box }: Acme) =>
    strange(box.as(account).messages.send)({ ...order, ...said })
  const throws = {
    toJSON: () => {
      throw new Error("own affair")
    }
  }

  refuses([
    [
      "a send with an invalid date",
      send({ scheduled_at: new Date("soon") }),
      "VALIDATION_001",
      "Request validation failed: scheduled_at must be a valid date"
    ],
    [
      "a send with nothing of a library",
      send({ scheduled_at: { toJSON: () => null } }),
      "VALIDATION_001",
      "Request validation failed: scheduled_at must not be nothing, as its toJSON says"
    ],
    [
      "a send with no number",
      send({ sandbox: Number.NaN }),
      "VALIDATION_001",
      "Request validation failed: sandbox must be a finite number"
    ],
    [
      "a send with a symbol",
      send({ sandbox: Symbol("a") }),
      "VALIDATION_001",
      "Request validation failed: sandbox must not be a symbol"
    ],
    [
      "a send with a function",
      send({ sandbox: () => true }),
      "VALIDATION_001",
      "Request validation failed: sandbox must not be a function"
    ],
    [
      "a send with a bigint",
      send({ sandbox: 1n }),
      "VALIDATION_001",
      "Request validation failed: sandbox must be a number or a text, and not a bigint"
    ],
    [
      "a send with a map",
      send({ channel: new Map() }),
      "VALIDATION_001",
      "Request validation failed: channel must be a plain object, and not a Map"
    ],
    [
      "a send with an object of a class",
      send({ text: new Money() }),
      "VALIDATION_001",
      "Request validation failed: text must be a plain object, and not a Money"
    ],
    [
      "a send with an object of a class without a name",
      send({ text: nameless }),
      "VALIDATION_001",
      "Request validation failed: text must be a plain object, and not an object of a class"
    ],
    [
      "a send with a promise",
      send({ text: Promise.resolve("a") }),
      "VALIDATION_001",
      "Request validation failed: text must not be a promise: await it"
    ],
    [
      "a send with a hole",
      send({ to: [to, undefined] }),
      "VALIDATION_001",
      "Request validation failed: to[1] must not be undefined"
    ],
    [
      "a send with half a character",
      send({ text: "\ud83d" }),
      "VALIDATION_001",
      "Request validation failed: text must not contain U+0000 or half of a surrogate pair"
    ],
    [
      "a send with what throws",
      send({ text: throws }),
      "VALIDATION_001",
      "Request validation failed: text cannot be read: it throws"
    ],
    [
      "a send with a misspelt field",
      send({ tempalte: 1 }),
      "VALIDATION_001",
      "Request validation failed: tempalte is no field; did you mean template?"
    ],
    [
      "a send with an option in its body",
      send({ idempotencyKey: "a", requestId: "b" }),
      "VALIDATION_001",
      "Request validation failed: idempotencyKey is no field: options are the argument after the " +
      "body; requestId is no field: options are the argument after the body"
    ],
    [
      "a send with an id that is none",
      ({ account, box }) => strange(box.as(account).messages.send)(order, { requestId: "é" }),
      "VALIDATION_001",
      "messages.send: options.requestId must be 1 to 128 characters of printable ASCII"
    ],
    [
      "a list with a list",
      ({ account, box }) => strange(box.as(account).templates.list)({ search: ["a"], page: null }),
      "VALIDATION_001",
      "Request validation failed: search must be a text, a number, true or false; page must be a " +
      "text, a number, true or false"
    ],
    [
      "a list of a text",
      ({ account, box }) => strange(box.as(account).templates.list)("a"),
      "VALIDATION_001",
      "Request validation failed: query must be an object"
    ],
    [
      "an id that is none",
      ({ account, box }) => strange(box.as(account).messages.get)(5),
      "VALIDATION_001",
      "Request validation failed: id must be a text"
    ],
    [
      "messages.settled of no message",
      ({ account, box }) => strange(box.as(account).messages.settled)(),
      "VALIDATION_001",
      "messages.settled: id is required"
    ],
    [
      "messages.settled below 0",
      ({ account, box }) => box.as(account).messages.settled("a", { timeoutMs: -1 }),
      "VALIDATION_001",
      "messages.settled: options.timeoutMs must be a number of milliseconds of at least 0"
    ],
    [
      "messages.settled with no signal",
      ({ account, box }) => strange(box.as(account).messages.settled)("a", { signal: { throwIfAborted: 1 } }),
      "VALIDATION_001",
      "messages.settled: options.signal must be an AbortSignal"
    ],
    [
      "templates.ensure without a name",
      ({ account, box }) => strange(box.as(account).templates.ensure)({ text: "a" }),
      "VALIDATION_004",
      "templates.ensure needs the name of the template."
    ],
    [
      "templates.ensure with an empty name",
      ({ account, box }) => box.as(account).templates.ensure({ ...template, name: "" }),
      "VALIDATION_004",
      "templates.ensure needs the name of the template."
    ],
    [
      "templates.ensure with two bodies",
      ({ account, box }) => strange(box.as(account).templates.ensure)({ ...template, text: "a" }),
      "VALIDATION_001",
      "Request validation failed: text must not stand beside a definition"
    ],
    [
      "templates.ensure with no text",
      ({ account, box }) => strange(box.as(account).templates.ensure)({ name: "a", text: 5 }),
      "VALIDATION_001",
      "Request validation failed: text must be a text"
    ],
    [
      "templates.ensure of a list",
      ({ account, box }) => strange(box.as(account).templates.ensure)([]),
      "VALIDATION_001",
      "Request validation failed: body must be an object"
    ]
  ])
})
