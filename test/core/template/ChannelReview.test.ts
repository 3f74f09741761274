/**
 * The legs of a template: where its review stands on each channel (decisions 4.2).
 */
import { Channel } from "@signalbox/core/Channel"
import * as ChannelReview from "@signalbox/core/internal/template/ChannelReview"
import { ChannelStatus, TemplateStatus } from "@signalbox/core/Template"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

describe("a leg", () => {
  it("stands where its template stands, unless something else is known of it", () => {
    for (const status of TemplateStatus.literals) {
      const template = Given.template({ status, channelStatuses: { rcs: "REJECTED" } })
      expect(Channel.literals.map((channel) => ChannelReview.status(template, channel))).toEqual([
        status,
        status,
        "REJECTED",
        null
      ])
    }
  })

  it("bars its channel when it is explicitly not approved", () => {
    const barred = (legs: Parameters<typeof Given.template>[0]) =>
      Channel.literals.filter((channel) => ChannelReview.isBarred(Given.template(legs), channel))
    expect(barred({ status: "APPROVED" })).toEqual([])
    for (const status of ChannelStatus.literals) {
      expect(barred({ channelStatuses: { whatsapp: status } })).toEqual(status === "APPROVED" ? [] : ["whatsapp"])
    }
    expect(barred({ channelStatuses: { sms: "PAUSED", whatsapp: "APPROVED", rcs: "REJECTED" } })).toEqual([
      "sms",
      "rcs"
    ])
  })

  it("is kept only as far as it stands elsewhere than its template", () => {
    const template = Given.template({ status: "APPROVED", channelStatuses: { sms: "PAUSED", rcs: "REJECTED" } })
    const { channelStatuses: _, ...bare } = template
    const placed = (at: Parameters<typeof ChannelReview.place>[1]) => ChannelReview.place(template, at)
    expect(placed((channel) => channel === "whatsapp" ? "PAUSED" : "APPROVED")).toStrictEqual({
      ...bare,
      channelStatuses: { whatsapp: "PAUSED" }
    })
    expect(placed((channel) => channel === "sms" ? "REJECTED" : channel === "rcs" ? "PENDING" : null)).toStrictEqual({
      ...bare,
      channelStatuses: { sms: "REJECTED", rcs: "PENDING" }
    })
    // Nobody reviews a channel that the template has no body for.
    expect(placed((channel) => channel === "mms" ? "PAUSED" : "APPROVED")).toStrictEqual(bare)
    expect(ChannelReview.together(template)).toStrictEqual(bare)
  })
})
