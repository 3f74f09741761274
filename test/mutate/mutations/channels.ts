/**
 * Channels, their documents, and what markets demand.
 */
import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

const state = (file: string, find: string, replace: string): Mutation =>
  core("channels", file, find, replace, "core/ChannelState")

const requirement = (find: string, replace: string): Mutation =>
  core("channels", "compliance/Requirement.ts", find, replace, "core/Requirement")

export const mutations: ReadonlyArray<Mutation> = [
  state(
    "channel/ChannelState.ts",
    "row(\"sms\", \"ACTIVE\", \"deactivate\", \"INACTIVE\", \"CHANNEL_009\"",
    "row(\"sms\", \"ACTIVE\", \"deactivate\", \"INACTIVE\", \"CHANNEL_005\""
  ),
  state(
    "channel/ChannelState.ts",
    "row(\"sms\", \"PROVISIONING\", \"reject\"",
    "row(\"sms\", \"ACTIVE\", \"reject\""
  ),
  state("channel/ChannelStep.ts", "(before === \"ACTIVE\") === (after === \"ACTIVE\")", "before === after"),
  state("channel/SenderGrant.ts", "if (!market.gaveSender) return { account, market }", ""),
  state("channel/SenderGrant.ts", "|| has(account, market)", ""),
  state("channel/SenderGrant.ts", "canSend(bare) ? bare : ", "bare ?? "),
  state(
    "dispatch/Sender.ts",
    "(own?.country === region ? undefined : senderFor(account, channel, region)) ?? own?.number",
    "own?.number"
  ),
  state("catalogue/ChannelCode.ts", "CHANNEL_003: [\"PENDING_REVIEW\"", "CHANNEL_003: [\"PROVISIONING\""),
  requirement("required || (when !== null && ", "(when !== null && "),
  requirement("if (found.length > 1)", "if (found.length > 2)"),
  requirement("accept.includes(found[0]!.contentType.toLowerCase())", "true"),
  requirement("...unknown.map((key) => `${key} is not asked for in this market`)", ""),
  requirement("texts.some((text) => text.length > most)", "false"),
  core(
    "channels",
    "operation/Operations.ts",
    "error._tag === \"StoreError\"\n          ? Effect.void",
    "true\n          ? Effect.void",
    "core/HandedDocuments"
  ),
  core(
    "channels",
    "channel/DocumentWork.ts",
    "fate === \"keep\" ? keep(document)",
    "fate === \"keep\" ? remove([document])",
    "core/HandedDocuments"
  ),
  core("channels", "compliance/RequirementTable.ts", "(rule.type ?? type) === type", "true", "core/Requirement"),
  {
    area: "channels",
    file: "adapters/memory/src/MemoryDocuments.ts",
    find: "sizeOf(known) + sizeOf(documents) > mostBytes",
    replace: "sizeOf(documents) > mostBytes",
    tests: ["stores/documents"]
  },
  {
    area: "channels",
    file: "adapters/postgres/src/internal/documents.ts",
    find: "and (until is null or until >",
    replace: "and (true or until >",
    tests: ["stores/documents"]
  }
]
