/** A reviewer may also change a template of its own accord (decisions 4.2). */
import type { Channel } from "@signalbox/core/Channel"
import { put } from "@signalbox/core/Commit"
import * as Facts from "@signalbox/core/Facts"
import { plus } from "@signalbox/core/Instant"
import type { Decision } from "@signalbox/core/internal/commit/Decision"
import * as Assessment from "@signalbox/core/internal/template/Assessment"
import { ReviewWork } from "@signalbox/core/internal/template/ReviewWork"
import type { Template, TemplateStatus as Status } from "@signalbox/core/Template"
import { Templates, TemplateStatus } from "@signalbox/core/Template"
import * as TemplateState from "@signalbox/core/TemplateState"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

/** The table of the decisions, written down once more. */
const allowed: Readonly<Record<string, Status>> = {
  "PENDING approve": "APPROVED",
  "PENDING reject": "REJECTED",
  "APPROVED pause": "PAUSED",
  "PAUSED lift": "APPROVED",
  "DRAFT archive": "ARCHIVED",
  "APPROVED archive": "ARCHIVED",
  "REJECTED archive": "ARCHIVED",
  "PAUSED archive": "ARCHIVED"
}

const outcomes = TemplateState.ReviewOutcome.literals
const pairs = TemplateStatus.literals.flatMap((status) => outcomes.map((outcome) => [status, outcome] as const))

/** Returns the answer of a use that refuses nothing by failing. */
const told = <Command, Answer>(store: FactStore, use: Decision<Command, Answer>, command: Command, at = Given.now) =>
  Result.getOrThrow(store.run(use, command, at, Given.ids()))

/** The channels that the template has a body for. */
const channels = ["sms", "whatsapp", "rcs"] as const

interface Payload {
  readonly channel?: string
  readonly status: string
  readonly reason?: string
}

/** Returns the events that were told: the channel (null: the whole), the status, the reason. */
const events = (store: FactStore) =>
  store.events.map(({ body, name }) => {
    const { channel = null, reason, status } = (JSON.parse(body) as { readonly payload: Payload }).payload
    expect(name).toBe(`templates.${status.toLowerCase()}`)
    return reason === undefined ? [channel, status] : [channel, status, reason]
  })

const assessed = (
  parts: Partial<Template>,
  outcome: TemplateState.ReviewOutcome,
  channel: Channel | null = null,
  reason: string | null = "because"
) => {
  const template = Given.template(parts)
  const store = new FactStore([put(Templates, template)])
  const at = plus(Given.now, 1000)
  const answer = told(store, Assessment.Assess, { template: template.id, channel, outcome, reason }, at)
  return { store, template, at, answer, after: store.get(Templates, template.id), told: events(store) }
}

