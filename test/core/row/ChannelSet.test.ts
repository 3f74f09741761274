/**
 * The channels of an account by their names (specification "Channels"): whatever is changed of one leaves the others as they
 * are, and what is not there changes nothing.
 */
import type { ChannelSet, Standing, Subject } from "@signalbox/core/ChannelSet"
import * as Channels from "@signalbox/core/ChannelSet"
import { plus } from "@signalbox/core/Instant"
import type { Form } from "@signalbox/core/RcsAgent"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const standing: Standing = {
  status: "PENDING_REVIEW",
  reasonCode: "CHANNEL_003",
  reason: "It is looked at.",
  revision: 1,
  createdAt: Given.now,
  updatedAt: null
}

const market = (country: string, numberType: "TEN_DLC" | "TOLL_FREE", senderValue: string | null = null) => ({
  country,
  numberType,
  senderValue,
  areaCodes: [],
  regime: "none",
  brand: null,
  campaign: null,
  documents: [],
  gaveSender: false,
  ...standing
} as const)

const [first, second] = [market("US", "TEN_DLC", "+12015550100"), market("US", "TOLL_FREE")]
const third = market("CA", "TEN_DLC", "+14165550100")

const empty = Channels.empty(Given.accountId(1))
const full: ChannelSet = {
  ...empty,
  markets: [first, second],
  whatsapp: { wabaId: "waba", phoneNumberId: "phone", ...standing }
}

const agent = { id: "agent", form: {} as Form, approvedAt: null, ...standing }
const whole: ChannelSet = { ...full, rcs: agent }

const sms = ({ country, numberType }: typeof first | typeof second | typeof third): Subject => ({
  channel: "sms",
  country,
  numberType
})

describe("the channels of an account", () => {
  it("are found by their names, with what they are sent from", () => {
    const subjects = [sms(first), sms(second), sms(third), { channel: "whatsapp" }, { channel: "rcs" }] as const
    expect(subjects.map((subject) => Channels.senderOf(full, subject)))
      .toEqual(["+12015550100", null, null, "phone", null])
    expect(subjects.map((subject) => Channels.standing(full, subject)))
      .toStrictEqual([standing, standing, null, standing, null])
    expect([Channels.senderOf(whole, { channel: "rcs" }), Channels.standing(whole, { channel: "rcs" })])
      .toStrictEqual(["agent", standing])
    expect(subjects.map((subject) => Channels.standing(empty, subject))).toEqual([null, null, null, null, null])
    expect(subjects.map((subject) => Channels.senderOf(empty, subject))).toEqual([null, null, null, null, null])
  })

  it("get a market at their end, or in the place of its name, and lose it alone", () => {
    expect(Channels.withMarket(full, third)).toStrictEqual({ ...full, markets: [first, second, third] })
    const changed = { ...first, senderValue: null }
    expect(Channels.withMarket(full, changed)).toStrictEqual({ ...full, markets: [changed, second] })
    expect(Channels.withoutMarket(full, first)).toStrictEqual({ ...full, markets: [second] })
    expect(Channels.withoutMarket(full, third)).toStrictEqual(full)
  })

  it("come to another standing, and none comes into being by it", () => {
    const at = plus(Given.now, 1)
    const next: Standing = { ...standing, status: "ACTIVE", reasonCode: null, reason: null, revision: 2 }
    const moved = { ...next, updatedAt: at }
    const place = (subject: Subject, now: typeof at | null = at) => Channels.place(full, subject, next, now)
    expect(place(sms(second))).toStrictEqual({ ...full, markets: [first, { ...second, ...moved }] })
    expect(place({ channel: "whatsapp" })).toStrictEqual({ ...full, whatsapp: { ...full.whatsapp!, ...moved } })
    expect(place({ channel: "whatsapp" }, null).whatsapp).toStrictEqual({ ...full.whatsapp!, ...next })
    expect(Channels.place(whole, { channel: "rcs" }, next, at)).toStrictEqual({ ...whole, rcs: { ...agent, ...moved } })
    for (const subject of [sms(third), { channel: "rcs" }] as const) expect(place(subject)).toStrictEqual(full)
    expect(Channels.place(empty, { channel: "whatsapp" }, next, at)).toStrictEqual(empty)
  })
})
