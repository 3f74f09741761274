/** A preview of a definition that is not saved: what it would be refused for, or how each channel shows it (decisions 15.2). */
import type { Account } from "@signalbox/core/Account"
import { Accounts } from "@signalbox/core/Account"
import { put } from "@signalbox/core/Commit"
import * as Decoding from "@signalbox/core/Decoding"
import { PreviewDefinition } from "@signalbox/core/internal/preview/PreviewDefinition"
import { make as money } from "@signalbox/core/Money"
import * as SizedDefinitions from "@signalbox/testing/generate/SizedDefinitions"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

type Body = Parameters<typeof PreviewDefinition.decides.decide>[0]["body"]

const rate = (price: number) =>
  ({ region: "US", channel: "sms", price: money(price), activeContactPrice: money(10) }) as const

const preview = (body: Body, account: Account = Given.account(), ...others: ReadonlyArray<Account>) => {
  const store = new FactStore([account, ...others].map((each) => put(Accounts, each)))
  return Result.getOrThrow(
    store.run(
      PreviewDefinition.decides,
      { path: {}, query: {}, body, caller: { account, keyAccount: account }, consulted: { rates: [rate(100)] } },
      Given.now,
      Given.ids()
    )
  )
}

const hello = {
  body: {
    multiChannel: {
      template: "Bonjour {{name}}, est votre code",
      variables: [{
        id: 0,
        name: "name",
        type: "variable",
        props: { variableType: "text", sample: "Zo\u00eb" }
      }]
    }
  }
}
const text = "Bonjour Ada, est votre code"

const shown = {
  header: null,
  content: text,
  footer: null,
  buttons: null,
  headerMedia: null,
  media: null,
  subject: null
}

const stop = { type: "QUICK_REPLY", value: "STOP", text: "STOP", postbackData: "STOP" }

const onChannel = (channel: string, parts: object = {}) => ({
  channel,
  is_approved: null,
  flaws: [],
  message_body: shown,
  text,
  encoding: null,
  units: null,
  segments: null,
  forces_unicode: [],
  smart_encoding: null,
  prices: [],
  ...parts
})

describe("a definition that is previewed", () => {
  it("is shown on each channel, with the category and the language that are found out", () => {
    const whole = {
      template_id: null,
      revision: null,
      category: "AUTHENTICATION",
      language: "fr",
      flaws: [],
      channels: [
        onChannel("sms", { encoding: "GSM-7", units: 27, segments: 1 }),
        onChannel("whatsapp"),
        // Every message on RCS may be answered by one tap that ends them.
        onChannel("rcs", { message_body: { ...shown, buttons: [stop] } })
      ]
    }
    const parameters = { name: "Ada" }
    expect(preview({ definition: hello, parameters })).toStrictEqual(whole)
    expect(preview({ definition: hello, parameters, category: null, language: null, to: null, countries: null }))
      .toStrictEqual(whole)
    expect(preview({ definition: hello, parameters, category: "UTILITY", language: "de" })).toStrictEqual({
      ...whole,
      category: "UTILITY",
      language: "de"
    })
  })

  it("has the values that are given, and its samples where they are asked for", () => {
    const texts = (body: Omit<Body, "definition">) =>
      preview({ definition: hello, ...body }).channels.map(({ flaws, text }) => [text, flaws.length])
    const sampled = text.replace("Ada", "Zo\u00eb")
    expect(texts({ use_samples: true })).toEqual(Array.from({ length: 3 }, () => [sampled, 0]))
    expect(texts({ use_samples: true, parameters: { name: "Ada" } })[0]).toEqual([text, 0])
    for (const uses of [false, null]) expect(texts({ use_samples: uses })[0]).toEqual([null, 1])
    expect(texts({ parameters: { name: 7 } })[0]).toEqual([text.replace("Ada", "7"), 0])
  })

  it("is shown with plain characters as the request says, else as its account does", () => {
    const smart = Given.account({ smartEncoding: true })
    const encoded = (account: Account, smart_encoding?: boolean) => {
      const body = { definition: { body: { multiChannel: { template: "\u201cHi\u201d" } } } }
      const [sms] = preview({ ...body, ...(smart_encoding === undefined ? {} : { smart_encoding }) }, account).channels
      return [sms!.text, sms!.smart_encoding === null]
    }
    const [plain, typographic] = [["\"Hi\"", false], ["\u201cHi\u201d", true]]
    expect([encoded(smart), encoded(smart, false)]).toEqual([plain, typographic])
    expect([encoded(Given.account()), encoded(Given.account(), true)]).toEqual([typographic, plain])
  })

  it("costs what its account pays, else its organization, else everybody", () => {
    const organization = Given.account({ id: Given.accountId(2), rates: [rate(300)] })
    const profile = { type: "profile", organization: organization.id } as const
    const price = (...accounts: readonly [Account, ...ReadonlyArray<Account>]) => {
      const body = { definition: hello, parameters: { name: "Ada" }, to: [Given.phone(1)], countries: ["de"] }
      return preview(body, ...accounts).channels[0]!.prices
    }
    const prices = (amount: number) => [
      { to: Given.phone(1), country: "US", price: amount, active_contact_price: 0.001 },
      { to: null, country: "DE", price: null, active_contact_price: null }
    ]
    expect(price(Given.account())).toStrictEqual(prices(0.01))
    expect(price(Given.account({ rates: [rate(200)] }))).toStrictEqual(prices(0.02))
    expect(price(Given.account(profile), organization)).toStrictEqual(prices(0.03))
    expect(price(Given.account({ ...profile, rates: [rate(200)] }), organization)).toStrictEqual(prices(0.02))
    expect(price(Given.account({ billing: false })).map((each) => each.price)).toEqual([0, 0])
  })

  it("that would be refused tells its flaws, and is shown on no channel", () => {
    const { channels, flaws, ...rest } = preview({ definition: { body: { sms: { template: "Sale" } } } })
    expect([channels, rest]).toStrictEqual([[], {
      template_id: null,
      revision: null,
      category: "MARKETING",
      language: "en_US"
    }])
    expect(flaws).toStrictEqual([{
      field: "definition.body",
      code: "VALIDATION_001",
      reason: "body_strategy",
      message: expect.stringContaining("must have either multiChannel OR both sms and whatsapp") as string
    }])
    expect(preview({ definition: hello, category: "AUTHENTICATION" }).flaws).toEqual([])
    const code = { body: { multiChannel: { template: "Hi" } } }
    expect(preview({ definition: code, category: "AUTHENTICATION" }).flaws.length).toBeGreaterThan(0)
    expect(preview({ definition: SizedDefinitions.sized(65_537) })).toMatchObject({
      flaws: [{ field: "definition", message: "must have at most 65536 bytes of JSON, not 65537" }],
      channels: []
    })
  })

  it("must be an object, and its destinations must be numbers and countries", () => {
    const decode = Decoding.decoder(PreviewDefinition.body)
    const said = (body: Readonly<Record<string, unknown>>) =>
      decode(body).violations.map(({ field, message }) => [field, message])
    for (const definition of ["Hi", [], 7, null]) {
      expect(said({ definition })).toEqual([["definition", "must be an object"]])
    }
    expect(said({ definition: {}, to: [Given.phone(1)], countries: ["DE"] })).toEqual([])
    expect(said({ definition: {}, to: Array.from({ length: 101 }, (_, index) => Given.phone(index)) })).toEqual([
      ["to", "must have at most 100 entries"]
    ])
    expect(said({ definition: {}, countries: Array.from({ length: 101 }, () => "DE") })).toEqual([
      ["countries", "must have at most 100 entries"]
    ])
  })
})
