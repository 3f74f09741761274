/** A package that grows beyond its bounds is named, and none goes without bounds. */
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import * as Budget from "./Budget.ts"
import { inRoot, workspaces } from "./Tarballs.ts"

const bounded = (change: (size: Budget.Size) => Budget.Size = (size) => size): ReadonlyMap<string, Budget.Size> =>
  new Map(
    Object.entries(Budget.most).map(([name, [packed, installed, files]]) => [
      name,
      change({ packed: packed * 1024, installed: installed * 1024, files })
    ])
  )

describe("the size budget", () => {
  it("has every package that is published", () => {
    const names = [...workspaces("packages"), ...workspaces("adapters")].map((path) =>
      (JSON.parse(readFileSync(inRoot(`${path}/package.json`), "utf8")) as { readonly name: string }).name
    )
    expect(Object.keys(Budget.most).toSorted()).toEqual(names.toSorted())
  })

  it("is kept at its bounds, and not beyond any of them", () => {
    const count = Object.keys(Budget.most).length
    expect(Budget.flaws(bounded(), Budget.mostLoaded)).toEqual([])
    for (const part of ["packed", "installed", "files"] as const) {
      expect(Budget.flaws(bounded((size) => ({ ...size, [part]: size[part] + 1 })), Budget.mostLoaded)).toHaveLength(
        count
      )
    }
    for (const part of ["imported", "accepted", "bytes"] as const) {
      const loaded = { ...Budget.mostLoaded, [part]: Budget.mostLoaded[part] + 1 }
      expect(Budget.flaws(bounded(), loaded)).toEqual([expect.stringContaining(part)])
    }
  })

  it("names a package without bounds, and bounds without a package", () => {
    expect(Budget.flaws(new Map([["new", { packed: 1, installed: 1, files: 1 }]]), Budget.mostLoaded)).toContain(
      "new has no bounds in test/packages/Budget.ts"
    )
    const [first = ""] = Object.keys(Budget.most)
    const others = new Map([...bounded()].filter(([name]) => name !== first))
    expect(Budget.flaws(others, Budget.mostLoaded)).toEqual([`${first} has bounds, and is not packed`])
  })

  it("is printed as a line for each package, below a heading", () => {
    const lines = Budget.table(bounded())
    expect(lines).toHaveLength(Object.keys(Budget.most).length + 1)
    expect(new Set(lines.map(({ length }) => length)).size).toBe(1)
  })
})
