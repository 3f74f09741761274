/** GET /v3/templates/{id}/revisions: pages are ranges of numbers, the newest first (decisions 15.1). */
import { operations } from "@signalbox/core/Catalogue"
import { put } from "@signalbox/core/Commit"
import type { TemplateId } from "@signalbox/core/Id"
import { numbers } from "@signalbox/core/internal/template/ListRevisions"
import { revisionOf, TemplateRevisions, Templates } from "@signalbox/core/Template"
import { prop } from "@signalbox/testing/Prop"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const account = Given.account()
const template = Given.template({ revision: 5, definition: Given.definition("Text 5.") })

/** The third revision is missing, as no release would leave it. */
const store = (owner = account.id) =>
  new FactStore([
    put(Templates, { ...template, account: owner }),
    ...[1, 2, 4, 5].map((revision) =>
      put(TemplateRevisions, {
        ...revisionOf(template),
        revision,
        definition: Given.definition(revision === 5 ? "An old row of it." : `Text ${revision}.`)
      })
    )
  ])

const list = (query: object, kept = store(), id: TemplateId = template.id) =>
  kept.run(
    operations["templates.revisions"].decides,
    { path: { id }, query, body: {}, caller: { account, keyAccount: account }, consulted: undefined },
    Given.now,
    Given.ids()
  )

describe("the revisions of a template", () => {
  prop(
    "are numbered without a gap, so a page is a part of all numbers",
    fc.nat({ max: 30 }),
    fc.integer({ min: 1, max: 8 }),
    fc.integer({ min: 1, max: 8 }),
    (revision, page, size) => {
      const all = Array.from({ length: revision }, (_, index) => revision - index)
      expect(numbers(revision, { page, page_size: size })).toEqual(all.slice((page - 1) * size, page * size))
    }
  )

  it("are listed, the newest first, with the template's own word on the current one", () => {
    const { pagination, revisions } = Result.getOrThrow(list({}))
    expect(revisions.map((each) => [each.revision, each.is_current, each.definition.body.multiChannel?.template]))
      .toEqual([[5, true, "Text 5."], [4, false, "Text 4."], [2, false, "Text 2."], [1, false, "Text 1."]])
    expect(pagination).toMatchObject({ total_count: 5, page: 1 })
  })

  it("are listed by pages", () => {
    const { pagination, revisions } = Result.getOrThrow(list({ page: 3, page_size: 2 }))
    expect(revisions.map(({ revision }) => revision)).toEqual([1])
    expect(pagination).toMatchObject({ total_count: 5, total_pages: 3, page: 3, page_size: 2 })
  })

  it.each([
    ["another account", store(Given.accountId(2)), template.id],
    ["nobody", store(), Given.templateId(9)]
  ])("of %s are not found", (_, kept, id) => {
    expect(list({}, kept, id)).toMatchObject({ failure: { code: "RESOURCE_002" } })
  })
})
