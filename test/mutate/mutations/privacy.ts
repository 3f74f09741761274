import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

const privacy = (file: string, find: string, replace: string, test: string): Mutation =>
  core("privacy", file, find, replace, test)

export const mutations: ReadonlyArray<Mutation> = [
  core(
    "dispatch",
    "dispatch/Gate.ts",
    " || contact.optOut && !isAutoReply",
    " || contact.optOut",
    "core/history/History"
  ),
  core(
    "dispatch",
    "dispatch/Gate.ts",
    "contact.optOut && !isAutoReply,\n  true",
    "contact.optOut && !isAutoReply",
    "core/history/History"
  ),
  privacy("privacy/ErasedMessages.ts", "message?.phone === subject.phone", "message !== null", "privacy/Erasure"),
  privacy("privacy/ErasedMessages.ts", "messages.filter(Withdrawal.isDue)", "messages.slice(0, 0)", "privacy/Waiting"),
  privacy("privacy/ErasedContacts.ts", "  puts: hashed(contact, account, facts),\n", "", "privacy/Interleaving"),
  privacy(
    "privacy/ErasedContacts.ts",
    "contact.suppressedAt !== undefined || isOptedOut(contact)",
    "contact.suppressedAt !== undefined",
    "privacy/Interleaving"
  ),
  privacy("privacy/ErasedContacts.ts", "replaced.some(({ isMore }) => isMore)", "false", "privacy/AuditLog"),
  privacy("privacy/ErasedContacts.ts", "account.id === asking ? {} :", "true ? {} :", "privacy/AuditLog"),
  privacy("audit/Changes.ts", "begins: \"erased\"", "begins: \"created\"", "privacy/AuditLog"),
  privacy("privacy/EraseStep.ts", "pseudonym: __, ...ended", "...ended", "privacy/AuditLog"),
  privacy("privacy/ErasedEvents.ts", "        ref(Events, event.id),\n", "", "privacy/Interleaving"),
  privacy(
    "privacy/ErasedRows.ts",
    "phone: ({ from }) => from",
    "phone: ({ to }) => to as never",
    "privacy/Interleaving"
  ),
  privacy("privacy/Erased.ts", " || owner.organization === account", "", "http/contract/node-memory"),
  privacy("privacy/EraseStep.ts", "  ErasedOpenings,\n  ErasedEvents,", "  ErasedEvents,", "privacy/Erasure"),
  privacy("privacy/EraseStep.ts", "  \"replies\",\n  ErasedContacts", "  ErasedContacts", "privacy/Erasure"),
  privacy("privacy/EraseStep.ts", "next.status === \"completed\" ? {} : later(at)", "{}", "privacy/Interleaving"),
  privacy("privacy/NewErasure.ts", "if (running !== null) return [running]", "", "privacy/Erasure"),
  privacy(
    "privacy/GetErasure.ts",
    "found?.account === caller.account.id ? found : null",
    "found",
    "http/contract/node-memory"
  ),
  privacy("row/Usage.ts", "message.redacted?.country ?? ", "", "core/privacy/Redacted"),
  privacy("message/Resend.ts", "redacted === undefined && ", "", "core/privacy/Redacted"),
  privacy("dispatch/Reroute.ts", "message.redacted === undefined && ", "", "core/privacy/Redacted"),
  privacy("privacy/Redacted.ts", "isUnderWay(message) ? null : ", "", "core/privacy/Redacted"),
  privacy(
    "privacy/RedactionStep.ts",
    "createdAt < RetentionOf.cutoff(days, now)",
    "createdAt > RetentionOf.cutoff(days, now)",
    "privacy/Retention"
  ),
  privacy("privacy/RedactionStep.ts", "since === null || since > now", "since === null", "core/privacy/RedactionStep"),
  privacy("privacy/BodyRedaction.ts", " || !deliveries.every(isOver)", "", "core/privacy/BodyRedaction"),
  privacy("privacy/BodyRedaction.ts", " || (own !== undefined && !isOver(own))", "", "core/privacy/BodyRedaction"),
  privacy("privacy/BodyRedaction.ts", "now > Instant.plus(lease.at, pause)", "false", "core/privacy/BodyRedaction"),
  privacy("privacy/BodyRedaction.ts", "RetentionOf.cutoff(days, at)", "at", "core/privacy/BodyRedaction"),
  privacy("privacy/RedactedEvent.ts", "name.endsWith(\"_id\") && ", "", "core/privacy/BodyRedaction"),
  privacy(
    "privacy/RedactedEvent.ts",
    "log: log.map((attempt) => ({ ...attempt, responseBody: null }))",
    "log",
    "core/privacy/BodyRedaction"
  ),
  privacy(
    "privacy/Followers.ts",
    "Facts.get(facts, Redactions, key) === null",
    "key !== \"\"",
    "core/privacy/RedactionStep"
  ),
  privacy(
    "delivery/Settle.ts",
    "() => Audited.party(\"service\")",
    "() => Audited.party(\"operator\")",
    "privacy/ByItself"
  ),
  privacy(
    "protection/PrefixReview.ts",
    "LeasedDecision.Leased, void>(Audited.ofService({",
    "LeasedDecision.Leased, void>(Audited.reading({",
    "privacy/ByItself"
  ),
  privacy("webhook/DeleteWebhook.ts", "WebhookDeletion.of(webhook, grounds), {", "{", "privacy/Retention"),
  privacy("contact/KnownContact.ts", "optOut: optOut !== undefined", "optOut: false", "core/contact/KnownContact"),
  privacy(
    "contact/KnownContact.ts",
    "...single.map(([name, said]) => record(contact, said, moment, name))",
    "",
    "core/contact/KnownContact"
  ),
  privacy(
    "dispatch/Purposes.ts",
    "if (contact === null && hasSaid(remembered?.purposes, name)) return true",
    "",
    "core/dispatch/Remembered"
  ),
  privacy(
    "privacy/ErasedContacts.ts",
    "contact.optOut || refusedBy(contact).length > 0",
    "contact.optOut",
    "privacy/Purposes"
  ),
  privacy(
    "privacy/ErasedContacts.ts",
    "said === \"opt_out\" ? [name]",
    "said !== undefined ? [name]",
    "privacy/Purposes"
  ),
  privacy("privacy/ErasedContacts.ts", "({ purpose }) => purpose === about", "() => true", "privacy/Purposes"),
  privacy("account/Suppress.ts", " && rest.purposes === undefined", "", "privacy/Purposes"),
  privacy(
    "row/SuppressionHash.ts",
    "names(account, phone).map(keyOf)",
    "names(account, phone).slice(0, 1).map(keyOf)",
    "core/contact/KnownContact"
  ),
  privacy(
    "value/PhoneNumber.ts",
    "Math.min(1 + code + nationalDigits, phone.length - 2)",
    "1 + code + nationalDigits",
    "core/commit/PrefixCounters"
  ),
  privacy("privacy/ErasedReplies.ts", "[SendLimits.countersOf(account, phone)]", "[]", "privacy/Erasure"),
  privacy("dispatch/Gate.ts", "remembered?.suppressedAt !== undefined || ", "", "core/dispatch/Remembered")
]
