/**
 * The host's review as the reviewer of the service.
 */
import * as Instant from "@signalbox/core/Instant"
import type { Review as Said, Verdict } from "@signalbox/core/Reviewer"
import { Reviewer } from "@signalbox/core/Reviewer"
import type { Template } from "@signalbox/core/Template"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Review, ReviewVerdict, TemplateToReview } from "../Review.ts"

const approved: Verdict = { _tag: "Approved" }

const shown = ({ account, category, definition, id, language, name }: Template): TemplateToReview => ({
  id,
  account,
  name,
  category,
  language,
  definition
})

type Decided = Exclude<ReviewVerdict, { readonly askAgainAt: Date }>

const verdict = (said: Decided): Verdict => said === "approved" ? approved : { _tag: "Rejected", reason: said.rejected }

const read = (said: ReviewVerdict): Said => {
  if (said === "approved" || "rejected" in said) return verdict(said)
  const channels = Object.entries(said.channels ?? {}).map(([channel, each]) => [channel, verdict(each)] as const)
  return {
    _tag: "Undecided",
    askAgainAt: Instant.make(said.askAgainAt.getTime()),
    ...(channels.length === 0 ? {} : { channels: Object.fromEntries(channels) })
  }
}

export const layer = (review: Review = () => "approved"): Layer.Layer<Reviewer> =>
  Layer.succeed(Reviewer, {
    review: (template) => Effect.promise(async () => read(await review(shown(template))))
  })
