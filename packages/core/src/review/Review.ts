/**
 * What a reviewer's answer makes of a template (decisions 4.2).
 */
import * as Result from "effect/Result"
import * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { Decision, Use } from "../commit/Use.ts"
import type { Review as Reviewed } from "../port/Reviewer.ts"
import type { Template } from "../row/Template.ts"
import { Templates } from "../row/Template.ts"
import type { EventId } from "../value/Id.ts"
import type { Lease } from "../work/Work.ts"
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

export const Review: Use<Command, void> = {
  name: "review",
  needs: ({ lease }) => Needs.row(Templates, target(lease).template),
  decide: ({ lease, review }, facts, now, mint) => {
    const template = Facts.get(facts, Templates, target(lease).template)
    const settled: Partial<Commit.Commit> = { settles: [{ work: lease.work, token: lease.token }] }
    const ended = (...parts: ReadonlyArray<Partial<Commit.Commit>>) =>
      Result.succeed<Decision<void>>({ commit: Commit.all(settled, ...parts), answer: undefined })
    if (!isAwaited(template, lease)) return ended()
    if (review._tag === "Undecided") {
      return ended({ due: [{ work: lease.work, lane: lease.lane, at: review.askAgainAt }] })
    }
    const reviewed: Template = {
      ...template,
      status: review._tag === "Approved" ? "APPROVED" : "REJECTED",
      updatedAt: now
    }
    const reason = review._tag === "Rejected" ? review.reason : null
    return ended({
      relied: [Facts.relied(facts, Templates, template.id)],
      puts: [Commit.put(Templates, reviewed)],
      events: [TemplateEvent.make(mint.id(now) as EventId, reviewed, reason, now)]
    })
  }
}
