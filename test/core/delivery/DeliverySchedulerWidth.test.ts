/**
 * Many deliveries at the same time: how many attempts run beside each other, in which order they begin, and what a slow
 * or dead endpoint does to others.
 */
import { Accounts } from "@signalbox/core/Account"
import * as Commits from "@signalbox/core/Commit"
import * as Places from "@signalbox/core/DeliveryPlaces"
import type { AccountId, EventId, WebhookId } from "@signalbox/core/Id"
import { plus } from "@signalbox/core/Instant"
import * as Outcome from "@signalbox/core/Outcome"
import type { Row } from "@signalbox/core/Row"
import { Store } from "@signalbox/core/Store"
import { Endpoints, Webhooks } from "@signalbox/core/Webhook"
import type { WebhookRequest, WebhookResult } from "@signalbox/core/WebhookSender"
import { WorkSignal } from "@signalbox/core/WorkSignal"
import * as FixedSecrets from "@signalbox/testing/FixedSecrets"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"
import * as Scene from "../Scene.ts"

const ok: WebhookResult = { _tag: "Answered", status: 200, body: "" }
const broken: WebhookResult = { _tag: "Answered", status: 500, body: "" }

/** An endpoint that keeps each attempt until it is told what to answer. */
const endpoint = () => {
  const begun: Array<
    { readonly event: string; readonly webhook: string; readonly answer: Deferred.Deferred<WebhookResult> }
  > = []
  let open = 0
  let most = 0
  const send = ({ body, headers }: WebhookRequest): Effect.Effect<WebhookResult> =>
    Effect.suspend(() => {
      const answer = Deferred.makeUnsafe<WebhookResult>()
      begun.push({ event: body, webhook: headers["x-webhook-id"]!, answer })
      most = Math.max(most, ++open)
      return Effect.ensuring(Deferred.await(answer), Effect.sync(() => void open--))
    })
  return {
    begun,
    send,
    open: () => open,
    most: () => most,
    /** Answers what has begun and has no answer yet, of this webhook if one is given. */
    answer: (result: WebhookResult, of?: WebhookId) =>
      Effect.forEach(
        begun.filter(({ webhook }) => of === undefined || webhook === of),
        (each) => Deferred.succeed(each.answer, result),
        { discard: true }
      )
  }
}

/** Waits until something is so; the clock of the bench stands still, elapsed time does not. */
const until = Effect.fnUntraced(function*(isSo: () => boolean) {
  for (let looks = 0; !isSo(); looks++) {
    if (looks > 1000) throw new Error(`waited in vain for ${isSo.toString()}`)
    yield* Effect.sleep(5)
  }
})

let claims = 0

/** Lets everything go on that can: when the worker has looked for work again and again, nothing more is to happen. */
const settled = Effect.suspend(() => {
  const before = claims
  return until(() => claims >= before + 4)
})

const names = (from: number, count: number) => Array.from({ length: count }, (_, index) => `event ${from + index}`)

let number = 0

/** Makes so many events together. */
const tell = (count: number, account: AccountId = Given.accountId(1)) => tellOf(names(0, count), account)

const tellOf = (bodies: ReadonlyArray<string>, account: AccountId = Given.accountId(1)) =>
  Effect.gen(function*() {
    const store = yield* Store
    const events = bodies.map((body) => ({
      id: `01900000-0000-7000-8000-${String(++number).padStart(12, "0")}` as EventId,
      account,
      name: "message.sent" as const,
      at: plus(Given.now, -1000),
      body
    }))
    yield* store.commit([Commits.make({ events })])
    yield* Effect.flatMap(WorkSignal, ({ raise }) => raise)
  })

const proven = (webhook: WebhookId): Row =>
  Commits.put(Endpoints, {
    webhook,
    consecutiveFailures: 0,
    failingSince: null,
    waitsUntil: null,
    lastAttemptAt: Given.now,
    lastSuccessAt: Given.now
  })

