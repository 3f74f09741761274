/**
 * The template reviewer approves or rejects templates before they may be sent. Its answer may take days, so the service
 * asks it through scheduled work, and the reviewer says when to ask again.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Category } from "../definition/Category.ts"
import type { Template } from "../row/Template.ts"
import type { Channel } from "../value/Channel.ts"
import type { Instant } from "../value/Instant.ts"

export type Verdict = { readonly _tag: "Approved" } | { readonly _tag: "Rejected"; readonly reason: string }

/** Verdicts about single channels. A channel without one follows the template as a whole. */
export type ChannelVerdicts = { readonly [On in Channel]?: Verdict }

export type Review =
  & {
    readonly channels?: ChannelVerdicts
    /** The category that the reviewer finds right, where it is another one than the template's. */
    readonly category?: Category
  }
  & (
    | Verdict
    /** The template as a whole is not decided yet: ask again at this instant, but not before a second is over. */
    | { readonly _tag: "Undecided"; readonly askAgainAt: Instant }
  )

export class Reviewer extends Context.Service<Reviewer, {
  readonly review: (template: Template, now: Instant) => Effect.Effect<Review>
}>()("@signalbox/core/port/Reviewer") {}
