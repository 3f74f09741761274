/**
 * GET /v3/contacts and GET /v3/contacts/{id}: the contacts of the account that the request acts as.
 */
import * as Schema from "effect/Schema"
import * as Limit from "../catalogue/Limit.ts"
import * as Facts from "../commit/Facts.ts"
import type { ListPosition } from "../commit/ListQuery.ts"
import * as ListQuery from "../commit/ListQuery.ts"
import * as Needs from "../commit/Needs.ts"
import * as ChosenSenders from "../dispatch/ChosenSenders.ts"
import * as Purposes from "../dispatch/Purposes.ts"
import type { Caller } from "../operation/Caller.ts"
import * as Cursor from "../operation/Cursor.ts"
import * as Operation from "../operation/Operation.ts"
import * as Paging from "../operation/Paging.ts"
import * as Reading from "../operation/Reading.ts"
import type { Contact } from "../row/Contact.ts"
import { contactNumber, Contacts, isVisible } from "../row/Contact.ts"
import { matches } from "../row/Filters.ts"
import type { UniqueKey } from "../row/Kind.ts"
import * as ContactFilter from "./ContactFilter.ts"
import { ContactPath } from "./ContactPath.ts"
import * as ContactResource from "./ContactResource.ts"
import * as OwnContact from "./OwnContact.ts"

const Query = Schema.Struct({ ...Paging.Query.fields, ...Cursor.askedFields, ...ContactFilter.fields })
type Query = typeof Query.Type

type Asked = Operation.Command<object, Query, object, ChosenSenders.ChosenSenders>

/** The page of the list, or null when it must be empty. */
const listOf = ({ caller: { account }, consulted, query }: Asked): Needs.ListQuery | null => {
  const where = ContactFilter.where(query, account, consulted)
  return where === null
    ? null
    : { list: "contacts", scope: account.id, ...Cursor.partAsked(query), ...ContactFilter.lookedAt(query), where }
}

/** Whoever asks for one number need not have the whole list looked through: the number is a unique key. */
const numberOf = ({ account }: Caller, list: Needs.ListQuery): UniqueKey | null =>
  list.list === "contacts" && list.where?.phone !== undefined ? contactNumber(account.id, list.where.phone) : null

const needsOf = (asked: Asked): Needs.Needs => {
  const list = listOf(asked)
  if (list === null) return Needs.none
  const number = numberOf(asked.caller, list)
  return number === null ? Needs.list(list) : Needs.unique(number)
}

/** Tells the filters of a cursor's list. An empty one is none. */
const filtersOf = ({ channel = "", phone = "", search = "" }: Partial<Query>): string =>
  Cursor.filtersOf({ channel, phone, search })

interface Found {
  readonly contacts: ReadonlyArray<Contact>
  readonly total: number
  /** The place from which the list goes on, where the search has looked at so many contacts before. */
  readonly next: ListPosition | null
}

const foundBy = (asked: Asked, facts: Facts.Facts): Found => {
  const list = listOf(asked)
  if (list === null) return { contacts: [], total: 0, next: null }
  const number = numberOf(asked.caller, list)
  if (number === null) {
    const { next = null, rows, total } = Facts.page(facts, list)
    return { contacts: rows.flatMap((row) => row.kind === "contact" ? [row.value] : []), total, next }
  }
  const contact = Facts.find(facts, Contacts, number)
  const wanted = ListQuery.condition(list)
  const all = contact !== null && isVisible(contact) && wanted !== null && matches(Contacts.filters(contact), wanted)
    ? [contact]
    : []
  return { contacts: all.slice(list.offset), total: all.length, next: null }
}

export const ListContacts = Operation.consulting({
  ...Reading.operation,
  name: "contacts.list",
  summary: "List the contacts, the newest first",
  description:
    "Lists the contacts. Filters narrow the list. With `cursors=true` its pages have cursors, which go on from a page " +
    "whatever was added meanwhile and keep its total. " +
    `A search for less than four digits looks at the newest ${Limit.contactsLookedAt} contacts, and so does ` +
    "`channel=whatsapp`, and so may a search for more " +
    "digits that fits more numbers than that: `total_count` counts those that it finds there, and the cursors go on behind them.",
  path: Schema.Struct({}),
  query: Query,
  check: ({ query }) =>
    Cursor.flaws(query, filtersOf(query)).map((flaw) => ({ ...flaw, code: "VALIDATION_001" as const })),
  data: Schema.Struct({
    contacts: Schema.Array(ContactResource.ContactResource),
    pagination: Cursor.AskedPagination
  }),
  consult: ChosenSenders.consult,
  decides: {
    name: "contacts.list",
    needs: (asked) => Needs.all(needsOf(asked), Purposes.needs(asked.caller.account)),
    decide: (asked, { facts }) => {
      const { caller, consulted, query } = asked
      const purposes = Purposes.ofAccount(caller.account, facts)
      const { contacts, next, total } = foundBy(asked, facts)
      const { pagination, rows } = Cursor.pageAsked(
        query,
        contacts,
        { total, next },
        ({ createdAt: at, id: key }) => ({ at, key }),
        filtersOf(query)
      )
      return Reading.answer({
        contacts: rows.map((contact) => ContactResource.fromContact(contact, caller.account, consulted, purposes)),
        pagination
      })
    }
  }
})

export const GetContact = Operation.consulting({
  ...Reading.operation,
  name: "contacts.get",
  refuses: ["RESOURCE_001"],
  summary: "Read a contact",
  description: "Answers a contact, with its number in several forms and its consent.",
  path: ContactPath,
  data: ContactResource.ContactResource,
  consult: ChosenSenders.consult,
  decides: {
    name: "contacts.get",
    needs: (asked) => Needs.all(OwnContact.needs(asked), Purposes.needs(asked.caller.account)),
    decide: (asked, { facts }) => {
      const contact = OwnContact.find(asked, facts)
      const purposes = Purposes.ofAccount(asked.caller.account, facts)
      return Reading.answerOr(
        contact,
        "RESOURCE_001",
        (contact) => ContactResource.fromContact(contact, asked.caller.account, asked.consulted, purposes)
      )
    }
  }
})
