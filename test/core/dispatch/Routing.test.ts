/**
 * Routing (decisions 4.1 "Routing", "Default rules", "Pinned channel"; specification "Limits"): which pairs of channel
 * and carrier may take a message, in which order, and why every other one may not.
 */
import type { Channel, Requested } from "@signalbox/core/Channel"
import type { DropReason } from "@signalbox/core/DropReason"
import type { CarrierId } from "@signalbox/core/Id"
import * as Routing from "@signalbox/core/internal/dispatch/Routing"
import * as SplitDraw from "@signalbox/core/internal/dispatch/SplitDraw"
import type { RoutingRule } from "@signalbox/core/internal/row/RoutingRule"
import { prop, propWith } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const all: ReadonlyArray<Channel> = ["whatsapp", "rcs", "sms", "mms"]
const carriers = ["a", "b", "c", "d"].map(Given.carrierId)
const channels = fc.oneof({ weight: 2, arbitrary: fc.constant(all) }, fc.subarray([...all]))

const rule: fc.Arbitrary<RoutingRule> = fc.tuple(
  fc.record({
    channel: fc.option(fc.constantFrom(...all)),
    carrier: fc.option(fc.constantFrom(...carriers)),
    action: fc.constantFrom("ALLOW", "ALLOW", "DENY"),
    fallback: fc.boolean(),
    country: fc.constant(null),
    priority: fc.nat({ max: 3 })
  }),
  fc.oneof(
    { weight: 3, arbitrary: fc.constant({}) },
    fc.constant({ carrier: null, select: "cheapest" as const }),
    fc.shuffledSubarray(carriers, { minLength: 1 }).chain((chosen) =>
      fc.tuple(...chosen.map((carrier) => fc.record({ carrier: fc.constant(carrier), weight: fc.nat({ max: 3 }) })))
        .map((split) => ({ carrier: null, split }))
    )
  )
).map(([made, choice]) => ({ ...made, ...choice }))

/** Costs of some carriers, some of them for the recipient's country. */
const costs = fc.uniqueArray(
  fc.record({
    carrier: fc.constantFrom(...carriers),
    channel: fc.constantFrom(...all),
    region: fc.constantFrom("US", "CH", null),
    price: fc.nat({ max: 3 }).map((each) => each / 1000)
  }),
  { maxLength: 16, selector: ({ carrier, channel, region }) => `${carrier} ${channel} ${region}` }
)

interface Made extends Routing.Input {
  readonly blocked: ReadonlyMap<Channel, DropReason>
}

const input: fc.Arbitrary<Made> = fc.record({
  requested: fc.constantFrom<Requested>("auto_detect", "auto_detect", ...all),
  carriers: fc.shuffledSubarray(carriers).chain((chosen) =>
    fc.tuple(...chosen.map((carrier) => fc.record({ carrier: fc.constant(carrier), channels })))
  ),
  rules: fc.array(rule, { maxLength: 4 }).map((own) => Routing.rulesOf(own, [])),
  costs,
  draw: fc.string(),
  blocked: fc.uniqueArray(
    fc.tuple(fc.constantFrom(...all), fc.constantFrom<DropReason>("channel_not_set_up", "template_has_no_body")),
    { maxLength: 2, selector: ([channel]) => channel }
  ).map((entries) => new Map(entries)),
  tried: fc.uniqueArray(fc.record({ channel: fc.constantFrom(...all), carrier: fc.constantFrom(...carriers) }), {
    maxLength: 4,
    selector: ({ carrier, channel }) => `${channel} ${carrier}`
  })
}).map((made) => ({
  ...made,
  obstacle: (channel) => made.blocked.get(channel) ?? null,
  subject: {
    phone: Given.phone(1),
    country: "US",
    numberType: () => "mobile",
    template: null,
    senderCountry: () => "US",
    now: Given.now
  }
}))

const text = ({ carrier, channel }: Routing.Pair): string => `${channel} ${carrier}`

