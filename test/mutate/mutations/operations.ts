import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

export const mutations: ReadonlyArray<Mutation> = [
  core("operations", "operation/Decoding.ts", "`${name}[${step}]`", "`${name}.${step}`", "core/operation/Decoding"),
  core(
    "operations",
    "operation/Sandbox.ts",
    "body[\"sandbox\"] === true",
    "body[\"sandbox\"] !== false",
    "core/operation/Sandbox"
  ),
  core("operations", "commit/Refused.ts", "codes.size === 1", "codes.size >= 1", "core/commit/Refused"),
  core(
    "operations",
    "template/CreateTemplate.ts",
    "{ ...template, status: \"DRAFT\" }",
    "template",
    "core/operation/Sandbox"
  ),
  core("operations", "accept/Accept.ts", "[...new Set(values)]", "[...values]", "core/accept/Accept"),
  ...([
    ["if (reply !== null) return Effect.void", "return Effect.void"],
    ["{ account: caller.account.id, key }", "{ account: caller.keyAccount.id, key }"],
    ["Effect.uninterruptibleMask(Effect.fnUntraced(", "((body) => body((effect) => effect))(Effect.fnUntraced("],
    ["commit: { ...commit, reply: made.reply }", "commit"],
    ["Refused.status(refused) < 500", "Refused.status(refused) < 600"],
    ["sealSimulated(answer, held, ", "sealSimulated(answer, null, "],
    ["{ ...frame, at },", "frame,"]
  ] as const).map(([find, replace]) =>
    core("operations", "operation/Operations.ts", find, replace, "core/operation/OperationsIdempotency")
  ),
  core("operations", "profile/CreateSenderProfile.ts", "isActive(key, now) ?", "true ?", "core/operation/ShownOnce"),
  core(
    "operations",
    "webhook/SealedReplies.ts",
    "seal(reply.withheld.secret, claimText(reply.claim))",
    "Effect.succeed(reply.withheld.secret)",
    "core/operation/ShownOnce"
  ),
  core("operations", "operation/Operations.ts", "operation.shownOnce ?? null", "null", "core/operation/ShownOnce"),
  core(
    "operations",
    "operation/ShownOnce.ts",
    "Digest.sha256(secret) === digest",
    "digest !== \"\"",
    "core/operation/ShownOnce"
  ),
  core(
    "operations",
    "operation/ShownOnce.ts",
    "{ ...data, [field]: null }",
    "data",
    "core/operation/ShownOnce"
  ),
  core(
    "operations",
    "accept/RecipientBody.ts",
    "Text.jsonBytes(text)",
    "text.length",
    "core/accept/SendMessageTexts"
  ),
  core(
    "operations",
    "value/Text.ts",
    "bytes(text) <= most",
    "text.length <= most",
    "core/operation/OperationsIdempotency"
  ),
  core("operations", "engine/ErrorSummary.ts", "/\\+?\\d{7,}/g", "/\\+?\\d{70,}/g", "http/Steps"),
  core(
    "operations",
    "operation/Abandoned.ts",
    "yield* Queue.offer(left, held)",
    "yield* Effect.void",
    "core/operation/OperationsIdempotency"
  ),
  core(
    "operations",
    "operation/Answer.ts",
    "status === 503 ? 1 : null",
    "null",
    "core/operation/OperationsIdempotency"
  ),
  core("operations", "operation/Answer.ts", "code.toLowerCase()", "code", "http/DocUrl")
]
