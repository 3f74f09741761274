/**
 * The tables of the specification say what the code says and none of them is missing; its headings and links are whole.
 */
import { describe, expect, it } from "vitest"
import { chapters, filled, headings, links, named, places } from "./Chapter.ts"
import { paths, under } from "./Endpoints.ts"
import { families, tables } from "./Tables.ts"

describe("the tables of the specification", () => {
  it.each(chapters().map((chapter) => [chapter.name, chapter] as const))("%s: are those of the code", (_, chapter) => {
    expect(chapter.text).toBe(filled(chapter))
  })

  it("stand in one chapter each, and every marker names one", () => {
    const found = chapters().flatMap(named)
    expect(found.toSorted()).toEqual([...tables.keys()].toSorted())
  })

  it("have every endpoint once", () => {
    const shown = Object.values(families).flatMap((starts) => under(...starts).rows.map(([first]) => first))
    expect(shown.length).toBe(paths.length)
    expect(new Set(shown).size).toBe(paths.length)
  })
})

describe("the chapters of the specification", () => {
  const all = chapters()

  it("have headings of different words, so that a citation finds one place", () => {
    const titles = all.flatMap(headings)
    expect(titles.length).toBeGreaterThan(60)
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([])
  })

  it("link to chapters and headings that there are", () => {
    const known = places(all)
    const lost = all.flatMap((chapter) =>
      links(chapter).filter((to) => !known.has(to)).map((to) => `${chapter.name}: ${to}`)
    )
    expect(lost).toEqual([])
    expect(all.flatMap(links).length).toBeGreaterThan(50)
  })
})
