/**
 * Commits that were applied are told, and nothing else.
 */
import * as Commit from "@signalbox/core/Commit"
import { Contacts } from "@signalbox/core/Contact"
import type { Delivery } from "@signalbox/core/Delivery"
import { Deliveries } from "@signalbox/core/Delivery"
import { ContactId, DeliveryId, WebhookId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import { Messages } from "@signalbox/core/Message"
import type { Needs } from "@signalbox/core/Needs"
import type { Outcome } from "@signalbox/core/Outcome"
import * as Outcomes from "@signalbox/core/Outcome"
import type { Row } from "@signalbox/core/Row"
import { Store, StoreError } from "@signalbox/core/Store"
import { Templates } from "@signalbox/core/Template"
import { Webhooks } from "@signalbox/core/Webhook"
import { EventLog, Events } from "@signalbox/emulator/event/Events"
import * as StoreEvents from "@signalbox/emulator/event/StoreEvents"
import * as MemoryStore from "@signalbox/memory/MemoryStore"
import { delivery } from "@signalbox/testing/generate/Rows"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Given from "../core/Given.ts"

const [aDelivery] = fc.sample(delivery, { numRuns: 1, seed: 1 })

/** Commits with a store that has these outcomes, and returns what is told, and what the store was asked. */
const committed = (
  batch: ReadonlyArray<Commit.Commit>,
  outcomes: ReadonlyArray<Outcome>,
  isDown = false
) =>
  Effect.gen(function*() {
    const real = Context.get(yield* Layer.build(Layer.fresh(MemoryStore.layer)), Store)
    yield* real.commit([Commit.make({ puts: [Commit.put(Webhooks, Given.webhook({ id: aDelivery!.webhook }))] })])
    const loads: Array<Needs> = []
    const store = Layer.succeed(Store, {
      ...real,
      commit: () =>
        isDown ? Effect.fail(new StoreError({ reason: "unavailable", cause: "a test" })) : Effect.succeed(outcomes),
      load: (needs) => {
        loads.push(needs)
        return real.load(needs)
      }
    })
    const log = new EventLog()
    const told: Array<unknown> = []
    log.listen(({ event }) => told.push(event))
    const wrapped = Context.get(
      yield* Layer.build(StoreEvents.wrap(store).pipe(Layer.provide(Layer.succeed(Events, log)))),
      Store
    )
    const end = yield* Effect.exit(wrapped.commit(batch))
    yield* Effect.exit(wrapped.commit(batch))
    return { told, loads, end }
  }).pipe(Effect.scoped, Effect.runPromise)

const ids = ["0", "1", "2"].map((last) => ContactId.make(`00000000-0000-7000-8000-00000000000${last}`))

const putting = (parts: Parameters<typeof Given.contact>[0]) =>
  Commit.make({ puts: [Commit.put(Contacts, Given.contact(parts))] })

describe("the events of a store", () => {
  it("are those of the commits that were applied, in their order", async () => {
    const batch = [1, 2, 3].map((number) => putting({ account: Given.accountId(number) }))
    const { told } = await committed(batch, [Outcomes.done, Outcomes.stale("row"), Outcomes.done])
    const event = (number: number) => ({
      type: "contact",
      data: { account: Given.accountId(number), contact_id: Given.contact().id }
    })
    expect(told).toEqual([1, 3, 1, 3].map(event))
  })

  it("are one of each row that a commit puts, of its last put", async () => {
    const contact = (number: number) => Given.contact({ id: ids[number]!, account: Given.accountId(number) })
    const puts = [1, 2, 1].map((number) => Commit.put(Contacts, contact(number)))
    const { told } = await committed([Commit.make({ puts })], [Outcomes.done])
    const event = (number: number) => ({
      type: "contact",
      data: { account: Given.accountId(number), contact_id: ids[number] }
    })
    expect(told).toEqual([2, 1, 2, 1].map(event))
  })

  it("are none where the store has failed, and none of contacts that clients do not see", async () => {
    expect((await committed([putting({})], [Outcomes.done], true)).told).toEqual([])
    expect((await committed([putting({ isOnlySuppressed: true })], [Outcomes.done])).told).toEqual([])
  })

  it("ask for the owner of a webhook once", async () => {
    const batch = [Commit.make({ puts: [Commit.put(Deliveries, aDelivery!)] })]
    const { loads, told } = await committed(batch, [Outcomes.done])
    expect(loads).toHaveLength(1)
    const data = { account: Given.webhook().account, webhook_id: aDelivery!.webhook, delivery_id: aDelivery!.id }
    expect(told).toMatchObject([{ type: "delivery", data }, { type: "delivery", data }])
  })

  it("ask each time for the owner of a webhook that there is not", async () => {
    const gone = { ...aDelivery!, webhook: Given.webhookId(9) }
    const { loads, told } = await committed([Commit.make({ puts: [Commit.put(Deliveries, gone)] })], [Outcomes.done])
    expect(loads).toHaveLength(2)
    expect(told).toMatchObject([1, 2].map(() => ({ data: { account: null, webhook_id: gone.webhook } })))
  })

  it("are told without an owner while the store cannot say who that is", () =>
    Effect.gen(function*() {
      const failing = Effect.fail(new StoreError({ reason: "unavailable", cause: "a test" }))
      const store = Layer.mock(Store, { commit: () => Effect.succeed([Outcomes.done]), load: () => failing })
      const log = new EventLog()
      const wrapped = Context.get(
        yield* Layer.build(StoreEvents.wrap(store).pipe(Layer.provide(Layer.succeed(Events, log)))),
        Store
      )
      const batch = [Commit.make({ puts: [Commit.put(Deliveries, aDelivery!)] })]
      expect(yield* wrapped.commit(batch)).toEqual([Outcomes.done])
      const { events } = log.since(log.since(undefined).last.replace(/\d+$/, "0"))
      expect(events.map(({ event }) => event.data)).toMatchObject([{ account: null, delivery_id: aDelivery!.id }])
    }).pipe(Effect.scoped, Effect.runPromise))

  it("keep in mind the owners of a thousand webhooks, and ask for all of them anew after that", () =>
    Effect.gen(function*() {
      const real = Context.get(yield* Layer.build(Layer.fresh(MemoryStore.layer)), Store)
      const webhooks = Array.from({ length: 1001 }, (_, index) => Given.webhook({ id: Given.webhookId(index) }))
      yield* real.commit([Commit.make({ puts: webhooks.map((row) => Commit.put(Webhooks, row)) })])
      let loads = 0
      const store = Layer.mock(Store, {
        commit: () => Effect.succeed([Outcomes.done]),
        load: (needs) => {
          loads++
          return real.load(needs)
        }
      })
      const wrapped = Context.get(
        yield* Layer.build(StoreEvents.wrap(store).pipe(Layer.provide(Layer.succeed(Events, new EventLog())))),
        Store
      )
      const idOf = (index: number) => DeliveryId.make(`00000000-0000-7000-8000-${String(index).padStart(12, "0")}`)
      const put = (index: number) =>
        Commit.put(Deliveries, { ...aDelivery!, id: idOf(index), webhook: Given.webhookId(index) })
      const loadsOf = Effect.fnUntraced(function*(...indexes: ReadonlyArray<number>) {
        const before = loads
        yield* wrapped.commit([Commit.make({ puts: indexes.map(put) })])
        return loads - before
      })
      for (const [from, to] of [[0, 500], [500, 999]] as const) {
        yield* loadsOf(...Array.from({ length: to - from }, (_, index) => from + index))
      }
      const seen = [yield* loadsOf(999), yield* loadsOf(0, 999), yield* loadsOf(1000), yield* loadsOf(1000)]
      expect([...seen, yield* loadsOf(0)]).toEqual([1, 0, 1, 0, 1])
    }).pipe(Effect.scoped, Effect.runPromise))

  it.each([12, 13])("are one of each row of a commit of %i, those that nobody is told of left out", async (count) => {
    const contact = (number: number, account: number) =>
      Commit.put(Contacts, Given.contact({ id: ids[number]!, account: Given.accountId(account) }))
    const others = Array.from(
      { length: count - 4 },
      (_, number) => Commit.put(Webhooks, Given.webhook({ id: Given.webhookId(number) }))
    )
    // A row of another kind may have the key of one that is told.
    const other = Commit.put(Webhooks, Given.webhook({ id: WebhookId.make(ids[1]!) }))
    const puts = [contact(0, 1), ...others, contact(1, 2), contact(0, 3), other]
    expect(puts).toHaveLength(count)
    const { told } = await committed([Commit.make({ puts })], [Outcomes.done])
    const events = ([[1, 2], [0, 3]] as const).map(([number, account]) => ({
      type: "contact",
      data: { account: Given.accountId(account), contact_id: ids[number] }
    }))
    expect(told).toEqual([...events, ...events])
  })
})

describe("the event of a row", () => {
  const account = Given.accountId(1)
  const later = Instant.plus(Given.now, 5)
  const at = Instant.toMillis(later)
  const said = (row: Row) => StoreEvents.eventOf(row, new Map([[Given.webhookId(1), account]]))?.() ?? null

  const message = {
    account,
    message_id: Given.messageId(1),
    status: "QUEUED",
    direction: "OUTBOUND",
    phone: Given.phone(1),
    channel: "auto_detect"
  }
  const line = {
    status: "QUEUED",
    reached: true,
    description: "",
    from: null,
    price: null,
    code: null,
    activeContactPrice: null,
    scheduledAt: null
  } as const
  const history = [Given.now, later].map((at) => ({ ...line, at }))
  const told: Delivery = {
    ...aDelivery!,
    webhook: Given.webhookId(1),
    attempts: 2,
    httpStatus: 500,
    createdAt: Given.now,
    completedAt: null,
    log: []
  }
  const delivery = {
    account,
    webhook_id: Given.webhookId(1),
    delivery_id: told.id,
    attempt: 2,
    status_code: 500,
    at: Instant.toMillis(Given.now)
  }
  const attempt = { millis: 1, httpStatus: 500, responseBody: null, errorMessage: null }

  it.each<readonly [string, Row, object | null]>([
    ["a message", Commit.put(Messages, Given.message()), {
      type: "message",
      data: { ...message, at: Instant.toMillis(Given.now) }
    }],
    ["a message that has gone on", Commit.put(Messages, Given.message({ history })), {
      type: "message",
      data: { ...message, at }
    }],
    ["a delivery that nobody has made yet", Commit.put(Deliveries, told), { type: "delivery", data: delivery }],
    ["a delivery that has ended", Commit.put(Deliveries, { ...told, completedAt: later }), {
      type: "delivery",
      data: { ...delivery, at }
    }],
    [
      "a delivery whose last attempt is known",
      Commit.put(Deliveries, {
        ...told,
        completedAt: Given.now,
        log: [{ ...attempt, at: Given.now }, { ...attempt, at: later }]
      }),
      { type: "delivery", data: { ...delivery, at } }
    ],
    [
      "a delivery of a webhook whose owner is not known",
      Commit.put(Deliveries, { ...told, webhook: Given.webhookId(2) }),
      { type: "delivery", data: { ...delivery, account: null, webhook_id: Given.webhookId(2) } }
    ],
    ["a template", Commit.put(Templates, Given.template()), {
      type: "template",
      data: { account, template_id: Given.templateId(1), status: "APPROVED" }
    }],
    ["a contact", Commit.put(Contacts, Given.contact()), {
      type: "contact",
      data: { account, contact_id: Given.contact().id }
    }],
    ["a webhook", Commit.put(Webhooks, Given.webhook()), null]
  ])("that is %s", (_, row, event) => {
    expect(said(row)).toEqual(event)
  })
})
