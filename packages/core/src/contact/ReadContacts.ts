/**
 * GET /v3/contacts and GET /v3/contacts/{id}: the contacts of the account that the request acts as.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import * as Refused from "../commit/Refused.ts"
import type { Caller } from "../operation/Caller.ts"
import * as Operation from "../operation/Operation.ts"
import * as Paging from "../operation/Paging.ts"
import * as ContactFilter from "./ContactFilter.ts"
import { ContactPath } from "./ContactPath.ts"
import * as ContactResource from "./ContactResource.ts"
import * as OwnContact from "./OwnContact.ts"

const reading = {
  body: Schema.Struct({}),
  status: 200,
  role: null,
  tier: "standard",
  idempotent: false,
  check: () => [],
  simulate: null
} as const

const Query = Schema.Struct({ ...Paging.Query.fields, ...ContactFilter.fields })
type Query = typeof Query.Type

/** The page of the list, or null when it must be empty. */
const listOf = ({ account }: Caller, query: Query): Needs.ListQuery | null => {
  const where = ContactFilter.where(query, account)
  return where === null ? null : { list: "contacts", scope: account.id, ...Paging.part(query), where }
}

export const ListContacts = Operation.make({
  ...reading,
  name: "contacts.list",
  summary: "List the contacts, the newest first",
  path: Schema.Struct({}),
  query: Query,
  data: Schema.Struct({
    contacts: Schema.Array(ContactResource.ContactResource),
    pagination: Paging.Pagination
  }),
  decides: {
    name: "contacts.list",
    needs: ({ caller, query }) => {
      const list = listOf(caller, query)
      return list === null ? Needs.none : Needs.list(list)
    },
    decide: ({ caller, query }, facts) => {
      const list = listOf(caller, query)
      const { rows, total } = list === null ? { rows: [], total: 0 } : Facts.page(facts, list)
      return Result.succeed({
        commit: Commit.empty,
        answer: {
          contacts: rows.flatMap((row) =>
            row.kind === "contact" ? [ContactResource.fromContact(row.value, caller.account)] : []
          ),
          pagination: Paging.pagination(query, total)
        }
      })
    }
  }
})

export const GetContact = Operation.make({
  ...reading,
  name: "contacts.get",
  refuses: ["RESOURCE_001"],
  summary: "Read a contact",
  path: ContactPath,
  query: Schema.Struct({}),
  data: ContactResource.ContactResource,
  decides: {
    name: "contacts.get",
    needs: OwnContact.needs,
    decide: (asked, facts) => {
      const contact = OwnContact.find(asked, facts)
      return contact === null
        ? Result.fail(Refused.refused("RESOURCE_001"))
        : Result.succeed({
          commit: Commit.empty,
          answer: ContactResource.fromContact(contact, asked.caller.account)
        })
    }
  }
})
