/**
 * Operators may write terms up to each bound, and beyond it are told what would be right; terms that are kept are written
 * again as they were given.
 */
import * as Limit from "@signalbox/core/Limit"
import * as Terms from "@signalbox/core/Terms"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

type Wrong = readonly [value: unknown, said: string]

/** Read as every caller reads them: what is not known is refused. */
const refusal = (schema: Schema.Codec<unknown, unknown>, value: unknown): string | null =>
  Result.match(Schema.decodeUnknownResult(schema, { onExcessProperty: "error" })(value), {
    onSuccess: () => null,
    onFailure: (error) => String(error)
  })

const many = <A>(count: number, of: (index: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, index) => of(index))

const share = { carrier: "a", weight: 1 }
const split = (more: object) => [{ split: [{ ...share, ...more }] }]
const from = "2030-01-15T00:00:00Z"
const until = "2030-01-15T00:00:00.001Z"
const pool = { channel: "sms", country: "US" }
const paced = (perSecond: number) => [{ ...pool, pace: { perSecond } }]
/** Two capital letters each, so that no two are the same. */
const country = (index: number) => String.fromCharCode(65 + Math.floor(index / 26), 65 + index % 26)
const cap = { day: "1.5" }
const named = (name: string) => ({ name })
const network = "must be the codes of country and network: \"26201\""
const onceChosen = "must have one of carrier, split and select, and no split or select when it denies"
const isBefore = "must have a from that is before its until"
const purposeName = `must be letters, digits, "_", "." and "-", ${Limit.purposeNameLength} at most: "newsletter"`
const noWord = "must not be blank, too long, or a word that every account has"
const noReply = `must not be blank and must have at most ${Limit.purposeReplyLength} characters`
const fewKeywords = `must be ${Limit.keywords} keywords at most, and each another one`
const noAmount = "must be an amount of at least 0 with at most four decimals: \"0.0079\""
const order = "must keep messages no shorter than texts, media and numbers, " +
  "webhookEvents no shorter than webhookBodies, and usage no shorter than messages"
const once = "must have one rule at most for each category and period"

const bounds: Readonly<
  Record<string, readonly [schema: unknown, right: ReadonlyArray<unknown>, wrong: ReadonlyArray<Wrong>]>
