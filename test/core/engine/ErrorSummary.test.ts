/** The log is told where a failure came from, and no word of whoever failed. */
import * as ErrorSummary from "@signalbox/core/internal/engine/ErrorSummary"
import { StoreError } from "@signalbox/core/Store"
import { prop } from "@signalbox/testing/Prop"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as References from "effect/References"
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

  it("names three places and five failures at most", () => {
    const deep = (depth: number): unknown => depth === 0 ? new TypeError("no") : [deep(depth - 1)][0]
    const origin = ErrorSummary.origin(Cause.die(deep(9)))
    expect(origin.split(", ").map((place) => place.replace(/ \(.*/, ""))).toEqual([
      "TypeError at deep",
      "deep",
      "deep"
    ])
    const many = Array.from({ length: 6 }, (_, index) => Cause.makeDieReason(index === 1 ? "text" : index))
    expect(ErrorSummary.origin(Cause.fromReasons(many))).toBe("number; string; number; number; number")
    expect(ErrorSummary.origin(Cause.interrupt(1))).toBe("interrupted")
  })

  it("is a name of eighty characters at most", () => {
    const origin = (name: string) => ErrorSummary.origin(Cause.fail({ _tag: name }))
    expect(["x".repeat(80), "x".repeat(81), "Acme.Refused@2/$_-:", "two words", ""].map(origin))
      .toEqual(["x".repeat(80), "object", "Acme.Refused@2/$_-:", "object", "object"])
  })

  it("is the message of a store that failed, with the kinds of its causes, and no message of one that died", () => {
    const failed = (cause: unknown) => new StoreError({ reason: "failed", message: "it failed", cause })
    const inner = new RangeError(words, { cause: new TypeError(`other ${words}`) })
    expect(ErrorSummary.origin(Cause.fail(failed(inner))))
      .toBe("StoreError: it failed, because of RangeError, because of TypeError")
    const died = ErrorSummary.origin(Cause.die(failed(inner)))
    expect(died).toMatch(/^StoreError at /)
    expect(died).not.toContain("it failed")
  })
})

describe("the places of an error", () => {
  it("are those of its stack, and none where it has no stack of its own", () => {
    const error = new Error("no")
    expect(ErrorSummary.places(error)[0]).toMatch(/ErrorSummary\.test\.ts[^\s:]*:\d+:\d+/)
    expect(ErrorSummary.places(Object.assign(new Error("no"), { stack: "other\n    at f (a.ts:1:1)" }))).toEqual([])
    expect(ErrorSummary.places(Object.assign(new Error("no"), { stack: "Error: no\n    at f (a.ts:1:1)\n at g" })))
      .toEqual(["f (a.ts:1:1)"])
    expect(ErrorSummary.places("no")).toEqual([])
  })
})

describe("the text of a failure", () => {
  const caused = (message: string, cause?: unknown): Error => new Error(message, { cause })
  const cyclic = caused("one", caused("two"))
  Object.assign(cyclic.cause as Error, { cause: cyclic })
  const seven = Array.from({ length: 7 }, (_, index) => index).reduceRight<Error | undefined>(
    (cause, index) => caused(`m${index}`, cause),
    undefined
  )

  it.each<readonly [what: string, error: unknown, text: string]>([
    ["an error", new TypeError("no"), "TypeError: no"],
    ["an error without a message", new TypeError(""), "TypeError"],
    ["a text", "gone", "gone"],
    ["nothing", null, ""],
    ["a number", 5, "5"],
    ["a tag", { _tag: "Acme", message: "no" }, "Acme: no"],
    ["a tag that is no text, and a message that is none", { _tag: 5, message: 6 }, "object"],
    ["causes", caused("one", caused("two", "three")), "Error: one, because of Error: two, because of three"],
    ["a cause that is quoted", caused("one: two", caused("two")), "Error: one: two"],
    ["a cause that quotes", caused("two", caused("one: two")), "Error: two, because of Error: one: two"],
    ["a cause without a message", caused("one", new TypeError("")), "Error: one, because of TypeError"],
    ["a cause that is null", caused("one", null), "Error: one"],
    ["causes in a circle", cyclic, "Error: one, because of Error: two"],
    [
      "many causes",
      seven,
      "Error: m0, because of Error: m1, because of Error: m2, because of Error: m3, because of Error: m4"
    ],
    ["a long message", new Error("x".repeat(400)), `Error: ${"x".repeat(293)}`],
    [
      "a secret at the end of what is told",
      new Error(`${"x".repeat(280)} "${"Ada ".repeat(9)}" y`),
      `Error: ${"x".repeat(280)} *** y`
    ],
    ["a signing secret", new Error("whsec_aZ09+/= and whsec_"), "Error: *** and whsec_"],
    [
      "an API key, and the id of a row",
      new Error(
        "abcdef01-0000-4000-8000-00000000000a ABCDEF01-0000-4000-8000-00000000000A abcdef01-000a-7000-800a-abcdefabcdef"
      ),
      "Error: *** *** abcdef01-000a-7000-800a-abcdefabcdef"
    ],
    ["numbers", new Error("+12015550123 1234567 +123456 123456"), "Error: *** *** +123456 123456"],
    ["quoted texts", new Error(`"a text" "say \\"no\\" here" "c`), `Error: *** *** "c`],
    ["quoted names", new Error(`"a.b" "" "$1:/-_" "é"`), `Error: "a.b" "" "$1:/-_" ***`],
    ["texts behind names", new Error(`column "name" of "rows": "Ada L" "x"`), `Error: column "name" of "rows": *** "x"`]
  ])("tells of %s", (_, error, text) => {
    expect(ErrorSummary.text(Cause.fail(error))).toBe(text)
    expect(ErrorSummary.text(Cause.die(error))).toBe(text)
  })

  it("tells of five failures at most, interruptions among them", () => {
    const many = ["a", "b", "c", "d"].map(Cause.makeFailReason)
    const cause = Cause.fromReasons([...many, Cause.makeInterruptReason(1), Cause.makeFailReason("e")])
    expect(ErrorSummary.text(cause)).toBe("a; b; c; d; interrupted")
  })

  it("is logged in full at the level Debug", () => {
    const lines: Array<unknown> = []
    const cause = Cause.fail(new Error(words))
    ErrorSummary.inFull(cause).pipe(
      Effect.provide(
        Logger.layer([Logger.make(({ cause, logLevel, message }) => void lines.push([logLevel, message, cause]))])
      ),
      Effect.provideService(References.MinimumLogLevel, "All"),
      Effect.runSync
    )
    expect(lines).toEqual([["Debug", ["the failure in full"], cause]])
  })
})
