/** A market that is ordered: how it is judged, and the whole of what is stored, told and due (decisions 5.7). */
import { Accounts } from "@signalbox/core/Account"
import * as ChannelSet from "@signalbox/core/ChannelSet"
import { put } from "@signalbox/core/Commit"
import * as Facts from "@signalbox/core/Facts"
import { plus } from "@signalbox/core/Instant"
import type { MarketResource } from "@signalbox/core/internal/channel/ChannelResource"
import { CreateMarket } from "@signalbox/core/internal/channel/CreateMarket"
import * as NewChannels from "@signalbox/core/internal/channel/NewChannels"
import { UpdateMarket } from "@signalbox/core/internal/channel/UpdateMarket"
import type { Compliance } from "@signalbox/core/internal/compliance/ComplianceBody"
import { shipped } from "@signalbox/core/internal/compliance/ShippedRequirements"
import type { Market, NumberType } from "@signalbox/core/Market"
import { blank } from "@signalbox/core/Profile"
import { find } from "@signalbox/core/RequirementTable"
import { describe, expect, it } from "vitest"
import { answered, nothing } from "../Answered.ts"
import { consulted } from "../Consulted.ts"
import { told } from "../Decided.ts"
import * as Given from "../Given.ts"

const account = Given.account({ channels: ["sms"] })
const caller = { account, keyAccount: account }
const later = plus(Given.now, 5000)
const slots = { path: {}, query: {} }
const empty = ChannelSet.empty(account.id)

const upload = (key: string) => ({
  key,
  fileName: `${key}.pdf`,
  contentType: "application/pdf",
  bytes: new Uint8Array([1, 2])
})
const uploads = [upload("business_registration"), upload("letter_of_authorization")]

type Body = Parameters<typeof CreateMarket.consult>[0]["body"]

const singapore: Body = { country: "sg", number_type: "ALPHANUMERIC", sender_value: "ACME" }

describe("an order", () => {
  const ask = (body: Body, documents: ReadonlyArray<ReturnType<typeof upload>> = [], asked: Array<unknown> = []) =>
    consulted((here) => CreateMarket.consult({ ...slots, body, uploads: documents }, caller, here), { asked })
  const refs = uploads.map(({ fileName, key }) => ({ id: expect.any(String), key, fileName }))

  it("is judged by the rule of its market, and its documents are put for a while", async () => {
    const asked: Array<unknown> = []
    expect(await ask(singapore, uploads, asked)).toStrictEqual({
      wanted: { country: "SG", numberType: "ALPHANUMERIC", senderValue: "ACME", areaCodes: [] },
      rule: find(shipped, "SG", "ALPHANUMERIC"),
      documents: refs
    })
    const named = uploads.map((each) => ({ ...each, id: expect.any(String), account: account.id }))
    expect(asked).toStrictEqual([["put", named, 209_715_200, 86_400_000]])
    const sandbox: Array<unknown> = []
    expect(await ask({ ...singapore, sandbox: true }, uploads, sandbox)).toMatchObject({ documents: refs })
    expect(sandbox).toStrictEqual([])
  })

  it("is refused with all that is wrong, before any document is put", async () => {
    const asked: Array<unknown> = []
    expect(await ask(singapore, uploads.slice(1), asked))
      .toStrictEqual(["VALIDATION_001", { compliance: ["business_registration is required"] }, 422])
    expect(await ask({ ...singapore, sender_value: "+65 1" }, uploads, asked)).toStrictEqual([
      "VALIDATION_001",
      { sender_value: ["must have 3 to 11 letters, digits and spaces, at least one of them a letter"] },
      null
    ])
    const brand = { legal_name: "Acme", entity_type: "NON_PROFIT", country: "US" } as const
    expect(await ask({ country: "US", number_type: "10DLC", compliance: { brand } }, [], asked))
      .toStrictEqual(["VALIDATION_001", { "compliance.brand.vertical": ["is required in this market"] }, null])
    expect(asked).toStrictEqual([])
  })

  it("of a country without a rule registers with nobody", async () => {
    expect(await ask({ country: "DE", number_type: "LOCAL", area_codes: ["30"] })).toStrictEqual({
      wanted: { country: "DE", numberType: "LOCAL", senderValue: null, areaCodes: ["30"] },
      rule: find(shipped, "DE", "LOCAL"),
      documents: []
    })
  })

  it("is told of its flaws over several fields", () => {
    const flaws = (body: Body, type: "organization" | "profile" = "organization") =>
      CreateMarket.check({ ...slots, body }, { account: { ...account, type }, keyAccount: account }, body, Given.now)
        .map(({ field, message }) => [field, message])
    const inherits = { country: "US", number_type: "LOCAL", compliance: { brand: { inherit: true } } } as const
    expect(flaws(inherits)).toStrictEqual([["compliance.brand", "can be inherited by a profile only"]])
    expect(flaws(inherits, "profile")).toStrictEqual([])
    expect(flaws({ ...inherits, number_type: "ALPHANUMERIC" }, "profile"))
      .toStrictEqual([["sender_value", "is required for ALPHANUMERIC"]])
  })

  it("takes its documents back when it is refused after all", async () => {
    const asked: Array<unknown> = []
    const documents = [{ id: "one", key: "k", fileName: "f" }, { id: "two", key: "k", fileName: "f" }]
    const judged = {
      wanted: { country: "SG", numberType: "LOCAL", senderValue: null, areaCodes: [] },
      rule: find(shipped, "SG", "LOCAL")
    } as const
    await consulted(() => CreateMarket.retract!({ ...judged, documents }), { asked })
    await consulted(() => CreateMarket.retract!({ ...judged, documents: [] }), { asked })
    expect(asked).toStrictEqual([["remove", ["one", "two"]]])
  })
})