describe("Assessment", () => {
  it.each(pairs)("of a template that is %s: %s", (status, outcome) => {
    const next = allowed[`${status} ${outcome}`]
    const { after, answer, at, store, template, told } = assessed({ status }, outcome)
    if (next === undefined) {
      expect(answer).toEqual({ _tag: "Refused", status })
      expect(after).toEqual(template)
      expect(told).toEqual([])
      return
    }
    expect(answer).toEqual({ _tag: "Changed", status: next })
    const channelTimes = Given.channelTimes(next, at, ...channels)
    expect(after).toEqual({ ...template, status: next, channelTimes, updatedAt: at })
    // Only rejections have a reason, and the archive is no outcome of a review.
    const legs = outcome === "archive" ? [] : channels
    expect(told).toEqual([...legs, null].map((on) => [on, next, ...outcome === "reject" ? ["because"] : []]))
    for (const { account, at: told, body } of store.events) {
      expect(told).toBe(at)
      expect(account).toBe(template.account)
      expect(JSON.parse(body)).toMatchObject({
        // A second after the template's time.
        timestamp: "2030-01-15T12:34:57Z",
        payload: {
          template_id: template.id,
          template_name: template.name,
          language: template.language,
          category: template.category
        }
      })
    }
  })

  it.each(pairs)("of one leg of a template that is %s: %s", (status, outcome) => {
    const next = outcome === "archive" ? undefined : allowed[`${status} ${outcome}`]
    const { after, answer, at, template, told } = assessed({ status }, outcome, "whatsapp")
    if (next === undefined) {
      expect(answer).toEqual({ _tag: "Refused", status })
      expect([after, told]).toEqual([template, []])
      return
    }
    expect(answer).toEqual({ _tag: "Changed", status: next })
    const channelTimes = Given.channelTimes(next, at, "whatsapp")
    expect(after).toEqual({ ...template, channelStatuses: { whatsapp: next }, channelTimes, updatedAt: at })
    expect(told).toEqual([["whatsapp", next, ...outcome === "reject" ? ["because"] : []]])
  })

  it("of a channel that the template has no body for changes nothing", () => {
    const { after, answer, template, told } = assessed({ status: "PENDING" }, "approve", "mms")
    expect([answer, after, told]).toEqual([{ _tag: "Refused", status: null }, template, []])
  })

  it("of the whole takes along the legs that the same outcome moves, and no others", () => {
    const rejected = assessed({ status: "PENDING", channelStatuses: { whatsapp: "REJECTED" } }, "approve")
    expect(rejected.after).toMatchObject({ status: "APPROVED", channelStatuses: { whatsapp: "REJECTED" } })
    expect(rejected.told).toEqual([["sms", "APPROVED"], ["rcs", "APPROVED"], [null, "APPROVED"]])
    const early = assessed({ status: "PENDING", channelStatuses: { sms: "APPROVED" } }, "reject")
    expect(early.after).toMatchObject({ status: "REJECTED", channelStatuses: { sms: "APPROVED" } })
    expect(early.told.map(([on]) => on)).toEqual(["whatsapp", "rcs", null])
    const paused = assessed({ status: "APPROVED", channelStatuses: { whatsapp: "PAUSED", rcs: "REJECTED" } }, "pause")
    expect(paused.after).toMatchObject({ status: "PAUSED", channelStatuses: { rcs: "REJECTED" } })
    expect(paused.after?.channelStatuses).toEqual({ rcs: "REJECTED" })
    expect(paused.told).toEqual([["sms", "PAUSED"], [null, "PAUSED"]])
  })

  it("of the archive ends what was known of the legs", () => {
    const { after, told } = assessed({ status: "APPROVED", channelStatuses: { whatsapp: "PAUSED" } }, "archive")
    expect(after).toMatchObject({ status: "ARCHIVED" })
    expect(after).not.toHaveProperty("channelStatuses")
    expect(told).toEqual([[null, "ARCHIVED"]])
  })

  it("of a review ends the work of asking for it, but not as long as one leg alone is decided", () => {
    const pending = Given.template({ status: "PENDING" })
    const work = { kind: "review", key: `${pending.id}/1` } as const
    const left = (channel: Channel | null) => {
      const store = new FactStore([put(Templates, pending)])
      store.work.set(`review:${work.key}`, { work, lane: ReviewWork.lane.of(pending.account), at: Given.now })
      told(store, Assessment.Assess, { template: pending.id, channel, outcome: "reject", reason: "no" })
      return store.work.size
    }
    expect([left(null), left("sms")]).toEqual([0, 1])
  })

  it.each<readonly [Status, TemplateState.ReviewOutcome, number]>([
    ["PENDING", "approve", 1],
    ["PENDING", "reject", 1],
    ["APPROVED", "pause", 0],
    ["PAUSED", "lift", 0],
    ["DRAFT", "archive", 0]
  ])("of a template that is %s: %s calls off no work but that of its review", (status, outcome, count) => {
    const template = Given.template({ status, revision: 4 })
    const command = { template: template.id, channel: null, outcome, reason: null }
    const store = new FactStore([put(Templates, template)])
    const facts = store.load(Assessment.Assess.needs(command, Facts.empty))
    const { commit } = Result.getOrThrow(Assessment.Assess.decide(command, { facts, now: Given.now, ids: Given.ids() }))
    expect(commit.cancels).toEqual(count === 0 ? [] : [{ kind: "review", key: `${template.id}/4` }])
  })

  it("of no template changes nothing", () => {
    const store = new FactStore([])
    const command = { template: Given.templateId(1), channel: null, outcome: "approve", reason: null } as const
    expect(told(store, Assessment.Assess, command)).toEqual({ _tag: "Unknown" })
    expect(store.events).toEqual([])
  })
})
