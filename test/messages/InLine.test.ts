/**
 * While a message waits, its account, its sender or its template may change, on every storage: the hand-over judges
 * them, in time also when the change comes between its decision and its commit; and a message belongs to the revision
 * of its template that it was accepted with (decisions 4.1 "Hand-over", "Template at release").
 */
import { Accounts } from "@signalbox/core/Account"
import { operations } from "@signalbox/core/Catalogue"
import { ChannelSets, empty } from "@signalbox/core/ChannelSet"
import * as Commit from "@signalbox/core/Commit"
import type { Definition } from "@signalbox/core/Definition"
import type { NodeId, TemplateId } from "@signalbox/core/Id"
import { DispatchOn } from "@signalbox/core/internal/carrier/DispatchOn"
import { HandOver } from "@signalbox/core/internal/carrier/HandOver"
import * as NewMarket from "@signalbox/core/internal/channel/NewMarket"
import { ReportChannel } from "@signalbox/core/internal/channel/Provision"
import type { Decision } from "@signalbox/core/internal/commit/Decision"
import { shipped } from "@signalbox/core/internal/compliance/ShippedRequirements"
import { fromText } from "@signalbox/core/internal/definition/Rendered"
import { Dispatch } from "@signalbox/core/internal/dispatch/Dispatch"
import { DispatchWork } from "@signalbox/core/internal/dispatch/DispatchWork"
import type { RoutingSettings } from "@signalbox/core/internal/dispatch/RoutingSettings"
import { Assess } from "@signalbox/core/internal/template/Assessment"
import { laneTerms } from "@signalbox/core/Jobs"
import type { Market } from "@signalbox/core/Market"
import type { Message } from "@signalbox/core/Message"
import { Messages } from "@signalbox/core/Message"
import { make as money } from "@signalbox/core/Money"
import * as Needs from "@signalbox/core/Needs"
import { blank } from "@signalbox/core/Profile"
import { find } from "@signalbox/core/RequirementTable"
import type { Store } from "@signalbox/core/Store"
import { revisionOf, TemplateRevisions, Templates } from "@signalbox/core/Template"
import type { Services } from "@signalbox/testing/StoreHarness"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import * as Given from "../core/Given.ts"
import * as Leases from "../stores/Leases.ts"
import type { Storage } from "../stores/Nodes.ts"
import { executor, storages } from "../stores/Nodes.ts"
import * as Sqlite from "../stores/Sqlite.ts"

type AStore = Store["Service"]

const node = "node-one" as NodeId
const organization = Given.account({ id: Given.accountId(2), numbers: [] })
const profile = Given.account({
  type: "profile",
  organization: organization.id,
  channels: ["sms"],
  profile: { ...blank("approved"), billingModel: "profile" }
})
const template = Given.template()
const message = Given.message({ requested: "sms", channel: "sms" })

const carrier = Given.carrierId("sms-a")
const ownSenders: RoutingSettings = {
  carriers: [{ carrier, channels: ["sms"], answersWithin: 30_000, references: "alone" }],
  rates: [{ channel: "sms", region: null, price: money(79), activeContactPrice: money(10) }],
  rules: [],
  markets: []
}

const settings = ownSenders

const given = (store: AStore) =>
  store.commit([Commit.make({
    puts: [
      Commit.put(Accounts, organization),
      Commit.put(Accounts, profile),
      Commit.put(Templates, template),
      Commit.put(TemplateRevisions, revisionOf(template))
    ],
    debits: [{ account: profile.id, amount: money(-1000), floor: money(0), once: "opening" }]
  })])

const accepted = (store: AStore, each: Message = message) =>
  store.commit([Commit.make({
    puts: [Commit.put(Messages, each)],
    due: [{
      work: DispatchWork.ref({ message: each.id, send: each.send }),
      lane: DispatchWork.lane.of(profile.id),
      at: Given.now
    }]
  })])

const claimed = (store: AStore) =>
  Effect.gen(function*() {
    const now = yield* store.now
    const { review: _, ...lanes } = laneTerms
    const [lease] = yield* Leases.claim(store, { node, offset: Given.now - now + 1000, limit: 1, lanes })
    return lease!
  })

const run = <Command, Answer>(store: AStore, use: Decision<Command, Answer>, command: Command) =>
  Effect.map(Effect.flatMap(executor(store, 7), (engine) => engine.run(use, command)), ({ answer }) => answer)

/** The first commit goes in only after this has happened. */
const after = (store: AStore, meanwhile: Effect.Effect<void>): AStore => {
  let isFirst = true
  return {
    ...store,
    commit: (batch) =>
      Effect.suspend(() => {
        if (!isFirst) return store.commit(batch)
        isFirst = false
        return Effect.andThen(meanwhile, store.commit(batch))
      })
  }
}

