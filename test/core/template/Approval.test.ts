/**
 * Only approved revisions of a template may be sent (decisions 4.1 "Template at release"): a model that remembers of
 * each revision what it was approved for, against what templates and their revisions keep.
 */
import type { Channel } from "@signalbox/core/Channel"
import { Channel as Channels } from "@signalbox/core/Channel"
import { put } from "@signalbox/core/Commit"
import type { Definition } from "@signalbox/core/Definition"
import type { Decision } from "@signalbox/core/internal/commit/Decision"
import * as Approval from "@signalbox/core/internal/template/Approval"
import * as Assessment from "@signalbox/core/internal/template/Assessment"
import * as TemplateChange from "@signalbox/core/internal/template/TemplateChange"
import type { ReviewOutcome } from "@signalbox/core/internal/template/TemplateState"
import * as Needs from "@signalbox/core/Needs"
import type { Template } from "@signalbox/core/Template"
import { revisionKey, revisionOf, TemplateRevisions, Templates } from "@signalbox/core/Template"
import { prop } from "@signalbox/testing/Prop"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const id = Given.templateId(1)

const definitions: ReadonlyArray<Definition> = [
  { body: { multiChannel: { template: "A" } } },
  { body: { sms: { template: "B" }, whatsapp: { template: "B" } } },
  { body: { multiChannel: { template: "C" }, mms: { template: "C" } } }
]

type Step =
  | { readonly do: "change"; readonly wanted: Partial<TemplateChange.Wanted>; readonly submit: boolean }
  | { readonly do: ReviewOutcome; readonly channel: Channel | null }

const steps: fc.Arbitrary<ReadonlyArray<Step>> = fc.array(
  fc.oneof(
    fc.record({
      do: fc.constant("change" as const),
      wanted: fc.oneof(
        fc.constant({}),
        fc.constantFrom(...definitions).map((definition) => ({ definition })),
        fc.constantFrom("en_US", "de").map((language) => ({ language })),
        fc.constantFrom("UTILITY" as const, "MARKETING" as const).map((category) => ({ category })),
        fc.constantFrom("one", "two").map((name) => ({ name }))
      ),
      submit: fc.boolean()
    }),
    fc.record({
      do: fc.constantFrom<ReviewOutcome>("approve", "approve", "approve", "reject", "pause", "lift", "archive"),
      channel: fc.option(fc.constantFrom(...Channels.literals), { freq: 2, nil: null })
    })
  ),
  { maxLength: 30, size: "max" }
)

const Change: Decision<TemplateChange.Wanted & { readonly submit: boolean }, void> = {
  name: "test.change",
  needs: () => Needs.row(Templates, id),
  decide: ({ submit, ...wanted }, grounds) => {
    const { facts, now } = grounds
    const before = facts.rows.get({ kind: "template", key: id })!.row!.value as Template
    const after = TemplateChange.apply(before, wanted, submit, now)
    return Result.succeed({ answer: undefined, commit: TemplateChange.commit(before, after, grounds) })
  }
}

const bodies = ({ body }: Definition): ReadonlyArray<Channel> =>
  Channels.literals.filter((channel) =>
    channel === "mms"
      ? body.mms !== undefined
      : channel === "rcs"
      ? body.rcs !== undefined || body.sms !== undefined || body.multiChannel !== undefined
      : body[channel] !== undefined || body.multiChannel !== undefined
  )

describe("a revision of a template", () => {
  prop(
    "may be sent where it is approved, or was when another one took its place, unless the template is stopped",
    fc.constantFrom(...definitions),
    steps,
    (definition, history) => {
      const first = Given.template({ definition, status: "DRAFT" })
      const store = new FactStore([put(Templates, first), put(TemplateRevisions, revisionOf(first))])
      const ids = Given.ids()
      /**
       * The model of the revisions: each one's text, and the channels on which it may be sent as long as nothing else
       * stops it.
       */
      const said = [{ definition, language: first.language, approved: [] as ReadonlyArray<Channel> }]
      for (const step of history) {
        const before = store.get(Templates, id)!
        if (step.do === "change") {
          const isFrozen = before.status === "PENDING" || before.status === "ARCHIVED"
          const wanted = { ...before, ...isFrozen ? {} : step.wanted }
          if (before.status === "ARCHIVED") continue
          Result.getOrThrow(store.run(Change, { ...wanted, submit: step.submit }, Given.now, ids))
          const is = store.get(Templates, id)!
          const isOther = wanted.definition !== before.definition || wanted.language !== before.language ||
            wanted.category !== before.category
          expect(is.revision).toBe(before.revision + (isOther ? 1 : 0))
          if (isOther) said.push({ definition: wanted.definition, language: wanted.language, approved: [] })
        } else {
          const { channel, do: outcome } = step
          const statement = { template: id, channel, outcome, reason: null }
          Result.getOrThrow(store.run(Assessment.Assess, statement, Given.now, ids))
        }
        const is = store.get(Templates, id)!
        const current = said.at(-1)!
        current.approved = is.status !== "APPROVED" ?
          [] :
          bodies(current.definition).filter((channel) => (is.channelStatuses?.[channel] ?? "APPROVED") === "APPROVED")
        for (const [index, { approved, definition, language }] of said.entries()) {
          const number = index + 1
          const revision = store.get(TemplateRevisions, revisionKey(id, number))
          expect(revision).toMatchObject({ definition, language })
          const approval = Approval.of(is, revision, number)
          const isCurrent = number === said.length
          const isStopped = is.status === "PAUSED" || is.status === "ARCHIVED"
          const open = approved.filter((channel) => is.channelStatuses?.[channel] !== "PAUSED")
          expect(approval.isGiven, `revision ${number}`).toBe(
            isCurrent ? is.status === "APPROVED" : !isStopped && open.length > 0
          )
          const may = Channels.literals.filter((channel) =>
            approval.isGiven && bodies(definition).includes(channel) && !approval.isBarred(channel)
          )
          expect(may, `revision ${number}`).toEqual(isStopped ? [] : open)
        }
      }
    }
  )

  it("of a deleted template may not be sent", () => {
    const template = Given.template()
    expect(Approval.of(null, { ...revisionOf(template), approved: ["sms"] }, 1).isGiven).toBe(false)
  })

  it("that was approved nowhere, or is not kept any more, may not be sent", () => {
    const template = Given.template({ revision: 2 })
    expect(Approval.of(template, revisionOf(Given.template()), 1).isGiven).toBe(false)
    expect(Approval.of(template, null, 1).isGiven).toBe(false)
  })
})
