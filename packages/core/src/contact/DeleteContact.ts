/**
 * DELETE /v3/contacts/{id}, which is deprecated: forgets the contact and its consent, while its messages stay readable
 * (specification "Contacts", decisions 5.3). A later contact of the number is a new one. An entry of the suppression
 * list is the operator's, and stays.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Commit from "../commit/Commit.ts"
import { done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import type { Moment } from "../commit/Grounds.ts"
import * as Needs from "../commit/Needs.ts"
import * as Refused from "../commit/Refused.ts"
import * as Field from "../operation/Field.ts"
import * as Operation from "../operation/Operation.ts"
import type { Contact } from "../row/Contact.ts"
import { Contacts } from "../row/Contact.ts"
import { ref } from "../row/Kind.ts"
import { ContactPath } from "./ContactPath.ts"
import { WhatsappReturnWork } from "./ContactWork.ts"
import * as Erasure from "./Erasure.ts"
import * as KnownContact from "./KnownContact.ts"
import * as OwnContact from "./OwnContact.ts"

/** Keeps a contact whose number is suppressed as a row with another id that clients do not see. */
const remains = ({ account, phone, suppressedAt }: Contact, moment: Moment): Commit.Commit["puts"] =>
  suppressedAt === undefined ? [] : [
    Commit.put(Contacts, { ...KnownContact.make(account, phone, moment), suppressedAt, isOnlySuppressed: true })
  ]

export const DeleteContact = Operation.make({
  name: "contacts.delete",
  summary: "Delete a contact and its consent history; its messages are kept",
  description:
    "Deletes a contact with its consent, which should be kept: rather set `opt_out` to true by the change of a contact.",
  path: ContactPath,
  query: Schema.Struct({}),
  body: Schema.Struct({ sandbox: Field.optional(Schema.Boolean) }),
  data: Schema.Null,
  status: 204,
  role: null,
  scope: "manage",
  tier: "standard",
  idempotent: false,
  refuses: ["RESOURCE_001", "BUSINESS_001"],
  // RFC 9745. The successor is PATCH on the same path.
  headers: { deprecation: "true" },
  check: () => [],
  simulate: () => null,
  decides: {
    name: "contacts.delete",
    needs: (asked, facts) => {
      const contact = OwnContact.peek(asked, facts)
      return Needs.all(
        OwnContact.needs(asked),
        contact === null ? Needs.none : Erasure.needs(contact.account, contact.id)
      )
    },
    decide: (asked, grounds) => {
      const { facts } = grounds
      const contact = OwnContact.find(asked, facts)
      if (contact === null) return Result.fail(Refused.refused("RESOURCE_001"))
      if (contact.isInherited === true) return Result.fail(Refused.refused("BUSINESS_001"))
      return done(null, {
        expects: [Facts.expected(facts, Contacts, contact.id)],
        deletes: [ref(Contacts, contact.id)],
        puts: remains(contact, grounds),
        cancels: [WhatsappReturnWork.ref(contact.id)]
      }, Erasure.erase(contact.account, contact.id, grounds))
    }
  }
})