/** Returns whether a pair can take the message, rules apart: read off the texts. */
const isAble = (pair: Routing.Pair, { blocked, carriers: routes, tried }: Made): boolean =>
  routes.some(({ carrier, channels: takes }) => carrier === pair.carrier && takes.includes(pair.channel)) &&
  !blocked.has(pair.channel) &&
  !tried.some((attempt) => text(attempt) === text(pair)) &&
  tried.length < 3

/** Infinite where nobody has said what the carrier charges. */
const costOf = (carrier: CarrierId, channel: Channel, { costs: known = [] }: Made): number => {
  const own = known.filter((cost) => cost.carrier === carrier && cost.channel === channel)
  return (own.find(({ region }) => region === "US") ?? own.find(({ region }) => region === null))?.price ?? Infinity
}

/** The carriers of a channel, in the order in which the rule wants them tried. */
const carriersOf = (
  { carrier, select, split }: RoutingRule,
  channel: Channel,
  made: Made
): ReadonlyArray<CarrierId> => {
  if (carrier !== null) return [carrier]
  if (split !== undefined) {
    // Which order the draw gives is a matter of SplitDraw's tests.
    return SplitDraw.ordered(split, made.draw ?? "", Given.now).map((share) => share.carrier)
  }
  const every = made.carriers.map((route) => route.carrier)
  if (select === undefined) return every
  return [0, 0.001, 0.002, 0.003, Infinity].flatMap((cost) =>
    every.filter((each) => costOf(each, channel, made) === cost)
  )
}

/** The pairs that a rule speaks of, in the order in which channels and carriers are tried. */
const spokenOf = (rule: RoutingRule, made: Made): ReadonlyArray<Routing.Pair> =>
  all.filter((each) =>
    (rule.channel === null || rule.channel === each) && (made.requested === "auto_detect" || made.requested === each)
  ).flatMap((channel) => carriersOf(rule, channel, made).map((carrier) => ({ channel, carrier })))

/** Named channels count as a criterion, then priority, then age. */
const sorted = ({ rules: { global, own } }: Made): ReadonlyArray<RoutingRule> => {
  const rules = own.length === 0 ? global : own
  const at = (each: RoutingRule) => (each.channel === null ? 1000 : 0) + each.priority * 10
  return rules.map((each, age) => [at(each) + age, each] as const).toSorted(([self], [other]) => self - other)
    .map(([, each]) => each)
}

/** Every able pair by the first rule that speaks of it, until a rule that denies one ends the list. */
const expected = (made: Made): { readonly allowed: ReadonlyArray<string>; readonly denied: ReadonlyArray<string> } => {
  const allowed: Array<string> = []
  const denied: Array<string> = []
  for (const each of sorted(made)) {
    const fresh = spokenOf(each, made).filter((pair) => isAble(pair, made)).map(text)
      .filter((pair) => !allowed.includes(pair) && !denied.includes(pair))
    if (each.action === "ALLOW") allowed.push(...fresh)
    else denied.push(...fresh)
    if (each.action === "DENY" && !each.fallback && fresh.length > 0) break
  }
  return { allowed, denied }
}