const read = (store: AStore) =>
  Effect.gen(function*() {
    const { rows } = yield* store.list({ list: "messages", scope: profile.id, offset: 0, limit: 1 })
    const { balances } = yield* store.load(Needs.balance(profile.id))
    return { message: rows[0]!.value as Message, balance: Number(balances.get(profile.id)) }
  })

const caller = { account: profile, keyAccount: profile }
const asked = { caller, consulted: undefined, query: {} }

type Change = (store: AStore) => Effect.Effect<unknown, unknown>

const deleteProfile: Change = (store) =>
  Effect.scoped(run(store, operations["sender_profiles.delete"].decides, {
    ...asked,
    caller: { account: organization, keyAccount: organization },
    path: { id: profile.id },
    body: {}
  }))

const assess = (outcome: "approve" | "reject" | "archive" | "pause"): Change => (store) =>
  Effect.scoped(run(store, Assess, { template: template.id, channel: null, outcome, reason: null }))

const text = (words: string): Definition => ({ body: { multiChannel: { type: "text", template: words } } })

const update = (words: string, submit: boolean): Change => (store) =>
  Effect.scoped(run(store, operations["templates.update"].decides, {
    ...asked,
    path: { id: template.id as TemplateId },
    body: { definition: text(words), submit_for_review: submit }
  }))

const deleteTemplate: Change = (store) =>
  Effect.scoped(run(store, operations["templates.delete"].decides, { ...asked, path: { id: template.id }, body: {} }))

const change = (parts: Partial<typeof profile>, of = profile): Change => (store) =>
  store.commit([Commit.make({ puts: [Commit.put(Accounts, { ...of, ...parts })] })])

const all = (...changes: ReadonlyArray<Change>): Change => (store) =>
  Effect.forEach(changes, (each) => each(store), { discard: true })

const ends: ReadonlyArray<readonly [what: string, change: Change, status: string, code: string | null]> = [
  ["the profile is deleted", deleteProfile, "CANCELLED", null],
  ["the profile is suspended", change({ stage: "suspended" }), "BLOCKED", "BUSINESS_018"],
  ["the organization is suspended", change({ stage: "suspended" }, organization), "BLOCKED", "BUSINESS_018"],
  ["the template is archived", assess("archive"), "BLOCKED", "BUSINESS_005"],
  ["the template is paused", assess("pause"), "BLOCKED", "BUSINESS_005"],
  ["the template is deleted", deleteTemplate, "BLOCKED", "BUSINESS_005"]
]

/** A worker of the line hands over, or the dispatch itself. */
const ways = ["in line", "immediately"] as const

/** Hands a new message over, while the change happens between the decision and the commit of that. */
const handedOver = (
  one: Services,
  way: (typeof ways)[number],
  meanwhile: Change,
  settings: RoutingSettings = ownSenders
) =>
  Effect.gen(function*() {
    const { store } = one
    const racing = after(store, Effect.orDie(Effect.asVoid(meanwhile(store))))
    yield* accepted(store)
    const lease = yield* claimed(store)
    if (way === "immediately") {
      return yield* run(racing, DispatchOn, { lease, settings, at: Given.now, askable: new Set([carrier]) })
    }
    yield* run(store, Dispatch, { lease, settings, at: Given.now })
    return yield* run(racing, HandOver, { lease: yield* claimed(store), settings })
  })

const sqlite: Storage = { first: Sqlite.make(":memory:"), another: Effect.succeed }

const all3 = [...storages("in_line"), ["sqlite", sqlite] as const]

const on = <A, E>(storage: Storage, program: (one: Services) => Effect.Effect<A, E, never>): Promise<A> =>
  Effect.flatMap(storage.first, (one) => Effect.andThen(given(one.store), program(one))).pipe(
    Effect.scoped,
    Effect.runPromise
  )

