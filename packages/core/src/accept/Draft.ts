/**
 * The messages that a send would make, and why it would be refused. A send makes them, and an explanation only looks at
 * them.
 */
import * as Result from "effect/Result"
import type * as Commit from "../commit/Commit.ts"
import type * as Facts from "../commit/Facts.ts"
import type { Grounds } from "../commit/Grounds.ts"
import * as Needs from "../commit/Needs.ts"
import * as Refused from "../commit/Refused.ts"
import * as KnownContact from "../contact/KnownContact.ts"
import * as Renderer from "../definition/Renderer.ts"
import type * as Validity from "../message/Validity.ts"
import type * as Operation from "../operation/Operation.ts"
import type { Message, TemplateUse } from "../row/Message.ts"
import type { Template } from "../row/Template.ts"
import type { AccountId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import type { PhoneNumber } from "../value/PhoneNumber.ts"
import * as Accept from "./Accept.ts"
import * as FallbackBody from "./FallbackBody.ts"
import * as PurposeCheck from "./PurposeCheck.ts"
import * as Recipient from "./Recipient.ts"
import * as RecipientCheck from "./RecipientCheck.ts"
import * as SendBody from "./SendBody.ts"
import * as TemplateChoice from "./TemplateChoice.ts"

/** A request with the body of a send. */
export type Asked = Pick<Operation.Command<object, object, SendBody.SendBody, unknown>, "body" | "caller">

export interface Draft {
  readonly messages: ReadonlyArray<Message>
  /** The commit that accepts them. */
  readonly commit: Commit.Commit
  /** The template that the send names, or null. Recipients may have others of its name, in their languages. */
  readonly named: Template | null
  /** The templates of all messages, each once. */
  readonly templates: ReadonlyArray<Template>
  /** Returns the template of a recipient's messages. */
  readonly templateFor: (phone: PhoneNumber) => Template | undefined
  /** Until when the messages are worth handing over; null when the send does not say. */
  readonly validity: Validity.Validity | null
  /** Null when they are dispatched immediately. */
  readonly scheduledAt: Instant | null
}

/** The template that a send names, in the language that it names. */
export const wanted = ({ body, caller }: Asked): TemplateChoice.Wanted => {
  const { id, language, name } = SendBody.template(body) ?? {}
  return { account: caller.account.id, id: id ?? null, name: name ?? null, language: language ?? null }
}

/** Returns why these templates can never be sent to these recipients on these channels, or null when they can. */
const refusal = (
  templates: ReadonlyArray<Template>,
  addressees: ReadonlyArray<RecipientCheck.Addressee>,
  { body, caller }: Asked
): Refused.Refused | null => {
  const requested = SendBody.channels(body)
  const violations = RecipientCheck.check({
    addressees,
    shared: SendBody.parameters(body),
    channels: requested,
    isComplete: caller.isHost === true
  })
  if (violations.length > 0) return Refused.fromViolations(violations)
  return requested.includes("mms") &&
      !templates.every(({ definition }) => Renderer.renderable(definition).includes("mms"))
    ? Refused.refused("VALIDATION_001", { template: ["has no mms body, so it cannot be sent on mms"] })
    : null
}

const used = (
  { category, id, name, revision }: Template,
  parameters: Renderer.Parameters
): TemplateUse => ({ id, revision, name, category, parameters })

const compiled = ({ definition, language }: Template): Renderer.Compiled => Renderer.compiled(definition, language)

/** Names what was asked for, since an id may be that of another account and a name may be misspelt. */
const unknownTemplate = (body: SendBody.SendBody): Refused.Refused => {
  const { id, language, name } = SendBody.template(body) ?? {}
  const asked = id === undefined || id === null ? `the name "${name ?? ""}"` : `the id ${id}`
  const spoken = language === undefined || language === null ? "" : ` in the language ${language}`
  return new Refused.Refused({ code: "RESOURCE_002", message: `There is no template with ${asked}${spoken}` })
}

/** A recipient with the template of its messages, or with none. */
export interface Addressed {
  readonly account: AccountId
  readonly phone: PhoneNumber
  readonly template: Template | null
}

/** Returns the recipients of a send, in its order, as far as their templates are loaded. */
export const addressed = (command: Asked, facts: Facts.Facts): ReadonlyArray<Addressed> => {
  const { body, caller: { account: { id: account } } } = command
  const phones = body.to.map(Recipient.phone)
  if (SendBody.template(body) === null) return phones.map((phone) => ({ account, phone, template: null }))
  const asked = wanted(command)
  const named = TemplateChoice.peek(asked, facts) ?? null
  return named === null ? [] : phones.flatMap((phone) => {
    const template = TemplateChoice.forRecipient(named, phone, asked, facts)?.template
    return template === undefined ? [] : [{ account, phone, template }]
  })
}

/** Returns what must be loaded to draft a send. */
export const needs = (asked: Asked, facts: Facts.Facts): Needs.Needs => {
  const { body, caller: { account } } = asked
  const phones = body.to.map(Recipient.phone)
  return Needs.all(
    PurposeCheck.needs(body.purpose ?? null, account),
    TemplateChoice.needs(wanted(asked), facts),
    TemplateChoice.needsOfContacts(wanted(asked), phones, facts),
    KnownContact.needsOfAll(account, phones)
  )
}

/** Makes something for each recipient once. Most sends have a single one. */
const memoized = <Made>(
  recipients: ReadonlyArray<Recipient.Recipient>,
  make: (phone: PhoneNumber) => Made
): (phone: PhoneNumber) => Made => {
  const [first] = recipients
  if (first !== undefined && recipients.length === 1) {
    const only = make(first.phone)
    return () => only
  }
  const all = new Map(recipients.map(({ phone }) => [phone, make(phone)]))
  return (phone) => all.get(phone)!
}

/** Returns each template once, of which there are as many as languages. */
const distinct = (all: ReadonlyArray<Template>): ReadonlyArray<Template> =>
  all.filter(({ id }, index) => all.findIndex((other) => other.id === id) === index)

export const make = (command: Asked, grounds: Grounds): Result.Result<Draft, Refused.Refused> => {
  const { facts } = grounds
  const { body, caller: { account } } = command
  const isNamed = SendBody.template(body) !== null
  const asked = wanted(command)
  const named = isNamed ? TemplateChoice.peek(asked, facts) ?? null : null
  if (isNamed && named === null) return Result.fail(unknownTemplate(body))
  const aimless = PurposeCheck.refusal(body.purpose ?? null, account, facts)
  if (aimless !== null) return Result.fail(aimless)
  const recipients = Recipient.all(body.to)
  const choiceFor = named === null ? null : memoized(
    recipients,
    (phone) => TemplateChoice.forRecipient(named, phone, asked, facts) ?? { template: named, spoken: null }
  )
  const templates = choiceFor === null ? [] : distinct(recipients.map(({ phone }) => choiceFor(phone).template))
  const addressees = named === null ? null : RecipientCheck.addressees(
    ({ phone }) => compiled(choiceFor?.(phone).template ?? named),
    SendBody.parameters(body),
    recipients
  )
  const refused = addressees === null ? null : refusal(templates, addressees, command)
  if (refused !== null) return Result.fail(refused)
  const scheduledAt = SendBody.scheduledAt(body)
  const validity = SendBody.validity(body, grounds.now)
  const accepted = Accept.accept(
    {
      account,
      to: recipients.map(({ phone, reference }, index) => {
        const choice = choiceFor?.(phone)
        return {
          phone,
          reference: reference ?? body.reference ?? null,
          template: choice === undefined ? null : used(choice.template, addressees?.[index]?.parameters ?? {}),
          spoken: choice?.spoken ?? null
        }
      }),
      channels: SendBody.channels(body),
      text: SendBody.text(body),
      subject: SendBody.subject(body),
      validity,
      metadata: body.metadata ?? null,
      mediaUrls: SendBody.mediaUrls(body),
      fallback: FallbackBody.read(body.fallback),
      smartEncoding: SendBody.smartEncoding(body),
      purpose: body.purpose ?? null,
      contact: (phone) => KnownContact.of(account, phone, grounds),
      scheduledAt
    },
    grounds
  )
  return Result.succeed({
    ...accepted,
    named,
    templates,
    templateFor: (phone) => choiceFor?.(phone).template,
    validity,
    scheduledAt
  })
}
