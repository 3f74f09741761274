/**
 * Loads what could forbid sending a message besides its recipient: its account, the organization that the account is a
 * profile of, and the revision of its template (decisions 4.1 "Template at release", "Hand-over"). A commit that hands
 * the message over expects that none of them has changed meanwhile.
 */
import type { Expected } from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import { renderable } from "../definition/Renderer.ts"
import type { Account } from "../row/Account.ts"
import { Accounts } from "../row/Account.ts"
import { ref } from "../row/Kind.ts"
import type { Message, TemplateUse } from "../row/Message.ts"
import type { Template, TemplateRevision } from "../row/Template.ts"
import { revisionKey, TemplateRevisions, Templates } from "../row/Template.ts"
import * as Approval from "../template/Approval.ts"
import type { Channel } from "../value/Channel.ts"

/** A message that need not exist yet. */
export interface Subject extends Pick<Message, "account"> {
  readonly template: Pick<TemplateUse, "id" | "revision"> | null
}

export interface TemplateStanding {
  /** Whether the revision of the message is approved, on one of the channels that the message may be sent on. */
  readonly isApproved: boolean
  /** Says which revision the message has and how far the current one is, where those are two. */
  readonly revisions: ReadonlyArray<string>
}

/** The template of a message among the facts. */
export interface Used {
  /** Null when it was deleted. */
  readonly template: Template | null
  readonly revision: TemplateRevision | null
  readonly approval: Approval.Approval
}

export const needs = ({ account: id, template }: Subject, facts: Facts.Facts): Needs.Needs => {
  const organization = Facts.peek(facts, Accounts, id)?.organization ?? null
  const own = template === null ? Needs.row(Accounts, id) : Needs.refs(
    ref(Accounts, id),
    ref(Templates, template.id),
    ref(TemplateRevisions, revisionKey(template.id, template.revision))
  )
  return organization === null ? own : Needs.all(own, Needs.row(Accounts, organization))
}

type Find = (id: Account["id"]) => Account | null

const withOrganization = ({ account: id }: Pick<Subject, "account">, find: Find): ReadonlyArray<Account> => {
  const account = find(id)
  if (account === null) return []
  const organization = account.organization === null ? null : find(account.organization)
  return organization === null ? [account] : [account, organization]
}

/** Returns the account, and the organization that it is a profile of. */
export const accounts = (subject: Subject, facts: Facts.Facts): ReadonlyArray<Account> =>
  withOrganization(subject, (id) => Facts.get(facts, Accounts, id))

/** Returns those of them that are loaded already. */
export const known = (subject: Pick<Subject, "account">, facts: Facts.Facts): ReadonlyArray<Account> =>
  withOrganization(subject, (id) => Facts.peek(facts, Accounts, id) ?? null)

export const isDeleted = (accounts: ReadonlyArray<Account>): boolean =>
  accounts.some(({ deletedAt }) => deletedAt !== null)

/** Returns the template of the message, or null when it has none. */
export const used = ({ template: use }: Subject, facts: Facts.Facts): Used | null => {
  if (use === null) return null
  const template = Facts.get(facts, Templates, use.id)
  const revision = Facts.get(facts, TemplateRevisions, revisionKey(use.id, use.revision))
  return { template, revision, approval: Approval.of(template, revision, use.revision) }
}

/** Returns the channels that the message may be sent on, as far as its template goes. */
const channels = (
  { fallback, requested }: Pick<Message, "requested" | "fallback">,
  { revision }: Used
): ReadonlyArray<Channel> => {
  if (requested !== "auto_detect") return [requested]
  const able = revision === null ? [] : renderable(revision.definition)
  return fallback === undefined ? able : able.filter((channel) => fallback.channels.includes(channel))
}

export const templateOf = (
  message: Pick<Message, "template" | "requested" | "fallback">,
  used: Used | null
): TemplateStanding | null => {
  if (used === null || message.template === null) return null
  const { approval, template } = used
  const { revision } = message.template
  const asked = channels(message, used)
  return {
    isApproved: approval.isGiven && (asked.length === 0 || !asked.every(approval.isBarred)),
    revisions: template === null || template.revision === revision
      ? []
      : [`the message has revision ${revision}`, `revision ${template.revision} is ${template.status}`]
  }
}

/** A row that is gone never comes back. An earlier revision changes no more, and the current one is the template's. */
export const expected = (message: Subject, facts: Facts.Facts): ReadonlyArray<Expected> => [
  ...accounts(message, facts).map(({ id }) => Facts.expected(facts, Accounts, id)),
  ...(message.template !== null && Facts.get(facts, Templates, message.template.id) !== null
    ? [Facts.expected(facts, Templates, message.template.id)]
    : [])
]
