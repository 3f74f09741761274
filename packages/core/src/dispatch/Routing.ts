/**
 * Routing: which carriers could take a message on which channel, in which order, and why every other one cannot
 * (decisions 4.1). Pure: (message, account, carriers) -> plan.
 *
 * This is the default routing of an account that has no rules of its own.
 */
import * as Limit from "../catalogue/Limit.ts"
import type { Attempt } from "../row/Attempt.ts"
import type { Channel, Requested } from "../value/Channel.ts"
import type { CarrierId } from "../value/Id.ts"

/** A (channel, carrier) pair that may take the message. */
export interface Candidate {
  readonly channel: Channel
  readonly carrier: CarrierId
}

/** Why a pair is no candidate. */
export type DropReason =
  | "channel_not_requested"
  | "channel_not_set_up"
  | "template_has_no_body"
  | "no_rate"
  | "already_tried"
  | "routes_used_up"

export interface Dropped extends Candidate {
  readonly reason: DropReason
}

export interface Plan {
  readonly candidates: ReadonlyArray<Candidate>
  readonly dropped: ReadonlyArray<Dropped>
}

/** What routing knows of a configured carrier. */
export interface Route {
  readonly carrier: CarrierId
  readonly channels: ReadonlyArray<Channel>
}

/** The order in which an auto-detect send tries channels. */
const order: ReadonlyArray<Channel> = ["whatsapp", "rcs", "sms", "mms"]

export const plan = (input: {
  readonly requested: Requested
  /** Channels that the account has set up. */
  readonly available: ReadonlyArray<Channel>
  /** Channels that the template has a body for. */
  readonly renderable: ReadonlyArray<Channel>
  /** Channels that have a price. */
  readonly rated: ReadonlyArray<Channel>
  readonly routes: ReadonlyArray<Route>
  /** The attempts of this send: a pair is never tried twice in one. */
  readonly tried: ReadonlyArray<Pick<Attempt, "channel" | "carrier">>
}): Plan => {
  const candidates: Array<Candidate> = []
  const dropped: Array<Dropped> = []
  for (const channel of order) {
    for (const route of input.routes) {
      if (!route.channels.includes(channel)) continue
      const pair = { channel, carrier: route.carrier }
      const reason = refusal(input, pair)
      if (reason === null) candidates.push(pair)
      else dropped.push({ ...pair, reason })
    }
  }
  return { candidates, dropped }
}

const refusal = (input: Parameters<typeof plan>[0], pair: Candidate): DropReason | null => {
  if (input.requested !== "auto_detect" && input.requested !== pair.channel) return "channel_not_requested"
  if (!input.available.includes(pair.channel)) return "channel_not_set_up"
  if (!input.renderable.includes(pair.channel)) return "template_has_no_body"
  if (!input.rated.includes(pair.channel)) return "no_rate"
  if (input.tried.some((attempt) => attempt.channel === pair.channel && attempt.carrier === pair.carrier)) {
    return "already_tried"
  }
  // A pair is tried once, so attempts are distinct routes.
  return input.tried.length >= Limit.routesPerSend ? "routes_used_up" : null
}
