import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

export const mutations: ReadonlyArray<Mutation> = [
  core("deliveries", "delivery/Fanout.ts", "7${event.slice(15, 18)}", "7000", "core/delivery/Fanout"),
  core(
    "deliveries",
    "delivery/Signature.ts",
    "`${webhook}.${unixSeconds}.${body}`",
    "`${webhook}.${body}`",
    "core/delivery/Signature"
  ),
  core("deliveries", "delivery/Fanout.ts", "`${event}/${webhook}`", "`${event}`", "core/delivery/Fanout"),
  core(
    "deliveries",
    "delivery/Attempt.ts",
    "number: delivery.attempts + 1",
    "number: delivery.attempts",
    "core/row/Delivery"
  ),
  core(
    "deliveries",
    "delivery/Attempt.ts",
    "eventId: delivery.id",
    "eventId: event.id",
    "core/row/Delivery"
  ),
  core(
    "deliveries",
    "delivery/Settle.ts",
    "Facts.get(facts, Endpoints, id) ?? Health",
    "Health",
    "core/delivery/Retry"
  ),
  core(
    "deliveries",
    "delivery/Attempt.ts",
    "timeoutMillis: webhook.timeoutSeconds * 1000",
    "timeoutMillis: 30_000",
    "core/row/Delivery"
  ),
  core(
    "deliveries",
    "delivery/Retry.ts",
    "startedAt: delivery.startedAt ?? began",
    "startedAt: began",
    "core/delivery/Retry"
  ),
  core(
    "deliveries",
    "delivery/Retry.ts",
    "Instant.plus(ended, delay(attempts))",
    "Instant.plus(began, delay(attempts))",
    "core/delivery/Retry"
  ),
  core(
    "deliveries",
    "delivery/Retry.ts",
    "completedAt: over ? ended : null",
    "completedAt: over ? began : null",
    "core/delivery/Retry"
  ),
  core(
    "deliveries",
    "webhook/WebhookResource.ts",
    "instant(endpoint?.lastAttemptAt ?? null)",
    "instant(endpoint?.lastSuccessAt ?? null)",
    "core/webhook/WebhookResource"
  ),
  core(
    "deliveries",
    "webhook/WebhookResource.ts",
    "instant(endpoint?.lastSuccessAt ?? null)",
    "instant(endpoint?.lastAttemptAt ?? null)",
    "core/webhook/WebhookResource"
  ),
  core(
    "deliveries",
    "webhook/WebhookResource.ts",
    "updated_at: instant(webhook.updatedAt)",
    "updated_at: instant(webhook.createdAt)",
    "core/webhook/WebhookResource"
  ),
  core(
    "deliveries",
    "delivery/Fanout.ts",
    "createdAt: event.at,",
    "createdAt: event.at - 1 as typeof event.at,",
    "core/delivery/Fanout"
  ),
  core(
    "deliveries",
    "delivery/EventEnvelope.ts",
    "timestamp: toSeconds(at)",
    "timestamp: toSeconds(0 as Instant)",
    "core/message/MessageEvent"
  ),
  core("deliveries", "delivery/Health.ts", "* 2 ** (failures - 1)", "* failures", "core/delivery/Health"),
  core(
    "deliveries",
    "delivery/Health.ts",
    "failingSince: endpoint.failingSince ?? at",
    "failingSince: at",
    "core/delivery/Health"
  ),
  core("deliveries", "delivery/Health.ts", "disableMinutes <= 0 ? null : ", "", "core/delivery/Health"),
  core(
    "deliveries",
    "delivery/Health.ts",
    "at - failingSince >= disableMinutes * Instant.minute",
    "true",
    "core/delivery/Health"
  ),
  core(
    "deliveries",
    "delivery/Settle.ts",
    "isOff || !state.isActive ? { ...health, waitsUntil: null } : health",
    "health",
    "core/delivery/Health"
  ),
  core(
    "deliveries",
    "delivery/Settle.ts",
    "isChanged ? paused(facts, before, end.endpoint) : {}",
    "{}",
    "core/delivery/Health"
  ),
  core(
    "deliveries",
    "delivery/Settle.ts",
    "if (!Attempt.isFirst(delivery))",
    "if (delivery.attempts > 9)",
    "core/delivery/Health"
  ),
  core(
    "deliveries",
    "delivery/DeliveryJobs.ts",
    "(endpoint?.waitsUntil ?? now) - now",
    "(endpoint?.lastSuccessAt ?? now) - now",
    "core/row/Delivery"
  ),
  core(
    "deliveries",
    "delivery/Settle.ts",
    "[RetryWork.due(delivery",
    "[DeliveryWork.due(delivery",
    "core/delivery/Retry"
  ),
  core(
    "deliveries",
    "delivery/DeliveryWork.ts",
    "Limit.deliveryPlaces.endpoint",
    "Limit.deliveryPlaces.endpoint + 1",
    "core/engine/Job"
  ),
  core(
    "deliveries",
    "delivery/DeliveryJobs.ts",
    "isProven ? left() : 1",
    "left()",
    "core/delivery/DeliverySchedulerWidth"
  ),
  core(
    "deliveries",
    "delivery/DeliveryJobs.ts",
    " yield* turn.pass",
    " yield* Effect.void",
    "core/delivery/DeliveryJobs"
  ),
  core(
    "deliveries",
    "delivery/Settlements.ts",
    "line.waiting.slice(0, most)",
    "line.waiting.slice(0, 1)",
    "core/delivery/DeliverySchedulerWidth"
  ),
  core(
    "deliveries",
    "delivery/Settlements.ts",
    "Exit.isSuccess(all) || entries.length === 1 ? all",
    "Exit.isSuccess(all) || entries.length > 0 ? all",
    "core/delivery/DeliverySchedulerWidth"
  ),
  core(
    "deliveries",
    "delivery/Settle.ts",
    "Health.after(state.endpoint,",
    "Health.after(before,",
    "core/delivery/Settle"
  ),
  core(
    "deliveries",
    "delivery/DeliveryPlaces.ts",
    "const own = mine === 0 ? 1 : 0",
    "const own = 0",
    "core/delivery/DeliveryPlaces"
  ),
  core(
    "deliveries",
    "delivery/DeliveryPlaces.ts",
    "room(customer, webhook) < 1",
    "false",
    "core/delivery/DeliveryPlaces"
  ),
  core(
    "deliveries",
    "delivery/FairShare.ts",
    "bounds.rest * (ended - began)",
    "(ended - began)",
    "core/delivery/FairShare"
  ),
  core("deliveries", "delivery/FairShare.ts", "? other : latest", "? latest : latest", "core/delivery/FairShare"),
  core("deliveries", "delivery/FairShare.ts", "bounds.turn)", "3 * bounds.turn)", "core/delivery/FairShare"),
  {
    area: "deliveries",
    file: "adapters/postgres/src/internal/queue/backlogs.ts",
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
