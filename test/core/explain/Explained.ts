/**
 * Worlds in which messages are explained, sent and dispatched, and what each of these says.
 */
import type { Account } from "@signalbox/core/Account"
import { Accounts } from "@signalbox/core/Account"
import type { Caller } from "@signalbox/core/Caller"
import { operations } from "@signalbox/core/Catalogue"
import type { Channel } from "@signalbox/core/Channel"
import { put } from "@signalbox/core/Commit"
import type { ContactId } from "@signalbox/core/Id"
import type { Instant } from "@signalbox/core/Instant"
import { day, hour, plus } from "@signalbox/core/Instant"
import { prefixOf } from "@signalbox/core/internal/commit/PrefixCounters"
import { Dispatch } from "@signalbox/core/internal/dispatch/Dispatch"
import { DispatchWork } from "@signalbox/core/internal/dispatch/DispatchWork"
import { LookedUp } from "@signalbox/core/internal/dispatch/LookUpStep"
import type { RoutingSettings } from "@signalbox/core/internal/dispatch/RoutingSettings"
import type { ExplanationResource } from "@signalbox/core/internal/explain/ExplanationResource"
import type { Contact } from "@signalbox/core/internal/row/Contact"
import { Contacts } from "@signalbox/core/internal/row/Contact"
import { RestrictionRows } from "@signalbox/core/internal/row/Restrictions"
import type { RoutingRule } from "@signalbox/core/internal/row/RoutingRule"
import type { Message } from "@signalbox/core/Message"
import { Messages } from "@signalbox/core/Message"
import { make as money, toNumber } from "@signalbox/core/Money"
import type { Finding } from "@signalbox/core/NumberLookup"
import { PausedPrefixes } from "@signalbox/core/PausedPrefix"
import type { Template } from "@signalbox/core/Template"
import { revisionOf, TemplateRevisions, Templates } from "@signalbox/core/Template"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"
import { rates } from "../history/World.ts"

const channels: ReadonlyArray<Channel> = ["sms", "whatsapp", "rcs", "mms"]
const organization = Given.accountId(2)
export const carriers = ["one", "two", "rich"].map(Given.carrierId)

const contact: fc.Arbitrary<Partial<Contact> | null> = fc.constantFrom<Partial<Contact> | null>(
  null,
  {},
  {},
  { optOut: true },
  { suppressedAt: Given.now },
  { suppressedAt: Given.now, isOnlySuppressed: true },
  { purposes: { news: "opt_out" } },
  { frequency: [{ per: "day", period: "2030-01-15", count: 1 }] },
  { lastInboundAt: Given.now, lastWhatsappInboundAt: Given.now },
  { whatsappUndeliverableUntil: plus(Given.now, hour) },
  { lookup: { at: Given.now, until: plus(Given.now, 90 * day), ported: true, network: "310026" } },
  { lookup: { at: Given.now, until: plus(Given.now, 90 * day), failed: true } },
  { lookup: { at: Given.now, until: plus(Given.now, hour), ported: false } }
)

const rule: fc.Arbitrary<RoutingRule> = fc.record({
  channel: fc.option(fc.constantFrom(...channels)),
  carrier: fc.option(fc.constantFrom(...carriers, Given.carrierId("gone"))),
  action: fc.constantFrom("ALLOW", "ALLOW", "DENY"),
  fallback: fc.boolean(),
  country: fc.constantFrom(null, null, "US", "DE"),
  priority: fc.nat({ max: 3 }),
  category: fc.constantFrom("UTILITY", "MARKETING"),
  prefix: fc.constantFrom("+1", "+1201555", "+49"),
  active: fc.boolean(),
  ported: fc.boolean(),
  network: fc.constantFrom(["310026"], ["26201", "26202"]),
  split: fc.constant([{ carrier: carriers[0]!, weight: 3 }, { carrier: carriers[1]!, weight: 2 }]),
  select: fc.constant("cheapest" as const)
}, { requiredKeys: ["channel", "carrier", "action", "fallback", "country", "priority"] })
  // A rule has one way to its carriers.
  .map((made) => made.split !== undefined || made.select !== undefined ? { ...made, carrier: null } : made)

