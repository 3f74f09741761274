import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

export const mutations: ReadonlyArray<Mutation> = [
  core(
    "hand-over",
    "carrier/Handover.ts",
    "message.status === \"ROUTED\" && attempt.send",
    "attempt.send",
    "core/History"
  ),
  core(
    "hand-over",
    "carrier/Handover.ts",
    "outcome.reference === null || attempt.reference !== null",
    "true",
    "core/History"
  ),
  core(
    "hand-over",
    "carrier/Handover.ts",
    "once: `return:${attempt.id}`",
    "once: `reserve:${attempt.id}`",
    "core/History"
  ),
  core(
    "hand-over",
    "carrier/Handover.ts",
    "{ relied: outlook.relied, spends: route.spends",
    "{ spends: route.spends",
    "core/History"
  ),
  core(
    "hand-over",
    "carrier/Handover.ts",
    "next === null || attempt.fallback === false",
    "next === null",
    "core/History"
  ),
  core(
    "hand-over",
    "carrier/Handover.ts",
    "Gate.firstHit({ ...outlook.situation, balance }, \"further\")",
    "Gate.firstHit({ ...outlook.situation, balance })",
    "core/History"
  ),
  core(
    "hand-over",
    "carrier/Handover.ts",
    "Money.plus(outlook.situation.balance, returned)",
    "outlook.situation.balance",
    "core/History"
  ),
  core(
    "hand-over",
    "carrier/Handover.ts",
    "referred(message, attempt, reference), opened(message, now), {",
    "referred(message, attempt, reference), {",
    "core/History"
  ),
  core("hand-over", "carrier/Handover.ts", "template === null ? {} : { puts", "{ puts", "core/History"),
  core(
    "hand-over",
    "carrier/Handover.ts",
    "message.status === \"ROUTED\" && attempt.send === message.send",
    "message.status === \"ROUTED\"",
    "core/Message.test"
  ),
  core("hand-over", "carrier/Handover.ts", "Commit.all(settled, ...parts)", "Commit.all(...parts)", "core/History"),
  core("hand-over", "carrier/Handover.ts", "if (outcome._tag === \"Unanswered\") return ended()\n", "", "core/History"),
  core(
    "hand-over",
    "carrier/Handover.ts",
    "      at: Instant.plus(now, Limit.receiptDeadline)",
    "      at: now",
    "core/History"
  )
]
