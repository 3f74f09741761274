/**
 * Explanations say what happens: in every world an explanation foretells the first dispatch of each message, and
 * leaves nothing behind (decisions 18.1).
 */
import { day, plus } from "@signalbox/core/Instant"
import { factsOf } from "@signalbox/core/internal/dispatch/LookUpStep"
import type { Contact } from "@signalbox/core/internal/row/Contact"
import type { RoutingRule } from "@signalbox/core/internal/row/RoutingRule"
import { make as money } from "@signalbox/core/Money"
import { propWith } from "@signalbox/testing/Prop"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"
import type { World } from "./Explained.ts"
import { asking, carriers, foretold, plain, played, shown, waits, world } from "./Explained.ts"

const denied: RoutingRule = {
  channel: null,
  carrier: null,
  action: "DENY",
  fallback: false,
  country: null,
  priority: 0
}

/** One gate or another obstacle each, and how a message ends there. */
const obstacles: ReadonlyArray<readonly [string, Partial<World>, string]> = [
  ["an opt-out", { contacts: [{ optOut: true }, {}, {}, {}] }, "FILTERED BUSINESS_004"],
  ["a purpose", {
    account: { purposes: [{ name: "news", categories: ["UTILITY"], requiresOptIn: true }] }
  }, "FILTERED SIGNALBOX_004"],
  ["a destination", { account: { destinations: { forbid: ["US"] } } }, "BLOCKED BUSINESS_011"],
  ["an account without verification", { account: { stage: "unverified" } }, "BLOCKED BUSINESS_017"],
  ["a suspended account", { account: { stage: "suspended" } }, "BLOCKED BUSINESS_018"],
  ["a daily limit", { account: { dailyMessageLimit: 0 } }, "BLOCKED BUSINESS_020"],
  ["a paused prefix", { account: { pumping: {} }, isPaused: true }, "BLOCKED SIGNALBOX_002"],
  ["a frequency", { account: { frequency: [{ per: "day", most: 0 }] } }, "FILTERED SIGNALBOX_003"],
  ["a spend cap", { account: { spend: { day: money(1) } } }, "BLOCKED SIGNALBOX_001"],
  ["a balance", { balance: 0 }, "BLOCKED BUSINESS_003"],
  ["a template in review", { template: { status: "PENDING" } }, "BLOCKED BUSINESS_005"],
  ["no conversation", { content: "text" }, "BLOCKED CONVERSATION_TEMPLATE_REQUIRED"],
  ["a rule that denies", { rules: [denied] }, "FILTERED DELIVERY_004"],
  ["no rate", { account: { channels: ["mms"] }, requested: ["sms"] }, "FAILED DELIVERY_003"],
  ["quiet hours", { account: { channels: ["sms"], quietHours: "us-tcpa" }, hours: 15 }, "SCHEDULED "],
  ["nothing", {}, "ROUTED "]
]

