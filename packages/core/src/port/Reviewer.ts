/**
 * The template reviewer: whoever approves a template before it may be sent. The answer may take days, so it is asked
 * as due work and says when to ask again.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Template } from "../row/Template.ts"
import type { Instant } from "../value/Instant.ts"

export type Review =
  | { readonly _tag: "Approved" }
  | { readonly _tag: "Rejected"; readonly reason: string }
  /** Not decided yet; ask again then. */
  | { readonly _tag: "Undecided"; readonly askAgainAt: Instant }

export class Reviewer extends Context.Service<Reviewer, {
  readonly review: (template: Template, now: Instant) => Effect.Effect<Review>
}>()("@signalbox/core/port/Reviewer") {}
