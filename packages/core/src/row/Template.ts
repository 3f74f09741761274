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
  definition: Definition,
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
  unique: ({ account, autoReplyAction: action, name }) => [
    templateName(account, name),
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
  language: Schema.String,
  definition: Definition,
  /**
   * The channels on which it was approved when another revision took its place; absent means none. How far the current
   * revision is, the template itself says.
   */
  approved: Schema.optionalKey(Schema.Array(Channel))
})
export type TemplateRevision = typeof TemplateRevision.Type

/** Returns the current revision of a template. */
export const revisionOf = ({ definition, id, language, revision }: Template): TemplateRevision => ({
  template: id,
  revision,
  language,
  definition
})

export const revisionKey = (template: TemplateId, revision: number): string => `${template}/${revision}`

export const TemplateRevisions = Kind.make({
  name: "template_revision",
  schema: TemplateRevision,
  key: (row: TemplateRevision) => revisionKey(row.template, row.revision)
})
