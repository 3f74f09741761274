/**
 * POST /v3/messages: sends a template or a text to one or more recipients on one or more channels (specification
 * "Messages").
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { type Decided, type Decision, done } from "../commit/Decision.ts"
import type * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import * as Refused from "../commit/Refused.ts"
import * as KnownContact from "../contact/KnownContact.ts"
import * as Renderer from "../definition/Renderer.ts"
import type { Addressed, Taking } from "../dispatch/DispatchStep.ts"
import * as ImmediateDispatch from "../dispatch/ImmediateDispatch.ts"
import * as SmartEncoding from "../dispatch/SmartEncoding.ts"
import * as ClientReference from "../message/ClientReference.ts"
import type { SendResource } from "../message/MessageResource.ts"
import * as MessageResource from "../message/MessageResource.ts"
import * as Validity from "../message/Validity.ts"
import type * as Operation from "../operation/Operation.ts"
import type { TemplateUse } from "../row/Message.ts"
import type { Template } from "../row/Template.ts"
import type { Instant } from "../value/Instant.ts"
import * as Timestamp from "../value/Timestamp.ts"
import * as Accept from "./Accept.ts"
import * as FallbackBody from "./FallbackBody.ts"
import * as PurposeCheck from "./PurposeCheck.ts"
import * as Recipient from "./Recipient.ts"
import * as RecipientBody from "./RecipientBody.ts"
import * as RecipientCheck from "./RecipientCheck.ts"
import * as SendBody from "./SendBody.ts"
import * as TemplateChoice from "./TemplateChoice.ts"

type Asked = Operation.Command<object, object, SendBody.SendBody, Taking | undefined>

/** The template that a send names, in the language that it names. */
const wanted = ({ body, caller }: Asked): TemplateChoice.Wanted => {
  const { id, language, name } = SendBody.template(body) ?? {}
  return { account: caller.account.id, id: id ?? null, name: name ?? null, language: language ?? null }
}

/**
 * Returns the recipients of a send that may be dispatched immediately. Its template has to be known, and approved: one
 * that is being reviewed may well be approved by the time that the worker comes to the send.
 */
