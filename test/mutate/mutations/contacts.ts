import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

const area = "contacts"

export const mutations: ReadonlyArray<Mutation> = [
  core(area, "consent/ConsentKeyword.ts", "Text.trimmed(text)", "text.trim()", "core/consent/ConsentKeyword"),
  core(
    area,
    "consent/ConsentKeyword.ts",
    "compared(keyword) === word",
    "keyword === text",
    "core/consent/ConsentKeyword"
  ),
  core(
    area,
    "consent/ConsentKeyword.ts",
    "if (known !== undefined) return",
    "if (known !== undefined && chosen === undefined) return",
    "core/consent/ConsentKeyword"
  ),
  core(
    area,
    "consent/ConsentChange.ts",
    "if (action === \"HELP\") return contact",
    "if (action === \"HELP\") return { ...contact, optOut: false }",
    "core/history/History"
  ),
  core(
    area,
    "consent/ConsentChange.ts",
    "signal.purpose === undefined ? contact.optOut !== before.optOut",
    "signal.purpose === undefined ? contact.optOut",
    "core/history/History"
  ),
  core(area, "consent/AutoReply.ts", "from: ownNumber", "from: null", "core/consent/ConsentChange"),
  core(
    area,
    "consent/CarrierConsent.ts",
    "KnownContact.changed(known, contact)",
    "KnownContact.changed({ ...known, part: {} }, contact)",
    "contacts/Race"
  ),
  core(area, "inbound/Assembly.ts", "else if (!isInGap) joined += gap", "", "core/inbound/Assembly"),
  core(
    area,
    "inbound/Assembly.ts",
    "String.fromCharCode(first, second)",
    "half(first) + half(second)",
    "core/inbound/Assembly"
  ),
  core(area, "inbound/Assembly.ts", "one.index - other.index", "0", "core/inbound/Assembly"),
  core(
    area,
    "account/Addressee.ts",
    "channel === \"whatsapp\" || channel === \"rcs\" || !ShortName.is(to.sender)",
    "true",
    "core/inbound/Inbound"
  ),
  core(area, "contact/KnownContact.ts", "isNew: true, part }", "isNew: true, part: {} }", "contacts/Race"),
  core(
    area,
    "contact/UpdateContact.ts",
    "      if (contact.isInherited === true) return Result.fail(Refused.refused(\"BUSINESS_001\"))\n",
    "",
    "http/contract/node-memory"
  ),
  core(
    area,
    "row/Contact.ts",
    `reachableOn(contact).filter((channel) => channel === "whatsapp")`,
    `"whatsapp"`,
    "core/consent/ConsentChange"
  ),
  core(
    area,
    "row/Message.ts",
    "ConversationIds.of(account, contact)",
    "contact",
    "http/contract/node-memory"
  ),
  core(area, "value/ConversationId.ts", "account.toLowerCase()", "account", "core/value/ConversationId"),
  core(
    area,
    "dispatch/Content.ts",
    "if (rendered !== null && channel === \"rcs\") return withStopChip(rendered)\n",
    "",
    "core/template/CreateTemplateSent"
  )
]
