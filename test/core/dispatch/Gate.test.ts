/**
 * The gates: which stops a message with which code, and which comes first (decisions 4.1 "Gate order", 8.3).
 */
import { Stage } from "@signalbox/core/Account"
import type { Requested } from "@signalbox/core/Channel"
import { Requested as Requests } from "@signalbox/core/Channel"
import * as Gate from "@signalbox/core/internal/dispatch/Gate"
import { make as money } from "@signalbox/core/Money"
import { endedAs } from "@signalbox/core/OutcomeCode"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

/** The reasons to refuse a message, in the order of decisions 4.1, with status and code of the specification. */
const texts = [
  ["opt-out", "FILTERED", "BUSINESS_004"],
  ["suppression", "FILTERED", "BUSINESS_004"],
  ["purpose", "FILTERED", "SIGNALBOX_004"],
  ["destination", "BLOCKED", "BUSINESS_011"],
  ["unverified", "BLOCKED", "BUSINESS_017"],
  ["suspended", "BLOCKED", "BUSINESS_018"],
  ["organization suspended", "BLOCKED", "BUSINESS_018"],
  ["daily limit", "BLOCKED", "BUSINESS_020"],
  ["paused prefix", "BLOCKED", "SIGNALBOX_002"],
  ["frequency", "FILTERED", "SIGNALBOX_003"],
  ["spend", "BLOCKED", "SIGNALBOX_001"],
  ["balance", "BLOCKED", "BUSINESS_003"],
  ["template", "BLOCKED", "BUSINESS_005"],
  ["variables", "FAILED", "VALIDATION_008"]
] as const
type Wrong = (typeof texts)[number][0]

const situation = (wrong: ReadonlyArray<Wrong>): Gate.Input => ({
  accounts: [
    Given.account({
      stage: wrong.includes("unverified") ? "unverified" : "verified"
    }),
    Given.account({
      id: Given.accountId(2),
      stage: wrong.includes("suspended") || wrong.includes("organization suspended") ? "suspended" : "verified"
    })
  ],
  contact: Given.contact({
    optOut: wrong.includes("opt-out"),
    ...(wrong.includes("suppression") ? { suppressedAt: Given.now } : {})
  }),
  isAutoReply: false,
  destination: wrong.includes("destination") ? "the region CH is forbidden" : null,
  today: wrong.includes("daily limit") ? { sent: 500, limit: 500 } : { sent: 499, limit: 500 },
  isPrefixPaused: wrong.includes("paused prefix"),
  passedCaps: wrong.includes("spend") ? ["100.0000 a day"] : [],
  purpose: wrong.includes("purpose") ? { name: "news", requiresOptIn: true } : { name: "shop" },
  frequency: wrong.includes("frequency") ? ["2 per day"] : [],
  balance: money(wrong.includes("balance") ? 99 : 100),
  price: money(100),
  requested: "auto_detect",
  template: {
    isApproved: !wrong.includes("template"),
    revisions: [],
    unusableVariables: wrong.includes("variables") ? ["order"] : []
  },
  isOpenOnWhatsapp: false,
  isOpen: false
})

const further: ReadonlyArray<Wrong> = [
  "opt-out",
  "suppression",
  "purpose",
  "destination",
  "paused prefix",
  "spend",
  "balance",
  "template"
]
const wrongs = fc.subarray(texts.map(([name]) => name))

const freeForm = (requested: Requested, isOpen: boolean, isOpenOnWhatsapp: boolean): Gate.Input => ({
  ...situation([]),
  template: null,
  requested,
  isOpen,
  isOpenOnWhatsapp
})

describe("Gate", () => {
  prop("stops a message with the first of all that is wrong", wrongs, (wrong) => {
    const first = texts.find(([name]) => wrong.includes(name))
    expect(Gate.firstHit(situation(wrong))?.code).toBe(first?.[2])
  })

  prop("asks before a further route only for consent, the destination, money and the template", wrongs, (wrong) => {
    const first = texts.find(([name]) => further.includes(name) && wrong.includes(name))
    expect(Gate.firstHit(situation(wrong), "further")?.code).toBe(first?.[2])
  })

  it.each(texts)("%s ends a message %s with %s", (name, status, code) => {
    const hit = Gate.firstHit(situation([name]))!
    expect(hit).toMatchObject({ code })
    expect(hit.trigger.toUpperCase()).toBe(status)
    expect(endedAs(hit.code)).toBe(status)
  })

  it("lets an unknown contact pass: nobody has opted out", () => {
    expect(Gate.firstHit({ ...situation([]), contact: null })).toBe(null)
  })

  it.each(Stage.literals)("of the account lets verified pass only, not %s unless it is that", (stage) => {
    const hit = Gate.firstHit({ ...situation([]), accounts: [Given.account({ stage })] })
    expect(hit?.code).toBe({ verified: undefined, unverified: "BUSINESS_017", suspended: "BUSINESS_018" }[stage])
  })

  prop("of the balance lets a message pass that costs just as much", fc.nat(), fc.nat(), (balance, price) => {
    const hit = Gate.firstHit({ ...situation([]), balance: money(balance), price: money(price) })
    expect(hit?.code).toBe(price > balance ? "BUSINESS_003" : undefined)
  })

  prop("of the day lets as many pass as the limit says [STM-023]", fc.nat(), fc.nat(), (sent, limit) => {
    const hit = Gate.firstHit({ ...situation([]), today: { sent, limit } })
    expect(hit?.code).toBe(sent < limit ? undefined : "BUSINESS_020")
    expect(Gate.firstHit({ ...situation([]), today: null })).toBe(null)
  })

  prop(
    "of a conversation stops free-form messages outside of their windows [STM-025, STM-026, STM-027, STM-030]",
    fc.constantFrom(...Requests.literals),
    fc.boolean(),
    fc.boolean(),
    (requested, isOpen, isOpenOnWhatsapp) => {
      const hit = Gate.firstHit(freeForm(requested, isOpen, isOpenOnWhatsapp))
      const expected = requested === "whatsapp"
        ? isOpenOnWhatsapp ? null : ["failed", "WHATSAPP_TEMPLATE_REQUIRED"]
        : isOpen
        ? null
        : ["blocked", "CONVERSATION_TEMPLATE_REQUIRED"]
      expect(hit === null ? null : [hit.trigger, hit.code]).toEqual(expected)
    }
  )
})

