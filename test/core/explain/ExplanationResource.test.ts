/** The answer shows all that an explanation says, each thing in its place, and leaves out what there is not (decisions 18.1). */
import { hour, plus } from "@signalbox/core/Instant"
import * as Limit from "@signalbox/core/internal/catalogue/Limit"
import * as Gate from "@signalbox/core/internal/dispatch/Gate"
import type { Quote } from "@signalbox/core/internal/dispatch/RoutingContext"
import type { Explanation } from "@signalbox/core/internal/explain/Explanation"
import * as ExplanationResource from "@signalbox/core/internal/explain/ExplanationResource"
import type { RoutingRule } from "@signalbox/core/internal/row/RoutingRule"
import type { Message } from "@signalbox/core/Message"
import { make as money } from "@signalbox/core/Money"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const plain: RoutingRule = {
  channel: null,
  carrier: null,
  action: "DENY",
  fallback: false,
  country: null,
  priority: 4
}

/** A rule with every criterion. */
const full: RoutingRule = {
  channel: "sms",
  carrier: Given.carrierId("one"),
  action: "ALLOW",
  fallback: true,
  country: "US",
  priority: 7,
  prefix: "+1",
  number: Given.phone(1),
  numberType: "mobile",
  category: "UTILITY",
  language: "en_US",
  international: true,
  ported: false,
  network: ["310026"],
  expiresAt: plus(Given.now, hour)
}

const gateInput: Gate.Input = {
  accounts: [],
  contact: null,
  isAutoReply: false,
  destination: "the region CH is forbidden",
  today: null,
  isPrefixPaused: false,
  passedCaps: [],
  purpose: null,
  frequency: [],
  balance: money(0),
  price: money(0),
  requested: "sms",
  template: null,
  isOpenOnWhatsapp: false,
  isOpen: false
}

const quote = (parts: Partial<Quote>): Quote => ({
  channel: "sms",
  carrier: Given.carrierId("one"),
  fallback: true,
  rule: full,
  rendered: null,
  from: Given.phone(9000),
  replacements: [],
  segments: 2,
  price: { price: money(79), activeContactPrice: money(10) },
  payer: Given.accountId(1),
  isWatched: false,
  ...parts
})

const explanation = (parts: Partial<Explanation> = {}): Explanation => ({
  before: Given.message({ requested: "sms", template: null }),
  after: Given.message({ status: "QUEUED" }),
  at: Given.now,
  rules: [],
  candidates: [],
  dropped: [],
  lookUp: null,
  lookedUp: [],
  heldUntil: null,
  passages: [],
  gateInput,
  ...parts
})

const gates = Gate.gates.filter(({ name }) => name === "consent" || name === "destination")

