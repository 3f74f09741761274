/** A provisioner or the operator reports of a channel: all that is stored, told and asked again is compared (decisions 4.3). */
import type { Account } from "@signalbox/core/Account"
import { Accounts } from "@signalbox/core/Account"
import * as ChannelSet from "@signalbox/core/ChannelSet"
import { put } from "@signalbox/core/Commit"
import * as Instant from "@signalbox/core/Instant"
import { AskProvisioner, Provision, ReportChannel } from "@signalbox/core/internal/channel/Provision"
import * as ProvisionWork from "@signalbox/core/internal/channel/ProvisionWork"
import type { Market } from "@signalbox/core/Market"
import type { Progress, Report } from "@signalbox/core/Provisioner"
import { describe, expect, it } from "vitest"
import { answered, nothing } from "../Answered.ts"
import * as Decided from "../Decided.ts"
import * as Given from "../Given.ts"

const number = Given.phone(7)
const own = { number: Given.phone(9000), channels: ["sms"], country: "CA" } as const
const account = Given.account({ channels: ["whatsapp"], numbers: [own], smsWithheldIn: ["US"] })
const { smsWithheldIn: _, ...free } = account
const later = Instant.plus(Given.now, 5000)
const subject = { channel: "sms", country: "US", numberType: "TEN_DLC" } as const

const market: Market = {
  country: "US",
  numberType: "TEN_DLC",
  senderValue: null,
  areaCodes: [],
  regime: "campaign",
  brand: { legal_name: "Acme" },
  campaign: { use_case: "MARKETING" },
  documents: [],
  gaveSender: false,
  status: "PENDING_REVIEW",
  reasonCode: "CHANNEL_003",
  reason: "The registration is under review.",
  revision: 4,
  createdAt: Given.now,
  updatedAt: null
}

const set: ChannelSet.ChannelSet = { ...ChannelSet.empty(account.id), markets: [market] }
const key = `${account.id}/4/sms/US/TEN_DLC`
const item = `channel ${key}`
const expects = [`account ${account.id} 1`, `channel_set ${account.id} 2`]

const rowsOf = (of: Account = account, channels: ChannelSet.ChannelSet | null = set) => [
  put(Accounts, of),
  ...channels === null ? [] : [put(ChannelSet.ChannelSets, channels)]
]

const told = (event: string, standing: object) => ({
  event,
  field: "channel",
  timestamp: "2030-01-15T12:35:01Z",
  payload: {
    country: "US",
    account_id: account.id,
    channel: "sms",
    number_type: "TEN_DLC",
    ...standing,
    updated_at: "2030-01-15T12:35:01Z"
  }
})

const approved = {
  status: "PROVISIONING",
  reasonCode: "CHANNEL_004",
  reason: "The registration is approved and the sender is being activated."
} as const

