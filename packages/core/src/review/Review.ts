/**
 * What a reviewer's answer makes of a template and of its legs (decisions 4.2).
 */
import * as Result from "effect/Result"
import * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { Decision, Use } from "../commit/Use.ts"
import type { Review as Reviewed, Verdict } from "../port/Reviewer.ts"
import type { Template } from "../row/Template.ts"
import { Templates } from "../row/Template.ts"
import type { Channel } from "../value/Channel.ts"
import type { Lease } from "../work/Work.ts"
import * as Assessment from "./Assessment.ts"
import * as TemplateEvent from "./TemplateEvent.ts"

export interface Command {
  readonly lease: Lease
  readonly review: Reviewed
}

/** The template that work on a review names, by id and revision. */
export const target = (lease: Lease): { readonly template: string; readonly revision: number } => {
  const [template = "", revision = ""] = lease.work.key.split("/")
  return { template, revision: Number(revision) }
}

/** Whether the template still waits for this review. */
export const isAwaited = (template: Template | null, lease: Lease): template is Template =>
  template !== null && template.status === "PENDING" && template.revision === target(lease).revision

const statement = (channel: Channel | null, verdict: Verdict): Assessment.Statement => ({
  channel,
  outcome: verdict._tag === "Approved" ? "approve" : "reject",
  reason: verdict._tag === "Rejected" ? verdict.reason : null
})

/** What is said of single channels goes before what is said of the whole, which takes the other ones along. */
const statements = (review: Reviewed): ReadonlyArray<Assessment.Statement> => [
  ...Object.entries(review.legs ?? {}).map(([channel, verdict]) => statement(channel as Channel, verdict)),
  ...review._tag === "Undecided" ? [] : [statement(null, review)]
]

export const Review: Use<Command, void> = {
  name: "review",
  needs: ({ lease }) => Needs.row(Templates, target(lease).template),
  decide: ({ lease, review }, facts, now, mint) => {
    const template = Facts.get(facts, Templates, target(lease).template)
    const settled: Partial<Commit.Commit> = { settles: [{ work: lease.work, token: lease.token }] }
    const ended = (...parts: ReadonlyArray<Partial<Commit.Commit>>) =>
      Result.succeed<Decision<void>>({ commit: Commit.all(settled, ...parts), answer: undefined })
    if (!isAwaited(template, lease)) return ended()
    // What was said before, or of a channel that there is not, moves nothing.
    const { changes, template: reviewed } = statements(review).reduce<Assessment.Assessed>((so, each) => {
      const next = Assessment.assess(so.template, each, now)
      return next === null ? so : { template: next.template, changes: [...so.changes, ...next.changes] }
    }, { template, changes: [] })
    return ended(
      review._tag === "Undecided" ? { due: [{ work: lease.work, lane: lease.lane, at: review.askAgainAt }] } : {},
      changes.length === 0 ? {} : {
        relied: [Facts.relied(facts, Templates, template.id)],
        puts: [Commit.put(Templates, reviewed)],
        events: TemplateEvent.all(reviewed, changes, now, mint)
      }
    )
  }
}
