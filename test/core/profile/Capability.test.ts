/** Reads what a sender profile is to be created with, and leaves out what it inherits (decisions 5.6). */
import * as Capability from "@signalbox/core/internal/profile/Capability"
import { expect, it } from "vitest"

const read = (given: Capability.Given) => ({
  market: Capability.market(given),
  whatsapp: Capability.whatsapp(given),
  brand: Capability.brand(given)?.business?.legalName ?? null,
  campaign: Capability.campaign(given),
  said: Capability.said(given),
  inherits: [Capability.inheritsBrand(given), Capability.inheritsCampaign(given)]
})

const nothing = {
  market: null,
  whatsapp: null,
  brand: null,
  campaign: null,
  said: { brand: null, campaign: null },
  inherits: [false, false]
}

const details = { description: "Orders", use_case: "DELIVERY_NOTIFICATION" } as const

it.each<[given: Capability.Given]>([
  [{}],
  [{ channels: null, compliance: null }],
  [{ channels: {}, compliance: {} }],
  [{ channels: { sms: null, whatsapp: null }, compliance: { brand: null, campaign: null } }],
  [{ channels: { sms: { inherit: true }, whatsapp: { inherit: true }, rcs: { inherit: true } } }]
])("%o asks for nothing of its own", (given) => {
  expect(read(given)).toStrictEqual(nothing)
})

it("each capability is read by itself", () => {
  expect(read({ channels: { whatsapp: { waba_id: "waba" } } }))
    .toStrictEqual({ ...nothing, whatsapp: { wabaId: "waba", phoneNumberId: null } })
  expect(read({ channels: { whatsapp: { waba_id: "waba", phone_number_id: "number" } } }))
    .toStrictEqual({ ...nothing, whatsapp: { wabaId: "waba", phoneNumberId: "number" } })
  expect(read({ channels: { sms: { country: "us", number_type: "10DLC", area_codes: ["201"] } } }).market)
    .toStrictEqual({ country: "US", numberType: "TEN_DLC", senderValue: null, areaCodes: ["201"] })
  expect(read({ compliance: { brand: { legal_name: "Acme" } } }))
    .toStrictEqual({ ...nothing, brand: "Acme", said: { brand: { legal_name: "Acme" }, campaign: null } })
  expect(read({ compliance: { brand: { inherit: true } } }))
    .toStrictEqual({ ...nothing, said: { brand: "inherited", campaign: null }, inherits: [true, false] })
  expect(read({ compliance: { campaign: { ...details } } }))
    .toStrictEqual({ ...nothing, campaign: details, said: { brand: null, campaign: details } })
  expect(read({ compliance: { campaign: { inherit: true } } }))
    .toStrictEqual({ ...nothing, said: { brand: null, campaign: "inherited" }, inherits: [false, true] })
})
