/**
 * GET /v3/paused-prefixes: the prefixes to which the account sends nothing for now, and those of the last day
 * (decisions 17.3).
 */
import * as Schema from "effect/Schema"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { Caller } from "../operation/Caller.ts"
import * as Operation from "../operation/Operation.ts"
import * as Paging from "../operation/Paging.ts"
import * as Reading from "../operation/Reading.ts"
import { fromPrefix, PausedPrefixResource } from "./PausedPrefixResource.ts"

const listOf = ({ account }: Caller, query: Paging.Query): Needs.ListQuery => ({
  list: "paused_prefixes",
  scope: account.id,
  ...Paging.part(query)
})

export const ListPausedPrefixes = Operation.make({
  ...Reading.operation,
  name: "paused_prefixes.list",
  beyond: true,
  summary: "List the paused prefixes, the newest first",
  description:
    "Lists the prefixes of numbers to which messages of the account are BLOCKED with SIGNALBOX_002, because too much of what was sent there has come to nothing. A pause that has ended is shown for a day.",
  path: Schema.Struct({}),
  query: Paging.Query,
  data: Schema.Struct({
    paused_prefixes: Schema.Array(PausedPrefixResource),
    pagination: Paging.Pagination
  }),
  decides: {
    name: "paused_prefixes.list",
    needs: ({ caller, query }) => Needs.list(listOf(caller, query)),
    decide: ({ caller, query }, { facts, now }) => {
      const { rows, total } = Facts.page(facts, listOf(caller, query))
      return Reading.answer({
        paused_prefixes: rows.flatMap((row) => row.kind === "paused_prefix" ? [fromPrefix(row.value, now)] : []),
        pagination: Paging.pagination(query, total)
      })
    }
  }
})
