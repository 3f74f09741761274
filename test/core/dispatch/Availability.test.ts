/**
 * GET /v3/channels, GET /v3/me and routing say the same of WhatsApp and RCS (decisions 4.1 "Senders").
 */
import { operations } from "@signalbox/core/Catalogue"
import type { Channel } from "@signalbox/core/Channel"
import type { ChannelOutcome } from "@signalbox/core/ChannelOutcome"
import * as ChosenSenders from "@signalbox/core/ChosenSenders"
import * as ChangeAccount from "@signalbox/core/internal/account/ChangeAccount"
import * as ChannelResource from "@signalbox/core/internal/channel/ChannelResource"
import { ConnectBusiness } from "@signalbox/core/internal/channel/OperatorConnection"
import * as Provision from "@signalbox/core/internal/channel/Provision"
import { put } from "@signalbox/core/internal/commit/Commit"
import * as Availability from "@signalbox/core/internal/dispatch/Availability"
import * as Sender from "@signalbox/core/internal/dispatch/Sender"
import type { Account } from "@signalbox/core/internal/row/Account"
import { Accounts } from "@signalbox/core/internal/row/Account"
import * as ChannelSet from "@signalbox/core/internal/row/ChannelSet"
import { rcsForm } from "@signalbox/testing/generate/Channels"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const all: ReadonlyArray<Channel> = ["sms", "whatsapp", "rcs", "mms"]
const channels = fc.subarray([...all])
const steps = <Outcome extends ChannelOutcome>(...outcomes: ReadonlyArray<Outcome>) =>
  fc.array(
    fc.oneof(
      fc.record({ tag: fc.constant("connect" as const) }),
      fc.record({ tag: fc.constant("report" as const), outcome: fc.constantFrom(...outcomes) }),
      fc.record({ tag: fc.constant("give" as const), channels })
    ),
    { maxLength: 8 }
  )

/** An account that its operator gave these channels, and a number for one of them or none. */
const newcomer = (given: ReadonlyArray<Channel>, of: Channel | null) =>
  Given.account({
    shortName: "ACME",
    channels: given,
    numbers: of === null ? [] : [{ number: Given.phone(9000), channels: [of], country: "US" }]
  })

const to = { region: "US", asksForSender: true }

const isSent = (account: Account, channel: Channel, choosesSender: boolean): boolean =>
  account.channels.includes(channel) && !Sender.isWithout(account, channel, to, choosesSender)

describe("WhatsApp", () => {
  prop(
    "is ACTIVE, configured and sent on, or none of them, whatever was connected, reported and given",
    channels,
    fc.boolean(),
    steps("activate", "deactivate", "lack_account", "reject"),
    fc.boolean(),
    (given, hasNumber, steps, choosesSender) => {
      const chosen: ChosenSenders.ChosenSenders = choosesSender ? new Set(["whatsapp"]) : ChosenSenders.none
      const account = newcomer(given, hasNumber ? "whatsapp" : null)
      const store = new FactStore([put(Accounts, account)])
      const { id } = account
      for (const each of steps) {
        if (each.tag === "connect") {
          const business = { wabaId: "1", phoneNumberId: "1059" }
          store.run(ConnectBusiness, { account: id, business }, Given.now, Given.ids())
        } else if (each.tag === "report") {
          const report = { outcome: each.outcome }
          const subject = { channel: "whatsapp" } as const
          store.run(Provision.ReportChannel, { account: id, subject, report }, Given.now, Given.ids())
        } else {
          const change = { account: id, change: { channels: each.channels } }
          store.run(ChangeAccount.ChangeAccount, change, Given.now, Given.ids())
        }
        const now = store.get(Accounts, id)!
        const set = store.get(ChannelSet.ChannelSets, id) ?? ChannelSet.empty(id)
        const isActive = ChannelResource.channels(now, set, chosen).whatsapp?.status === "ACTIVE"
        expect(Availability.isAvailable(now, "whatsapp", chosen)).toBe(isActive)
        expect(isSent(now, "whatsapp", choosesSender)).toBe(isActive)
      }
    }
  )
})

describe("RCS", () => {
  prop(
    "is configured exactly where it is sent on, and its agent is ACTIVE exactly then, where there is one",
    channels,
    fc.boolean(),
    steps("approve", "request_changes", "deactivate", "activate", "reject"),
    fc.boolean(),
    rcsForm,
    (given, hasNumber, steps, choosesSender, body) => {
      const chosen: ChosenSenders.ChosenSenders = choosesSender ? new Set(["rcs"]) : ChosenSenders.none
      const account = newcomer(given, hasNumber ? "rcs" : null)
      const store = new FactStore([put(Accounts, account)])
      const { id } = account
      for (const each of steps) {
        if (each.tag === "connect") {
          const caller = { account: store.get(Accounts, id)!, keyAccount: account }
          const order = { path: {}, query: {}, body, caller, consulted: undefined }
          store.run(operations["rcs.order"].decides, order, Given.now, Given.ids())
        } else if (each.tag === "report") {
          const report = { outcome: each.outcome }
          const subject = { channel: "rcs" } as const
          store.run(Provision.ReportChannel, { account: id, subject, report }, Given.now, Given.ids())
        } else {
          const change = { account: id, change: { channels: each.channels } }
          store.run(ChangeAccount.ChangeAccount, change, Given.now, Given.ids())
        }
        const now = store.get(Accounts, id)!
        const set = store.get(ChannelSet.ChannelSets, id) ?? ChannelSet.empty(id)
        const isConfigured = Availability.isAvailable(now, "rcs", chosen)
        expect(isSent(now, "rcs", choosesSender)).toBe(isConfigured)
        const shown = ChannelResource.channels(now, set, chosen).rcs
        if (set.rcs !== null) expect(shown?.status === "ACTIVE").toBe(isConfigured)
        // Nobody has filled in the form of a number that the operator gave, or of a sender that a carrier chooses.
        else expect(shown).toBe(null)
      }
    }
  )
})
