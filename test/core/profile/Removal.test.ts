/** Tells what the commit that removes a profile does: all that it had is given up, and its history stays. */
import { Accounts } from "@signalbox/core/Account"
import { ApiKeys } from "@signalbox/core/ApiKey"
import * as ChannelSet from "@signalbox/core/ChannelSet"
import { put } from "@signalbox/core/Commit"
import { plus } from "@signalbox/core/Instant"
import * as DocumentWork from "@signalbox/core/internal/channel/DocumentWork"
import * as ProvisionWork from "@signalbox/core/internal/channel/ProvisionWork"
import { RemovalWork } from "@signalbox/core/internal/profile/ProfileWork"
import * as Removal from "@signalbox/core/internal/profile/Removal"
import type { Market } from "@signalbox/core/Market"
import { blank } from "@signalbox/core/Profile"
import { hashKey } from "@signalbox/core/Secret"
import * as Result from "effect/Result"
import { expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const at = plus(Given.now, 60_000)
const id = Given.accountId(5)

const whatsapp = { wabaId: "waba", phoneNumberId: "number" }

const profile = Given.account({
  id,
  type: "profile",
  organization: Given.accountId(1),
  shortName: "ACME",
  senders: [{ value: "ACME", country: "GB" }],
  channelSenders: { whatsapp: "number" },
  rules: [{ channel: "sms", carrier: null, action: "ALLOW", fallback: true, country: null, priority: 1 }],
  profile: {
    ...blank("approved"),
    whatsapp,
    sendingNumber: Given.phone(9000),
    whatsappNumber: Given.phone(9001),
    sendingNumberProfile: Given.accountId(6)
  }
})

const standing = { revision: 2, createdAt: Given.now, updatedAt: null }

const market = (country: string, parts: Partial<Market>): Market => ({
  country,
  numberType: "LOCAL",
  senderValue: Given.phone(9000),
  areaCodes: [],
  regime: "documents",
  brand: null,
  campaign: null,
  documents: [{ id: `document ${country}`, key: "letter", fileName: "letter.pdf" }],
  gaveSender: true,
  status: "ACTIVE",
  reasonCode: null,
  reason: null,
  ...standing,
  ...parts
})

const set: ChannelSet.ChannelSet = {
  account: id,
  markets: [market("US", {}), market("DE", { status: "PENDING_REVIEW", reasonCode: "CHANNEL_003", reason: "Wait" })],
  whatsapp: { ...whatsapp, status: "ACTIVE", reasonCode: null, reason: null, ...standing },
  rcs: null
}

const key = (text: string, account = id) => ({
  hash: hashKey(text),
  account,
  prefix: text.slice(0, 8),
  createdAt: Given.now,
  revokedAt: null
})
const [active, graced, ended] = [
  key("sk_active"),
  { ...key("sk_graced"), revokedAt: plus(at, 1) },
  { ...key("sk_ended"), revokedAt: plus(at, -1) }
]
const others = key("sk_others", Given.accountId(6))

it("all that the profile had is given up in one commit", () => {
  const store = new FactStore([
    put(Accounts, profile),
    put(ChannelSet.ChannelSets, set),
    ...[active, graced, ended, others].map((each) => put(ApiKeys, each))
  ])
  const us = { channel: "sms", country: "US", numberType: "LOCAL" } as const
  for (const subject of [us, { ...us, country: "DE" }, { channel: "whatsapp" } as const]) {
    store.hold(ProvisionWork.due(set, subject, at))
  }
  const removed = store.run(
    {
      name: "remove",
      needs: (_: null, facts) => Removal.needs(id, facts),
      decide: (_, grounds) => Result.succeed({ answer: null, commit: Removal.remove(profile, grounds) })
    },
    null,
    at,
    Given.ids()
  )
  expect(Result.isSuccess(removed)).toBe(true)
  expect(store.get(Accounts, id)).toStrictEqual({
    ...profile,
    numbers: [],
    senders: [],
    channelSenders: {},
    channels: [],
    rules: [],
    profile: { ...profile.profile, whatsapp: null, sendingNumber: null, whatsappNumber: null },
    updatedAt: at,
    deletedAt: at
  })
  expect([active, graced, ended, others].map(({ hash }) => store.get(ApiKeys, hash))).toStrictEqual([
    { ...active, revokedAt: at },
    { ...graced, revokedAt: at },
    ended,
    others
  ])
  expect(store.get(ChannelSet.ChannelSets, id)).toBeNull()
  expect([...store.work.values()]).toStrictEqual([
    ...DocumentWork.due([{ id: "document US" }, { id: "document DE" }], "remove", id, at),
    RemovalWork.due({ profile: id, last: null }, id, at)
  ])
  const told = store.events.map(({ body }) => JSON.parse(body) as { readonly event: string; readonly payload: object })
  const gone = { status: "INACTIVE", reason_code: "CHANNEL_009", reason: "The profile was deleted." }
  expect(told).toMatchObject([
    { event: "channel.deactivated", payload: { channel: "sms", country: "US", number_type: "LOCAL", ...gone } },
    { event: "channel.deactivated", payload: { channel: "whatsapp", ...gone } }
  ])
})
