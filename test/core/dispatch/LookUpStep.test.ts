/**
 * Look-ups that rules ask for (decisions 18.7): when a message waits for one, and what becomes of it then.
 */
import type { Account } from "@signalbox/core/Account"
import { Accounts } from "@signalbox/core/Account"
import { put } from "@signalbox/core/Commit"
import type { Instant } from "@signalbox/core/Instant"
import { day, hour, minute, plus, second } from "@signalbox/core/Instant"
import type { Decision } from "@signalbox/core/internal/commit/Decision"
import { done } from "@signalbox/core/internal/commit/Decision"
import { Dispatch } from "@signalbox/core/internal/dispatch/Dispatch"
import * as DispatchWork from "@signalbox/core/internal/dispatch/DispatchWork"
import { LookedUp } from "@signalbox/core/internal/dispatch/LookUpStep"
import * as LookUpWork from "@signalbox/core/internal/dispatch/LookUpWork"
import * as NextRoute from "@signalbox/core/internal/dispatch/NextRoute"
import type { RoutingSettings } from "@signalbox/core/internal/dispatch/RoutingSettings"
import type { Contact } from "@signalbox/core/internal/row/Contact"
import { Contacts } from "@signalbox/core/internal/row/Contact"
import { RestrictionRows } from "@signalbox/core/internal/row/Restrictions"
import type { RoutingRule } from "@signalbox/core/internal/row/RoutingRule"
import type { Message } from "@signalbox/core/Message"
import { Messages } from "@signalbox/core/Message"
import { make as money } from "@signalbox/core/Money"
import type { Finding } from "@signalbox/core/NumberLookup"
import { revisionOf, TemplateRevisions, Templates } from "@signalbox/core/Template"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const [one, two] = ["one", "two"].map(Given.carrierId)

const via = (carrier: string | null, parts: Partial<RoutingRule> = {}): RoutingRule => ({
  channel: "sms",
  carrier: carrier === null ? null : Given.carrierId(carrier),
  action: "ALLOW",
  fallback: true,
  country: null,
  priority: 0,
  ...parts
})

const finding = (parts: Partial<Finding> = {}): Finding => ({
  region: null,
  lineType: null,
  carrierName: null,
  isPorted: null,
  mobileCountryCode: null,
  mobileNetworkCode: null,
  ...parts
})

interface World {
  readonly account?: Partial<Account>
  readonly contact?: Partial<Contact> | null
  readonly message?: Partial<Message>
  readonly rules?: ReadonlyArray<RoutingRule>
  readonly balance?: number
  readonly settings?: Partial<RoutingSettings>
}

/** Ported numbers go by the second carrier. */
const ported = [via("two", { ported: true }), via("one")]

const scene = ({ account = {}, balance = 100_000, contact = {}, message = {}, ...world }: World = {}) => {
  const own = Given.account({ channels: ["sms"], rules: world.rules ?? ported, ...account })
  const template = Given.template()
  const store = new FactStore([
    put(Accounts, own),
    put(Templates, template),
    put(TemplateRevisions, revisionOf(template)),
    put(Messages, Given.message({ requested: "sms", ...message })),
    ...(contact === null ? [] : [put(Contacts, Given.contact(contact))])
  ])
  store.give(own.id, balance)
  const settings: RoutingSettings = {
    rules: [],
    markets: [],
    lookUp: { keptFor: day },
    carriers: [one!, two!].map((carrier) => ({
      carrier,
      channels: ["sms"],
      answersWithin: 30_000,
      references: "alone",
      choosesSender: true
    })),
    rates: [{ channel: "sms", region: null, price: money(100), activeContactPrice: money(0) }],
    ...world.settings
  }
  const ids = Given.ids()
  const read = () => store.get(Messages, Given.messageId(1))!
  return {
    store,
    settings,
    read,
    contact: () => store.values(Contacts)[0],
    dispatch: (at: Instant = Given.now) =>
      Result.getOrThrow(
        store.run(Dispatch, { lease: store.hold(DispatchWork.due(read(), at)), settings, at }, at, ids)
      ),
    waits: () => [...store.work.values()].some(({ work }) => work.kind === "look_up"),
    tell: (told: Finding | null, at: Instant = Given.now, isAsked = true) => {
      const lease = store.claim(LookUpWork.due(read(), at).work)!
      Result.getOrThrow(store.run(LookedUp, { lease, settings, told: { finding: told, isAsked }, at }, at, ids))
    },
    route: () => read().attempts.at(-1)?.carrier ?? null,
    counts: () => [...store.counts].filter(([counter]) => counter.startsWith("lookups/"))
  }
}

