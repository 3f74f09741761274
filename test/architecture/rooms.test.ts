/**
 * The rooms of core stand in docs/architecture.md in an order that a reader can follow: none needs a later one.
 */
import { describe, expect, it } from "vitest"
import { files, read, sources, target } from "./Tree.ts"

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

/** Files of tests that stand for no single module, and why. */
const ofNoModule: Readonly<Record<string, string>> = {
  "legacy/LegacyWords": "the words of all endpoints of v2",
  "engine/OwnWork": "a kind of work of its own, as docs/architecture.md says how to add one",
  "history/History": "a message's whole life beside a reference model",
  "history/Order": "receipts in any order, beside that model"
}

/** Returns the words of a name such as `WorkerFailures`. */
const wordsOf = (name: string): ReadonlyArray<string> => name.match(/[A-Z][a-z0-9]*/g) ?? []

describe("the tests of core", () => {
  const modules = new Set(files.flatMap((path) => new RegExp(`^${inside}(\\w+/\\w+)\\.ts$`).exec(path)?.[1] ?? []))
  const tests = files.flatMap((path) => /^test\/core\/(.+)\.test\.ts$/.exec(path)?.[1] ?? [])

  /** Returns whether a test has the name of a module of its room, or one that begins with it. */
  const isNamedAfterModule = (test: string): boolean => {
    const [room = "", name = ""] = test.split("/")
    const words = wordsOf(name)
    return words.some((_, count) => modules.has(`${room}/${words.slice(0, count + 1).join("")}`))
  }

  it("lie in the room of the module that they are named after, or say for what they stand", () => {
    expect(tests.length).toBeGreaterThan(140)
    expect(tests.filter((test) => !(test in ofNoModule) && !isNamedAfterModule(test))).toEqual([])
    expect(Object.keys(ofNoModule).filter((test) => !tests.includes(test))).toEqual([])
  })
})
