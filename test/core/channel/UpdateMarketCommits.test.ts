/**
 * An SMS market that is changed or given up: the whole of what is stored, told and asked of the provisioner (decisions
 * 4.3, 5.7).
 */
import type { Account } from "@signalbox/core/Account"
import { Accounts } from "@signalbox/core/Account"
import * as ChannelSet from "@signalbox/core/ChannelSet"
import { put } from "@signalbox/core/Commit"
import { plus } from "@signalbox/core/Instant"
import { DeleteMarket } from "@signalbox/core/internal/channel/DeleteMarket"
import { UpdateMarket } from "@signalbox/core/internal/channel/UpdateMarket"
import type { Compliance } from "@signalbox/core/internal/compliance/ComplianceBody"
import { shipped } from "@signalbox/core/internal/compliance/ShippedRequirements"
import type { Market } from "@signalbox/core/Market"
import { blank } from "@signalbox/core/Profile"
import { find } from "@signalbox/core/RequirementTable"
import { expect, it } from "vitest"
import { answered, nothing } from "../Answered.ts"
import * as Given from "../Given.ts"

const number = "+12015550142"

const account = Given.account({ channels: ["sms"] })
const caller = { account, keyAccount: account }
const later = plus(Given.now, 5000)

const brand = { legal_name: "Acme" }
const campaign = { use_case: "MARKETING" } as const

const market: Market = {
  country: "US",
  numberType: "TEN_DLC",
  senderValue: number,
  areaCodes: [],
  regime: "campaign",
  brand,
  campaign: null,
  documents: [],
  gaveSender: false,
  status: "ACTION_NEEDED",
  reasonCode: "CHANNEL_002",
  reason: "Say more.",
  revision: 4,
  createdAt: Given.now,
  updatedAt: Given.now
}

const reviewed = {
  status: "PENDING_REVIEW",
  reasonCode: "CHANNEL_003",
  reason: "The registration is under review."
} as const
const lacking = {
  status: "ACTION_NEEDED",
  reasonCode: "CHANNEL_001",
  reason: "Something that the customer owes is missing."
} as const
const active = { status: "ACTIVE", reasonCode: null, reason: null } as const
const setUp = { status: "PROVISIONING", reasonCode: "CHANNEL_011", reason: "The channel is being set up." } as const

/** It sends, and so does nothing to its account. */
const other: Market = { ...market, country: "CA", numberType: "LOCAL", senderValue: null, brand: null, ...active }

type Standing = Pick<Market, "status" | "reasonCode" | "reason">

const shown = ({ reason, reasonCode, status }: Standing) => ({
  status,
  ...(reasonCode === null ? {} : { reason_code: reasonCode }),
  ...(reason === null ? {} : { reason })
})

interface Case {
  readonly title: string
  readonly before: Partial<Market>
  readonly owner?: Account
  readonly says: Compliance
  readonly after: Pick<Market, "brand" | "campaign"> & Standing
  readonly compliance?: object
  readonly tells?: string
  readonly asks: boolean
  /** Whether the account sends no SMS to the country from now on, where this is its only market. */
  readonly stops?: true
}

const inheriting = { ...account, profile: { ...blank("incomplete"), inheritsBrand: true } }
const complete = { brand, campaign, ...reviewed }
const both = { brand, campaign }

