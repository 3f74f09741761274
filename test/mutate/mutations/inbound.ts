import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

export const mutations: ReadonlyArray<Mutation> = [
  core(
    "inbound",
    "inbound/Receive.ts",
    "if (known !== null) return answered({ _tag: \"Repeated\", message: known.message })",
    "",
    "core/Inbound"
  ),
  core(
    "inbound",
    "inbound/Receive.ts",
    "account === null || account.deletedAt !== null",
    "account === null",
    "core/Inbound"
  ),
  core("inbound", "inbound/ReceivedEvent.ts", "media.length === 0", "false", "core/Inbound"),
  core("inbound", "inbound/Receive.ts", "        reference: { carrier, text: reference },\n", "", "inbound/Race"),
  core("inbound", "inbound/Receive.ts", "text: spoken", "text", "core/Inbound"),
  core("inbound", "value/Text.ts", "ill === \"\\0\" ? \"\" : \"\\ufffd\"", "ill", "http/contract/node-postgres"),
  core(
    "inbound",
    "message/MessageResource.ts",
    "media?.map(attached) ?? (rendered.media.length === 0 ? null : rendered.media.map(sent))",
    "null",
    "http/contract/node-memory"
  ),
  core(
    "inbound",
    "row/Account.ts",
    "[...own].map(ownNumber)",
    "[]",
    "inbound/Race"
  ),
  core("inbound", "accounts/Numbers.ts", " || holder.id === account.id", "", "core/Numbers")
]
