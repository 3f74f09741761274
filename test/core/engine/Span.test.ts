/** Spans show their names, whom they are within and how long they took, and no word of a failure. */
import * as Span from "@signalbox/core/internal/engine/Span"
import { StoreError } from "@signalbox/core/Store"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as TestClock from "effect/testing/TestClock"
import * as Tracer from "effect/Tracer"
import { describe, expect, it } from "vitest"

/** Runs an effect where somebody looks at its spans, and returns those and what it has come to. */
const seen = async <A, E>(effect: Effect.Effect<A, E>) => {
  const spans: Array<Tracer.NativeSpan> = []
  const tracer = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      spans.push(span)
      return span
    }
  })
  const exit = await Effect.runPromise(
    Effect.exit(Effect.withTracer(effect, tracer)).pipe(Effect.provide(TestClock.layer()))
  )
  return { exit, spans }
}

const endOf = ({ status }: Tracer.Span): Exit.Exit<unknown, unknown> | null =>
  status._tag === "Ended" ? status.exit : null

/** The word that a span shows of how it ended. */
const word = (span: Tracer.Span): string => {
  const exit = endOf(span)
  if (exit === null) return "open"
  if (Exit.isSuccess(exit)) return `success ${String(exit.value)}`
  if (Exit.hasInterrupts(exit)) return "interrupted"
  const error = Option.getOrNull(Exit.findErrorOption(exit))
  return `${(error as { readonly _tag: string })._tag}: ${(error as Error).message}`
}

const away = new StoreError({ reason: "unavailable", message: "away", cause: null })

describe("a span", () => {
  it("has its name, its kind, what it is about and its parent, and is the parent of what happens within", async () => {
    const parent = Tracer.externalSpan({ spanId: "b7ad6b7169203331", traceId: "0af7651916cd43dd8448eb211c80319c" })
    const inner = Span.within("inner", () => ({ kind: "client", attributes: { count: 1 } }), TestClock.adjust(5))
    const { exit, spans } = await seen(
      Span.within("outer", { kind: "server", parent }, Effect.as(Effect.andThen(TestClock.adjust(2), inner), "done"))
    )
    expect(exit).toStrictEqual(Exit.succeed("done"))
    const [first, second] = spans as [Tracer.NativeSpan, Tracer.NativeSpan]
    expect(spans.map(({ attributes, kind, name }) => [name, kind, Object.fromEntries(attributes)])).toStrictEqual([
      ["outer", "server", {}],
      ["inner", "client", { count: 1 }]
    ])
    expect([Option.getOrNull(first.parent), Option.getOrNull(second.parent)]).toStrictEqual([parent, first])
    const times = spans.map(({ status }) => status._tag === "Ended" ? [status.startTime, status.endTime] : [])
    expect(times).toStrictEqual([[0n, 7_000_000n], [2_000_000n, 7_000_000n]])
  })

  it.each<readonly [what: string, effect: Effect.Effect<number, unknown>, told: string | RegExp]>([
    ["a value", Effect.succeed(1), "success undefined"],
    ["a value that counts as a failure", Effect.succeed(503), "Failed: it was 503"],
    ["a store's failure", Effect.fail(away), "Failed: StoreError: away"],
    ["another failure", Effect.fail({ _tag: "Acme", message: "+12015550123" }), "Failed: Acme"],
    ["a defect", Effect.die("+12015550123"), "Failed: string"],
    ["an interruption", Effect.failCause(Cause.interrupt(1)), "interrupted"],
    [
      "an interruption beside a failure",
      Effect.failCause(Cause.fromReasons([
        Cause.makeFailReason(away),
        Cause.makeInterruptReason(1)
      ])),
      "interrupted"
    ]
  ])("that ends with %s says so, and changes nothing of it", async (_, effect, told) => {
    const fault = (value: number) => value >= 500 ? `it was ${value}` : null
    const { exit, spans } = await seen(Span.within("some", { kind: "internal", fault }, effect))
    expect(spans.map(word)).toStrictEqual([told])
    expect(exit).toStrictEqual(await Effect.runPromise(Effect.exit(effect)))
  })

  it("is not made where nobody looks, nor is anything for it", async () => {
    const options = (): Span.Options<unknown> => {
      throw new Error("this costs something")
    }
    expect(await Effect.runPromise(Span.within("some", options, Effect.succeed(1)))).toBe(1)
  })
})
