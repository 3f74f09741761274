/** The preview of a template on each channel, as the API shows it: its text, its length and why, its price, its flaws (decisions 15.2). */
import * as Preview from "@signalbox/core/internal/preview/Preview"
import * as PreviewResource from "@signalbox/core/internal/preview/PreviewResource"
import { make as money } from "@signalbox/core/Money"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const definition = Given.definition("It’s {{0:variable}} – {{1:variable}}", "one", "two")

const subject = (parts: Partial<Preview.Subject> = {}): Preview.Subject => ({
  definition,
  language: "en",
  parameters: { one: "a", two: "b" },
  approval: null,
  isEncoded: false,
  destinations: [],
  tariff: null,
  ...parts
})

/** The channels of a preview, without the body that messages show too. */
const shown = (parts: Partial<Preview.Subject> = {}) =>
  Preview.of(subject(parts)).map(PreviewResource.channel).map(({ message_body: body, ...rest }) => ({
    ...rest,
    hasBody: body !== null
  }))

const apostrophe = { character: "’", code_point: "U+2019", name: "RIGHT SINGLE QUOTATION MARK" }
const dash = { character: "–", code_point: "U+2013", name: "EN DASH" }

/** A channel of which there is nothing more to say than its text. */
const plain = (channel: string) => ({
  channel,
  is_approved: null,
  flaws: [],
  hasBody: true,
  text: "It’s a – b",
  encoding: null,
  units: null,
  segments: null,
  forces_unicode: [],
  smart_encoding: null,
  prices: []
})

describe("a preview", () => {
  it("says of an SMS which characters make it longer", () => {
    expect(shown()).toStrictEqual([
      {
        ...plain("sms"),
        encoding: "UCS-2",
        units: 10,
        segments: 1,
        forces_unicode: [{ index: 2, ...apostrophe }, { index: 7, ...dash }]
      },
      plain("whatsapp"),
      plain("rcs")
    ])
  })

  it("says of an SMS with plain characters what they stand for, and leaves the other channels alone", () => {
    expect(shown({ isEncoded: true, parameters: { one: "’", two: "b" } })).toStrictEqual([
      {
        ...plain("sms"),
        text: "It's ' - b",
        encoding: "GSM-7",
        units: 10,
        segments: 1,
        smart_encoding: {
          encoding_before: "UCS-2",
          segments_before: 1,
          replacements: [{ ...apostrophe, plain: "'", times: 2 }, { ...dash, plain: "-", times: 1 }]
        }
      },
      { ...plain("whatsapp"), text: "It’s ’ – b" },
      { ...plain("rcs"), text: "It’s ’ – b" }
    ])
    const long = { isEncoded: true, parameters: { one: "a", two: "b".repeat(140) } }
    expect(shown(long)[0]).toMatchObject({ segments: 1, units: 149, smart_encoding: { segments_before: 3 } })
  })

  it("tells the price for each destination, by the segments of an SMS, and none where no rate is", () => {
    const rate = { region: "US", price: money(79), activeContactPrice: money(10) } as const
    const destinations = [
      { to: Given.phone(1), country: "US" },
      { to: null, country: "DE" },
      { to: null, country: "US" }
    ]
    const priced = shown({
      destinations,
      tariff: [{ ...rate, channel: "sms" }, { ...rate, channel: "rcs", price: money(101) }],
      parameters: { one: "a", two: "b".repeat(100) }
    })
    const prices = (price: number) =>
      destinations.map(({ country, to }) =>
        country === "US"
          ? { to, country, price, active_contact_price: 0.001 }
          : { to, country, price: null, active_contact_price: null }
      )
    expect(priced.map((each) => each.prices)).toStrictEqual([
      prices(0.0158),
      destinations.map((each) => ({ ...each, price: null, active_contact_price: null })),
      prices(0.0101)
    ])
    expect(shown({ destinations }).map((each) => each.prices)).toStrictEqual(
      ["sms", "whatsapp", "rcs"].map(() => destinations.map((each) => ({ ...each, price: 0, active_contact_price: 0 })))
    )
  })

  it("is approved where the template is, as a whole and on the channel", () => {
    const approved = (isGiven: boolean) =>
      shown({ approval: { isGiven, isBarred: (channel) => channel === "rcs" } }).map((each) => each.is_approved)
    expect([approved(true), approved(false)]).toEqual([[true, true, false], [false, false, false]])
  })

  it("shows nothing of values that cannot be sent, and says what is wrong with each", () => {
    const [sms] = shown({ parameters: { one: "a\nb" }, tariff: null, destinations: [{ to: null, country: "US" }] })
    expect(sms).toMatchObject({
      channel: "sms",
      hasBody: false,
      text: null,
      encoding: null,
      units: null,
      segments: null,
      forces_unicode: [],
      smart_encoding: null,
      prices: []
    })
    expect(sms!.flaws.map(({ code, field }) => [field, code])).toEqual([
      ["template.parameters.one", "VALIDATION_008"],
      ["template.parameters.two", "VALIDATION_008"]
    ])
    const [one] = shown({ parameters: { one: "a\nb", two: "b" } })
    expect([one!.hasBody, one!.text, one!.flaws.length]).toEqual([false, null, 1])
    for (const flaw of sms!.flaws) expect(flaw).not.toHaveProperty("reason")
  })
})

it("a sample stands for a variable without a value, whether that is given by its name or by its id", () => {
  expect(Preview.withSamples(definition, {})).toStrictEqual({ one: "sample", two: "sample" })
  expect(Preview.withSamples(definition, { two: "b" })).toStrictEqual({ one: "sample", two: "b" })
  expect(Preview.withSamples(definition, { 0: "a" })).toStrictEqual({ 0: "a", two: "sample" })
})

it("a flaw of a definition has the reason that programs branch on", () => {
  const flaw = { field: "definition.body", code: "VALIDATION_001", message: "is required" } as const
  expect(PreviewResource.flaw(flaw)).toStrictEqual(flaw)
  const reasoned = { ...flaw, reason: "missing" } as const
  expect(PreviewResource.flaw(reasoned)).toStrictEqual(reasoned)
})