describe("Routing.plan", () => {
  propWith({ runs: 500 })("takes the cheapest carrier of those that remain [XRT-105]", input, (made) => {
    const cheap = { channel: "sms", carrier: null, select: "cheapest", action: "ALLOW", fallback: true } as const
    const rules = Routing.rulesOf([{ ...cheap, country: null, priority: 0 }], [])
    const { candidates: [first, ...others] } = Routing.plan({ ...made, rules, requested: "sms" })
    if (first === undefined) return
    for (const { carrier } of others) {
      expect(costOf(first.carrier, "sms", made)).toBeLessThanOrEqual(costOf(carrier, "sms", made))
    }
    const cost = costOf(first.carrier, "sms", made)
    expect(first.chosen).toEqual({ by: "cheapest", cost: cost === Infinity ? null : cost })
  })

  propWith({ runs: 1000 })(
    "offers every pair that a rule allows and nothing speaks against, in order, and no other [RTE-002]",
    input,
    (made) => {
      const { allowed, denied } = expected(made)
      const plan = Routing.plan(made)
      expect(plan.candidates.map(text)).toEqual(allowed)
      expect(plan.isDenied).toBe(allowed.length === 0 && denied.length > 0)
      expect(plan.dropped.filter(({ reason }) => reason === "denied_by_rule").map(text)).toEqual(denied)
    }
  )

  propWith({ runs: 500 })("tells of every other pair that rules speak of a reason that is true", input, (made) => {
    for (const { reason, ...pair } of Routing.plan(made).dropped) {
      const isTrue = reason === "carrier_not_configured"
        ? !made.carriers.some((route) => route.carrier === pair.carrier && route.channels.includes(pair.channel))
        : reason === "already_tried"
        ? made.tried.some((attempt) => text(attempt) === text(pair))
        : reason === "routes_used_up"
        ? made.tried.length >= 3
        : reason === "denied_by_rule" || made.blocked.get(pair.channel) === reason
      expect(isTrue, `${text(pair)} ${reason}`).toBe(true)
    }
  })

  propWith({ runs: 300 })("leaves no pair of the default rules unexplained", input, (made) => {
    const byDefault = { ...made, rules: Routing.rulesOf([], []) }
    const { candidates, dropped } = Routing.plan(byDefault)
    const pairs = all.filter((channel) => made.requested === "auto_detect" || made.requested === channel).flatMap(
      (channel) =>
        made.carriers.filter((route) => route.channels.includes(channel)).map(({ carrier }) =>
          text({ channel, carrier })
        )
    )
    expect([...candidates, ...dropped].map(text).toSorted()).toEqual(pairs.toSorted())
  })

  prop("keeps a pinned send on its channel [RTE-025]", input, (made) => {
    if (made.requested === "auto_detect") return
    expect(Routing.plan(made).candidates.filter(({ channel }) => channel !== made.requested)).toEqual([])
  })

  prop("offers nothing after three routes [RTE-015]", input, (made) => {
    if (made.tried.length >= 3) expect(Routing.plan(made).candidates).toEqual([])
  })

  prop("says of a candidate whether its rule allows another one", input, fc.boolean(), (made, fallback) => {
    const own = [{ ...Routing.defaultRules[0]!, channel: null, fallback }]
    const { candidates } = Routing.plan({ ...made, rules: Routing.rulesOf(own, []) })
    expect(candidates.map((candidate) => candidate.fallback)).toEqual(candidates.map(() => fallback))
  })

  it("prefers WhatsApp, then RCS, then SMS, MMS last, where no rule says otherwise", () => {
    const [any] = fc.sample(input, 1)
    const plan = Routing.plan({
      ...any!,
      requested: "auto_detect",
      carriers: [
        { carrier: Given.carrierId("a"), channels: all },
        { carrier: Given.carrierId("b"), channels: ["sms", "whatsapp"] }
      ],
      rules: Routing.rulesOf([], []),
      obstacle: () => null,
      tried: []
    })
    expect(plan.candidates.map(text)).toEqual(["whatsapp a", "whatsapp b", "rcs a", "sms a", "sms b", "mms a"])
    expect(plan).toMatchObject({ dropped: [], isDenied: false })
  })

  it("splits the messages without a name as one whose name is empty", () => {
    const split = ["a", "b", "c", "d"].map((name) => ({ carrier: Given.carrierId(name), weight: 1 }))
    const { draw: _, ...any } = fc.sample(input, 1)[0]!
    const { candidates } = Routing.plan({
      ...any,
      requested: "sms",
      carriers: split.map(({ carrier }) => ({ carrier, channels: ["sms"] })),
      rules: Routing.rulesOf([{ ...Routing.defaultRules[2]!, channel: "sms", carrier: null, split }], []),
      obstacle: () => null,
      tried: []
    })
    expect(candidates.map(({ carrier }) => carrier)).toEqual(
      SplitDraw.ordered(split, "", Given.now).map(({ carrier }) => carrier)
    )
  })

  it("asks the operator's rules after the account's own, and the default ones only when there are none", () => {
    const [own, global] = ["x", "y"].map((carrier) => ({
      ...Routing.defaultRules[2]!,
      carrier: Given.carrierId(carrier)
    }))
    expect(Routing.rulesOf([own!], [global!])).toEqual({ own: [own], global: [global] })
    expect(Routing.rulesOf([], [global!])).toEqual({ own: [], global: [global] })
    expect(Routing.rulesOf([own!], [])).toEqual({ own: [own], global: [] })
    expect(Routing.rulesOf([], [])).toEqual({ own: [], global: Routing.defaultRules })
  })

  it("asks of each route whether its channel can take the message, and whether its carrier chooses senders", () => {
    const [any] = fc.sample(input, 1)
    const asked: Array<readonly [Channel, boolean]> = []
    const plan = Routing.plan({
      ...any!,
      requested: "auto_detect",
      carriers: [
        { carrier: Given.carrierId("a"), channels: ["sms"], choosesSender: true },
        { carrier: Given.carrierId("b"), channels: ["sms", "rcs"], choosesSender: false },
        { carrier: Given.carrierId("c"), channels: ["mms"] }
      ],
      rules: Routing.rulesOf([], []),
      obstacle: (channel, choosesSender) => {
        asked.push([channel, choosesSender])
        return channel === "mms" ? "no_rate" : choosesSender ? null : "channel_not_set_up"
      },
      tried: []
    })
    expect(asked).toEqual([["rcs", false], ["sms", true], ["sms", false], ["mms", false]])
    expect(plan.candidates.map(text)).toEqual(["sms a"])
    expect(Routing.leftOut(plan)).toStrictEqual([
      { channel: "rcs", carrier: "b", reason: "channel_not_set_up" },
      { channel: "sms", carrier: "b", reason: "channel_not_set_up" },
      { channel: "mms", carrier: "c", reason: "no_rate" }
    ])
  })

  it("goes by the first of two routes of one carrier", () => {
    const a = { carrier: Given.carrierId("a"), channels: ["sms"] as const }
    const asked: Array<boolean> = []
    Routing.plan({
      ...fc.sample(input, 1)[0]!,
      requested: "sms",
      carriers: [{ ...a, choosesSender: true }, a],
      rules: Routing.rulesOf([{ ...Routing.defaultRules[2]!, channel: "sms", carrier: a.carrier }], []),
      obstacle: (_, choosesSender) => {
        asked.push(choosesSender)
        return null
      },
      tried: []
    })
    expect(asked).toEqual([true])
  })

  it("tells the first reason of several: what the channel lacks, that it is drained, that it was tried, that routes are used up", () => {
    const [any] = fc.sample(input, 1)
    const reasons = (
      { isBlocked = false, isDrained = false, leftLine = false, tried = 0 }: {
        readonly isBlocked?: boolean
        readonly isDrained?: boolean
        readonly leftLine?: boolean
        readonly tried?: number
      }
    ) => {
      const { candidates, dropped } = Routing.plan({
        ...any!,
        requested: "sms",
        carriers: ["a", "b", "c", "d"].map((carrier) => ({ carrier: Given.carrierId(carrier), channels: ["sms"] })),
        rules: Routing.rulesOf([], []),
        obstacle: () => isBlocked ? "no_rate" : null,
        isDrained: (carrier) => isDrained && (carrier === "a" || carrier === "d"),
        tried: ["a", "b", "c"].slice(0, tried).map((carrier) => ({
          carrier: Given.carrierId(carrier),
          channel: "sms",
          ...(leftLine && carrier === "a" ? { leftLine } : {})
        }))
      })
      return [
        ...candidates.map(({ carrier }) => carrier),
        ...dropped.map(({ carrier, reason }) => `${carrier} ${reason}`)
      ]
    }
    expect(reasons({ isBlocked: true, isDrained: true, tried: 3 })).toEqual(
      ["a", "b", "c", "d"].map((each) => `${each} no_rate`)
    )
    expect(reasons({ isDrained: true, tried: 2 })).toEqual([
      "c",
      "a carrier_drained",
      "b already_tried",
      "d carrier_drained"
    ])
    expect(reasons({ tried: 3 })).toEqual(["a already_tried", "b already_tried", "c already_tried", "d routes_used_up"])
    // A line that was left is no route, and is not entered again.
    expect(reasons({ tried: 3, leftLine: true })).toEqual([
      "d",
      "a already_tried",
      "b already_tried",
      "c already_tried"
    ])
  })
})
