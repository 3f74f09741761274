/**
 * The names under which a store finds rows: their keys, their unique keys, their places in lists and their filters. Whatever is
 * stored is found by them, so each stands here as databases have it.
 */
import { Accounts } from "@signalbox/core/Account"
import { AuditEntries } from "@signalbox/core/AuditEntry"
import { put } from "@signalbox/core/Commit"
import type { ConsentRecord } from "@signalbox/core/ConsentRecord"
import { ConsentRecords } from "@signalbox/core/ConsentRecord"
import type { Delivery } from "@signalbox/core/Delivery"
import { Deliveries } from "@signalbox/core/Delivery"
import * as Id from "@signalbox/core/Id"
import { plus } from "@signalbox/core/Instant"
import { Contacts } from "@signalbox/core/internal/row/Contact"
import { ConversationOpenings } from "@signalbox/core/internal/row/ConversationOpening"
import { DeadLetters } from "@signalbox/core/internal/row/DeadLetter"
import { DeletedWebhooks } from "@signalbox/core/internal/row/DeletedWebhook"
import * as InboundParts from "@signalbox/core/internal/row/InboundParts"
import { Lines } from "@signalbox/core/internal/row/Line"
import { Redactions } from "@signalbox/core/internal/row/Redaction"
import * as Residence from "@signalbox/core/internal/row/Residence"
import * as Restrictions from "@signalbox/core/internal/row/Restrictions"
import { ServiceSettingsRows } from "@signalbox/core/internal/row/ServiceSettings"
import { SuppressionHashes } from "@signalbox/core/internal/row/SuppressionHash"
import { TopUps } from "@signalbox/core/internal/row/TopUp"
import { Messages } from "@signalbox/core/Message"
import { zero } from "@signalbox/core/Money"
import { PausedPrefixes } from "@signalbox/core/PausedPrefix"
import { PhoneNumber } from "@signalbox/core/PhoneNumber"
import { RecipientErasures } from "@signalbox/core/RecipientErasure"
import * as Rows from "@signalbox/core/Row"
import { revisionOf, TemplateRevisions, Templates } from "@signalbox/core/Template"
import { Users } from "@signalbox/core/User"
import { Verifications } from "@signalbox/core/Verification"
import { Webhooks } from "@signalbox/core/Webhook"
import { createHash } from "node:crypto"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"
import { checked } from "./Placed.ts"

const account = "aaaaaaaa-0000-7000-8000-000000000001"
const number = "+12015550001"
const { now } = Given
const later = plus(now, 1000)
const own = { account: Given.accountId(1), phone: Given.phone(1) }
const organization = Given.accountId(2)

