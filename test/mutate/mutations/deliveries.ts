import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

export const mutations: ReadonlyArray<Mutation> = [
  core("deliveries", "delivery/Fanout.ts", "7${event.slice(15, 18)}", "7000", "core/Fanout"),
  core(
    "deliveries",
    "delivery/DeliveryJob.ts",
    "batch.isOpen && batch.left.length === 0",
    "batch.left.length === 0",
    "core/DeliveryJob"
  ),
  core(
    "deliveries",
    "delivery/Signature.ts",
    "`${webhook}.${unixSeconds}.${body}`",
    "`${webhook}.${body}`",
    "core/Signature"
  ),
  core("deliveries", "delivery/Retry.ts", "attempts > retryCount", "attempts >= retryCount", "core/Retry"),
  core("deliveries", "delivery/Retry.ts", "Math.min(3600,", "Math.max(3600,", "core/Retry"),
  core("deliveries", "delivery/Settle.ts", "isActive: false, subscribes: []", "isActive: false", "core/Retry"),
  core(
    "deliveries",
    "delivery/Subscription.ts",
    "wanted.length === 0 || wanted.includes(suffix)",
    "wanted.includes(suffix)",
    "core/Subscription"
  ),
  core("deliveries", "delivery/Fanout.ts", "`${event}/${webhook}`", "`${event}`", "core/Fanout"),
  core(
    "deliveries",
    "delivery/Attempt.ts",
    "number: delivery.attempts + 1",
    "number: delivery.attempts",
    "core/Delivery"
  ),
  core(
    "deliveries",
    "delivery/Attempt.ts",
    "eventId: delivery.id",
    "eventId: event.id",
    "core/Delivery"
  ),
  core(
    "deliveries",
    "delivery/Settle.ts",
    "webhook.retryCount, began, ended)",
    "webhook.retryCount, ended, began)",
    "core/Retry"
  ),
  core(
    "deliveries",
    "delivery/Settle.ts",
    "Facts.get(facts, Endpoints, id) ?? Health",
    "Health",
    "core/Retry"
  ),
  core("deliveries", "delivery/Settle.ts", "[Commit.put(Endpoints, end.endpoint)]", "[]", "core/Retry"),
  core(
    "deliveries",
    "delivery/Attempt.ts",
    "timeoutMillis: webhook.timeoutSeconds * 1000",
    "timeoutMillis: 30_000",
    "core/Delivery"
  ),
  core(
    "deliveries",
    "delivery/Settle.ts",
    "if (delivery === null || Attempt.isOver(delivery)) return",
    "if (delivery === null) return",
    "core/Retry"
  ),
  core("deliveries", "delivery/Retry.ts", "startedAt: delivery.startedAt ?? began", "startedAt: began", "core/Retry"),
  core(
    "deliveries",
    "delivery/Retry.ts",
    "Instant.plus(ended, delay(attempts))",
    "Instant.plus(began, delay(attempts))",
    "core/Retry"
  ),
  core(
    "deliveries",
    "delivery/Retry.ts",
    "completedAt: over ? ended : null",
    "completedAt: over ? began : null",
    "core/Retry"
  ),
  core(
    "deliveries",
    "webhook/WebhookResource.ts",
    "instant(endpoint?.lastAttemptAt ?? null)",
    "instant(endpoint?.lastSuccessAt ?? null)",
    "core/WebhookResource"
  ),
  core(
    "deliveries",
    "webhook/WebhookResource.ts",
    "instant(endpoint?.lastSuccessAt ?? null)",
    "instant(endpoint?.lastAttemptAt ?? null)",
    "core/WebhookResource"
  ),
  core(
    "deliveries",
    "webhook/WebhookResource.ts",
    "updated_at: instant(webhook.updatedAt)",
    "updated_at: instant(webhook.createdAt)",
    "core/WebhookResource"
  ),
  core(
    "deliveries",
    "delivery/Fanout.ts",
    "createdAt: event.at,",
    "createdAt: event.at - 1 as typeof event.at,",
    "core/Fanout"
  ),
  core(
    "deliveries",
    "delivery/EventEnvelope.ts",
    "timestamp: toSeconds(at)",
    "timestamp: toSeconds(0 as Instant)",
    "core/MessageEvent"
  ),
  core("deliveries", "delivery/Health.ts", "waitsUntil: null, lastAttemptAt: at }", "waitsUntil: null }", "core/Retry"),
  core(
    "deliveries",
    "delivery/Health.ts",
    "consecutiveFailures: 0, lastSuccessAt: at }",
    "consecutiveFailures: 0 }",
    "core/Retry"
  ),
  core("deliveries", "delivery/Health.ts", "* 2 ** (failures - 1)", "* failures", "core/Health"),
  core(
    "deliveries",
    "delivery/Health.ts",
    "failures === 1 ? at : endpoint.failingSince ?? at",
    "endpoint.failingSince ?? at",
    "core/Health"
  ),
  core("deliveries", "delivery/Health.ts", "disableMinutes <= 0 ? null : ", "", "core/Health"),
  core(
    "deliveries",
    "delivery/Health.ts",
    " && at - (failingSince ?? at) >= disableMinutes * Instant.minute",
    "",
    "core/Health"
  ),
  core(
    "deliveries",
    "delivery/Settle.ts",
    "isOff || !state.isActive ? { ...health, waitsUntil: null } : health",
    "health",
    "core/Health"
  ),
  core("deliveries", "delivery/Settle.ts", "isChanged ? paused(before, end.endpoint) : {}", "{}", "core/Health"),
  core("deliveries", "delivery/Settle.ts", "{ releases: [LeasedDecision.fence(lease)] }", "{}", "core/Health"),
  core(
    "deliveries",
    "delivery/Settle.ts",
    "return delivery.attempts > 0",
    "return delivery.attempts > 9",
    "core/Health"
  ),
  core(
    "deliveries",
    "delivery/DeliveryJob.ts",
    "(endpoint?.waitsUntil ?? now) - now",
    "(endpoint?.lastSuccessAt ?? now) - now",
    "core/Delivery"
  ),
  core("deliveries", "delivery/Settle.ts", "[RetryWork.due(delivery", "[DeliveryWork.due(delivery", "core/Retry"),
  core("deliveries", "delivery/DeliveryWork.ts", "\"retry\", width", "\"retry\", width + 1", "core/Job"),
  core("deliveries", "delivery/DeliveryJob.ts", "isProven ? wanted : 1", "wanted", "core/DeliveryWidth"),
  core("deliveries", "delivery/DeliveryJob.ts", " yield* turn.pass", " yield* Effect.void", "core/DeliveryWidth"),
  core(
    "deliveries",
    "delivery/DeliveryJob.ts",
    "Scheduler.PreventSchedulerYield, true",
    "Scheduler.PreventSchedulerYield, false",
    "simulation/Swarm"
  ),
  core(
    "deliveries",
    "delivery/Settlements.ts",
    "line.waiting.slice(0, most)",
    "line.waiting.slice(0, 1)",
    "core/DeliveryWidth"
  ),
  core(
    "deliveries",
    "delivery/Settlements.ts",
    "Exit.isSuccess(all) || entries.length === 1 ? all",
    "Exit.isSuccess(all) || entries.length > 0 ? all",
    "core/DeliveryWidth"
  ),
  core("deliveries", "delivery/Settle.ts", "state.deliveries.get(key) ?? ", "", "core/Settle"),
  core("deliveries", "delivery/Settle.ts", "Health.after(state.endpoint,", "Health.after(before,", "core/Settle"),
  core("deliveries", "delivery/DeliveryPlaces.ts", "const own = mine === 0 ? 1 : 0", "const own = 0", "core/Places"),
  core(
    "deliveries",
    "delivery/DeliveryPlaces.ts",
    "room(customer, waiting.webhook) < 1",
    "room(customer, webhook) < 1",
    "core/Places"
  ),
  core(
    "deliveries",
    "delivery/DeliveryTurns.ts",
    "bounds.rest * (ended - began)",
    "(ended - began)",
    "core/DeliveryTurns"
  ),
  core("deliveries", "delivery/DeliveryTurns.ts", "? other : latest", "? latest : latest", "core/DeliveryTurns"),
  core("deliveries", "delivery/DeliveryTurns.ts", "waiting.delete(customer)", "", "core/DeliveryTurns"),
  core("deliveries", "delivery/DeliveryTurns.ts", "bounds.turn)", "3 * bounds.turn)", "core/DeliveryTurns"),
  core("deliveries", "delivery/DeliveryTurns.ts", "&& turn.hasBegun ? turn", "? turn", "core/DeliveryTurns"),
  core("deliveries", "delivery/Attempts.ts", "Turns.isLate(lease.at, began)", "true", "core/LateDeliveries"),
  core("deliveries", "delivery/DeliveryJob.ts", " || hasWaitedMore || isBehind", "", "core/LateDeliveries"),
  core(
    "deliveries",
    "delivery/DeliveryJob.ts",
    "const now = hasWaited || hasWaitedMore",
    "const now = hasWaited",
    "core/LateDeliveries"
  ),
  {
    area: "deliveries",
    file: "adapters/postgres/src/internal/backlogs.ts",
    find: "w.lane > ${after} and",
    replace: "w.lane >= ${after} and",
    tests: ["stores/postgres"]
  },
  {
    area: "deliveries",
    file: "adapters/memory/src/internal/workTable.ts",
    find: "pausedUntil > now ? pausedUntil",
    replace: "pausedUntil > 0 ? pausedUntil",
    tests: ["stores/memory"]
  }
]