> = {
  "a rule's prefix": [
    Terms.Rules,
    [[{ prefix: "+4" }], [{ prefix: `+${"1".repeat(15)}` }]],
    [
      [[{ prefix: "+" }], "must be the first digits of a number: \"+4179\""],
      [[{ prefix: `+${"1".repeat(16)}` }], "must be the first digits of a number"],
      [[{ prefix: "0+41" }], "must be the first digits of a number"],
      [[{ prefix: "+41x" }], "must be the first digits of a number"]
    ]
  ],
  "the seconds that a rule waits for a receipt": [
    Terms.Rules,
    [[{ receiptSeconds: 10 }], [{ receiptSeconds: 86_400 }]],
    [
      [[{ receiptSeconds: 9 }], "must be a whole number from 10 to 86400"],
      [[{ receiptSeconds: 86_401 }], "must be a whole number from 10 to 86400"]
    ]
  ],
  "the way in which a rule chooses": [
    Terms.Rules,
    [
      [{}, { carrier: "a" }, { split: [share] }, { select: "cheapest" }],
      [{ action: "DENY" }, { action: "DENY", carrier: "a" }, { action: "ALLOW", select: "cheapest" }]
    ],
    [
      [[{ carrier: "a", split: [share] }], onceChosen],
      [[{ carrier: "a", select: "cheapest" }], onceChosen],
      [[{ split: [share], select: "cheapest" }], onceChosen],
      [[{ action: "DENY", split: [share] }], onceChosen],
      [[{ action: "DENY", select: "cheapest" }], onceChosen],
      [[{ carrier: "" }], "must be the id of a carrier"]
    ]
  ],
  "a split": [
    Terms.Rules,
    [
      split({ weight: Limit.splitWeight }),
      split({ from, until }),
      split({ from }),
      [{ split: [{ carrier: "a", weight: 0 }, { carrier: "b", weight: 1 }] }],
      [{ split: many(Limit.splitCarriers, (index) => ({ carrier: `c${index}`, weight: index })) }]
    ],
    [
      [split({ weight: -1 }), `must be a whole number between 0 and ${Limit.splitWeight}`],
      [split({ weight: Limit.splitWeight + 1 }), `must be a whole number between 0 and ${Limit.splitWeight}`],
      [split({ weight: 0 }), "must have a weight above 0"],
      [split({ until }), isBefore],
      [split({ from, until: from }), isBefore],
      [split({ from: until, until: from }), isBefore],
      [split({ from: "soon" }), "must be a Date"],
      [split({ carrier: "" }), "must be the id of a carrier"],
      [[{ split: [] }], `must have between 1 and ${Limit.splitCarriers} carriers`],
      [
        [{ split: many(Limit.splitCarriers + 1, (index) => ({ carrier: `c${index}`, weight: 1 })) }],
        `must have between 1 and ${Limit.splitCarriers} carriers`
      ],
      [[{ split: [share, { ...share, weight: 2 }] }], "must name each carrier once"]
    ]
  ],
  "the networks of a rule": [
    Terms.Rules,
    [[{ network: ["26201", "310260"] }], [{ network: many(Limit.ruleNetworks, (index) => String(26_200 + index)) }]],
    [
      [[{ network: ["2620"] }], network],
      [[{ network: ["3102601"] }], network],
      [[{ network: ["26201x"] }], network],
      [[{ network: ["x26201"] }], network],
      [[{ network: [] }], `must have between 1 and ${Limit.ruleNetworks} networks`],
      [
        [{ network: many(Limit.ruleNetworks + 1, (index) => String(26_200 + index)) }],
        `must have between 1 and ${Limit.ruleNetworks} networks`
      ]
    ]
  ],
  "how many rules and prices there are": [
    Schema.Struct({ rules: Schema.optionalKey(Terms.Rules), rates: Schema.optionalKey(Terms.Rates) }),
    [
      { rules: many(Limit.rulesPerAccount, () => ({})) },
      { rates: many(Limit.ratesPerAccount, () => ({ channel: "sms", price: 1 })) }
    ],
    [
      [{ rules: many(Limit.rulesPerAccount + 1, () => ({})) }, `must have at most ${Limit.rulesPerAccount} entries`],
      [
        { rates: many(Limit.ratesPerAccount + 1, () => ({ channel: "sms", price: 1 })) },
        `must have at most ${Limit.ratesPerAccount} entries`
      ]
    ]
  ],
  "pools of numbers": [
    Terms.Settings.fields.numberPools,
    [
      [{ ...pool, areaDigits: 1 }],
      [{ ...pool, areaDigits: 7 }],
      [pool, { ...pool, channel: "mms" }, { ...pool, country: "CA" }],
      [{ ...pool, pace: "published" }],
      paced(1),
      paced(Limit.senderPace),
      many(Limit.numberPools, (index) => ({ ...pool, country: country(index) }))
    ],
    [
      [[{ ...pool, areaDigits: 0 }], "must be a whole number between 1 and 7"],
      [[{ ...pool, areaDigits: 8 }], "must be a whole number between 1 and 7"],
      [paced(0), `must be a whole number between 1 and ${Limit.senderPace}`],
      [paced(Limit.senderPace + 1), `must be a whole number between 1 and ${Limit.senderPace}`],
      [[pool, { ...pool, areaDigits: 3 }], "must have one pool at most for each channel and country"],
      [
        many(Limit.numberPools + 1, (index) => ({ ...pool, country: country(index) })),
        `must have at most ${Limit.numberPools} entries`
      ]
    ]
  ],
  "what a carrier charges": [
    Terms.Cost,
    [{ carrier: "a", channel: "sms", price: 0 }, { carrier: "a", channel: "sms", country: "GB", price: 0.00001 }],
    [
      [{ carrier: "a", channel: "sms", price: -0.01 }, "must be a number of at least 0"],
      [{ carrier: "", channel: "sms", price: 1 }, "must be the id of a carrier"]
    ]
  ],
  "how often a recipient is written to": [
    Terms.Settings.fields.frequency,
    [
      [{ per: "day", most: 1 }, { per: "day", category: "MARKETING", most: Limit.frequencyMost }],
      [{ per: "day", most: 1 }, { per: "week", most: 1 }]
    ],
    [
      [[{ per: "day", most: 0 }], `must be a whole number between 1 and ${Limit.frequencyMost}`],
      [[{ per: "day", most: Limit.frequencyMost + 1 }], `must be a whole number between 1 and ${Limit.frequencyMost}`],
      [[{ per: "day", most: 1 }, { per: "day", most: 2 }], once],
      [many(2, (index) => ({ per: "day", category: "UTILITY", most: index + 1 })), once]
    ]
  ],
  "where messages may go": [
    Terms.Destinations,
    [{}, { allow: ["GB", "+4179"] }, { forbid: many(Limit.destinationsPerAccount, (index) => `+${index + 1}`) }],
    [
      [{ allow: [] }, "must have an entry: leave an empty list out"],
      [{ allow: ["gb"] }, "must be a region such as \"CH\", or the first digits of numbers such as \"+4179\""],
      [{ forbid: ["XX"] }, "must be a region that there is, such as \"GB\""],
      [
        { forbid: many(Limit.destinationsPerAccount + 1, (index) => `+${index + 1}`) },
        `must have at most ${Limit.destinationsPerAccount} entries`
      ]
    ]
  ],
  "spend caps": [
    Terms.SpendCaps,
    [{}, { ...cap, month: 0, regions: { GB: cap } }],
    [
      [{ day: "1.23456" }, noAmount],
      [{ day: -1 }, noAmount],
      [{ regions: { UK: cap } }, "[\"regions\"][\"UK\"]"],
      [{ regions: { GB: { month: "much" } } }, noAmount]
    ]
  ],
  "an amount": [
    Terms.Rate.fields.price,
    [0, 12, "0.0079", 0.5, "900719925474"],
    [
      ["", noAmount],
      [".5", noAmount],
      ["1.", noAmount],
      ["x1", noAmount],
      ["1x", noAmount],
      [true, noAmount],
      ["900719925475", noAmount],
      ["1000000000000", noAmount],
      [null, noAmount]
    ]
  ],
  "keywords": [
    Terms.Keywords,
    [
      [{ keyword: "Basta", action: "OPT_OUT" }, { keyword: "Bastata", action: "HELP", reply: null }],
      many(Limit.keywords, (index) => ({ keyword: `word${index}`, action: "HELP" })),
      [{ keyword: "x".repeat(1000), action: "HELP" }]
    ],
    [
      [[{ keyword: " ", action: "HELP" }], noWord],
      [[{ keyword: "x".repeat(1001), action: "HELP" }], noWord],
      [[{ keyword: " stop", action: "HELP" }], noWord],
      [many(3, (index) => ({ keyword: index === 1 ? "other" : "word", action: "HELP" })), fewKeywords],
      [many(Limit.keywords + 1, (index) => ({ keyword: `word${index}`, action: "HELP" })), fewKeywords]
    ]
  ],
  "purposes": [
    Terms.Purposes,
    [
      [{ name: "x".repeat(Limit.purposeNameLength), categories: ["MARKETING", "UTILITY"] }],
      [named("a"), named("0_.-"), named("A")],
      [{
        name: "news",
        optOutKeyword: "x".repeat(Limit.purposeNameLength),
        optInKeyword: "news",
        optOutReply: "x".repeat(Limit.purposeReplyLength),
        optInReply: "x"
      }],
      many(Limit.purposes, (index) => named(`p${index}`))
    ],
    [
      [[named("")], purposeName],
      [[named("x".repeat(Limit.purposeNameLength + 1))], purposeName],
      [[named("_a")], purposeName],
      [[named("a b")], purposeName],
      [[{ name: "a", categories: ["UTILITY", "UTILITY"] }], "must name each category once"],
      [[{ name: "a", optOutKeyword: "x".repeat(Limit.purposeNameLength + 1) }], noWord],
      [[{ name: "a", optInKeyword: "STOP" }], noWord],
      [[{ name: "a", optInReply: " " }], noReply],
      [[{ name: "a", optOutReply: "x".repeat(Limit.purposeReplyLength + 1) }], noReply],
      [[named("a"), named("b"), named("a")], "must have another name each"],
      [[{ name: "a", optInKeyword: "news", optOutKeyword: "News " }], "must have another keyword each"],
      [
        [{ name: "a", optInKeyword: "news" }, named("b"), { name: "c", optOutKeyword: "news" }],
        "must have another keyword each"
      ],
      [many(Limit.purposes + 1, (index) => named(`p${index}`)), `must be ${Limit.purposes} purposes at most`]
    ]
  ],
  "the consents of a contact": [
    Terms.Preferences,
    [Object.fromEntries(many(Limit.purposes, (index) => [`p${index}`, null]))],
    [[
      Object.fromEntries(many(Limit.purposes + 1, (index) => [`p${index}`, null])),
      `must have ${Limit.purposes} purposes at most`
    ]]
  ],
  "retention": [
    Terms.Retention,
    [
      {},
      { texts: 1, media: 2, numbers: 3 },
      { texts: 5, media: 5, numbers: 5, messages: 5, usage: 5, webhookBodies: 7, webhookEvents: 7, contacts: 1 },
      { messages: Limit.retentionDays }
    ],
    [
      ...["texts", "media", "numbers"].map((name) => [{ [name]: 6, messages: 5 }, order] as const),
      [{ webhookBodies: 8, webhookEvents: 7 }, order],
      [{ messages: 6, usage: 5 }, order],
      [{ usage: 5 }, "must say for how long messages are kept where it says so for usage"],
      [{ contacts: 0 }, "must be a whole number of at least 1"],
      [{ contacts: Limit.retentionDays + 1 }, `must be at most ${Limit.retentionDays}`]
    ]
  ],
  "the days of an audit log": [
    Terms.Settings.fields.auditLogDays,
    [1, Limit.auditLogDays],
    [[0, "must be a whole number of at least 1"], [Limit.auditLogDays + 1, `must be at most ${Limit.auditLogDays}`]]
  ],
  "limits": [
    Terms.Limits,
    [{ requestsPerMinute: 1, dailyMessageLimit: 0, expiryHours: 1, webhooks: 0, webhookDisableMinutes: 0 }],
    [
      [{ requestsPerMinute: 0 }, "must be a whole number of at least 1"],
      [{ expiryHours: 0 }, "must be a whole number of at least 1"],
      [{ dailyMessageLimit: -1 }, "must be a whole number of at least 0"],
      [{ webhooks: -1 }, "must be a whole number of at least 0"],
      [{ webhookDisableMinutes: -1 }, "must be a whole number of at least 0"]
    ]
  ]
}

