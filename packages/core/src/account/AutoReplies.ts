/**
 * The templates that the service creates with each account: they answer a recipient who opts out, opts in again or asks
 * for help (decisions 7.7). The account may change their wording, but may not delete them.
 */
import * as Commit from "../commit/Commit.ts"
import type { Moment } from "../commit/Grounds.ts"
import type { Definition } from "../definition/Definition.ts"
import type { Template } from "../row/Template.ts"
import { revisionOf, TemplateRevisions, Templates } from "../row/Template.ts"
import type { AccountId, TemplateId } from "../value/Id.ts"

interface Wording {
  readonly action: NonNullable<Template["autoReplyAction"]>
  readonly name: string
  readonly text: string
}

const texts: ReadonlyArray<Wording> = [
  {
    action: "OPT_IN",
    name: "auto_reply_opt_in",
    text: "You are subscribed again. Reply HELP for help, or STOP to end these messages."
  },
  {
    action: "OPT_OUT",
    name: "auto_reply_opt_out",
    text: "You are unsubscribed and get no more messages from us. Reply START to subscribe again."
  },
  {
    action: "HELP",
    name: "auto_reply_help",
    text:
      "Reply STOP to end these messages, or START to subscribe again. For anything else, please contact us directly."
  }
]

/** One body for all channels. MMS has no fallback of its own, so it gets the same text. */
const definition = (text: string): Definition => ({
  body: { multiChannel: { type: "text", template: text }, mms: { type: "text", template: text } },
  definitionVersion: "1.0"
})

/** All accounts begin with the same definitions. */
const replies = texts.map(({ text, ...reply }) => ({ ...reply, definition: definition(text) }))

/**
 * Returns the commit that adds these templates to a new account. It expects no free names: a new account has no
 * templates yet.
 */
export const create = (account: AccountId, { ids, now }: Moment): Partial<Commit.Commit> => ({
  puts: replies.flatMap(({ action, definition, name }) => {
    const template: Template = {
      id: ids.id(now) as TemplateId,
      account,
      name,
      category: "UTILITY",
      language: "en_US",
      status: "APPROVED",
      revision: 1,
      definition,
      creationSource: "auto-reply",
      autoReplyAction: action,
      createdAt: now,
      updatedAt: null
    }
    return [
      Commit.put(Templates, template),
      Commit.put(TemplateRevisions, revisionOf(template))
    ]
  })
})