const account: fc.Arbitrary<Partial<Account>> = fc.record({
  channels: fc.subarray([...channels], { minLength: 1 }),
  allowMms: fc.boolean(),
  stage: fc.constantFrom<Account["stage"]>("verified", "verified", "verified", "unverified", "suspended"),
  dailyMessageLimit: fc.constantFrom(null, null, 1, 100),
  rules: fc.oneof(fc.constant([]), fc.array(rule, { maxLength: 4 })),
  spend: fc.constantFrom<NonNullable<Account["spend"]>>(
    {},
    {},
    { day: money(200), regions: { US: { month: money(230) } } },
    { day: money(100) }
  ),
  frequency: fc.constantFrom<NonNullable<Account["frequency"]>>([], [], [{ per: "day", most: 1 }]),
  purposes: fc.constantFrom<NonNullable<Account["purposes"]>>([], [{ name: "news", categories: ["MARKETING"] }]),
  destinations: fc.constantFrom<NonNullable<Account["destinations"]>>({}, {}, { forbid: [Given.phone(2)] }),
  pumping: fc.constantFrom<NonNullable<Account["pumping"]>>("off", "off", {}),
  quietHours: fc.constantFrom<Account["quietHours"]>("off", "us-tcpa")
})

const template: fc.Arbitrary<Partial<Template>> = fc.record({
  status: fc.constantFrom<Template["status"]>("APPROVED", "APPROVED", "APPROVED", "PENDING"),
  category: fc.constantFrom<Template["category"]>("UTILITY", "MARKETING"),
  revision: fc.constantFrom(1, 2)
})

const unknown: Finding = {
  region: null,
  lineType: null,
  carrierName: null,
  isPorted: null,
  mobileCountryCode: null,
  mobileNetworkCode: null
}

export const world = fc.record({
  account,
  template,
  contacts: fc.array(contact, { minLength: 4, maxLength: 4 }),
  balance: fc.constantFrom<number>(0, 89, 200, 100_000, 100_000),
  to: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 5 }),
  requested: fc.subarray(["auto_detect", "sms", "whatsapp", "rcs", "mms"] as const, { maxLength: 2 }),
  content: fc.constantFrom("id", "name", "text"),
  text: fc.constantFrom("Hello", "x".repeat(200), "Ho\u0142a"),
  order: fc.constantFrom("A-1", "x".repeat(170)),
  fallback: fc.constantFrom(null, null, ["sms", "whatsapp"], ["rcs", "sms"]),
  rules: fc.array(rule, { maxLength: 3 }),
  drained: fc.boolean(),
  isPaused: fc.boolean(),
  hours: fc.integer({ min: 0, max: 23 }),
  isHeld: fc.boolean(),
  isProfile: fc.boolean(),
  /** The answer of the registry; null: it fails; undefined: there is none. */
  registry: fc.constantFrom<Finding | null | undefined>(
    undefined,
    null,
    { ...unknown, isPorted: true },
    { ...unknown, isPorted: false, mobileCountryCode: "310", mobileNetworkCode: "026" },
    { ...unknown, mobileCountryCode: "262", mobileNetworkCode: "01" },
    unknown
  )
})
export type World = typeof world extends fc.Arbitrary<infer A> ? A : never

