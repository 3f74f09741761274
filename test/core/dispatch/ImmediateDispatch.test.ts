/**
 * A send that is dispatched in the commit that accepts it leaves the same as one which a worker dispatches afterwards.
 */
import type { Account } from "@signalbox/core/Account"
import { Accounts } from "@signalbox/core/Account"
import type { Caller } from "@signalbox/core/Caller"
import { operations } from "@signalbox/core/Catalogue"
import type { Channel } from "@signalbox/core/Channel"
import type { Commit } from "@signalbox/core/Commit"
import { put } from "@signalbox/core/Commit"
import type { ContactId } from "@signalbox/core/Id"
import { hour, plus } from "@signalbox/core/Instant"
import { Dispatch } from "@signalbox/core/internal/dispatch/Dispatch"
import type { Taking } from "@signalbox/core/internal/dispatch/DispatchStep"
import type { RoutingSettings } from "@signalbox/core/internal/dispatch/RoutingSettings"
import { LocalLeases } from "@signalbox/core/internal/engine/LocalLeases"
import type { Contact } from "@signalbox/core/internal/row/Contact"
import { Contacts } from "@signalbox/core/internal/row/Contact"
import type { Json, JsonObject } from "@signalbox/core/Json"
import type { Message } from "@signalbox/core/Message"
import { Messages } from "@signalbox/core/Message"
import { make as money } from "@signalbox/core/Money"
import type { Outcome } from "@signalbox/core/Outcome"
import { insufficient, stale } from "@signalbox/core/Outcome"
import { blank } from "@signalbox/core/Profile"
import { StoreError } from "@signalbox/core/Store"
import type { Template } from "@signalbox/core/Template"
import { revisionOf, TemplateRevisions, Templates } from "@signalbox/core/Template"
import { Worker } from "@signalbox/core/Worker"
import { propWith } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"
import { rates } from "../history/World.ts"
import * as Scene from "../Scene.ts"

const channels: ReadonlyArray<Channel> = ["sms", "whatsapp", "rcs", "mms"]
const organization = Given.accountId(2)

const contact: fc.Arbitrary<Partial<Contact> | null> = fc.constantFrom<Partial<Contact> | null>(
  null,
  {},
  { optOut: true },
  { suppressedAt: Given.now },
  { suppressedAt: Given.now, isOnlySuppressed: true },
  { lastInboundAt: Given.now, lastWhatsappInboundAt: Given.now },
  { whatsappUndeliverableUntil: plus(Given.now, hour) }
)

const account: fc.Arbitrary<Partial<Account>> = fc.record({
  channels: fc.subarray([...channels], { minLength: 1 }),
  allowMms: fc.boolean(),
  stage: fc.constantFrom<Account["stage"]>("verified", "verified", "unverified", "suspended"),
  dailyMessageLimit: fc.constantFrom(null, 1, 2, 100),
  spend: fc.constantFrom<NonNullable<Account["spend"]>>(
    {},
    {},
    { day: money(200), regions: { US: { month: money(230) } } },
    { day: money(340) }
  ),
  destinations: fc.constantFrom<NonNullable<Account["destinations"]>>({}, {}, { forbid: [Given.phone(2)] }),
  quietHours: fc.constantFrom<Account["quietHours"]>("off", "us-tcpa")
})

const template: fc.Arbitrary<Partial<Template>> = fc.record({
  status: fc.constantFrom<Template["status"]>("APPROVED", "APPROVED", "APPROVED", "PENDING"),
  category: fc.constantFrom<Template["category"]>("UTILITY", "MARKETING"),
  revision: fc.constantFrom(1, 2)
})

const world = fc.record({
  account,
  template,
  contacts: fc.array(contact, { minLength: 4, maxLength: 4 }),
  balance: fc.constantFrom(0, 89, 200, 100_000),
  billing: fc.constantFrom("profile", "organization", "profile_and_organization", null),
  to: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 5 }),
  requested: fc.subarray(["auto_detect", "sms", "whatsapp", "rcs"] as const, { maxLength: 2 }),
  content: fc.constantFrom("id", "name", "text"),
  hours: fc.integer({ min: 0, max: 23 })
})

type World = typeof world extends fc.Arbitrary<infer A> ? A : never

const settings: RoutingSettings = {
  rules: [],
  markets: [],
  carriers: [
    { carrier: Given.carrierId("sms-a"), channels: ["sms", "mms"], answersWithin: 30_000, references: "alone" },
    { carrier: Given.carrierId("rich"), channels: ["whatsapp", "rcs"], answersWithin: 30_000, references: "alone" }
  ],
  rates: channels.map((channel) => ({
    channel,
    region: null,
    price: money(rates[channel][0]),
    activeContactPrice: money(rates[channel][1])
  }))
}

