/** The channels of an account, and the senders of what was connected, while connections come and go. */
import type { Account } from "@signalbox/core/Account"
import { Channel } from "@signalbox/core/Channel"
import * as OwnChannel from "@signalbox/core/internal/account/OwnChannel"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { expect, it } from "vitest"
import * as Given from "../Given.ts"

const channel = fc.constantFrom(...Channel.literals)
const connection = fc.constantFrom("whatsapp" as const, "rcs" as const)
const sender = fc.constantFrom(null, "a", "b")

const step = fc.oneof(
  fc.record({ do: fc.constant("give" as const), channel }),
  fc.record({ do: fc.constant("take" as const), channel }),
  fc.record({ do: fc.constant("connect" as const), channel: connection, sender }),
  fc.record({ do: fc.constant("disconnect" as const), channel: connection })
)

/** In the order in which the specification names them. */
const inOrder = (some: ReadonlySet<string>): ReadonlyArray<string> =>
  ["sms", "whatsapp", "rcs", "mms"].filter((each) => some.has(each))

prop(
  "an account has the channels that it was given and not taken, and a sender goes only with its connection",
  fc.subarray([...Channel.literals]),
  fc.array(step, { maxLength: 12 }),
  (first, steps) => {
    const owned = new Set<string>(first)
    const senders = new Map<string, string>()
    let account: Account = Given.account({ channels: [...first] })
    const done = (before: Account, each: (typeof steps)[number]): Account => {
      switch (each.do) {
        case "give":
          return OwnChannel.withChannel(before, each.channel)
        case "take":
          return OwnChannel.withoutChannel(before, each.channel)
        case "connect":
          return OwnChannel.connected(before, each.channel, each.sender)
        case "disconnect":
          return OwnChannel.disconnected(before, each.channel)
      }
    }
    for (const each of steps) {
      if (each.do === "give" || each.do === "connect") owned.add(each.channel)
      else owned.delete(each.channel)
      if (each.do === "connect" && each.sender !== null) senders.set(each.channel, each.sender)
      if (each.do === "disconnect") senders.delete(each.channel)
      account = done(account, each)
      expect(account).toEqual(Given.account({
        channels: inOrder(owned) as Account["channels"],
        ...(senders.size === 0 ? {} : { channelSenders: Object.fromEntries(senders) })
      }))
      // What changes nothing returns the very row, so that nothing is written.
      if (each.do !== "take") expect(done(account, each)).toBe(account)
    }
  }
)

it("what was connected goes with its sender, and the other connection keeps its own", () => {
  const account = Given.account({ channels: ["sms", "rcs"], channelSenders: { rcs: "agent", whatsapp: "+1" } })
  expect(OwnChannel.disconnected(account, "rcs")).toEqual({
    ...account,
    channels: ["sms"],
    channelSenders: { whatsapp: "+1" }
  })
  // A sender without its channel goes as well.
  expect(OwnChannel.disconnected(account, "whatsapp")).toEqual({
    ...account,
    channels: ["sms", "rcs"],
    channelSenders: { rcs: "agent" }
  })
})