const cases: ReadonlyArray<Case> = [
  {
    title: "that has all that it registers with is filed",
    before: {},
    says: { campaign },
    after: complete,
    compliance: both,
    tells: "channel.submitted",
    asks: true,
    stops: true
  },
  {
    title: "is filed again while it is under review",
    before: complete,
    says: { brand: { legal_name: "Other", tax_id: null } },
    after: { ...complete, brand: { legal_name: "Other" } },
    compliance: { brand: { legal_name: "Other" }, campaign },
    tells: "channel.submitted",
    asks: true,
    stops: true
  },
  {
    title: "that sends goes on sending while it is filed again",
    before: { ...both, ...active },
    says: { campaign: { use_case: "MIXED" } },
    after: { brand, campaign: { use_case: "MIXED" }, ...active },
    compliance: { brand, campaign: { use_case: "MIXED" } },
    tells: "channel.submitted",
    asks: true
  },
  {
    title: "is filed with a brand that is inherited",
    before: { brand: null, campaign },
    owner: inheriting,
    says: { brand: { inherit: true } },
    after: { ...complete, brand: "inherited" },
    compliance: { brand: { inherit: true }, campaign },
    tells: "channel.submitted",
    asks: true,
    stops: true
  },
  {
    title: "is filed by the brand that the account has, where it has none of its own",
    before: both,
    owner: inheriting,
    says: { brand: null },
    after: { ...complete, brand: null },
    compliance: { brand: null, campaign },
    tells: "channel.submitted",
    asks: true,
    stops: true
  },
  {
    title: "that lacks its campaign waits for the customer",
    before: complete,
    says: { campaign: null },
    after: { brand, campaign: null, ...lacking },
    compliance: { brand, campaign: null },
    asks: false,
    stops: true
  },
  {
    title: "that lacks its brand waits for the customer",
    before: complete,
    says: { brand: null },
    after: { brand: null, campaign, ...lacking },
    compliance: { brand: null, campaign },
    asks: false,
    stops: true
  },
  {
    title: "that sends and lacks something goes on sending",
    before: { ...both, ...active },
    says: { campaign: null },
    after: { brand, campaign: null, ...active },
    compliance: { brand, campaign: null },
    asks: false
  },
  {
    title: "that registers by documents is filed again",
    before: { regime: "documents", brand: null, documents: [{ id: "doc", key: "letter", fileName: "letter.pdf" }] },
    says: { brand: null },
    after: { brand: null, campaign: null, ...reviewed },
    compliance: { documents: [{ key: "letter", file_name: "letter.pdf", document_id: "doc" }] },
    tells: "channel.submitted",
    asks: true,
    stops: true
  },
  {
    title: "that registers with nobody is asked about again while it is set up",
    before: { regime: "none", brand: null, ...setUp },
    says: { brand: null },
    after: { brand: null, campaign: null, ...setUp },
    asks: true
  },
  {
    title: "that registers with nobody is left alone once it sends",
    before: { regime: "none", brand: null, ...active },
    says: { brand },
    after: { brand, campaign: null, ...active },
    compliance: { brand, campaign: null },
    asks: false
  },
  {
    title: "that registers with nobody is left alone when it does not send any more",
    before: { regime: "none", brand: null, status: "INACTIVE", reasonCode: "CHANNEL_009", reason: "Gone." },
    says: { brand: null },
    after: { brand: null, campaign: null, status: "INACTIVE", reasonCode: "CHANNEL_009", reason: "Gone." },
    asks: false
  }
]

it.each(cases)("a market $title", ({ after, asks, before, compliance, owner = account, says, stops, tells }) => {
  const stored = { ...market, ...before }
  const set = { ...ChannelSet.empty(account.id), markets: [other, stored] }
  const answer = answered(
    UpdateMarket.decides,
    {
      path: { country: "us", type: "10dlc" },
      query: {},
      body: { compliance: says },
      caller: { account: owner, keyAccount: owner },
      consulted: find(shipped, "US", "TEN_DLC")
    },
    [put(Accounts, owner), put(ChannelSet.ChannelSets, set)],
    later
  )
  expect(answer).toStrictEqual({
    ...nothing,
    answer: {
      country: "US",
      number_type: "TEN_DLC",
      sender_value: number,
      ...shown(after),
      ...(compliance === undefined ? {} : { compliance })
    },
    puts: [
      { ...set, markets: [other, { ...stored, ...after, revision: 5, updatedAt: later }] },
      ...(stops ? [{ ...owner, smsWithheldIn: ["US"] }] : [])
    ],
    expects: [`account ${account.id} 1`, `channel_set ${account.id} 2`],
    cancels: [`channel ${account.id}/4/sms/US/TEN_DLC`],
    due: asks ? [[`channel ${account.id}/5/sms/US/TEN_DLC`, 5000]] : [],
    events: tells === undefined ? [] : [{
      event: tells,
      field: "channel",
      timestamp: "2030-01-15T12:35:01Z",
      payload: {
        country: "US",
        account_id: account.id,
        channel: "sms",
        number_type: "TEN_DLC",
        sender_value: number,
        ...shown(after),
        updated_at: "2030-01-15T12:35:01Z"
      }
    }]
  })
})

