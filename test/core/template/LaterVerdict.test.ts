/** A reviewer says by itself what has become of a template (decisions 4.2 "Verdicts that come later"). */
import type { Channel } from "@signalbox/core/Channel"
import { put } from "@signalbox/core/Commit"
import * as Facts from "@signalbox/core/Facts"
import type { TemplateId } from "@signalbox/core/Id"
import { plus } from "@signalbox/core/Instant"
import { LaterVerdict } from "@signalbox/core/internal/template/LaterVerdict"
import * as ReviewWork from "@signalbox/core/internal/template/ReviewWork"
import type { ChannelStatuses, Template } from "@signalbox/core/Template"
import { TemplateRevisions, Templates } from "@signalbox/core/Template"
import { prop } from "@signalbox/testing/Prop"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const at = plus(Given.now, 1000)

type Said = Partial<LaterVerdict>

const run = (store: FactStore, verdict: Said, template: Template) =>
  Result.getOrThrow(
    store.run(
      LaterVerdict,
      { template: template.id, revision: template.revision, channel: "whatsapp", reason: null, ...verdict },
      at,
      Given.ids()
    )
  )

const said = (parts: Partial<Template>, ...verdicts: ReadonlyArray<Said>) => {
  const before = Given.template(parts)
  const store = new FactStore([put(Templates, before)])
  if (before.status === "PENDING") store.hold(ReviewWork.due(before, Given.now))
  const answers = verdicts.map((verdict) => run(store, verdict, before))
  const events = store.events.map(({ body }) => {
    const { channel = null, reason, status } =
      (JSON.parse(body) as { readonly payload: { channel?: string; status: string; reason?: string } }).payload
    return [channel, status, ...(reason === undefined ? [] : [reason])]
  })
  return { before, after: store.get(Templates, before.id), answers, events, store }
}

