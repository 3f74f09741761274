/**
 * An author's change of a template: the changed template, and the rows, events and review work of the commit.
 */
import * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import type { Mint } from "../commit/Mint.ts"
import type { Template } from "../row/Template.ts"
import { TemplateRevisions, Templates } from "../row/Template.ts"
import type { Instant } from "../value/Instant.ts"
import { canonical } from "../value/Json.ts"
import * as ChannelReview from "./ChannelReview.ts"
import * as ReviewWork from "./ReviewWork.ts"
import * as TemplateEvent from "./TemplateEvent.ts"
import * as TemplateState from "./TemplateState.ts"

/** The fields that an author may change. */
export type Wanted = Pick<Template, "name" | "category" | "language" | "definition">

const isSame = (some: Wanted["definition"], other: Wanted["definition"]): boolean =>
  canonical(some) === canonical(other)

/** Returns whether the change affects what a reviewer sees: category, language or definition. */
export const isOther = (template: Template, wanted: Wanted): boolean =>
  template.category !== wanted.category || template.language !== wanted.language ||
  !isSame(template.definition, wanted.definition)

/** Returns the changed template, or the same object when nothing changes. */
export const apply = (template: Template, wanted: Wanted, submit: boolean, now: Instant): Template => {
  const changed = isOther(template, wanted)
    ? TemplateState.transition(template.status, "change") ?? template.status
    : template.status
  const status = submit ? TemplateState.submitted(changed) : changed
  const isRevised = !isSame(template.definition, wanted.definition)
  if (status === template.status && wanted.name === template.name && !isOther(template, wanted)) return template
  const next = {
    ...template,
    ...wanted,
    status,
    revision: template.revision + (isRevised ? 1 : 0),
    updatedAt: now
  }
  // A draft has no reviews, and a new review begins on all channels at once.
  return status === template.status && !isOther(template, wanted) ? next : ChannelReview.together(next)
}

/** Returns the commit that changes one template into the other. */
export const commit = (
  facts: Facts.Facts,
  from: Template,
  to: Template,
  now: Instant,
  mint: Mint
): Commit.Commit => {
  if (from === to) return Commit.empty
  const { id, revision } = to
  const revised: Partial<Commit.Commit> = revision === from.revision ? {} : {
    puts: [Commit.put(TemplateRevisions, { template: id, revision, definition: to.definition })]
  }
  const isSubmitted = to.status === "PENDING" && from.status !== "PENDING"
  return Commit.all(
    { expects: [Facts.expected(facts, Templates, id)], puts: [Commit.put(Templates, to)] },
    revised,
    isSubmitted ? submission(to, now, mint) : {}
  )
}

/** Returns the events and the work of submitting a template for review. */
export const submission = (template: Template, now: Instant, mint: Mint): Partial<Commit.Commit> => ({
  events: TemplateEvent.all(
    template,
    [...ChannelReview.channels(template), null].map((channel) => ({ channel, status: template.status, reason: null })),
    now,
    mint
  ),
  due: [ReviewWork.due(template, now)]
})