describe("a provisioner's answer", () => {
  const run = (progress: Progress, rows = rowsOf(), of: ChannelSet.Subject = subject, revision = 4) => {
    const target = { account: account.id, subject: of, revision }
    const lease = Decided.held(ProvisionWork.ProvisionWork.due(target, account.id, later))
    return answered(Provision, { lease, told: progress }, rows, later)
  }
  const done = { ...nothing, answer: undefined, completes: [item] }

  it("moves the channel report by report, and gives its account what it brings", () => {
    const reports: ReadonlyArray<Report> = [
      { outcome: "lack_number" },
      { outcome: "approve" },
      { outcome: "activate", sender: number }
    ]
    const numbered = { number, channels: ["sms"], country: "US" }
    expect(run({ reports, askAgainAt: null })).toStrictEqual({
      ...done,
      puts: [
        {
          ...set,
          markets: [{
            ...market,
            senderValue: number,
            gaveSender: true,
            status: "ACTIVE",
            reasonCode: null,
            reason: null,
            updatedAt: later
          }]
        },
        { ...free, channels: ["sms", "whatsapp"], numbers: [own, numbered] }
      ],
      expects,
      events: [
        told("channel.approved", {
          sender_value: null,
          status: "PROVISIONING",
          reason_code: "CHANNEL_004",
          reason: approved.reason
        }),
        told("channel.activated", { sender_value: number, status: "ACTIVE" })
      ]
    })
  })

  it("is asked for again when it says so, and no sooner than in a second", () => {
    const again = (askAgainAt: Instant.Instant) => run({ reports: [], askAgainAt })
    expect(again(Instant.plus(later, 60_000))).toStrictEqual({ ...done, due: [[item, 65_000]] })
    expect(again(Instant.plus(later, 1))).toStrictEqual({ ...done, due: [[item, 6000]] })
    const moved = run({ reports: [{ outcome: "approve" }], askAgainAt: Instant.plus(later, 60_000) })
    expect(moved).toMatchObject({
      due: [[item, 65_000]],
      puts: [{ markets: [{ ...market, ...approved, updatedAt: later }] }]
    })
  })

  it("does nothing where nothing can follow, or the channel is another one by now", () => {
    const progress = { reports: [{ outcome: "activate" }], askAgainAt: Instant.plus(later, 60_000) } as const
    expect(run({ reports: [{ outcome: "deactivate" }], askAgainAt: null })).toStrictEqual(done)
    for (
      const rows of [
        rowsOf({ ...account, deletedAt: Given.now }),
        rowsOf(account, null),
        rowsOf(account, { ...set, markets: [{ ...market, revision: 5 }] }),
        rowsOf(account, { ...set, markets: [] })
      ]
    ) {
      expect(run(progress, rows)).toStrictEqual(done)
    }
    const missing = run(progress, rowsOf(), { channel: "whatsapp" })
    expect(missing).toStrictEqual({ ...done, completes: [`channel ${account.id}/4/whatsapp`] })
  })
})

describe("the operator's report", () => {
  const run = (report: Report, rows = rowsOf(), of: ChannelSet.Subject = subject) =>
    answered(ReportChannel, { account: account.id, subject: of, report }, rows, later)

  it("moves the channel, with its own words and code where they are given", () => {
    const rejected = { status: "ACTION_NEEDED", reasonCode: "CHANNEL_002", reason: "No." } as const
    expect(run({ outcome: "reject", code: "CHANNEL_002", reason: "No." })).toStrictEqual({
      ...nothing,
      answer: { _tag: "Changed", status: "ACTION_NEEDED" },
      puts: [{ ...set, markets: [{ ...market, ...rejected, updatedAt: later }] }],
      expects,
      events: [
        told("channel.rejected", {
          sender_value: null,
          status: "ACTION_NEEDED",
          reason_code: "CHANNEL_002",
          reason: "No."
        })
      ]
    })
  })

  it("changes nothing where it cannot follow, or where there is no such channel", () => {
    expect(run({ outcome: "activate" }))
      .toStrictEqual({ ...nothing, answer: { _tag: "Refused", status: "PENDING_REVIEW" } })
    const unknown = { ...nothing, answer: { _tag: "Unknown" } }
    expect(run({ outcome: "approve" }, rowsOf({ ...account, deletedAt: Given.now }))).toStrictEqual(unknown)
    expect(run({ outcome: "approve" }, rowsOf(account, null))).toStrictEqual(unknown)
    expect(run({ outcome: "approve" }, rowsOf(), { channel: "rcs" })).toStrictEqual(unknown)
    expect(run({ outcome: "approve" }, rowsOf(), { ...subject, numberType: "LOCAL" })).toStrictEqual(unknown)
  })
})

it("a provisioner is asked about a channel that is there, whatever was agreed before", () => {
  const at = Instant.plus(later, 1000)
  const ask = (of: ChannelSet.Subject) =>
    answered(AskProvisioner, { account: account.id, subject: of, at }, rowsOf(), later)
  expect(ask(subject)).toStrictEqual({ ...nothing, answer: "PENDING_REVIEW", due: [[item, 6000]] })
  expect(ask({ channel: "rcs" })).toStrictEqual({ ...nothing, answer: null })
})
