/**
 * Late deliveries through the whole engine, while those of other customers are on time.
 */
import * as Commits from "@signalbox/core/Commit"
import { Deliveries, Events } from "@signalbox/core/Delivery"
import * as Fanout from "@signalbox/core/Fanout"
import type { EventId, WebhookId } from "@signalbox/core/Id"
import { plus } from "@signalbox/core/Instant"
import { RetryWork } from "@signalbox/core/internal/delivery/DeliveryWork"
import * as FairShare from "@signalbox/core/internal/delivery/FairShare"
import { freshUntil } from "@signalbox/core/internal/delivery/LookAhead"
import type { Row } from "@signalbox/core/Row"
import { Store } from "@signalbox/core/Store"
import { Endpoints, Webhooks } from "@signalbox/core/Webhook"
import type { WebhookRequest } from "@signalbox/core/WebhookSender"
import { Worker } from "@signalbox/core/Worker"
import { WorkSignal } from "@signalbox/core/WorkSignal"
import * as FixedSecrets from "@signalbox/testing/FixedSecrets"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"
import * as Scene from "../Scene.ts"

const urlOf = (number: number): string => `https://example.com/${number}`

/** The endpoint of the account with this number, which has proved itself. */
const hook = (number: number, endpointUrl = urlOf(number)): Row =>
  Commits.put(
    Webhooks,
    FixedSecrets.kept(Given.webhook({
      id: Given.webhookId(number),
      account: Given.accountId(number),
      endpointUrl,
      subscribes: ["message.sent"]
    }))
  )

const proven = (number: number): Row =>
  Commits.put(Endpoints, {
    webhook: Given.webhookId(number),
    consecutiveFailures: 0,
    failingSince: null,
    waitsUntil: null,
    lastAttemptAt: Given.now,
    lastSuccessAt: Given.now
  })

let last = 0

const event = (account: number, late: number) => ({
  id: `01900000-0000-7000-8000-${String(++last).padStart(12, "0")}` as EventId,
  account: Given.accountId(account),
  name: "message.sent" as const,
  at: plus(Given.now, -late),
  body: JSON.stringify({ number: last })
})

const commit = (parts: Parameters<typeof Commits.make>[0]) =>
  Effect.gen(function*() {
    yield* Effect.flatMap(Store, (store) => store.commit([Commits.make(parts)]))
    yield* Effect.flatMap(WorkSignal, ({ raise }) => raise)
  })

/** First attempts that fell due so many milliseconds ago. */
const first = (account: number, late: number, count = 1) =>
  commit({ events: Array.from({ length: count }, () => event(account, late)) })

/** A retry that fell due so many milliseconds ago. */
const retry = (account: number, late: number) => {
  const told = event(account, late)
  const delivery = Fanout.delivery(told, Given.webhookId(account))
  return commit({
    puts: [
      Commits.put(Events, told),
      Commits.put(Deliveries, { ...delivery, status: "RETRYING" as const, attempts: 1 })
    ],
    due: [RetryWork.due(delivery.id, delivery.webhook, told.at)]
  })
}

const until = Effect.fnUntraced(function*(isSo: () => boolean) {
  for (let looks = 0; !isSo(); looks++) {
    if (looks > 4000) throw new Error(`waited in vain for ${isSo.toString()}`)
    yield* Effect.sleep(5)
  }
})

let claims = 0

/** Lets everything go on that can: when the worker has looked for work again and again, nothing more is to happen. */
const settled = Effect.suspend(() => {
  const before = claims
  return until(() => claims >= before + 4)
})

/** Turns that are as long as the test is, so that a slow machine changes nothing. */
const bounds: FairShare.Bounds = { beside: 600_000, turn: 600_000, rest: 0 }

/** For so many milliseconds a look at an endpoint counts as that of the moment at most: the longer the look took, the longer. */
const freshMillis = Number(freshUntil(0n, 60_000_000_000n)) / 1_000_000

const customers = [1, 2, 3]

