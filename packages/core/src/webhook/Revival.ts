/**
 * A webhook that is switched on again begins anew: its endpoint has not failed yet, and nothing waits for it (decisions
 * 4.5).
 */
import type * as Commit from "../commit/Commit.ts"
import { put } from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import { DeliveryWork } from "../delivery/DeliveryWork.ts"
import * as Restriction from "../engine/Restriction.ts"
import type { Endpoint, Webhook } from "../row/Webhook.ts"
import { Endpoints } from "../row/Webhook.ts"

/** Returns the endpoint of a webhook that is active again. */
export const revived = (endpoint: Endpoint): Endpoint => ({
  ...endpoint,
  consecutiveFailures: 0,
  failingSince: null,
  waitsUntil: null
})

/** Returns whether this change switches the webhook on. */
export const isRevival = (before: Webhook | null, after: Webhook): boolean =>
  before !== null && !before.isActive && after.isActive

/** Needs what a revival needs besides the row of the endpoint. */
export const needs = (before: Webhook | null, after: Webhook | null): Needs.Needs =>
  after !== null && isRevival(before, after) ? Restriction.needs : Needs.none

/** Returns what a change of the webhook does to its endpoint. A revival needs the row of the endpoint. */
export const revive = (facts: Facts.Facts, before: Webhook | null, after: Webhook): Partial<Commit.Commit> => {
  if (!isRevival(before, after)) return {}
  const endpoint = Facts.get(facts, Endpoints, after.id)
  const expects = [Facts.expected(facts, Endpoints, after.id)]
  return endpoint === null ? { expects } : {
    expects,
    puts: [put(Endpoints, revived(endpoint))],
    ...Restriction.pause(facts, DeliveryWork.lane.of(after.id), null)
  }
}
