/** A channel is shown with each value under its own name, and a market with what it registers or hands in. */
import type { WhatsappConnection } from "@signalbox/core/ChannelSet"
import { plus } from "@signalbox/core/Instant"
import * as ChannelResource from "@signalbox/core/internal/channel/ChannelResource"
import * as Connection from "@signalbox/core/internal/channel/Connection"
import type { Market } from "@signalbox/core/Market"
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

it("an active channel has neither a code nor a reason", () => {
  const active = { status: "ACTIVE", reasonCode: null, reason: null } as const
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
