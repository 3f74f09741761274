import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

export const mutations: ReadonlyArray<Mutation> = [
  core("operations", "operation/Decoding.ts", "`${name}[${step}]`", "`${name}.${step}`", "core/Decoding"),
  core(
    "operations",
    "operation/Operations.ts",
    "body[\"sandbox\"] === true",
    "body[\"sandbox\"] !== false",
    "core/Simulation"
  ),
  core("operations", "commit/Refused.ts", "codes.size === 1", "codes.size >= 1", "core/Refused"),
  core(
    "operations",
    "template/CreateTemplate.ts",
    "{ ...template, status: \"DRAFT\" }",
    "template",
    "core/Simulation"
  ),
  core("operations", "accept/Accept.ts", "[...new Set(values)]", "[...values]", "core/Accept"),
  ...([
    ["Effect.tapCause(() => abandon(held)),", ""],
    ["reply === null ? abandon(held) : Effect.void", "Effect.void"],
    ["{ account: caller.account.id, key }", "{ account: caller.keyAccount.id, key }"],
    ["Effect.uninterruptibleMask(Effect.fnUntraced(", "((body) => body((effect) => effect))(Effect.fnUntraced("],
    ["commit: { ...commit, reply: made.reply }", "commit"],
    ["Refused.status(refused) < 500", "Refused.status(refused) < 600"],
    [", now, mint), now), held)", ", now, mint), now), null)"],
    ["{ ...frame, at },", "frame,"]
  ] as const).map(([find, replace]) =>
    core("operations", "operation/Operations.ts", find, replace, "core/Idempotence")
  ),
  core("operations", "operation/Operations.ts", "operation.shownOnce?.field ?? null", "null", "core/ShownOnce"),
  core(
    "operations",
    "operation/ShownOnce.ts",
    "Digest.sha256(secret) === digest",
    "digest !== \"\"",
    "core/ShownOnce"
  ),
  core(
    "operations",
    "operation/ShownOnce.ts",
    "{ ...data, [field]: null }",
    "data",
    "core/ShownOnce"
  ),
  core(
    "operations",
    "accept/RecipientBody.ts",
    "size > Limit.answerTextBytes",
    "false",
    "core/AnswerTexts"
  ),
  core("operations", "accept/RecipientBody.ts", "Text.bytes(text)", "text.length", "core/AnswerTexts"),
  core("operations", "value/Text.ts", "bytes(text) <= most", "text.length <= most", "core/Idempotence"),
  core("operations", "engine/Accident.ts", "/\\+?\\d{7,}/g", "/\\+?\\d{70,}/g", "http/Steps"),
  core("operations", "operation/RequestLog.ts", "        request_id: requestId,\n", "", "http/Steps")
]
