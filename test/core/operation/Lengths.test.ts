/**
 * Arrays and records of a body that are too long are told by their paths, and what is in them is not looked at.
 */
import * as Field from "@signalbox/core/internal/operation/Field"
import type { Excess } from "@signalbox/core/internal/operation/Lengths"
import * as Lengths from "@signalbox/core/internal/operation/Lengths"
import * as Schema from "effect/Schema"
import { expect, it } from "vitest"

const Item = Schema.Struct({ tags: Field.optional(Field.array(Schema.String, 2, "has too many tags")) })

const Body = Schema.Struct({
  name: Schema.String,
  list: Field.array(Item, 3),
  free: Schema.Array(Item),
  records: Field.record(Field.array(Schema.String, 1), 2)
})

const judged = (value: unknown) => {
  const found: Array<Excess> = []
  const left = Lengths.judge(Body.ast)!(value, ["body"], found)
  return { found, left, isSame: left === value }
}

it("is nothing to judge where nothing has a bound", () => {
  const free = [
    Schema.String,
    Schema.Array(Schema.String),
    Schema.Record(Schema.String, Schema.String),
    Schema.Struct({
      a: Schema.Array(Schema.String)
    })
  ]
  expect(free.map(({ ast }) => Lengths.judge(ast))).toEqual([null, null, null, null])
})

it("is the very value where nothing is too long, and whatever is of another kind", () => {
  const right = {
    name: "a",
    list: 5,
    free: null,
    records: { a: ["1"], b: [] },
    more: [1, 2, 3, 4]
  }
  expect(judged(right)).toStrictEqual({ found: [], left: right, isSame: true })
  for (const value of [null, 5, "text", [], [right], { records: [1, 2, 3] }, {}]) {
    expect(judged(value)).toStrictEqual({ found: [], left: value, isSame: true })
  }
})

it("keeps one entry of an array and none of a record that are too long, wherever they are", () => {
  const long = {
    name: "a",
    list: [{}, { tags: ["1", "2"] }, { tags: ["1", "2", "3"] }],
    free: [{ tags: ["1", "2", "3", "4"] }, 7, {}],
    records: { a: ["1", "2"], b: ["1"] }
  }
  expect(judged(long)).toStrictEqual({
    found: [
      { path: ["body", "list", 2, "tags"], message: "has too many tags" },
      { path: ["body", "free", 0, "tags"], message: "has too many tags" },
      { path: ["body", "records", "a"], message: "must have at most 1 entries" }
    ],
    left: {
      name: "a",
      list: [{}, { tags: ["1", "2"] }, { tags: ["1"] }],
      free: [{ tags: ["1"] }, 7, {}],
      records: { a: ["1"], b: ["1"] }
    },
    isSame: false
  })
  // The value that was given stays as it was.
  expect(long.records.a).toEqual(["1", "2"])
  expect(judged({ list: [1, 2, 3, { tags: ["1", "2", "3"] }], records: { a: [], b: [], c: ["1", "2"] } }))
    .toStrictEqual({
      found: [
        { path: ["body", "list"], message: "must have at most 3 entries" },
        { path: ["body", "records"], message: "must have at most 2 entries" }
      ],
      left: { list: [1], records: {} },
      isSame: false
    })
})
