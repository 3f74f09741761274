/**
 * Routing rules: which a message meets, and which counts first (decisions 4.1 "Routing").
 */
import { Channel } from "@signalbox/core/Channel"
import { make as instant } from "@signalbox/core/Instant"
import * as RuleMatch from "@signalbox/core/internal/dispatch/RuleMatch"
import type { RoutingRule } from "@signalbox/core/internal/row/RoutingRule"
import { prop, propWith } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const rule = (parts: Partial<RoutingRule> = {}): RoutingRule => ({
  channel: null,
  carrier: null,
  action: "ALLOW",
  fallback: true,
  country: null,
  priority: 0,
  ...parts
})

const subject: RuleMatch.Subject = {
  phone: Given.phone(1),
  country: "US",
  numberType: () => "mobile",
  template: { category: "UTILITY", language: "en_US" },
  senderCountry: (channel) => channel === "rcs" ? null : channel === "sms" ? "US" : "DE",
  now: Given.now
}

/** A criterion that the subject meets, and one like it that it does not. */
const criteria: Readonly<Record<string, readonly [met: Partial<RoutingRule>, unmet: Partial<RoutingRule>]>> = {
  number: [{ number: Given.phone(1) }, { number: Given.phone(2) }],
  country: [{ country: "US" }, { country: "DE" }],
  prefix: [{ prefix: "+1201" }, { prefix: "+1202" }],
  numberType: [{ numberType: "mobile" }, { numberType: "toll_free" }],
  category: [{ category: "UTILITY" }, { category: "MARKETING" }],
  language: [{ language: "en_US" }, { language: "de" }],
  active: [{ active: true }, { active: false }],
  expiresAt: [{ expiresAt: instant(Given.now + 1) }, { expiresAt: Given.now }]
}

const names = Object.keys(criteria)
const matched = (own: ReadonlyArray<RoutingRule>, global: ReadonlyArray<RoutingRule> = []) =>
  RuleMatch.matching({ own, global }, subject)

describe("a routing rule", () => {
  prop("is met when each of its criteria is", fc.subarray(names), fc.subarray(names), (met, unmet) => {
    const parts = [...met.map((name) => criteria[name]![0]), ...unmet.map((name) => criteria[name]![1])]
    const made = rule(Object.assign({}, ...parts) as Partial<RoutingRule>)
    expect(matched([made])).toEqual(unmet.length === 0 ? [made] : [])
  })

  it("about templates is met by no free-form message", () => {
    const rules = { own: [rule({ category: "UTILITY" }), rule({ language: "en_US" })], global: [] }
    expect(RuleMatch.matching(rules, { ...subject, template: null })).toEqual([])
  })

  it.each(Channel.literals)("is about %s when it names that channel, or none", (channel) => {
    for (const named of Channel.literals) {
      expect(RuleMatch.isAbout(rule({ channel: named }), channel, subject)).toBe(named === channel)
    }
    expect(RuleMatch.isAbout(rule(), channel, subject)).toBe(true)
  })

  it("about what crosses a border looks at the number that the message leaves from", () => {
    const about = (international: boolean, channel: Channel) =>
      RuleMatch.isAbout(rule({ international }), channel, subject)
    expect([about(true, "sms"), about(false, "sms")]).toEqual([false, true])
    expect([about(true, "whatsapp"), about(false, "whatsapp")]).toEqual([true, false])
    // Without a number nobody can tell.
    expect([about(true, "rcs"), about(false, "rcs")]).toEqual([false, false])
  })
})

describe("the order of rules", () => {
  /** Each comes before all that follow. */
  const ordered: ReadonlyArray<readonly [rule: RoutingRule, isOwn: boolean]> = [
    [rule({ number: Given.phone(1), priority: 9 }), true],
    [rule({ number: Given.phone(1) }), false],
    [rule({ country: "US", channel: "sms", category: "UTILITY", priority: 9 }), true],
    [rule({ country: "US", international: false, priority: 8 }), true],
    [rule({ channel: "sms", priority: 1 }), true],
    [rule({ prefix: "+1201", priority: 3 }), true],
    [rule({ prefix: "+1", priority: 3 }), true],
    [rule({ country: "US", priority: 4 }), true],
    [rule({ priority: 1 }), true],
    [rule({ priority: 2 }), true],
    [rule({ country: "US", language: "en_US", priority: 7 }), false],
    [rule({ priority: 0 }), false]
  ]

  propWith({ runs: 300 })(
    "is: one recipient's, own, most criteria, priority, longest prefix",
    fc.shuffledSubarray(ordered.map((_, index) => index)),
    (shuffled) => {
      const chosen = shuffled.map((index) => ordered[index]!)
      const of = (isOwn: boolean) => chosen.filter((each) => each[1] === isOwn).map(([each]) => each)
      const expected = shuffled.toSorted((self, other) => self - other).map((index) => ordered[index]![0])
      expect(matched(of(true), of(false))).toEqual(expected)
    }
  )

  it("leaves equal rules in the order of their age", () => {
    const equal = ["sms-a", "sms-b", "sms-c"].map((name) => rule({ carrier: Given.carrierId(name) }))
    expect(matched(equal)).toEqual(equal)
    expect(matched(equal.toReversed())).toEqual(equal.toReversed())
  })
})

describe("a rule that asks for a look-up", () => {
  const asks: ReadonlyArray<readonly [Partial<RoutingRule>, RuleMatch.KnownNumber | undefined, boolean]> = [
    [{ ported: true }, { ported: true }, true],
    [{ ported: false }, { ported: false }, true],
    [{ ported: true }, { ported: false }, false],
    [{ ported: false }, { network: "26201" }, false],
    [{ ported: false }, undefined, false],
    [{ network: ["26201", "26202"] }, { network: "26202" }, true],
    [{ network: ["26201"] }, { network: "26202" }, false],
    [{ network: ["26201"] }, { ported: true }, false],
    [{ ported: true, network: ["26201"] }, { ported: true, network: "26201" }, true],
    [{ ported: true, network: ["26201"] }, { ported: true, network: "26203" }, false]
  ]

  it.each(asks)("%j is met by %j: %s [XRT-120]", (parts, told, isMet) => {
    expect(RuleMatch.asksForLookUp(rule(parts))).toBe(true)
    expect(RuleMatch.isMetByLookUp(rule(parts), { ...subject, told })).toBe(isMet)
  })

  it("counts that as a criterion each [XRT-120]", () => {
    const rules = [rule({ country: "US" }), rule({ ported: true, network: ["26201"] })]
    expect(matched(rules)).toEqual([rules[1], rules[0]])
    expect(RuleMatch.asksForLookUp(rules[0]!)).toBe(false)
  })
})
