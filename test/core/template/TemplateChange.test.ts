/** A change of a template keeps, puts in line and shows each time and each row from its own place (decisions 4.2). */
import * as Commit from "@signalbox/core/Commit"
import { put } from "@signalbox/core/Commit"
import * as Facts from "@signalbox/core/Facts"
import { plus } from "@signalbox/core/Instant"
import type { Decision } from "@signalbox/core/internal/commit/Decision"
import * as TemplateChange from "@signalbox/core/internal/template/TemplateChange"
import * as TemplateResource from "@signalbox/core/internal/template/TemplateResource"
import * as Needs from "@signalbox/core/Needs"
import type { Template } from "@signalbox/core/Template"
import { TemplateRevisions, Templates } from "@signalbox/core/Template"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const before = Given.template({
  account: Given.accountId(7),
  status: "REJECTED",
  createdAt: plus(Given.now, -60_000),
  updatedAt: plus(Given.now, -30_000)
})
const definition = Given.definition("Another text.")
const approvedLongAgo = Given.channelTimes("APPROVED", before.createdAt, "sms", "rcs")
const at = plus(Given.now, 1000)

const wanted = (parts: Partial<Template>): TemplateChange.Wanted => {
  const { category, definition, language, name } = { ...before, ...parts }
  return { category, definition, language, name }
}

const Change: Decision<Template, void> = {
  name: "test.change",
  needs: ({ id }) => Needs.row(Templates, id),
  decide: (to, grounds) => Result.succeed({ answer: undefined, commit: TemplateChange.commit(before, to, grounds) })
}

const committed = (to: Template) => {
  const store = new FactStore([put(Templates, before)])
  Result.getOrThrow(store.run(Change, to, at, Given.ids()))
  return {
    template: store.get(Templates, before.id),
    revision: store.get(TemplateRevisions, `${before.id}/2`),
    due: [...store.work.values()],
    told: store.events.map((event) => [event.account, event.at])
  }
}

describe("a changed template", () => {
  it("has a new revision, which keeps what it says from now on", () => {
    const to = TemplateChange.apply(before, wanted({ definition }), false, at)
    expect(to).toEqual({ ...before, definition, status: "DRAFT", revision: 2, revisedAt: at, updatedAt: at })
    expect(committed(to)).toEqual({
      template: to,
      revision: {
        template: before.id,
        revision: 2,
        category: "UTILITY",
        language: "en_US",
        definition,
        madeAt: at
      },
      due: [],
      told: []
    })
  })

  it("leaves of the revision before how far that was", () => {
    const replaced = (from: Template, at: Template["createdAt"]) => {
      const store = new FactStore([put(Templates, from)])
      const to = TemplateChange.apply(from, { ...from, definition }, false, at)
      Result.getOrThrow(
        store.run(
          {
            ...Change,
            decide: (_, grounds) =>
              Result.succeed({ answer: undefined, commit: TemplateChange.commit(from, to, grounds) })
          },
          to,
          at,
          Given.ids()
        )
      )
      return store.get(TemplateRevisions, `${from.id}/${from.revision}`)
    }
    const kept = {
      template: before.id,
      revision: 1,
      category: "UTILITY",
      language: "en_US",
      definition: before.definition,
      madeAt: before.createdAt
    }
    expect(replaced(before, at)).toStrictEqual({ ...kept, replaced: { at, status: "REJECTED" } })
    const channelTimes = Given.channelTimes("APPROVED", Given.now, "sms", "rcs")
    const approved: Template = {
      ...before,
      status: "APPROVED",
      revision: 3,
      revisedAt: Given.now,
      channelStatuses: { whatsapp: "REJECTED" },
      channelTimes
    }
    expect(replaced(approved, at)).toStrictEqual({
      ...kept,
      revision: 3,
      madeAt: Given.now,
      approved: ["sms", "rcs"],
      replaced: { at, status: "APPROVED", channelStatuses: { whatsapp: "REJECTED" }, channelTimes }
    })
  })

  it("that is handed in waits in the lane of its account, and its events are of now", () => {
    const to = TemplateChange.apply(before, wanted({}), true, at)
    const channelTimes = Given.channelTimes("PENDING", at, "sms", "whatsapp", "rcs")
    expect(to).toEqual({ ...before, status: "PENDING", channelTimes, updatedAt: at })
    expect(committed(to)).toEqual({
      template: to,
      revision: null,
      due: [{
        work: { kind: "review", key: `${before.id}/1` },
        lane: `review:${Given.accountId(7)}`,
        at
      }],
      told: Array.from({ length: 4 }, () => [Given.accountId(7), at])
    })
  })

  it("is the same one when nothing is wanted that it is not, and keeps nothing", () => {
    expect(TemplateChange.apply(before, wanted({}), false, at)).toBe(before)
    expect(committed(before)).toEqual({ template: before, revision: null, due: [], told: [] })
    const grounds = { facts: Facts.empty, now: at, ids: Given.ids() }
    expect(TemplateChange.commit(before, before, grounds)).toBe(Commit.empty)
  })

  it.each<Partial<Template>>([
    { status: "APPROVED", channelStatuses: { whatsapp: "PAUSED" }, channelTimes: approvedLongAgo },
    { status: "PENDING", channelStatuses: { sms: "APPROVED" }, channelTimes: approvedLongAgo }
  ])("that has but another name stays where its review stands, and no reviewer is asked again: $status", (parts) => {
    const from: Template = { ...before, ...parts }
    const to = TemplateChange.apply(from, { ...wanted({}), name: "renamed" }, true, at)
    expect(to).toStrictEqual({ ...from, name: "renamed", updatedAt: at })
    const facts = new FactStore([put(Templates, from)]).load(Needs.row(Templates, from.id))
    expect(TemplateChange.commit(from, to, { facts, now: at, ids: Given.ids() })).toStrictEqual({
      ...Commit.empty,
      expects: [Facts.expected(facts, Templates, from.id)],
      puts: [put(Templates, to)]
    })
  })

  it("shows when it was made and when it was changed", () => {
    expect(TemplateResource.fromTemplate(before)).toMatchObject({
      created_at: "2030-01-15T12:33:56.789Z",
      updated_at: "2030-01-15T12:34:26.789Z"
    })
  })
})
