/**
 * Rows by what lists ask for, on a store that has nothing but the predicate; and small rules of rows whose values others add up
 * or go by.
 */
import { plus } from "@signalbox/core/Instant"
import * as CarrierCounts from "@signalbox/core/internal/row/CarrierCounts"
import * as Filters from "@signalbox/core/internal/row/Filters"
import { revisionOf } from "@signalbox/core/Template"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

describe("the filters of a row", () => {
  const filters = Filters.make({ status: "SENT", channel: ["sms", "rcs"], purpose: [] }, ["orders", "shop.example"])

  it("are a term for each value, and its texts apart from each other", () => {
    expect(filters).toStrictEqual({
      terms: ["status=SENT", "channel=sms", "channel=rcs"],
      search: "orders\u001fshop.example"
    })
    expect(Filters.make({})).toStrictEqual({ terms: [], search: "" })
    expect(Filters.folded("A\0\ud800B")).toBe("a\ufffdb")
  })

  it.each<readonly [terms: ReadonlyArray<string>, search: string, isMet: boolean]>([
    [[], "", true],
    [["status=SENT"], "", true],
    [["status=SENT", "channel=rcs"], "shop", true],
    [["status=SENT", "channel=mms"], "", false],
    [["status=READ"], "orders", false],
    [[], "ordersshop", false],
    [["channel=sms"], "q", false]
  ])("meet the terms %j and the text %j: %s", (terms, search, isMet) => {
    expect(Filters.matches(filters, { terms, search })).toBe(isMet)
    expect(Filters.matches(null, { terms, search })).toBe(false)
  })
})

describe("the current revision of a template", () => {
  it.each([
    ["is as old as the template when it is the first one", { revision: 1 }, { madeAt: Given.now }],
    ["was made when the template says so", { revision: 2, revisedAt: plus(Given.now, 5) }, {
      madeAt: plus(Given.now, 5)
    }],
    ["was made nobody knows when, where that was not kept", { revision: 2 }, {}]
  ])("%s", (_, parts, made) => {
    const { category, definition, id: template, language } = Given.template()
    expect(revisionOf(Given.template(parts))).toStrictEqual({
      template,
      revision: parts.revision,
      category,
      language,
      definition,
      ...made
    })
  })
})

describe("counts of a carrier", () => {
  it("are added up each by itself", () => {
    const one = { asked: 1, failed: 20, taken: 300, timely: 4000 }
    const other = { asked: 5, failed: 60, taken: 700, timely: 8000 }
    expect(CarrierCounts.sum(one, other)).toStrictEqual({ asked: 6, failed: 80, taken: 1000, timely: 12_000 })
    expect(CarrierCounts.sum(CarrierCounts.none, one)).toStrictEqual(one)
  })
})
