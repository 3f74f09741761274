/**
 * Work that falls due: a narrow row (lane, instant, kind, key), leased by lane.
 */
import * as Schema from "effect/Schema"
import type { AccountId, CarrierId, WebhookId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"

export const WorkKind = Schema.Literals([
  /** Take a message up: gates, routing, the attempt. Key: message/send. */
  "dispatch",
  /** Hand an attempt over to its carrier. Key: message/attempt. */
  "submission",
  /** The carrier's time to answer is over. Key: message/attempt. */
  "submission_deadline",
  /** The time to wait for a final receipt is over. Key: message/attempt. */
  "receipt_deadline",
  /** One attempt to deliver an event to a webhook. Key: delivery. */
  "delivery",
  /** A template waits for its reviewer. Key: template/revision. */
  "review",
  /** What a deleted profile leaves behind is ended. Key: profile/messages looked at. */
  "profile_removal",
  /** A profile is complete, and somebody wants to be told. Key: completion. */
  "profile_completion"
])
export type WorkKind = typeof WorkKind.Type

/** Work of one kind and key exists once. */
export interface WorkRef {
  readonly kind: WorkKind
  readonly key: string
}

export const refText = (self: WorkRef): string => `${self.kind}:${self.key}`

/**
 * What must be fair, bounded or in order. A lane is held by one node at a time: that gives order per endpoint,
 * isolation of a dead one, and fairness between accounts.
 */
export const LaneKind = Schema.Literals(["dispatch", "submission", "deadline", "delivery", "review", "profile"])
export type LaneKind = typeof LaneKind.Type

export type Lane = `${LaneKind}:${string}`

export const lane = {
  dispatch: (account: AccountId): Lane => `dispatch:${account}`,
  submission: (carrier: CarrierId): Lane => `submission:${carrier}`,
  deadline: (account: AccountId): Lane => `deadline:${account}`,
  delivery: (webhook: WebhookId): Lane => `delivery:${webhook}`,
  review: (account: AccountId): Lane => `review:${account}`,
  profile: (account: AccountId): Lane => `profile:${account}`
} as const

export const laneKind = (self: Lane): LaneKind => self.slice(0, self.indexOf(":")) as LaneKind

/** How many pieces of work of one lane a node holds at once. */
export const laneWidth: Readonly<Record<LaneKind, number>> = {
  dispatch: 64,
  submission: 128,
  deadline: 64,
  delivery: 8,
  review: 16,
  profile: 4
}

export interface Due {
  readonly work: WorkRef
  readonly lane: Lane
  readonly at: Instant
}

/** A number that proves who holds a piece of work; whoever takes it over has a higher one. */
export const LeaseToken = Schema.Int.pipe(Schema.brand("LeaseToken"))
export type LeaseToken = typeof LeaseToken.Type

/** A piece of work in the hands of one node. */
export interface Lease {
  readonly work: WorkRef
  readonly lane: Lane
  readonly at: Instant
  readonly token: LeaseToken
}
