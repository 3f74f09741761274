/**
 * Channels, their documents, and what markets demand.
 */
import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

const state = (file: string, find: string, replace: string): Mutation =>
  core("channels", file, find, replace, "core/channel/ChannelState")

const requirement = (find: string, replace: string): Mutation =>
  core("channels", "compliance/Requirement.ts", find, replace, "core/compliance/Requirement")

export const mutations: ReadonlyArray<Mutation> = [
  state(
    "channel/ChannelState.ts",
    "[\"sms\", \"ACTIVE\", \"deactivate\", \"INACTIVE\", \"CHANNEL_009\"",
    "[\"sms\", \"ACTIVE\", \"deactivate\", \"INACTIVE\", \"CHANNEL_005\""
  ),
  state(
    "channel/ChannelState.ts",
    "[\"sms\", \"PROVISIONING\", \"reject\"",
    "[\"sms\", \"ACTIVE\", \"reject\""
  ),
  state("channel/ChannelStep.ts", "(before === \"ACTIVE\") === (after === \"ACTIVE\")", "before === after"),
  state("channel/SenderGrant.ts", "if (!market.gaveSender) return { account, market }", ""),
  core(
    "channels",
    "channel/ChannelResource.ts",
    "set.whatsapp === null ? given(account, chosen)",
    "set.whatsapp === null ? null",
    "core/dispatch/Availability"
  ),
  core("channels", "dispatch/Availability.ts", "chosen.has(channel)", "false", "facade/ChosenSenders"),
  core(
    "channels",
    "dispatch/ChosenSenders.ts",
    "known ?? { chosen: none, settings: null }",
    "({ chosen: none, settings: null })",
    "facade/ChosenSenders"
  ),
  core(
    "channels",
    "dispatch/ChosenSenders.ts",
    "choosesSender === true ? channels : []",
    "channels",
    "facade/ChosenSenders"
  ),
  core(
    "channels",
    "account/Withholding.ts",
    "const countries = stoppedIn(markets)",
    "const countries: Array<string> = []",
    "messages/InLine"
  ),
  core(
    "channels",
    "carrier/Clearance.ts",
    "return Sender.mayBeChosen(",
    "return true || Sender.mayBeChosen(",
    "messages/InLine"
  ),
  state("channel/SenderGrant.ts", "canSend(bare) ? bare : ", "bare ?? "),
  state(
    "dispatch/Sender.ts",
    "(own?.country === region ? undefined : senderFor(account, channel, region)) ?? own?.number",
    "own?.number"
  ),
  state("catalogue/ChannelCode.ts", "CHANNEL_003: [\"PENDING_REVIEW\"", "CHANNEL_003: [\"PROVISIONING\""),
  requirement("accept.includes(found[0]!.contentType.toLowerCase())", "true"),
  requirement("texts.some((text) => text.length > most)", "false"),
  core(
    "channels",
    "channel/DocumentWork.ts",
    "fate === \"keep\" ? keep(document)",
    "fate === \"keep\" ? remove([document])",
    "core/compliance/HandedDocuments"
  ),
  core(
    "channels",
    "compliance/RequirementTable.ts",
    "(rule.type ?? type) === type",
    "true",
    "core/compliance/Requirement"
  ),
  {
    area: "channels",
    file: "adapters/memory/src/MemoryDocuments.ts",
    find: "sizeOf(known) + sizeOf(documents) > mostBytes",
    replace: "sizeOf(documents) > mostBytes",
    tests: ["stores/documents"]
  },
  {
    area: "channels",
    file: "adapters/postgres/src/internal/rows/documents.ts",
    find: "and (until is null or until >",
    replace: "and (true or until >",
    tests: ["stores/documents"]
  }
]
