/**
 * Events go when all that is said of them is over, and a deleted webhook is forgotten after its last delivery (decisions 19.2).
 */
import { put } from "@signalbox/core/Commit"
import type { Delivery, Event } from "@signalbox/core/Delivery"
import { Deliveries, Events } from "@signalbox/core/Delivery"
import * as Facts from "@signalbox/core/Facts"
import type * as Id from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import * as Fanout from "@signalbox/core/internal/delivery/Fanout"
import { PurgedEvents } from "@signalbox/core/internal/retention/PurgedEvents"
import { DeletedWebhooks } from "@signalbox/core/internal/row/DeletedWebhook"
import * as Needs from "@signalbox/core/Needs"
import type { Row } from "@signalbox/core/Row"
import { Webhooks } from "@signalbox/core/Webhook"
import { describe, expect, it } from "vitest"
import { gathered } from "../Decided.ts"
import * as Given from "../Given.ts"
import { account as id, ago, own, place, rest, step } from "./Steps.ts"

describe("events", () => {
  const event = (number: number, more: Partial<Event> = {}): Event => ({
    id: `e0000000-0000-7000-8000-${String(number).padStart(12, "0")}` as Id.EventId,
    account: id,
    name: "message.sent",
    at: Instant.plus(ago(20), number),
    body: "{}",
    ...more
  })
  const told = (of: Event, webhook: Id.WebhookId, status: Delivery["status"] = "DELIVERED"): Delivery => ({
    ...Fanout.delivery(of, webhook),
    status
  })
  const hook = (number: number) => Given.webhook({ id: Given.webhookId(number), createdAt: ago(60 - number) })
  const [one, other] = [hook(1), hook(2)]
  const hooks = [put(Webhooks, one), put(Webhooks, other)]
  const here = { stage: "webhookEvents" } as const
  const behindOne = { ...here, webhook: place(one) }
  const rowsOf = (
    events: ReadonlyArray<Event>,
    deliveries: ReadonlyArray<Delivery>
  ) => [...hooks, ...events.map((each) => put(Events, each)), ...deliveries.map((each) => put(Deliveries, each))]
  const days = { webhookEvents: 10 }

  it("go with the deliveries to all webhooks, and the commit rests on each of them", () => {
    const both = event(1)
    const [toOne, toOther] = [told(both, one.id), told(both, other.id, "FAILED")]
    // The newest webhook is the first of their list.
    expect(step(days, here, rowsOf([both], [toOne, toOther]))).toStrictEqual({
      puts: [{ of: id, stage: "webhookEvents", webhook: place(other) }],
      deletes: [`delivery ${toOne.id}`, `delivery ${toOther.id}`, `event ${both.id}`],
      expects: [`delivery ${toOne.id} 6`, `delivery ${toOther.id} 7`, `event ${both.id} 5`, `${own} 2`],
      due: [[own, rest]],
      cancels: [],
      completes: [own]
    })
    expect(step(days, { ...here, webhook: place(other) }, rowsOf([both], [toOne])).deletes).toStrictEqual([
      `delivery ${toOne.id}`,
      `event ${both.id}`
    ])
    expect(step(days, behindOne, hooks).puts).toStrictEqual([{ of: id, stage: "webhookEvents", ofDeleted: true }])
    // The log of one webhook tells nothing of what another one still waits for.
    const waiting = rowsOf([both], [toOne, told(both, other.id, "PENDING")])
    expect(step(days, { ...here, webhook: place(other) }, waiting).deletes).toStrictEqual([])
    // A delivery that has lost its event goes alone.
    expect(step(days, here, rowsOf([], [toOther])).deletes).toStrictEqual([`delivery ${toOther.id}`])
  })

  it("stay while they are young, under way to somebody, or on their way to further webhooks", () => {
    const stays = (
      more: Partial<Event>,
      status: Delivery["status"] = "DELIVERED",
      toOther: Delivery["status"] = "DELIVERED"
    ) => {
      const made = event(0, more)
      return step(days, here, rowsOf([made], [told(made, one.id, status), told(made, other.id, toOther)])).deletes
        .length === 0
    }
    expect([stays({}), stays({ at: ago(10) }), stays({ at: Instant.plus(ago(10), -1) })]).toStrictEqual([
      false,
      true,
      false
    ])
    expect([stays({}, "RETRYING"), stays({}, "DELIVERED", "PENDING"), stays({}, "FAILED", "FAILED")]).toStrictEqual([
      true,
      true,
      false
    ])
    expect([stays({ subscribers: [one.id] }), stays({ followers: { audiences: [], events: [], reached: 0 } })])
      .toStrictEqual([true, true])
  })

  it("of a clone are its profile's: the log of the organization's webhook passes over them", () => {
    const made = event(1)
    const clone = Given.webhookId(9)
    const delivery = { ...Fanout.delivery(made, clone, other.id), status: "DELIVERED" } as const
    expect(step(days, here, rowsOf([made], [delivery])).deletes).toStrictEqual([])
  })

  it("are the fewer in a step the more webhooks there are, and the next one goes on behind the newest", () => {
    const many = Array.from({ length: 46 }, (_, index) => event(index + 1))
    const rows = rowsOf(many, many.map((each) => told(each, other.id)))
    const first = step(days, here, rows)
    const last = told(many[44]!, other.id)
    expect([first.deletes.length, first.puts, first.due]).toStrictEqual([90, [{
      of: id,
      stage: "webhookEvents",
      place: { at: last.createdAt, key: last.id }
    }], [[own, rest]]])
    const second = step(days, { ...here, place: { at: last.createdAt, key: last.id } }, rows)
    expect([second.deletes.length, second.puts]).toStrictEqual([2, [{
      of: id,
      stage: "webhookEvents",
      webhook: place(other)
    }]])
  })

  it("are looked for when it is known which webhooks the account has", () => {
    const pass = { account: id, at: Given.now, before: ago(10), purge: { of: id } }
    const { lists } = PurgedEvents.needs(pass, Facts.empty)
    expect(lists.map(({ limit, list }) => [list, limit])).toStrictEqual([["webhooks", 1], ["webhooks", 1000]])
    for (const known of lists) {
      const facts = gathered(hooks, () => ({ ...Needs.none, lists: [known] }))
      expect(PurgedEvents.needs(pass, facts).lists).toStrictEqual(lists)
    }
    const facts = gathered(hooks, () => ({ ...Needs.none, lists }))
    expect(PurgedEvents.needs(pass, facts).lists.map(({ list }) => list)).toStrictEqual([
      "webhooks",
      "webhooks",
      "deliveries",
      "deliveries"
    ])
  })

  it("are one in a step where there are as many webhooks as an account may have", () => {
    const all = Array.from({ length: 1000 }, (_, index) => hook(index + 1))
    const two = [event(1), event(2)]
    const rows = [
      ...all.map((each) => put(Webhooks, each)),
      ...two.map((each) => put(Events, each)),
      ...two.map((each) => put(Deliveries, told(each, all[999]!.id)))
    ]
    const pass = { account: id, at: Given.now, before: ago(10), purge: { of: id } }
    const facts = gathered(rows, (known) => PurgedEvents.needs(pass, known))
    const { commit, next } = PurgedEvents.step(pass, { facts, now: Given.now, ids: Given.ids() })
    const first = told(two[0]!, all[999]!.id)
    expect(commit.deletes?.map(({ key }) => key)).toStrictEqual([first.id, two[0]!.id])
    expect(next).toStrictEqual({ of: id, place: place(first) })
  })

  it("of a deleted webhook go as well, and it is forgotten with the last of them, a day after it was deleted", () => {
    const deleted = (at: Instant.Instant) => put(DeletedWebhooks, { id: Given.webhookId(7), account: id, at })
    const ofDeleted = { ...here, ofDeleted: true }
    const passed = (at: Instant.Instant, ...rows: ReadonlyArray<Row>) =>
      step(days, ofDeleted, [...hooks, deleted(at), ...rows])
    const name = `deleted_webhook ${Given.webhookId(7)}`
    expect(passed(ago(1))).toStrictEqual({
      puts: [{ of: id, stage: "webhookEvents", ofDeleted: true, webhook: { at: ago(1), key: Given.webhookId(7) } }],
      deletes: [name],
      expects: [`${own} 2`],
      due: [[own, rest]],
      cancels: [],
      completes: [own]
    })
    expect(passed(Instant.plus(ago(1), 1)).deletes).toStrictEqual([])
    const made = event(1)
    const its = told(made, Given.webhookId(7))
    expect(passed(ago(3), put(Events, made), put(Deliveries, its)).deletes).toStrictEqual([
      `delivery ${its.id}`,
      `event ${made.id}`
    ])
    const young = event(2, { at: ago(1) })
    expect(passed(ago(3), put(Events, young), put(Deliveries, told(young, Given.webhookId(7)))).deletes).toStrictEqual(
      []
    )
    // One that is there is not forgotten because its log is empty.
    expect(step(days, here, hooks).deletes).toStrictEqual([])
  })
})
