/**
 * GET /v3/calls (specification "Other endpoints").
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Limit from "../catalogue/Limit.ts"
import { done } from "../commit/Decision.ts"
import * as Needs from "../commit/Needs.ts"
import * as Refused from "../commit/Refused.ts"
import type * as Operation from "../operation/Operation.ts"
import * as Outside from "../operation/Outside.ts"
import * as Paging from "../operation/Paging.ts"
import { CallLog } from "../port/CallLog.ts"

const Calls = Schema.Array(Schema.Record(Schema.String, Schema.Json))

const CallsResource = Schema.Struct({ calls: Calls, pagination: Paging.Pagination })
type CallsResource = typeof CallsResource.Type

const Page = Schema.Struct({ calls: Calls, total: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)) })
type Page = typeof Page.Type

const read = Schema.decodeUnknownOption(Page)

export const ListCalls: Operation.Operation<object, Paging.Query, object, Page, CallsResource, "calls.list"> = {
  name: "calls.list",
  summary: "List the calls, the newest first",
  description: "Lists the calls that the account made and received.",
  path: Schema.Struct({}),
  query: Paging.Query,
  body: Schema.Struct({}),
  data: CallsResource,
  status: 200,
  role: null,
  scope: "read",
  tier: "standard",
  idempotent: false,
  refuses: ["INTERNAL_003"],
  check: () => [],
  simulate: null,
  consult: Effect.fnUntraced(function*({ query }, { account, keyAccount }) {
    const log = yield* CallLog
    const { limit, offset } = Paging.part(query)
    const said = yield* Outside.ask("calls", keyAccount.id, Limit.lookup, () => log.list(account.id, offset, limit))
    const page = Option.flatMap(said, read)
    if (Option.isNone(page) || page.value.calls.length > limit) return yield* Refused.refused("INTERNAL_003")
    return page.value
  }),
  decides: {
    name: "calls.list",
    needs: () => Needs.none,
    decide: ({ consulted: { calls, total }, query }) => done({ calls, pagination: Paging.pagination(query, total) })
  }
}
