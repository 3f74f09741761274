/**
 * Builds the submission that a carrier gets: the attempt with everything that any carrier may ask for.
 */
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import * as Renderer from "../definition/Renderer.ts"
import * as Content from "../dispatch/Content.ts"
import * as Expiry from "../dispatch/Expiry.ts"
import * as Segment from "../dispatch/Segment.ts"
import * as SmartEncoding from "../dispatch/SmartEncoding.ts"
import * as ClientReference from "../message/ClientReference.ts"
import type { SmsSubmission, Submission, TemplateSubmission } from "../port/Carrier.ts"
import { Accounts } from "../row/Account.ts"
import type { Attempt } from "../row/Attempt.ts"
import type { Message, TemplateUse } from "../row/Message.ts"
import { OneTimeCodes } from "../row/OneTimeCode.ts"
import { revisionKey, TemplateRevisions, Templates } from "../row/Template.ts"

/** Returns what must be loaded besides that by which the message may go out (`Standing`). */
export const needs = ({ verification }: Message): Needs.Needs =>
  verification === undefined ? Needs.none : Needs.row(OneTimeCodes, verification.id)

const revisionOf = (use: TemplateUse, facts: Facts.Facts) => {
  const template = Facts.get(facts, Templates, use.id)
  const revision = Facts.get(facts, TemplateRevisions, revisionKey(use.id, use.revision))
  return template === null ? null : revision
}

const templateOf = (
  { template: use }: Message,
  { channel }: Attempt,
  facts: Facts.Facts
): TemplateSubmission | null => {
  const revision = use === null ? null : revisionOf(use, facts)
  if (use === null || revision === null) return null
  const { language } = revision
  return {
    id: use.id,
    name: use.name,
    revision: use.revision,
    language,
    category: use.category,
    ...Renderer.values(Renderer.compiled(revision.definition, language), channel, use.parameters)
  }
}

const smsOf = ({ channel }: Attempt, text: string): SmsSubmission | null =>
  channel === "sms" ? { encoding: Segment.count(text).encoding, parts: Segment.parts(text) } : null

/**
 * Returns the message as its recipient is to read it: with the code of its verification in the place of what hides it. Null
 * when there is no such code any more, because the verification has ended. Only what a carrier gets ever holds the code.
 */
const revealed = (message: Message, { channel }: Attempt, facts: Facts.Facts): Message | null => {
  const { template: use, verification } = message
  if (verification === undefined) return message
  const code = Facts.get(facts, OneTimeCodes, verification.id)
  const revision = use === null ? null : revisionOf(use, facts)
  if (code === null || use === null || revision === null) return null
  const parameters = Object.fromEntries(Object.keys(use.parameters).map((name) => [name, code.code]))
  const open: Message = { ...message, template: { ...use, parameters } }
  const isEncoded = SmartEncoding.isWanted(message, Facts.get(facts, Accounts, message.account))
  return { ...open, rendered: Content.of(open, revision.definition, revision.language, isEncoded).on(channel) }
}

/**
 * Returns the submission of an attempt. Null when the message was never rendered, or when the code that it brings is worth
 * nothing any more.
 */
export const of = (stored: Message, attempt: Attempt, facts: Facts.Facts): Submission | null => {
  const message = stored.rendered === null ? null : revealed(stored, attempt, facts)
  return message === null || message.rendered === null ? null : {
    attempt: attempt.id,
    message: message.id,
    account: message.account,
    channel: attempt.channel,
    to: message.phone,
    from: attempt.from,
    rendered: message.rendered,
    template: templateOf(message, attempt, facts),
    sms: smsOf(attempt, message.rendered.plain),
    ...ClientReference.shown(message),
    expiresAt: Expiry.of(message, Facts.get(facts, Accounts, message.account))
  }
}
