/**
 * The template reviewer: whoever approves a template before it may be sent. The answer may take days, so it is asked
 * as due work and says when to ask again.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Template } from "../row/Template.ts"
import type { Channel } from "../value/Channel.ts"
import type { Instant } from "../value/Instant.ts"

export type Verdict = { readonly _tag: "Approved" } | { readonly _tag: "Rejected"; readonly reason: string }

/** What is said of channels by themselves. A channel of which nothing is said goes with the template. */
export type ChannelVerdicts = { readonly [On in Channel]?: Verdict }

export type Review =
  & { readonly channels?: ChannelVerdicts }
  & (
    | Verdict
    /** Not decided yet as a whole; ask again then. */
    | { readonly _tag: "Undecided"; readonly askAgainAt: Instant }
  )

export class Reviewer extends Context.Service<Reviewer, {
  readonly review: (template: Template, now: Instant) => Effect.Effect<Review>
}>()("@signalbox/core/port/Reviewer") {}
