import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

export const mutations: ReadonlyArray<Mutation> = [
  core(
    "deliveries",
    "delivery/Signature.ts",
    "`${webhook}.${unixSeconds}.${body}`",
    "`${webhook}.${body}`",
    "core/Signature"
  ),
  core("deliveries", "delivery/Retry.ts", "attempts > retryCount", "attempts >= retryCount", "core/Retry"),
  core("deliveries", "delivery/Retry.ts", "Math.min(3600,", "Math.max(3600,", "core/Retry"),
  core("deliveries", "delivery/DeliveryJob.ts", "isActive: false, subscribes: []", "isActive: false", "core/Retry"),
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
    "delivery/DeliveryJob.ts",
    "number: delivery.attempts + 1",
    "number: delivery.attempts",
    "core/Delivery"
  ),
  core(
    "deliveries",
    "delivery/DeliveryJob.ts",
    "eventId: delivery.id",
    "eventId: event.id",
    "core/Delivery"
  ),
  core(
    "deliveries",
    "delivery/DeliveryJob.ts",
    "webhook.retryCount, began, now)",
    "webhook.retryCount, now, began)",
    "core/Retry"
  ),
  core(
    "deliveries",
    "delivery/DeliveryJob.ts",
    "Facts.get(facts, Endpoints, webhook.id) ?? Health",
    "Health",
    "core/Retry"
  ),
  core("deliveries", "delivery/DeliveryJob.ts", ", Commit.put(Endpoints, endpoint)]", "]", "core/Retry"),
  core(
    "deliveries",
    "delivery/DeliveryJob.ts",
    "timeoutMillis: webhook.timeoutSeconds * 1000",
    "timeoutMillis: 30_000",
    "core/Delivery"
  ),
  core(
    "deliveries",
    "delivery/DeliveryJob.ts",
    "if (delivery === null || isOver(delivery)) return ended()",
    "if (delivery === null) return ended()",
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
    "delivery/DeliveryJob.ts",
    "isOff ? { ...health, waitsUntil: null } : health",
    "health",
    "core/Health"
  ),
  core("deliveries", "delivery/DeliveryJob.ts", "      paused(before, endpoint),\n", "", "core/Delivery"),
  core("deliveries", "delivery/DeliveryJob.ts", "    releases: [LeasedDecision.fence(lease)],\n", "", "core/Health"),
  core(
    "deliveries",
    "delivery/DeliveryJob.ts",
    "delivery.attempts > 0 ? { due",
    "delivery.attempts > 9 ? { due",
    "core/Health"
  ),
  core("deliveries", "delivery/DeliveryJob.ts", "?.waitsUntil ?? null\n", "?.lastSuccessAt ?? null\n", "core/Delivery"),
  core("deliveries", "delivery/DeliveryJob.ts", "[RetryWork.due(delivery", "[DeliveryWork.due(delivery", "core/Health"),
  core("deliveries", "delivery/DeliveryWork.ts", "\"retry\", 8", "\"retry\", 9", "core/Job")
]