describe.each(all3)("a message that is handed over (%s)", (_, storage) => {
  it.each(ways)(
    "goes out when nothing changes (%s)",
    (way) =>
      on(storage, (one) =>
        Effect.scoped(Effect.gen(function*() {
          const answer = yield* handedOver(one, way, () => Effect.void)
          expect(answer).toMatchObject({ _tag: "Ask", submission: { from: Given.phone(9000) } })
          expect((yield* read(one.store)).message.attempts).toMatchObject([{ handedOver: { times: 1 } }])
        })))
  )

  for (const way of ways) {
    it.each(ends)(
      `does not go out when %s at that moment (${way})`,
      (_, meanwhile, status, code) =>
        on(storage, (one) =>
          Effect.scoped(Effect.gen(function*() {
            expect((yield* handedOver(one, way, meanwhile))._tag).toBe("Over")
            const after = yield* read(one.store)
            expect([after.message.status, after.message.code, after.balance]).toEqual([status, code, 1000])
            expect(after.message.attempts.every(({ handedOver }) => handedOver === undefined)).toBe(true)
          })))
    )

    it(`leaves from the number that its account has, when the old one has just gone to another account (${way})`, () =>
      on(storage, (one) =>
        Effect.scoped(Effect.gen(function*() {
          const [was] = profile.numbers
          const moved: Change = (store) =>
            store.commit([Commit.make({
              puts: [
                Commit.put(Accounts, { ...profile, numbers: [{ ...was!, number: Given.phone(9001) }] }),
                Commit.put(Accounts, { ...organization, numbers: [was!] })
              ]
            })])
          const answer = yield* handedOver(one, way, moved)
          const { message: { attempts } } = yield* read(one.store)
          expect(attempts.at(-1)).toMatchObject({ from: Given.phone(9001), charge: "reserved" })
          expect(attempts.filter(({ from }) => from === Given.phone(9000)).map(({ charge }) => charge)).toEqual(
            way === "in line" ? ["returned"] : []
          )
          if (answer._tag === "Ask") expect(answer.submission.from).toBe(Given.phone(9001))
          else expect(attempts.at(-1)?.handedOver).toBe(undefined)
        }))))

    it.each([
      ["submitted", update("B", true)],
      ["rejected", all(update("B", true), assess("reject"))],
      ["a draft", update("B", false)]
    ])(
      `goes out with the text that was approved when another one is %s at that moment (${way})`,
      (_, meanwhile) =>
        on(storage, (one) =>
          Effect.scoped(Effect.gen(function*() {
            const answer = yield* handedOver(one, way, meanwhile)
            expect(answer).toMatchObject({
              _tag: "Ask",
              submission: { rendered: fromText("Your order A-1 has been shipped.") }
            })
          })))
    )
  }
})

describe.each(all3)("a message of a text that nobody approved (%s)", (_, storage) => {
  const draft: Change = (store) =>
    store.commit([Commit.make({ puts: [Commit.put(Templates, { ...template, status: "DRAFT" as const })] })])
  const approveB = all(update("B", true), assess("approve"))

  it.each([
    ["of a draft", draft],
    ["that was rejected", all(draft, update("Another A", true), assess("reject"))]
  ])(
    "%s is blocked at its release when another text is approved, and at its resend",
    (_, before) =>
      on(storage, (one) =>
        Effect.scoped(Effect.gen(function*() {
          const { store } = one
          yield* before(store)
          const row = yield* store.load(Needs.row(Templates, template.id))
          const known = [...row.rows.values()][0]!.row!.value as typeof template
          const use = { ...message.template!, revision: known.revision }
          yield* accepted(store, { ...message, template: use, status: "SCHEDULED", scheduledAt: Given.now })
          yield* approveB(store)
          yield* run(store, Dispatch, { lease: yield* claimed(store), settings, at: Given.now })
          const blocked = yield* read(store)
          expect([blocked.message.status, blocked.message.code]).toEqual(["BLOCKED", "BUSINESS_005"])
          const told = blocked.message.history.at(-1)!.description
          expect(told).toContain(`the message has revision ${use.revision}`)
          expect(told).toContain(`revision ${use.revision + 1} is APPROVED`)

          yield* run(store, operations["messages.resend"].decides, { ...asked, path: { id: message.id }, body: {} })
          yield* run(store, Dispatch, { lease: yield* claimed(store), settings, at: Given.now })
          const again = yield* read(store)
          expect([again.message.send, again.message.status, again.message.code]).toEqual([2, "BLOCKED", "BUSINESS_005"])
          expect([again.message.attempts, again.balance]).toEqual([[], 1000])
        })))
  )
})