const hook = (index: number, account = 1): Row =>
  Commits.put(
    Webhooks,
    FixedSecrets.kept(
      Given.webhook({ id: Given.webhookId(index), account: Given.accountId(account), subscribes: ["message.sent"] })
    )
  )

interface Play {
  readonly rows?: ReadonlyArray<Row>
  readonly tap?: Bench.Tap
  readonly bounds?: Places.Bounds
}

/** Wide enough for what is looked at here: how far the width goes, and in which order. */
const wide: Places.Bounds = { endpoint: 32, customer: 64 }

const play = <A, E>(
  { send }: Pick<ReturnType<typeof endpoint>, "send">,
  { bounds = wide, rows = [hook(1), proven(Given.webhookId(1))], tap = (store) => store }: Play,
  program: Effect.Effect<A, E, Bench.Services>
): Promise<A> =>
  Bench.run(
    Bench.layer({
      send,
      tap: (store) => {
        const tapped = tap(store)
        return { ...tapped, claim: (request) => Effect.tap(tapped.claim(request), () => Effect.sync(() => claims++)) }
      }
    }).pipe(
      Layer.provide(Layer.succeed(Places.Bounds, bounds))
    ),
    Effect.andThen(Scene.seed(0, ...rows), program)
  )

describe("a healthy endpoint", () => {
  it("hears of one recipient or template one after the other, and what comes behind begins after it", async () => {
    const hooks = endpoint()
    const body = (event: number, payload: object) => JSON.stringify({ event, payload })
    const told = [
      body(0, { outbound_number: "+1", template_id: "same" }),
      // A message of free text has no template.
      body(1, { outbound_number: "+2", template_id: null }),
      body(2, { template_id: "same" }),
      body(3, { inbound_number: "+2", outbound_number: "+9" }),
      body(4, { outbound_number: "+9", template_id: "same" }),
      body(5, { phone_number: "+2" }),
      body(6, { template_id: "same" })
    ]
    const begun = (count: number) => until(() => hooks.begun.length === count)
    await play(
      hooks,
      {},
      Effect.gen(function*() {
        yield* tellOf(told)
        yield* begun(3)
        yield* Deferred.succeed(hooks.begun[0]!.answer, ok)
        yield* settled
        expect(hooks.begun.length).toBe(3)
        yield* Deferred.succeed(hooks.begun[1]!.answer, ok)
        yield* begun(5)
        yield* settled
        expect(hooks.begun.length).toBe(5)
        yield* Deferred.succeed(hooks.begun[2]!.answer, ok)
        yield* settled
        expect(hooks.begun.length).toBe(5)
        yield* Deferred.succeed(hooks.begun[3]!.answer, ok)
        yield* begun(7)
        yield* hooks.answer(ok)
        yield* Bench.idle
        expect(hooks.begun.map(({ event }) => JSON.parse(event) as object)).toMatchObject(
          told.map((each) => JSON.parse(each) as object)
        )
      })
    )
  })

  it("gets as many at the same time as its bound allows, begun in the order of the events, and the next ones as those end", async () => {
    const hooks = endpoint()
    await play(
      hooks,
      {},
      Effect.gen(function*() {
        yield* tell(100)
        yield* until(() => hooks.open() === 32)
        yield* settled
        expect(hooks.begun.map(({ event }) => event)).toEqual(names(0, 32))
        for (const each of [5, 9, 20]) yield* Deferred.succeed(hooks.begun[each]!.answer, ok)
        yield* until(() => hooks.begun.length === 35)
        while (hooks.begun.length < 100 || hooks.open() > 0) {
          yield* hooks.answer(ok)
          yield* Effect.sleep(5)
        }
        yield* Bench.idle
        expect(hooks.most()).toBe(32)
        expect(hooks.begun.map(({ event }) => event)).toEqual(names(0, 100))
        const found = yield* Scene.deliveries(Given.webhookId(1))
        expect(found.map(({ status }) => status)).toEqual(names(0, 100).map(() => "DELIVERED"))
      })
    )
  })

  it("is not held up by one attempt that hangs", async () => {
    const hooks = endpoint()
    await play(
      hooks,
      {},
      Effect.gen(function*() {
        yield* tell(200)
        yield* until(() => hooks.begun.length > 0)
        while (hooks.begun.length < 200 || hooks.open() > 1) {
          for (const { answer, event } of hooks.begun) if (event !== "event 3") yield* Deferred.succeed(answer, ok)
          yield* Effect.sleep(5)
        }
        expect(hooks.begun.map(({ event }) => event)).toEqual(names(0, 200))
        yield* hooks.answer(ok)
        yield* Bench.idle
      })
    )
  })

  it("gets its outcomes committed together", async () => {
    const hooks = endpoint()
    const sets: Array<number> = []
    const tap: Bench.Tap = (store) => ({
      ...store,
      commit: (batch) => {
        for (const { completes } of batch) {
          const ended = completes.filter(({ work }) => work.kind === "delivery").length
          if (ended > 0) sets.push(ended)
        }
        return store.commit(batch)
      }
    })
    await play(
      hooks,
      { tap },
      Effect.gen(function*() {
        yield* tell(64)
        for (const count of [32, 64]) {
          yield* until(() => hooks.begun.length === count)
          yield* hooks.answer(ok)
        }
        yield* Bench.idle
      })
    )
    expect(sets.reduce((sum, each) => sum + each, 0)).toBe(64)
    expect(sets.length).toBeLessThanOrEqual(8)
  })

  it("that fails gets nothing more until a probe has succeeded, and then the others in their order", async () => {
    const hooks = endpoint()
    await play(
      hooks,
      {},
      Effect.gen(function*() {
        yield* tell(60)
        yield* until(() => hooks.open() === 32)
        for (const each of hooks.begun.slice(0, 30)) yield* Deferred.succeed(each.answer, broken)
        yield* until(() => hooks.open() === 2)
        yield* settled
        expect(hooks.begun.length).toBe(32)
        const clock = yield* Bench.TheClock
        clock.set(plus(Given.now, 30_000))
        yield* Effect.flatMap(WorkSignal, ({ raise }) => raise)
        yield* until(() => hooks.begun.length === 33)
        yield* settled
        // The probe is alone, beside what was under way.
        expect(hooks.begun.length).toBe(33)
        yield* Deferred.succeed(hooks.begun[32]!.answer, ok)
        yield* until(() => hooks.begun.length === 60)
        expect(hooks.begun.map(({ event }) => event)).toEqual(names(0, 60))
        yield* hooks.answer(ok)
        yield* Bench.idle
      })
    )
  })
})