describe("a message whose route depends on a look-up", () => {
  const lookedUp = "the number was looked up: "
  const answers: ReadonlyArray<readonly [string, Finding | null, string, string]> = [
    ["ported", finding({ isPorted: true }), "two", `${lookedUp}ported, network not known`],
    ["not ported", finding({ isPorted: false }), "one", `${lookedUp}not ported, network not known`],
    ["nothing of the kind", finding(), "one", `${lookedUp}not known whether ported, network not known`],
    ["no answer", null, "one", "the look-up of the number gave no answer"]
  ]

  it.each(answers)("waits for it, and goes by what it tells: %s [XRT-120] [XRT-123]", (_, told, carrier, words) => {
    const { dispatch, read, route, store, tell, waits } = scene()
    const before = read()
    dispatch()
    expect([waits(), read()]).toEqual([true, before])
    const lane = `look_up:${Given.accountId(1)}`
    expect([...store.work.values()]).toStrictEqual([
      { work: { kind: "look_up", key: `${Given.messageId(1)}/1` }, lane, at: Given.now }
    ])
    tell(told)
    expect([waits(), read().status, route()]).toEqual([false, "ROUTED", carrier])
    expect(read().history[0]).toMatchObject({ description: words, reached: false })
  })

  it("has what was told in its activities, and its contact has it for all nodes [XRT-129]", () => {
    const { contact, dispatch, read, tell } = scene({ settings: { lookUp: { keptFor: 6 * hour } } })
    dispatch()
    tell(finding({ isPorted: true, mobileCountryCode: "262", mobileNetworkCode: "01" }))
    expect(read().history[0]?.description).toBe("the number was looked up: ported, network 26201")
    expect(contact()?.lookup).toEqual({
      at: Given.now,
      until: plus(Given.now, 6 * hour),
      ported: true,
      network: "26201"
    })
  })

  it("goes by what is known as long as that counts, and waits again after that [XRT-129]", () => {
    const known = { at: Given.now, until: plus(Given.now, minute), ported: true }
    const early = scene({ contact: { lookup: known } })
    early.dispatch(plus(Given.now, minute - 1))
    expect([early.waits(), early.route()]).toEqual([false, "two"])
    const late = scene({ contact: { lookup: known } })
    late.dispatch(plus(Given.now, minute))
    expect([late.waits(), late.route()]).toEqual([true, null])
    late.tell(finding({ isPorted: false }), plus(Given.now, minute))
    expect(late.route()).toBe("one")
  })

  it("does not ask again for a number within a minute after that has failed [XRT-125]", () => {
    const failed = scene()
    failed.dispatch()
    failed.tell(null)
    const lookup = failed.contact()!.lookup!
    expect(lookup).toEqual({ at: Given.now, until: plus(Given.now, minute), failed: true })
    const next = scene({ contact: { lookup } })
    next.dispatch(plus(Given.now, minute - second))
    expect([next.waits(), next.route()]).toEqual([false, "one"])
    const later = scene({ contact: { lookup } })
    later.dispatch(plus(Given.now, minute))
    expect(later.waits()).toBe(true)
  })

  it("counts once for a question to the registry, and not for an answer that it shares [XRT-130]", () => {
    const { counts, dispatch, tell } = scene()
    dispatch()
    tell(finding({ isPorted: true }), Given.now, false)
    expect(counts()).toEqual([])
    const asking = scene()
    asking.dispatch()
    asking.tell(null)
    expect(asking.counts()).toEqual([[`lookups/${Given.accountId(1)}/2030-01-15`, 1]])
  })

  it("is left alone when it was cancelled meanwhile, or is sent again", () => {
    for (const changed of [{ status: "CANCELLED" }, { send: 2 }] as const) {
      const { contact, counts, dispatch, read, settings, store } = scene()
      dispatch()
      const lease = store.claim(LookUpWork.due(read(), Given.now).work)!
      store.put(put(Messages, { ...read(), ...changed }))
      const told = { finding: finding({ isPorted: true }), isAsked: true }
      Result.getOrThrow(store.run(LookedUp, { lease, settings, told, at: Given.now }, Given.now, Given.ids()))
      expect([read().status, read().attempts, contact()?.lookup, counts()]).toEqual([
        "status" in changed ? changed.status : "QUEUED",
        [],
        undefined,
        []
      ])
    }
  })

  it("waits for its lane when the operator has paused it meanwhile, and goes by what was told [XRT-134]", () => {
    const { contact, dispatch, read, route, settings, store } = scene()
    dispatch()
    const lane = DispatchWork.DispatchWork.lane.of(Given.accountId(1))
    const restricted = (all: ReadonlyArray<object>) => store.put(put(RestrictionRows, { all } as never))
    restricted([{ on: lane, mode: "paused", since: Given.now }])
    // The decision comes later than the answer that it rests on.
    const decided = plus(Given.now, second)
    const lease = store.claim(LookUpWork.due(read(), Given.now).work)!
    const told = { finding: finding({ isPorted: true }), isAsked: true }
    Result.getOrThrow(store.run(LookedUp, { lease, settings, told, at: Given.now }, decided, Given.ids()))
    expect([read().status, route()]).toEqual(["QUEUED", null])
    expect([...store.work.values()]).toStrictEqual([DispatchWork.due(read(), decided)])
    expect(contact()?.lookup?.at).toBe(decided)
    restricted([])
    dispatch()
    expect(route()).toBe("two")
  })
})

