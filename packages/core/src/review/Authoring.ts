/**
 * What an author's change does to the status of a template (decisions 4.2). The rows that a reviewer moves are in
 * `Assessment`.
 */
import type { TemplateStatus } from "../row/Template.ts"

/** What an author does: another definition, category or language; or handing the template in for review. */
export type Trigger = "change" | "submit"

interface Transition {
  readonly from: TemplateStatus
  readonly trigger: Trigger
  readonly to: TemplateStatus
}

const row = (from: TemplateStatus, trigger: Trigger, to: TemplateStatus): Transition => ({ from, trigger, to })

/** The rows of the table of template statuses that an author moves. */
export const table: ReadonlyArray<Transition> = [
  row("DRAFT", "change", "DRAFT"),
  row("APPROVED", "change", "DRAFT"),
  row("REJECTED", "change", "DRAFT"),
  row("PAUSED", "change", "DRAFT"),
  row("DRAFT", "submit", "PENDING"),
  row("REJECTED", "submit", "PENDING")
]

/** The status that a trigger leads to, or null when the table has no such row. */
export const transition = (from: TemplateStatus, trigger: Trigger): TemplateStatus | null =>
  table.find((each) => each.from === from && each.trigger === trigger)?.to ?? null

/** While a template is in review, what is being reviewed stays as it is; its name may change. */
export const isFrozen = (status: TemplateStatus): boolean => status === "PENDING"

/** Nothing changes a template any more that is archived. */
export const isFinal = (status: TemplateStatus): boolean => status === "ARCHIVED"

/** A template that need not be reviewed (again) stays what it is when it is handed in. */
export const submitted = (from: TemplateStatus): TemplateStatus => transition(from, "submit") ?? from
