/**
 * PATCH /v3/contacts/{id}: the preferred channel, the language and the consent of a contact (specification "Contacts", decisions 3.3).
 * A change of consent leaves a record, but no event: events report what recipients do.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Commit from "../commit/Commit.ts"
import { done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import * as Refused from "../commit/Refused.ts"
import * as ChosenSenders from "../dispatch/ChosenSenders.ts"
import * as Purposes from "../dispatch/Purposes.ts"
import * as Field from "../operation/Field.ts"
import * as Operation from "../operation/Operation.ts"
import type { Contact } from "../row/Contact.ts"
import { Contacts, DefaultChannel } from "../row/Contact.ts"
import type { Purpose } from "../row/Purpose.ts"
import * as TemplateBody from "../template/TemplateBody.ts"
import type { Instant } from "../value/Instant.ts"
import type { PhoneNumber } from "../value/PhoneNumber.ts"
import * as Consent from "./Consent.ts"
import { ContactPath } from "./ContactPath.ts"
import * as ContactResource from "./ContactResource.ts"
import * as KnownContact from "./KnownContact.ts"
import * as OwnContact from "./OwnContact.ts"
import * as PreferencesBody from "./PreferencesBody.ts"

const Body = Schema.Struct({
  default_channel: Field.optional(Field.oneOf(DefaultChannel.literals)),
  language: TemplateBody.language,
  opt_out: Field.optional(Schema.Boolean),
  preferences: PreferencesBody.Preferences,
  sandbox: Field.optional(Schema.Boolean)
})
type Body = typeof Body.Type

/** Returns the contact with the language that is given; null takes it away. */
const speaking = (contact: Contact, { language }: Body): Contact => {
  if (language === undefined) return contact
  const { language: _, ...others } = contact
  return language === null ? others : { ...others, language }
}

/** Returns the changed contact. What is left out keeps its value; so does what is null, but for the language. */
const changed = (contact: Contact, body: Body, purposes: ReadonlyArray<Purpose>, now: Instant): Contact => {
  const { opt_out: optOut = null } = body
  const flagged = optOut === null ? contact : Consent.toAll(contact, optOut)
  const consenting = Consent.toPurposes(flagged, body.preferences ?? {}, purposes)
  const next = {
    ...speaking(consenting, body),
    defaultChannel: body.default_channel ?? contact.defaultChannel ?? "sms"
  }
  return consenting === contact && next.defaultChannel === (contact.defaultChannel ?? "sms") &&
      next.language === contact.language
    ? contact
    : { ...next, updatedAt: now }
}

/** The number that a sandbox answer shows: nothing is looked up there (decisions 5.1). */
const sandboxNumber = "+15550000000" as PhoneNumber

export const UpdateContact = Operation.consulting({
  name: "contacts.update",
  summary: "Change the preferred channel and the consent of a contact",
  description: "Changes the preferred channel, the language or the consent. What is not given stays as it is.",
  path: ContactPath,
  query: Schema.Struct({}),
  body: Body,
  data: ContactResource.ContactResource,
  status: 200,
  role: null,
  scope: "manage",
  tier: "standard",
  idempotent: true,
  refuses: ["RESOURCE_001", "BUSINESS_001"],
  check: () => [],
  simulate: ({ body, consulted, path }, { account }, now, ids) => {
    const simulated: Contact = { ...KnownContact.make(account.id, sandboxNumber, { now, ids }), id: path.id }
    const purposes = Purposes.known([account])
    const next = changed(simulated, body, purposes, now)
    return ContactResource.fromContact({ ...next, updatedAt: now }, account, consulted, purposes)
  },
  consult: ChosenSenders.consult,
  decides: {
    name: "contacts.update",
    needs: (asked) => Needs.all(OwnContact.needs(asked), Purposes.needs(asked.caller.account)),
    decide: (asked, { facts, now, ids }) => {
      const contact = OwnContact.find(asked, facts)
      if (contact === null) return Result.fail(Refused.refused("RESOURCE_001"))
      if (contact.isInherited === true) return Result.fail(Refused.refused("BUSINESS_001"))
      const body: Body = asked.body
      const purposes = Purposes.ofAccount(asked.caller.account, facts)
      const aimless = PreferencesBody.refusal(body.preferences, purposes)
      if (aimless !== null) return Result.fail(aimless)
      const next = changed(contact, body, purposes, now)
      const preferred = Object.keys(body.preferences ?? {})
      return done(
        ContactResource.fromContact(next, asked.caller.account, asked.consulted, purposes),
        next === contact ? Commit.empty : Commit.make({
          expects: [Facts.expected(facts, Contacts, contact.id)],
          puts: [
            Commit.put(Contacts, next),
            ...PreferencesBody.records(contact, next, preferred, "API", { now, ids })
          ]
        })
      )
    }
  }
})
