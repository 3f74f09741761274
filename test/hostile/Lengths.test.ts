/**
 * Arrays and records of a request that are too long: one violation each, found before any entry is looked at (decisions
 * 9.4).
 */
import * as Catalogue from "@signalbox/core/Catalogue"
import * as Decoding from "@signalbox/core/Decoding"
import type { Json } from "@signalbox/core/Json"
import * as Refused from "@signalbox/core/Refused"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { watched } from "./Watched.ts"

const many = <A>(count: number, item: A): ReadonlyArray<A> => Array.from({ length: count }, () => item)
const names = (count: number, item: Json): Json =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`name${index}`, item]))

const send = Decoding.decoder(Catalogue.SendMessage.body)
const webhook = Decoding.decoder(Catalogue.CreateWebhook.body)
const senderProfile = Decoding.decoder(Catalogue.CreateSenderProfile.body)
const profile = Decoding.decoder(Catalogue.CreateProfile.body)

type Decode = (body: { readonly [key: string]: unknown }) => Decoding.Decoded<unknown>

/** Each array and record of a request, how many entries it may have, and a body with so many entries that are right. */
const bounded: ReadonlyArray<readonly [field: string, most: number, Decode, body: (count: number) => object]> = [
  ["to", 1000, send, (count) => ({ to: many(count, "+12015550123") })],
  ["channel", 10, send, (count) => ({ channel: many(count, "sms") })],
  ["template.parameters", 1000, send, (count) => ({ template: { name: "a", parameters: names(count, "a") } })],
  ["event_types", 20, webhook, (count) => ({ event_types: many(count, "message") })],
  ["event_filters", 20, webhook, (count) => ({ event_filters: names(count, []) })],
  ["event_filters.message", 50, webhook, (count) => ({ event_filters: { message: many(count, "sent") } })],
  ["channels.sms.area_codes", 100, senderProfile, (count) => ({ channels: { sms: { area_codes: many(count, "1") } } })],
  ["compliance.campaign.sample_messages", 5, senderProfile, (count) => ({
    compliance: { campaign: { sample_messages: many(count, "a") } }
  })],
  ["brand.compliance.destinationCountries", 250, profile, (count) => ({
    brand: { compliance: { destinationCountries: many(count, { id: "US" }) } }
  })]
]

const told = ({ violations }: Decoding.Decoded<unknown>, field: string) =>
  violations.filter((each) => each.field.startsWith(field)).map((each) => [each.field, each.code])

describe("an array or a record of a request", () => {
  for (const [field, most, decode, body] of bounded) {
    it(`may have so many entries: ${field}, ${most}`, () => {
      expect(told(decode({ ...body(most) }), field)).toEqual([])
      expect(told(decode({ ...body(most + 1) }), field)).toEqual([[field, "VALIDATION_001"]])
    })

    it(`is not looked into when it has fifty thousand, and is one violation: ${field}`, () => {
      const { looks, value } = watched(body(50_000))
      const decoded = decode(value as { readonly [key: string]: unknown })
      expect(told(decoded, field)).toEqual([[field, "VALIDATION_001"]])
      expect(Object.hasOwn(decoded.value as object, field.split(".")[0]!)).toBe(false)
      expect(looks()).toBeLessThan(50)
    })
  }

  it("that is too long leaves what else is wrong in the answer [ENV-034]", () => {
    const { value, violations } = send({
      to: many(1001, 7),
      channel: ["fax"],
      template: { id: "nope", parameters: names(1001, [] as ReadonlyArray<Json>) },
      subject: "right"
    })
    expect(violations.map(({ field }) => field).toSorted()).toEqual([
      "channel[0]",
      "template.id",
      "template.parameters",
      "to"
    ])
    expect(value).toEqual({ subject: "right" })
  })

  it("for attachments may be wrong in one item, or too long", () => {
    const decoded = (count: number) => send({ to: ["+12015550123"], text: "a", media_urls: many(count, 7) })
    expect(told(decoded(10), "media_urls").length).toBe(10)
    expect(told(decoded(11), "media_urls")).toEqual([["media_urls", "VALIDATION_001"]])
  })
})

describe("a refusal", () => {
  const violations = fc.array(
    fc.record({
      field: fc.string({ minLength: 1 }),
      message: fc.string(),
      code: fc.constant("VALIDATION_001" as const)
    }),
    { maxLength: 300, size: "max" }
  )

  prop("names at most 100 violations, and says last how many more there are", violations, (all) => {
    const details = Object.entries(Refused.fromViolations(all).details ?? {})
    const told = details.flatMap(([, messages]) => messages)
    expect(told.length).toBe(Math.min(all.length, 101))
    if (all.length > 100) {
      expect(details.flatMap(([, messages]) => messages)).toContain(`has ${all.length - 100} more flaws`)
    }
  })
})
