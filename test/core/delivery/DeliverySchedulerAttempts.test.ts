/**
 * An attempt from its place to its outcome, and what this process keeps in mind of endpoints meanwhile.
 */
import type { Commit } from "@signalbox/core/Commit"
import * as Commits from "@signalbox/core/Commit"
import { Deliveries } from "@signalbox/core/Delivery"
import * as Places from "@signalbox/core/DeliveryPlaces"
import type { Ask } from "@signalbox/core/Executor"
import { Executor } from "@signalbox/core/Executor"
import * as Facts from "@signalbox/core/Facts"
import * as Fanout from "@signalbox/core/Fanout"
import type { EventId } from "@signalbox/core/Id"
import { plus } from "@signalbox/core/Instant"
import type { Attempt } from "@signalbox/core/internal/delivery/Attempt"
import { DeliveryScheduler, layer } from "@signalbox/core/internal/delivery/DeliveryScheduler"
import { DeliveryWork } from "@signalbox/core/internal/delivery/DeliveryWork"
import { fromEntries } from "@signalbox/core/RefMap"
import type { Row } from "@signalbox/core/Row"
import { StoreError } from "@signalbox/core/Store"
import { Webhooks } from "@signalbox/core/Webhook"
import type { WebhookRequest, WebhookResult } from "@signalbox/core/WebhookSender"
import { WebhookSender } from "@signalbox/core/WebhookSender"
import type { Lease, LeaseToken } from "@signalbox/core/Work"
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const webhook = Given.webhook({})
const ok: WebhookResult = { _tag: "Answered", status: 200, body: "thanks" }
const away = new StoreError({ reason: "unavailable", cause: "gone" })
const failed = new StoreError({ reason: "failed", cause: "refused" })

const eventOf = (number: number, to = number) => ({
  id: `01900000-0000-7000-8000-${String(number).padStart(12, "0")}` as EventId,
  account: webhook.account,
  name: "message.sent" as const,
  at: Given.now,
  body: JSON.stringify({ payload: { outbound_number: Given.phone(to) } })
})

/** @param to the number of the recipient whom the event is about */
const attempt = (number: number, to = number): Attempt => {
  const event = eventOf(number, to)
  return {
    webhook,
    organization: webhook.account,
    event,
    endpoint: null,
    delivery: Fanout.delivery(event, webhook.id)
  }
}

const lease = (number: number, of = webhook.id): Lease => ({
  ...DeliveryWork.due(Fanout.deliveryId(eventOf(number).id, of), of, Given.now),
  token: number as LeaseToken,
  failures: 0
})

/** The rows that are asked for, of which these are there. */
const found = (needs: Ask, rows: ReadonlyArray<Row>): Facts.Facts => ({
  ...Facts.empty,
  rows: fromEntries(
    needs(Facts.empty).rows.map((ref) => {
      const row = rows.find(({ key, kind }) => kind === ref.kind && key === ref.key) ?? null
      return [ref, { version: row === null ? 0 : 1, row }]
    })
  )
})

const rows = [
  Commits.put(Webhooks, webhook),
  ...[1, 2, 3].map((number) => Commits.put(Deliveries, attempt(number).delivery))
]

interface World {
  readonly scheduler: DeliveryScheduler["Service"]
  readonly commits: ReadonlyArray<Commit>
  readonly requests: ReadonlyArray<WebhookRequest>
  /** How many rows each read has asked for. */
  readonly reads: ReadonlyArray<number>
}

interface Partners {
  readonly send?: () => Effect.Effect<WebhookResult>
  readonly read?: (reads: number) => StoreError | null
}

const run = <A, E>(
  use: (world: World) => Effect.Effect<A, E>,
  { read = () => null, send = () => Effect.succeed(ok) }: Partners = {}
) => {
  const [commits, requests, reads]: [Array<Commit>, Array<WebhookRequest>, Array<number>] = [[], [], []]
  const executor = Layer.mock(Executor, {
    read: (needs) =>
      Effect.suspend(() => {
        const facts = found(needs, [])
        reads.push(facts.rows.refs().length)
        const error = read(reads.length)
        return error === null ? Effect.succeed(facts) : Effect.fail(error)
      }),
    remembered: (needs) => Effect.sync(() => found(needs, [])),
    run: (use, command) =>
      Effect.gen(function*() {
        const first = found((known) => use.needs(command, known), rows)
        const grounds = { facts: found(() => use.needs(command, first), rows), now: Given.now, ids: Given.ids() }
        const { answer, commit } = yield* Effect.fromResult(use.decide(command, grounds))
        commits.push(commit)
        return { answer, at: Given.now }
      })
  })
  const sender = Layer.mock(WebhookSender, {
    send: (request) => Effect.suspend(() => (requests.push(request), send()))
  })
  return Effect.andThen(
    TestClock.setTime(Given.now),
    Effect.flatMap(DeliveryScheduler, (scheduler) => use({ scheduler, commits, requests, reads }))
  ).pipe(
    Effect.provide(layer.pipe(
      Layer.provide(Layer.merge(executor, sender)),
      Layer.provide(Layer.succeed(Places.Bounds, { endpoint: 1, customer: 0 })),
      Layer.provideMerge(TestClock.layer())
    )),
    Effect.runPromise
  )
}

