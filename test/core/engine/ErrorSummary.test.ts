/** The log is told where a failure came from, and no word of whoever failed. */
import * as ErrorSummary from "@signalbox/core/internal/engine/ErrorSummary"
import { StoreError } from "@signalbox/core/Store"
import { prop } from "@signalbox/testing/Prop"
import * as Cause from "effect/Cause"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"

const words = "the words of a partner"

/** Texts around the words that look like what is told. */
const sentence = fc.tuple(
  fc.constantFrom("", "x\n    at ", "\n", "Error: ", "    at f (a.ts:1:1)\n"),
  fc.constantFrom("", " (a.ts:1:2)", "\n    at g (b.ts:3:4)", "\nError")
).map(([before, after]) => `${before}${words}${after}`)

const named = (message: string, name: string): Error => Object.assign(new TypeError(message), { name })

const failure = sentence.chain((said) =>
  fc.constantFrom<unknown[]>(
    said,
    new Error(said),
    new Error("other", { cause: new Error(said) }),
    named("other", said),
    named(said, "Acme.Refused"),
    { _tag: said },
    { _tag: "Acme", message: said, detail: said },
    [said],
    Object.assign(() => said, { message: said }),
    Symbol(said),
    new AggregateError([new Error(said)], said)
  )
)

describe("the origin of a failure", () => {
  prop(
    "shows no word of whoever failed, however it failed",
    failure,
    fc.boolean(),
    (error, dies) => {
      const origin = ErrorSummary.origin(dies ? Cause.die(error) : Cause.fail(error))
      expect(origin).not.toContain(words)
      expect(origin).not.toBe("")
      expect(origin.length).toBeLessThan(1000)
    }
  )

  it("names the kind of an error and the places that it came through", () => {
    const thrown = (): unknown => new TypeError("no")
    expect(ErrorSummary.origin(Cause.die(thrown()))).toMatch(
      /^TypeError at thrown \(.*ErrorSummary\.test\.ts[^\s:]*:\d+:\d+\), /
    )
  })

  it("takes no line of a message for a place", () => {
    const origin = ErrorSummary.origin(Cause.die(new Error(`refused\n    at ${words} (a.ts:1:2)`)))
    expect(origin).toMatch(/^Error at /)
    expect(origin).not.toContain(words)
  })

  it("is told of errors that throw when they are looked at", () => {
    const hostile = new Proxy({}, {
      get: () => {
        throw new Error(words)
      },
      has: () => true
    })
    expect(ErrorSummary.origin(Cause.die(hostile))).toBe("object")
  })

  it("shows what a store says, without numbers, keys and quoted texts", () => {
    const cause = new Error("cannot write \"some words\" for +12015550123")
    expect(ErrorSummary.origin(Cause.fail(new StoreError({ reason: "failed", cause }))))
      .toBe("StoreError: the store failed: cannot write *** for ***")
  })
})
