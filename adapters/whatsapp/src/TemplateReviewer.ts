/**
 * Meta as the reviewer of templates. A template that is not there yet is handed in, and asked about until Meta has decided,
 * which its webhook mostly tells before. Only WhatsApp is reviewed: every other channel is approved.
 */
import { Category } from "@signalbox/core/Category"
import * as Instant from "@signalbox/core/Instant"
import type { Review, Verdict } from "@signalbox/core/Reviewer"
import { Reviewer } from "@signalbox/core/Reviewer"
import type { Template } from "@signalbox/core/Template"
import * as HttpClient from "@signalbox/http-carrier/HttpClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import * as Graph from "./internal/Graph.ts"
import * as MetaTemplates from "./internal/MetaTemplates.ts"
import type { Options, Settings } from "./Options.ts"
import { check } from "./Options.ts"
import * as TemplateName from "./TemplateName.ts"
import type { TemplateRequest } from "./TemplateRequest.ts"
import * as TemplateRequests from "./TemplateRequest.ts"
import * as TemplateStatus from "./TemplateStatus.ts"

const approved: Verdict = { _tag: "Approved" }

const others = { sms: approved, rcs: approved, mms: approved } as const

/** Meta is asked again after so long, in milliseconds, when it was the way to Meta that failed, and not the template. */
const shortPause = 60_000

type Reach = Settings["reviews"]

const rejected = (reach: Reach, reason: string): Review => {
  const verdict: Verdict = { _tag: "Rejected", reason }
  return reach === "whatsapp" ? { ...approved, channels: { whatsapp: verdict } } : verdict
}

const undecided = (reach: Reach, askAgainAt: Instant.Instant): Review => ({
  _tag: "Undecided",
  askAgainAt,
  ...(reach === "whatsapp" ? { channels: others } : {})
})

const categoryOf = Schema.decodeUnknownOption(Category)

/** Returns the review by where the template stands at Meta. One that is paused there is asked about again. */
export const reviewOf = (
  template: Pick<Template, "category">,
  found: Pick<MetaTemplates.MetaTemplate, "rejected_reason" | "status"> & { readonly category: string | null },
  askAgainAt: Instant.Instant,
  reach: Reach
): Review => {
  const standing = TemplateStatus.of(found.status)
  const review = standing === "approved"
    ? approved
    : standing === "rejected"
    ? rejected(reach, TemplateStatus.reasonOf(found.rejected_reason))
    : undecided(reach, askAgainAt)
  const category = Option.getOrUndefined(categoryOf(found.category))
  return category === undefined || category === template.category ? review : { ...review, category }
}

const taken = "Meta has another template of this name and language: choose another name"

const withoutExample = "Meta wants an example of the file in the header, and there is no headerHandle to bring it"

const make = Effect.fnUntraced(
  function*(settings: Settings): Effect.fn.Return<Reviewer["Service"], never, Scope.Scope> {
    const graph = Graph.make(yield* HttpClient.make(settings.http), settings)
    const account = settings.businessAccount ?? ""
    const { headerHandle, id: carrier, reviewEvery, reviews, templateNames } = settings

    const later = (template: Template, { pause, why }: MetaTemplates.Later, now: Instant.Instant) =>
      Effect.as(
        Effect.logWarning("Meta cannot be asked about a template now", { carrier, template: template.id, why }),
        undecided(reviews, Instant.plus(now, Math.max(pause, Math.min(reviewEvery, shortPause))))
      )

    /** Brings an example to Meta. Null: there is nothing that could. */
    const handleOf = (media: { readonly type: string; readonly url: string } | null) =>
      media === null || headerHandle === null
        ? Effect.succeed(null)
        : Effect.tryPromise({
          try: async () => headerHandle(media),
          catch: (): MetaTemplates.Later => ({ _tag: "Later", why: "headerHandle has failed", pause: 0 })
        })

    const handIn = Effect.fnUntraced(function*(template: Template, request: TemplateRequest, now: Instant.Instant) {
      const media = TemplateRequests.mediaOf(template.definition)
      if (media !== null && headerHandle === null) return rejected(reviews, withoutExample)
      const handle = yield* handleOf(media)
      const components = TemplateRequests.components(template.definition, template.category, handle) ?? []
      const answer = yield* MetaTemplates.handIn(graph, account, { ...request, components })
      switch (answer._tag) {
        case "Later":
          return yield* later(template, answer, now)
        case "Rejected":
          return rejected(reviews, answer.reason)
        case "Taken":
          return reviewOf(template, answer, Instant.plus(now, reviewEvery), reviews)
      }
    })

    const review = Effect.fnUntraced(function*(template: Template, now: Instant.Instant) {
      const { category, definition, language } = template
      const components = TemplateRequests.components(definition, category, null)
      if (components === null) return approved
      const request: TemplateRequest = {
        name: TemplateName.write(template, templateNames),
        language,
        category,
        components
      }
      const found = yield* MetaTemplates.find(graph, account, request)
      if (found._tag === "Later") return yield* later(template, found, now)
      if (found.template === null) {
        return yield* Effect.catch(handIn(template, request, now), (failed) => later(template, failed, now))
      }
      // Names of our own are given to one revision, which never changes.
      const isOurs = templateNames === "own" ||
        TemplateRequests.isSame(request, found.template)
      return isOurs
        ? reviewOf(template, found.template, Instant.plus(now, reviewEvery), reviews)
        : rejected(reviews, taken)
    })

    return { review }
  }
)

/**
 * Meta as the reviewer of a service.
 *
 * @throws TypeError for options that are not as they should be, and without a `businessAccount`
 */
export const layer = (options: Options): Layer.Layer<Reviewer> => {
  const settings = check(options)
  if (settings.businessAccount === null) {
    throw new TypeError("whatsapp: businessAccount is needed where templates are reviewed")
  }
  return Layer.effect(Reviewer, make(settings))
}
