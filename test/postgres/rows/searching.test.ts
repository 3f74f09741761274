/**
 * Which searches an index answers: those of texts of whole lists, whose total it counts with the first page.
 */
import type { ListQuery } from "@signalbox/core/ListQuery"
import * as Searching from "@signalbox/postgres/internal/rows/searching"
import { expect, it } from "vitest"
import * as Given from "../../core/Given.ts"

const query = { list: "contacts", scope: Given.accountId(1), offset: 0, limit: 20 } as const

const place = { at: Given.now, key: Given.contact().id }

const isAnswered = (more: Partial<Omit<ListQuery, "list" | "where">>, search = "2015"): boolean =>
  Searching.piecesOf({ ...query, ...more }, { search, terms: [] }) !== null

it("a page of a whole list is looked up, with its total where it is the first one", () => {
  expect(isAnswered({})).toBe(true)
  expect(isAnswered({ isCounted: false })).toBe(true)
  for (const other of [{ bound: 1 }, { from: Given.now }, { before: Given.now }]) {
    expect(isAnswered(other), JSON.stringify(other)).toBe(false)
    expect(isAnswered({ ...other, isCounted: false }), JSON.stringify(other)).toBe(false)
  }
  for (const other of [{ behind: place }, { ahead: place }]) {
    expect(isAnswered(other), JSON.stringify(other)).toBe(false)
    expect(isAnswered({ ...other, isCounted: false }), JSON.stringify(other)).toBe(true)
    expect(isAnswered({ ...other, isCounted: false, bound: 1 }), JSON.stringify(other)).toBe(false)
  }
  // Nothing of it is in an index: the text is too short, there is none, or the list has no such index.
  const templates = Searching.piecesOf({ ...query, list: "templates" }, { search: "2015", terms: [] })
  expect([isAnswered({}, "1"), isAnswered({}, ""), templates]).toEqual([false, false, null])
})
