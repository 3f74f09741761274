/**
 * The pages of v2, which count from 0 (decisions part 10).
 */
import * as Decoding from "@signalbox/core/Decoding"
import * as LegacyPaging from "@signalbox/core/internal/legacy/LegacyPaging"
import { describe, expect, it } from "vitest"

describe("the pages of v2", () => {
  it("count from 0, and say how they must be asked for", () => {
    const decoded = (query: object) => {
      const { value, violations } = Decoding.decoder(LegacyPaging.Query)({ ...query })
      return violations.length === 0 ? value : violations.map(({ field, message }) => [field, message])
    }
    expect(decoded({ page: "0", pageSize: "1" })).toEqual({ page: 0, pageSize: 1 })
    expect(decoded({ pageSize: "100" })).toEqual({ pageSize: 100 })
    for (const page of ["-1", "x", "", "9999999999999999"]) {
      expect(decoded({ page })).toEqual([["page", "must be a whole number from 0 on"]])
    }
    for (const pageSize of ["0", "101"]) {
      expect(decoded({ pageSize })).toEqual([["pageSize", "must be a whole number between 1 and 100"]])
    }
    expect([LegacyPaging.toQuery({}), LegacyPaging.toQuery({ page: 3, pageSize: 7 })])
      .toEqual([{ page: 1, page_size: 20 }, { page: 4, page_size: 7 }])
    expect(LegacyPaging.show(["a"], { page: 4, page_size: 7, total_count: 22, total_pages: 5, has_more: true }))
      .toEqual({ items: ["a"], page: 3, pageSize: 7, totalCount: 22, totalPages: 5 })
  })
})
