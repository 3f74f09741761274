/**
 * The transition table of templates (specification "Template statuses", decisions 4.2). Every status of a template, and
 * of its review on a channel, changes only through this table.
 */
import * as Schema from "effect/Schema"
import type { Template, TemplateStatus } from "../row/Template.ts"
import type { Channel } from "../value/Channel.ts"
import * as ChannelReview from "./ChannelReview.ts"

/** The decision of a reviewer. */
export const ReviewOutcome = Schema.Literals(["approve", "reject", "pause", "lift", "archive"])
export type ReviewOutcome = typeof ReviewOutcome.Type

/**
 * The steps of an author: creating a template; changing its definition, category or language; submitting it for review.
 */
type Step = "create" | "change" | "submit"

export type Trigger = Step | ReviewOutcome

type From = TemplateStatus | "(new)"

export interface Transition {
  readonly from: From
  readonly trigger: Trigger
  readonly to: TemplateStatus
}

const row = (from: From, trigger: Trigger, to: TemplateStatus): Transition => ({ from, trigger, to })

export const table: ReadonlyArray<Transition> = [
  row("(new)", "create", "DRAFT"),
  row("(new)", "submit", "PENDING"),

  row("DRAFT", "change", "DRAFT"),
  row("APPROVED", "change", "DRAFT"),
  row("REJECTED", "change", "DRAFT"),
  row("PAUSED", "change", "DRAFT"),
  row("DRAFT", "submit", "PENDING"),
  row("REJECTED", "submit", "PENDING"),

  row("PENDING", "approve", "APPROVED"),
  row("PENDING", "reject", "REJECTED"),
  row("APPROVED", "pause", "PAUSED"),
  row("PAUSED", "lift", "APPROVED"),

  row("DRAFT", "archive", "ARCHIVED"),
  row("APPROVED", "archive", "ARCHIVED"),
  row("REJECTED", "archive", "ARCHIVED"),
  row("PAUSED", "archive", "ARCHIVED")
]

const index: ReadonlyMap<string, TemplateStatus> = new Map(
  table.map(({ from, to, trigger }) => [`${from} ${trigger}`, to])
)

/** Returns the next status, or null when the table has no such row. */
export const transition = (from: From, trigger: Trigger): TemplateStatus | null =>
  index.get(`${from} ${trigger}`) ?? null

/** Returns the next status of the review on a channel. Only the template as a whole can be archived. */
export const channelTransition = (from: TemplateStatus | null, outcome: ReviewOutcome): TemplateStatus | null =>
  from === null || outcome === "archive" ? null : transition(from, outcome)

/** Returns where a template stands, as a whole or on a channel; null when it has no body on that channel. */
export const statusOf = (template: Template, channel: Channel | null): TemplateStatus | null =>
  channel === null ? template.status : ChannelReview.status(template, channel)

/** The status of a new template. */
export const initial = (trigger: "create" | "submit"): TemplateStatus => transition("(new)", trigger) ?? "DRAFT"

/** Returns the status after submission. A template that needs no (further) review keeps its status. */
export const submitted = (from: TemplateStatus): TemplateStatus => transition(from, "submit") ?? from

/** Returns whether only the name may change, as it is while a template is in review. */
export const isFrozen = (status: TemplateStatus): boolean => transition(status, "change") === null

/** Returns whether nothing can change the template any more, because it is archived. */
export const isFinal = (status: TemplateStatus): boolean => table.every(({ from }) => from !== status)