describe("an explanation", () => {
  propWith({ runs: 150 })("foretells what the first dispatch of each message does [XRT-001]", world, (world) => {
    const { after, at, before, explained, looking, messages, sent } = played(world)
    expect(after).toEqual(before)
    if (Result.isFailure(sent)) {
      expect(explained).toEqual(sent)
      return
    }
    const { messages: count, outcomes, recipients } = Result.getOrThrow(explained)
    expect(recipients.map(foretold)).toEqual(messages.map(shown(at)))
    expect(count).toBe(messages.length)
    expect(outcomes.reduce((sum, each) => sum + each.messages, 0)).toBe(messages.length)
    expect(recipients.filter(waits)).toHaveLength(looking)
    for (const recipient of recipients) {
      const { candidates, dropped, gates, look_up: asked, outcome, rules } = recipient
      // A rule that is met by what is known applies, and one that is not does not.
      for (const { is_met: isMet, of, position } of asked?.rules ?? []) {
        expect(rules.some((each) => each.of === of && each.position === position)).toBe(isMet)
      }
      if (waits(recipient)) continue
      const numbers = new Set(rules.map(({ rule }) => rule))
      for (const { rule } of [...candidates, ...dropped]) expect(numbers).toContain(rule)
      const stopping = gates.filter(({ passes }) => !passes)
      if (stopping.length > 0) expect(stopping[0]!.code).toBe(outcome.reason_code)
    }
  })

  /** The answer of a look-up, as the contact has it afterwards. */
  const known = ({ registry }: World): Partial<Contact> => ({
    lookup: factsOf({ finding: registry ?? null }, 7 * day, plus(Given.now, 40 * day))
  })

  propWith({ runs: 600 })(
    "foretells, as soon as the look-up is known, what its message does when it has waited for it [XRT-001] [XRT-123]",
    asking,
    (world) => {
      const { at, contacts, counted, inTheEnd, looking, sent } = played(world)
      if (Result.isFailure(sent) || looking === 0) return
      expect([looking, inTheEnd.length, counted]).toEqual([1, 1, [1]])
      expect(contacts.find(({ phone }) => phone === Given.phone(1))?.lookup).toMatchObject(
        world.registry === null ? { failed: true } : {}
      )
      const [own, ...others] = world.contacts
      const { explained, looking: again } = played({ ...world, contacts: [{ ...own, ...known(world) }, ...others] })
      expect(again).toBe(0)
      const [first] = Result.getOrThrow(explained).recipients
      expect(first!.look_up?.state).toBe(world.registry === null ? "failed" : "known")
      expect(foretold(first!)).toEqual(shown(at)(inTheEnd[0]!))
    }
  )

  it.each(obstacles)("foretells that %s comes in the way [XRT-002]", (_, parts, end) => {
    const given: World = { ...plain, ...parts, account: { ...plain.account, ...parts.account } }
    const { at, explained, messages } = played(given)
    const { outcomes, recipients: [first] } = Result.getOrThrow(explained)
    expect(`${messages[0]!.status} ${messages[0]!.code ?? ""}`).toBe(end)
    expect(foretold(first!)).toEqual(shown(at)(messages[0]!))
    const [status, code] = end.split(" ")
    expect(outcomes).toMatchObject([{ status, messages: 1, ...(code === "" ? {} : { reason_code: code }) }])
  })

  it("goes on behind what stops a message, and says all that would [XRT-003]", () => {
    const { explained } = played({
      ...plain,
      account: { ...plain.account, stage: "suspended", quietHours: "us-tcpa" },
      contacts: [{ optOut: true }, {}, {}, {}],
      balance: 0,
      hours: 15
    })
    const [first] = Result.getOrThrow(explained).recipients
    expect(first!.gates.flatMap(({ code, passes }) => passes ? [] : [code])).toEqual([
      "BUSINESS_004",
      "BUSINESS_018",
      "BUSINESS_003"
    ])
    expect(first).toMatchObject({
      outcome: { status: "FILTERED", reason_code: "BUSINESS_004" },
      candidates: [{ channel: "whatsapp" }, { channel: "sms" }]
    })
    expect(first!.held_until).not.toBe(null)
  })

  it("names the rules that a message meets, and says why each other route was dropped [XRT-004]", () => {
    const own = { ...denied, channel: "sms", carrier: carriers[1]!, fallback: true, prefix: "+1" } as const
    const { explained } = played({
      ...plain,
      account: {
        channels: ["sms"],
        rules: [
          { ...denied, action: "ALLOW", country: "DE" },
          own,
          { ...denied, action: "ALLOW", channel: "sms", fallback: true }
        ]
      },
      rules: [{ ...denied, action: "ALLOW", carrier: Given.carrierId("gone"), channel: "sms" }]
    })
    expect(Result.getOrThrow(explained).recipients[0]).toMatchObject({
      rules: [
        { rule: 1, of: "account", position: 2, action: "DENY", carrier: "two", prefix: "+1" },
        { rule: 2, of: "account", position: 3, action: "ALLOW", carrier: null },
        { rule: 3, of: "service", position: 1, action: "ALLOW", carrier: "gone" }
      ],
      candidates: [],
      dropped: [
        { carrier: "two", rule: 1, reason: "denied_by_rule", sentence: "a routing rule denies it" },
        { carrier: "one", rule: 2, reason: "no_sender", sentence: "the account has no sender that may be used there" },
        { carrier: "gone", rule: 3, reason: "carrier_not_configured" }
      ]
    })
  })

  it("names the rule by which a denied route came up, wherever it stands among them [XRT-004]", () => {
    const { explained } = played({
      ...plain,
      account: {
        channels: ["sms"],
        rules: [
          { ...denied, action: "ALLOW", channel: "sms", carrier: carriers[0]!, fallback: true, country: "US" },
          { ...denied, channel: "sms", carrier: carriers[1]!, fallback: true }
        ]
      }
    })
    expect(Result.getOrThrow(explained).recipients[0]).toMatchObject({
      rules: [{ of: "account", position: 1 }, { of: "account", position: 2 }],
      candidates: [],
      dropped: [{ carrier: "one", rule: 1, reason: "no_sender" }, { carrier: "two", rule: 2, reason: "denied_by_rule" }]
    })
  })

  it("names the rules that apply where nobody has given any, in their order", () => {
    const { explained } = played({ ...plain, rules: [] })
    const [first] = Result.getOrThrow(explained).recipients
    expect(first!.rules.map(({ channel, of, position }) => [of, position, channel])).toEqual([
      ["default", 1, "whatsapp"],
      ["default", 2, "rcs"],
      ["default", 3, "sms"],
      ["default", 4, "mms"]
    ])
  })

  it("shows the first rules, and all by which a route came up [XRT-004]", () => {
    const elsewhere = { ...denied, action: "ALLOW", carrier: null, channel: "rcs" } as const
    const { explained } = played({
      ...plain,
      account: {
        channels: ["sms"],
        rules: [...Array.from({ length: 30 }, () => ({ ...elsewhere })), { ...elsewhere, channel: "sms", priority: 9 }]
      },
      requested: ["sms"]
    })
    const [first] = Result.getOrThrow(explained).recipients
    expect(first!.rules.map(({ position }) => position)).toEqual([...Array.from({ length: 20 }, (_, at) => at + 1), 31])
    expect(first!.candidates.map(({ carrier, rule }) => [carrier, rule])).toEqual([["two", 31]])
  })

  it("counts all messages of a send, explains the first hundred, and lets those before spend the money [XRT-005]", () => {
    const { explained } = played({
      ...plain,
      account: { channels: ["sms"] },
      to: Array.from({ length: 150 }, (_, index) => index + 1),
      balance: 120 * 89
    })
    const { messages, outcomes, recipients } = Result.getOrThrow(explained)
    expect([messages, recipients.length]).toEqual([150, 100])
    expect(outcomes).toEqual([
      { status: "ROUTED", messages: 120, amount: 1.068 },
      {
        status: "BLOCKED",
        reason_code: "BUSINESS_003",
        reason: "The balance is insufficient.",
        messages: 30,
        amount: 0
      }
    ])
  })
})
