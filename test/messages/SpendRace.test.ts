/**
 * Two nodes that dispatch the messages of an account with a spend cap at the same time: whatever the messages cost and
 * however the nodes take turns, the cap holds, and four fifths of it are warned of exactly once.
 */
import type { Account } from "@signalbox/core/Account"
import { Accounts } from "@signalbox/core/Account"
import * as Commit from "@signalbox/core/Commit"
import type { Executor } from "@signalbox/core/Executor"
import type { NodeId } from "@signalbox/core/Id"
import { Dispatch } from "@signalbox/core/internal/dispatch/Dispatch"
import { DispatchWork } from "@signalbox/core/internal/dispatch/DispatchWork"
import type { RoutingSettings } from "@signalbox/core/internal/dispatch/RoutingSettings"
import { laneTerms } from "@signalbox/core/Jobs"
import type { Message } from "@signalbox/core/Message"
import { Messages } from "@signalbox/core/Message"
import { make as money } from "@signalbox/core/Money"
import * as Needs from "@signalbox/core/Needs"
import { blank } from "@signalbox/core/Profile"
import type { Store } from "@signalbox/core/Store"
import { revisionOf, TemplateRevisions, Templates } from "@signalbox/core/Template"
import { propWith } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { describe, expect } from "vitest"
import * as Given from "../core/Given.ts"
import * as Leases from "../stores/Leases.ts"
import { executor, gate, storages } from "../stores/Nodes.ts"

const [profile, organization] = [Given.accountId(1), Given.accountId(2)]
const template = Given.template()
const counter = (of: string) => `spend/${of}/all/day/2030-01-15`

const world = fc.record({
  /** Whose cap it is: that of the profile which sends, or of its organization. */
  of: fc.constantFrom(profile, organization),
  cap: fc.integer({ min: 1, max: 1200 }),
  /** Each message is one or more parts, at 100 each. */
  parts: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 2, maxLength: 8 })
})

const settings: RoutingSettings = {
  carriers: [{ carrier: Given.carrierId("one"), channels: ["sms"], answersWithin: 30_000, references: "alone" }],
  rates: [{ channel: "sms", region: null, price: money(100), activeContactPrice: money(0) }],
  rules: [],
  markets: []
}

const [one, two] = ["node-one" as NodeId, "node-two" as NodeId]

const given = (store: Store["Service"], { cap, of, parts }: typeof world extends fc.Arbitrary<infer A> ? A : never) => {
  const capped = (account: Account): Account => account.id === of ? { ...account, spend: { day: money(cap) } } : account
  const messages = parts.map((count, index): Message =>
    Given.message({
      id: Given.messageId(index + 1),
      phone: Given.phone(index + 1),
      channel: "sms",
      requested: "sms",
      template: { ...Given.message().template!, parameters: { order: "x".repeat(150 * (count - 1)) } }
    })
  )
  const accounts = [
    Given.account({
      id: profile,
      type: "profile",
      organization,
      channels: ["sms"],
      profile: { ...blank("approved"), billingModel: "organization" }
    }),
    Given.account({ id: organization, numbers: [] })
  ]
  return store.commit([Commit.make({
    puts: [
      ...accounts.map((each) => Commit.put(Accounts, capped(each))),
      Commit.put(Templates, template),
      Commit.put(TemplateRevisions, revisionOf(template)),
      ...messages.map((message) => Commit.put(Messages, message))
    ],
    debits: [{ account: organization, amount: money(-100_000), floor: money(0), once: "opening" }],
    due: messages.map(({ account, id }) => ({
      work: { kind: "dispatch", key: `${id}/1` },
      lane: DispatchWork.lane.of(account),
      at: Given.now
    }))
  })])
}

const claim = (store: Store["Service"], node: NodeId, limit: number) =>
  Effect.flatMap(store.now, (now) => {
    const { deadline: _, submission: __, ...lanes } = laneTerms
    return Leases.claim(store, { node, offset: Given.now - now + 1000, limit, lanes })
  })

describe.each(storages("spend"))("two nodes under a spend cap (%s)", (name, storage) => {
  // A run in PostgreSQL makes tables of its own.
  propWith({ runs: name === "memory" ? 40 : 5, timeout: 60_000 })(
    "spend no more than it, leave out only what it has no room for, and warn once of four fifths [XPR-021, XPR-024]",
    world,
    (made) =>
      Effect.gen(function*() {
        const first = yield* storage.first
        const second = yield* storage.another(first)
        const warnings: Array<unknown> = []
        /** Tells of the warnings whose commits the store has applied. */
        const watched = (store: Store["Service"]): Store["Service"] => ({
          ...store,
          commit: (batch) =>
            Effect.tap(store.commit(batch), (outcomes) =>
              Effect.sync(() => {
                for (const [index, { events }] of batch.entries()) {
                  if (outcomes[index]?._tag === "Done") {
                    warnings.push(...events.filter(({ name }) => name === "account.spend_warning"))
                  }
                }
              }))
        })
        yield* given(first.store, made)
        const leases = [
          yield* claim(first.store, one, Math.ceil(made.parts.length / 2)),
          yield* claim(second.store, two, made.parts.length)
        ]
        // Neither commits before both have decided.
        const through = gate(2)
        const nodes: ReadonlyArray<Executor["Service"]> = [
          yield* executor(through(watched(first.store)), 2),
          yield* executor(through(watched(second.store)), 3)
        ]
        yield* Effect.all(
          leases.flatMap((held, index) =>
            held.map((lease) => Effect.result(nodes[index]!.run(Dispatch, { lease, settings, at: Given.now })))
          ),
          { concurrency: "unbounded" }
        ).pipe(Effect.map((ends) => expect(ends.filter(Result.isFailure)).toEqual([])))
        const { rows } = yield* first.store.list({ list: "messages", scope: profile, offset: 0, limit: 10 })
        const messages = rows.map(({ value }) => value as Message)
        const { counters } = yield* first.store.load({ ...Needs.none, counters: [counter(made.of)] })
        const spent = counters.get(counter(made.of)) ?? 0
        const reserved = messages.flatMap(({ attempts }) => attempts).reduce((sum, { price }) => sum + price, 0)
        expect(messages.map(({ code, status }) => `${status} ${code}`).toSorted()).toEqual(
          messages.map(({ attempts }) => attempts.length === 1 ? "ROUTED null" : "BLOCKED SIGNALBOX_001").toSorted()
        )
        expect([messages.length, spent]).toEqual([made.parts.length, reserved])
        expect(spent).toBeLessThanOrEqual(made.cap)
        // Nothing was returned, so what had no room then has none now.
        for (const [index, count] of made.parts.entries()) {
          const message = messages.find(({ id }) => id === Given.messageId(index + 1))!
          if (message.status === "BLOCKED") expect(spent + 100 * count).toBeGreaterThan(made.cap)
        }
        expect(warnings.map((each) => (each as { readonly account: string }).account)).toEqual(
          spent * 5 >= made.cap * 4 ? [made.of] : []
        )
      }).pipe(Effect.scoped, Effect.runPromise)
  )
})
