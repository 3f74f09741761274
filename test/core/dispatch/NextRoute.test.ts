/**
 * The next route: what is asked on each occasion, and what stands in the way (decisions 3.2 "When charged", 4.1).
 * Looking for one changes nothing.
 */
import * as Commit from "@signalbox/core/Commit"
import { put } from "@signalbox/core/Commit"
import { plus, toMillis } from "@signalbox/core/Instant"
import type { Decision } from "@signalbox/core/internal/commit/Decision"
import * as NextRoute from "@signalbox/core/internal/dispatch/NextRoute"
import type { Quote } from "@signalbox/core/internal/dispatch/RoutingContext"
import type { RoutingSettings } from "@signalbox/core/internal/dispatch/RoutingSettings"
import type { Attempt } from "@signalbox/core/internal/row/Attempt"
import { ConversationOpenings } from "@signalbox/core/internal/row/ConversationOpening"
import { Messages } from "@signalbox/core/Message"
import { make as money } from "@signalbox/core/Money"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"
import type { HistoryService } from "../history/Subject.ts"
import { first } from "../history/Subject.ts"
import type { Asked, World } from "../history/World.ts"
import { plain } from "../history/World.ts"

const carriers: World["carriers"] = [{ id: "one", channels: ["sms"] }, { id: "two", channels: ["sms"] }]

const tried: Attempt = Given.attempt({ carrier: Given.carrierId("one"), report: "FAILED", failure: "sender_refused" })

const occasions: Readonly<Record<NextRoute.Occasion["_tag"], NextRoute.Occasion>> = {
  First: { _tag: "First", at: Given.now },
  Fallback: { _tag: "Fallback", after: tried },
  Left: { _tag: "Left", after: tried },
  Reroute: { _tag: "Reroute", after: tried },
  Overdue: { _tag: "Overdue", after: tried },
  Released: { _tag: "Released", after: tried }
}
type Name = keyof typeof occasions
const names = Object.keys(occasions) as ReadonlyArray<Name>

/** A use that only looks. */
const looking = (
  service: HistoryService,
  occasion: NextRoute.Occasion,
  settings: RoutingSettings
): NextRoute.NextRoute => {
  const before = service.messages[0]!.message
  const message = { ...before, attempts: occasion._tag === "First" ? [] : [occasion.after] }
  const look: Decision<null, NextRoute.NextRoute> = {
    name: "look",
    needs: (_, facts) => NextRoute.needs(message, occasion, facts),
    decide: (_, grounds) =>
      Result.succeed({ commit: Commit.empty, answer: NextRoute.find(message, occasion, settings, grounds) })
  }
  return Result.getOrThrow(service.ask(look, null) as Result.Result<NextRoute.NextRoute, Error>)
}

const find = (
  name: Name,
  world: Partial<World & Asked> = {},
  prepare: (service: HistoryService) => void = () => {},
  change: (settings: RoutingSettings) => RoutingSettings = (settings) => settings
): NextRoute.NextRoute => {
  const { service } = first(plain({ carriers, ...world }))
  prepare(service)
  return looking(service, occasions[name], change(service.settings))
}

const told = (next: NextRoute.NextRoute): string =>
  next._tag === "Route"
    ? `Route ${next.quote.channel} ${next.quote.carrier}`
    : next._tag === "Stopped"
    ? `Stopped ${next.trigger} ${next.code}`
    : next._tag === "Held"
    ? `Held until ${toMillis(next.until)}`
    : next._tag === "Withdrawn"
    ? "Withdrawn"
    : `Exhausted: ${next.why}`

type Row = readonly [
  title: string,
  world: Partial<World & Asked>,
  prepare: (service: HistoryService) => void,
  answers: Readonly<Record<Name, string>>
]

const nothing = (): void => {}
const another = {
  First: "Route sms one",
  Fallback: "Route sms two",
  Left: "Route sms two",
  Reroute: "Route sms two",
  Overdue: "Route sms two",
  Released: "Route sms two"
}

/** It is 7:34 in New Jersey. */
const morning: World["quietHours"] = { windows: { US: { start: "21:00", end: "08:00" } }, exempt: [] }
const held = "Held until 2030-01-15T13:00:00.000Z"
const all = (answer: string): Row[3] => ({
  First: answer,
  Fallback: answer,
  Left: answer,
  Reroute: answer,
  Overdue: answer,
  Released: answer
})

