/** Of an object of the host's that is not as its Schema says each flaw is told once, by its place, in a whole sentence. */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Flaws from "signalbox/internal/flaws"
import { describe, expect, it } from "vitest"

const optional = Schema.optionalKey

const least = (minimum: number) =>
  Schema.makeFilter((value: number) => value >= minimum, { message: `must be at least ${minimum}` })

const Shape = Schema.Struct({
  name: Schema.String,
  count: optional(Schema.Finite.check(least(1)).check(least(5))),
  inner: optional(Schema.Struct({ size: Schema.Finite, colour: optional(Schema.String) })),
  list: optional(Schema.Array(Schema.Struct({ size: Schema.Finite }))),
  either: optional(Schema.Union([Schema.Struct({ size: Schema.Finite }), Schema.String]))
})

const Whole = Schema.Struct({ from: Schema.Finite, to: Schema.Finite }).check(
  Schema.makeFilter(({ from, to }: { readonly from: number; readonly to: number }) => from <= to, {
    message: "must not end before it begins"
  })
)

describe("an object of the host's", () => {
  it.each<readonly [value: unknown, ...flaws: ReadonlyArray<string>]>([
    [{ name: "a" }],
    [{ name: "a", count: 5, inner: { size: 1 }, list: [{ size: 1 }], either: "b" }],
    // An undefined entry is left out.
    [{ name: "a", other: undefined, inner: { size: 1, other: undefined } }],
    [null, "box must be an object"],
    [[], "box must be an object"],
    ["a", "box must be an object"],
    [{}, "box.name is required"],
    [{ name: "a", count: 0 }, "box.count must be at least 5"],
    [{ name: "a", nmae: "b" }, "box.nmae is no option; did you mean box.name?"],
    [{ name: "a", zzzz: 1 }, "box.zzzz is no option; there are name, count, inner, list, either"],
    [{ name: "a", inner: { size: 1, color: "red" } }, "box.inner.color is no option; did you mean box.inner.colour?"],
    [
      { name: "a", list: [{ size: 1 }, { size: 1, siz: 2 }] },
      "box.list[1].siz is no option; did you mean box.list[1].size?"
    ],
    [
      { name: 5, zzzz: 1, inner: { size: "b" } },
      "box.zzzz is no option; there are name, count, inner, list, either",
      "box.name must be a string",
      "box.inner.size must be a number"
    ]
  ])("such as %j has these flaws", (value, ...flaws) => {
    expect(Flaws.flaws("box", Shape, value)).toStrictEqual(flaws)
  })

  it("without a place is named by its fields, and one that is wrong as a whole by its place", () => {
    expect(Flaws.flaws("", Shape, 5)).toStrictEqual(["options must be an object"])
    expect(Flaws.flaws("", Shape, { nmae: 1 })).toStrictEqual([
      "nmae is no option; did you mean name?",
      "name is required"
    ])
    expect(Flaws.flaws("hours", Whole, { from: 2, to: 1 })).toStrictEqual(["hours must not end before it begins"])
    expect(Flaws.flaws("", Whole, { from: 2, to: 1 })).toStrictEqual(["body must not end before it begins"])
  })
})

it("names that are probably misspelt are those that are near another one", () => {
  const known = ["refused", "code"]
  expect(Flaws.likelyMisspelt({ refusd: 1, cod: 2, code: 3, zzzzzzzz: 4 }, known)).toStrictEqual({
    refusd: "refused",
    cod: "code"
  })
  for (const none of [null, 5, "refusd", ["refusd"]]) expect(Flaws.likelyMisspelt(none, known)).toStrictEqual({})
})

it("an undefined entry of a plain object is left out, and nothing of any other is", () => {
  class Own {
    readonly a = undefined
  }
  const own = new Own()
  const bare: unknown = Object.assign(Object.create(null) as object, { a: undefined })
  expect(Flaws.defined({ a: undefined, b: null, c: 0 })).toStrictEqual({ b: null, c: 0 })
  expect([own, bare, null, 5].map(Flaws.defined).map((each, index) => each === [own, bare, null, 5][index])).toEqual([
    true,
    true,
    true,
    true
  ])
  expect(Flaws.defined([undefined])).toStrictEqual([undefined])
})

describe("what is read", () => {
  const throwing = {
    get name(): string {
      throw new Error("own affair")
    }
  }

  it("is as the Schema says, or its flaws are told", () => {
    const input = (value: unknown) => Flaws.readInput("box", Shape, value)
    expect(input({ name: "a", count: undefined })).toStrictEqual(Result.succeed({ name: "a" }))
    expect(input({ name: "a\0" })).toStrictEqual(Result.succeed({ name: "a\0" }))
    expect(input({ count: 1 })).toStrictEqual(Result.fail(["box.name is required", "box.count must be at least 5"]))
    expect(input(throwing)).toStrictEqual(Result.fail(["box cannot be read: it throws"]))
  })

  it("of a call is plain, too", () => {
    const read = (place: string, value: unknown) => Flaws.read(place, Shape, value)
    expect(read("box", { name: "a", count: undefined })).toStrictEqual(Result.succeed({ name: "a" }))
    expect(read("box", { name: "a\0", count: Number.NaN })).toStrictEqual(Result.fail([
      "box.name must not contain U+0000 or half of a surrogate pair",
      "box.count must be a finite number"
    ]))
    expect(read("", { name: "a\0" })).toStrictEqual(Result.fail([
      "name must not contain U+0000 or half of a surrogate pair"
    ]))
    expect(read("box", Promise.resolve())).toStrictEqual(Result.fail(["box must not be a promise: await it"]))
    expect(read("box", throwing)).toStrictEqual(Result.fail(["box.name cannot be read: it throws"]))
    expect(read("box", { count: 1 })).toStrictEqual(
      Result.fail(["box.name is required", "box.count must be at least 5"])
    )
  })
})
