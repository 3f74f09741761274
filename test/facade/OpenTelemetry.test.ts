/**
 * A tracer of OpenTelemetry gets each span of the service as its API wants it: kinds and statuses as numbers, times in two
 * parts, and the nearest span that it knows of as the parent.
 */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Effects from "effect/Tracer"
import type { Tracer } from "signalbox"
import { make } from "signalbox/internal/openTelemetry"
import { expect, it } from "vitest"

type StartSpan = Tracer["startSpan"]

interface Started {
  readonly name: string
  readonly options: Parameters<StartSpan>[1]
  readonly context: Parameters<StartSpan>[2]
  readonly calls: Array<readonly [name: string, ...given: ReadonlyArray<unknown>]>
  readonly span: ReturnType<StartSpan>
}

const spanKey = Symbol.for("OpenTelemetry Context Key SPAN")

const recording = () => {
  const all: Array<Started> = []
  const tracer: Tracer = {
    startSpan: (name, options, context) => {
      const calls: Started["calls"] = []
      const note = (called: string) => (...given: ReadonlyArray<unknown>): void => void calls.push([called, ...given])
      const own = { traceId: "the trace", spanId: `span ${all.length}`, traceFlags: 1 }
      const span: Started["span"] = {
        spanContext: () => own,
        setAttribute: note("attribute"),
        addEvent: note("event"),
        setStatus: note("status"),
        end: note("end")
      }
      all.push({ name, options, context, calls, span })
      return span
    }
  }
  return { all, tracer: make(tracer) }
}

type SpanOptions = Parameters<Effects.Tracer["span"]>[0]

const options = (name: string, parts: Partial<SpanOptions> = {}): SpanOptions => ({
  name,
  kind: "internal",
  parent: Option.none(),
  annotations: Context.empty(),
  links: [],
  startTime: 3_000_000_005n,
  root: false,
  sampled: true,
  ...parts
})

it("a span has its kind and its times, and tells all that becomes of it once", () => {
  const { all, tracer } = recording()
  for (const kind of ["internal", "server", "client", "producer", "consumer"] as const) {
    tracer.span(options("signalbox.a", { kind }))
  }
  expect(all.map((each) => each.options)).toEqual(
    [0, 1, 2, 3, 4].map((kind) => ({ kind, startTime: [3, 5] }))
  )
  const span = tracer.span(options("signalbox.b"))
  expect([span.traceId, span.spanId]).toEqual(["the trace", "span 5"])
  const values = { text: "a", number: 1, boolean: false, list: [1, 2], nothing: null }
  for (const [name, value] of Object.entries(values)) span.attribute(name, value)
  span.event("happened", 4_000_000_001n, { list: [1, 2], number: 1 })
  span.event("again", 5n)
  span.end(6_000_000_007n, Exit.void)
  span.end(7n, Exit.fail("late"))
  expect(all[5]?.calls).toEqual([
    ["attribute", "text", "a"],
    ["attribute", "number", 1],
    ["attribute", "boolean", false],
    ["attribute", "list", "1,2"],
    ["attribute", "nothing", "null"],
    ["event", "happened", { list: "1,2", number: 1 }, [4, 1]],
    ["event", "again", {}, [0, 5]],
    ["end", [6, 7]]
  ])
})

it("a span that fails says where it came from, and quotes nobody", () => {
  const ended = (exit: Exit.Exit<unknown, unknown>) => {
    const { all, tracer } = recording()
    tracer.span(options("signalbox.a")).end(0n, exit)
    return all[0]?.calls
  }
  const end = ["end", [0, 0]]
  const failed = Object.assign(new Error("at a place"), { _tag: "Failed" })
  const other = Object.assign(new Error("of somebody"), { _tag: "Other" })
  expect(ended(Exit.fail(failed))).toEqual([["status", { code: 2, message: "at a place" }], end])
  for (const error of [other, new Error("of somebody"), { _tag: "Failed", message: "of somebody" }, "of somebody"]) {
    expect(ended(Exit.fail(error))).toEqual([["status", { code: 2, message: "failed" }], end])
  }
  expect(ended(Exit.failCause(Cause.interrupt(1)))).toEqual([end])
})

it("a span belongs to the nearest one that the tracer knows of; calls and requests to the active one, all else to none", () => {
  const { all, tracer } = recording()
  const parentOf = (parts: Partial<SpanOptions>, name = "signalbox.a") => {
    tracer.span(options(name, parts))
    const context = all.at(-1)?.context
    return context === undefined ? "the active one" : context.getValue(spanKey) ?? "none"
  }
  expect(["signalbox.call", "signalbox.request", "signalbox.send"].map((name) => parentOf({}, name))).toEqual([
    "the active one",
    "the active one",
    "none"
  ])
  const first = tracer.span(options("signalbox.call"))
  const between = tracer.span(options("sql.execute", { parent: Option.some(first) }))
  expect(all.map(({ name }) => name)).not.toContain("sql.execute")
  expect(parentOf({ parent: Option.some(between) }, "signalbox.call")).toBe(
    all.find(({ span }) => span.spanContext().spanId === first.spanId)?.span
  )
  for (const sampled of [true, false]) {
    const remote = Effects.externalSpan({ traceId: "theirs", spanId: "far", sampled })
    const found = parentOf({ parent: Option.some(remote) }) as Started["span"]
    expect(found.spanContext()).toEqual({
      traceId: "theirs",
      spanId: "far",
      traceFlags: sampled ? 1 : 0,
      isRemote: true
    })
  }
})

it("a context keeps all of its values, and the span of another process takes everything and records nothing", () => {
  const { all, tracer } = recording()
  const remote = Effects.externalSpan({ traceId: "theirs", spanId: "far", sampled: true })
  tracer.span(options("signalbox.a", { parent: Option.some(remote) }))
  const given = all[0]?.context
  if (given === undefined) throw new Error("it has no context")
  const [one, other] = [Symbol("one"), Symbol("other")]
  const both = given.setValue(one, 1).setValue(other, 2)
  const valuesOf = (context: typeof given) => [context.getValue(one), context.getValue(other)]
  expect([valuesOf(given), valuesOf(both), valuesOf(both.deleteValue(one))]).toEqual([
    [undefined, undefined],
    [1, 2],
    [undefined, 2]
  ])
  const span = both.getValue(spanKey)
  expect(span).toBe(given.getValue(spanKey))
  const answered = Object.entries(span ?? {}).map(([name, call]: [string, unknown]) => {
    const answer: unknown = typeof call === "function" ? call() : call
    return [name, answer === span ? "itself" : answer]
  })
  expect(Object.fromEntries(answered)).toEqual({
    spanContext: { traceId: "theirs", spanId: "far", traceFlags: 1, isRemote: true },
    setAttribute: "itself",
    setAttributes: "itself",
    addEvent: "itself",
    addLink: "itself",
    addLinks: "itself",
    setStatus: "itself",
    updateName: "itself",
    recordException: undefined,
    isRecording: false,
    end: undefined
  })
})

it("a tracer that throws stops nothing", () => {
  const broken = make({
    startSpan: () => {
      throw new Error("own affair")
    }
  })
  expect(broken.span(options("signalbox.a")).name).toBe("signalbox.a")
  expect(Effect.runSync(Effect.succeed(1).pipe(Effect.withSpan("signalbox.b"), Effect.withTracer(broken)))).toBe(1)
})
