/**
 * Deliveries through the whole engine: what an endpoint gets, attempt by attempt (specification "Events", decisions
 * 4.5 and 7.1).
 */
import { Accounts } from "@signalbox/core/Account"
import * as Commits from "@signalbox/core/Commit"
import type { EventId } from "@signalbox/core/Id"
import { plus } from "@signalbox/core/Instant"
import type { Instant } from "@signalbox/core/Instant"
import { sign } from "@signalbox/core/internal/delivery/Signature"
import { Receipts } from "@signalbox/core/Receipts"
import type { Row } from "@signalbox/core/Row"
import { signingSecret } from "@signalbox/core/Secret"
import { Store, StoreError } from "@signalbox/core/Store"
import type { Webhook } from "@signalbox/core/Webhook"
import { Webhooks } from "@signalbox/core/Webhook"
import type { WebhookRequest, WebhookResult } from "@signalbox/core/WebhookSender"
import { WorkSignal } from "@signalbox/core/WorkSignal"
import * as FixedSecrets from "@signalbox/testing/FixedSecrets"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { describe, expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"
import * as Scene from "../Scene.ts"

interface Got extends WebhookRequest {
  readonly at: Instant
}

const ok: WebhookResult = { _tag: "Answered", status: 200, body: "thanks" }
const broken: WebhookResult = { _tag: "Answered", status: 500, body: "sorry" }

/** An endpoint that answers in turn, the last answer for ever. */
const endpoint = (...answers: ReadonlyArray<WebhookResult>) => {
  const got: Array<Got> = []
  const send = (request: WebhookRequest) =>
    Effect.map(Bench.TheClock, (clock) => {
      got.push({ ...request, at: clock.currentTimeMillisUnsafe() as Instant })
      return answers[Math.min(got.length, answers.length) - 1]!
    })
  return { got, send }
}

/** One message on its way to SENT, with an endpoint that wants to hear of it, then the program. */
const scene = <A, E>(
  { send }: { readonly send: (request: WebhookRequest) => Effect.Effect<WebhookResult, never, Bench.TheClock> },
  webhook: Partial<Webhook>,
  program: Effect.Effect<A, E, Bench.Services>,
  account: Row = Commits.put(Accounts, Scene.account),
  tap: Bench.Tap = (store) => store
): Promise<A> => {
  const { carrier } = Scene.carrier("sms-a", ["sms"])
  const layer = (clock: Bench.StillClock) =>
    Bench.layer({
      carriers: [carrier],
      tap,
      send: (request) => Effect.provideService(send(request), Bench.TheClock, clock)
    })
  return Bench.runWith(
    layer,
    Effect.gen(function*() {
      yield* Scene.seed(1000, Commits.put(Webhooks, FixedSecrets.kept(Given.webhook(webhook))), account)
      yield* Scene.ask("messages.send", Scene.send(Given.phone(1)))
      return yield* program
    })
  )
}

const change = (parts: Partial<Webhook>) =>
  Effect.flatMap(
    Store,
    (store) => store.commit([Commits.make({ puts: [Commits.put(Webhooks, FixedSecrets.kept(Given.webhook(parts)))] })])
  )

const seconds = (...all: ReadonlyArray<number>) => all.map((each) => Given.now + each * 1000)

describe("a delivery", () => {
  it("that fails is tried again after 1, 2 and 4 minutes, then no more [SIG-004, SIG-005, EVT-022]", async () => {
    const { got, send } = endpoint(broken)
    await scene(
      { send },
      { retryCount: 3 },
      Effect.gen(function*() {
        yield* Bench.travel(plus(Given.now, 3_600_000))
        expect(got.map(({ at }) => at)).toEqual(seconds(0, 60, 180, 420))
        expect(got.map(({ headers }) => headers["x-webhook-attempt"])).toEqual(["1", "2", "3", "4"])
        const [delivery] = yield* Scene.deliveries(Given.webhookId(1))
        expect(new Set(got.map(({ headers }) => headers["x-webhook-event-id"]))).toEqual(new Set([delivery!.id]))
        expect(delivery).toMatchObject({
          status: "FAILED",
          attempts: 4,
          httpStatus: 500,
          responseBody: "sorry",
          startedAt: Given.now,
          completedAt: Given.now + 420_000
        })
      })
    )
  })

  it("is sent for its account, and for the organization of that, whose part of the connections it uses", async () => {
    const organization = Given.accountId(2)
    for (const parts of [{}, { type: "profile" as const, organization }]) {
      const { got, send } = endpoint(ok)
      const account = Commits.put(Accounts, Given.account(parts))
      await scene({ send }, {}, Bench.idle, account)
      const owner = Scene.account.id
      expect(got).toMatchObject([{ owner, organization: parts.organization ?? owner }])
    }
  })

  it("is the same bytes each time, signed anew at the time of each attempt [SIG-010]", async () => {
    const { got, send } = endpoint(broken, broken, ok)
    await scene({ send }, { retryCount: 5 }, Bench.travel(plus(Given.now, 3_600_000)))
    expect(got).toHaveLength(3)
    expect(new Set(got.map(({ body }) => body)).size).toBe(1)
    const secret = Given.webhook().secret
    for (const { at, body, headers } of got) {
      const unix = Math.floor(at / 1000)
      expect(headers["x-webhook-timestamp"]).toBe(String(unix))
      expect(headers["x-webhook-signature"]).toBe(sign(secret, Given.webhookId(1), unix, body))
    }
    expect(new Set(got.map(({ headers }) => headers["x-webhook-signature"])).size).toBe(3)
    // What receivers deduplicate on is signed with the body, right before the payload.
    for (const { body, headers } of got) {
      const event = JSON.parse(body) as { readonly event_id: string }
      expect(event.event_id).toBe(headers["x-webhook-event-id"])
      expect(Object.keys(event).slice(-2)).toEqual(["event_id", "payload"])
    }
  })

  it("of an inbound message names the same message in each attempt [SIG-013]", async () => {
    const { got, send } = endpoint(broken, broken, ok)
    const inbound = {
      id: "01900000-0000-7000-8000-00000000000a" as EventId,
      account: Given.accountId(1),
      name: "message.received" as const,
      at: Given.now,
      body: JSON.stringify({ event: "message.received", payload: { message_id: Given.messageId(7), text: "hello" } })
    }
    await scene(
      { send },
      { subscribes: ["message.received"], retryCount: 5 },
      Effect.gen(function*() {
        const store = yield* Store
        yield* store.commit([Commits.make({ events: [inbound] })])
        yield* Effect.flatMap(WorkSignal, ({ raise }) => raise)
        yield* Bench.travel(plus(Given.now, 3_600_000))
      })
    )
    expect(got.map(({ headers }) => headers["x-webhook-attempt"])).toEqual(["1", "2", "3"])
    const ids = got.map(({ body }) => (JSON.parse(body) as { readonly payload: object }).payload)
    expect(ids).toEqual(Array.from({ length: 3 }, () => ({ message_id: Given.messageId(7), text: "hello" })))
  })

  it("ends with the first success [EVT-019]", async () => {
    const { got, send } = endpoint(broken, ok)
    await scene(
      { send },
      {},
      Effect.gen(function*() {
        yield* Bench.travel(plus(Given.now, 3_600_000))
        expect(got).toHaveLength(2)
        const [delivery] = yield* Scene.deliveries(Given.webhookId(1))
        expect(delivery).toMatchObject({ status: "DELIVERED", attempts: 2 })
        // Work that comes once more finds nothing to do.
        const [clock, store, signal] = [yield* Bench.TheClock, yield* Store, yield* WorkSignal]
        const at = clock.currentTimeMillisUnsafe() as Instant
        const work = { kind: "delivery", key: delivery!.id } as const
        yield* store.commit([Commits.make({ due: [{ work, lane: `delivery:${Given.webhookId(1)}`, at }] })])
        yield* signal.raise
        yield* Bench.idle
        expect(got).toHaveLength(2)
      })
    )
  })

  it("uses the secret, the URL and the timeout of the time of the attempt [WHK-069, EVT-023, EVT-024]", async () => {
    const { got, send } = endpoint(broken, ok)
    const secret = signingSecret(Given.seeded(9)(32))
    await scene(
      { send },
      { timeoutSeconds: 5 },
      Effect.gen(function*() {
        yield* Bench.idle
        yield* change({ secret, endpointUrl: "https://example.com/moved", timeoutSeconds: 60 })
        yield* Bench.travel(plus(Given.now, 60_000))
      })
    )
    expect(got.map(({ timeoutMillis, url }) => [url, timeoutMillis])).toEqual([
      ["https://example.com/hook", 5_000],
      ["https://example.com/moved", 60_000]
    ])
    const { body, headers } = got[1]!
    const unix = Number(headers["x-webhook-timestamp"])
    expect(headers["x-webhook-signature"]).toBe(sign(secret, Given.webhookId(1), unix, body))
  })

  it("ends when its webhook is gone, and work without a delivery ends by itself", async () => {
    const { got, send } = endpoint(broken)
    await scene(
      { send },
      {},
      Effect.gen(function*() {
        yield* Bench.idle
        const store = yield* Store
        yield* store.commit([Commits.make({
          deletes: [{ kind: "webhook", key: Given.webhookId(1) }],
          due: [{
            work: { kind: "delivery", key: "nobody" },
            lane: `delivery:${Given.webhookId(1)}`,
            at: Given.now
          }]
        })])
        yield* Bench.travel(plus(Given.now, 3_600_000))
        expect(got).toHaveLength(1)
        expect(yield* Scene.deliveries(Given.webhookId(1))).toMatchObject([{ status: "FAILED", attempts: 1 }])
        expect(yield* store.nextDue(0)).toEqual(Option.some(Given.now + 72 * 3_600_000))
      })
    )
  })

  it("is not tried again once its webhook is switched off [WHK-016]", async () => {
    const { got, send } = endpoint(broken)
    await scene(
      { send },
      {},
      Effect.gen(function*() {
        yield* Bench.idle
        yield* change({ isActive: false, subscribes: [] })
        yield* Bench.travel(plus(Given.now, 3_600_000))
        expect(got).toHaveLength(1)
        expect(yield* Scene.deliveries(Given.webhookId(1))).toMatchObject([
          { status: "FAILED", attempts: 1, errorMessage: "webhook disabled" }
        ])
      })
    )
  })
})

describe("an endpoint that fails", () => {
  const all = ["message.queued", "message.routed", "message.sent"] as const
  const events = (got: ReadonlyArray<Got>) =>
    got.map(({ at, body, headers }) => [
      (at - Given.now) / 1000,
      (JSON.parse(body) as { readonly event: string }).event,
      Number(headers["x-webhook-attempt"])
    ])

  /**
   * Three or six events half a minute after the first of the endpoint has failed: those of the message's own life may be under way
   * together, before anybody knows how it fares.
   */
  const whileItFails = async (
    { got, send }: ReturnType<typeof endpoint>,
    count: number
  ): Promise<ReturnType<typeof events>> => {
    const later = (store: Store["Service"]) =>
      store.commit([Commits.make({
        events: Array.from({ length: count }, (_, index) => ({
          id: `01900000-0000-7000-8000-00000000000${index}` as EventId,
          account: Given.accountId(1),
          name: "message.queued" as const,
          at: plus(Given.now, 30_000 + index),
          body: JSON.stringify({ event: `event ${index}` })
        }))
      })])
    await scene(
      { send },
      { subscribes: ["message.queued"], retryCount: 1 },
      Effect.gen(function*() {
        yield* Bench.travel(plus(Given.now, 30_000))
        yield* later(yield* Store)
        yield* Bench.travel(plus(Given.now, 120_000))
      })
    )
    return events(got)
  }

  const closeTo = (expected: ReturnType<typeof events>) =>
    expected.map(([at, ...rest]) => [expect.closeTo(Number(at), 0), ...rest])

  it("gets one first attempt as a probe after 2, 4 and 8 seconds, and retries at their instants beside", async () => {
    expect(await whileItFails(endpoint(broken), 3)).toEqual(closeTo([
      [0, "message.queued", 1],
      [30, "event 0", 1],
      [32, "event 1", 1],
      [36, "event 2", 1],
      [60, "message.queued", 2],
      [90, "event 0", 2],
      [92, "event 1", 2],
      [96, "event 2", 2]
    ]))
  })

  it("gets the others in their order as soon as a probe has succeeded", async () => {
    expect(await whileItFails(endpoint(broken, broken, ok), 3)).toEqual(closeTo([
      [0, "message.queued", 1],
      [30, "event 0", 1],
      [32, "event 1", 1],
      [32, "event 2", 1],
      [60, "message.queued", 2],
      [90, "event 0", 2]
    ]))
  })

  it("gets what waits for a probe as soon as a retry has succeeded", async () => {
    // The fourth failure puts the probe off by 8 s and the fifth by 16 s; a retry comes before that.
    expect(await whileItFails(endpoint(...Array.from({ length: 5 }, () => broken), ok), 6)).toEqual(closeTo([
      [0, "message.queued", 1],
      [30, "event 0", 1],
      [32, "event 1", 1],
      [36, "event 2", 1],
      [44, "event 3", 1],
      [60, "message.queued", 2],
      [60, "event 4", 1],
      [60, "event 5", 1],
      [90, "event 0", 2],
      [92, "event 1", 2],
      [96, "event 2", 2],
      [104, "event 3", 2]
    ]))
  })

  it("gets everything immediately where the operator wants no five minutes", async () => {
    const { got, send } = endpoint(broken)
    await scene(
      { send },
      { subscribes: all, retryCount: 1 },
      Bench.travel(plus(Given.now, 10_000)),
      Commits.put(Accounts, { ...Scene.account, webhookDisableMinutes: 0 })
    )
    expect(events(got)).toEqual(all.map((name) => [0, name, 1]))
  })

  it("gets first attempts in their order although the store loses a settle", async () => {
    const { got, send } = endpoint(ok)
    let failures = 0
    await scene(
      { send },
      { subscribes: all },
      Effect.gen(function*() {
        yield* Bench.idle
      }),
      undefined,
      (store) => ({
        ...store,
        commit: (batch) =>
          batch.some(({ completes }) => completes.some(({ work }) => work.kind === "delivery")) && failures++ < 2
            ? Effect.fail(new StoreError({ reason: "unavailable", cause: "gone" }))
            : store.commit(batch)
      })
    )
    expect(failures).toBeGreaterThan(2)
    expect(events(got)).toEqual(all.map((name) => [0, name, 1]))
  })
})

describe("events", () => {
  it("of one endpoint go out in their order, and only those it asked for", async () => {
    const { got, send } = endpoint(ok)
    await scene(
      { send },
      { subscribes: ["message.queued", "message.routed", "message.sent", "message.delivered"] },
      Effect.gen(function*() {
        yield* Bench.idle
        const [message] = yield* Scene.messages
        const receipts = yield* Receipts
        for (const tag of ["Delivered", "Read"] as const) {
          yield* receipts.report({
            subject: { _tag: "Attempt", message: message!.id, attempt: message!.attempts[0]!.id },
            reported: { _tag: tag }
          })
        }
        yield* Bench.idle
      })
    )
    expect(got.map(({ body }) => (JSON.parse(body) as { readonly event: string }).event)).toEqual([
      "message.queued",
      "message.routed",
      "message.sent",
      "message.delivered"
    ])
  })

  it("are not kept when nobody wants them", async () => {
    const { got, send } = endpoint(ok)
    await scene(
      { send },
      { subscribes: ["contact.help"] },
      Effect.gen(function*() {
        yield* Bench.idle
        expect((yield* Scene.messages).map(({ status }) => status)).toEqual(["SENT"])
        expect(yield* Scene.deliveries(Given.webhookId(1))).toEqual([])
      })
    )
    expect(got).toEqual([])
  })
})
