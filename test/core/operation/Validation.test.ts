/**
 * The sentences about what is wrong with a request: each field is named as the request names it, with what it must be, and
 * whoever reads one mends the field. `npm test -- test/core/operation/Validation -u` writes them down anew.
 */
import type { OperationName } from "@signalbox/core/Catalogue"
import { operations } from "@signalbox/core/Catalogue"
import * as Decoding from "@signalbox/core/Decoding"
import * as Validation from "@signalbox/core/internal/operation/Validation"
import type { Json } from "@signalbox/core/Json"
import type { Operation } from "@signalbox/core/Operation"
import * as Result from "effect/Result"
import { expect, it } from "vitest"
import * as Given from "../Given.ts"

const account = Given.account()
const caller = { account, keyAccount: account }

const p = Given.phone(1)
const template = { id: Given.templateId(1) }
const send = (more: { readonly [name: string]: Json }): Json => ({ to: [p], text: "Hello", ...more })
const at = (seconds: number): string => new Date(Given.now + seconds * 1000).toISOString()
const many = (count: number, of: (index: number) => Json = Given.phone): ReadonlyArray<Json> =>
  Array.from({ length: count }, (_, index) => of(index))
const dictionary = (count: number, value = "v"): Json =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, value]))

const bodies: ReadonlyArray<readonly [OperationName, Json]> = [
  ["messages.send", []],
  ["messages.send", null],
  ["messages.send", {}],
  ["messages.send", { to: [], text: "Hello" }],
  ["messages.send", { to: "x", text: "Hello" }],
  ["messages.send", { to: [7, p, {}, { phone_number: p, parameters: { a: [] }, reference: " " }], text: "Hello" }],
  ["messages.send", { to: many(1001), text: "Hello" }],
  ["messages.send", { to: [{ phone_number: p, parameters: { a: "1" } }], text: "Hello" }],
  ["messages.send", {
    to: [p, { phone_number: p, parameters: { a: "1" } }, { phone_number: p, reference: "r" }],
    template
  }],
  ["messages.send", { to: [p], template: {} }],
  ["messages.send", { to: [p], template: { id: "x", language: "x", parameters: { a: {} } } }],
  ["messages.send", { to: [p], text: " " }],
  ["messages.send", { to: [p], text: "a".repeat(3073) }],
  ["messages.send", send({ channel: ["fax"] })],
  ["messages.send", send({ channel: many(11, () => "sms") })],
  ["messages.send", send({ media_urls: ["http://a.example", "x"] })],
  ["messages.send", send({ media_urls: many(11, () => "x") })],
  ["messages.send", send({ media_urls: ["http://a.example"] })],
  ["messages.send", send({ scheduled_at: "tomorrow" })],
  ["messages.send", send({ scheduled_at: at(59.999) })],
  ["messages.send", send({ scheduled_at: at(30 * 86_400 + 1) })],
  ["messages.send", send({ expires_at: "soon", validity_seconds: 9 })],
  ["messages.send", send({ validity_seconds: 2_592_001 })],
  ["messages.send", send({ expires_at: at(60), validity_seconds: 10 })],
  ["messages.send", send({ expires_at: at(9) })],
  ["messages.send", send({ scheduled_at: at(3600), expires_at: at(3600) })],
  ["messages.send", send({ reference: "" })],
  ["messages.send", send({ reference: "a\nb" })],
  ["messages.send", send({ metadata: dictionary(21) })],
  ["messages.send", send({ metadata: { "-a": "1" } })],
  ["messages.send", send({ metadata: { a: "\n" } })],
  ["messages.send", send({ metadata: dictionary(20, "v".repeat(200)) })],
  ["messages.send", send({ fallback: { channels: [] } })],
  ["messages.send", send({ fallback: { channels: ["sms", "sms"], after_seconds: 9 } })],
  ["messages.send", send({ fallback: { channels: ["sms", "sms", "sms", "sms", "sms"] } })],
  ["messages.send", send({ fallback: { channels: ["sms"] }, channel: ["auto_detect", "rcs"] })],
  ["messages.send", send({ smart_encoding: 1, purpose: " ", sandbox: "true", subject: 7 })],
  ["messages.feedback", {}],
  ["messages.feedback", { outcome: "x" }],
  ["whatsapp.connect", {}],
  ["whatsapp.connect", { waba_id: "1", access_token: "t", solution_id: null, owner_business_id: 1 }],
  ["rcs.order", {}],
  ["rcs.order", {
    display_name: " ",
    agent_use_case: "x",
    brand_color: "red",
    brand_email: "x",
    brand_phone_number: "12",
    website_url: "ftp://x",
    sample_messages: [],
    official_address: { street: "a" }
  }],
  ["rcs.order", { sample_messages: many(11, () => "x"), brand_color: "#12345", website_url: "https://u@x.example" }],
  ["markets.create", {}],
  ["markets.create", { country: "USA", number_type: "x", area_codes: ["1"], sender_value: "x" }],
  ["sender_profiles.create", { name: "a", short_name: "ab", billing: { inherit: false, fallback: 1 } }],
  ["sender_profiles.create", {
    name: "a",
    short_name: "SHOP",
    channels: { sms: {}, whatsapp: {}, rcs: {} },
    compliance: { brand: {}, campaign: {} }
  }],
  ["sender_profiles.create", {
    name: "a",
    short_name: "SHOP",
    channels: { sms: { inherit: true, country: "US" }, whatsapp: { inherit: true, waba_id: "1" } },
    compliance: { brand: { inherit: true, legal_name: "x" } }
  }],
  ["sender_profiles.update", {}],
  ["sender_profiles.update", { billing: 1, icon: "x", name: "" }],
  ["profiles.create", { name: "a" }],
  ["profiles.create", {
    name: "a",
    billing_model: "organization",
    payment_details: { card_number: "1", expiry: "13/20", cvc: "1", zip_code: "" },
    inherit_tcr_brand: true,
    brand: {}
  }],
  ["profiles.create", {
    name: " ",
    billing_model: "x",
    billing_contact: { name: "", email: "x", phone: "1".repeat(51), address: "a".repeat(1001) },
    whatsapp_business_account: { waba_id: "" },
    icon: "a".repeat(2049)
  }],
  ["profiles.update", { sending_phone_number: "x", sending_phone_number_profile_id: "x", name: "a".repeat(256) }],
  ["verifications.create", {}],
  ["verifications.create", {
    phone_number: "x",
    template: {},
    channel: "fax",
    purpose: "A",
    code_length: 5,
    lifetime_minutes: 11,
    ip_address: "1.2.3"
  }],
  ["verifications.check", {}],
  ["verifications.check", { code: "12345" }],
  ["verifications.check", { code: "12345678901" }]
]