/** Plays with a store that holds the outcomes of the first customer's deliveries back once it is told to. */
const play = <A, E>(
  program: (world: {
    /** The URLs of all attempts. */
    readonly got: ReadonlyArray<string>
    readonly bodies: ReadonlyArray<string>
    readonly hold: () => void
    readonly isHeld: () => boolean
    readonly release: Effect.Effect<unknown>
  }) => Effect.Effect<A, E, Bench.Services>
): Promise<A> => {
  const got: Array<string> = []
  const bodies: Array<string> = []
  const released = Deferred.makeUnsafe<void>()
  let holds = false
  let isHeld = false
  const lane = `delivery:${Given.webhookId(1)}`
  const held = new Set<string>()
  const tap: Bench.Tap = (store) => ({
    ...store,
    claim: (request) =>
      Effect.tap(store.claim(request), ({ leases }) =>
        Effect.sync(() => {
          claims++
          for (const each of leases) if (each.lane === lane) held.add(each.work.key)
        })),
    commit: (batch) =>
      Effect.suspend(() => {
        if (!holds || !batch.some(({ completes }) => completes.some(({ work }) => held.has(work.key)))) {
          return store.commit(batch)
        }
        isHeld = true
        return Effect.andThen(Deferred.await(released), store.commit(batch))
      })
  })
  const send = ({ body, url }: WebhookRequest) =>
    Effect.sync(() => {
      got.push(url)
      bodies.push(body)
      return { _tag: "Answered", status: 200, body: "" } as const
    })
  return Bench.run(
    Bench.layer({ send, tap }).pipe(Layer.provide(Layer.succeed(FairShare.Bounds, bounds))),
    Effect.andThen(
      Scene.seed(0, ...customers.flatMap((number) => [hook(number), proven(number)])),
      program({
        got,
        bodies,
        hold: () => {
          holds = true
        },
        isHeld: () => isHeld,
        release: Deferred.succeed(released, undefined)
      })
    )
  )
}

const delivered = (webhook: WebhookId, count: number) =>
  Effect.map(
    Scene.deliveries(webhook),
    (all) => expect(all.map(({ status }) => status)).toEqual(Array.from({ length: count }, () => "DELIVERED"))
  )

describe("late deliveries, while others are on time,", () => {
  for (const [what, late] of [["first attempts", first], ["retries", retry]] as const) {
    it(`wait for each other's turns, whoever is on time does not: ${what} [WHK-069, EVT-023]`, () =>
      play(({ got, hold, isHeld, release }) =>
        Effect.gen(function*() {
          yield* first(3, 0)
          yield* until(() => got.length === 1)
          hold()
          yield* first(1, 5000)
          yield* until(isHeld)
          yield* late(2, 5000)
          yield* settled
          expect(got).toEqual([urlOf(3), urlOf(1)])
          yield* first(3, 1000)
          yield* until(() => got.length === 3)
          expect(got[2]).toBe(urlOf(3))
          // The URL is that of the time of the attempt, not of the time when its wait began: whoever looked before the change
          // has to look again by then.
          yield* commit({ puts: [hook(2, "https://example.com/new")] })
          yield* Effect.sleep(freshMillis + 10)
          yield* release
          yield* until(() => got.length === 4)
          expect(got[3]).toBe("https://example.com/new")
          yield* Bench.idle
          for (const [webhook, count] of [[1, 1], [2, 1], [3, 2]] as const) {
            yield* delivered(Given.webhookId(webhook), count)
          }
        })
      ))
  }

  it("all arrive, in their order", () =>
    play(({ bodies, got }) =>
      Effect.gen(function*() {
        yield* first(3, 0)
        yield* until(() => got.length === 1)
        yield* first(1, 5000, 40)
        yield* first(2, 5000, 40)
        yield* first(3, 0, 10)
        yield* Bench.idle
        expect(got.length).toBe(91)
        for (const [webhook, count] of [[1, 40], [2, 40], [3, 11]] as const) {
          yield* delivered(Given.webhookId(webhook), count)
          const mine = bodies.filter((_, index) => got[index] === urlOf(webhook)).map((body) => JSON.parse(body).number)
          expect(mine).toEqual(mine.toSorted((a, b) => a - b))
        }
      })
    ))

  it("are let go by a node that drains while they wait for their turn", () =>
    play(({ got, hold, isHeld, release }) =>
      Effect.gen(function*() {
        yield* first(3, 0)
        yield* until(() => got.length === 1)
        hold()
        yield* first(1, 5000)
        yield* until(isHeld)
        yield* first(2, 5000)
        yield* retry(2, 5000)
        yield* settled
        const drained = yield* Effect.forkChild(Effect.flatMap(Worker, ({ drain }) => drain), {
          startImmediately: true
        })
        yield* release
        yield* Fiber.join(drained)
        expect(got).toEqual([urlOf(3), urlOf(1)])
        const due = yield* Effect.flatMap(Store, (store) => store.nextDue(0))
        expect(due).toEqual(expect.objectContaining({ _tag: "Some", value: Given.now - 5000 }))
      })
    ))
})