/** Lets everything go on that can without a clock. */
const still = Effect.replicateEffect(Effect.yieldNow, 20, { discard: true })

const tokens = (commits: ReadonlyArray<Commit>) => commits.map(({ completes }) => completes.map(({ token }) => token))

const delivered = (commit: Commit | undefined) =>
  commit?.puts.flatMap((row) => row.kind === "delivery" ? [row.value] : [])

describe("an attempt", () => {
  it("is committed immediately when nothing else is under way at its endpoint, with its beginning and its end", () =>
    run(({ commits, requests, scheduler }) =>
      Effect.gen(function*() {
        const sending = yield* Effect.forkChild(scheduler.send(lease(1), attempt(1)))
        yield* TestClock.adjust(30)
        yield* still
        expect(sending.pollUnsafe()).toEqual(Exit.succeed([]))
        expect(requests.map(({ owner, timeoutMillis, url }) => [owner, url, timeoutMillis])).toEqual([
          [webhook.account, "https://example.com/hook", 30_000]
        ])
        const outcome = { httpStatus: 200, responseBody: "thanks", errorMessage: null }
        expect(delivered(commits[0])).toEqual([{
          ...attempt(1).delivery,
          status: "DELIVERED",
          attempts: 1,
          ...outcome,
          log: [{ at: Given.now, millis: 30, ...outcome }],
          startedAt: Given.now,
          completedAt: plus(Given.now, 30)
        }])
        // It is over, so the next one does not wait for it either.
        const next = yield* Effect.forkChild(scheduler.send(lease(2), attempt(2)))
        yield* TestClock.adjust(30)
        yield* still
        expect(next.pollUnsafe()).toEqual(Exit.succeed([]))
        expect(tokens(commits)).toEqual([[1], [2]])
      }), { send: () => Effect.as(Effect.sleep(30), ok) }))

  it("waits to be committed for those under way or expected, and no longer than for these", () => {
    const answers = [1, 2].map(() => Deferred.makeUnsafe<WebhookResult>())
    let sent = 0
    return run(({ commits, scheduler }) =>
      Effect.gen(function*() {
        const [one, two] = [
          yield* Effect.forkChild(scheduler.send(lease(1), attempt(1))),
          yield* Effect.forkChild(scheduler.send(lease(2), attempt(2)))
        ]
        yield* still
        yield* Deferred.succeed(answers[0]!, ok)
        yield* still
        expect(commits).toEqual([])
        scheduler.expect(lease(3), 1)
        yield* Deferred.succeed(answers[1]!, ok)
        yield* still
        expect(commits).toEqual([])
        scheduler.expect(lease(3), -1)
        yield* scheduler.drop(lease(3))
        yield* Effect.forEach([one, two], Fiber.join)
        expect(tokens(commits)).toEqual([[1, 2, 3]])
        expect(delivered(commits[0])?.[2]).toEqual({
          ...attempt(3).delivery,
          status: "FAILED",
          errorMessage: "webhook disabled",
          completedAt: Given.now
        })
      }), { send: () => Deferred.await(answers[sent++]!) })
  })

  it("gives its place back once, and holds those up that are about the same until it has ended", () => {
    const answer = Deferred.makeUnsafe<WebhookResult>()
    return run(({ scheduler }) =>
      Effect.gen(function*() {
        expect(yield* scheduler.take(attempt(1), 2)).toEqual({ places: 1, hasWaited: false })
        expect(scheduler.before(attempt(1))).toBeNull()
        const sending = yield* Effect.forkChild(scheduler.send(lease(1), attempt(1, 7)))
        yield* still
        expect(scheduler.before(attempt(2))).toBeNull()
        const before = yield* Effect.forkChild(scheduler.before(attempt(3, 7)) ?? Effect.die("it is before nothing"))
        const waiting = [
          yield* Effect.forkChild(scheduler.take(attempt(2), 1)),
          yield* Effect.forkChild(scheduler.take(attempt(3), 1))
        ]
        yield* still
        expect([before, ...waiting].map((each) => each.pollUnsafe())).toEqual([undefined, undefined, undefined])
        yield* Deferred.succeed(answer, ok)
        yield* Fiber.join(sending)
        yield* still
        expect([before, ...waiting].map((each) => each.pollUnsafe())).toEqual([
          Exit.void,
          Exit.succeed({ places: 1, hasWaited: true }),
          undefined
        ])
        expect(scheduler.before(attempt(3, 7))).toBeNull()
        yield* scheduler.give(attempt(2))
        yield* still
        expect(waiting[1]!.pollUnsafe()).toEqual(Exit.succeed({ places: 1, hasWaited: true }))
      }), { send: () => Deferred.await(answer) })
  })
})