describe("the places of rows", () => {
  it("are those of every account, of a profile with its organization besides, and a deleted one owns nothing", () => {
    const profile = Given.account({
      type: "profile",
      organization,
      shortName: " Acme  Shop ",
      numbers: [
        { number: Given.phone(1), channels: ["sms"], country: "US" },
        { number: Given.phone(1), channels: ["rcs"], country: "US" },
        { number: Given.phone(2), channels: ["sms"], country: "US", isShared: true }
      ]
    })
    const listings = [["profiles", organization, now], ["accounts", "", now]] as const
    const numbers = [`own_number/${number}`]
    checked(put(Accounts, profile), account, {
      unique: [...numbers, `profile_short_name/${organization}/acme shop`],
      listings
    })
    checked(put(Accounts, { ...profile, sharesShortName: true }), account, { unique: numbers, listings })
    checked(put(Accounts, { ...profile, organization: null }), account, {
      unique: numbers,
      listings: [["accounts", "", now]]
    })
    checked(put(Accounts, { ...profile, deletedAt: later }), account, { listings: [["accounts", "", now]] })
  })

  it("are those of an audit log, and of its recipient where there is one", () => {
    const entry = {
      id: Id.AuditEntryId.make("00000000-0000-7000-8000-00000000000a"),
      account: own.account,
      actor: { type: "host" },
      action: "changed",
      fields: [],
      operation: "updateContact",
      at: now,
      endsAt: later
    } as const
    const all = ["audit_log", account, now] as const
    for (const type of ["consent", "recipient"] as const) {
      checked(put(AuditEntries, { ...entry, subject: { type, id: "r" } }), entry.id, {
        listings: [all, ["audit_log", `${account}/r`, now]]
      })
      checked(put(AuditEntries, { ...entry, subject: { type, id: null } }), entry.id, { listings: [all] })
    }
    checked(put(AuditEntries, { ...entry, subject: { type: "template", id: "t" } }), entry.id, { listings: [all] })
  })

  it("are those of a contact that is seen, suppressed, or both", () => {
    const { id } = Given.contact()
    const unique = [`contact_number/${account}/${number}`]
    const filters = [["channel=whatsapp", `phone=${number}`], ["tel12015550001"]] as const
    const seen = ["contacts", account, now] as const
    const suppressed = ["suppressions", account, later] as const
    checked(put(Contacts, Given.contact()), id, { unique, listings: [seen], filters })
    const some = Given.contact({ suppressedAt: later, whatsappUndeliverableUntil: later })
    checked(put(Contacts, some), id, {
      unique,
      listings: [seen, suppressed],
      filters: [[`phone=${number}`], filters[1]]
    })
    // The form for callers within its country is no part of the international one.
    const swiss = Given.contact({ phone: PhoneNumber.make("+41446681800") })
    checked(put(Contacts, swiss), id, {
      unique: [`contact_number/${account}/+41446681800`],
      listings: [seen],
      filters: [["channel=whatsapp", "phone=+41446681800"], ["tel41446681800", "0446681800"]]
    })
    checked(put(Contacts, { ...some, isOnlySuppressed: true }), id, {
      unique,
      listings: [suppressed],
      filters: [[`phone=${number}`], filters[1]]
    })
  })

  it("are those of what is known of a recipient", () => {
    const record: ConsentRecord = {
      id: Id.ConsentRecordId.make("00000000-0000-7000-8000-00000000000c"),
      ...own,
      contact: Given.contact().id,
      consent: null,
      source: "API",
      channel: null,
      message: null,
      text: null,
      at: now
    }
    checked(put(ConsentRecords, record), record.id, {
      listings: [["consent_records", `${account}/${record.contact}`, now], ["consent_records", account, now]]
    })
    checked(put(ConversationOpenings, { ...own, at: now }), `${account}/${number}`)
    const pause = { reason: "operator", evidence: null, since: now, until: null, times: 1 } as const
    checked(put(PausedPrefixes, { account: own.account, prefix: "+1201", ...pause }), `${account}/+1201`, {
      listings: [["paused_prefixes", account, now]]
    })
    checked(put(SuppressionHashes, { account: own.account, key: "k1", hash: "ff" }), `${account}/k1/ff`)
    const erasure = {
      id: Id.ErasureId.make("00000000-0000-7000-8000-00000000000e"),
      account: own.account,
      status: "running",
      step: 0,
      after: "",
      messages: 0,
      requestedAt: now
    } as const
    checked(put(RecipientErasures, erasure), erasure.id)
    checked(put(RecipientErasures, { ...erasure, phone: own.phone }), erasure.id, {
      unique: [`erasure_running/${account}/${number}`]
    })
  })

  it("are those of a verification, which has its number as long as it runs", () => {
    const verification = {
      id: Id.VerificationId.make("00000000-0000-7000-8000-00000000000f"),
      ...own,
      purpose: "login",
      codeLength: 6,
      code: null,
      tries: 0,
      sends: [],
      createdAt: now,
      expiresAt: later,
      endedAt: null
    }
    checked(put(Verifications, { ...verification, status: "pending" }), verification.id, {
      unique: [`verification_running/${account}/${number}/login`]
    })
    for (const status of ["approved", "expired", "failed", "canceled"] as const) {
      checked(put(Verifications, { ...verification, status }), verification.id)
    }
  })

  it("are those of a delivery, which its webhook's parent lists too", () => {
    const delivery: Delivery = {
      id: Id.DeliveryId.make("00000000-0000-7000-8000-0000000000d1"),
      webhook: Given.webhookId(1),
      event: Id.EventId.make("00000000-0000-7000-8000-0000000000e1"),
      name: "message.sent",
      status: "PENDING",
      attempts: 0,
      httpStatus: null,
      responseBody: null,
      errorMessage: null,
      createdAt: now,
      startedAt: null,
      completedAt: null
    }
    const listing = ["deliveries", Given.webhookId(1), now] as const
    const terms = ["event=message.sent", "status=PENDING"]
    checked(put(Deliveries, delivery), delivery.id, {
      listings: [listing],
      filters: [terms, ["message.sent", "pending"]]
    })
    checked(put(Deliveries, { ...delivery, parent: Given.webhookId(2), ids: [Given.messageId(1)] }), delivery.id, {
      listings: [listing, ["deliveries", Given.webhookId(2), now]],
      filters: [terms, ["message.sent", "pending", Given.messageId(1)]]
    })
  })

  it("are those of a template, whose name is that of its first language", () => {
    const definition = Given.definition("Hello THERE")
    const template = Given.template({ definition, name: "Order" })
    const listings = [["templates", account, now]] as const
    const filters = [["category=UTILITY", "status=APPROVED"], ["order", "hello there"]] as const
    const name = `template_name/${account}/Order`
    checked(put(Templates, template), template.id, { unique: [name], listings, filters })
    checked(put(Templates, { ...template, autoReplyAction: "OTHER" }), template.id, {
      unique: [name],
      listings,
      filters
    })
    checked(put(Templates, { ...template, autoReplyAction: "OPT_IN" }), template.id, {
      unique: [name, `auto_reply/${account}/OPT_IN`],
      listings,
      filters
    })
    checked(put(Templates, { ...template, translationOf: Given.templateId(2) }), template.id, { listings, filters })
    checked(put(TemplateRevisions, revisionOf(template)), `${template.id}/1`)
  })

  it("are those of a webhook, which a deleted clone has left", () => {
    const webhook = Given.webhook({ isActive: false })
    const filters = [["active=false"], ["orders", "https://example.com/hook"]] as const
    checked(put(Webhooks, webhook), webhook.id, { listings: [["webhooks", account, now]], filters })
    checked(put(Webhooks, { ...webhook, deletedAt: later }), webhook.id, { filters })
    checked(put(DeletedWebhooks, { id: webhook.id, account: own.account, at: later }), webhook.id, {
      listings: [["deleted_webhooks", account, later]]
    })
  })

  it("are those of a user, who is found by the address in any case", () => {
    const user = {
      id: Id.UserId.make("00000000-0000-7000-8000-000000000011"),
      account: own.account,
      email: "Ann@Example.com",
      name: "Ann",
      role: "admin",
      status: "active",
      invitedAt: null,
      lastLoginAt: null,
      createdAt: now,
      updatedAt: null
    } as const
    checked(put(Users, user), user.id, {
      unique: [`user_email/${account}/ann@example.com`],
      listings: [["users", account, now]]
    })
  })

  it("are a key alone of what nobody lists, but for dead letters", () => {
    const carrier = Given.carrierId("sms-a")
    checked(put(Lines, { carrier, account: own.account, busySince: now, until: later }), `sms-a/${account}`)
    checked(put(TopUps, { account: own.account, reference: "r-1", amount: zero, at: now }), `${account}/r-1`)
    checked(put(Redactions, { account: own.account }), account)
    checked(put(Redactions, { account: own.account, webhook: Given.webhookId(1) }), Given.webhookId(1))
    checked(put(Residence.Residences, { account: own.account, state: Residence.here }), account)
    checked(put(Restrictions.RestrictionRows, Restrictions.none), "all")
    checked(put(ServiceSettingsRows, {}), "all")
    const failure = { lane: "carrier:sms-a", failures: 3, cause: "boom", at: now } as const
    checked(put(DeadLetters, { kind: "dispatch", key: "m", ...failure }), "dispatch:m", {
      listings: [["dead_letters", "", now]]
    })
    const common = {
      account: own.account,
      carrier,
      channel: "sms",
      count: 2,
      from: Given.phone(1),
      to: "12345"
    } as const
    expect(InboundParts.partsKey(common, "7")).toBe(
      createHash("sha256").update(`["${account}","sms-a","sms","+12015550001","12345",2,"7"]`).digest("hex")
    )
  })
})

it("a list holds rows of one kind", () => {
  expect(Rows.listed).toEqual({
    accounts: "account",
    api_keys: "api_key",
    audit_log: "audit_entry",
    consent_records: "consent_record",
    contacts: "contact",
    conversation: "message",
    dead_letters: "dead_letter",
    deleted_webhooks: "deleted_webhook",
    deliveries: "delivery",
    messages: "message",
    paused_prefixes: "paused_prefix",
    profiles: "account",
    suppressions: "contact",
    templates: "template",
    users: "user",
    webhooks: "webhook"
  })
})

it("a row is kept under the name of its kind, which is that of the table of all kinds", () => {
  expect(Object.entries(Rows.kinds).map(([name, kind]) => [name, kind.name])).toEqual(
    Object.keys(Rows.kinds).map((name) => [name, name])
  )
})

it("a row of another kind keeps no place", () => {
  const message = put(Messages, Given.message())
  const other = put(Contacts, Given.contact())
  for (const keeps of [Rows.keepsPlaces, Rows.keepsParts]) {
    expect([keeps(message, message), keeps(other, message), keeps(message, other)]).toEqual([true, false, false])
  }
})
