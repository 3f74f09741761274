/**
 * Commits that were applied are told, and nothing else.
 */
import * as Commit from "@signalbox/core/Commit"
import { Contacts } from "@signalbox/core/Contact"
import { Deliveries } from "@signalbox/core/Delivery"
import { ContactId } from "@signalbox/core/Id"
import type { Needs } from "@signalbox/core/Needs"
import type { Outcome } from "@signalbox/core/Outcome"
import * as Outcomes from "@signalbox/core/Outcome"
import { Store, StoreError } from "@signalbox/core/Store"
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
})
