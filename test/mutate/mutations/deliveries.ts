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
  core("deliveries", "delivery/DeliveryHandler.ts", "isActive: false, subscribes: []", "isActive: false", "core/Retry"),
  core(
    "deliveries",
    "delivery/Subscription.ts",
    "wanted.length === 0 || wanted.includes(suffix)",
    "wanted.includes(suffix)",
    "core/Subscription"
  ),
  core("deliveries", "delivery/Fanout.ts", "`${event}/${webhook}`", "`${event}`", "core/Fanout")
]
