/**
 * GET /v3/templates over many templates: a filter looks at all of them (decisions 3.4).
 */
import { operations } from "@signalbox/core/Catalogue"
import * as Commits from "@signalbox/core/Commit"
import type { TemplateId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import { Operations } from "@signalbox/core/Operations"
import { Store } from "@signalbox/core/Store"
import { Templates } from "@signalbox/core/Template"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"
import * as Scene from "../Scene.ts"

const many = Array.from({ length: 1500 }, (_, index) =>
  Given.template({
    id: `aaaaaaaa-0000-7000-8000-${String(index).padStart(12, "0")}` as TemplateId,
    name: index === 0 ? "the_whale" : `fish_${index}`,
    status: index === 1 ? "REJECTED" : "DRAFT",
    createdAt: Instant.plus(Given.now, index)
  }))

interface Listed {
  readonly templates: ReadonlyArray<{ readonly name: string }>
  readonly pagination: { readonly total_count: number; readonly total_pages: number }
}

const list = (query: Readonly<Record<string, string | number>>) =>
  Bench.run(
    Bench.layer(),
    Effect.gen(function*() {
      const store = yield* Store
      yield* Scene.seed(0, ...many.map((template) => Commits.put(Templates, template)))
      expect((yield* store.list({ list: "templates", scope: Scene.account.id, offset: 0, limit: 0 })).total).toBe(1501)
      const { run } = yield* Operations
      const { outcome } = yield* run(operations["templates.list"], Scene.caller, { ...Scene.request({}), query })
      return JSON.parse(outcome!.json) as Listed
    })
  )

it.each<[Record<string, string | number>, number, ReadonlyArray<string>]>([
  [{ search: "WHALE" }, 1, ["the_whale"]],
  [{ status: "REJECTED" }, 1, ["fish_1"]],
  [
    { status: "DRAFT", page: 75 },
    1499,
    Array.from({ length: 19 }, (_, index) => index === 18 ? "the_whale" : `fish_${19 - index}`)
  ],
  [{ search: "fish_14", page_size: 2, page: 3 }, 111, ["fish_1495", "fish_1494"]]
])("%o is looked for among all templates [PAG-012]", async (query, total, names) => {
  const { pagination, templates } = await list(query)
  expect(pagination.total_count).toBe(total)
  expect(templates.map(({ name }) => name)).toEqual(names)
})
