/**
 * Outcomes that are committed together: they lead to what they would lead to one by one.
 */
import { Accounts } from "@signalbox/core/Account"
import { put } from "@signalbox/core/Commit"
import type { Event } from "@signalbox/core/Delivery"
import { Deliveries, Events } from "@signalbox/core/Delivery"
import * as Facts from "@signalbox/core/Facts"
import * as Fanout from "@signalbox/core/Fanout"
import type { EventId } from "@signalbox/core/Id"
import { plus } from "@signalbox/core/Instant"
import { DeliveryWork, RetryWork } from "@signalbox/core/internal/delivery/DeliveryWork"
import type { Attempted } from "@signalbox/core/internal/delivery/Settle"
import { command, Settle } from "@signalbox/core/internal/delivery/Settle"
import { refText } from "@signalbox/core/Kind"
import { Endpoints, Webhooks } from "@signalbox/core/Webhook"
import type { WebhookResult } from "@signalbox/core/WebhookSender"
import { prop } from "@signalbox/testing/Prop"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const webhook = Given.webhookId(1)

const event = (number: number): Event => ({
  id: `01900000-0000-7000-8000-${String(number).padStart(12, "0")}` as EventId,
  account: Given.accountId(1),
  name: "message.sent",
  at: Given.now,
  body: "{}"
})

const ok: WebhookResult = { _tag: "Answered", status: 200, body: "fine" }
const broken: WebhookResult = { _tag: "Answered", status: 503, body: "later" }
const refused: WebhookResult = { _tag: "Failed", message: "connection refused" }
const unsent: WebhookResult = { _tag: "Unsent", message: "the resolver is full" }

const outcome = fc.record({
  result: fc.constantFrom(ok, ok, broken, refused, refused, unsent, null),
  attempts: fc.nat({ max: 4 }),
  gap: fc.nat({ max: 40_000 }),
  /** Whether it ends the set that it is in. */
  ends: fc.boolean()
})
type Outcome = typeof outcome extends fc.Arbitrary<infer A> ? A : never

const start = (all: ReadonlyArray<Outcome>, minutes: number): FactStore =>
  new FactStore([
    put(Accounts, Given.account({ webhookDisableMinutes: minutes })),
    put(Webhooks, Given.webhook({ retryCount: 3 })),
    ...all.flatMap(({ attempts }, number) => [
      put(Events, event(number)),
      put(Deliveries, {
        ...Fanout.delivery(event(number), webhook),
        attempts,
        status: attempts === 0 ? "PENDING" as const : "RETRYING" as const
      })
    ])
  ])

const attemptsIn = (store: FactStore, all: ReadonlyArray<Outcome>): ReadonlyArray<Attempted> => {
  let at = Given.now
  return all.map(({ attempts, gap, result }, number) => {
    const began = at
    at = plus(at, gap)
    const { id } = Fanout.delivery(event(number), webhook)
    const due = (attempts === 0 ? DeliveryWork : RetryWork).due(id, webhook, Given.now)
    return { lease: store.hold(due), result, began, ended: at }
  })
}

const seen = (store: FactStore) => ({
  deliveries: store.values(Deliveries).toSorted((a, b) => a.id < b.id ? -1 : 1),
  endpoint: store.get(Endpoints, webhook),
  webhook: store.get(Webhooks, webhook),
  work: [...store.work.values()].toSorted((a, b) => a.work.key < b.work.key ? -1 : 1),
  pause: store.pauses.get(DeliveryWork.lane.of(webhook)) ?? null
})

