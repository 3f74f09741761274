/**
 * A template, whose name is unique within its account, and its immutable revisions.
 */
import * as Schema from "effect/Schema"
import { Category } from "../definition/Category.ts"
import { contents, Definition } from "../definition/Definition.ts"
import { Channel } from "../value/Channel.ts"
import { AccountId, TemplateId } from "../value/Id.ts"
import { Instant } from "../value/Instant.ts"
import * as Filters from "./Filters.ts"
import * as Kind from "./Kind.ts"

export const TemplateStatus = Schema.Literals(["DRAFT", "PENDING", "APPROVED", "REJECTED", "PAUSED", "ARCHIVED"])
export type TemplateStatus = typeof TemplateStatus.Type

export const AutoReplyAction = Schema.Literals(["OPT_IN", "OPT_OUT", "HELP", "OTHER"])
export type AutoReplyAction = typeof AutoReplyAction.Type

/** The status of the review of one channel. */
export const ChannelStatus = Schema.Literals(["PENDING", "APPROVED", "REJECTED", "PAUSED"])
export type ChannelStatus = typeof ChannelStatus.Type

/** The channels whose review has another status than the template as a whole. */
export const ChannelStatuses = Schema.Struct({
  sms: Schema.optionalKey(ChannelStatus),
  whatsapp: Schema.optionalKey(ChannelStatus),
  rcs: Schema.optionalKey(ChannelStatus),
  mms: Schema.optionalKey(ChannelStatus)
})
export type ChannelStatuses = typeof ChannelStatuses.Type

export const ReviewTimes = Schema.Struct({
  /** When the review came to where it stands; absent when it has stood there since the revision was made. */
  since: Schema.optionalKey(Instant),
  /** When it was approved last; absent when it never was. */
  approvedAt: Schema.optionalKey(Instant)
})
export type ReviewTimes = typeof ReviewTimes.Type

/** The times of the reviews by channel. A channel whose review has never moved has no entry. */
export const ChannelTimes = Schema.Struct({
  sms: Schema.optionalKey(ReviewTimes),
  whatsapp: Schema.optionalKey(ReviewTimes),
  rcs: Schema.optionalKey(ReviewTimes),
  mms: Schema.optionalKey(ReviewTimes)
})
export type ChannelTimes = typeof ChannelTimes.Type

/** Another language of a name, and the template that says it. */
export const Translation = Schema.Struct({ language: Schema.String, template: TemplateId })
export type Translation = typeof Translation.Type

export const Template = Schema.Struct({
  id: TemplateId,
  account: AccountId,
  name: Schema.String,
  category: Category,
  language: Schema.String,
  status: TemplateStatus,
  channelStatuses: Schema.optionalKey(ChannelStatuses),
  /** The number of the current revision. Each change of the definition, the category or the language makes a new one. */
  revision: Schema.Int,
  /** When the current revision was made. Absent for the first one, which is as old as the template. */
  revisedAt: Schema.optionalKey(Instant),
  /** When the reviews of the current revision came to where they stand. */
  channelTimes: Schema.optionalKey(ChannelTimes),
  definition: Definition,
  /** The template that has the name, when this one says the same in another language. */
  translationOf: Schema.optionalKey(TemplateId),
  /** The other languages of the name, in the order in which they were made; absent when there is none. */
  translations: Schema.optionalKey(Schema.Array(Translation)),
  creationSource: Schema.String,
  autoReplyAction: Schema.NullOr(AutoReplyAction),
  createdAt: Instant,
  updatedAt: Schema.NullOr(Instant)
})
export type Template = typeof Template.Type

/** The unique key of a template's name within an account. */
export const templateName = (account: AccountId, name: string): Kind.UniqueKey => ({
  index: "template_name",
  key: `${account}/${name}`
})

/** The unique key of the template that answers a recipient who opts out, opts in again or asks for help. */
export const autoReply = (account: AccountId, action: Exclude<AutoReplyAction, "OTHER">): Kind.UniqueKey => ({
  index: "auto_reply",
  key: `${account}/${action}`
})

export const Templates = Kind.make({
  name: "template",
  schema: Template,
  key: (template: Template) => template.id,
  // A name is its first template's, which knows of the other languages.
  unique: ({ account, autoReplyAction: action, name, translationOf }) => [
    ...(translationOf === undefined ? [templateName(account, name)] : []),
    ...(action === null || action === "OTHER" ? [] : [autoReply(account, action)])
  ],
  listings: (template) => [{ list: "templates", scope: template.account, at: template.createdAt }],
  /** A search looks at the name and the bodies (decisions 3.4). */
  filters: ({ category, definition, name, status }) =>
    Filters.make(
      { category, status },
      [name, ...contents(definition).map((content) => content.template ?? "")].map(Filters.folded)
    )
})

/**
 * A revision as a reviewer is shown it. Its definition never changes again, so messages can refer to it, and compiled
 * forms can be cached without limit.
 */
export const TemplateRevision = Schema.Struct({
  template: TemplateId,
  revision: Schema.Int,
  /** Absent from rows of before it was kept, as are the two fields below. */
  category: Schema.optionalKey(Category),
  language: Schema.String,
  definition: Definition,
  /**
   * The channels on which it was approved when another revision took its place; absent means none. How far the current
   * revision is, the template itself says.
   */
  approved: Schema.optionalKey(Schema.Array(Channel)),
  /** When it was made. */
  madeAt: Schema.optionalKey(Instant),
  /** How far it was when another revision took its place. */
  replaced: Schema.optionalKey(Schema.Struct({
    at: Instant,
    status: TemplateStatus,
    channelStatuses: Schema.optionalKey(ChannelStatuses),
    channelTimes: Schema.optionalKey(ChannelTimes)
  }))
})
export type TemplateRevision = typeof TemplateRevision.Type

/** Returns the current revision of a template. */
export const revisionOf = (template: Template): TemplateRevision => {
  const { category, createdAt, definition, id, language, revision } = template
  const madeAt = template.revisedAt ?? (revision === 1 ? createdAt : undefined)
  return { template: id, revision, category, language, definition, ...(madeAt === undefined ? {} : { madeAt }) }
}

export const revisionKey = (template: TemplateId, revision: number): string => `${template}/${revision}`

export const TemplateRevisions = Kind.make({
  name: "template_revision",
  schema: TemplateRevision,
  key: (row: TemplateRevision) => revisionKey(row.template, row.revision)
})