describe("an endpoint that has not proved itself", () => {
  it("gets one attempt at a time until one succeeds", async () => {
    const hooks = endpoint()
    await play(
      hooks,
      { rows: [hook(1)] },
      Effect.gen(function*() {
        yield* tell(20)
        yield* until(() => hooks.open() === 1)
        yield* settled
        expect(hooks.begun.length).toBe(1)
        yield* hooks.answer(ok)
        yield* until(() => hooks.open() === 19)
        yield* hooks.answer(ok)
        yield* Bench.idle
      })
    )
  })

  it("gets one after the other where the operator wants no wait, and ten failures switch it off", async () => {
    const hooks = endpoint()
    await play(
      hooks,
      { rows: [hook(1), Commits.put(Accounts, { ...Scene.account, webhookDisableMinutes: 0 })] },
      Effect.gen(function*() {
        yield* tell(40)
        for (let count = 1; count <= 10; count++) {
          yield* until(() => hooks.begun.length === count)
          expect(hooks.open()).toBe(1)
          yield* hooks.answer(broken)
        }
        yield* Bench.idle
        expect(hooks.begun.length).toBe(10)
        const found = yield* Scene.deliveries(Given.webhookId(1))
        expect(found.filter(({ errorMessage }) => errorMessage === "webhook disabled").length).toBe(30)
      })
    )
  })
})