describe("no look-up is made", () => {
  const worlds: ReadonlyArray<readonly [string, World, string | null]> = [
    ["where no rule asks", { rules: [via("one")] }, "one"],
    [
      "where the rule is about another country",
      { rules: [via("two", { ported: true, country: "DE" }), via("one")] },
      "one"
    ],
    ["where it is about other numbers", { rules: [via("two", { ported: true, prefix: "+49" }), via("one")] }, "one"],
    ["where it is about another channel", {
      rules: [via("two", { ported: true, channel: "rcs" }), via("one")]
    }, "one"],
    ["where it is over", {
      rules: [via("two", { ported: true, expiresAt: Given.now }), via("one")]
    }, "one"],
    ["where it is about a carrier that there is not", { rules: [via("gone", { ported: true }), via("one")] }, "one"],
    ["where rules before it have decided about its routes", {
      rules: [via(null, { number: Given.phone(1) }), via("two", { ported: true })]
    }, "one"],
    ["behind a denial that ends the search", {
      rules: [via("one", { action: "DENY", fallback: false, number: Given.phone(1) }), via("two", { ported: true })]
    }, null],
    ["for a recipient who has opted out", { contact: { optOut: true } }, null],
    ["for a destination that is forbidden", { account: { destinations: { forbid: ["US"] } } }, null],
    ["for a recipient whom nobody knows any more", { contact: null }, "one"],
    ["of an account that was deleted", { account: { deletedAt: Given.now } }, null],
    ["for a message that is worth nothing any more", { message: { expiry: { at: Given.now } } }, null]
  ]

  it.each(worlds)("%s [XRT-121] [XRT-122] [XRT-132]", (_, world, carrier) => {
    const { counts, dispatch, read, route, waits } = scene(world)
    dispatch()
    expect([waits(), route(), counts()]).toEqual([false, carrier, []])
    expect(read().status).not.toBe("QUEUED")
  })

  it("without a registry, whatever was known before [XRT-132]", () => {
    const known = { at: Given.now, until: plus(Given.now, day), ported: true }
    const { route, settings, store, waits } = scene({ contact: { lookup: known } })
    const { lookUp: _, ...without } = settings
    const lease = store.hold(DispatchWork.due(store.values(Messages)[0]!, Given.now))
    Result.getOrThrow(store.run(Dispatch, { lease, settings: without, at: Given.now }, Given.now, Given.ids()))
    expect([waits(), route()]).toEqual([false, "one"])
  })
})