it("an attempt that dies gives its place back as well", () =>
  run(({ scheduler }) =>
    Effect.gen(function*() {
      yield* scheduler.take(attempt(1), 1)
      expect(Exit.isFailure(yield* Effect.exit(scheduler.send(lease(1), attempt(1))))).toBe(true)
      expect(yield* scheduler.take(attempt(2), 1)).toEqual({ places: 1, hasWaited: false })
      expect(scheduler.before(attempt(1))).toBeNull()
    }), { send: () => Effect.die("no network") }))

describe("of an endpoint is kept in mind", () => {
  it("what was found ten seconds ago at most, unless an attempt has failed since at any of them", () => {
    const other = Given.webhookId(2)
    return run(({ scheduler }) =>
      Effect.gen(function*() {
        const known = Effect.map(scheduler.remembered([lease(1, other)]), (seen) => seen !== null)
        yield* TestClock.setTime(plus(Given.now, 10_000))
        yield* scheduler.lookAll([lease(1, other)])
        expect([yield* known, scheduler.setbacks()]).toEqual([true, 0])
        yield* scheduler.send(lease(2), attempt(2))
        expect([yield* known, scheduler.setbacks()]).toEqual([false, 1])
        yield* scheduler.lookAll([lease(1, other)])
        expect(yield* known).toBe(true)
        yield* TestClock.adjust(1)
        expect(yield* known).toBe(false)
      }), { send: () => Effect.succeed({ ...ok, status: 500 }) })
  })

  it("that it was looked up, for the last thousand and twenty-four of them", () =>
    run(({ scheduler }) =>
      Effect.gen(function*() {
        const look = (number: number) => scheduler.lookAll([lease(1, Given.webhookId(number))])
        const isKnown = (number: number) =>
          Effect.map(scheduler.remembered([lease(1, Given.webhookId(number))]), (seen) => seen !== null)
        for (let number = 1; number <= 1024; number++) yield* look(number)
        // What is looked up again costs no other one its place, and is the last one then.
        yield* look(2)
        expect(yield* Effect.forEach([1, 2, 3, 1024], isKnown)).toEqual([true, true, true, true])
        yield* look(1025)
        yield* look(1026)
        const known = yield* Effect.forEach([1, 2, 3, 4, 1024, 1025, 1026], isKnown)
        expect(known).toEqual([false, true, false, true, true, true, true])
      })
    ))
})

describe("what cannot be looked up", () => {
  const causes = (all: ReadonlyArray<{ readonly lease: Lease; readonly looked: Exit.Exit<unknown, unknown> }>) =>
    all.map((
      { lease: { token }, looked }
    ) => [token, Exit.isFailure(looked) ? Cause.squash(looked.cause) : looked.value])

  it("is looked up one by one where the store refuses it, and not where the store is away", () =>
    run(({ reads, scheduler }) =>
      Effect.gen(function*() {
        const some = [lease(1), lease(2), lease(3)]
        expect(causes(yield* scheduler.lookAll(some))).toEqual([[1, null], [2, failed], [3, null]])
        expect(reads).toEqual([5, 3, 3, 3])
        expect(causes(yield* scheduler.lookAll(some))).toEqual([[1, away], [2, away], [3, away]])
        expect(causes(yield* scheduler.lookAll([lease(1)]))).toEqual([[1, failed]])
        expect(reads).toEqual([5, 3, 3, 3, 5, 3])
        // Nobody knows the endpoint then.
        expect(yield* scheduler.remembered([lease(1)])).toBeNull()
      }), { read: (reads) => ({ 1: failed, 3: failed, 5: away, 6: failed })[reads] ?? null }))

  it("fails all that are to be renewed, with what failed before", () =>
    run(({ scheduler }) =>
      Effect.gen(function*() {
        const some = [
          { lease: lease(1), looked: Exit.succeed(attempt(1)) },
          { lease: lease(2), looked: Exit.succeed(null) },
          { lease: lease(3), looked: Exit.fail(failed) }
        ]
        expect(causes(yield* scheduler.renew(some))).toEqual([[1, away], [2, away], [3, away]])
        // The webhook is no more.
        expect(causes(yield* scheduler.renew(some))).toEqual([[1, null], [2, null], [3, failed]])
      }), { read: (reads) => reads === 1 ? away : null }))
})
