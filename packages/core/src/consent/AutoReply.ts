/**
 * The automatic reply to a keyword: a message of the account like any other, on the channel and from the number that
 * the recipient wrote to, but not stopped by the opt-out that it confirms (decisions 7.7).
 */
import type * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import type { Grounds } from "../commit/Grounds.ts"
import * as Needs from "../commit/Needs.ts"
import * as DispatchWork from "../dispatch/DispatchWork.ts"
import * as Progress from "../message/Progress.ts"
import type { Contact } from "../row/Contact.ts"
import type { Message, TemplateUse } from "../row/Message.ts"
import type { Template } from "../row/Template.ts"
import { autoReply, templateName, Templates } from "../row/Template.ts"
import type { AccountId, MessageId } from "../value/Id.ts"
import type { ConsentSignal } from "./ConsentSignal.ts"

/** The usual replies speak of all messages, so a word about one purpose is answered by a reply of its own or by none. */
const isUnanswered = ({ purpose, reply }: Pick<ConsentSignal, "purpose" | "reply">): boolean =>
  purpose !== undefined && reply === null

export const needs = (
  account: AccountId,
  signal: Pick<ConsentSignal, "action" | "reply" | "purpose">
): Needs.Needs => {
  const { action, reply } = signal
  if (isUnanswered(signal)) return Needs.none
  return reply === null ? Needs.unique(autoReply(account, action)) : Needs.unique(templateName(account, reply))
}

const used = ({ category, id, name, revision }: Template): TemplateUse => ({
  id,
  revision,
  name,
  category,
  parameters: {}
})

/**
 * Returns the content of the reply, or null when the account has no template for it. A reply that names no template is
 * a text.
 */
const content = (
  account: AccountId,
  signal: ConsentSignal,
  facts: Facts.Facts
): Pick<Message, "template" | "text"> | null => {
  const { action, reply } = signal
  if (isUnanswered(signal)) return null
  const template = Facts.find(
    facts,
    Templates,
    reply === null ? autoReply(account, action) : templateName(account, reply)
  )
  if (template !== null) return { template: used(template) }
  return reply === null ? null : { template: null, text: reply }
}

/**
 * Returns the part of a commit that sends the reply. A carrier that reports a signal has answered it by itself, and would refuse
 * our reply, which then came to the recipient by another one.
 */
export const send = (contact: Contact, signal: ConsentSignal, grounds: Grounds): Partial<Commit.Commit> => {
  if (signal.source === "PROVIDER_SIGNAL") return {}
  const { facts, ids, now } = grounds
  const { account, id, phone } = contact
  const { channel, message, ownNumber } = signal
  const said = content(account, signal, facts)
  if (said === null) return {}
  const progress = Progress.open(
    {
      id: ids.id(now) as MessageId,
      account,
      contact: id,
      phone,
      direction: "OUTBOUND",
      requested: channel,
      ...said,
      autoReply: { inbound: message, from: ownNumber },
      send: 1,
      channel,
      rendered: null,
      price: null,
      activeContactPrice: null,
      attempts: [],
      scheduledAt: null,
      createdAt: now
    },
    { trigger: "accepted", note: { description: "automatic reply" } },
    grounds
  )
  return { ...Progress.kept(progress), due: [DispatchWork.due(progress.message, now)] }
}
