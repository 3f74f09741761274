import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

export const mutations: ReadonlyArray<Mutation> = [
  core(
    "inbound",
    "inbound/Receive.ts",
    "if (before !== null) return answered({ _tag: \"Repeated\", message: before })",
    "",
    "core/Inbound"
  ),
  core(
    "inbound",
    "account/Addressee.ts",
    "account === null || account.deletedAt !== null",
    "account === null",
    "core/Inbound"
  ),
  core("inbound", "inbound/ReceivedEvent.ts", "media.length === 0", "false", "core/Inbound"),
  core(
    "inbound",
    "inbound/Arrival.ts",
    "      ...named,\n",
    "",
    "inbound/Race"
  ),
  core("inbound", "inbound/Arrival.ts", "{ to, text: spoken, media }", "{ to, text, media }", "core/Inbound"),
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
  core("inbound", "account/Numbers.ts", " || holder.id === account.id", "", "core/Numbers"),
  core(
    "inbound",
    "inbound/Legible.ts",
    "Text.clean(Text.truncate(text, length))",
    "Text.truncate(text, length)",
    "core/Brought"
  ),
  core("inbound", "inbound/Legible.ts", "Text.clean(Text.truncate(text, length))", "Text.clean(text)", "core/Brought"),
  core(
    "inbound",
    "carrier/Reference.ts",
    "Digest.sha256(JSON.stringify(reference))",
    "Digest.sha256(reference)",
    "core/Brought"
  ),
  core("inbound", "carrier/Reference.ts", " || reference === \"\"", "", "core/Brought"),
  core("inbound", "inbound/Legible.ts", " && sizeBytes >= 0", "", "core/Brought"),
  core("inbound", "inbound/Legible.ts", "hash.test(sum) ? sum : null", "sum", "core/Brought"),
  core("inbound", "inbound/Legible.ts", ".slice(0, Limit.inboundFiles)", "", "core/Brought"),
  core("inbound", "inbound/Legible.ts", "if (!PhoneNumber.is(from))", "if (false)", "core/Brought"),
  core("inbound", "account/Addressee.ts", "Uuid.is(to.account) ? to.account : null", "to.account", "core/Brought"),
  core("inbound", "account/Addressee.ts", "  if (!isPhoneNumber(to.number)) return null\n", "", "core/Brought"),
  core("inbound", "inbound/Arrival.ts", "lastInboundAt: now }", "lastInboundAt: contact.createdAt }", "core/History"),
  core(
    "inbound",
    "inbound/ReceivedEvent.ts",
    "inbound_number: message.phone,\n  outbound_number: to",
    "inbound_number: to,\n  outbound_number: message.phone",
    "core/Inbound"
  ),
  core(
    "inbound",
    "inbound/ReceivedEvent.ts",
    "received_at: toSeconds(at)",
    "received_at: toSeconds(message.createdAt - 1000)",
    "core/Inbound"
  )
]
