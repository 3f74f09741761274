/** An operator sees the span of each attempt, and the metrics. Neither tells a secret, a URL or a body. */
import * as Fanout from "@signalbox/core/Fanout"
import type { EventId } from "@signalbox/core/Id"
import * as Telemetry from "@signalbox/core/internal/delivery/Telemetry"
import type { WebhookResult } from "@signalbox/core/WebhookSender"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as TestClock from "effect/testing/TestClock"
import * as Tracer from "effect/Tracer"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"
import { counter, histogram, measured } from "../Measured.ts"

const webhook = Given.webhook({ endpointUrl: "https://hook.example/private-path" })
const event = {
  id: "01900000-0000-7000-8000-000000000001" as EventId,
  account: webhook.account,
  name: "message.sent" as const,
  at: Given.now,
  body: "{\"text\":\"private words\"}"
}
const attempt = {
  webhook,
  event,
  organization: Given.accountId(1),
  endpoint: null,
  delivery: { ...Fanout.delivery(event, webhook.id), attempts: 2 }
}

const results: ReadonlyArray<readonly [string, WebhookResult]> = [
  ["delivered", { _tag: "Answered", status: 204, body: "private answer" }],
  ["refused", { _tag: "Answered", status: 503, body: "" }],
  ["failed", { _tag: "Failed", message: "connection refused" }],
  ["unsent", { _tag: "Unsent", message: "the resolver is full" }]
]

const attempts = Effect.map(
  Metric.snapshot,
  (all) =>
    Object.fromEntries(all.flatMap((each) =>
      each.id === "signalbox_webhook_attempts" && each.type === "Counter"
        ? [[String(each.attributes?.["outcome"]), Number(each.state.count)]]
        : []
    ))
)

describe("an attempt", () => {
  it.each(results)("that is %s is counted, and has a span that says so", async (outcome, result) => {
    const spans: Array<Tracer.NativeSpan> = []
    const tracer = Tracer.make({
      span: (options) => {
        const span = new Tracer.NativeSpan(options)
        spans.push(span)
        return span
      }
    })
    const [before, after] = await Effect.runPromise(
      Effect.gen(function*() {
        const before = yield* attempts
        expect(yield* Telemetry.attempt(attempt, Effect.succeed(result))).toEqual(result)
        return [before, yield* attempts] as const
      }).pipe(Effect.withTracer(tracer))
    )
    expect((after[outcome] ?? 0) - (before[outcome] ?? 0)).toBe(1)
    const [span] = spans
    expect([span?.name, span?.kind]).toEqual(["signalbox.webhook.attempt", "client"])
    const told = Object.fromEntries(span?.attributes ?? [])
    expect(told).toEqual({
      account: webhook.account,
      webhook: webhook.id,
      delivery: attempt.delivery.id,
      event: "message.sent",
      attempt: 3,
      outcome,
      ...(result._tag === "Answered" ? { "http.response.status_code": result.status } : {})
    })
    expect(JSON.stringify(told)).not.toMatch(/private|whsec/)
  })

  it.each(results)("that is %s is measured whole", async (outcome, result) => {
    expect(await measured(Telemetry.attempt(attempt, Effect.as(TestClock.adjust(7), result)))).toEqual([
      {
        id: "signalbox_webhook_attempt_milliseconds",
        type: "Histogram",
        description: "How long attempts to deliver an event took.",
        attributes: undefined,
        state: histogram(7, 1)
      },
      {
        id: "signalbox_webhook_attempts",
        type: "Counter",
        description: "Attempts to deliver an event, by how they ended: delivered, refused, failed or unsent.",
        attributes: { outcome },
        state: counter(1)
      },
      {
        id: "signalbox_webhook_attempts_underway",
        type: "Gauge",
        description: "How many attempts to deliver an event this process makes now.",
        attributes: undefined,
        state: { value: 0 }
      }
    ])
  })

  it("is under way until it ends, however it does", async () => {
    const underway = Effect.map(
      Metric.snapshot,
      (all) =>
        all.flatMap((each) =>
          each.id === "signalbox_webhook_attempts_underway" && each.type === "Gauge" ? [Number(each.state.value)] : []
        )
    )
    // Files that ran before in this process may have left some under way.
    const before = (await Effect.runPromise(underway))[0] ?? 0
    const dying = Effect.flatMap(underway, (during) => Effect.die(during))
    const [during, after] = await Effect.runPromise(
      Effect.all([Effect.flip(Effect.sandbox(Telemetry.attempt(attempt, dying))), underway])
    )
    expect(during.reasons).toMatchObject([{ _tag: "Die", defect: [before + 1] }])
    expect(after).toEqual([before])
  })
})