describe("terms", () => {
  it.each(Object.entries(bounds))(
    "%s: is taken up to each bound, and refused beyond it",
    (_, [schema, right, wrong]) => {
      const codec = schema as Schema.Codec<unknown, unknown>
      for (const value of right) expect(refusal(codec, value)).toBeNull()
      for (const [value, said] of wrong) expect(refusal(codec, value)).toContain(said)
    }
  )

  it("a rule is kept with what it leaves out, and written again as it was given", () => {
    const kept = Terms.rule({})
    expect(kept).toEqual({ action: "ALLOW", channel: null, carrier: null, country: null, fallback: true, priority: 0 })
    expect(Terms.writtenRule(kept, String)).toEqual({ action: "ALLOW", fallback: true, priority: 0 })
    const given = {
      action: "DENY",
      channel: "sms",
      carrier: "a",
      country: "GB",
      fallback: false,
      priority: 7,
      number: Given.phone(1),
      expiresAt: from,
      split: [{ carrier: "b", weight: 3, from, until }, { carrier: "c", weight: 4 }]
    } as const
    const time = (at: number) => new Date(at).toISOString()
    expect(Terms.writtenRule(Terms.rule(given), time)).toEqual({
      ...given,
      expiresAt: "2030-01-15T00:00:00.000Z",
      split: [{ carrier: "b", weight: 3, from: "2030-01-15T00:00:00.000Z", until }, { carrier: "c", weight: 4 }]
    })
  })

  it("prices, costs, caps and keywords are kept with what they leave out, and written again", () => {
    const rates = [{ channel: "sms", price: "0.0079" }, {
      channel: "rcs",
      country: "GB",
      price: 1,
      markup: "0.5"
    }] as const
    expect(rates.map(Terms.rate)).toEqual([
      { channel: "sms", region: null, price: 79, activeContactPrice: 0 },
      { channel: "rcs", region: "GB", price: 10_000, activeContactPrice: 5000 }
    ])
    expect(rates.map(Terms.rate).map(Terms.writtenRate)).toEqual([
      { channel: "sms", price: "0.0079", markup: "0.0000" },
      { channel: "rcs", country: "GB", price: "1.0000", markup: "0.5000" }
    ])
    expect([{}, { country: "GB" }].map((more) => Terms.cost({ carrier: "a", channel: "sms", price: 0.1, ...more })))
      .toEqual([null, "GB"].map((region) => ({ carrier: "a", channel: "sms", region, price: 0.1 })))
    const caps = { day: 1, regions: { GB: { month: "0.5" }, CH: {} } }
    expect(Terms.spendCaps(caps)).toEqual({ day: 10_000, regions: { GB: { month: 5000 }, CH: {} } })
    expect(Terms.writtenSpendCaps(Terms.spendCaps(caps))).toEqual({
      day: "1.0000",
      regions: { GB: { month: "0.5000" }, CH: {} }
    })
    expect(Terms.keyword({ keyword: " Basta\n", action: "OPT_OUT" })).toEqual({
      keyword: "Basta",
      action: "OPT_OUT",
      reply: null
    })
  })

  it("limits that an account does not say are those that count for it", () => {
    expect(Terms.writtenLimits(Given.account({ requestsPerMinute: 9 }))).toEqual({
      requestsPerMinute: 9,
      dailyMessageLimit: null,
      allowMms: true,
      expiryHours: Limit.expiryHours,
      smartEncoding: false,
      keyLastUsed: false,
      auditLogDays: null,
      pumping: null,
      webhooks: Limit.webhooksPerAccount.default,
      webhookDisableMinutes: Limit.webhookDisableMinutes
    })
    const own = {
      requestsPerMinute: 1,
      dailyMessageLimit: 2,
      allowMms: false,
      expiryHours: 3,
      smartEncoding: true,
      keyLastUsed: true,
      auditLogDays: 4,
      pumping: "off",
      webhooks: 0,
      webhookDisableMinutes: 0
    } as const
    expect(Terms.writtenLimits(Given.account(own))).toEqual(own)
  })
})