describe("the order of a look-up", () => {
  it("comes before money: what the route costs is not known yet [XRT-122]", () => {
    const { dispatch, read, tell, waits } = scene({ balance: 0 })
    dispatch()
    expect(waits()).toBe(true)
    tell(finding({ isPorted: true }))
    expect([read().status, read().code]).toEqual(["BLOCKED", "BUSINESS_003"])
  })

  it("comes after the night, when the message is looked up before it is released [XRT-122] [XRT-124]", () => {
    const night = plus(Given.now, 15 * hour)
    const { dispatch, read, route, tell, waits } = scene({ account: { quietHours: "us-tcpa" } })
    dispatch(night)
    expect([waits(), read().status]).toEqual([false, "SCHEDULED"])
    const morning = read().scheduledAt!
    dispatch(morning)
    expect([waits(), read().status]).toEqual([true, "SCHEDULED"])
    tell(finding({ isPorted: true }), morning)
    expect([read().status, route()]).toEqual(["ROUTED", "two"])
  })

  it("is none at night for a message that is worth nothing in the morning", () => {
    const night = plus(Given.now, 15 * hour)
    const { dispatch, read, waits } = scene({
      account: { quietHours: "us-tcpa" },
      message: { expiry: { at: plus(night, hour) } }
    })
    dispatch(night)
    expect([waits(), read().status, read().code]).toEqual([false, "FAILED", "DELIVERY_006"])
  })

  it("comes before another route after a failed receipt [XRT-124]", () => {
    const failed = Given.attempt({
      carrier: one!,
      channel: "sms",
      report: "FAILED",
      failure: "provider_unavailable"
    })
    const { dispatch, route, tell, waits } = scene({
      rules: [via("two", { ported: true }), via("one")],
      message: { status: "SENT", channel: "sms", attempts: [failed] }
    })
    dispatch()
    expect(waits()).toBe(true)
    tell(finding({ isPorted: true }))
    expect(route()).toBe("two")
  })

  it.each(["Fallback", "Left", "Overdue"] as const)(
    "is none for a route after others that cannot wait (%s): it goes by what is known, ended or not [XRT-124]",
    (occasion) => {
      const after = Given.attempt({
        carrier: Given.carrierId("three"),
        channel: "sms",
        report: "FAILED",
        failure: "provider_unavailable"
      })
      for (
        const [lookup, carrier] of [[undefined, "one"], [{ at: Given.now, until: Given.now, ported: true }, "two"]]
      ) {
        const { read, settings, store } = scene({
          ...(lookup === undefined ? {} : { contact: { lookup } as never }),
          message: { status: "ROUTED", channel: "sms", attempts: [after] }
        })
        const look: Decision<null, string> = {
          name: "look",
          needs: (_, facts) => NextRoute.needs(read(), { _tag: occasion, after }, facts),
          decide: (_, grounds) => {
            const next = NextRoute.find(read(), { _tag: occasion, after }, settings, grounds)
            return done(next._tag === "Route" ? next.quote.carrier : next._tag)
          }
        }
        expect(Result.getOrThrow(store.run(look, null, Given.now, Given.ids()))).toBe(carrier)
      }
    }
  )
})
