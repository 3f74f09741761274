/**
 * What a reviewer does to a template of its own accord: pause it, lift the pause, archive it, or end a review early
 * (decisions 4.2).
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { Decision, Use } from "../commit/Use.ts"
import type { Template, TemplateStatus } from "../row/Template.ts"
import { Templates } from "../row/Template.ts"
import type { EventId, TemplateId } from "../value/Id.ts"
import * as TemplateEvent from "./TemplateEvent.ts"

export const Outcome = Schema.Literals(["approve", "reject", "pause", "lift", "archive"])
export type Outcome = typeof Outcome.Type

interface Transition {
  readonly from: TemplateStatus
  readonly outcome: Outcome
  readonly to: TemplateStatus
}

const row = (from: TemplateStatus, outcome: Outcome, to: TemplateStatus): Transition => ({ from, outcome, to })

/** The rows of the table of template statuses that a reviewer moves. */
export const table: ReadonlyArray<Transition> = [
  row("PENDING", "approve", "APPROVED"),
  row("PENDING", "reject", "REJECTED"),
  row("APPROVED", "pause", "PAUSED"),
  row("PAUSED", "lift", "APPROVED"),
  row("DRAFT", "archive", "ARCHIVED"),
  row("APPROVED", "archive", "ARCHIVED"),
  row("REJECTED", "archive", "ARCHIVED"),
  row("PAUSED", "archive", "ARCHIVED")
]

/** The status that an outcome leads to, or null when the table has no such row. */
export const transition = (from: TemplateStatus, outcome: Outcome): TemplateStatus | null =>
  table.find((each) => each.from === from && each.outcome === outcome)?.to ?? null

export interface Command {
  readonly template: TemplateId
  readonly outcome: Outcome
  /** Why, for a rejection. */
  readonly reason: string | null
}

export type Answer =
  | { readonly _tag: "Changed"; readonly status: TemplateStatus }
  /** The template is in a status that knows no such outcome. */
  | { readonly _tag: "Refused"; readonly status: TemplateStatus | null }
  | { readonly _tag: "Unknown" }

export const Assess: Use<Command, Answer> = {
  name: "assess",
  needs: ({ template }) => Needs.row(Templates, template),
  decide: ({ outcome, reason, template: id }, facts, now, mint) => {
    const answered = (answer: Answer, commit: Commit.Commit = Commit.empty) =>
      Result.succeed<Decision<Answer>>({ answer, commit })
    const template = Facts.get(facts, Templates, id)
    if (template === null) return answered({ _tag: "Unknown" })
    const status = transition(template.status, outcome)
    if (status === null) return answered({ _tag: "Refused", status: template.status })
    const assessed: Template = { ...template, status, updatedAt: now }
    return answered(
      { _tag: "Changed", status },
      Commit.make({
        relied: [Facts.relied(facts, Templates, id)],
        puts: [Commit.put(Templates, assessed)],
        events: [TemplateEvent.make(mint.id(now) as EventId, assessed, status === "REJECTED" ? reason : null, now)]
      })
    )
  }
}

/** The status of a template, or null when there is none. */
export const Look: Use<TemplateId, TemplateStatus | null> = {
  name: "assess.look",
  needs: (id) => Needs.row(Templates, id),
  decide: (id, facts) =>
    Result.succeed({ answer: Facts.get(facts, Templates, id)?.status ?? null, commit: Commit.empty })
}
