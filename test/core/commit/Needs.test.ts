/**
 * Needs: each way to name something names just that, and several of them name all of it in their order.
 */
import { Messages } from "@signalbox/core/Message"
import * as Needs from "@signalbox/core/Needs"
import { templateName } from "@signalbox/core/Template"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const [one, two] = [Given.accountId(1), Given.accountId(2)]
const name = templateName(one, "welcome")
const other = templateName(one, "other")
const query: Needs.ListQuery = { list: "messages", scope: "a", offset: 0, limit: 1 }
const sums = { account: one, first: "2030-01-01", last: "2030-01-02" }
const message = { kind: "message", key: "a" }

const ways: ReadonlyArray<readonly [title: string, made: Needs.Needs, needed: Partial<Needs.Needs>]> = [
  ["nothing", Needs.none, {}],
  ["a row", Needs.row(Messages, "a"), { rows: [message] }],
  ["rows of a kind", Needs.rows(Messages, ["a", "b"]), { rows: [message, { kind: "message", key: "b" }] }],
  ["rows of several kinds", Needs.refs(message, { kind: "x", key: "y" }), { rows: [message, { kind: "x", key: "y" }] }],
  ["a unique key", Needs.unique(name), { uniques: [name] }],
  ["unique keys", Needs.uniques([name, other]), { uniques: [name, other] }],
  ["a balance", Needs.balance(one), { balances: [one] }],
  ["balances", Needs.balances([one, two]), { balances: [one, two] }],
  ["a counter", Needs.counter("a"), { counters: ["a"] }],
  ["sums of usage", Needs.usage(sums), { usages: [sums] }],
  ["a page", Needs.list(query), { lists: [query] }]
]

const nothing: Needs.Needs = { rows: [], uniques: [], balances: [], counters: [], lists: [], usages: [] }

describe("needs", () => {
  it.each(ways)("of %s are that alone", (title, made, needed) => {
    expect(made).toEqual({ ...nothing, ...needed })
    expect(Needs.isEmpty(made)).toBe(title === "nothing")
    expect(Needs.isEmpty({ ...made })).toBe(title === "nothing")
  })

  prop(
    "of several parts are those of each, in their order",
    fc.array(fc.constantFrom(...ways, ["an empty list", { ...nothing }, {}] as const), { maxLength: 6 }),
    (chosen) => {
      const parts = chosen.map(([, made]) => made)
      const whole = Needs.all(...parts)
      expect(whole).toEqual({
        rows: parts.flatMap((part) => part.rows),
        uniques: parts.flatMap((part) => part.uniques),
        balances: parts.flatMap((part) => part.balances),
        counters: parts.flatMap((part) => part.counters),
        lists: parts.flatMap((part) => part.lists),
        usages: parts.flatMap((part) => part.usages)
      })
      const wanting = parts.filter((part) => !Needs.isEmpty(part))
      if (wanting.length === 0) expect(whole).toBe(Needs.none)
      if (wanting.length === 1) expect(whole).toBe(wanting[0])
    }
  )

  it("take a list that only one part has as it is", () => {
    const rows = Needs.row(Messages, "a")
    const whole = Needs.all(rows, Needs.counter("a"), Needs.counter("b"))
    expect(whole.rows).toBe(rows.rows)
    expect(whole.counters).toEqual(["a", "b"])
  })
})
