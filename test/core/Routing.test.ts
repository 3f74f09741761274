/**
 * Default routing (decisions 4.1 "Default rules", "Pinned channel"; specification "Limits"): which pairs of channel
 * and carrier may take a message, in which order, and why every other one may not.
 */
import * as Routing from "@signalbox/core/dispatch/Routing"
import type { Channel, Requested } from "@signalbox/core/value/Channel"
import { prop, propWith } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { carrierId } from "./Given.ts"

type Input = Parameters<typeof Routing.plan>[0]

const all: ReadonlyArray<Channel> = ["sms", "whatsapp", "rcs", "mms"]
const channels = fc.oneof({ weight: 2, arbitrary: fc.constant(all) }, fc.subarray([...all]))
const carriers = ["a", "b", "c", "d"].map(carrierId)

const input: fc.Arbitrary<Input> = fc.record({
  requested: fc.constantFrom<Requested>("auto_detect", "auto_detect", ...all),
  available: channels,
  renderable: channels,
  rated: channels,
  routes: fc.shuffledSubarray(carriers).chain((chosen) =>
    fc.tuple(...chosen.map((carrier) => fc.record({ carrier: fc.constant(carrier), channels })))
  ),
  tried: fc.uniqueArray(fc.record({ channel: fc.constantFrom(...all), carrier: fc.constantFrom(...carriers) }), {
    maxLength: 4,
    selector: ({ carrier, channel }) => `${channel} ${carrier}`
  })
})

const text = ({ carrier, channel }: Routing.Candidate): string => `${channel} ${carrier}`

/** WhatsApp, RCS, SMS, MMS last; within a channel the carriers in their order. */
const pairs = ({ routes }: Input): ReadonlyArray<Routing.Candidate> =>
  (["whatsapp", "rcs", "sms", "mms"] as const).flatMap((channel) =>
    routes.filter((route) => route.channels.includes(channel)).map(({ carrier }) => ({ channel, carrier }))
  )

/** Whether the reason for which a pair was left out is true of it. */
const isTrue: Readonly<Record<Routing.DropReason, (pair: Routing.Candidate, input: Input) => boolean>> = {
  channel_not_requested: ({ channel }, { requested }) => requested !== "auto_detect" && requested !== channel,
  channel_not_set_up: ({ channel }, { available }) => !available.includes(channel),
  template_has_no_body: ({ channel }, { renderable }) => !renderable.includes(channel),
  no_rate: ({ channel }, { rated }) => !rated.includes(channel),
  already_tried: (pair, { tried }) => tried.some((attempt) => text(attempt) === text(pair)),
  routes_used_up: (_, { tried }) => tried.length >= 3
}
const reasons = Object.keys(isTrue) as ReadonlyArray<Routing.DropReason>

describe("Routing.plan", () => {
  propWith({ runs: 500 })("offers every pair that nothing speaks against, in order, and no other", input, (given) => {
    const expected = pairs(given).filter((pair) => !reasons.some((reason) => isTrue[reason](pair, given)))
    expect(Routing.plan(given).candidates.map(text)).toEqual(expected.map(text))
  })

  propWith({ runs: 500 })("tells of every other pair a reason that is true", input, (given) => {
    const { candidates, dropped } = Routing.plan(given)
    expect([...candidates, ...dropped].map(text).toSorted()).toEqual(pairs(given).map(text).toSorted())
    for (const pair of dropped) expect(isTrue[pair.reason](pair, given), `${text(pair)} ${pair.reason}`).toBe(true)
  })

  prop("keeps a pinned send on its channel [RTE-025]", input, (given) => {
    if (given.requested === "auto_detect") return
    expect(Routing.plan(given).candidates.filter(({ channel }) => channel !== given.requested)).toEqual([])
  })

  prop("offers nothing after three routes [RTE-015]", input, (given) => {
    if (given.tried.length >= 3) expect(Routing.plan(given).candidates).toEqual([])
  })

  it("prefers WhatsApp, then RCS, then SMS, MMS last", () => {
    const plan = Routing.plan({
      requested: "auto_detect",
      available: all,
      renderable: all,
      rated: all,
      routes: [{ carrier: carrierId("a"), channels: all }, { carrier: carrierId("b"), channels: ["sms", "whatsapp"] }],
      tried: []
    })
    expect(plan.candidates.map(text)).toEqual(["whatsapp a", "whatsapp b", "rcs a", "sms a", "sms b", "mms a"])
    expect(plan.dropped).toEqual([])
  })
})