describe("an explained message", () => {
  it("of which there is little to say has no more than that", () => {
    expect(ExplanationResource.message(explanation(), null)).toStrictEqual({
      to: Given.phone(1),
      channel: "sms",
      template_id: null,
      at: "2030-01-15T12:34:56.789Z",
      outcome: { status: "QUEUED", description: "" },
      held_until: null,
      rules: [],
      candidates: [],
      dropped: [],
      gates: []
    })
  })

  it("shows everything that is known", () => {
    const shown = ExplanationResource.message(
      explanation({
        before: Given.message(),
        after: Given.message({
          status: "BLOCKED",
          code: "BUSINESS_011",
          history: [{
            status: "BLOCKED",
            reached: true,
            at: Given.now,
            description: "It is stopped.",
            from: null,
            price: null,
            activeContactPrice: null,
            code: "BUSINESS_011",
            scheduledAt: null
          }]
        }),
        at: plus(Given.now, hour),
        rules: [{ of: "account", position: 2, rule: full }, { of: "default", position: 5, rule: plain }],
        candidates: [
          quote({ chosen: { by: "split", weight: 30 } }),
          quote({
            channel: "rcs",
            carrier: Given.carrierId("two"),
            from: null,
            rule: plain,
            chosen: { by: "cheapest", cost: 5 },
            moved: "carrier_unwell"
          }),
          quote({ rule: { ...plain } })
        ],
        dropped: [{ channel: "mms", carrier: Given.carrierId("three"), reason: "mms_not_allowed", rule: plain }],
        lookUp: {
          state: "known",
          cost: 0.004,
          facts: { at: Given.now, until: plus(Given.now, hour), ported: true, network: "26201" }
        },
        lookedUp: [{ of: "service", position: 3, rule: full, isMet: true }],
        heldUntil: plus(Given.now, 2 * hour),
        passages: gates.map((gate) => ({ gate, passes: gate.name === "consent" }))
      }),
      "the contact"
    )
    const price = { amount: 0.0089, price: 0.0079, active_contact_price: 0.001 }
    expect(shown).toStrictEqual({
      to: Given.phone(1),
      channel: "auto_detect",
      contact_id: "the contact",
      template_id: Given.templateId(1),
      at: "2030-01-15T13:34:56.789Z",
      outcome: {
        status: "BLOCKED",
        description: "It is stopped.",
        reason_code: "BUSINESS_011",
        reason: "The destination country is not allowed."
      },
      held_until: "2030-01-15T14:34:56.789Z",
      look_up: {
        state: "known",
        sentence: "the number was looked up, and what was told counts still",
        rules: [{ of: "service", position: 3, is_met: true }],
        ported: true,
        network: "26201",
        looked_up_at: "2030-01-15T12:34:56.789Z",
        counts_until: "2030-01-15T13:34:56.789Z",
        cost: 0.004
      },
      rules: [
        {
          rule: 1,
          of: "account",
          position: 2,
          action: "ALLOW",
          channel: "sms",
          carrier: "one",
          fallback: true,
          priority: 7,
          country: "US",
          prefix: "+1",
          number: Given.phone(1),
          number_type: "mobile",
          category: "UTILITY",
          language: "en_US",
          international: true,
          ported: false,
          network: ["310026"],
          expires_at: "2030-01-15T13:34:56.789Z"
        },
        {
          rule: 2,
          of: "default",
          position: 5,
          action: "DENY",
          channel: null,
          carrier: null,
          fallback: false,
          priority: 4
        }
      ],
      candidates: [
        {
          channel: "sms",
          carrier: "one",
          sender: Given.phone(9000),
          segments: 2,
          price,
          rule: 1,
          chosen: "split",
          weight: 30
        },
        {
          channel: "rcs",
          carrier: "two",
          sender: null,
          segments: 2,
          price,
          rule: 2,
          chosen: "cheapest",
          moved: "carrier_unwell"
        },
        // A rule that nothing met shows as none.
        { channel: "sms", carrier: "one", sender: Given.phone(9000), segments: 2, price, rule: 0 }
      ],
      dropped: [
        {
          channel: "mms",
          carrier: "three",
          rule: 2,
          reason: "mms_not_allowed",
          sentence: "the account may not send MMS"
        }
      ],
      gates: [
        { gate: "consent", passes: true },
        {
          gate: "destination",
          passes: false,
          code: "BUSINESS_011",
          sentence: "The destination country is not allowed: the region CH is forbidden"
        }
      ]
    })
  })

  it.each(
    [
      ["failed", "the look-up gave no answer, so the rules that ask for it are not met"],
      [
        "pending",
        "the number is looked up before the message gets a route, and the routes are those as far as is known"
      ],
      ["unavailable", "no look-up can be made, so the rules that ask for it are not met"]
    ] as const
  )("says of a look-up that is %s what that means, and no more than is known", (state, sentence) => {
    const { look_up: empty } = ExplanationResource.message(
      explanation({ lookUp: { state, cost: null, facts: null } }),
      null
    )
    expect(empty).toStrictEqual({ state, sentence, rules: [] })
    const facts = { at: Given.now, until: Given.now }
    const { look_up: bare } = ExplanationResource.message(explanation({ lookUp: { state, cost: 0, facts } }), null)
    const at = "2030-01-15T12:34:56.789Z"
    expect(bare).toStrictEqual({ state, sentence, rules: [], looked_up_at: at, counts_until: at, cost: 0 })
  })

  it("names the first twenty rules that a look-up decides about", () => {
    const lookedUp = Array.from({ length: 21 }, (_, index) => (
      { of: "account", position: index + 1, rule: full, isMet: false } as const
    ))
    const lookUp = { state: "pending", cost: null, facts: null } as const
    const { look_up: shown } = ExplanationResource.message(explanation({ lookUp, lookedUp }), null)
    expect(Limit.explain.rules).toBe(20)
    expect(shown?.rules.map(({ position }) => position)).toEqual(lookedUp.slice(0, 20).map(({ position }) => position))
  })
})

it("rules beyond the twentieth are shown where a route came up by them, also one that was dropped", () => {
  const rules = Array.from({ length: 24 }, (_, index) => (
    { of: "account", position: index + 1, rule: { ...plain, priority: index } } as const
  ))
  const [, ...last] = rules.slice(20).map(({ rule }) => rule)
  const { rules: shown } = ExplanationResource.message(
    explanation({
      rules,
      candidates: [quote({ rule: last[0]! })],
      dropped: [{ channel: "mms", carrier: Given.carrierId("three"), reason: "denied_by_rule", rule: last[2]! }]
    }),
    null
  )
  expect(shown.map(({ rule }) => rule)).toEqual([...Array.from({ length: 20 }, (_, index) => index + 1), 22, 24])
})

it("outcomes are counted by status and code, in the order in which they come up, with what their routes cost", () => {
  const ended = (parts: Partial<Message>, ...candidates: ReadonlyArray<Quote>) =>
    explanation({ after: Given.message(parts), candidates })
  const dear = quote({ price: { price: money(500), activeContactPrice: money(0) } })
  expect(ExplanationResource.sums([
    ended({ status: "ROUTED" }, quote({}), dear),
    ended({ status: "BLOCKED", code: "BUSINESS_003" }, dear),
    ended({ status: "ROUTED" }, dear),
    ended({ status: "BLOCKED", code: "BUSINESS_011" }),
    ended({ status: "ROUTED" }),
    ended({ status: "FAILED", code: "BUSINESS_003" }),
    ended({ status: "BLOCKED", code: "BUSINESS_003" })
  ])).toStrictEqual([
    { status: "ROUTED", messages: 3, amount: 0.0589 },
    { status: "BLOCKED", reason_code: "BUSINESS_003", reason: "The balance is insufficient.", messages: 2, amount: 0 },
    {
      status: "BLOCKED",
      reason_code: "BUSINESS_011",
      reason: "The destination country is not allowed.",
      messages: 1,
      amount: 0
    },
    { status: "FAILED", reason_code: "BUSINESS_003", reason: "The balance is insufficient.", messages: 1, amount: 0 }
  ])
  expect(ExplanationResource.sums([])).toEqual([])
})
