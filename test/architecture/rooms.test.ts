/**
 * The rooms of core stand in docs/architecture.md in an order that a reader can follow: none needs a later one.
 */
import { describe, expect, it } from "vitest"
import { read, sources, target } from "./Tree.ts"

const inside = "packages/core/src/"

/** The room in which a file of core lies. */
const roomOf = (path: string): string | undefined => new RegExp(`^${inside}(\\w+)/`).exec(path)?.[1]

const [, section = ""] = read("docs/architecture.md").split("### The rooms of core\n")

/** The rooms in the order of the table, whose first column names them. */
const rooms = [...section.split("\n#")[0]!.matchAll(/^\|([^|]*`[^|]*)\|/gm)].flatMap(([, cell = ""]) =>
  [...cell.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name)
)

describe("the rooms of core", () => {
  const core = sources.filter(({ path }) => path.startsWith(inside))

  it("are all in the table, once", () => {
    const found = new Set(core.flatMap(({ path }) => roomOf(path) ?? []))
    expect(found.size).toBeGreaterThan(25)
    expect(rooms.toSorted()).toEqual([...found].toSorted())
  })

  it("import only from rooms that stand before them", () => {
    const later = core.flatMap((source) => {
      const room = roomOf(source.path)
      if (room === undefined) return []
      return source.imports.flatMap(({ line, specifier }) => {
        const other = specifier.startsWith(".") ? roomOf(target(source, specifier)) : undefined
        return other === undefined || rooms.indexOf(other) <= rooms.indexOf(room)
          ? []
          : [`${source.path}:${line} ${other} stands after ${room}`]
      })
    })
    expect(later).toEqual([])
  })
})
