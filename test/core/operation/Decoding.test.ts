/**
 * Decoding of bodies (decisions part 2): every failing field in one answer, under its name and with its code.
 */
import type { Decoded } from "@signalbox/core/Decoding"
import * as Decoding from "@signalbox/core/Decoding"
import type { ViolationCode } from "@signalbox/core/ErrorCode"
import { MessageId } from "@signalbox/core/Id"
import * as Field from "@signalbox/core/internal/operation/Field"
import { PhoneNumber } from "@signalbox/core/PhoneNumber"
import { prop } from "@signalbox/testing/Prop"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"

const Body = Schema.Struct({
  id: MessageId,
  to: Schema.Array(PhoneNumber),
  colour: Field.oneOf(["red", "green"]),
  count: Field.integer({ minimum: 1, maximum: 5 }),
  name: Field.nonBlank(10),
  flag: Field.optional(Schema.Boolean),
  inner: Field.optional(Schema.Struct({
    id: Field.optional(MessageId),
    list: Field.optional(Schema.Array(Schema.Struct({ number: Schema.Int })))
  }))
})
type Body = typeof Body.Type

const decode = Decoding.decoder<Body>(Body)

const id = "0190abcd-0000-7000-8000-00000000000f"

const right = {
  id,
  to: ["+12015550001", "+12015550002"],
  colour: "red",
  count: 3,
  name: "ten chars.",
  flag: true,
  inner: { id, list: [{ number: 1 }] }
}
type Key = keyof typeof right

/** Wrong values of each field, with the name under which each is told, and with its code. */
const wrongs: Readonly<Record<Key, ReadonlyArray<readonly [value: unknown, field: string, code: ViolationCode]>>> = {
  id: [["nope", "id", "VALIDATION_003"], [5, "id", "VALIDATION_001"], [undefined, "id", "VALIDATION_001"]],
  to: [
    [["+12015550001", "0"], "to[1]", "VALIDATION_002"],
    [["+12015550001", "+12015550001", null], "to[2]", "VALIDATION_001"],
    ["+12015550001", "to", "VALIDATION_001"],
    [undefined, "to", "VALIDATION_001"]
  ],
  colour: [["Red", "colour", "VALIDATION_006"], ["", "colour", "VALIDATION_006"]],
  count: [[0, "count", "VALIDATION_005"], [6, "count", "VALIDATION_005"], ["3", "count", "VALIDATION_001"]],
  name: [[" ", "name", "VALIDATION_001"], ["x".repeat(11), "name", "VALIDATION_001"], [5, "name", "VALIDATION_001"]],
  flag: [["true", "flag", "VALIDATION_001"], [1, "flag", "VALIDATION_001"]],
  inner: [
    [{ id: "nope" }, "inner.id", "VALIDATION_003"],
    [{ list: [{ number: 1 }, {}] }, "inner.list[1].number", "VALIDATION_001"],
    [{ list: [{ number: "1" }] }, "inner.list[0].number", "VALIDATION_001"],
    [{ list: {} }, "inner.list", "VALIDATION_001"],
    ["inner", "inner", "VALIDATION_001"],
    [[], "inner", "VALIDATION_001"]
  ]
}
const keys = Object.keys(right) as ReadonlyArray<Key>

const told = ({ violations }: Decoded<Body>) => violations.map(({ code, field }) => [field, code])

describe("Decoding.decoder", () => {
  it("takes what is right", () => {
    expect(decode(right)).toEqual({ value: right, violations: [] })
  })

  const broken = fc.record(
    Object.fromEntries(keys.map((key) => [key, fc.constantFrom(...wrongs[key])])),
    { requiredKeys: [] }
  )

  prop("tells every failing field in one answer, by name and code, and keeps the right ones", broken, (chosen) => {
    const entries = keys.flatMap((key) => chosen[key] === undefined ? [] : [[key, chosen[key]] as const])
    const input = { ...right, ...Object.fromEntries(entries.map(([key, [value]]) => [key, value])) }
    const sent = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
    const decoded = decode(sent)
    expect(told(decoded).toSorted()).toEqual(entries.map(([, [, field, code]]) => [field, code]).toSorted())
    const kept = Object.fromEntries(Object.entries(right).filter(([key]) => !(key in chosen)))
    expect(decoded.value).toEqual(kept)
  })

  it("says what would be right", () => {
    const { violations } = decode({ id: "nope", to: "x", colour: "blue", count: 9, name: "", flag: "true", inner: 1 })
    const messages = Object.fromEntries(violations.map(({ field, message }) => [field, message]))
    expect(messages).toEqual({
      id: expect.stringContaining("UUID"),
      to: expect.stringContaining("array"),
      colour: expect.stringMatching(/red.*green/),
      count: expect.stringMatching(/1.*5/),
      name: expect.stringContaining("10"),
      flag: expect.stringContaining("true or false"),
      inner: expect.stringContaining("object")
    })
  })

  it("says what a value must be, for each kind of value", () => {
    const kinds = {
      text: Schema.String,
      number: Schema.Number,
      flag: Schema.Boolean,
      list: Schema.Array(Schema.String),
      object: Schema.Struct({ id: Schema.String }),
      nothing: Schema.Null
    }
    const wrong = { text: 5, number: "5", flag: "true", list: {}, object: [], nothing: 5 }
    const { violations } = Decoding.decoder(Schema.Struct(kinds))(wrong)
    expect(violations.map(({ field, message }) => `${field} ${message}`)).toEqual([
      "text must be a string",
      "number must be a number",
      "flag must be true or false",
      "list must be an array",
      "object must be an object",
      "nothing must be null"
    ])
  })

  it("says of a missing field that it is required", () => {
    const { violations } = decode({})
    expect(violations.map(({ field, message }) => `${field} ${message}`)).toEqual(
      ["id", "to", "colour", "count", "name"].map((field) => `${field} is required`)
    )
  })

  it("takes null for left out, where a field may be left out", () => {
    const { flag: _, inner: __, ...rest } = right
    expect(decode({ ...rest, flag: null, inner: null }).violations).toEqual([])
    expect(decode(rest).violations).toEqual([])
  })

  it("keeps ids in lower case and numbers trimmed", () => {
    const decoded = decode({ ...right, id: id.toUpperCase(), to: [" +12015550001\n"] })
    expect(decoded.value).toMatchObject({ id, to: ["+12015550001"] })
  })

  prop("ignores what it does not know", fc.dictionary(fc.string(), fc.jsonValue()), (more) => {
    expect(decode({ ...more, ...right })).toEqual({ value: right, violations: [] })
  })

  prop("is total", fc.dictionary(fc.constantFrom(...keys), fc.jsonValue()), (input) => {
    const { value, violations } = decode(input)
    for (const { field, message } of violations) {
      expect(field).toMatch(/^[a-z]/)
      expect(message).not.toBe("")
    }
    // Every field of the answer is right or told of.
    for (const key of keys) {
      if (key in input && !(key in value)) expect(violations.some(({ field }) => field.startsWith(key))).toBe(true)
    }
  })
})

describe("Decoding.fieldName", () => {
  it.each([
    [[], "body"],
    [["to"], "to"],
    [["to", 2], "to[2]"],
    [["template", "id"], "template.id"],
    [["definition", "buttons", 0, "props", "variables", 1], "definition.buttons[0].props.variables[1]"],
    [["parameters", "0"], "parameters.0"]
  ])("of %j is %s", (path, name) => {
    expect(Decoding.fieldName(path)).toBe(name)
  })
})
