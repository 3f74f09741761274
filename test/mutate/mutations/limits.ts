/**
 * Mutates the steps that every request goes through: rate windows, kept answers, sandboxes, and what an unexpected
 * failure says.
 */
import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

const step = (file: string, find: string, replace: string, test: string): Mutation => ({
  area: "limits",
  file: `packages/http/src/steps/${file}`,
  find,
  replace,
  tests: [test]
})

/** An operation that is carried out although a sandbox was asked for. */
const live = (name: string): Mutation =>
  core(
    "limits",
    "operation/Operations.ts",
    "const made = simulate !== null && frame.sandbox",
    `const made = simulate !== null && frame.sandbox && operation.name !== "${name}"`,
    "http/sandbox"
  )

export const mutations: ReadonlyArray<Mutation> = [
  step(
    "Rate.ts",
    "Limit.sensitiveRequestsPerMinute, \"fixed\"",
    "Limit.sensitiveRequestsPerMinute, \"sliding\"",
    "http/Windows"
  ),
  step("Rate.ts", "account.requestsPerMinute, \"sliding\"", "account.requestsPerMinute, \"fixed\"", "http/Windows"),
  step("Rejection.ts", "`${refused.message} (${requestId})`", "refused.message", "http/Steps"),
  core(
    "limits",
    "account/NewAccount.ts",
    "requestsPerMinute: Limit.standardRequestsPerMinute",
    "requestsPerMinute: 9999",
    "http/Windows"
  ),
  core(
    "limits",
    "catalogue/Limit.ts",
    "export const idempotencyLifetime = Instant.day",
    "export const idempotencyLifetime = Instant.day - 1",
    "http/Windows"
  ),
  core(
    "limits",
    "catalogue/Limit.ts",
    "export const lockoutSeconds = [60, 300, 900, 1800, 3600]",
    "export const lockoutSeconds = [60, 300, 900, 2400, 3600]",
    "http/Windows"
  ),
  live("webhooks.toggle"),
  live("webhooks.rotate_secret"),
  live("templates.delete"),
  live("contacts.create"),
  live("users.create"),
  live("messages.send"),
  live("sender_profiles.update")
]