interface Ordered {
  readonly title: string
  readonly country: string
  readonly type: NumberType
  readonly sender?: string
  readonly compliance?: Body["compliance"]
  readonly row: Partial<Market> & Pick<Market, "reason" | "reasonCode" | "status">
  readonly answer: Omit<MarketResource, "country" | "number_type" | "sender_value">
  readonly event: "channel.submitted" | "channel.activated" | null
  readonly due: ReadonlyArray<string>
  readonly account?: object
}

const brand = { legal_name: "Acme" }
const campaign = { use_case: "MARKETING" } as const
const reviewed = {
  status: "PENDING_REVIEW",
  reasonCode: "CHANNEL_003",
  reason: "The registration is under review."
} as const
const setUp = { status: "PROVISIONING", reasonCode: "CHANNEL_011", reason: "The channel is being set up." } as const
const lacking = {
  status: "ACTION_NEEDED",
  reasonCode: "CHANNEL_001",
  reason: "Something that the customer owes is missing."
} as const
const shown = ({ reason, reasonCode, status }: Pick<Market, "reason" | "reasonCode" | "status">) => ({
  status,
  ...(reasonCode === null ? {} : { reason_code: reasonCode }),
  ...(reason === null ? {} : { reason })
})

it.each<Ordered>([
  {
    title: "that registers a brand and a campaign is filed",
    country: "US",
    type: "TEN_DLC",
    compliance: { brand, campaign },
    row: { regime: "campaign", brand, campaign, ...reviewed },
    answer: { ...shown(reviewed), compliance: { brand, campaign } },
    event: "channel.submitted",
    due: [`channel ${account.id}/0/sms/US/TEN_DLC`],
    account: { smsWithheldIn: ["US"] }
  },
  {
    title: "that lacks its campaign waits for the customer",
    country: "US",
    type: "TEN_DLC",
    compliance: { brand },
    row: { regime: "campaign", brand, ...lacking },
    answer: { ...shown(lacking), compliance: { brand, campaign: null } },
    event: null,
    due: [],
    account: { smsWithheldIn: ["US"] }
  },
  {
    title: "that registers by documents is filed with them",
    country: "SG",
    type: "ALPHANUMERIC",
    sender: "ACME",
    row: { regime: "documents", documents: [{ id: "doc", key: "letter", fileName: "l.pdf" }], ...reviewed },
    answer: {
      ...shown(reviewed),
      compliance: { documents: [{ key: "letter", file_name: "l.pdf", document_id: "doc" }] }
    },
    event: "channel.submitted",
    due: ["document doc/keep", `channel ${account.id}/0/sms/SG/ALPHANUMERIC`],
    account: { smsWithheldIn: ["SG"] }
  },
  {
    title: "that registers with nobody is set up",
    country: "DE",
    type: "LOCAL",
    row: { regime: "none", ...setUp },
    answer: shown(setUp),
    event: null,
    due: [`channel ${account.id}/0/sms/DE/LOCAL`],
    account: { smsWithheldIn: ["DE"] }
  },
  {
    title: "of letters that registers with nobody sends immediately",
    country: "DE",
    type: "ALPHANUMERIC",
    sender: "ACME",
    row: { regime: "none", gaveSender: true, status: "ACTIVE", reasonCode: null, reason: null },
    answer: { status: "ACTIVE" },
    event: "channel.activated",
    due: [],
    account: { senders: [{ value: "ACME", country: "DE" }] }
  }
])("a market $title", ({ account: changed, answer, compliance, country, due, event, row, sender, type }) => {
  const documents = row.documents ?? []
  const body: Body = {
    country,
    number_type: type,
    ...(sender === undefined ? {} : { sender_value: sender }),
    ...(compliance === undefined ? {} : { compliance })
  }
  const wanted = { country, numberType: type, senderValue: sender ?? null, areaCodes: [] }
  const judged = { wanted, rule: find(shipped, country, type), documents }
  const market = { country, number_type: type, sender_value: sender ?? null, ...answer }
  const stored = {
    ...wanted,
    brand: null,
    campaign: null,
    documents,
    gaveSender: false,
    revision: 0,
    createdAt: later,
    updatedAt: null,
    ...row
  }
  const rows = [put(Accounts, account), put(ChannelSet.ChannelSets, empty)]
  expect(answered(CreateMarket.decides, { ...slots, body, caller, consulted: judged }, rows, later)).toStrictEqual({
    ...nothing,
    answer: market,
    puts: [{ ...empty, markets: [stored] }, { ...account, ...changed }],
    expects: [`account ${account.id} 1`, `channel_set ${account.id} 2`],
    due: due.map((work) => [work, 5000]),
    events: event === null ? [] : [{
      event,
      field: "channel",
      timestamp: "2030-01-15T12:35:01Z",
      payload: {
        country,
        account_id: account.id,
        channel: "sms",
        number_type: type,
        sender_value: sender ?? null,
        ...shown(stored),
        updated_at: "2030-01-15T12:35:01Z"
      }
    }]
  })
  // The sandbox shows the same.
  expect(CreateMarket.simulate?.({ ...slots, body, consulted: judged }, caller, later, Given.ids())).toStrictEqual(
    market
  )
  expect(CreateMarket.isCreated?.(market)).toBe(stored.status === "ACTIVE")
})