describe("a verdict that comes later", () => {
  it.each([["approved", "APPROVED"], ["rejected", "REJECTED"]] as const)(
    "%s ends the review of a template on all channels, when it counts there",
    (standing, status) => {
      const reason = standing === "rejected" ? "scam" : null
      const { after, answers, events, store } = said({ status: "PENDING" }, { channel: null, standing, reason })
      expect(answers).toEqual(["Changed"])
      expect(after).toMatchObject({ status })
      expect(after).not.toHaveProperty("channelStatuses")
      const told = [status, ...(reason === null ? [] : [reason])]
      expect(events).toEqual(["sms", "whatsapp", "rcs", null].map((channel) => [channel, ...told]))
      expect(store.work.size).toBe(0)
    }
  )

  it("waits for the other channels of a template that is reviewed", () => {
    const { after, before, events, store } = said({ status: "PENDING" }, { standing: "approved" })
    expect(after).toMatchObject({ status: "PENDING", channelStatuses: { whatsapp: "APPROVED" } })
    expect(events).toEqual([["whatsapp", "APPROVED"]])
    // The reviewer is asked about the others without delay, whenever it wanted to be asked again.
    expect([...store.work.values()]).toEqual([ReviewWork.due(before, at)])
  })

  it("ends the review with a rejection when no channel was approved", () => {
    const channelStatuses: ChannelStatuses = { sms: "REJECTED", rcs: "REJECTED" }
    const { after, events, store } = said({ status: "PENDING", channelStatuses }, {
      standing: "rejected",
      reason: "scam"
    })
    expect(after).toMatchObject({ status: "REJECTED" })
    expect(after).not.toHaveProperty("channelStatuses")
    expect(events).toEqual([["whatsapp", "REJECTED", "scam"], [null, "REJECTED", "scam"]])
    expect(store.work.size).toBe(0)
  })

  it("may find another category right while it says how the review goes", () => {
    const { after, events, store } = said({ status: "PENDING", category: "UTILITY" }, { category: "MARKETING" })
    expect(after).toMatchObject({ status: "PENDING", category: "MARKETING", updatedAt: at })
    expect(events).toEqual([])
    expect([...store.work.values()].map((due) => due.at)).toEqual([at])
    const paused = said({ status: "APPROVED", category: "UTILITY" }, { standing: "paused", category: "UTILITY" })
    expect(paused.after).toMatchObject({ category: "UTILITY", channelStatuses: { whatsapp: "PAUSED" }, updatedAt: at })
  })

  it("ends the review when it is the last one, with what the others have", () => {
    const channelStatuses: ChannelStatuses = { sms: "APPROVED", rcs: "APPROVED" }
    const { after, events } = said({ status: "PENDING", channelStatuses }, { standing: "rejected", reason: "scam" })
    expect(after).toMatchObject({ status: "APPROVED", channelStatuses: { whatsapp: "REJECTED" } })
    expect(events).toEqual([["whatsapp", "REJECTED", "scam"], [null, "APPROVED"]])
  })

  it("pauses the channel and lifts it again, and the whole where it counts there", () => {
    const some = said({ status: "APPROVED" }, { standing: "paused" })
    expect(some.after).toMatchObject({ status: "APPROVED", channelStatuses: { whatsapp: "PAUSED" } })
    const lifted = said({ status: "APPROVED" }, { standing: "paused" }, { standing: "approved" })
    expect(lifted.after).not.toHaveProperty("channelStatuses")
    expect(lifted.events).toEqual([["whatsapp", "PAUSED"], ["whatsapp", "APPROVED"]])
    const all = said({ status: "APPROVED" }, { channel: null, standing: "paused" })
    expect(all.after).toMatchObject({ status: "PAUSED" })
    expect(all.events.at(-1)).toEqual([null, "PAUSED"])
  })

  it("pauses what was approved and is rejected after all", () => {
    expect(said({ status: "APPROVED" }, { standing: "rejected" }).after).toMatchObject({
      channelStatuses: { whatsapp: "PAUSED" }
    })
  })

  it.each<readonly [string, Partial<Template>, Said]>([
    ["about an earlier revision", { status: "APPROVED", revision: 3 }, { standing: "paused", revision: 2 }],
    ["about a later revision", { status: "APPROVED", revision: 3 }, { standing: "paused", revision: 4 }],
    ["that was said before", { status: "APPROVED" }, { standing: "approved" }],
    ["about a draft", { status: "DRAFT" }, { standing: "approved" }],
    ["about an archived template", { status: "ARCHIVED" }, { standing: "approved" }],
    ["about a channel without a body", { status: "APPROVED" }, { standing: "paused", channel: "mms" as Channel }],
    ["that says nothing", { status: "APPROVED" }, {}]
  ])("%s changes nothing", (_, parts, verdict) => {
    const { after, answers, before, events } = said(parts, verdict)
    expect([answers, after, events]).toEqual([["Unchanged"], before, []])
  })

  it.each<readonly [string, Partial<Template>, Said, asked: number, ended: number]>([
    ["one of several channels of a review", { status: "PENDING" }, { standing: "approved" }, 1, 0],
    ["all channels of a review", { status: "PENDING" }, { channel: null, standing: "approved" }, 0, 1],
    ["what is approved", { status: "APPROVED" }, { standing: "paused" }, 0, 0],
    ["a category alone", { status: "APPROVED" }, { category: "MARKETING" }, 0, 0]
  ])("about %s asks for more, or ends the asking, or does neither", (_, parts, verdict, asked, ended) => {
    const template = Given.template({ ...parts, revision: 4 })
    const store = new FactStore([put(Templates, template)])
    const command: LaterVerdict = {
      template: template.id,
      revision: 4,
      channel: "whatsapp",
      reason: null,
      ...verdict
    }
    const facts = store.load(LaterVerdict.needs(command, Facts.empty))
    const { commit } = Result.getOrThrow(LaterVerdict.decide(command, { facts, now: at, ids: Given.ids() }))
    expect(commit.due).toEqual(Array(asked).fill(ReviewWork.due(template, at)))
    expect(commit.cancels).toEqual(Array(ended).fill(ReviewWork.ref(template)))
  })

  it("about no template is unknown", () => {
    expect(said({}, { template: Given.templateId(99) as TemplateId, standing: "paused" }).answers).toEqual(["Unknown"])
  })

  it("gives the template another category, without a new revision", () => {
    const { after, answers, before, events, store } = said({ status: "APPROVED", category: "UTILITY" }, {
      category: "MARKETING"
    })
    expect(answers).toEqual(["Changed"])
    expect(after).toEqual({ ...before, category: "MARKETING", updatedAt: at })
    expect(events).toEqual([])
    expect(store.get(TemplateRevisions, `${before.id}/2`)).toBeNull()
  })

  prop(
    "leads from any order of repeated ones to where the last one says",
    fc.array(fc.constantFrom("approved" as const, "paused" as const), { minLength: 1, maxLength: 8 }),
    fc.boolean(),
    (standings, isWhole) => {
      const on = { channel: isWhole ? null : "whatsapp" as const }
      const twice = standings.flatMap((standing) => [{ ...on, standing }, { ...on, standing }])
      const { after } = said({ status: "APPROVED" }, ...twice)
      const paused = standings.at(-1) === "paused"
      expect(after?.status).toBe(paused && isWhole ? "PAUSED" : "APPROVED")
      expect(after?.channelStatuses).toEqual(paused && !isWhole ? { whatsapp: "PAUSED" } : undefined)
    }
  )
})
