/**
 * The host's review as the reviewer of the service.
 */
import * as Instant from "@signalbox/core/Instant"
import type { Review as Said, Verdict } from "@signalbox/core/Reviewer"
import { Reviewer } from "@signalbox/core/Reviewer"
import type { Template } from "@signalbox/core/Template"
import * as Cause from "effect/Cause"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import type { Review, ReviewerLayer, ReviewVerdict, TemplateToReview } from "../Review.ts"
import { defined, flaws, isObject } from "./flaws.ts"
import * as Given from "./givenSchemas.ts"
import type { HostFailures } from "./hostFailures.ts"
import { logged, textsIn } from "./hostFailures.ts"

const approved: Verdict = { _tag: "Approved" }

const shown = ({ account, category, definition, id, language, name, revision }: Template): TemplateToReview => ({
  id,
  account,
  name,
  revision,
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

/** Returns what is wrong with the verdict of a host's review. */
const flawsOf = (said: unknown): ReadonlyArray<string> => {
  if (said === "approved") return []
  if (!isObject(said)) {
    return ["the verdict must be \"approved\", { rejected: \"why\" } or { askAgainAt: date }"]
  }
  return flaws("verdict", "askAgainAt" in said ? Given.Undecided : Given.Rejected, said)
}

/** Leaves out undefined fields and channels, which count as not given. */
const givenOf = (said: unknown): unknown => {
  const given = defined(said)
  return isObject(given) && "channels" in given ? { ...given, channels: defined(given["channels"]) } : given
}

/** The review has thrown; the message says what, and quotes nobody. */
class ReviewFailed extends Data.TaggedError("ReviewFailed")<{ readonly message: string }> {}

const asked = Effect.fnUntraced(function*(review: Review, template: Template, failures: HostFailures) {
  const said = yield* Effect.exit(Effect.promise(async (): Promise<unknown> => review(shown(template))))
  if (Exit.isFailure(said)) {
    const { name, definition } = template
    const error = Cause.squash(said.cause)
    const told = failures.tell({ where: "review", template: template.id, error }, textsIn([name, definition]))
    yield* logged(told)
    // The work is done again, and what it says of itself is read by the operator.
    return yield* Effect.die(new ReviewFailed({ message: told.line }))
  }
  const given = givenOf(said.value)
  const found = flawsOf(given)
  if (found.length === 0) return read(given as ReviewVerdict)
  yield* Effect.logError("a review answers what is no verdict", { template: template.id, flaws: found.slice(0, 5) })
  return yield* Effect.die(new TypeError("a review has answered what is no verdict"))
})

export const layer = (
  failures: HostFailures,
  review: Review | ReviewerLayer = () => "approved"
): Layer.Layer<Reviewer> =>
  typeof review === "function"
    ? Layer.succeed(Reviewer, { review: (template) => asked(review, template, failures) })
    // The declarations of the facade say nothing of Effect. What is no Layer was refused with the options.
    : review.layer as Layer.Layer<Reviewer>
