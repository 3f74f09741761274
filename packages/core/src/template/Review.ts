/**
 * Applies a reviewer's answer to a template and to its channels (decisions 4.2).
 */
import * as Audited from "../audit/Audited.ts"
import * as Commit from "../commit/Commit.ts"
import { done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as LeasedDecision from "../commit/LeasedDecision.ts"
import * as Needs from "../commit/Needs.ts"
import * as Job from "../engine/Job.ts"
import type { Review as Reviewed, Verdict } from "../port/Reviewer.ts"
import { Reviewer } from "../port/Reviewer.ts"
import type { Template } from "../row/Template.ts"
import { Templates } from "../row/Template.ts"
import type { Channel } from "../value/Channel.ts"
import { askedAgain } from "../work/AskedAgain.ts"
import type { Lease } from "../work/Work.ts"
import { again } from "../work/Work.ts"
import * as Assessment from "./Assessment.ts"
import { ReviewWork } from "./ReviewWork.ts"
import type { Target } from "./ReviewWork.ts"
import * as TemplateEvent from "./TemplateEvent.ts"

export interface Command {
  readonly lease: Lease
  readonly review: Reviewed
}

/** Returns whether the template still waits for the review of this revision. */
const isAwaited = (template: Template | null, { revision }: Target): template is Template =>
  template !== null && template.status === "PENDING" && template.revision === revision

const statement = (channel: Channel | null, verdict: Verdict): Assessment.Statement => ({
  channel,
  outcome: verdict._tag === "Approved" ? "approve" : "reject",
  reason: verdict._tag === "Rejected" ? verdict.reason : null
})

/** Verdicts about single channels come first; the verdict about the whole then applies to the other channels. */
const statements = (review: Reviewed): ReadonlyArray<Assessment.Statement> => [
  ...Object.entries(review.channels ?? {}).map(([channel, verdict]) => statement(channel as Channel, verdict)),
  ...review._tag === "Undecided" ? [] : [statement(null, review)]
]

export const Review = LeasedDecision.make<Command, void>(Audited.reading(Audited.by({
  name: "review",
  needs: ({ lease }) => Needs.row(Templates, ReviewWork.target(lease).template),
  decide: ({ lease, review }, { facts, now, ids }) => {
    const target = ReviewWork.target(lease)
    const template = Facts.get(facts, Templates, target.template)
    if (!isAwaited(template, target)) return done(undefined)
    // A verdict that was given before, or is about a channel that the template does not have, changes nothing.
    const { changes, template: judged } = statements(review).reduce<Assessment.Assessed>((so, each) => {
      const next = Assessment.assess(so.template, each, now)
      return next === null ? so : { template: next.template, changes: [...so.changes, ...next.changes] }
    }, { template, changes: [] })
    const { category = template.category } = review
    const reviewed: Template = category === template.category ? judged : { ...judged, category, updatedAt: now }
    return done(
      undefined,
      review._tag === "Undecided" ? { due: [again(lease, askedAgain(review.askAgainAt, now))] } : {},
      reviewed === template ? {} : {
        expects: [Facts.expected(facts, Templates, template.id)],
        puts: [Commit.put(Templates, reviewed)],
        events: TemplateEvent.all(reviewed, changes, { now, ids })
      }
    )
  }
}, () => Audited.party("reviewer"))))

export const ReviewJob = Job.make({
  work: ReviewWork,
  outside: Reviewer,
  asks: {
    reads: ({ template }) => Needs.row(Templates, template),
    question: (target, facts, at) => {
      const template = Facts.get(facts, Templates, target.template)
      return isAwaited(template, target) ? { template, at } : null
    },
    ask: ({ review }, { at, template }) => review(template, at)
  },
  decides: Review,
  command: (_, { at, lease, said }): Command => ({
    lease,
    review: said ?? { _tag: "Undecided", askAgainAt: at }
  })
})
