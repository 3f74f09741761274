/**
 * The order of first attempts when one of them cannot be looked up.
 */
import type { EventName } from "@signalbox/core/EventName"
import { Executor } from "@signalbox/core/Executor"
import type { DeliveryId, EventId } from "@signalbox/core/Id"
import type { Attempt } from "@signalbox/core/internal/delivery/Attempt"
import { DeliveryJob } from "@signalbox/core/internal/delivery/DeliveryJobs"
import { DeliveryScheduler } from "@signalbox/core/internal/delivery/DeliveryScheduler"
import { DeliveryWork } from "@signalbox/core/internal/delivery/DeliveryWork"
import { StoreError } from "@signalbox/core/Store"
import type { Lease, LeaseToken } from "@signalbox/core/Work"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { expect, it } from "vitest"
import * as Given from "../Given.ts"

const webhook = Given.webhook({})
const name: EventName = "message.sent"

const attempt = (of: Lease): Attempt => {
  const id = DeliveryWork.target(of) as DeliveryId
  const event = { id: id as string as EventId, account: webhook.account, name, at: Given.now, body: "{}" }
  return {
    webhook,
    organization: webhook.account,
    event,
    endpoint: {
      webhook: webhook.id,
      consecutiveFailures: 0,
      failingSince: null,
      waitsUntil: null,
      lastAttemptAt: Given.now,
      lastSuccessAt: Given.now
    },
    delivery: {
      id,
      webhook: webhook.id,
      event: event.id,
      name,
      status: "PENDING",
      attempts: 0,
      httpStatus: null,
      responseBody: null,
      errorMessage: null,
      createdAt: Given.now,
      startedAt: null,
      completedAt: null
    }
  }
}

const lease = (number: number): Lease => ({
  ...DeliveryWork.due(`01900000-0000-7000-8000-${String(number).padStart(12, "0")}`, webhook.id, Given.now),
  token: number as LeaseToken,
  failures: 0
})

const unavailable = new StoreError({ reason: "unavailable", cause: "gone" })

/** Runs a batch of first attempts at a proven endpoint, of which some cannot be looked up. */
const run = (
  batch: ReadonlyArray<Lease>,
  isLost: (lease: Lease) => boolean,
  follows: (attempt: Attempt) => boolean = () => false
) =>
  Effect.gen(function*() {
    const done: Array<string> = []
    const held = new Set<string>()
    const said = (what: string) => Effect.sync(() => void done.push(what))
    const scheduler: DeliveryScheduler["Service"] = {
      look: () => Effect.die("no retry"),
      remembered: () => Effect.succeed(null),
      lookAll: (some) =>
        Effect.succeed(some.map((each) => ({
          lease: each,
          looked: isLost(each) ? Exit.fail(unavailable) : Exit.succeed(attempt(each))
        }))),
      renew: (some) => Effect.succeed(some),
      take: (_, wanted) => Effect.succeed({ places: wanted, hasWaited: false }),
      give: () => Effect.void,
      // What follows another one finds it under way once.
      before: (each) => {
        const { id } = each.delivery
        if (!follows(each) || held.has(id)) return null
        held.add(id)
        return said("waits")
      },
      isBehind: () => Effect.succeed(false),
      inTurn: (_, __, begin) => begin(false),
      send: (each) => Effect.as(said(`sends ${each.token}`), []),
      drop: (each) => said(`drops ${each.token}`),
      expect: (_, by) => void done.push(`expects ${by}`),
      known: () => Effect.succeed(false),
      setbacks: () => 0
    }
    const handle = yield* Effect.provide(
      DeliveryJob.handler,
      Layer.merge(Layer.succeed(DeliveryScheduler, scheduler), Layer.mock(Executor, {}))
    )
    const draining = { hasBegun: () => false, begins: Effect.never }
    const undone = yield* handle(batch, draining, { pass: said("passes the turn") })
    return { done, undone: undone.map((each) => `${each._tag} ${each.lease.token}`) }
  })

it("passes the turn once all are under way", async () => {
  expect(await Effect.runPromise(run([lease(1), lease(2)], () => false))).toEqual({
    done: ["sends 1", "sends 2", "passes the turn"],
    undone: []
  })
})

it("keeps the turn while an item keeps its place in line, so that no later event overtakes it", async () => {
  expect(await Effect.runPromise(run([lease(1), lease(2)], ({ token }) => token === 2))).toEqual({
    done: ["sends 1"],
    undone: ["Failed 2"]
  })
})

it("says that more will come for as long as the next one waits for the end of one about the same", async () => {
  const last = lease(3)
  const isLast = ({ delivery }: Attempt) => delivery.id === DeliveryWork.target(last)
  expect(await Effect.runPromise(run([lease(1), lease(2), last], () => false, isLast))).toEqual({
    done: ["sends 1", "sends 2", "expects 1", "waits", "sends 3", "expects -1", "passes the turn"],
    undone: []
  })
})
