/** The filters of the list of templates (decisions 3.4). */
import * as TemplateFilter from "@signalbox/core/internal/template/TemplateFilter"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"

const read = (query: object) => Schema.decodeUnknownResult(Schema.Struct(TemplateFilter.fields))(query)

const statuses = ["DRAFT", "PENDING", "APPROVED", "REJECTED", "PAUSED", "ARCHIVED"]
const categories = ["MARKETING", "UTILITY", "AUTHENTICATION"]

describe("a filter of templates", () => {
  it.each(statuses)("narrows to the status %s", (status) => {
    expect(TemplateFilter.where(Result.getOrThrow(read({ status })))).toStrictEqual({ status })
  })

  it.each(categories)("narrows to the category %s", (category) => {
    expect(TemplateFilter.where(Result.getOrThrow(read({ category })))).toStrictEqual({ category })
  })

  it("narrows by all that is given together", () => {
    const where = { search: "sale", status: "DRAFT", category: "MARKETING" } as const
    expect(TemplateFilter.where(Result.getOrThrow(read({ ...where, is_welcome_playground: "x" })))).toStrictEqual(where)
  })

  it("that is empty is none, but for a search, which finds an empty text everywhere", () => {
    expect(TemplateFilter.where(Result.getOrThrow(read({})))).toStrictEqual({})
    expect(TemplateFilter.where(Result.getOrThrow(read({ status: "", category: "", search: "" })))).toStrictEqual({
      search: ""
    })
  })

  it("of another value is refused with those that there are", () => {
    for (const [field, values] of [["status", statuses], ["category", categories]] as const) {
      const refused = read({ [field]: "NEWS" })
      expect(Result.isFailure(refused) && String(refused.failure)).toContain(`must be one of: ${values.join(", ")}`)
    }
  })

  it("may search for 255 characters", () => {
    expect(Result.isSuccess(read({ search: "x".repeat(255) }))).toBe(true)
    expect(Result.isSuccess(read({ search: "x".repeat(256) }))).toBe(false)
  })
})
