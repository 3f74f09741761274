/**
 * Taking a route: the attempt that is written before any carrier is asked.
 */
import * as Limit from "../catalogue/Limit.ts"
import type * as Commit from "../commit/Commit.ts"
import type { Mint } from "../commit/Mint.ts"
import * as Progress from "../message/Progress.ts"
import type { Attempt } from "../row/Attempt.ts"
import type { AttemptId } from "../value/Id.ts"
import * as Instant from "../value/Instant.ts"
import * as Money from "../value/Money.ts"
import { SubmissionDeadlineWork, SubmissionWork } from "./AttemptWork.ts"
import type { Offer } from "./Outlook.ts"
import * as Price from "./Price.ts"
import type * as Routing from "./Routing.ts"

export interface Taken {
  readonly progress: Progress.Progress
  readonly spends: ReadonlyArray<Commit.Spend>
  readonly due: Commit.Commit["due"]
}

/**
 * The attempt for an offer: its price is reserved and its deadline falls due with the same commit that makes it, and
 * the hand-over is work that comes after.
 */
export const take = (
  progress: Progress.Progress,
  offer: Offer,
  plan: Routing.Plan,
  trigger: "route_chosen" | "next_candidate",
  at: Instant.Instant,
  mint: Mint
): Taken => {
  const message = progress.message
  const attempt: Attempt = {
    id: mint.id(at) as AttemptId,
    send: message.send,
    carrier: offer.carrier,
    channel: offer.channel,
    from: offer.from,
    segments: offer.segments,
    fallback: offer.fallback,
    payer: offer.payer,
    price: offer.price.price,
    activeContactPrice: offer.price.activeContactPrice,
    charge: "reserved",
    startedAt: at,
    deadline: Instant.plus(at, Limit.submissionDeadline),
    reference: null,
    report: null,
    failure: null
  }
  const target = { message: message.id, attempt: attempt.id }
  return {
    progress: Progress.advance(progress, trigger, at, mint, {
      description: `${offer.channel} through ${offer.carrier}`,
      from: offer.from,
      leftOut: plan.leftOut
    }, { channel: offer.channel, rendered: offer.rendered, attempts: [...message.attempts, attempt] }),
    spends: [{
      account: attempt.payer,
      amount: Price.total(offer.price),
      floor: Money.zero,
      once: `reserve:${attempt.id}`
    }],
    due: [
      SubmissionWork.due(target, offer.carrier, at),
      SubmissionDeadlineWork.due(target, message.account, attempt.deadline)
    ]
  }
}