describe("outcomes in one commit", () => {
  prop(
    "lead to what they lead to one by one, however they are cut into sets [WHK-028, WHK-029, WHK-030, WHK-057]",
    fc.array(outcome, { maxLength: 40, size: "max" }),
    fc.constantFrom(0, 1, 5),
    (all, minutes) => {
      const [single, sets] = [start(all, minutes), start(all, minutes)]
      const now = plus(Given.now, 100 * 40_000)
      for (const attempted of attemptsIn(single, all)) {
        single.run(Settle, command(webhook, [attempted]), now, Given.ids())
      }
      let waiting: Array<Attempted> = []
      for (const [index, attempted] of attemptsIn(sets, all).entries()) {
        waiting.push(attempted)
        if (!all[index]!.ends && index < all.length - 1) continue
        sets.run(Settle, command(webhook, waiting), now, Given.ids())
        waiting = []
      }
      expect(seen(sets)).toEqual(seen(single))
    }
  )

  prop(
    "ended when their leases began at the earliest, however late the clock of the node is [WHK-057]",
    fc.integer({ min: -3_600_000, max: 3_600_000 }),
    (late) => {
      const store = start([{ result: broken, attempts: 0, gap: 0, ends: true }], 5)
      const { id } = Fanout.delivery(event(0), webhook)
      const due = plus(Given.now, 3_600_000)
      const lease = store.hold(DeliveryWork.due(id, webhook, due))
      const ended = plus(due, -late)
      store.run(Settle, command(webhook, [{ lease, result: broken, began: ended, ended }]), due, Given.ids())
      const [retry] = [...store.work.values()]
      expect(retry!.at).toBe(plus(late > 0 ? due : ended, 60_000))
    }
  )

  it("do not keep first attempts waiting at a webhook that was switched off by hand: they are given up", () => {
    const all = [{ result: broken, attempts: 0, gap: 1, ends: true }]
    const store = start(all, 5)
    store.put(put(Webhooks, Given.webhook({ isActive: false, subscribes: [] })))
    store.run(Settle, command(webhook, attemptsIn(store, all)), Given.now, Given.ids())
    expect(store.get(Endpoints, webhook)).toMatchObject({ consecutiveFailures: 1, waitsUntil: null })
    expect(store.pauses.size).toBe(0)
  })

  it("keep their order: a success after ten failures leaves the webhook on, one before them does not", () => {
    for (
      const [results, isActive] of [
        [[...Array.from({ length: 9 }, () => broken), ok], true],
        [[ok, ...Array.from({ length: 10 }, () => broken)], false]
      ] as const
    ) {
      const all = results.map((result) => ({ result, attempts: 0, gap: 1, ends: false }))
      const store = start(all, 0)
      store.run(Settle, command(webhook, attemptsIn(store, all)), Given.now, Given.ids())
      expect(store.get(Webhooks, webhook)).toMatchObject({ isActive })
      expect(store.get(Deliveries, Fanout.delivery(event(0), webhook).id)!.attempts).toBe(1)
    }
  })

  it("expect all that they rest on where all of them are successes, so that these need no load", () => {
    const all = [0, 1, 2].map((attempts) => ({ result: ok, attempts, gap: 1, ends: false }))
    const store = start(all, 5)
    const outcomes = command(webhook, attemptsIn(store, all))
    store.run(Settle, command(webhook, attemptsIn(store, all).slice(0, 1)), Given.now, Given.ids())
    const needs = Settle.needs(outcomes, store.load(Settle.needs(outcomes, Facts.empty)))
    const facts = store.load(needs)
    const { commit } = Result.getOrThrow(Settle.decide(outcomes, { facts, now: Given.now, ids: Given.ids() }))
    const expected = commit.expects.flatMap((each) => "ref" in each ? [refText(each.ref)] : [])
    const over = `delivery/${Fanout.delivery(event(0), webhook).id}`
    expect([...new Set([...expected, over])].toSorted()).toEqual(needs.rows.map(refText).toSorted())
    expect(
      [ok, broken, unsent, null].map((result) =>
        Settle.isVerified?.(command(webhook, outcomes.attempts.map((each) => ({ ...each, result }))))
      )
    ).toEqual([true, false, false, false])
  })
})