describe.each(all3)("a market that cannot send (%s)", (_, storage) => {
  const [number] = profile.numbers
  const place = { channel: "sms", country: "US", numberType: "TEN_DLC" } as const
  const market: Market = {
    ...NewMarket.make(
      { country: "US", numberType: "TEN_DLC", senderValue: number!.number, areaCodes: [] },
      NewMarket.nothing,
      find(shipped, "US", "TEN_DLC"),
      [],
      Given.now
    ),
    status: "ACTIVE",
    reasonCode: null,
    reason: null,
    gaveSender: true
  }
  const ordered = (gaveSender: boolean): Change => (store) =>
    store.commit([Commit.make({
      puts: [
        Commit.put(Accounts, { ...profile, shortName: "ACME" }),
        Commit.put(ChannelSets, { ...empty(profile.id), markets: [{ ...market, gaveSender }] })
      ]
    })])
  const report = (outcome: "activate" | "deactivate"): Change => (store) =>
    Effect.scoped(run(store, ReportChannel, { account: profile.id, subject: place, report: { outcome } }))

  for (const gave of [true, false]) {
    const who = gave ? "that the market gave" : "that the operator gave"
    it(`sends neither from a number ${who}, nor from the short name in its place`, () =>
      on(storage, ({ store }) =>
        Effect.scoped(Effect.gen(function*() {
          yield* ordered(gave)(store)
          yield* report("deactivate")(store)
          yield* accepted(store)
          yield* run(store, Dispatch, { lease: yield* claimed(store), settings, at: Given.now })
          const stopped = yield* read(store)
          expect([stopped.message.status, stopped.message.code, stopped.message.attempts]).toEqual([
            "FAILED",
            "DELIVERY_003",
            []
          ])
          expect(stopped.message.history.at(-1)?.leftOut).toEqual([
            { channel: "sms", carrier, reason: "no_sender" }
          ])

          yield* report("activate")(store)
          yield* run(store, operations["messages.resend"].decides, { ...asked, path: { id: message.id }, body: {} })
          yield* run(store, Dispatch, { lease: yield* claimed(store), settings, at: Given.now })
          expect((yield* read(store)).message.attempts).toMatchObject([{ from: number!.number }])
        }))))

    it.each(ways)(
      `does not send what waits from a number ${who} (%s)`,
      (way) =>
        on(storage, (one) =>
          Effect.scoped(Effect.gen(function*() {
            yield* ordered(gave)(one.store)
            expect((yield* handedOver(one, way, report("deactivate")))._tag).toBe("Over")
            const after = yield* read(one.store)
            expect([after.message.status, after.message.code, after.balance]).toEqual(["FAILED", "DELIVERY_003", 1000])
          })))
    )
  }

  const [sms] = settings.carriers
  const choosing: RoutingSettings = { ...settings, carriers: [{ ...sms!, choosesSender: true }] }
  const others: ReadonlyArray<readonly [what: string, market: Partial<Market>]> = [
    ["gave its number", {}],
    ["has no sender of its own", { senderValue: null, gaveSender: false }]
  ]
  const onlyMarket = (parts: Partial<Market>): Change => (store) =>
    store.commit([Commit.make({
      puts: [
        // Another number is what it sends SMS from elsewhere.
        Commit.put(Accounts, {
          ...profile,
          numbers: parts.gaveSender === false ? [] : [number!],
          senders: [{ value: "ACME", country: "GB" }]
        }),
        Commit.put(ChannelSets, { ...empty(profile.id), markets: [{ ...market, ...parts }] })
      ]
    })])

  for (const [what, parts] of others) {
    it(`keeps a carrier from choosing a sender in its place when it ${what}`, () =>
      on(storage, ({ store }) =>
        Effect.scoped(Effect.gen(function*() {
          yield* onlyMarket(parts)(store)
          yield* report("deactivate")(store)
          yield* accepted(store)
          yield* run(store, Dispatch, { lease: yield* claimed(store), settings: choosing, at: Given.now })
          const stopped = yield* read(store)
          expect([stopped.message.status, stopped.message.code, stopped.message.attempts]).toEqual([
            "FAILED",
            "DELIVERY_003",
            []
          ])

          yield* report("activate")(store)
          yield* run(store, operations["messages.resend"].decides, { ...asked, path: { id: message.id }, body: {} })
          yield* run(store, Dispatch, { lease: yield* claimed(store), settings: choosing, at: Given.now })
          const from = parts.gaveSender === false ? null : number!.number
          expect((yield* read(store)).message.attempts).toMatchObject([{ from }])
        }))))
  }

  it.each(ways)(
    "does not send what waits from a sender that its carrier chooses (%s)",
    (way) =>
      on(storage, (one) =>
        Effect.scoped(Effect.gen(function*() {
          yield* onlyMarket({ senderValue: null, gaveSender: false })(one.store)
          expect((yield* handedOver(one, way, report("deactivate"), choosing))._tag).toBe("Over")
          const after = yield* read(one.store)
          expect([after.message.status, after.message.code, after.balance]).toEqual(["FAILED", "DELIVERY_003", 1000])
        })))
  )
})