/** Worlds of one message, in which a rule asks for a look-up, and nothing that counts is known yet. */
export const asking = fc.record({
  world,
  first: rule,
  asked: fc.constantFrom({ ported: true }, { ported: false }, { network: ["310026"] }),
  registry: fc.constantFrom<Finding | null>(
    null,
    { ...unknown, isPorted: true },
    { ...unknown, isPorted: false, mobileCountryCode: "310", mobileNetworkCode: "026" }
  ),
  contact: fc.constantFrom<Partial<Contact>>(
    {},
    { lookup: { at: Given.now, until: Given.now, ported: true, network: "310026" } },
    { lookup: { at: Given.now, until: Given.now, failed: true } }
  )
}).map(({ asked, contact, first, registry, world }): World => ({
  ...world,
  account: { ...world.account, rules: [{ ...first, ...asked, country: null }, ...world.account.rules ?? []] },
  contacts: [contact, ...world.contacts.slice(1)],
  to: [1],
  requested: world.requested.slice(0, 1),
  registry
}))

const settingsOf = ({ registry, rules }: World): RoutingSettings => ({
  rules,
  ...(registry === undefined ? {} : { lookUp: { keptFor: 7 * day, cost: 0.004 } }),
  costs: [{ carrier: carriers[1]!, channel: "sms", region: null, price: 2 }, {
    carrier: carriers[0]!,
    channel: "sms",
    region: null,
    price: 3
  }],
  markets: [],
  carriers: [
    { carrier: carriers[0]!, channels: ["sms", "mms"], answersWithin: 30_000, references: "alone" },
    { carrier: carriers[1]!, channels: ["sms"], answersWithin: 30_000, references: "alone", choosesSender: true },
    { carrier: carriers[2]!, channels: ["whatsapp", "rcs"], answersWithin: 30_000, references: "alone" }
  ],
  rates: channels.filter((channel) => channel !== "mms").map((channel) => ({
    channel,
    region: null,
    price: money(rates[channel][0]),
    activeContactPrice: money(rates[channel][1])
  }))
})

const storeOf = (world: World, own: Account, written: Template): FactStore => {
  const store = new FactStore([
    put(Accounts, own),
    put(Accounts, Given.account({ id: organization, spend: { day: money(500) } })),
    put(Templates, written),
    put(TemplateRevisions, revisionOf(written)),
    ...(world.drained
      ? [put(RestrictionRows, { all: [{ on: `submission:${carriers[0]}`, mode: "drained", until: null }] } as never)]
      : []),
    ...(world.isPaused
      ? [put(PausedPrefixes, {
        account: own.id,
        prefix: prefixOf(Given.phone(1)),
        reason: "operator",
        evidence: null,
        since: Given.now,
        until: null,
        times: 0
      })]
      : []),
    ...world.contacts.flatMap((parts, index) =>
      parts === null
        ? []
        : [put(
          Contacts,
          Given.contact({
            id: `cccccccc-0000-7000-8000-00000000000${index}` as ContactId,
            phone: Given.phone(index + 1),
            ...parts
          })
        )]
    )
  ])
  store.give(own.id, world.balance)
  return store
}

/** Returns what the store holds, so far as a use could change it. */
const held = (store: FactStore) => ({
  rows: [Messages, Contacts, Templates, Accounts].map((kind) => store.values<unknown>(kind as never)),
  counts: [...store.counts],
  events: store.events.length,
  work: store.work.size,
  balance: store.balance(Given.accountId(1))
})