describe("a new profile", () => {
  const profile = Given.account({ channels: ["sms"], numbers: [], shortName: "ACME", profile: blank("incomplete") })
  const business = { wabaId: "waba", phoneNumberId: "number" }
  const connected = { ...profile, profile: { ...blank("incomplete"), whatsapp: business } }
  const make = (of: typeof profile, order: NewChannels.MarketOrder | null) => {
    const made = NewChannels.make(of, order, { facts: Facts.empty, ids: Given.ids(), now: later })
    return { ...told(made.commit), events: made.commit.events.map(({ name }) => name), set: made.progress.set }
  }
  const orderOf = (country: string, numberType: NumberType, said: NewChannels.MarketOrder["said"]) => ({
    wanted: { country, numberType, senderValue: null, areaCodes: [] },
    said,
    rule: find(shipped, country, numberType),
    documents: []
  })

  it("that asks for no channel has none", () => {
    const { debits: _, ...none } = nothing
    expect(make(profile, null)).toStrictEqual({ ...none, set: empty })
  })

  it("has a market and a business account where it asks for both", () => {
    const documents = [{ id: "one", key: "k", fileName: "f" }]
    const order = { ...orderOf("DE", "LOCAL", { brand, campaign: "inherited" }), documents }
    const standing = { ...setUp, revision: 0, createdAt: later, updatedAt: null }
    const made = make(connected, order)
    const { debits: _, ...none } = nothing
    expect(made).toStrictEqual({
      ...none,
      puts: [made.set],
      due: [
        ["document one/keep", 5000],
        [`channel ${account.id}/0/sms/DE/LOCAL`, 5000],
        [`channel ${account.id}/0/whatsapp`, 5000]
      ],
      set: {
        ...empty,
        // A market that registers with nobody needs nothing of what the profile registers with.
        markets: [{
          ...order.wanted,
          regime: "none",
          brand: null,
          campaign: null,
          documents,
          gaveSender: false,
          ...standing
        }],
        whatsapp: { ...business, ...standing }
      }
    })
  })

  it("may lack details that its market asks for, and adds them later", () => {
    const whole = {
      use_case: "MARKETING",
      description: "x",
      message_flow: "x",
      sample_messages: ["x"],
      optout_keywords: "x",
      help_keywords: "x"
    }
    const statusOf = (campaign: NewChannels.MarketOrder["said"]["campaign"]) => {
      const { events, set: { markets: [market] } } = make(
        profile,
        orderOf("US", "TEN_DLC", { brand: "inherited", campaign })
      )
      return [market?.status, market?.reasonCode, market?.brand, market?.campaign, events]
    }
    expect(statusOf(whole)).toStrictEqual(["PENDING_REVIEW", "CHANNEL_003", "inherited", whole, ["channel.submitted"]])
    expect(statusOf("inherited"))
      .toStrictEqual(["PENDING_REVIEW", "CHANNEL_003", "inherited", "inherited", ["channel.submitted"]])
    for (const vague of [campaign, null]) {
      expect(statusOf(vague)).toStrictEqual(["ACTION_NEEDED", "CHANNEL_001", "inherited", vague, []])
    }
  })
})

it("a change of a market's compliance is judged by its rule", async () => {
  const ask = (path: { readonly country: string; readonly type: string }, compliance: Compliance) =>
    consulted((here) => UpdateMarket.consult({ path, query: {}, body: { compliance } }, caller, here))
  expect(await ask({ country: "us", type: "10dlc" }, { campaign: null })).toBe(find(shipped, "US", "TEN_DLC"))
  expect(await ask({ country: "US", type: "fax" }, {})).toStrictEqual(find(shipped, "US", "LOCAL"))
  const vague = {
    use_case: "MARKETING",
    description: "x",
    message_flow: "x",
    optout_keywords: "x",
    help_keywords: "x"
  } as const
  expect(await ask({ country: "us", type: "10dlc" }, { campaign: vague })).toStrictEqual([
    "VALIDATION_001",
    { "compliance.campaign.sample_messages": ["is required in this market"] },
    null
  ])
})
