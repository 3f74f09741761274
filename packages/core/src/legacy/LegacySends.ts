/**
 * POST /v2/messages/phone and POST /v2/messages/contact: a template to one recipient, on the channel that the service
 * chooses (decisions part 10).
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Parameters from "../accept/Parameters.ts"
import type { SendBody } from "../accept/SendBody.ts"
import { SendMessage } from "../accept/SendMessage.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import * as Refused from "../commit/Refused.ts"
import type { SendResource } from "../message/MessageResource.ts"
import type { Caller } from "../operation/Caller.ts"
import * as Operation from "../operation/Operation.ts"
import type { Contact } from "../row/Contact.ts"
import { Contacts, isVisible } from "../row/Contact.ts"
import { ContactId, TemplateId } from "../value/Id.ts"
import { PhoneNumber } from "../value/PhoneNumber.ts"
import * as Translation from "./Translation.ts"

const Sent = Schema.Struct({ messageId: Schema.String })

const template = { templateId: TemplateId, templateVariables: Parameters.Parameters }

interface Templated {
  readonly templateId: TemplateId
  readonly templateVariables?: NonNullable<SendBody["template"]>["parameters"]
}

/** A send of v3. */
const send = (caller: Caller, to: PhoneNumber, { templateId, templateVariables = null }: Templated) => ({
  path: {},
  query: {},
  body: { to: [to], template: { id: templateId, parameters: templateVariables } } satisfies SendBody,
  caller,
  consulted: undefined
})

const show = ({ recipients }: SendResource): typeof Sent.Type => ({ messageId: recipients[0]?.message_id ?? "" })

/** `template.parameters.code` is `templateVariables.code`. */
const field = (name: string): string =>
  name.startsWith("template.parameters") ? name.replace("template.parameters", "templateVariables") : "templateId"

const sending = {
  path: Schema.Struct({}),
  query: Schema.Struct({}),
  data: Sent,
  status: 202,
  scope: "send",
  ...Translation.common
} as const

const PhoneBody = Schema.Struct({ phoneNumber: PhoneNumber, ...template })

export const SendToPhone = Operation.make({
  ...sending,
  name: "v2.messages.phone",
  summary: "Send a template to a number",
  description: "Sends a template to a number, as a send of v3 does.",
  body: PhoneBody,
  decides: Translation.make({
    name: "v2.messages.phone",
    to: SendMessage.decides,
    command: ({ body, caller }: Operation.Command<object, object, typeof PhoneBody.Type, void>) =>
      send(caller, body.phoneNumber, body),
    show,
    field
  })
})

const ContactBody = Schema.Struct({ contactId: ContactId, ...template })
type ContactCommand = Operation.Command<object, object, typeof ContactBody.Type, void>

/** Returns the contact, when the caller may see it. */
const own = ({ caller }: ContactCommand, contact: Contact | null | undefined): Contact | null =>
  contact?.account === caller.account.id && isVisible(contact) ? contact : null

const toContact = (phone: PhoneNumber) =>
  Translation.make({
    name: "v2.messages.contact",
    to: SendMessage.decides,
    command: ({ body, caller }: ContactCommand) => send(caller, phone, body),
    show,
    field
  })

export const SendToContact = Operation.make({
  ...sending,
  name: "v2.messages.contact",
  summary: "Send a template to a contact",
  description: "Sends a template to a contact, as a send of v3 to its number does.",
  body: ContactBody,
  decides: {
    name: "v2.messages.contact",
    needs: (asked, facts) => {
      const contact = own(asked, Facts.peek(facts, Contacts, asked.body.contactId))
      return contact === null
        ? Needs.row(Contacts, asked.body.contactId)
        : toContact(contact.phone).needs(asked, facts)
    },
    decide: (asked, grounds) => {
      const { facts } = grounds
      const contact = own(asked, Facts.get(facts, Contacts, asked.body.contactId))
      return contact === null
        ? Result.fail(Refused.refused("RESOURCE_001"))
        : toContact(contact.phone).decide(asked, grounds)
    }
  }
})
