/**
 * GET /v3/channels, GET /v3/me and routing say the same of WhatsApp and RCS (decisions 4.1 "Senders").
 */
import type { Channel } from "@signalbox/core/Channel"
import * as ChosenSenders from "@signalbox/core/ChosenSenders"
import * as ChangeAccount from "@signalbox/core/internal/account/ChangeAccount"
import * as ChannelResource from "@signalbox/core/internal/channel/ChannelResource"
import { ConnectBusiness } from "@signalbox/core/internal/channel/OperatorConnection"
import * as Provision from "@signalbox/core/internal/channel/Provision"
import { put } from "@signalbox/core/internal/commit/Commit"
import * as Availability from "@signalbox/core/internal/dispatch/Availability"
import * as Sender from "@signalbox/core/internal/dispatch/Sender"
import { Accounts } from "@signalbox/core/internal/row/Account"
import * as ChannelSet from "@signalbox/core/internal/row/ChannelSet"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const all: ReadonlyArray<Channel> = ["sms", "whatsapp", "rcs", "mms"]
const channels = fc.subarray([...all])
const outcome = fc.constantFrom("activate", "deactivate", "lack_account", "reject")
const step = fc.oneof(
  fc.record({ tag: fc.constant("connect" as const) }),
  fc.record({ tag: fc.constant("report" as const), outcome }),
  fc.record({ tag: fc.constant("give" as const), channels })
)

describe("WhatsApp", () => {
  prop(
    "is ACTIVE, configured and sent on, or none of them, whatever was connected, reported and given",
    channels,
    fc.boolean(),
    fc.array(step, { maxLength: 8 }),
    fc.boolean(),
    (given, hasNumber, steps, choosesSender) => {
      const chosen: ChosenSenders.ChosenSenders = choosesSender ? new Set(["whatsapp"]) : ChosenSenders.none
      const account = Given.account({
        shortName: "ACME",
        channels: given,
        numbers: hasNumber ? [{ number: Given.phone(9000), channels: ["whatsapp"], country: "US" }] : []
      })
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
        const to = { region: "US", asksForSender: true }
        const isSent = now.channels.includes("whatsapp") && !Sender.isWithout(now, "whatsapp", to, choosesSender)
        expect(isSent).toBe(isActive)
      }
    }
  )
})
