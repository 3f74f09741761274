/**
 * GET /v2/contacts, GET /v2/contacts/id?id= and GET /v2/contacts/phone?phoneNumber= (decisions part 10).
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Violation } from "../catalogue/Violation.ts"
import { done } from "../commit/Decision.ts"
import * as Refused from "../commit/Refused.ts"
import * as ContactFilter from "../contact/ContactFilter.ts"
import { ContactPath } from "../contact/ContactPath.ts"
import type { ContactResource } from "../contact/ContactResource.ts"
import { GetContact, ListContacts } from "../contact/ReadContacts.ts"
import * as ChosenSenders from "../dispatch/ChosenSenders.ts"
import * as Operation from "../operation/Operation.ts"
import { DefaultChannel } from "../row/Contact.ts"
import * as LegacyPaging from "./LegacyPaging.ts"
import * as Translation from "./Translation.ts"

const LegacyContact = Schema.Struct({
  id: Schema.String,
  phoneNumber: Schema.String,
  formatE164: Schema.String,
  formatInternational: Schema.String,
  formatNational: Schema.String,
  formatRfc: Schema.String,
  countryCode: Schema.String,
  regionCode: Schema.String,
  availableChannels: Schema.String,
  defaultChannel: DefaultChannel
})

const show = (contact: ContactResource): typeof LegacyContact.Type => ({
  id: contact.id,
  phoneNumber: contact.phone_number,
  formatE164: contact.format_e164,
  formatInternational: contact.format_international,
  formatNational: contact.format_national,
  formatRfc: contact.format_rfc,
  countryCode: contact.country_code,
  regionCode: contact.region_code,
  availableChannels: contact.available_channels,
  defaultChannel: contact.default_channel
})

const reading = { ...Translation.reading, path: Schema.Struct({}), body: Schema.Struct({}) } as const

/** Reports a query parameter that a look-up cannot do without. */
const required = (field: string, given: string | undefined): ReadonlyArray<Violation> =>
  given === undefined || given === "" ? [{ field, code: "VALIDATION_004", message: "is required" }] : []

export const ListLegacyContacts = Operation.consulting({
  ...reading,
  name: "v2.contacts.list",
  summary: "List the contacts, the newest first",
  description: "Lists the contacts in the form of v2. Pages are counted from 0.",
  query: LegacyPaging.Query,
  data: LegacyPaging.page(LegacyContact),
  consult: ChosenSenders.consult,
  decides: Translation.make({
    name: "v2.contacts.list",
    to: ListContacts.decides,
    command: (asked: Operation.Command<object, LegacyPaging.Query, object, ChosenSenders.ChosenSenders>) => ({
      ...asked,
      query: LegacyPaging.toQuery(asked.query)
    }),
    show: ({ contacts, pagination }) => LegacyPaging.show(contacts.map(show), pagination)
  })
})

const IdQuery = Schema.Struct({ id: Schema.optionalKey(ContactPath.fields.id) })

export const GetLegacyContact = Operation.consulting({
  ...reading,
  name: "v2.contacts.get",
  summary: "Read a contact",
  description: "Answers a contact in the form of v2.",
  query: IdQuery,
  data: LegacyContact,
  check: ({ query }) => required("id", query.id),
  consult: ChosenSenders.consult,
  decides: Translation.make({
    name: "v2.contacts.get",
    to: GetContact.decides,
    command: (asked: Operation.Command<object, typeof IdQuery.Type, object, ChosenSenders.ChosenSenders>) => ({
      ...asked,
      path: { id: asked.query.id! },
      query: {}
    }),
    show
  })
})

const PhoneQuery = Schema.Struct({ phoneNumber: ContactFilter.fields.phone })

const byPhone = Translation.make({
  name: "v2.contacts.find",
  to: ListContacts.decides,
  command: (asked: Operation.Command<object, typeof PhoneQuery.Type, object, ChosenSenders.ChosenSenders>) => ({
    ...asked,
    query: { phone: asked.query.phoneNumber ?? "" }
  }),
  show: ({ contacts }) => contacts
})

export const FindLegacyContact = Operation.consulting({
  ...reading,
  name: "v2.contacts.find",
  summary: "Find the contact with a number",
  description: "Answers the contact that has the number, in the form of v2.",
  query: PhoneQuery,
  data: LegacyContact,
  check: ({ query }) => required("phoneNumber", query.phoneNumber),
  consult: ChosenSenders.consult,
  decides: {
    name: byPhone.name,
    needs: byPhone.needs,
    decide: (asked, grounds) =>
      Result.flatMap(byPhone.decide(asked, grounds), ({ answer: [contact], commit }) =>
        contact === undefined
          ? Result.fail(Refused.refused("RESOURCE_001"))
          : done(
            show(contact),
            commit
          ))
  }
})
