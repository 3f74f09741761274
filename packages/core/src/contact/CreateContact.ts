/**
 * POST /v3/contacts (specification "Contacts", decisions 5.3).
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Commit from "../commit/Commit.ts"
import * as Refused from "../commit/Refused.ts"
import * as Field from "../operation/Field.ts"
import * as Operation from "../operation/Operation.ts"
import { Contacts } from "../row/Contact.ts"
import type { ContactId } from "../value/Id.ts"
import { PhoneNumber } from "../value/PhoneNumber.ts"
import * as ContactResource from "./ContactResource.ts"
import * as KnownContact from "./KnownContact.ts"

export const CreateContact = Operation.make({
  name: "contacts.create",
  summary: "Create a contact",
  path: Schema.Struct({}),
  query: Schema.Struct({}),
  body: Schema.Struct({
    phone_number: PhoneNumber,
    sandbox: Field.optional(Schema.Boolean)
  }),
  data: ContactResource.ContactResource,
  status: 201,
  role: null,
  tier: "standard",
  idempotent: true,
  refuses: ["RESOURCE_007"],
  check: () => [],
  simulate: ({ body }, { account }, now, mint) =>
    ContactResource.fromContact(
      { ...KnownContact.make(account.id, body.phone_number, now, mint), id: mint.uuid() as ContactId },
      account
    ),
  decides: {
    name: "contacts.create",
    needs: ({ body, caller }) => KnownContact.needs(caller.account.id, body.phone_number),
    decide: ({ body, caller: { account } }, facts, now, mint) => {
      const { contact, expects, isNew } = KnownContact.of(account.id, body.phone_number, facts, now, mint)
      return isNew
        ? Result.succeed({
          answer: ContactResource.fromContact(contact, account),
          commit: Commit.make({ expects, puts: [Commit.put(Contacts, contact)] })
        })
        : Result.fail(Refused.refused("RESOURCE_007", { phone_number: ["is the number of a contact already"] }))
    }
  }
})