it.each<[title: string, parts: Partial<Market>]>([
  ["that sends", { ...active, gaveSender: true }],
  ["that was never live", {}]
])("a market %s is given up with its sender, its documents and what was asked about it", (_, parts) => {
  const documents = [{ id: "one", key: "letter", fileName: "letter.pdf" }, { id: "two", key: "id", fileName: "id.pdf" }]
  const gone: Market = { ...market, ...parts, documents }
  const own = { number: Given.phone(9000), channels: ["sms"], country: "CA" } as const
  const holder = Given.account({
    numbers: [own, { number: number as typeof own.number, channels: ["sms"], country: "US" }],
    channels: ["sms"],
    smsWithheldIn: ["US"]
  })
  const { smsWithheldIn: _withheld, ...free } = holder
  const set = { ...ChannelSet.empty(account.id), markets: [gone, other] }
  const isActive = gone.status === "ACTIVE"
  const answer = answered(
    DeleteMarket.decides,
    { path: { country: "us", type: "ten_dlc" }, query: {}, body: {}, caller, consulted: undefined },
    [put(Accounts, holder), put(ChannelSet.ChannelSets, set)],
    later
  )
  expect(answer).toStrictEqual({
    ...nothing,
    answer: null,
    puts: [{ ...set, markets: [other] }, { ...free, numbers: isActive ? [own] : holder.numbers }],
    expects: [`account ${account.id} 1`, `channel_set ${account.id} 2`],
    cancels: [`channel ${account.id}/4/sms/US/TEN_DLC`],
    due: [["document one/remove", 5000], ["document two/remove", 5000]],
    events: isActive
      ? [{
        event: "channel.deactivated",
        field: "channel",
        timestamp: "2030-01-15T12:35:01Z",
        payload: {
          country: "US",
          account_id: account.id,
          channel: "sms",
          number_type: "TEN_DLC",
          sender_value: number,
          status: "INACTIVE",
          reason_code: "CHANNEL_009",
          reason: "The account has given the market up.",
          updated_at: "2030-01-15T12:35:01Z"
        }
      }]
      : []
  })
})

it("a market that the account has not, or an account that is gone, is neither changed nor given up", () => {
  const set = { ...ChannelSet.empty(account.id), markets: [market] }
  const rule = find(shipped, "US", "TEN_DLC")
  const run = (path: { readonly country: string; readonly type: string }, of: Account = account) => {
    const rows = [put(Accounts, of), put(ChannelSet.ChannelSets, set)]
    const slots = { path, query: {}, caller }
    return [
      answered(UpdateMarket.decides, { ...slots, body: { compliance: { campaign } }, consulted: rule }, rows),
      answered(DeleteMarket.decides, { ...slots, body: {}, consulted: undefined }, rows)
    ]
  }
  const unknown = ["RESOURCE_013", null]
  for (
    const path of [{ country: "US", type: "local" }, { country: "CA", type: "10dlc" }, { country: "US", type: "fax" }]
  ) {
    expect(run(path)).toStrictEqual([unknown, unknown])
  }
  const known = { country: "US", type: "10DLC" }
  expect(run(known, { ...account, deletedAt: Given.now })).toStrictEqual([unknown, unknown])
  expect(run(known).map((each) => "answer" in each)).toStrictEqual([true, true])
})

it("a market that is given up in the sandbox leaves nothing to show", () => {
  const slots = { path: { country: "US", type: "local" }, query: {}, body: {}, consulted: undefined }
  expect(DeleteMarket.simulate?.(slots, caller, later, Given.ids())).toBeNull()
})

it("a change is shown in the sandbox as that of a market that has nothing else", () => {
  const simulated = (country: string, type: string, says: Compliance) => {
    const numberType = type === "10dlc" ? "TEN_DLC" : "LOCAL"
    const consulted = find(shipped, country.toUpperCase(), numberType)
    const slots = { path: { country, type }, query: {}, body: { compliance: says }, consulted }
    return UpdateMarket.simulate?.(slots, caller, later, Given.ids())
  }
  const standing = { sender_value: null, ...shown(setUp) }
  expect(simulated("us", "10dlc", { campaign }))
    .toStrictEqual({ country: "US", number_type: "TEN_DLC", ...standing, compliance: { brand: null, campaign } })
  expect(simulated("us", "10dlc", { brand: { inherit: true } })).toStrictEqual({
    country: "US",
    number_type: "TEN_DLC",
    ...standing,
    compliance: { brand: { inherit: true }, campaign: null }
  })
  expect(simulated("de", "fax", { brand: null })).toStrictEqual({ country: "DE", number_type: "LOCAL", ...standing })
})