const queries: ReadonlyArray<readonly [OperationName, Readonly<Record<string, string>>]> = [
  ["messages.list", { page: "0", page_size: "0" }],
  ["messages.list", { page: "x", page_size: "101", after: "x", before: "y" }],
  ["messages.list", {
    status: "x",
    channel: "x",
    direction: "x",
    reference: " ",
    template_id: "x",
    contact_id: "x",
    phone: "x",
    from: "x",
    to: "2030-01-15"
  }],
  ["messages.list", { from: "2030-01-15T00:00:00Z", to: "2030-01-15T00:00:00Z" }],
  ["usage.get", { from: "2030-02-30", to: "x", channel: "x", status: "x", country: "us", page: "-1" }],
  ["usage.get", { from: "2030-01-02", to: "2030-01-01" }],
  ["usage.get", { from: "2030-01-01", to: "2030-02-01" }],
  ["usage.get", { from: "2030-01-01", to: "2030-01-31" }],
  ["privacy.export", { phone_number: "x", after: "x" }],
  ["audit_log.list", { page: "0", after: "x" }]
]

/** An operation whose slots are only known to fit each other. */
const operation = (name: OperationName) =>
  operations[name] as unknown as Operation<object, object, object, unknown, Json>

/** Long requests are told by how they begin. */
const shown = (request: unknown): string => {
  const text = JSON.stringify(request)
  return text.length > 200 ? `${text.slice(0, 200)}...` : text
}

it("are these for bodies", async () => {
  const told = bodies.flatMap(([name, body]) => {
    const asked = Validation.validate(operation(name), caller, { path: {}, query: {}, body }, Given.now)
    const refused = Result.isFailure(asked) ? asked.failure : null
    const lines = Object.entries(refused?.details ?? {}).map(([field, sentences]) =>
      `    ${field}: ${sentences.join(" | ")}`
    )
    return [`${name} ${shown(body)}`, `  ${refused?.code ?? "is right"}`, ...lines, ""]
  })
  await expect(told.join("\n")).toMatchFileSnapshot("bodies.txt")
})

it("are these for queries", async () => {
  const told = queries.flatMap(([name, query]) => {
    const { check, query: schema } = operation(name)
    const { value, violations } = Decoding.decoder<object>(schema)(query)
    const all = [...violations, ...check({ path: {}, query: value, body: {} }, caller, {}, Given.now)]
    const lines = all.map(({ code, field, message }) => `    ${field}: ${code} ${message}`)
    return [`${name} ${shown(query)}`, ...lines, ""]
  })
  await expect(told.join("\n")).toMatchFileSnapshot("queries.txt")
})
