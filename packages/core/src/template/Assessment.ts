/**
 * What a reviewer makes of a template, or of its review on one channel: the end of a review, a pause and its lifting, the
 * archive (decisions 4.2).
 */
import * as Result from "effect/Result"
import * as Commit from "../commit/Commit.ts"
import type { Decided, Decision } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { Template, TemplateStatus } from "../row/Template.ts"
import { Templates } from "../row/Template.ts"
import type { Channel } from "../value/Channel.ts"
import type { TemplateId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import * as ChannelReview from "./ChannelReview.ts"
import * as ReviewWork from "./ReviewWork.ts"
import * as TemplateEvent from "./TemplateEvent.ts"
import * as TemplateState from "./TemplateState.ts"

/** What a reviewer says. */
export interface Statement {
  /** Null: of the template as a whole, and of every channel that the same outcome moves. */
  readonly channel: Channel | null
  readonly outcome: TemplateState.ReviewOutcome
  /** Why, for a rejection. */
  readonly reason: string | null
}

/** The template after a statement, and what has changed: each channel first, then the whole. */
export interface Assessed {
  readonly template: Template
  readonly changes: ReadonlyArray<TemplateEvent.Change>
}

/** Null when the table has no such row. */
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
  return {
    template: outcome === "archive"
      ? ChannelReview.together(assessed)
      : ChannelReview.place(assessed, (each) => reached.get(each) ?? ChannelReview.status(template, each)),
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
  decide: (command, facts, now, mint) => {
    const answered = (answer: AssessAnswer, commit: Commit.Commit = Commit.empty) =>
      Result.succeed<Decided<AssessAnswer>>({ answer, commit })
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
        events: TemplateEvent.all(assessed.template, assessed.changes, now, mint),
        // Nobody need be asked any more about a review that has ended.
        cancels: template.status === "PENDING" && assessed.template.status !== "PENDING"
          ? [ReviewWork.ref(template)]
          : []
      })
    )
  }
}