/** Explains a send, sends it, and dispatches each message at its time. */
export const played = (world: World) => {
  const own = Given.account({
    ...world.account,
    numbers: [{ number: Given.phone(9000), channels: ["whatsapp", "rcs", "mms"], country: "US" }],
    ...(world.isProfile ? { type: "profile", organization } : {})
  })
  const written = Given.template(world.template)
  const store = storeOf(world, own, written)
  const settings = settingsOf(world)
  const now = plus(Given.now, world.hours * hour)
  const later = plus(now, day + 5 * hour)
  const caller: Caller = { account: own, keyAccount: own }
  const parameters = { order: world.order }
  const said = world.content === "text"
    ? { text: world.text }
    : { template: world.content === "id" ? { id: written.id, parameters } : { name: written.name, parameters } }
  const body = {
    to: world.to.map(Given.phone),
    channel: world.requested,
    ...said,
    ...(world.fallback === null || !world.requested.includes("auto_detect")
      ? {}
      : { fallback: { channels: world.fallback as ReadonlyArray<Channel> } }),
    ...(world.isHeld ? { scheduled_at: new Date(later).toISOString() } : {})
  }
  const asked = { path: {}, query: {}, caller, body }
  const before = held(store)
  const explained = store.run(
    operations["messages.explain"].decides,
    { ...asked, consulted: { settings, at: now } },
    now,
    Given.ids()
  )
  const after = held(store)
  // Splits draw by the ids of messages, so those that are sent have the ids of those that were explained.
  const ids = Given.ids()
  const sent = store.run(operations["messages.send"].decides, { ...asked, consulted: undefined }, now, ids)
  const at = world.isHeld ? later : now
  const due = (kind: string) => [...store.work.values()].filter(({ work }) => work.kind === kind)
  const accepted = due("dispatch")
  for (const { work } of accepted) {
    Result.getOrThrow(store.run(Dispatch, { lease: store.claim(work)!, settings, at }, at, ids))
  }
  const messages = accepted.map((each) => store.get(Messages, DispatchWork.target(each).message)!)
  const looking = due("look_up").map(({ work }) => work)
  for (const work of looking) {
    const told = { finding: world.registry ?? null, isAsked: true }
    Result.getOrThrow(store.run(LookedUp, { lease: store.claim(work)!, settings, told, at }, at, ids))
  }
  return {
    at,
    before,
    after,
    explained,
    sent,
    messages,
    looking: looking.length,
    counted: [...store.counts].filter(([counter]) => counter.startsWith("lookups/")).map(([, count]) => count),
    inTheEnd: store.values(Messages),
    contacts: store.values(Contacts)
  }
}

export const shown = (at: Instant) => ({ attempts, code, history, phone, requested, scheduledAt, status }: Message) => {
  const attempt = attempts.at(-1)
  return {
    to: phone,
    channel: requested,
    status,
    code: code ?? undefined,
    until: status === "SCHEDULED" && scheduledAt !== null && scheduledAt > at ? scheduledAt : null,
    description: history.at(-1)!.description,
    route: attempt === undefined ? null : {
      channel: attempt.channel,
      carrier: attempt.carrier,
      sender: attempt.from,
      segments: attempt.segments,
      price: toNumber(attempt.price),
      active: toNumber(attempt.activeContactPrice)
    }
  }
}

type Explained = ExplanationResource["recipients"][number]

export const foretold = ({ candidates: [first], channel, held_until: until, outcome, to }: Explained) => ({
  to,
  channel,
  status: outcome.status,
  code: outcome.reason_code,
  until: outcome.status === "SCHEDULED" && until !== null ? Date.parse(until) : null,
  description: outcome.description.split("; not ")[0],
  route: outcome.status !== "ROUTED" || first === undefined ? null : {
    channel: first.channel,
    carrier: first.carrier,
    sender: first.sender,
    segments: first.segments,
    price: first.price.price,
    active: first.price.active_contact_price
  }
})

/** Returns whether the message waits for a look-up instead of getting a route. */
export const waits = ({ held_until: until, look_up: asked, outcome: { status } }: Explained): boolean =>
  asked?.state === "pending" && until === null && (status === "QUEUED" || status === "SCHEDULED")

export const plain: World = {
  account: { channels: ["sms", "whatsapp"] },
  template: {},
  contacts: [{}, {}, {}, {}],
  balance: 100_000,
  to: [1],
  requested: [],
  content: "id",
  text: "Hello",
  order: "A-1",
  fallback: null,
  rules: [],
  drained: false,
  isPaused: false,
  hours: 3,
  isHeld: false,
  isProfile: false,
  registry: undefined
}
