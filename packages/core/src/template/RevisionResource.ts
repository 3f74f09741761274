/**
 * The shape in which the API shows a revision of a template (decisions 15.1).
 */
import * as Schema from "effect/Schema"
import { Category } from "../definition/Category.ts"
import { Definition } from "../definition/Definition.ts"
import { renderable } from "../definition/Renderer.ts"
import * as Format from "../operation/Format.ts"
import type { Template, TemplateRevision } from "../row/Template.ts"
import { revisionOf, TemplateStatus } from "../row/Template.ts"
import { Channel } from "../value/Channel.ts"
import type { Instant } from "../value/Instant.ts"
import { toMillis } from "../value/Instant.ts"

const ChannelReview = Schema.Struct({
  channel: Channel,
  status: Schema.NullOr(TemplateStatus),
  since: Schema.optionalKey(Format.timestamp),
  approved_at: Schema.optionalKey(Format.timestamp)
}).annotate({ identifier: "TemplateRevisionReview" })

export const RevisionResource = Schema.Struct({
  revision: Schema.Int,
  is_current: Schema.Boolean,
  category: Schema.NullOr(Category),
  language: Schema.String,
  definition: Definition,
  status: Schema.NullOr(TemplateStatus),
  reviews: Schema.Array(ChannelReview),
  created_at: Schema.NullOr(Format.timestamp),
  replaced_at: Schema.NullOr(Format.timestamp)
}).annotate({ identifier: "TemplateRevision" })
export type RevisionResource = typeof RevisionResource.Type

type Standing = Pick<NonNullable<TemplateRevision["replaced"]>, "status" | "channelStatuses" | "channelTimes">

const instant = (at: Instant | undefined): string | null => at === undefined ? null : toMillis(at)

const review = (channel: Channel, { approved, madeAt }: TemplateRevision, standing: Standing | undefined) => {
  // Rows of before more was kept tell only where messages may still be sent.
  const status = standing === undefined
    ? approved?.includes(channel) === true ? "APPROVED" : null
    : standing.channelStatuses?.[channel] ?? standing.status
  const times = standing?.channelTimes?.[channel]
  const since = standing === undefined ? undefined : times?.since ?? madeAt
  return {
    channel,
    status,
    ...(since === undefined ? {} : { since: toMillis(since) }),
    ...(times?.approvedAt === undefined ? {} : { approved_at: toMillis(times.approvedAt) })
  }
}

const show = (kept: TemplateRevision, standing: Standing | undefined, isCurrent: boolean): RevisionResource => ({
  revision: kept.revision,
  is_current: isCurrent,
  category: kept.category ?? null,
  language: kept.language,
  definition: kept.definition,
  status: standing?.status ?? null,
  reviews: renderable(kept.definition).map((channel) => review(channel, kept, standing)),
  created_at: instant(kept.madeAt),
  replaced_at: instant(kept.replaced?.at)
})

/** Shows a revision. The template itself says how far its current one is. */
export const fromRevision = (template: Template, kept: TemplateRevision): RevisionResource =>
  kept.revision === template.revision ? show(revisionOf(template), template, true) : show(kept, kept.replaced, false)
