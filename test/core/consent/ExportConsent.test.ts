/**
 * The export of consent reads the account's list as far as it may, and its cursors lead on from both ends of a page (decisions 17.5).
 */
import { put } from "@signalbox/core/Commit"
import type { ConsentRecord } from "@signalbox/core/ConsentRecord"
import { ConsentRecords } from "@signalbox/core/ConsentRecord"
import * as Facts from "@signalbox/core/Facts"
import type { ConsentRecordId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import { ExportConsent, fromRecord } from "@signalbox/core/internal/consent/ExportConsent"
import * as Cursor from "@signalbox/core/internal/operation/Cursor"
import * as Limit from "@signalbox/core/Limit"
import * as Needs from "@signalbox/core/Needs"
import * as Result from "effect/Result"
import { expect, it } from "vitest"
import * as Given from "../Given.ts"

const account = Given.account()
const caller = { account, keyAccount: account }

const record = (number: number): ConsentRecord => ({
  id: `5ec00000-0000-7000-8000-00000000000${number}` as ConsentRecordId,
  account: account.id,
  contact: Given.contact().id,
  phone: Given.phone(1),
  consent: "opt_in",
  source: "API",
  channel: null,
  message: null,
  text: null,
  at: Instant.plus(Given.now, number)
})

const filters = Cursor.filtersOf({})
const cursorOf = (number: number, total: number) =>
  Cursor.make({ at: record(number).at, key: record(number).id, total, filters })

/** The page that is answered, and the list that was asked for. */
const exported = (query: Cursor.Query, found: Partial<Facts.Page>) => {
  const asked = { path: {}, query, body: {}, caller, consulted: undefined }
  const { lists: [list], ...others } = ExportConsent.decides.needs(asked, Facts.empty)
  expect({ ...others }).toStrictEqual({ rows: [], uniques: [], balances: [], counters: [], usages: [] })
  const facts = { ...Facts.empty, pages: new Map([[Needs.listText(list!), { rows: [], total: 0, ...found }]]) }
  const { answer } = Result.getOrThrow(ExportConsent.decides.decide(asked, { facts, now: Given.now, ids: Given.ids() }))
  return { list, answer }
}

const rows = [3, 2].map((number) => put(ConsentRecords, record(number)))
const place = (number: number) => ({ at: record(number).at, key: record(number).id })
const part = { list: "consent_records", scope: account.id, bound: Limit.consentsLookedAt }
const records = [record(3), record(2)].map(fromRecord)
const pagination = { page: 1, page_size: 2, total_count: 5, total_pages: 3 }

it("its first page tells the total and where it goes on, and nothing is before it", () => {
  expect(exported({ page_size: 2 }, { rows, total: 5, next: place(2) })).toStrictEqual({
    list: { ...part, offset: 0, limit: 2 },
    answer: {
      records,
      pagination: { ...pagination, has_more: true, cursors: { after: cursorOf(2, 5), before: null } }
    }
  })
  expect(exported({}, {}).answer).toStrictEqual({
    records: [],
    pagination: {
      page: 1,
      page_size: 20,
      total_count: 0,
      total_pages: 0,
      has_more: false,
      cursors: { after: null, before: null }
    }
  })
})

it("a page behind or before a cursor keeps the total, and leads on in both directions", () => {
  const [behind, before] = [cursorOf(4, 5), cursorOf(1, 5)]
  expect(exported({ page_size: 2, after: behind }, { rows, next: place(2) })).toStrictEqual({
    list: { ...part, offset: 0, limit: 2, behind: place(4), isCounted: false },
    answer: {
      records,
      pagination: { ...pagination, has_more: true, cursors: { after: cursorOf(2, 5), before: cursorOf(3, 5) } }
    }
  })
  expect(exported({ page_size: 2, before }, { rows, next: place(3) })).toStrictEqual({
    list: { ...part, offset: 0, limit: 2, ahead: place(1), isCounted: false },
    answer: {
      records,
      pagination: { ...pagination, has_more: true, cursors: { after: cursorOf(2, 5), before: cursorOf(3, 5) } }
    }
  })
})

it("a cursor of another list, or beside another one, is refused", () => {
  const flaws = (query: Cursor.Query) => ExportConsent.check({ path: {}, query, body: {} }, caller, {}, Given.now)
  const foreign = Cursor.make({ ...place(1), total: 5, filters: Cursor.filtersOf({ channel: "sms" }) })
  expect(flaws({ after: cursorOf(1, 5) })).toStrictEqual([])
  expect(flaws({ before: foreign })).toStrictEqual([
    { field: "before", code: "VALIDATION_001", message: "must be used with the filters of the page that has given it" }
  ])
})
