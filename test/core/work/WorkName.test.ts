/**
 * Work is known by its kind and its key, waits in a lane of its owner, and its key tells what it is about. The widths of lanes say
 * how many items of one a node holds at the same time.
 */
import type * as Id from "@signalbox/core/Id"
import { everyone, PurgeAccountsWork, PurgeWork } from "@signalbox/core/internal/account/PurgeWork"
import { RedactionWork } from "@signalbox/core/internal/account/RedactionWork"
import { PrefixMemoryWork, PrefixReviewWork } from "@signalbox/core/internal/commit/PrefixWork"
import { ErasureWork, WhatsappReturnWork } from "@signalbox/core/internal/contact/ContactWork"
import { BodyRedactionWork } from "@signalbox/core/internal/privacy/BodyRedactionWork"
import { RecipientErasureWork } from "@signalbox/core/internal/privacy/EraseWork"
import { ExpiryWork } from "@signalbox/core/internal/verification/VerificationWork"
import { laneTerms } from "@signalbox/core/Jobs"
import type { Due } from "@signalbox/core/Work"
import { expect, it } from "vitest"
import * as Given from "../Given.ts"

const account = Given.accountId(1)
const at = Given.now

interface Named<Target> {
  readonly due: (target: Target, owner: Id.AccountId, at: typeof Given.now) => Due
  readonly target: (item: Due) => Target
}

/** The whole item, and what it is about as its key tells. */
const item = <Target>({ due, target }: Named<Target>, about: Target) => {
  const whole = due(about, account, at)
  return [whole, target(whole)]
}

const named = <Target>(kind: string, lane: string, key: string, about: Target) => [
  { work: { kind, key }, lane: `${lane}:${account}`, at },
  about
]

it("items of accounts, contacts, verifications and prefixes say what they are about", () => {
  const contact = Given.contact().id
  const webhook = Given.webhookId(1)
  const message = Given.messageId(1)
  const event = "e0000000-0000-7000-8000-000000000001" as Id.EventId
  const erasure = "e7a5e000-0000-7000-8000-000000000001" as Id.ErasureId
  const verification = "0e51f1ed-0000-7000-8000-000000000001" as Id.VerificationId
  expect([
    item(PurgeWork, account),
    item(RedactionWork, { account, message: null }),
    item(RedactionWork, { account, message }),
    item(BodyRedactionWork, { account, webhook, event: null }),
    item(BodyRedactionWork, { account, webhook, event }),
    item(RecipientErasureWork, erasure),
    item(ErasureWork, { account, contact }),
    item(WhatsappReturnWork, contact),
    item(ExpiryWork, verification),
    item(PrefixReviewWork, { account, prefix: "+12015", minute: 7 }),
    item(PrefixMemoryWork, { account, prefix: "+12015" })
  ]).toStrictEqual([
    named("purge", "retention", account, account),
    named("redaction", "privacy", account, { account, message: null }),
    named("redaction", "privacy", `${account}/${message}`, { account, message }),
    named("body_redaction", "privacy", `${account}/${webhook}`, { account, webhook, event: null }),
    named("body_redaction", "privacy", `${account}/${webhook}/${event}`, { account, webhook, event }),
    named("recipient_erasure", "privacy", erasure, erasure),
    named("consent_erasure", "contact", `${account}/${contact}`, { account, contact }),
    named("whatsapp_return", "contact", contact, contact),
    named("verification_expiry", "verification", verification, verification),
    named("prefix_review", "prefix", `${account}/+12015/7`, { account, prefix: "+12015", minute: 7 }),
    named("prefix_memory", "prefix", `${account}/+12015`, { account, prefix: "+12015" })
  ])
  expect(PurgeAccountsWork.due(everyone, everyone, at)).toStrictEqual({
    work: { kind: "purge_accounts", key: "all" },
    lane: "retention:all",
    at
  })
})

it("each lane has a width, and those that nodes share say so", () => {
  const shared = (width: number) => ({ width, shared: true })
  const held = (width: number) => ({ width, shared: false })
  expect(laneTerms).toStrictEqual({
    send: shared(2048),
    look_up: shared(16),
    media: shared(64),
    submission: shared(1024),
    deadline: shared(64),
    delivery: { ...held(256), given: 4096 },
    retry: shared(8),
    fanout: held(1),
    review: held(16),
    profile: held(4),
    inbound: held(16),
    contact: held(4),
    clone: held(1),
    channel: held(8),
    document: held(8),
    verification: shared(64),
    audit: shared(16),
    prefix: shared(8),
    privacy: held(1),
    retention: held(1)
  })
})
