/**
 * The contract of events: a commit creates one delivery, with its work, for every webhook that subscribes to the event
 * at that time.
 */
import type { Commit } from "@signalbox/core/Commit"
import { make } from "@signalbox/core/Commit"
import type { Delivery } from "@signalbox/core/Delivery"
import type { EventName } from "@signalbox/core/EventName"
import { deliveryId, Pairs } from "@signalbox/core/Fanout"
import type { Ref } from "@signalbox/core/Kind"
import { none } from "@signalbox/core/Needs"
import { applied, fansOut } from "@signalbox/core/Outcome"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { describe, expect } from "vitest"
import * as Rows from "../generate/Rows.ts"
import { eventName } from "../generate/Values.ts"
import { propWith } from "../Prop.ts"
import type { Harness } from "../StoreHarness.ts"
import { cases, run } from "./given.ts"
import {
  account,
  after,
  alice,
  bob,
  event,
  eventRef,
  minutes,
  now,
  one,
  webhook,
  webhookId,
  webhookRef
} from "./samples.ts"

const deliveryRef = (eventNumber: number, webhookNumber: number): Ref => ({
  kind: "delivery",
  key: deliveryId(event(eventNumber).id, webhookId(webhookNumber))
})

/** Some accounts, their webhooks and what these subscribe to. */
const subscriptions = fc.array(
  fc.record({ account: fc.integer({ min: 1, max: 3 }), subscribes: fc.uniqueArray(eventName, { maxLength: 8 }) }),
  { maxLength: 8 }
)
const happenings = fc.array(
  fc.record({ account: fc.integer({ min: 1, max: 3 }), name: eventName, late: fc.nat({ max: 3 }) }),
  { minLength: 1, maxLength: 6 }
)

