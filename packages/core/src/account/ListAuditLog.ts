/**
 * GET /v3/audit-log: who changed what in the account, the newest first (decisions 17.7).
 */
import * as Schema from "effect/Schema"
import * as Limit from "../catalogue/Limit.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { Caller } from "../operation/Caller.ts"
import * as Cursor from "../operation/Cursor.ts"
import * as Operation from "../operation/Operation.ts"
import * as Reading from "../operation/Reading.ts"
import * as AuditResource from "./AuditResource.ts"

interface Asked {
  readonly caller: Caller
  readonly query: Cursor.Query
}

const listOf = ({ caller: { account }, query }: Asked): Needs.ListQuery => ({
  ...Cursor.part(query),
  bound: Limit.auditEntriesLookedAt,
  list: "audit_log",
  scope: account.id
})

/** The list has no filters. */
const unfiltered = Cursor.filtersOf({})

export const ListAuditLog = Operation.make({
  ...Reading.history,
  name: "audit_log.list",
  beyond: true,
  summary: "List who changed what, the newest change first",
  description:
    "Lists the changes of keys, users, webhooks, templates, limits and settings, consent and balances of the account. " +
    "There are entries only while the operator has the account keep an audit log, and each as long as that says. " +
    "`page` counts pages from 1; the cursors go on from a page, whatever was added meanwhile, and keep its total, which " +
    `counts the newest ${Limit.auditEntriesLookedAt} entries at most.`,
  path: Schema.Struct({}),
  query: Cursor.Query,
  role: "admin",
  check: ({ query }) => Cursor.flaws(query, unfiltered).map((flaw) => ({ ...flaw, code: "VALIDATION_001" as const })),
  data: Schema.Struct({
    entries: Schema.Array(AuditResource.AuditResource).annotate({ description: "The entries of the page." }),
    pagination: Cursor.Pagination
  }),
  decides: {
    name: "audit_log.list",
    needs: (asked: Asked) => Needs.list(listOf(asked)),
    decide: (asked: Asked, { facts }) => {
      const { next = null, rows, total } = Facts.page(facts, listOf(asked))
      const entries = rows.flatMap((row) => row.kind === "audit_entry" ? [row.value] : [])
      const place = (entry: (typeof entries)[number] | undefined) =>
        entry === undefined ? null : { at: entry.at, key: entry.id }
      const page = { first: place(entries[0]), last: place(entries.at(-1)), next, total }
      return Reading.answer({
        entries: entries.map(AuditResource.fromEntry),
        pagination: Cursor.pagination(asked.query, page, unfiltered)
      })
    }
  }
})
