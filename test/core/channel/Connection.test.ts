/**
 * The WhatsApp connection of an account: the operator makes it once, and it follows what a deprecated profile says of its
 * business account (decisions 4.3).
 */
import type { Account } from "@signalbox/core/Account"
import { Accounts } from "@signalbox/core/Account"
import * as ChannelSet from "@signalbox/core/ChannelSet"
import { put } from "@signalbox/core/Commit"
import * as Connection from "@signalbox/core/internal/channel/Connection"
import { ConnectBusiness } from "@signalbox/core/internal/channel/OperatorConnection"
import * as Needs from "@signalbox/core/Needs"
import type { WhatsAppAccount } from "@signalbox/core/Profile"
import { blank } from "@signalbox/core/Profile"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const [first, second]: [WhatsAppAccount, WhatsAppAccount] = [
  { wabaId: "waba-1", phoneNumberId: "phone-1" },
  { wabaId: "waba-1", phoneNumberId: "phone-2" }
]

const connection = (business: WhatsAppAccount, parts: Partial<ChannelSet.WhatsappConnection> = {}) => ({
  ...business,
  status: "PROVISIONING" as const,
  reasonCode: "CHANNEL_011" as const,
  reason: "The channel is being set up.",
  revision: 0,
  createdAt: Given.now,
  updatedAt: null,
  ...parts
})

describe("the operator's word", () => {
  it("connects a business account once, to an account that is there", () => {
    const own = Given.account({ profile: blank("approved") })
    const closed = Given.account({ id: Given.accountId(2), numbers: [], deletedAt: Given.now })
    const store = new FactStore([put(Accounts, own), put(Accounts, closed)])
    const connect = (account: Account["id"], business: WhatsAppAccount) =>
      Result.getOrThrow(store.run(ConnectBusiness, { account, business }, Given.now, Given.ids()))
    expect(connect(own.id, first)).toBe("Connected")
    const kept = { account: own.id, markets: [], rcs: null, whatsapp: connection(first) }
    expect(store.get(ChannelSet.ChannelSets, own.id)).toStrictEqual(kept)
    expect(store.get(Accounts, own.id)?.profile?.whatsapp).toStrictEqual(first)
    expect(connect(own.id, second)).toBe("AlreadyConnected")
    expect(store.get(ChannelSet.ChannelSets, own.id)).toStrictEqual(kept)
    expect(store.get(Accounts, own.id)?.profile?.whatsapp).toStrictEqual(first)
    for (const id of [closed.id, Given.accountId(3)]) expect(connect(id, first)).toBe("UnknownAccount")
    // What the operator does, no provisioner is asked for.
    expect([...store.work.values()]).toEqual([])
  })
})

describe("a change of a profile's business account", () => {
  /** Returns what follows on a change of the details, when the account is connected as `set` says. */
  const followed = (
    from: WhatsAppAccount | null,
    to: WhatsAppAccount | null,
    whatsapp: ChannelSet.WhatsappConnection | null
  ) => {
    const account = (business: WhatsAppAccount | null) =>
      Given.account({
        channels: ["sms", "whatsapp"],
        ...(whatsapp?.status === "ACTIVE" ? { channelSenders: { whatsapp: "phone-1" } } : {}),
        profile: { ...blank("approved"), whatsapp: business }
      })
    const set = { ...ChannelSet.empty(account(null).id), whatsapp }
    const store = new FactStore([put(ChannelSet.ChannelSets, set)])
    const facts = store.load(Needs.row(ChannelSet.ChannelSets, set.account))
    const after = account(to)
    const { account: left, commit } = Connection.follow(account(from), after, {
      facts,
      now: Given.now,
      ids: Given.ids()
    })
    const { channelSenders = null, channels, profile } = left
    return {
      isSame: left === after && Object.keys(commit).length === 0,
      account: { channels, channelSenders, business: profile?.whatsapp },
      whatsapp: commit.puts?.flatMap((row) => row.kind === "channel_set" ? [row.value.whatsapp] : []),
      cancels: commit.cancels,
      due: commit.due?.map(({ work }) => work)
    }
  }

  const active = connection(first, { status: "ACTIVE", reasonCode: null, reason: null, revision: 4 })
  /** The work of a provisioner for a revision. */
  const work = (revision: number) => ({ kind: "channel", key: `${Given.accountId(1)}/${revision}/whatsapp` })
  const bare = { channels: ["sms"], channelSenders: null }

  it("that is none leaves all as it is, however it is written", () => {
    for (const business of [null, first]) expect(followed(business, business, active).isSame).toBe(true)
    expect(followed(first, { ...first }, active).isSame).toBe(true)
  })

  it("connects the first one, and has it set up", () => {
    expect(followed(null, first, null)).toStrictEqual({
      isSame: false,
      account: { ...bare, business: first },
      whatsapp: [connection(first)],
      cancels: [],
      due: [work(0)]
    })
  })

  it.each([active, connection(first, { status: "INACTIVE", revision: 4 })])(
    "connects another in its place, under the next revision, whatever became of the one before: $status",
    (before) => {
      expect(followed(first, second, before)).toStrictEqual({
        isSame: false,
        account: { ...bare, business: second },
        whatsapp: [connection(second, { revision: 5 })],
        cancels: [work(4)],
        due: [work(5)]
      })
    }
  )

  it.each<WhatsAppAccount>([{ ...first, wabaId: "waba-2" }, { ...first, phoneNumberId: null }])(
    "is one of either of its two ids: %j",
    (business) => {
      expect(followed(first, business, active)).toMatchObject({ whatsapp: [connection(business, { revision: 5 })] })
    }
  )

  it("that takes it away ends the connection, and the channel where the account had it by that", () => {
    const gone = { isSame: false, whatsapp: [null], due: [] }
    expect(followed(first, null, active)).toStrictEqual({
      ...gone,
      account: { ...bare, business: null },
      cancels: [work(4)]
    })
    expect(followed(first, null, connection(first))).toStrictEqual({
      ...gone,
      account: { channels: ["sms", "whatsapp"], channelSenders: null, business: null },
      cancels: [work(0)]
    })
    expect(followed(first, null, null)).toMatchObject({ whatsapp: [null], cancels: [], due: [] })
  })
})
