/** A channel is shown with each value under its own name, and a market with what it registers or hands in. */
import type { WhatsappConnection } from "@signalbox/core/ChannelSet"
import * as ChannelSet from "@signalbox/core/ChannelSet"
import type { Instant } from "@signalbox/core/Instant"
import { plus } from "@signalbox/core/Instant"
import * as ChannelResource from "@signalbox/core/internal/channel/ChannelResource"
import * as Connection from "@signalbox/core/internal/channel/Connection"
import type { Market } from "@signalbox/core/Market"
import { rcsForm } from "@signalbox/testing/generate/Channels"
import { prop } from "@signalbox/testing/Prop"
import { expect, it } from "vitest"
import * as Given from "../Given.ts"

const market = (parts: Partial<Market> = {}): Market => ({
  country: "DE",
  numberType: "MOBILE",
  senderValue: "+4915112345678",
  areaCodes: ["30"],
  regime: "none",
  brand: null,
  campaign: null,
  documents: [],
  gaveSender: true,
  status: "ACTION_NEEDED",
  reasonCode: "CHANNEL_006",
  reason: "Why",
  revision: 3,
  createdAt: Given.now,
  updatedAt: plus(Given.now, 1),
  ...parts
})

const shown = {
  country: "DE",
  number_type: "MOBILE",
  sender_value: "+4915112345678",
  status: "ACTION_NEEDED",
  reason_code: "CHANNEL_006",
  reason: "Why"
}
const active = { status: "ACTIVE", reasonCode: null, reason: null } as const
const brand = { legal_name: "Shop" }
const campaign = { use_case: "MARKETING" }
const documents = [{ id: "document-id", key: "proof", fileName: "proof.pdf" }]
const told = { documents: [{ key: "proof", file_name: "proof.pdf", document_id: "document-id" }] }

it.each<readonly [Partial<Market>, object | null]>([
  [{}, null],
  // What is handed in counts where it is asked for.
  [{ documents }, null],
  [{ brand }, { brand, campaign: null }],
  [{ campaign: "inherited" }, { brand: null, campaign: { inherit: true } }],
  [{ regime: "campaign" }, { brand: null, campaign: null }],
  [{ regime: "campaign", brand: "inherited", campaign, documents }, { brand: { inherit: true }, campaign }],
  [{ regime: "documents", documents }, told],
  [{ regime: "documents" }, { documents: [] }],
  [{ regime: "documents", documents, brand }, { brand, campaign: null, ...told }]
])("a market with %j tells of its compliance %j", (parts, compliance) => {
  expect(ChannelResource.market(market(parts)))
    .toStrictEqual({ ...shown, ...(compliance === null ? {} : { compliance }) })
})

it("an account shows what it has set up, and a number for WhatsApp that the operator has given", () => {
  const account = Given.account({ channels: ["sms"] })
  const set = ChannelSet.empty(account.id)
  const shows = (parts: Partial<ChannelSet.ChannelSet>, owner = account) =>
    ChannelResource.channels(owner, { ...set, ...parts }, new Set(["rcs"]))
  expect(shows({})).toStrictEqual({ sms: [], whatsapp: null, rcs: null })
  expect(shows({ markets: [market(), market({ country: "AT" })] }).sms)
    .toStrictEqual([shown, { ...shown, country: "AT" }])
  const connection = Connection.make({ wabaId: "waba", phoneNumberId: null }, Given.now)
  const sends = Given.account({ channels: ["whatsapp"] })
  expect(shows({ whatsapp: connection }, sends).whatsapp).toStrictEqual(ChannelResource.whatsapp(connection))
  // The operator has given a number, and there is no connection.
  expect(shows({}, sends).whatsapp).toStrictEqual({
    waba_id: account.id,
    phone_number_id: Given.phone(9000),
    solution_id: null,
    owner_business_id: null,
    status: "ACTIVE"
  })
})

prop("an agent is shown from its first approval on, with its form", rcsForm, (form) => {
  const account = Given.account({ channels: ["sms"] })
  const agent = { id: "agent", form, ...active, revision: 0, createdAt: Given.now, updatedAt: null }
  const rcs = (approvedAt: Instant | null) =>
    ChannelResource.channels(account, { ...ChannelSet.empty(account.id), rcs: { ...agent, approvedAt } }, new Set()).rcs
  expect(rcs(null)).toBeNull()
  expect(rcs(plus(Given.now, 1))).toStrictEqual({
    id: "agent",
    ...form,
    status: "ACTIVE",
    created_at: "2030-01-15T12:34:56.789Z"
  })
})

it("an active channel has neither a code nor a reason", () => {
  expect(ChannelResource.market(market({ ...active, senderValue: null }))).toStrictEqual({
    country: "DE",
    number_type: "MOBILE",
    sender_value: null,
    status: "ACTIVE"
  })
  const made = Connection.make({ wabaId: "waba", phoneNumberId: "number" }, Given.now)
  const whatsapp = (connection: WhatsappConnection) => ChannelResource.whatsapp(connection)
  const known = { waba_id: "waba", phone_number_id: "number", solution_id: null, owner_business_id: null }
  expect(whatsapp({ ...made, ...active })).toStrictEqual({ ...known, status: "ACTIVE" })
  expect(whatsapp(made)).toStrictEqual({
    ...known,
    status: "PROVISIONING",
    reason_code: "CHANNEL_011",
    reason: "The channel is being set up."
  })
})
