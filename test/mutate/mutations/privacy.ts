import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

const privacy = (file: string, find: string, replace: string, test: string): Mutation =>
  core("privacy", file, find, replace, test)

export const mutations: ReadonlyArray<Mutation> = [
  privacy("privacy/ErasedMessages.ts", "message?.phone === subject.phone", "message !== null", "privacy/Erasure"),
  privacy("privacy/ErasedMessages.ts", "messages.filter(Withdrawal.isDue)", "messages.slice(0, 0)", "privacy/Waiting"),
  privacy("audit/Changes.ts", "begins: \"erased\"", "begins: \"created\"", "privacy/AuditLog"),
  privacy("privacy/EraseStep.ts", "pseudonym: __, ...ended", "...ended", "privacy/AuditLog"),
  privacy(
    "privacy/ErasedRows.ts",
    "phone: ({ from }) => from",
    "phone: ({ to }) => to as never",
    "privacy/Interleaving"
  ),
  privacy("privacy/EraseStep.ts", "next.status === \"completed\" ? {} : later(at)", "{}", "privacy/Interleaving"),
  privacy("privacy/NewErasure.ts", "if (running !== null) return [running]", "", "privacy/Erasure"),
  privacy(
    "privacy/GetErasure.ts",
    "found?.account === caller.account.id ? found : null",
    "found",
    "http/contract/node-memory"
  ),
  privacy("row/Usage.ts", "message.redacted?.country ?? ", "", "core/privacy/Redacted"),
  privacy("privacy/Redacted.ts", "isUnderWay(message) ? null : ", "", "core/privacy/Redacted"),
  privacy(
    "privacy/RedactionStep.ts",
    "createdAt < RetentionOf.cutoff(days, now)",
    "createdAt > RetentionOf.cutoff(days, now)",
    "privacy/Retention"
  ),
  privacy("privacy/BodyRedaction.ts", "RetentionOf.cutoff(days, at)", "at", "core/privacy/BodyRedaction"),
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
  privacy("contact/KnownContact.ts", "optOut: optOut !== undefined", "optOut: false", "core/contact/KnownContact"),
  privacy(
    "dispatch/Purposes.ts",
    "if (contact === null && hasSaid(remembered?.purposes, name)) return true",
    "",
    "core/dispatch/Remembered"
  ),
  privacy(
    "privacy/ErasedContacts.ts",
    "said === \"opt_out\" ? [name]",
    "said !== undefined ? [name]",
    "privacy/Purposes"
  ),
  privacy("privacy/ErasedContacts.ts", "({ purpose }) => purpose === about", "() => true", "privacy/Purposes"),
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
  )
]
