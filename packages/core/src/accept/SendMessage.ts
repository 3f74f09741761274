/**
 * POST /v3/messages: sends a template or a text to one or more recipients on one or more channels (specification
 * "Messages").
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { type Decided, type Decision, done } from "../commit/Decision.ts"
import type * as Facts from "../commit/Facts.ts"
import type * as Refused from "../commit/Refused.ts"
import type { Addressed, Taking } from "../dispatch/DispatchStep.ts"
import * as ImmediateDispatch from "../dispatch/ImmediateDispatch.ts"
import * as SmartEncoding from "../dispatch/SmartEncoding.ts"
import * as ClientReference from "../message/ClientReference.ts"
import type { SendResource } from "../message/MessageResource.ts"
import * as MessageResource from "../message/MessageResource.ts"
import * as Validity from "../message/Validity.ts"
import type * as Operation from "../operation/Operation.ts"
import type { Instant } from "../value/Instant.ts"
import * as Timestamp from "../value/Timestamp.ts"
import * as Draft from "./Draft.ts"
import * as Recipient from "./Recipient.ts"
import * as RecipientBody from "./RecipientBody.ts"
import * as SendBody from "./SendBody.ts"

type Asked = Operation.Command<object, object, SendBody.SendBody, Taking | undefined>

/**
 * Returns the recipients of a send that may be dispatched immediately. Its template has to be known, and approved: one
 * that is being reviewed may well be approved by the time that the worker comes to the send.
 */
const recipients = (command: Asked, facts: Facts.Facts): ReadonlyArray<Addressed> => {
  const { body } = command
  const isSmall = body.to.length * SendBody.channels(body).length <= ImmediateDispatch.most
  if (!isSmall || SendBody.scheduledAt(body) !== null) return []
  const addressed = Draft.addressed(command, facts)
  const isReady = addressed.length === body.to.length &&
    addressed.every(({ template }) => template === null || template.status === "APPROVED")
  return isReady ? addressed : []
}

/** Returns whether SMS of the send are sent with plain forms of typographic characters. */
const isSmart = ({ body, caller }: Pick<Asked, "body" | "caller">): boolean =>
  SendBody.smartEncoding(body) ?? SmartEncoding.isWanted({}, caller.account)

const echo = (at: Instant | null) => at === null ? {} : { scheduled_at: Timestamp.show(at) }

const sending: Decision<Asked, SendResource> = {
  name: "messages.send",
  following: ImmediateDispatch.following(recipients),
  needs: Draft.needs,
  decide: (command, grounds): Result.Result<Decided<SendResource>, Refused.Refused> => {
    const drafted = Draft.make(command, grounds)
    if (Result.isFailure(drafted)) return Result.fail(drafted.failure)
    const { commit, messages, named, scheduledAt: at, templateFor, templates, validity } = drafted.success
    const entries = messages.map((message) => ({
      message_id: message.id,
      to: message.phone,
      channel: message.requested,
      ...ClientReference.shownReference(message)
    }))
    const isEncoded = isSmart(command)
    const text = SendBody.text(command.body)
    const rendered = entries.map((entry, index) => ({
      ...entry,
      parameters: messages[index]?.template?.parameters ?? null,
      template: templateFor(entry.to)
    }))
    const shown = RecipientBody.all(rendered, ({ channel, parameters, template }) =>
      template === undefined
        ? text === null ? null : RecipientBody.ofText(text, channel, isEncoded)
        : RecipientBody.ofTemplate(template.definition, template.language, parameters ?? {}, channel, isEncoded))
    // Recipients of several languages have several templates, each shown by its messages: the answer names the first.
    const template = templates.length === 1 ? templates[0]! : named
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
