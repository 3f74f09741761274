/**
 * The transition table of templates (specification "Template statuses", decisions 4.2). Every status of a template, and
 * of its review on a channel, changes through this table and nowhere else.
 */
import * as Schema from "effect/Schema"
import type { Template, TemplateStatus } from "../row/Template.ts"
import type { Channel } from "../value/Channel.ts"
import * as ChannelReview from "./ChannelReview.ts"

/** What a reviewer decides. */
export const ReviewOutcome = Schema.Literals(["approve", "reject", "pause", "lift", "archive"])
export type ReviewOutcome = typeof ReviewOutcome.Type

/** What an author does: a new template; another definition, category or language; handing it in for review. */
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

/** The status that a trigger leads to, or null when the table has no such row. */
export const transition = (from: From, trigger: Trigger): TemplateStatus | null =>
  index.get(`${from} ${trigger}`) ?? null

/** Returns where an outcome takes the review on one channel. Only a template as a whole is archived. */
export const channelTransition = (from: TemplateStatus | null, outcome: ReviewOutcome): TemplateStatus | null =>
  from === null || outcome === "archive" ? null : transition(from, outcome)

/** Where a template stands, or its leg; null when it has none on that channel. */
export const statusOf = (template: Template, channel: Channel | null): TemplateStatus | null =>
  channel === null ? template.status : ChannelReview.status(template, channel)

/** The status of a new template. */
export const initial = (trigger: "create" | "submit"): TemplateStatus => transition("(new)", trigger) ?? "DRAFT"

/** A template that need not be reviewed (again) stays what it is when it is handed in. */
export const submitted = (from: TemplateStatus): TemplateStatus => transition(from, "submit") ?? from

/** While a template is in review, what is being reviewed stays as it is; its name may change. */
export const isFrozen = (status: TemplateStatus): boolean => transition(status, "change") === null

/** Nothing changes a template any more that is archived. */
export const isFinal = (status: TemplateStatus): boolean => table.every(({ from }) => from !== status)