describe("a customer", () => {
  const three = [1, 2, 3].flatMap((index) => [hook(index), proven(Given.webhookId(index))])

  it("has one attempt at each endpoint and a bounded number beside, so that no dead endpoint keeps another", async () => {
    const hooks = endpoint()
    await play(
      hooks,
      { rows: three, bounds: { endpoint: 8, customer: 4 } },
      Effect.gen(function*() {
        yield* tell(30)
        yield* until(() => hooks.open() === 7)
        yield* settled
        expect(hooks.open()).toBe(7)
        // The first endpoint never answers; the others get all of theirs.
        while (hooks.begun.filter(({ webhook }) => webhook !== Given.webhookId(1)).length < 60) {
          for (const index of [2, 3]) yield* hooks.answer(ok, Given.webhookId(index))
          yield* Effect.sleep(5)
        }
        for (const index of [1, 2, 3]) {
          const mine = hooks.begun.filter(({ webhook }) => webhook === Given.webhookId(index))
          expect(mine.map(({ event }) => event)).toEqual(names(0, mine.length))
        }
        expect(hooks.most()).toBeLessThanOrEqual(7)
        while (hooks.begun.length < 90 || hooks.open() > 0) {
          yield* hooks.answer(ok)
          yield* Effect.sleep(5)
        }
        yield* Bench.idle
      })
    )
  })

  it("with much to deliver does not keep another one waiting", async () => {
    const hooks = endpoint()
    const other = Given.accountId(2)
    const rows = [...three, hook(4, 2), proven(Given.webhookId(4))]
    await play(
      hooks,
      { rows, bounds: { endpoint: 4, customer: 2 } },
      Effect.gen(function*() {
        yield* tell(100)
        yield* until(() => hooks.open() === 5)
        yield* tell(3, other)
        yield* until(() => hooks.begun.some(({ webhook }) => webhook === Given.webhookId(4)))
        yield* until(() => hooks.begun.filter(({ webhook }) => webhook === Given.webhookId(4)).length === 3)
        expect(hooks.begun.length).toBe(8)
        while (hooks.begun.length < 303 || hooks.open() > 0) {
          yield* hooks.answer(ok)
          yield* Effect.sleep(1)
        }
        yield* Bench.idle
      })
    )
  })
})

describe("an outcome that cannot be committed", () => {
  it("does not spoil those that ended with it", async () => {
    const hooks = endpoint()
    let spoiled = ""
    const tap: Bench.Tap = (store) => ({
      ...store,
      commit: (batch) =>
        Effect.map(
          store.commit(batch.filter(({ completes }) => !completes.some(({ work }) => work.key === spoiled))),
          (outcomes) => {
            const left = [...outcomes]
            return batch.map(({ completes }) =>
              completes.some(({ work }) => work.key === spoiled) ? Outcome.stale("lease") : left.shift()!
            )
          }
        )
    })
    await play(
      hooks,
      { tap },
      Effect.gen(function*() {
        yield* tell(32)
        yield* until(() => hooks.begun.length === 32)
        spoiled = (yield* Scene.deliveries(Given.webhookId(1)))[7]!.id
        yield* hooks.answer(ok)
        yield* until(() => hooks.open() === 0)
        let pending = -1
        for (let looks = 0; looks < 200 && pending !== 1; looks++) {
          yield* Effect.sleep(5)
          pending = (yield* Scene.deliveries(Given.webhookId(1))).filter(({ status }) => status === "PENDING").length
        }
        expect(pending).toBe(1)
        expect(hooks.begun.length).toBe(32)
      })
    )
  })
})