/** Whatever the gates look at of who is written to. */
const recipient = fc.record({
  contact: fc.option(fc.record({ optOut: fc.boolean(), isSuppressed: fc.boolean() })),
  remembered: fc.option(fc.record({ optOut: fc.boolean(), isSuppressed: fc.boolean() })),
  isAutoReply: fc.boolean()
})

describe("the gate of consent", () => {
  prop(
    "goes by the contact, else by what is remembered of it, and answers who has just opted out",
    recipient,
    ({ contact, isAutoReply, remembered }) => {
      const suppressedAt = { suppressedAt: Given.now }
      const hit = Gate.firstHit({
        ...situation([]),
        isAutoReply,
        contact: contact === null
          ? null
          : Given.contact({ optOut: contact.optOut, ...(contact.isSuppressed ? suppressedAt : {}) }),
        ...(remembered === null ? {} : {
          remembered: {
            account: Given.accountId(1),
            key: "key",
            hash: "hash",
            ...(remembered.optOut ? { optOut: { at: Given.now, source: "API" } } : {}),
            ...(remembered.isSuppressed ? suppressedAt : {})
          }
        })
      })
      const known = contact ?? remembered
      const isRefused = known !== null && (known.isSuppressed || known.optOut && !isAutoReply)
      expect(hit?.code).toBe(isRefused ? "BUSINESS_004" : undefined)
    }
  )
})

describe("the gates of the hand-over", () => {
  const asked: ReadonlyArray<Wrong> = [
    "opt-out",
    "suppression",
    "purpose",
    "destination",
    "suspended",
    "organization suspended",
    "template"
  ]

  prop("ask once more for consent, the destination, the standing and the template alone", wrongs, (wrong) => {
    const first = texts.find(([name]) => asked.includes(name) && wrong.includes(name))
    const hit = Gate.atHandOver.find((each) => each.blocks(situation(wrong)))
    expect([hit?.code, hit?.trigger.toUpperCase()]).toEqual([first?.[2], first?.[1]])
  })
})

describe("what a gate says", () => {
  it.each<readonly [wrong: Wrong, names: ReadonlyArray<string> | undefined]>([
    ["opt-out", undefined],
    ["purpose", ["news"]],
    ["destination", ["the region CH is forbidden"]],
    ["frequency", ["2 per day"]],
    ["spend", ["100.0000 a day"]],
    ["template", ["revision 2 on sms"]],
    ["variables", ["order"]]
  ])("names what the sender has to look at: %s", (wrong, names) => {
    const { template, ...others } = situation([wrong])
    const input = { ...others, template: { ...template!, revisions: ["revision 2 on sms"] } }
    expect(Gate.firstHit(input)?.names?.(input)).toEqual(names)
  })

  prop(
    "of all of them tells which let the message pass, those behind a hit as well",
    wrongs,
    fc.constantFrom<Gate.Occasion>("first", "further"),
    (wrong, occasion) => {
      const passages = Gate.passages(situation(wrong), occasion)
      const stopped = passages.filter(({ passes }) => !passes).map(({ gate }) => gate.code)
      const isAsked = (name: Wrong): boolean => occasion === "first" || further.includes(name)
      const expected = texts.flatMap(([name, , code]) => isAsked(name) && wrong.includes(name) ? [code] : [])
      expect(stopped).toEqual([...new Set(expected)])
      expect(passages).toHaveLength(occasion === "first" ? 14 : 7)
    }
  )

  prop("is known before there is a route where no other one would help", wrongs, (wrong) => {
    const ofRoute: ReadonlyArray<Wrong> = ["spend", "balance", "variables"]
    for (const occasion of ["first", "further"] as const) {
      const isHit = wrong.some((name) => !ofRoute.includes(name) && (occasion === "first" || further.includes(name)))
      expect(Gate.isHitAnyway(situation(wrong), occasion)).toBe(isHit)
    }
  })

  it("is about money for two of them, and the API names each by its words", () => {
    expect(Gate.gates.filter(({ code }) => Gate.isUnpaid(code)).map(Gate.nameOf)).toEqual(["spend", "balance"])
    expect(Gate.names).toEqual([
      "consent",
      "consent_for_the_purpose",
      "destination",
      "verification",
      "standing",
      "daily_limit",
      "paused_prefix",
      "frequency",
      "spend",
      "balance",
      "template",
      "variables",
      "conversation_on_whatsapp",
      "conversation"
    ])
  })
})