/** Returns what a send has left, and what it was answered. */
const sent = (world: World, isImmediate: boolean, ended: Message | null = null) => {
  const { balance, billing, content, hours, requested, to } = world
  const own = Given.account({
    ...world.account,
    ...(billing === null ? {} : {
      type: "profile",
      organization,
      profile: { ...blank("approved"), billingModel: billing }
    })
  })
  const template = Given.template(world.template)
  const store = new FactStore([
    put(Accounts, own),
    put(Accounts, Given.account({ id: organization })),
    put(Templates, template),
    put(TemplateRevisions, revisionOf(template)),
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
  store.give(own.id, balance)
  store.give(organization, 150)
  const now = plus(Given.now, hours * hour)
  const ids = Given.ids()
  if (ended !== null) store.put(put(Messages, ended))
  const caller: Caller = { account: own, keyAccount: own }
  const parameters = { order: "A-1" }
  const said = content === "text"
    ? { text: "Hello" }
    : { template: content === "id" ? { id: template.id, parameters } : { name: template.name, parameters } }
  const consulted: Taking | undefined = isImmediate ? { settings, at: now } : undefined
  const asked = { query: {}, caller, consulted }
  const sending = { ...asked, path: {}, body: { to: to.map(Given.phone), channel: requested, ...said } }
  const answer = ended === null
    ? store.run(operations["messages.send"].decides, sending, now, ids)
    : store.run(operations["messages.resend"].decides, { ...asked, path: { id: ended.id }, body: {} }, now, ids)
  // A template that is being reviewed may be approved by the time that the worker comes.
  const isReviewed = ended !== null || content === "text" || template.status === "APPROVED"
  const accepted = isImmediate && isReviewed
    ? []
    : [...store.work.values()].filter(({ work }) => work.kind === "dispatch")
  for (const { work } of accepted) {
    Result.getOrThrow(store.run(Dispatch, { lease: store.claim(work)!, settings, at: now }, now, ids))
  }
  const left = {
    answer,
    messages: store.values(Messages),
    contacts: store.values(Contacts),
    balances: [store.balance(own.id), store.balance(organization)],
    counts: store.counts,
    events: store.events.toSorted((a, b) => a.id < b.id ? -1 : 1),
    work: [...store.work.values()].toSorted((a, b) => a.work.key < b.work.key ? -1 : 1)
  }
  return { left, later: accepted.length }
}

const body = Scene.send(Given.phone(1))

const sends = ({ puts }: Commit): boolean => puts.some(({ kind }) => kind === "message")

const statuses = ({ puts }: Commit): ReadonlyArray<string> =>
  puts.flatMap((row) => row.kind === "message" ? [row.value.status] : [])

/** Sends on a node whose worker takes work, and returns the answer and the commits that came of it. */
const onNode = async (
  { before = Effect.void, said = () => null }: {
    readonly before?: Effect.Effect<void, never, Worker>
    /** The store answers a commit with this in place of applying it. */
    readonly said?: (commit: Commit) => ReadonlyArray<Outcome> | StoreError | null
  },
  body: Json
) => {
  const commits: Array<Commit> = []
  const tap: Bench.Tap = (store) => ({
    ...store,
    commit: (batch) => {
      commits.push(...batch)
      const told = batch.length === 1 ? said(batch[0]!) : null
      return told === null
        ? store.commit(batch)
        : Array.isArray(told)
        ? Effect.succeed(told)
        : Effect.fail(told as StoreError)
    }
  })
  const answer = await Bench.run(
    Bench.layer({ carriers: [Scene.carrier("sms-a", ["sms"]).carrier], tap }),
    Effect.gen(function*() {
      yield* Scene.seed(100_000)
      while ((yield* LocalLeases).lent() === null) yield* Effect.sleep(1)
      yield* before
      const answer = yield* Scene.ask("messages.send", body)
      while (!commits.some(sends) || !(yield* Effect.flatMap(Worker, ({ isIdle }) => isIdle))) {
        if ((yield* Effect.flatMap(Worker, ({ standstill }) => standstill)) !== null) break
        yield* Effect.sleep(5)
      }
      return answer
    })
  )
  return { answer, commits }
}

describe("a send that is taken up immediately", () => {
  propWith({ runs: 150 })(
    "leaves what a worker would have left, and is answered the same",
    world,
    (world) => {
      expect(sent(world, true).left).toEqual(sent(world, false).left)
    }
  )

  propWith({ runs: 50 })(
    "leaves the same when it is a resend",
    world,
    fc.constantFrom<Message["status"]>("FAILED", "DELIVERED", "SENT"),
    fc.boolean(),
    (world, status, hasTemplate) => {
      const ended = Given.message({
        status,
        attempts: [Given.attempt({ report: "FAILED", failure: "handset_unreachable" })],
        ...(hasTemplate ? {} : { template: null, text: "Hello" })
      })
      expect(sent(world, true, ended).left).toEqual(sent(world, false, ended).left)
    }
  )

  it.each<readonly [Template["status"], number]>([["APPROVED", 0], ["PENDING", 1]])(
    "is one whose template is approved: of one that is %s it leaves %i to the worker",
    (status, later) => {
      const said: World = {
        account: { channels: ["sms"], allowMms: false, stage: "verified", dailyMessageLimit: null, quietHours: "off" },
        template: { status, category: "UTILITY", revision: 1 },
        contacts: [null, null, null, null],
        balance: 100_000,
        billing: null,
        to: [1],
        requested: [],
        content: "id",
        hours: 0
      }
      expect(sent(said, true).later).toBe(later)
    }
  )

  it("is stored once, in line at its carrier, with the answer of any send", async () => {
    const { answer, commits } = await onNode({}, Scene.send(Given.phone(1), Given.phone(2)))
    expect(answer).toMatchObject({ status: 202, data: { status: "QUEUED" } })
    const first = commits.find(sends)!
    expect(statuses(first)).toEqual(["ROUTED", "ROUTED"])
    expect(first.due.map(({ work }) => work.kind)).toEqual(["submission", "submission"])
    expect(first.events.map(({ name }) => name)).toEqual([
      "message.queued",
      "message.queued",
      "message.routed",
      "message.routed"
    ])
  })

  it("may make 32 messages, on however many channels", async () => {
    const to = (count: number) => Array.from({ length: count }, (_, index) => Given.phone(index + 1))
    for (
      const body of [Scene.send(...to(32)), { ...Scene.send(...to(16)) as JsonObject, channel: ["sms", "auto_detect"] }]
    ) {
      const { commits } = await onNode({}, body)
      expect(statuses(commits.find(sends)!)).toEqual(Array.from({ length: 32 }, () => "ROUTED"))
    }
  })

  it.each<readonly [string, Json]>([
    ["more than 32 messages on two channels", {
      ...Scene.send(...Array.from({ length: 17 }, (_, index) => Given.phone(index + 1))) as JsonObject,
      channel: ["sms", "auto_detect"]
    }],
    ["more than 32 messages", Scene.send(...Array.from({ length: 33 }, (_, index) => Given.phone(index + 1)))],
    ["a message for later", {
      ...Scene.send(Given.phone(1)) as JsonObject,
      scheduled_at: new Date(Given.now + hour).toISOString()
    }]
  ])("does not hold for %s", async (_, body) => {
    const { answer, commits } = await onNode({}, body)
    expect(answer).toMatchObject({ status: 202 })
    expect(commits.find(sends)!.due.map(({ work }) => work.kind)).toContain("dispatch")
  })

  it("is no more while the worker is drained: another node dispatches it", async () => {
    const { answer, commits } = await onNode({ before: Effect.flatMap(Worker, ({ drain }) => drain) }, body)
    expect(answer).toMatchObject({ status: 202 })
    expect(commits.filter(sends).map(statuses)).toEqual([["QUEUED"]])
  })

  const routed = (commit: Commit): boolean => sends(commit) && statuses(commit).includes("ROUTED")

  it.each<readonly [string, (commits: number) => ReadonlyArray<Outcome> | StoreError]>([
    ["there was not enough money", () => [insufficient("the account")]],
    ["the recipient had changed", () => [stale("row")]],
    ["the store cannot hold it", () => new StoreError({ reason: "failed", cause: "rubbish" })]
  ])("is accepted all the same, and dispatched afterwards, when %s", async (_, outcome) => {
    let times = 0
    const said = (commit: Commit) => routed(commit) && times++ === 0 ? outcome(1) : null
    const { answer, commits } = await onNode({ said }, body)
    expect(answer).toMatchObject({ status: 202, data: { status: "QUEUED" } })
    expect(commits.filter(sends).map(statuses).slice(0, 3)).toEqual([["ROUTED"], ["QUEUED"], ["ROUTED"]])
  })
})
