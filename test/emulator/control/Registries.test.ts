/**
 * Registries say something of a channel: one that was ordered, or that can be, goes its way by the script; any other one the
 * account has from then on, or has not.
 */
import type { Channel } from "@signalbox/core/Channel"
import type { ChannelSet } from "@signalbox/core/ChannelSet"
import { empty } from "@signalbox/core/ChannelSet"
import { Operator } from "@signalbox/core/Operator"
import { ProvisionScript } from "@signalbox/emulator/provision/ProvisionScript"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { describe, expect, it } from "vitest"
import * as Given from "../../core/Given.ts"
import * as Asked from "./Asked.ts"

const account = Given.accountId(1)
const has: ReadonlyArray<Channel> = ["sms", "rcs"]
const none = empty(account)

const ordered: ChannelSet = {
  ...none,
  whatsapp: {
    wabaId: "waba-1",
    phoneNumberId: null,
    status: "ACTIVE",
    reasonCode: null,
    reason: null,
    revision: 1,
    createdAt: Given.now,
    updatedAt: null
  }
}

/** Returns what is asked for an announcement, and what is answered. */
const announce = async (announcement: object, set: ChannelSet = none, isGone = false) => {
  const told: Array<ReadonlyArray<unknown>> = []
  const services = Layer.merge(
    Layer.mock(Operator, {
      find: () => Effect.succeed(Given.account({ id: account, channels: has })),
      findChannels: () => Effect.succeed(set),
      askProvisioner: (...given) =>
        Effect.sync(() => {
          told.push(["ask", ...given])
          return set === none ? null : "ACTIVE" as const
        }),
      change: (...given) =>
        Effect.sync(() => {
          told.push(["change", ...given])
          return isGone ? null : Given.account({ channels: ["mms"] })
        })
    }),
    Layer.succeed(ProvisionScript, {
      add: (...given) => void told.push(["add", ...given]),
      advance: () => ({ reports: [], askAgainAt: null })
    })
  )
  const answer = await Asked.run(Effect.gen(function*() {
    yield* TestClock.adjust(100)
    return yield* Asked.ask("POST /emulator/channels", services, { body: { account, ...announcement } })
  }))
  return { told, answer }
}

const [whatsapp, rcs] = [{ channel: "whatsapp" }, { channel: "rcs" }]
const market = { channel: "sms", country: "US", numberType: "TOLL_FREE" }
const us = { channel: "sms", country: "US", number_type: "TOLL_FREE" }
const plain = { reason: null, code: null, sender: null }

describe("what a registry says", () => {
  it.each<readonly [announcement: object, subject: object, step: object, at: number, ChannelSet]>([
    [{ ...whatsapp, event: "deactivated", after_ms: 9 }, whatsapp, { ...plain, outcome: "deactivate" }, 109, ordered],
    [{ ...whatsapp, event: "activated" }, whatsapp, { ...plain, outcome: "activate" }, 100, ordered],
    [
      { ...us, event: "activated", sender_value: "+18005550123" },
      market,
      {
        ...plain,
        outcome: "activate",
        sender: "+18005550123"
      },
      100,
      none
    ],
    [{ ...us, event: "deactivated" }, market, { ...plain, outcome: "deactivate" }, 100, none],
    [
      { ...rcs, event: "rejected", reason: "too loud", reason_code: "CHANNEL_003", sender_value: "a" },
      rcs,
      { outcome: "reject", reason: "too loud", code: "CHANNEL_003", sender: "a" },
      100,
      none
    ],
    ...([
      ["held", "hold"],
      ["changes_requested", "request_changes"],
      ["approved", "approve"],
      ["account_lost", "lack_account"],
      ["number_lost", "lack_number"]
    ] as const).map(([event, outcome]) => [{ ...whatsapp, event }, whatsapp, { ...plain, outcome }, 100, none] as const)
  ])("as %j goes into the script of %j", async (announcement, subject, step, at, set) => {
    expect(await announce(announcement, set)).toStrictEqual({
      told: [["add", account, subject, step, at], ["ask", account, subject, at]],
      answer: { account, channels: has, ...(set === none ? {} : { status: "ACTIVE" }) }
    })
  })

  it.each<readonly [announcement: object, channels: ReadonlyArray<string>]>([
    [{ ...whatsapp, event: "activated" }, ["sms", "rcs", "whatsapp"]],
    [{ ...whatsapp, event: "deactivated" }, ["sms", "rcs"]],
    [{ ...rcs, event: "activated" }, ["sms", "rcs"]],
    [{ ...rcs, event: "deactivated" }, ["sms"]],
    [{ channel: "sms", event: "deactivated" }, ["rcs"]],
    // It is no market without both.
    [{ channel: "sms", country: "US", event: "activated" }, ["rcs", "sms"]],
    [{ channel: "sms", number_type: "TOLL_FREE", event: "activated" }, ["rcs", "sms"]],
    [{ channel: "mms", event: "held" }, ["sms", "rcs"]],
    [{ channel: "mms", event: "activated", country: "US", number_type: "TOLL_FREE" }, ["sms", "rcs", "mms"]]
  ])("as %j is what the account has", async (announcement, channels) => {
    const told = [["change", account, { channels }]]
    expect(await announce(announcement)).toStrictEqual({ told, answer: { account, channels: ["mms"] } })
    expect(await announce(announcement, none, true)).toStrictEqual({ told, answer: { account, channels } })
  })
})
