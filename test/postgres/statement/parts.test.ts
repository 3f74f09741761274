/**
 * Statements that are composed of parts, whole: their texts, and what each of their parameters holds.
 */
import * as Columns from "@signalbox/postgres/internal/statement/columns"
import * as Parts from "@signalbox/postgres/internal/statement/parts"
import { describe, expect, it } from "vitest"

const part = (name: string, rows: Parts.Part["rows"], more: Partial<Parts.Part> = {}): Parts.Part => ({
  name,
  rows,
  text: (given) => `select ${given}`,
  ...more
})

const columns = new Columns.Columns(2, () => ({ id: Columns.plain("int8", [1, 2]), word: Columns.texts(["a", null]) }))

describe("a statement", () => {
  it("has the parts that have rows, and none where none has", () => {
    const parts = [
      part("a", []),
      part("b", [{ x: 1 }]),
      part("c", null),
      part("d", columns),
      part("e", [7], { when: "ok" })
    ]
    expect(Parts.withParts(parts, (names) => `end ${names.join(" ")}`)).toEqual({
      text: [
        "with b as (select $1::text::json)",
        "c as (select $1::text::json)",
        `d as (select ${columns.from(2)})`,
        "e as (select (case when ok then $4::text::json else '[]'::json end))\nend b c d e"
      ].join(",\n"),
      params: ["[{\"x\":1}]", ...columns.params, "[7]"],
      names: ["b", "c", "d", "e"]
    })
    expect(Parts.withParts([part("a", []), part("b", new Columns.Columns(0, () => ({})))], () => "end")).toBeNull()
    const held = Parts.withParts([part("d", columns, { when: "ok" })], () => "end")
    expect(held?.text).toBe(`with d as (select ${columns.from(1, "ok")})\nend`)
  })

  it("counts what its parts return by places, whose numbers are its first parameter", () => {
    const expected = new Parts.Expected()
    const parts = [
      part("a", [1, 2, 3], { isNew: true }),
      part("b", [1], { certain: 5 }),
      part("c", [1]),
      part("d", null, { isNew: true })
    ]
    const made = Parts.withParts(parts, () => `select ${Parts.orLost(parts, expected)}`, expected)
    expect(made?.params).toEqual(["{3,5}", "[1,2,3]", "[1]", "[1]"])
    expect(made?.text).toMatch(
      /^with expected as \(select \$1::text::int8\[\] as numbers\),\na as \(select \$2::text::json\)/
    )
    expect(made?.text.split("\n").at(-1)).toBe(
      "select 1 / (case when (select count(*) from a) = (select numbers[1] from expected) and " +
        "(select count(*) from b) = (select numbers[2] from expected) then 1 else 0 end) = 1"
    )
  })

  it("fails where one of its conditions does not hold, and has none without any", () => {
    expect([Parts.orFail([]), Parts.orFail(["a", "b"])]).toEqual([
      "true",
      "1 / (case when a and b then 1 else 0 end) = 1"
    ])
    expect(Parts.orLost([part("a", [1])], new Parts.Expected())).toBe("true")
  })

  it("waits for locks as long as it may", () => {
    expect(Parts.bounded(null)).toEqual([])
    const [bounded] = Parts.bounded(70)
    expect([bounded?.name, bounded?.rows, bounded?.text("$1")]).toEqual([
      "bounded",
      [{ millis: 70 }],
      "select set_config('lock_timeout', x.millis, true) from json_to_recordset($1) as x(millis text)"
    ])
    expect([Parts.is("t.a", "$1"), Parts.skipping])
      .toEqual(["t.a = any(array[$1])", "on conflict do nothing returning 1 as inserted"])
  })
})

describe("columns", () => {
  it("are one parameter each, which the server takes apart", () => {
    expect(columns.params).toEqual(["1\u001f2", "{\"a\",NULL}"])
    expect(columns.from(3)).toBe(
      "(select id, word from unnest((select string_to_array($3::text, E'\\x1f', '')::int8[]), (select $4::text::text[])) as u(id, word))"
    )
    expect(columns.from(3, "ok")).toBe(
      "(select id, word from unnest(case when ok then string_to_array($3::text, E'\\x1f', '')::int8[] end, " +
        "case when ok then $4::text::text[] end) as u(id, word))"
    )
  })

  it("of truth, texts and lists have their values, and nothing where all are null", () => {
    const all = [
      Columns.plain("bool", [true, null, false]),
      Columns.plain("text", [null, undefined]),
      Columns.texts(["a\"b\\c", ""]),
      Columns.texts([undefined, null]),
      Columns.lists([["a", "\""], null, []])
    ]
    expect(all.map(({ text }) => text)).toEqual([
      "true\u001f\u001ffalse",
      "",
      "{\"a\\\"b\\\\c\",\"\"}",
      "{}",
      String.raw`{"{\"a\",\"\\\"\"}",NULL,"{}"}`
    ])
    expect(all.map(({ array }) => array("$1"))).toEqual([
      "string_to_array($1::text, E'\\x1f', '')::bool[]",
      "string_to_array($1::text, E'\\x1f', '')",
      "$1::text::text[]",
      "$1::text::text[]",
      "$1::text::text[]"
    ])
    const lists = new Columns.Columns(1, () => ({ words: Columns.lists([["a"]]) }))
    expect(lists.from(1)).toBe("(select words::text[] as words from unnest((select $1::text::text[])) as u(words))")
  })
})
