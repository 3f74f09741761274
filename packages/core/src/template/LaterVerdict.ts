/**
 * A reviewer says something about a revision of a template by itself: it has decided, it pauses what it has approved, lifts
 * that again, or finds another category right (decisions 4.2 "Verdicts that come later").
 */
import * as Audited from "../audit/Audited.ts"
import * as Commit from "../commit/Commit.ts"
import { type Decision, done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { Category } from "../definition/Category.ts"
import type { Template, TemplateStatus } from "../row/Template.ts"
import { Templates } from "../row/Template.ts"
import type { Channel } from "../value/Channel.ts"
import type { TemplateId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import * as Assessment from "./Assessment.ts"
import * as ChannelReview from "./ChannelReview.ts"
import * as ReviewWork from "./ReviewWork.ts"
import * as TemplateEvent from "./TemplateEvent.ts"
import type { ReviewOutcome } from "./TemplateState.ts"
import * as TemplateState from "./TemplateState.ts"

export interface LaterVerdict {
  readonly template: TemplateId
  /** About any other revision than the current one it changes nothing. */
  readonly revision: number
  /** The channel on which the template is reviewed; null: what is said counts on all of them. */
  readonly channel: Channel | null
  /** Absent: where it stands does not change. `approved` also lifts a pause. */
  readonly standing?: "approved" | "rejected" | "paused"
  /** Why it was rejected; null otherwise. */
  readonly reason: string | null
  /** The category that the reviewer finds right. Messages that are accepted from now on have it. Absent: it stays. */
  readonly category?: Category
}

/** `Unchanged`: it stood there already, or the template is past what was said. */
export type LaterAnswer = "Changed" | "Unchanged" | "Unknown"

/** The outcome that leads there from each status; nothing where none does. */
const outcomes: Readonly<
  Record<NonNullable<LaterVerdict["standing"]>, Partial<Readonly<Record<TemplateStatus, ReviewOutcome>>>>
> = {
  approved: { PENDING: "approve", PAUSED: "lift" },
  rejected: { PENDING: "reject", APPROVED: "pause" },
  paused: { APPROVED: "pause" }
}

/**
 * Returns the outcome of a review that has ended on each channel; null while one of them is not decided. It changes only what
 * is in review.
 */
const ofWhole = (template: Template): ReviewOutcome | null => {
  const all = ChannelReview.channels(template).map((channel) => ChannelReview.status(template, channel))
  if (all.includes("PENDING")) return null
  return all.includes("APPROVED") ? "approve" : "reject"
}

const judged = (
  template: Template,
  { channel, reason, standing }: LaterVerdict,
  now: Instant
): Assessment.Assessed => {
  const unchanged: Assessment.Assessed = { template, changes: [] }
  const status = TemplateState.statusOf(template, channel)
  const outcome = standing === undefined || status === null ? undefined : outcomes[standing][status]
  const first = outcome === undefined
    ? unchanged
    : Assessment.assess(template, { channel, outcome, reason }, now) ?? unchanged
  const whole = ofWhole(first.template)
  const second = whole === null
    ? null
    : Assessment.assess(first.template, { channel: null, outcome: whole, reason }, now)
  return second === null ? first : { template: second.template, changes: [...first.changes, ...second.changes] }
}

export const LaterVerdict: Decision<LaterVerdict, LaterAnswer> = Audited.reading(Audited.by({
  name: "later_verdict",
  needs: ({ template }) => Needs.row(Templates, template),
  decide: (verdict, { facts, now, ids }) => {
    const template = Facts.get(facts, Templates, verdict.template)
    if (template === null) return done("Unknown")
    if (template.revision !== verdict.revision) return done("Unchanged")
    const { changes, template: assessed } = judged(template, verdict, now)
    const { category = template.category } = verdict
    if (changes.length === 0 && category === template.category) return done("Unchanged")
    const changed: Template = { ...assessed, category, updatedAt: now }
    return done(
      "Changed",
      Commit.make({
        expects: [Facts.expected(facts, Templates, template.id)],
        puts: [Commit.put(Templates, changed)],
        events: TemplateEvent.all(changed, changes, { now, ids }),
        // While the review goes on the reviewer has more to say, and is asked immediately.
        due: changed.status === "PENDING" ? [ReviewWork.due(template, now)] : [],
        cancels: template.status === "PENDING" && changed.status !== "PENDING" ? [ReviewWork.ref(template)] : []
      })
    )
  }
}, () => Audited.party("reviewer")))
