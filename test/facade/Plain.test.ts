/** Each value of JavaScript as JSON: what is right is kept as it is, and what is wrong is told with its place, word for word. */
import { runInNewContext } from "node:vm"
import { isClean, isPlain, plain } from "signalbox/internal/plain"
import { describe, expect, it } from "vitest"

class Money {
  readonly amount = 5
}

const throwing = (): never => {
  throw new Error("own affair")
}

const nested = (depth: number): unknown => depth === 0 ? "end" : { a: nested(depth - 1) }

const circle: Record<string, unknown> = { name: "one" }
circle["self"] = [circle]

/** Returns what was read, and each flaw as one text. */
const read = (value: unknown) => {
  const { json, violations } = plain(value)
  return [json, ...violations.map(({ code, field, message }) => `${code} ${field} ${message}`)]
}

const wrong = (field: string, message: string): string => `VALIDATION_001 ${field} ${message}`

describe("a value that JSON has a form for", () => {
  const twice = { a: 1 }

  const right: ReadonlyArray<readonly [value: unknown, json: unknown]> = [
    ["text", "text"],
    ["", ""],
    ["Zürich 📬", "Zürich 📬"],
    [true, true],
    [false, false],
    [-1.5, -1.5],
    [0, 0],
    [null, null],
    [[], []],
    [[1, [2]], [1, [2]]],
    [{ a: undefined, b: null, c: "" }, { b: null, c: "" }],
    [Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
    [runInNewContext("({ a: [1] })"), { a: [1] }],
    [new Date(0), "1970-01-01T00:00:00.000Z"],
    [{ toJSON: (place: string) => ({ place }) }, { place: "" }],
    [{ toJSON: () => "text" }, "text"],
    [{ toJSON: () => false }, false],
    [{ toJSON: 5 }, { toJSON: 5 }],
    // oxlint-disable-next-line no-thenable
    [{ then: 5 }, { then: 5 }],
    // The same object may stand in two places; it must only not stand in itself.
    [[twice, { twice }], [{ a: 1 }, { twice: { a: 1 } }]],
    [{ constructor: 1 }, { constructor: 1 }]
  ]

  it("is kept as JSON has it", () => {
    expect(right.map(([value]) => read(value))).toStrictEqual(right.map(([, json]) => [json]))
  })

  it("has an entry of the name __proto__ for what it is", () => {
    const [json] = read(JSON.parse("{\"__proto__\":{\"a\":1}}"))
    expect(JSON.stringify(json)).toBe("{\"__proto__\":{\"a\":1}}")
  })

  it("may nest as deep as a body may, and no deeper", () => {
    expect(read(nested(64))).toStrictEqual([nested(64)])
    const [, ...flaws] = read(nested(65))
    const place = Array.from({ length: 64 }, () => "a").join(".")
    expect(flaws).toStrictEqual([wrong(place, "must not nest deeper than 64 levels")])
  })
})

describe("a value that JSON has no form for", () => {
  const unclean = "must not contain U+0000 or half of a surrogate pair"

  const strange: ReadonlyArray<readonly [value: unknown, json: unknown, ...flaws: ReadonlyArray<string>]> = [
    [undefined, null, wrong("body", "must not be undefined")],
    [Number.NaN, null, wrong("body", "must be a finite number")],
    [Number.NEGATIVE_INFINITY, null, wrong("body", "must be a finite number")],
    [1n, null, wrong("body", "must be a number or a text, and not a bigint")],
    [Symbol("a"), null, wrong("body", "must not be a symbol")],
    [() => 1, null, wrong("body", "must not be a function")],
    ["a\0b", null, wrong("body", unclean)],
    [{ a: "\ud83d" }, { a: null }, wrong("a", unclean)],
    [
      { "\udc00": 1, b: { "\0": 1 } },
      { "\udc00": null, b: { "\0": null } },
      wrong("body", unclean),
      wrong("b", unclean)
    ],
    [new Date(Number.NaN), null, wrong("body", "must be a valid date")],
    [{ at: { toJSON: () => null } }, { at: null }, wrong("at", "must not be nothing, as its toJSON says")],
    [{ at: { toJSON: () => undefined } }, { at: null }, wrong("at", "must not be nothing, as its toJSON says")],
    [{ at: { toJSON: () => Number.NaN } }, { at: null }, wrong("at", "must be a finite number")],
    // It is asked once what it is as JSON, and not what that is.
    [
      { toJSON: () => ({ a: 1, toJSON: () => "again" }) },
      { a: 1, toJSON: null },
      wrong(
        "toJSON",
        "must not be a function"
      )
    ],
    [{ at: { toJSON: throwing } }, { at: null }, wrong("at", "cannot be read: it throws")],
    [{ toJSON: throwing }, null, wrong("body", "cannot be read: it throws")],
    [Promise.resolve(1), null, wrong("body", "must not be a promise: await it")],
    // oxlint-disable-next-line no-thenable
    [{ text: { then: () => {} } }, { text: null }, wrong("text", "must not be a promise: await it")],
    [new Money(), null, wrong("body", "must be a plain object, and not a Money")],
    [new Map(), null, wrong("body", "must be a plain object, and not a Map")],
    [
      new (class {
        readonly a = 1
      })(),
      null,
      wrong("body", "must be a plain object, and not an object of a class")
    ],
    [
      Object.create(Object.create(Object.create(null) as object) as object),
      null,
      wrong("body", "must be a plain object, and not an object of a class")
    ],
    [circle, { name: "one", self: [null] }, wrong("self[0]", "must not contain itself")],
    [
      [1, undefined, [2n]],
      [1, null, [null]],
      wrong("[1]", "must not be undefined"),
      wrong(
        "[2][0]",
        "must be a number or a text, and not a bigint"
      )
    ],
    // oxlint-disable-next-line no-sparse-arrays
    [[, 1], [null, 1], wrong("[0]", "must not be undefined")],
    [
      {
        get: {
          get name() {
            return throwing()
          }
        },
        b: 1
      },
      { get: { name: null }, b: 1 },
      wrong("get.name", "cannot be read: it throws")
    ]
  ]

  it("is told with its place, and all else is read", () => {
    expect(strange.map(([value]) => read(value))).toStrictEqual(strange.map(([, ...told]) => told))
  })

  it("says what it is as JSON where it is a large number that says so", () => {
    const { prototype } = BigInt as unknown as { readonly prototype: { toJSON?: () => unknown } }
    prototype.toJSON = function() {
      return String(this)
    }
    try {
      expect(read({ large: 2n ** 60n })).toStrictEqual([{ large: "1152921504606846976" }])
    } finally {
      delete prototype.toJSON
    }
  })
})

it("a text is clean, and an object plain, in any realm", () => {
  expect(["", "a", "📬", "\0", "\ud83d", "a\udc00"].map(isClean)).toStrictEqual([true, true, true, false, false, false])
  expect([{}, Object.create(null), runInNewContext("({})"), new Money(), new Date(), []].map(isPlain)).toStrictEqual([
    true,
    true,
    true,
    false,
    false,
    false
  ])
})
