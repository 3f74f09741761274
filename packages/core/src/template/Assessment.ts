/**
 * Applies a reviewer's outcome to a template or to its review on one channel: it ends a review, pauses and resumes, or
 * archives (decisions 4.2).
 */
import * as Commit from "../commit/Commit.ts"
import { type Decision, done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { Template, TemplateStatus } from "../row/Template.ts"
import { Templates } from "../row/Template.ts"
import type { Channel } from "../value/Channel.ts"
import type { TemplateId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import * as ChannelReview from "./ChannelReview.ts"
import * as ReviewTimes from "./ReviewTimes.ts"
import * as ReviewWork from "./ReviewWork.ts"
import * as TemplateEvent from "./TemplateEvent.ts"
import * as TemplateState from "./TemplateState.ts"

/** A reviewer's statement. */
export interface Statement {
  /** Null for the template as a whole, and for every channel review that the same outcome changes. */
  readonly channel: Channel | null
  readonly outcome: TemplateState.ReviewOutcome
  /** The reason of a rejection. */
  readonly reason: string | null
}

/** The template after a statement, and its changes: channels first, then the template as a whole. */
export interface Assessed {
  readonly template: Template
  readonly changes: ReadonlyArray<TemplateEvent.Change>
}

/** Applies a statement. Returns null when the transition table does not allow it. */
export const assess = (
  template: Template,
  { channel, outcome, reason }: Statement,
  now: Instant
): Assessed | null => {
  const whole = channel === null ? TemplateState.transition(template.status, outcome) : template.status
  if (whole === null) return null
  const change = (on: Channel | null, status: TemplateStatus): TemplateEvent.Change => ({
    channel: on,
    status,
    reason: status === "REJECTED" ? reason : null
  })
  const moved = ChannelReview.channels(template).flatMap((each) => {
    const to = channel === null || channel === each
      ? TemplateState.channelTransition(ChannelReview.status(template, each), outcome)
      : null
    return to === null ? [] : [[each, to] as const]
  })
  if (channel !== null && moved.length === 0) return null
  const reached = new Map<Channel, TemplateStatus>(moved)
  const assessed = { ...template, status: whole, updatedAt: now }
  const after = outcome === "archive"
    ? ChannelReview.together(assessed)
    : ChannelReview.place(assessed, (each) => reached.get(each) ?? ChannelReview.status(template, each))
  return {
    template: ReviewTimes.moved(template, after, now),
    changes: [...moved.map(([each, to]) => change(each, to)), ...channel === null ? [change(null, whole)] : []]
  }
}

export interface Command extends Statement {
  readonly template: TemplateId
}

export type AssessAnswer =
  | { readonly _tag: "Changed"; readonly status: TemplateStatus }
  /** The template, or its review on the channel, is in a status that knows no such outcome. Null: it has no body there. */
  | { readonly _tag: "Refused"; readonly status: TemplateStatus | null }
  | { readonly _tag: "Unknown" }

export const Assess: Decision<Command, AssessAnswer> = {
  name: "assess",
  needs: ({ template }) => Needs.row(Templates, template),
  decide: (command, { facts, now, ids }) => {
    const answered = (answer: AssessAnswer, commit: Commit.Commit = Commit.empty) =>
      done(
        answer,
        commit
      )
    const template = Facts.get(facts, Templates, command.template)
    if (template === null) return answered({ _tag: "Unknown" })
    const assessed = assess(template, command, now)
    if (assessed === null) {
      return answered({ _tag: "Refused", status: TemplateState.statusOf(template, command.channel) })
    }
    return answered(
      {
        _tag: "Changed",
        status: TemplateState.statusOf(assessed.template, command.channel) ?? assessed.template.status
      },
      Commit.make({
        expects: [Facts.expected(facts, Templates, template.id)],
        puts: [Commit.put(Templates, assessed.template)],
        events: TemplateEvent.all(assessed.template, assessed.changes, { now, ids }),
        // When the review has ended, the reviewer need not be asked again.
        cancels: template.status === "PENDING" && assessed.template.status !== "PENDING"
          ? [ReviewWork.ref(template)]
          : []
      })
    )
  }
}