export const storeFanout = (harness: Harness): void => {
  describe("events", () => {
    const it = cases(harness)

    it("are written out only for somebody who subscribes to them", function*({ batch, known }) {
      let written = 0
      const lazy = (number: number, name: EventName) => {
        const { body, ...rest } = event(number, { name })
        return {
          ...rest,
          get body() {
            written++
            return body
          }
        }
      }
      yield* batch({ puts: [webhook(1, { subscribes: ["message.sent"] })] })
      yield* batch({ events: [lazy(1, "message.queued")] }, { events: [lazy(2, "message.queued")] })
      expect(written).toBe(0)
      yield* batch({ events: [lazy(3, "message.sent")] })
      expect(written).toBeGreaterThan(0)
      expect((yield* known(eventRef(3))).row?.value).toMatchObject({ body: event(3).body })
    })

    propWith({ runs: 100 })(
      "become deliveries to the webhooks that subscribe to them, and to no other",
      subscriptions,
      happenings,
      fc.boolean(),
      (webhooks, happened, inOneCommit) =>
        run(harness, function*({ batch, claim, known, store }) {
          const puts = webhooks.map((each, index) => webhook(index, { ...each, account: account(each.account) }))
          const events = happened.map((each, index) =>
            event(index, { account: account(each.account), name: each.name, at: after(each.late) })
          )
          const outcomes = yield* inOneCommit
            ? batch({ puts, events })
            : batch({ puts }, ...events.map((each) => ({ events: [each] })))

          const work: Array<string> = []
          const spread: Array<boolean> = []
          for (const [index, { account, name }] of happened.entries()) {
            let wanted = false
            for (const [number, { account: owner, subscribes }] of webhooks.entries()) {
              const ref = deliveryRef(index, number)
              const { row } = yield* known(ref)
              expect(row !== null, `${name} to ${number}`).toBe(account === owner && subscribes.includes(name))
              if (row === null) continue
              wanted = true
              work.push(`delivery:${webhookId(number)} ${ref.key} ${events[index]!.at}`)
            }
            expect((yield* known(eventRef(index))).row !== null, name).toBe(wanted)
            spread.push(wanted)
          }
          expect(outcomes.map(fansOut)).toEqual(inOneCommit ? [spread.includes(true)] : [false, ...spread])
          const leases = yield* claim(one, { now: after(3) })
          expect(leases.map(({ at, lane, work }) => `${lane} ${work.key} ${at}`).toSorted()).toEqual(work.toSorted())
          expect(leases.every((lease) => lease.work.kind === "delivery")).toBe(true)
          for (const [number] of webhooks.entries()) {
            const scope = webhookId(number)
            const page = yield* store.list({ list: "deliveries", scope, offset: 0, limit: 10 })
            expect(page.total).toBe(work.filter((line) => line.startsWith(`delivery:${scope} `)).length)
          }
        })
    )

    propWith({ runs: 50 })(
      "and their deliveries are kept as rows like any other",
      Rows.event,
      fc.array(Rows.webhook, { maxLength: 3 }),
      (happened, webhooks) =>
        run(harness, function*({ commit, store }) {
          const puts = webhooks.map((value) => ({ ...value, account: happened.account }))
          const rows = puts.map((value) => ({ kind: "webhook", key: value.id, value }) as const)
          const subscribers = puts.filter(({ subscribes }) => subscribes.includes(happened.name))
          expect(yield* commit({ puts: rows, events: [happened] })).toEqual(applied([], subscribers.length > 0))
          const expected = subscribers.map(({ id, parent }): Delivery => ({
            id: deliveryId(happened.id, id),
            webhook: id,
            ...(parent === undefined ? {} : { parent }),
            event: happened.id,
            name: happened.name,
            status: "PENDING",
            attempts: 0,
            httpStatus: null,
            responseBody: null,
            errorMessage: null,
            createdAt: happened.at,
            startedAt: null,
            completedAt: null
          }))
          const eventRow: Ref = { kind: "event", key: happened.id }
          const refs = [eventRow, ...expected.map(({ id }): Ref => ({ kind: "delivery", key: id }))]
          const facts = yield* store.load({ ...none, rows: refs })
          expect(refs.map((ref) => facts.rows.get(ref)?.row?.value ?? null))
            .toEqual([expected.length === 0 ? null : happened, ...expected])
        })
    )

    it(
      "of clones are in the log of the clone and in that of its parent, with true totals [WHK-079, WHK-082]",
      function*({ commit, store }) {
        const total = (scope: string, where = {}) =>
          Effect.map(
            store.list({ list: "deliveries", scope, offset: 0, limit: 100, where }),
            (page) => [page.total, page.rows.length] as const
          )
        const parent = webhookId(9)
        yield* commit({
          puts: [
            webhook(9, { subscribes: ["message.sent"] }),
            webhook(1, { account: bob, parent }),
            webhook(2, { account: account(3), parent })
          ]
        })
        // The store may learn from the first commit who subscribes; the others must see the same.
        for (const number of [1, 2, 3]) {
          yield* commit({
            events: [event(number), event(10 + number, { account: bob }), event(20 + number, { account: account(3) })]
          })
        }
        expect(yield* total(webhookId(1))).toEqual([3, 3])
        expect(yield* total(webhookId(2))).toEqual([3, 3])
        expect(yield* total(parent)).toEqual([9, 9])
        expect(yield* total(parent, { status: "PENDING", event: "message.sent" })).toEqual([9, 9])
        expect(yield* total(parent, { status: "FAILED" })).toEqual([0, 0])
      }
    )

    it("are found by the ids in their payload [WHK-081]", function*({ commit, store }) {
      const found = (search: string) =>
        Effect.map(
          store.list({ list: "deliveries", scope: webhookId(1), offset: 0, limit: 9, where: { search } }),
          ({ rows }) => rows.map(({ key }) => key)
        )
      yield* commit({ puts: [webhook(1)] })
      const text = `0b57c1de-5f2e-4b6a-9d3c-1f0e2d4c6b8a`
      const bodies = [alice, bob].map((id) => JSON.stringify({ payload: { message_id: id, text: `"${text}"` } }))
      yield* commit({ events: bodies.map((body, index) => ({ ...event(index), body })) })
      expect(yield* found(alice)).toEqual([deliveryRef(0, 1).key])
      expect(yield* found(bob.toUpperCase())).toEqual([deliveryRef(1, 1).key])
      expect(yield* found(text)).toEqual([])
      expect(yield* found("message.SENT")).toHaveLength(2)
    })

    it("nobody subscribes to are not kept", function*({ claim, commit, known, nextDue }) {
      yield* commit({ puts: [webhook(1, { subscribes: [] }), webhook(2, { subscribes: ["message.read"] })] })
      yield* commit({ puts: [webhook(3, { account: bob })], events: [event(1)] })
      expect((yield* known(eventRef(1))).row).toBe(null)
      expect(yield* claim(one)).toEqual([])
      expect(yield* nextDue).toBe(null)
    })

    it("reach a webhook that the same commit makes, or makes subscribe", function*({ commit, known }) {
      const none: ReadonlyArray<EventName> = []
      yield* commit({ puts: [webhook(1, { subscribes: none })] })
      yield* commit({ puts: [webhook(1), webhook(2)], events: [event(1)] })
      expect((yield* known(deliveryRef(1, 1))).row).not.toBe(null)
      expect((yield* known(deliveryRef(1, 2))).row).not.toBe(null)
      yield* commit({ puts: [webhook(1, { subscribes: none })], deletes: [webhookRef(2)], events: [event(2)] })
      expect((yield* known(deliveryRef(2, 1))).row).toBe(null)
      expect((yield* known(deliveryRef(2, 2))).row).toBe(null)
    })

    it("see the webhooks as the commits before them in the batch left them", function*({ batch, known }) {
      const outcomes = yield* batch(
        { events: [event(1)] },
        { puts: [webhook(1)] },
        { expects: [{ ref: webhookRef(9), version: 1 }], puts: [webhook(2)] },
        { events: [event(2)] },
        { puts: [webhook(1, { subscribes: [] })] },
        { events: [event(3)] },
        { puts: [webhook(1)] },
        { deletes: [webhookRef(1)] },
        { events: [event(4)] }
      )
      expect(outcomes.filter(({ _tag }) => _tag !== "Done")).toHaveLength(1)
      const kept = []
      for (const number of [1, 2, 3, 4]) if ((yield* known(deliveryRef(number, 1))).row !== null) kept.push(number)
      expect(kept).toEqual([2])
      expect((yield* known(deliveryRef(2, 2))).row).toBe(null)
    })

    it("reach an endpoint in the order in which they happened", function*({ batch, claim, commit }) {
      yield* commit({ puts: [webhook(1)] })
      yield* batch({ events: [event(5), event(3)] }, { events: [event(9)] }, { events: [event(1)] })
      yield* commit({ events: [event(7, { at: after(-1) }), event(8)] })
      expect((yield* claim(one)).map(({ work }) => work.key)).toEqual(
        [7, 5, 3, 9, 1, 8].map((number) => deliveryRef(number, 1).key)
      )
    })

    it("are due immediately, at the instant of the event", function*({ claim, commit, nextDue }) {
      yield* commit({ puts: [webhook(1)], events: [event(1, { at: minutes(10) })] })
      expect(yield* nextDue).toBe(minutes(10))
      expect(yield* claim(one, { now })).toEqual([])
      expect(yield* claim(one, { now: minutes(10) })).toHaveLength(1)
      expect(yield* nextDue).toBe(null)
    })

    it(
      "become so many deliveries in their commit, and the others are left to work",
      function*({ claim, known, store }) {
        const webhooks = [1, 2, 3, 4]
        const commit = (parts: Partial<Commit>) => Effect.provideService(store.commit([make(parts)]), Pairs, 6)
        yield* commit({ puts: webhooks.map((number) => webhook(number)) })
        yield* commit({ events: [event(1), event(2), event(3), event(9, { name: "message.read" })] })
        // The first event has all of its deliveries, the second one two, and the third one none.
        for (const [number, made] of [[1, 4], [2, 2], [3, 0]] as const) {
          const rows = yield* Effect.forEach(webhooks, (each) => known(deliveryRef(number, each)))
          const there = rows.map(({ row }) => row !== null)
          expect(there.filter((is) => is).length, `event ${number}`).toBe(made)
          const left = webhooks.flatMap((each, index) => there[index] ? [] : [webhookId(each)])
          const { row } = yield* known(eventRef(number))
          // The second one keeps what is left, for itself and for the third one, which needs no work of its own.
          const followers = { audiences: [webhooks.map(webhookId)], events: [[event(3).id, 0]], reached: 0 }
          expect(row?.value).toEqual(number === 2 ? { ...event(2), subscribers: left, followers } : event(number))
        }
        expect((yield* known(eventRef(9))).row).toBe(null)
        const leases = yield* claim(one, { width: { fanout: 1 } })
        const work = leases.map(({ lane, work }) => `${lane} ${work.kind}`)
        expect(work.filter((line) => line.endsWith(" delivery")).length).toBe(6)
        // One lane of the account, and one item for all events of a commit.
        expect(work.filter((line) => line.endsWith(" fanout"))).toEqual([`fanout:${alice} fanout`])
        expect(leases.find((lease) => lease.work.kind === "fanout")?.work.key).toBe(event(2).id)
      }
    )

    it("have room for their account in a whole batch, however many commits it has", function*({ known, store }) {
      const owners = [alice, alice, bob, alice]
      const commits = owners.map((account, number) => make({ events: [event(number, { account })] }))
      const puts = [alice, alice, alice, bob].map((account, number) => webhook(number, { account }))
      yield* store.commit([make({ puts })])
      yield* Effect.provideService(store.commit(commits), Pairs, 4)
      const made = yield* Effect.forEach(owners, (_, number) =>
        Effect.map(
          Effect.forEach(puts, (_put, each) => known(deliveryRef(number, each))),
          (rows) => rows.filter(({ row }) => row !== null).length
        ))
      // Deliveries that one account has caused leave the room of another as it was.
      expect(made).toEqual([3, 1, 1, 0])
    })

    it("of an account leave the webhooks of others alone", function*({ commit, known }) {
      yield* commit({ puts: [webhook(1, { account: alice }), webhook(2, { account: bob })] })
      yield* commit({ events: [event(1, { account: bob })] })
      expect((yield* known(deliveryRef(1, 1))).row).toBe(null)
      expect((yield* known(deliveryRef(1, 2))).row).not.toBe(null)
    })
  })
}
