/**
 * Applies the results of attempts at one endpoint to their deliveries and to the health of the endpoint, in the order in
 * which the attempts ended, and switches the webhook off after too many failures. All of them are one commit.
 */
import * as Audited from "../audit/Audited.ts"
import * as Limit from "../catalogue/Limit.ts"
import * as Commit from "../commit/Commit.ts"
import { type Decision, done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as LeasedDecision from "../commit/LeasedDecision.ts"
import * as Needs from "../commit/Needs.ts"
import * as Restriction from "../engine/Restriction.ts"
import type { WebhookResult } from "../port/WebhookSender.ts"
import { Accounts } from "../row/Account.ts"
import type { Delivery } from "../row/Delivery.ts"
import { Deliveries } from "../row/Delivery.ts"
import type { Endpoint } from "../row/Webhook.ts"
import { Endpoints, Webhooks } from "../row/Webhook.ts"
import type { WebhookId } from "../value/Id.ts"
import * as Instant from "../value/Instant.ts"
import type { Lease } from "../work/Work.ts"
import { again } from "../work/Work.ts"
import * as Attempt from "./Attempt.ts"
import { DeliveryWork, RetryWork } from "./DeliveryWork.ts"
import * as Health from "./Health.ts"
import * as Retry from "./Retry.ts"

export interface Attempted {
  readonly lease: Lease
  /** Null when no attempt was made, because the webhook is deleted or switched off. */
  readonly result: WebhookResult | null
  readonly began: Instant.Instant
  readonly ended: Instant.Instant
}

export interface Outcomes {
  readonly webhook: WebhookId
  /** In the order in which they ended. */
  readonly attempts: ReadonlyArray<Attempted>
}

/** The state of the endpoint after some outcomes of a set. */
interface State {
  readonly endpoint: Endpoint
  readonly isActive: boolean
}

/** The parts of the commit, to which each outcome adds its own. */
type Parts = Array<Partial<Commit.Commit>>

/** Returns whether an attempt was made, and failed. */
export const isFailure = ({ result }: Attempted): boolean =>
  result !== null && result._tag !== "Unsent" && !Retry.succeeded(result)

/** Returns whether first attempts at the endpoint may have to wait after this, since it has failed, or was not made. */
export const isSetback = (attempted: Attempted): boolean => attempted.result !== null && !isSuccess(attempted)

/** Returns whether an attempt was made that had an answer, and a good one. */
const isSuccess = ({ result }: Attempted): boolean =>
  result !== null && result._tag !== "Unsent" && Retry.succeeded(result)

/**
 * Puts an attempt off that this service could not make. A first attempt stays leased: whoever has begun it lets it go, and
 * what stands behind it.
 */
const unsent = (state: State, parts: Parts, { ended, lease }: Attempted, delivery: Delivery): State => {
  const until = Instant.plus(ended, Limit.webhookUnsent)
  if (!Attempt.isFirst(delivery)) {
    parts.push({ due: [again(lease, until)] })
    return state
  }
  parts.push({ holds: [LeasedDecision.fence(lease)] })
  return { ...state, endpoint: { ...state.endpoint, waitsUntil: until } }
}

const put = (delivery: Delivery): Partial<Commit.Commit> => ({ puts: [Commit.put(Deliveries, delivery)] })

/** Closes the lane of first attempts while they wait, and opens it again. */
const paused = (facts: Facts.Facts, before: Endpoint, after: Endpoint): Partial<Commit.Commit> => {
  const until = after.waitsUntil
  return until === null && before.waitsUntil === null
    ? {}
    : Restriction.pause(facts, DeliveryWork.lane.of(after.webhook), until)
}

const decision: Decision<Outcomes & LeasedDecision.LeasedSet, void> = {
  name: "delivery.settle",
  isVerified: ({ attempts }) => attempts.every(isSuccess),
  needs: ({ attempts, webhook }, facts) => {
    const owner = attempts.some(isFailure) ? Facts.peek(facts, Webhooks, webhook)?.account : undefined
    const waitsUntil = Facts.peek(facts, Endpoints, webhook)?.waitsUntil ?? null
    return Needs.all(
      Needs.row(Webhooks, webhook),
      Needs.row(Endpoints, webhook),
      waitsUntil === null && attempts.every(isSuccess) ? Needs.none : Restriction.needs,
      ...attempts.map(({ lease }) => Needs.row(Deliveries, DeliveryWork.target(lease))),
      owner === undefined ? Needs.none : Needs.row(Accounts, owner)
    )
  },
  decide: ({ attempts, webhook: id }, grounds) => {
    const { facts } = grounds
    const webhook = Facts.get(facts, Webhooks, id)
    const before = Facts.get(facts, Endpoints, id) ?? Health.newEndpoint(id)
    const owner = webhook === null || !attempts.some(isFailure) ? null : Facts.get(facts, Accounts, webhook.account)
    const minutes = owner?.webhookDisableMinutes ?? Limit.webhookDisableMinutes

    const parts: Parts = []
    const after = (state: State, attempted: Attempted): State => {
      const { began, lease, result } = attempted
      // The store says when work is due, so an attempt never ended earlier, however late the clock of this node is.
      const ended = Instant.latest(attempted.ended, lease.at)
      const key = DeliveryWork.target(lease)
      const delivery = Facts.get(facts, Deliveries, key)
      if (delivery === null || Attempt.isOver(delivery)) return state
      parts.push({ expects: [Facts.expected(facts, Deliveries, delivery.id)] })
      if (result === null || webhook === null) {
        parts.push(put(Retry.abandoned(delivery, "webhook disabled", ended)))
        return state
      }
      if (result._tag === "Unsent") return unsent(state, parts, { ...attempted, ended }, delivery)
      const verdict = Retry.after(delivery, { result, began, ended }, webhook.retryCount)
      parts.push(put(verdict.delivery))
      if (verdict.retryAt !== null) parts.push({ due: [RetryWork.due(delivery.id, id, verdict.retryAt)] })
      const health = Health.after(state.endpoint, result, ended, minutes)
      const isOff = state.isActive && Health.isExhausted(health, ended, minutes)
      return {
        // What still waits for a webhook that is switched off is given up immediately.
        endpoint: isOff || !state.isActive ? { ...health, waitsUntil: null } : health,
        isActive: state.isActive && !isOff
      }
    }

    const isActive = webhook?.isActive === true
    const start: State = { endpoint: before, isActive }
    const end = attempts.reduce(after, start)
    const isChanged = end.endpoint !== before
    const isOff = webhook !== null && isActive && !end.isActive
    return done(
      undefined,
      ...parts,
      isChanged
        ? { expects: [Facts.expected(facts, Endpoints, id)], puts: [Commit.put(Endpoints, end.endpoint)] }
        : {},
      webhook === null || isOff ? {} : { expects: [Facts.expected(facts, Webhooks, id)] },
      isOff
        ? Audited.logged(
          "webhooks.disable",
          Commit.make({
            expects: [Facts.expected(facts, Webhooks, id)],
            puts: [Commit.put(Webhooks, { ...webhook, isActive: false, subscribes: [] })]
          }),
          grounds,
          () => Audited.party("service")
        )
        : {},
      isChanged ? paused(facts, before, end.endpoint) : {}
    )
  }
}

/** Each of the leases ends, but for those of first attempts that could not be made, whose holder lets go of them. */
export const Settle = LeasedDecision.makeSet(decision)

export const command = (webhook: WebhookId, attempts: ReadonlyArray<Attempted>) => ({
  webhook,
  attempts,
  leases: attempts.map(({ lease }) => lease)
})