const rows: ReadonlyArray<Row> = [
  ["nothing in its way", {}, nothing, another],
  ["a recipient who has opted out", {}, (service) => service.consent(true), all("Stopped filtered BUSINESS_004")],
  [
    "a recipient on the suppression list",
    {},
    (service) => service.suppress(true),
    all("Stopped filtered BUSINESS_004")
  ],
  ["no money", { balance: 88 }, nothing, {
    First: "Stopped blocked BUSINESS_003",
    Fallback: "Stopped blocked BUSINESS_003",
    // It can wait on where it is.
    Left: "Exhausted: no money for another route",
    // Decisions 3.2: it stays FAILED with the receipt's reason.
    Reroute: "Exhausted: no money for another route",
    Overdue: "Exhausted: no money for another route",
    Released: "Exhausted: no money for another route"
  }],
  ["just enough money", { balance: 89 }, nothing, another],
  ["no other carrier", { carriers: carriers.slice(0, 1) }, nothing, {
    First: "Route sms one",
    Fallback: "Exhausted: no other route",
    Left: "Exhausted: no other route",
    Reroute: "Exhausted: no other route",
    Overdue: "Exhausted: no other route",
    Released: "Exhausted: no other route"
  }],
  ["no carrier at all", { carriers: [] }, nothing, {
    First: "Stopped failed DELIVERY_003",
    Fallback: "Exhausted: no other route",
    Left: "Exhausted: no other route",
    Reroute: "Exhausted: no other route",
    Overdue: "Exhausted: no other route",
    Released: "Exhausted: no other route"
  }],
  ["quiet hours", { quietHours: morning }, nothing, all(held)],
  ["quiet hours, and no other carrier", { quietHours: morning, carriers: carriers.slice(0, 1) }, nothing, {
    ...all("Exhausted: no other route"),
    First: held
  }],
  // The gates come before the hours, and the hours before the routes.
  ["quiet hours, and no carrier at all", { quietHours: morning, carriers: [] }, nothing, {
    ...all("Exhausted: no other route"),
    First: held
  }],
  ["quiet hours, and an opt-out", { quietHours: morning }, (service) => service.consent(true), {
    ...all("Stopped filtered BUSINESS_004")
  }],
  ["quiet hours, and no money", { quietHours: morning, balance: 88 }, nothing, {
    First: "Stopped blocked BUSINESS_003",
    Fallback: "Stopped blocked BUSINESS_003",
    Left: "Exhausted: no money for another route",
    Reroute: "Exhausted: no money for another route",
    Overdue: "Exhausted: no money for another route",
    Released: "Exhausted: no money for another route"
  }],
  // What follows is asked once in a send, and once more when it is released.
  ["a suspended account", { stage: "suspended" }, nothing, {
    ...another,
    First: "Stopped blocked BUSINESS_018",
    Released: "Stopped blocked BUSINESS_018"
  }],
  // A deleted account sends nothing more, and keeps the outcome of what it has sent.
  ["a deleted account", {}, (service) => service.change({ deletedAt: service.now }), {
    ...all("Withdrawn"),
    Reroute: "Exhausted: the account was deleted",
    Overdue: "Exhausted: the account was deleted"
  }],
  [
    "a template that is paused",
    {},
    (service) => service.template(false),
    all("Stopped blocked BUSINESS_005")
  ],
  ["a template that is gone", {}, (service) => service.forgetTemplate(), {
    ...all("Exhausted: no other route"),
    First: "Stopped blocked BUSINESS_005",
    Released: "Stopped blocked BUSINESS_005"
  }],
  ["no value for its variable", { hasParameters: false }, nothing, {
    First: "Stopped failed VALIDATION_008",
    // Nobody comes here without a value.
    Fallback: "Route sms two",
    Left: "Route sms two",
    Reroute: "Route sms two",
    Overdue: "Route sms two",
    Released: "Stopped failed VALIDATION_008"
  }],
  // Whoever has been on its way has been counted.
  ["a day that is used up", { dailyLimit: 0 }, nothing, { ...another, First: "Stopped blocked BUSINESS_020" }]
]

