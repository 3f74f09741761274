/**
 * An author's change of a template: the changed template, and the rows, events and review work of the commit.
 */
import * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import type { Grounds, Moment } from "../commit/Grounds.ts"
import type { Template, TemplateRevision } from "../row/Template.ts"
import { revisionOf, TemplateRevisions, Templates } from "../row/Template.ts"
import type { Instant } from "../value/Instant.ts"
import { canonical } from "../value/Json.ts"
import * as Approval from "./Approval.ts"
import * as ChannelReview from "./ChannelReview.ts"
import * as ReviewTimes from "./ReviewTimes.ts"
import * as ReviewWork from "./ReviewWork.ts"
import * as TemplateEvent from "./TemplateEvent.ts"
import * as TemplateState from "./TemplateState.ts"

/** The fields that an author may change. */
export type Wanted = Pick<Template, "name" | "category" | "language" | "definition">

const isSame = (some: Wanted["definition"], other: Wanted["definition"]): boolean =>
  canonical(some) === canonical(other)

/** Returns whether the change affects the definition. */
export const isRedefined = (template: Template, wanted: Wanted): boolean =>
  !isSame(template.definition, wanted.definition)

/** Returns whether the change affects what a reviewer sees: category, language or definition. It makes a new revision. */
export const isOther = (template: Template, wanted: Wanted): boolean =>
  template.category !== wanted.category || template.language !== wanted.language || isRedefined(template, wanted)

/** Returns the changed template, or the same object when nothing changes. */
export const apply = (template: Template, wanted: Wanted, submit: boolean, now: Instant): Template => {
  const changed = isOther(template, wanted)
    ? TemplateState.transition(template.status, "change") ?? template.status
    : template.status
  const status = submit ? TemplateState.submitted(changed) : changed
  const isRevised = isOther(template, wanted)
  if (status === template.status && wanted.name === template.name && !isRevised) return template
  const next = {
    ...template,
    ...wanted,
    status,
    revision: template.revision + (isRevised ? 1 : 0),
    ...(isRevised ? { revisedAt: now } : {}),
    updatedAt: now
  }
  // A draft has no reviews, and a new review begins on all channels together.
  return status === template.status && !isRevised
    ? next
    : ReviewTimes.moved(template, ChannelReview.together(next), now)
}

/** Returns the revision that another one replaces: how far it was, and where messages of it may still be sent. */
const replaced = (from: Template, at: Instant): TemplateRevision => {
  const { channelStatuses, channelTimes, status } = from
  const approved = Approval.channels(from)
  return {
    ...revisionOf(from),
    ...(approved.length === 0 ? {} : { approved }),
    replaced: {
      at,
      status,
      ...(channelStatuses === undefined ? {} : { channelStatuses }),
      ...(channelTimes === undefined ? {} : { channelTimes })
    }
  }
}

/** Returns the rows of a new revision and of the one before. */
const revisions = (from: Template, to: Template, now: Instant): Partial<Commit.Commit> =>
  from.revision === to.revision
    ? {}
    : { puts: [replaced(from, now), revisionOf(to)].map((row) => Commit.put(TemplateRevisions, row)) }

/** Returns the commit that changes one template into the other. */
export const commit = (from: Template, to: Template, grounds: Grounds): Commit.Commit => {
  if (from === to) return Commit.empty
  const isSubmitted = to.status === "PENDING" && from.status !== "PENDING"
  return Commit.all(
    { expects: [Facts.expected(grounds.facts, Templates, to.id)], puts: [Commit.put(Templates, to)] },
    revisions(from, to, grounds.now),
    isSubmitted ? submission(to, grounds) : {}
  )
}

/** Returns the events and the work of submitting a template for review. */
export const submission = (template: Template, moment: Moment): Partial<Commit.Commit> => ({
  events: TemplateEvent.all(
    template,
    [...ChannelReview.channels(template), null].map((channel) => ({ channel, status: template.status, reason: null })),
    moment
  ),
  due: [ReviewWork.due(template, moment.now)]
})
