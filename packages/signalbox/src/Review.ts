/**
 * A review approves templates before they may be sent, or rejects them.
 */
import type { TemplateDefinition } from "./calls/Definitions.ts"
import type { Channel } from "./Carrier.ts"

export interface TemplateToReview {
  readonly id: string
  readonly account: string
  readonly name: string
  /** The number of the revision that is reviewed; each changed one has the next number, and a review of its own. */
  readonly revision: number
  readonly category: "MARKETING" | "UTILITY" | "AUTHENTICATION"
  readonly language: string
  readonly definition: TemplateDefinition
}

/** `askAgainAt`: it is not decided yet; it is asked again a second later at the earliest. `channels` says what differs on single channels. */
export type ReviewVerdict =
  | "approved"
  | { readonly rejected: string }
  | {
    readonly askAgainAt: Date
    readonly channels?: Readonly<Partial<Record<Channel, "approved" | { readonly rejected: string }>>>
  }

/** A reviewer that comes as a package, such as `whatsappReview({ ... })` of `@signalbox/whatsapp`. */
export interface ReviewerLayer {
  readonly kind: "reviewer-layer"
  /** Provides `Reviewer` of `@signalbox/core`. What it holds open opens with the service and closes with it. */
  readonly layer: unknown
}

/** A review that throws, or returns anything else, is asked again later, which the log tells. */
export type Review = (template: TemplateToReview) => ReviewVerdict | Promise<ReviewVerdict>
