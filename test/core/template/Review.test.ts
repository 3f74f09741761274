/** A reviewer's answer changes the very revision of a template that it was asked about (decisions 4.2). */
import { put } from "@signalbox/core/Commit"
import type { Instant } from "@signalbox/core/Instant"
import { plus } from "@signalbox/core/Instant"
import * as Review from "@signalbox/core/internal/template/Review"
import { ReviewWork } from "@signalbox/core/internal/template/ReviewWork"
import type { Review as Reviewed } from "@signalbox/core/Reviewer"
import type { Template } from "@signalbox/core/Template"
import { Templates, TemplateStatus } from "@signalbox/core/Template"
import type { Due } from "@signalbox/core/Work"
import { describe, expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const due: Due = {
  work: { kind: "review", key: `${Given.templateId(1)}/2` },
  lane: ReviewWork.lane.of(Given.accountId(1)),
  at: Given.now
}

const answered = (review: Reviewed, parts: Partial<Template> | null) => {
  const pending = Given.template({ status: "PENDING", revision: 2, ...parts })
  const store = new FactStore(parts === null ? [] : [put(Templates, pending)])
  const at = plus(Given.now, 1000)
  store.run(Review.Review, { lease: store.hold(due), review }, at, Given.ids())
  return { store, pending, at, template: store.get(Templates, pending.id) }
}

interface EventBody {
  readonly event: string
  readonly payload: { readonly channel?: string; readonly reason?: string }
}

/** The events, in their order; channel null: of the template as a whole. */
const told = (store: FactStore) =>
  store.events.map(({ body }) => {
    const { event, payload: { channel = null, reason } } = JSON.parse(body) as EventBody
    return { event, channel, ...reason === undefined ? {} : { reason } }
  })

describe("Review", () => {
  it.each(
    [
      [{ _tag: "Approved" }, "APPROVED", undefined],
      [{ _tag: "Rejected", reason: "too loud" }, "REJECTED", "too loud"]
    ] as const
  )("%o makes a pending template %s and says so", (review, status, reason) => {
    const { at, pending, store, template } = answered(review, {})
    const channelTimes = Given.channelTimes(status, at, "sms", "whatsapp", "rcs")
    expect(template).toEqual({ ...pending, status, channelTimes, updatedAt: at })
    expect(told(store)).toEqual(["sms", "whatsapp", "rcs", null].map((channel) => ({
      event: `templates.${status.toLowerCase()}`,
      channel,
      reason
    })))
    expect(store.work.size).toBe(0)
  })

  it("may say another thing of a channel than of the whole", () => {
    const { at, pending, store, template } = answered(
      { _tag: "Approved", channels: { whatsapp: { _tag: "Rejected", reason: "too loud" }, sms: { _tag: "Approved" } } },
      {}
    )
    expect(template).toEqual({
      ...pending,
      status: "APPROVED",
      channelStatuses: { whatsapp: "REJECTED" },
      channelTimes: {
        ...Given.channelTimes("REJECTED", at, "whatsapp"),
        ...Given.channelTimes("APPROVED", at, "sms", "rcs")
      },
      updatedAt: at
    })
    expect(told(store)).toEqual([
      { event: "templates.rejected", channel: "whatsapp", reason: "too loud" },
      { event: "templates.approved", channel: "sms" },
      { event: "templates.approved", channel: "rcs" },
      { event: "templates.approved", channel: null }
    ])
  })

  it("may say something of channels while the whole takes its time, and counts it once", () => {
    const askAgainAt = plus(Given.now, 5000)
    const review: Reviewed = { _tag: "Undecided", askAgainAt, channels: { rcs: { _tag: "Approved" } } }
    const first = answered(review, {})
    expect(first.template).toEqual({
      ...first.pending,
      channelStatuses: { rcs: "APPROVED" },
      channelTimes: Given.channelTimes("APPROVED", first.at, "rcs"),
      updatedAt: first.at
    })
    expect(told(first.store)).toEqual([{ event: "templates.approved", channel: "rcs" }])
    expect([...first.store.work.values()]).toEqual([{ ...due, at: askAgainAt }])
    const again = answered(review, { channelStatuses: { rcs: "APPROVED" } })
    expect([again.template, told(again.store)]).toEqual([again.pending, []])
  })

  it.each([
    ["in the past", plus(Given.now, -5000)],
    ["now", plus(Given.now, 1000)],
    ["within a second", plus(Given.now, 1999)],
    ["at no time", NaN as Instant],
    ["at no whole millisecond", (Given.now + 5000.5) as Instant],
    ["beyond all dates", 1e300 as Instant]
  ])("that wants to be asked again %s is asked again a second later", (_, askAgainAt) => {
    const { at, pending, store, template } = answered({ _tag: "Undecided", askAgainAt }, {})
    expect(template).toEqual(pending)
    // Nothing is written, since nothing has changed.
    expect(store.version(Templates, pending.id)).toBe(1)
    expect([...store.work.values()]).toEqual([{ ...due, at: plus(at, 1000) }])
  })

  it.each<readonly [string, Reviewed]>([
    ["with its verdict", { _tag: "Approved", category: "MARKETING" }],
    ["before it", { _tag: "Undecided", askAgainAt: plus(Given.now, 5000), category: "MARKETING" }]
  ])("may find another category right, %s", (_, review) => {
    const { at, template } = answered(review, { category: "UTILITY" })
    expect(template).toMatchObject({ category: "MARKETING", updatedAt: at })
  })

  it("says nothing of a channel that the template has no body for", () => {
    const { pending, store, template } = answered(
      { _tag: "Undecided", askAgainAt: plus(Given.now, 5000), channels: { mms: { _tag: "Rejected", reason: "no" } } },
      {}
    )
    expect([template, told(store)]).toEqual([pending, []])
  })

  it("tells of an auto-reply template what it answers to", () => {
    const { store } = answered({ _tag: "Approved" }, { autoReplyAction: "OPT_OUT" })
    expect(store.events).not.toEqual([])
    for (const { body } of store.events) {
      expect(JSON.parse(body)).toMatchObject({ payload: { auto_reply_action: "OPT_OUT" } })
    }
  })

  it("that is not decided is due again when the reviewer says", () => {
    const askAgainAt = plus(Given.now, 5000)
    const { pending, store, template } = answered({ _tag: "Undecided", askAgainAt }, {})
    expect(template).toEqual(pending)
    expect([...store.work.values()]).toEqual([{ ...due, at: askAgainAt }])
    expect(store.events).toEqual([])
  })

  it.each<readonly [string, Partial<Template> | null]>([
    ["of another revision", { revision: 3 }],
    ["that is gone", null],
    ...TemplateStatus.literals.filter((status) => status !== "PENDING").map((status) =>
      [`that is ${status} meanwhile`, { status }] as const
    )
  ])("changes no template %s", (_, parts) => {
    for (const review of [{ _tag: "Approved" }, { _tag: "Undecided", askAgainAt: Given.now }] as const) {
      const { pending, store, template } = answered(review, parts)
      expect(template).toEqual(parts === null ? null : pending)
      expect([store.events.length, store.work.size]).toEqual([0, 0])
    }
  })
})
