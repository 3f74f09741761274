import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

export const mutations: ReadonlyArray<Mutation> = [
  core(
    "inbound",
    "inbound/Receive.ts",
    "if (before !== null) return answered({ _tag: \"Repeated\", message: before })",
    "",
    "core/inbound/Inbound"
  ),
  core(
    "inbound",
    "inbound/Arrival.ts",
    "{ to, text: spoken, media }",
    "{ to, text, media }",
    "core/inbound/Inbound"
  ),
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
  core(
    "inbound",
    "inbound/InboundInput.ts",
    "Text.clean(Text.truncate(text, length))",
    "Text.truncate(text, length)",
    "core/inbound/InboundInput"
  ),
  core(
    "inbound",
    "inbound/InboundInput.ts",
    "Text.clean(Text.truncate(text, length))",
    "Text.clean(text)",
    "core/commit/Parts"
  ),
  core(
    "inbound",
    "inbound/InboundInput.ts",
    "    ? Text.clean(spoken)\n",
    "    ? spoken\n",
    "core/inbound/InboundInput"
  ),
  core(
    "inbound",
    "inbound/Content.ts",
    "Text.truncateJson(text, Limit.inboundBytes)",
    "text",
    "core/inbound/InboundInput"
  ),
  core(
    "inbound",
    "inbound/Content.ts",
    "let bytes = Text.jsonBytes(words)",
    "let bytes = 0",
    "core/inbound/InboundInput"
  ),
  core("inbound", "inbound/Content.ts", "media.length - files.length", "0", "core/inbound/InboundInput"),
  core(
    "inbound",
    "carrier/Reference.ts",
    "Digest.sha256(JSON.stringify(reference))",
    "Digest.sha256(reference)",
    "core/inbound/InboundInput"
  ),
  core("inbound", "inbound/InboundInput.ts", "hash.test(sum) ? sum : null", "sum", "core/inbound/InboundInput"),
  core("inbound", "inbound/InboundInput.ts", "PhoneNumber.spelt(given.from)", "given.from", "inbound/Spelling"),
  core("inbound", "account/Addressee.ts", "PhoneNumber.spelt(to.number) ?? to.number", "to.number", "inbound/Spelling"),
  core("inbound", "value/PhoneNumber.ts", "bare.length > shortCode", "bare.length > 0", "core/value/PhoneNumber"),
  core(
    "inbound",
    "account/Addressee.ts",
    "Uuid.is(to.account) ? to.account : null",
    "to.account",
    "core/inbound/InboundInput"
  ),
  core(
    "inbound",
    "account/Addressee.ts",
    "  if (!PhoneNumber.is(to.number)) return null\n",
    "",
    "core/inbound/InboundInput"
  ),
  core(
    "inbound",
    "inbound/Arrival.ts",
    "lastInboundAt: now }",
    "lastInboundAt: contact.createdAt }",
    "core/history/History"
  ),
  core(
    "inbound",
    "inbound/ReceivedEvent.ts",
    "received_at: toSeconds(at)",
    "received_at: toSeconds(message.createdAt - 1000)",
    "core/inbound/Inbound"
  )
]
