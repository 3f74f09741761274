/**
 * Builds the submission that a carrier gets: the attempt with everything that any carrier may ask for.
 */
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import * as Renderer from "../definition/Renderer.ts"
import * as Expiry from "../dispatch/Expiry.ts"
import * as Segment from "../dispatch/Segment.ts"
import * as ClientReference from "../message/ClientReference.ts"
import type { SmsSubmission, Submission, TemplateSubmission } from "../port/Carrier.ts"
import { Accounts } from "../row/Account.ts"
import type { Attempt } from "../row/Attempt.ts"
import type { Message } from "../row/Message.ts"
import { revisionKey, TemplateRevisions, Templates } from "../row/Template.ts"

export const needs = ({ account, template }: Message): Needs.Needs =>
  Needs.all(
    Needs.row(Accounts, account),
    template === null ? Needs.none : Needs.all(
      Needs.row(Templates, template.id),
      Needs.row(TemplateRevisions, revisionKey(template.id, template.revision))
    )
  )

const templateOf = (
  { template: use }: Message,
  { channel }: Attempt,
  facts: Facts.Facts
): TemplateSubmission | null => {
  if (use === null) return null
  const template = Facts.get(facts, Templates, use.id)
  const revision = Facts.get(facts, TemplateRevisions, revisionKey(use.id, use.revision))
  if (template === null || revision === null) return null
  const { language } = revision
  return {
    id: use.id,
    name: use.name,
    language,
    category: use.category,
    ...Renderer.values(Renderer.compiled(revision.definition, language), channel, use.parameters)
  }
}

const smsOf = ({ channel }: Attempt, text: string): SmsSubmission | null =>
  channel === "sms" ? { encoding: Segment.count(text).encoding, parts: Segment.parts(text) } : null

/** Returns the submission of an attempt, or null when the message was never rendered. */
export const of = (message: Message, attempt: Attempt, facts: Facts.Facts): Submission | null => {
  const { rendered } = message
  return rendered === null ? null : {
    attempt: attempt.id,
    message: message.id,
    account: message.account,
    channel: attempt.channel,
    to: message.phone,
    from: attempt.from,
    rendered,
    template: templateOf(message, attempt, facts),
    sms: smsOf(attempt, rendered.plain),
    ...ClientReference.shown(message),
    expiresAt: Expiry.of(message, Facts.get(facts, Accounts, message.account))
  }
}
