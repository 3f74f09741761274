/**
 * A preview of a template without HTTP: which revision is shown, and the words with which one that is none is refused
 * (decisions 15.2).
 */
import { Accounts } from "@signalbox/core/Account"
import * as Commit from "@signalbox/core/Commit"
import * as PreviewBody from "@signalbox/core/internal/preview/PreviewBody"
import { PreviewTemplate } from "@signalbox/core/internal/preview/PreviewTemplate"
import type { Template, TemplateRevision } from "@signalbox/core/Template"
import { revisionOf, TemplateRevisions, Templates } from "@signalbox/core/Template"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const account = Given.account()
const before = Given.template({ revision: 2, definition: Given.definition("Before {{0:variable}}.", "order") })
const template = Given.template({ revision: 3, definition: Given.definition("Now {{0:variable}}.", "order") })

const preview = (body: object, of = account) =>
  new FactStore([
    Commit.put(Accounts, account),
    Commit.put(Templates, template),
    Commit.put(TemplateRevisions, revisionOf(before))
  ]).run(
    PreviewTemplate.decides,
    {
      path: { id: template.id },
      query: {},
      body: { parameters: { order: "A-1" }, ...body },
      caller: { account: of, keyAccount: of },
      consulted: Effect.runSync(PreviewBody.terms)
    },
    Given.now,
    Given.ids()
  )

describe("a preview", () => {
  it("shows the revision that is asked for, and the last one where none is", () => {
    const shown = (revision: number, text: string) => ({
      success: {
        template_id: template.id,
        revision,
        flaws: [],
        channels: [{ channel: "sms", text }, { text }, { text }]
      }
    })
    for (const body of [{}, { revision: null }, { revision: 3 }]) {
      expect(preview(body)).toMatchObject(shown(3, "Now A-1."))
    }
    expect(preview({ revision: 2 })).toMatchObject(shown(2, "Before A-1."))
    const sampled = { parameters: {}, use_samples: true, revision: 2 }
    expect(preview(sampled)).toMatchObject(shown(2, "Before sample."))
  })

  it("is of the category, the language and the approval that the revision has", () => {
    const store = (of: Template, kept: TemplateRevision) =>
      new FactStore([Commit.put(Accounts, account), Commit.put(Templates, of), Commit.put(TemplateRevisions, kept)])
    const shown = (of: FactStore, revision: number) => {
      const answer = Result.getOrThrow(
        of.run(
          PreviewTemplate.decides,
          {
            path: { id: template.id },
            query: {},
            body: { parameters: { order: "A-1" }, revision },
            caller: { account, keyAccount: account },
            consulted: Effect.runSync(PreviewBody.terms)
          },
          Given.now,
          Given.ids()
        )
      )
      const { category, channels, language } = answer
      return [category, language, channels.map(({ is_approved }) => is_approved)]
    }
    const partly: Template = { ...template, category: "MARKETING", channelStatuses: { rcs: "REJECTED" } }
    const kept = { ...revisionOf(before), language: "de", approved: ["whatsapp"] } as const
    expect(shown(store(partly, kept), 3)).toEqual(["MARKETING", "en_US", [true, true, false]])
    expect(shown(store(partly, kept), 2)).toEqual(["UTILITY", "de", [false, true, false]])
    const { category: _, ...older } = kept
    expect(shown(store(partly, older), 2)[0]).toBe("MARKETING")
  })

  it("is refused for a revision that there is not, and for a template of another account", () => {
    expect(preview({ revision: 7 }))
      .toMatchObject({ failure: { code: "RESOURCE_002", message: "The template has no revision 7" } })
    expect(preview({}, Given.account({ id: Given.accountId(9) }))).toMatchObject({ failure: { code: "RESOURCE_002" } })
  })

  it("tells the price of numbers by their countries, and of countries however they are written", () => {
    const prices = [{ to: Given.phone(1), country: "US" }, { to: null, country: "DE" }]
    expect(preview({ to: [Given.phone(1)], countries: ["de"] }))
      .toMatchObject({ success: { channels: [{ prices }, { prices }, { prices }] } })
  })
})