describe("the next route", () => {
  for (const [title, world, prepare, answers] of rows) {
    it.each(names)(`with ${title}, as %s`, (name) => {
      expect(told(find(name, world, prepare))).toBe(answers[name])
    })
  }

  it.each(
    [
      ["Fallback", "none when it refuses", "Exhausted: no other route"],
      ["Left", "none when its line stands still", "Exhausted: no other route"],
      ["Reroute", "another one after its receipt", "Route sms two"]
    ] as const
  )("after a carrier whose rule lets no other one follow, as %s: %s", (_tag, _, answer) => {
    const { service } = first(plain({ carriers }))
    expect(told(looking(service, { _tag, after: { ...tried, fallback: false } }, service.settings))).toBe(answer)
  })

  it("of a message that quiet hours took out of line may be the one that it waited for, and counts no more", () => {
    const { service } = first(plain({ carriers: carriers.slice(0, 1), dailyLimit: 0 }))
    const before = service.messages[0]!.message
    const back = { ...before, attempts: [{ ...tried, failure: null, heldBack: true }] }
    const look: Decision<null, NextRoute.NextRoute> = {
      name: "look",
      needs: (_, facts) => NextRoute.needs(back, occasions.First, facts),
      decide: (_, grounds) =>
        Result.succeed({
          commit: Commit.empty,
          answer: NextRoute.find(back, occasions.First, service.settings, grounds)
        })
    }
    const next = Result.getOrThrow(service.ask(look, null) as Result.Result<NextRoute.NextRoute, Error>)
    expect([told(next), next._tag === "Route" && next.commit.counts]).toEqual(["Route sms one", []])
  })

  it("counts for the day when it is the first of a send, and rests on the recipient's consent always", () => {
    for (const name of names) {
      const next = find(name, { dailyLimit: 5 })
      if (next._tag !== "Route") throw new Error(told(next))
      const { counts, expects } = next.commit
      expect(counts.map(({ by, ceiling, counter }) => [counter.slice(-10), by, ceiling])).toEqual(
        name === "First" ? [["2030-01-15", 1, 5]] : []
      )
      expect(expects.map((each) => "ref" in each ? each.ref.kind : each.free.index).toSorted()).toEqual(["contact"])
    }
  })

  it("tells why the other ones are no candidates", () => {
    const next = find("Fallback", {
      requested: "auto_detect",
      carriers: [...carriers, { id: "talk", channels: ["mms"] }]
    })
    if (next._tag !== "Route") throw new Error(told(next))
    expect(next.leftOut).toEqual([
      { channel: "sms", carrier: "one", reason: "already_tried" },
      { channel: "mms", carrier: "talk", reason: "channel_not_set_up" }
    ])
  })

  it("of a free-form message is open for 7 days after a template went out, by the clock and not by the message", () => {
    const later = (millis: number) =>
      told(find("First", { isFreeForm: true }, (service) => {
        service.store.put(
          put(ConversationOpenings, { account: Given.accountId(1), phone: Given.phone(1), at: Given.now })
        )
        service.now = plus(Given.now, millis)
        const { message } = service.messages[0]!
        service.store.put(put(Messages, { ...message, queuedAt: service.now }))
      }))
    expect([later(604_800_000), later(604_800_001)]).toEqual([
      "Route sms one",
      "Stopped blocked CONVERSATION_TEMPLATE_REQUIRED"
    ])
  })

  const offered = (next: NextRoute.NextRoute): Quote => {
    if (next._tag !== "Route") throw new Error(told(next))
    return next.quote
  }

  it("costs what its destination costs, and what every other one costs where that has no price of its own", () => {
    const rate = (region: string | null, price: number) => ({
      channel: "sms" as const,
      region,
      price: money(price),
      activeContactPrice: money(price / 10)
    })
    const priced = (...rates: RoutingSettings["rates"]) =>
      offered(find("First", { segments: 2 }, nothing, (settings) => ({ ...settings, rates }))).price
    expect(priced(rate("CH", 500), rate("US", 300), rate(null, 100))).toEqual({ price: 600, activeContactPrice: 30 })
    expect(priced(rate("CH", 500), rate(null, 100))).toEqual({ price: 200, activeContactPrice: 10 })
  })

  it("is paid by the first payer that has the whole of it, markup included", () => {
    const payer = (balance: number) =>
      offered(find("First", { billing: "profile_and_organization", balance, organizationBalance: 500 })).payer
    expect([89, 88, 79, 0].map(payer)).toEqual([
      Given.accountId(1),
      Given.accountId(2),
      Given.accountId(2),
      Given.accountId(2)
    ])
  })
})
