/**
 * POST /v3/messages/{id}/resend: sends a finished message once more, under the same id (decisions 4.1, 5.2).
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { type Decided, type Decision, done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import * as Refused from "../commit/Refused.ts"
import type { Taking } from "../dispatch/DispatchStep.ts"
import * as DispatchWork from "../dispatch/DispatchWork.ts"
import * as ImmediateDispatch from "../dispatch/ImmediateDispatch.ts"
import * as SmartEncoding from "../dispatch/SmartEncoding.ts"
import * as ClientReference from "../message/ClientReference.ts"
import type { SendResource } from "../message/MessageResource.ts"
import * as MessageResource from "../message/MessageResource.ts"
import * as OwnMessage from "../message/OwnMessage.ts"
import * as Progress from "../message/Progress.ts"
import * as Resend from "../message/Resend.ts"
import * as Validity from "../message/Validity.ts"
import * as Field from "../operation/Field.ts"
import type * as Operation from "../operation/Operation.ts"
import type { Account } from "../row/Account.ts"
import type { Message } from "../row/Message.ts"
import { Messages } from "../row/Message.ts"
import { revisionKey, TemplateRevisions, Templates } from "../row/Template.ts"
import * as RecipientBody from "./RecipientBody.ts"
import * as Simulated from "./Simulated.ts"

const needs = (asked: OwnMessage.Naming, facts: Facts.Facts): Needs.Needs => {
  const template = OwnMessage.peek(asked, facts)?.template ?? null
  return Needs.all(
    OwnMessage.needs(asked),
    template === null ? Needs.none : Needs.all(
      Needs.row(Templates, template.id),
      Needs.row(TemplateRevisions, revisionKey(template.id, template.revision))
    )
  )
}

/** The text that will be sent, as the answer of the first send showed it. */
const shownBody = (message: Message, account: Account, facts: Facts.Facts): string | null => {
  const { requested, template: use, text } = message
  const isEncoded = SmartEncoding.isWanted(message, account)
  if (use === null) return text === undefined ? null : RecipientBody.ofText(text, requested, isEncoded)
  const template = Facts.get(facts, Templates, use.id)
  const revision = Facts.get(facts, TemplateRevisions, revisionKey(use.id, use.revision))
  return template === null || revision === null
    ? null
    : RecipientBody.ofTemplate(
      revision.definition,
      revision.language,
      use.parameters,
      requested,
      isEncoded
    )
}

interface Asked extends OwnMessage.Naming {
  readonly consulted: Taking | undefined
}

const sending: Decision<Asked, SendResource> = {
  name: "messages.resend",
  needs,
  following: ImmediateDispatch.following((asked: Asked, facts) => {
    const message = OwnMessage.peek(asked, facts)
    return message === null ? [] : [message]
  }),
  decide: (asked, { facts, now, ids }): Result.Result<Decided<SendResource>, Refused.Refused> => {
    const message = OwnMessage.find(asked, facts)
    if (message === null) return Result.fail(Refused.refused("RESOURCE_003"))
    // The code of a verification is sent again by its verification alone.
    if (message.verification !== undefined) return Result.fail(Refused.refused("BUSINESS_006"))
    if (!Resend.isAllowed(message)) return Result.fail(Refused.refused("BUSINESS_006"))
    const again = Resend.resend(message, { now, ids })
    return done(
      {
        status: "QUEUED",
        template_id: message.template?.id ?? null,
        template_name: message.template?.name ?? null,
        ...Validity.shown(again.message),
        recipients: [{
          message_id: message.id,
          to: message.phone,
          channel: message.requested,
          ...ClientReference.shownReference(message),
          body: shownBody(message, asked.caller.account, facts)
        }]
      }, // A late receipt may change the message at the same time: the expected version puts the two in an order.
      { expects: [Facts.expected(facts, Messages, message.id)] },
      Progress.kept(again),
      { due: [DispatchWork.due(again.message, now)] }
    )
  }
}

const Body = Schema.Struct({ sandbox: Field.optional(Schema.Boolean) })

type Resending = Operation.Operation<
  typeof OwnMessage.Path.Type,
  object,
  typeof Body.Type,
  Taking | undefined,
  SendResource,
  "messages.resend"
>

export const ResendMessage: Resending = {
  name: "messages.resend",
  summary: "Send a finished message again",
  description:
    "Sends a message that ended again, under the same id. A message that is under way, or that arrived, is refused.",
  path: OwnMessage.Path,
  query: Schema.Struct({}),
  body: Body,
  data: MessageResource.SendResource,
  status: 202,
  role: null,
  scope: "send",
  tier: "sensitive",
  idempotent: true,
  refuses: ["BUSINESS_006", "RESOURCE_003"],
  check: () => [],
  isRemade: true,
  simulate: ({ path }, _caller, _now, ids): SendResource => ({
    status: "QUEUED",
    template_id: ids.uuid(),
    template_name: "sandbox",
    recipients: [{ message_id: path.id, to: Simulated.phone, channel: "auto_detect", body: null }]
  }),
  consult: (_input, _caller, here) => ImmediateDispatch.consult(here),
  decides: sending
}
