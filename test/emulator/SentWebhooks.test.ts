/**
 * The bytes of webhooks are kept, as many as there is room for.
 */
import { WebhookSender } from "@signalbox/core/WebhookSender"
import * as SentWebhooks from "@signalbox/emulator/webhook/SentWebhooks"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { describe, expect, it } from "vitest"

const sender = Layer.succeed(WebhookSender, {
  refuse: () => Effect.succeed(null),
  send: () => Effect.succeed({ _tag: "Answered", status: 204, body: "" })
})

const run = <A>(
  test: (
    send: (delivery: string, attempt: number, body: string) => Effect.Effect<unknown>,
    sent: SentWebhooks.SentWebhooks["Service"]
  ) => Effect.Effect<A>
): Promise<A> =>
  Effect.gen(function*() {
    const { send } = yield* WebhookSender
    return yield* test((delivery, attempt, body) =>
      send({
        url: "https://a.example",
        headers: { "x-webhook-event-id": delivery, "x-webhook-attempt": String(attempt) },
        body,
        timeoutMillis: 1000
      }), yield* SentWebhooks.SentWebhooks)
  }).pipe(Effect.provide(SentWebhooks.wrap(sender)), Effect.runPromise)

describe("webhooks that were sent", () => {
  it("are found by their delivery and attempt, the last thousand of them", () =>
    run((send, sent) =>
      Effect.gen(function*() {
        for (let index = 0; index < 1002; index++) yield* send("a", index, `body ${index}`)
        expect(sent.find("a", 1)).toBeUndefined()
        expect(sent.find("a", 2)).toMatchObject({ url: "https://a.example", body: "body 2" })
        expect(sent.find("b", 2)).toBeUndefined()
      })
    ))

  it("leave when they are large", () =>
    run((send, sent) =>
      Effect.gen(function*() {
        const large = "x".repeat(6 << 20)
        // The same attempt again takes the place of the one before.
        for (const attempt of [1, 1, 2, 2]) yield* send("a", attempt, large)
        expect(sent.find("a", 1)).toBeDefined()
        yield* send("a", 3, large)
        expect(sent.find("a", 1)).toBeUndefined()
        expect(sent.find("a", 3)).toBeDefined()
      })
    ))

  it("are kept as they were sent, with the time, up to sixteen mebibytes of them", () =>
    run((send, sent) =>
      Effect.gen(function*() {
        yield* TestClock.setTime(7)
        const mebibytes = (size: number) => "x".repeat(size << 20)
        for (const [attempt, size] of [[1, 6], [2, 6], [3, 4]] as const) yield* send("a", attempt, mebibytes(size))
        expect(sent.find("a", 1)).toStrictEqual({
          url: "https://a.example",
          headers: { "x-webhook-event-id": "a", "x-webhook-attempt": "1" },
          body: mebibytes(6),
          at: 7
        })
        const kept = () => [1, 2, 3, 4, 5, 6].filter((attempt) => sent.find("a", attempt) !== undefined)
        yield* send("a", 4, "x")
        expect(kept()).toEqual([2, 3, 4])
        // What has left makes room for what comes.
        yield* send("a", 5, mebibytes(5))
        expect(kept()).toEqual([2, 3, 4, 5])
        yield* send("a", 6, mebibytes(12))
        expect(kept()).toEqual([6])
        // One that is made again is the latest.
        for (const attempt of [1, 2, 1, 3]) yield* send("a", attempt, mebibytes(6))
        expect(kept()).toEqual([1, 3])
      }).pipe(Effect.provide(TestClock.layer()))
    ))

  it("are refused and answered by the sender itself", () =>
    Effect.gen(function*() {
      const { refuse } = yield* WebhookSender
      expect(yield* refuse("http://10.0.0.1")).toBe("no")
    }).pipe(
      Effect.provide(
        SentWebhooks.wrap(Layer.mock(WebhookSender, { refuse: () => Effect.succeed("no") }))
      ),
      Effect.runPromise
    ))
})