const recipients = (command: Asked, facts: Facts.Facts): ReadonlyArray<Addressed> => {
  const { body, caller: { account: { id: account } } } = command
  const isSmall = body.to.length * SendBody.channels(body).length <= ImmediateDispatch.most
  if (!isSmall || SendBody.scheduledAt(body) !== null) return []
  const isNamed = SendBody.template(body) !== null
  const phones = body.to.map(Recipient.phone)
  if (!isNamed) return phones.map((phone) => ({ account, phone, template: null }))
  const asked = wanted(command)
  const named = TemplateChoice.peek(asked, facts) ?? null
  const addressed = named === null ? [] : phones.flatMap((phone) => {
    const template = TemplateChoice.forRecipient(named, phone, asked, facts)?.template
    return template?.status === "APPROVED" ? [{ account, phone, template }] : []
  })
  return addressed.length === phones.length ? addressed : []
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

/** Returns whether SMS of the send are sent with plain forms of typographic characters. */
const isSmart = ({ body, caller }: Pick<Asked, "body" | "caller">): boolean =>
  SendBody.smartEncoding(body) ?? SmartEncoding.isWanted({}, caller.account)

const used = (
  { category, id, name, revision }: Template,
  parameters: Renderer.Parameters
): TemplateUse => ({ id, revision, name, category, parameters })

const compiled = ({ definition, language }: Template): Renderer.Compiled => Renderer.compiled(definition, language)

const echo = (at: Instant | null) => at === null ? {} : { scheduled_at: Timestamp.show(at) }

/** Names what was asked for, since an id may be that of another account and a name may be misspelt. */
const unknownTemplate = (body: SendBody.SendBody): Refused.Refused => {
  const { id, language, name } = SendBody.template(body) ?? {}
  const asked = id === undefined || id === null ? `the name "${name ?? ""}"` : `the id ${id}`
  const spoken = language === undefined || language === null ? "" : ` in the language ${language}`
  return new Refused.Refused({ code: "RESOURCE_002", message: `There is no template with ${asked}${spoken}` })
}

const sending: Decision<Asked, SendResource> = {
  name: "messages.send",
  following: ImmediateDispatch.following(recipients),
  needs: (command, facts) =>
    Needs.all(
      PurposeCheck.needs(command.body.purpose ?? null, command.caller.account),
      TemplateChoice.needs(wanted(command), facts),
      TemplateChoice.needsOfContacts(wanted(command), command.body.to.map(Recipient.phone), facts),
      KnownContact.needsOfAll(command.caller.account, command.body.to.map(Recipient.phone))
    ),
  decide: (command, grounds): Result.Result<Decided<SendResource>, Refused.Refused> => {
    const { facts } = grounds
    const { body, caller: { account } } = command
    const named = SendBody.template(body) !== null
    const asked = wanted(command)
    const first = named ? TemplateChoice.peek(asked, facts) ?? null : null
    if (named && first === null) return Result.fail(unknownTemplate(body))
    const aimless = PurposeCheck.refusal(body.purpose ?? null, account, facts)
    if (aimless !== null) return Result.fail(aimless)
    const recipients = Recipient.all(body.to)
    const choices = first === null ? null : new Map(
      recipients.map(({ phone }) => [
        phone,
        TemplateChoice.forRecipient(first, phone, asked, facts) ?? { template: first, spoken: null }
      ])
    )
    const templates = new Map([...choices?.values() ?? []].map(({ template }) => [template.id, template]))
    const addressees = first === null ? null : RecipientCheck.addressees(
      ({ phone }) => compiled(choices?.get(phone)?.template ?? first),
      SendBody.parameters(body),
      recipients
    )
    const refused = addressees === null ? null : refusal([...templates.values()], addressees, command)
    if (refused !== null) return Result.fail(refused)
    const at = SendBody.scheduledAt(body)
    const validity = SendBody.validity(body, grounds.now)
    const { commit, messages } = Accept.accept(
      {
        account,
        to: recipients.map(({ phone, reference }, index) => {
          const choice = choices?.get(phone)
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
        scheduledAt: at
      },
      grounds
    )
    const entries = messages.map((message) => ({
      message_id: message.id,
      to: message.phone,
      channel: message.requested,
      ...ClientReference.shownReference(message)
    }))
    const isEncoded = isSmart(command)
    const text = SendBody.text(body)
    const rendered = entries.map((entry, index) => ({
      ...entry,
      parameters: messages[index]?.template?.parameters ?? null,
      template: choices?.get(entry.to)?.template
    }))
    const shown = RecipientBody.all(rendered, ({ channel, parameters, template }) =>
      template === undefined
        ? text === null ? null : RecipientBody.ofText(text, channel, isEncoded)
        : RecipientBody.ofTemplate(template.definition, template.language, parameters ?? {}, channel, isEncoded))
    // Recipients of several languages have several templates, each shown by its messages: the answer names the first.
    const template = templates.size === 1 ? [...templates.values()][0]! : first
    return done(
      {
        status: at === null ? "QUEUED" : "SCHEDULED",
        template_id: template?.id ?? null,
        template_name: template?.name ?? null,
        ...echo(at),
        ...(validity === null ? {} : Validity.shown({ expiry: validity })),
        recipients: entries.map((entry, index) => ({ ...entry, body: shown[index] ?? null }))
      },
      commit
    )
  }
}

type Send = Operation.Operation<
  object,
  object,
  SendBody.SendBody,
  Taking | undefined,
  SendResource,
  "messages.send"
>

export const SendMessage: Send = {
  name: "messages.send",
  summary: "Send a message to one or more recipients",
  description:
    "Accepts a template or a text for up to 1,000 recipients, and makes one message for each recipient and channel. What becomes of a message is told by its status and by events: a send that may not go out is accepted all the same, and its messages end BLOCKED, FILTERED or FAILED.",
  path: Schema.Struct({}),
  query: Schema.Struct({}),
  body: SendBody.SendBody,
  data: MessageResource.SendResource,
  status: 202,
  role: null,
  scope: "send",
  tier: "standard",
  idempotent: true,
  refuses: ["RESOURCE_002", "VALIDATION_008"],
  check: ({ body }, _caller, raw, now) => SendBody.check(body, raw, now),
  isRemade: true,
  simulate: ({ body }, caller, now, ids): SendResource => {
    const validity = SendBody.validity(body, now)
    const template = SendBody.template(body)
    const channels = [...new Set(SendBody.channels(body))]
    const asked = Recipient.all(body.to).flatMap(({ phone, reference }) =>
      channels.map((channel) => ({
        to: phone,
        channel,
        ...ClientReference.shownReference(ClientReference.kept({ reference: reference ?? body.reference ?? null }))
      }))
    )
    const text = SendBody.text(body)
    const shown = RecipientBody.all(
      asked.map((each) => ({ ...each, parameters: null })),
      ({ channel }) => text === null ? null : RecipientBody.ofText(text, channel, isSmart({ body, caller }))
    )
    return {
      status: "QUEUED",
      template_id: template === null ? null : template.id ?? ids.uuid(),
      template_name: template === null ? null : template.name ?? "sandbox",
      ...echo(SendBody.scheduledAt(body)),
      ...(validity === null ? {} : Validity.shown({ expiry: validity })),
      recipients: asked.map((each, index) => ({ message_id: ids.uuid(), ...each, body: shown[index] ?? null }))
    }
  },
  consult: (_input, _caller, here) => ImmediateDispatch.consult(here),
  decides: sending
}
