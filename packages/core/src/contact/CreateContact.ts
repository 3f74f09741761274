/**
 * POST /v3/contacts (specification "Contacts", decisions 5.3).
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { done } from "../commit/Decision.ts"
import * as Needs from "../commit/Needs.ts"
import * as Refused from "../commit/Refused.ts"
import * as ChosenSenders from "../dispatch/ChosenSenders.ts"
import * as Purposes from "../dispatch/Purposes.ts"
import * as Field from "../operation/Field.ts"
import * as Operation from "../operation/Operation.ts"
import type { Contact } from "../row/Contact.ts"
import type { Purpose } from "../row/Purpose.ts"
import * as TemplateBody from "../template/TemplateBody.ts"
import type { ContactId } from "../value/Id.ts"
import { PhoneNumber } from "../value/PhoneNumber.ts"
import * as Consent from "./Consent.ts"
import * as ContactResource from "./ContactResource.ts"
import * as KnownContact from "./KnownContact.ts"
import * as PreferencesBody from "./PreferencesBody.ts"

/** Returns the new contact with the language that its creation names. */
const speaking = (contact: Contact, { language }: { readonly language?: string | null }): Contact =>
  language === undefined || language === null ? contact : { ...contact, language }

/** Returns the new contact with what its creation says about purposes. */
const preferring = (
  contact: Contact,
  { preferences }: { readonly preferences?: PreferencesBody.Preferences | undefined },
  purposes: ReadonlyArray<Purpose>
): Contact => Consent.toPurposes(contact, preferences ?? {}, purposes)

export const CreateContact = Operation.consulting({
  name: "contacts.create",
  summary: "Create a contact",
  description: "Makes a contact of a phone number, which no other contact of the account may have.",
  path: Schema.Struct({}),
  query: Schema.Struct({}),
  body: Schema.Struct({
    phone_number: PhoneNumber,
    language: TemplateBody.language,
    preferences: PreferencesBody.Preferences,
    sandbox: Field.optional(Schema.Boolean)
  }),
  data: ContactResource.ContactResource,
  status: 201,
  role: null,
  scope: "manage",
  tier: "standard",
  idempotent: true,
  refuses: ["RESOURCE_007"],
  check: () => [],
  simulate: ({ body, consulted }, { account }, now, ids) =>
    ContactResource.fromContact(
      {
        ...preferring(speaking(KnownContact.make(account.id, body.phone_number, { now, ids }), body), body, []),
        id: ids.uuid() as ContactId
      },
      account,
      consulted,
      Purposes.known([account])
    ),
  consult: ChosenSenders.consult,
  decides: {
    name: "contacts.create",
    needs: ({ body, caller }) =>
      Needs.all(KnownContact.needs(caller.account, body.phone_number), Purposes.needs(caller.account)),
    decide: ({ body, caller: { account }, consulted }, grounds) => {
      const known = KnownContact.of(account, body.phone_number, grounds)
      const purposes = Purposes.ofAccount(account, grounds.facts)
      const aimless = PreferencesBody.refusal(body.preferences, purposes)
      if (aimless !== null) return Result.fail(aimless)
      const contact = preferring(speaking(known.contact, body), body, purposes)
      const asked = Object.keys(body.preferences ?? {})
      return known.isNew
        ? done(
          ContactResource.fromContact(contact, account, consulted, purposes),
          KnownContact.changed(known, contact),
          { puts: [...PreferencesBody.records(known.contact, contact, asked, "API", grounds)] }
        )
        : Result.fail(Refused.refused("RESOURCE_007", { phone_number: ["is the number of a contact already"] }))
    }
  }
})
