/**
 * Changes that nobody has chosen: what is drawn is a program that says something else, the same seed draws the same, and the
 * tests that are run for it are those that call the changed function.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { parseAst } from "vitest/node"
import { files, root } from "../architecture/Tree.ts"
import * as Change from "./generated/Change.ts"
import type { Coverage, Test } from "./generated/Coverage.ts"
import { isSource } from "./generated/Coverage.ts"
import * as Covering from "./generated/Covering.ts"
import { draws } from "./generated/Draw.ts"
import * as Mutants from "./generated/Mutants.ts"
import * as Share from "./generated/Share.ts"

const changesOf = (source: string): ReadonlyArray<readonly [operator: string, after: string]> =>
  Mutants.of(source).map((change) => [change.operator, Change.apply(change, source)])

describe("changes", () => {
  it.each([
    ["element", "const c = { expects: [a, b], puts }", "const c = { expects: [b], puts }"],
    ["field", "const c = { expects: [a, b], puts }", "const c = { puts }"],
    ["conjunct", "const f = () => a && b", "const f = () => b"],
    ["swapped arguments", "f(now, at)", "f(at, now)"],
    ["swapped fields", "const c = { from, to }", "const c = { from: to, to: from }"],
    ["bound", "const most = 10", "const most = 11"],
    ["bound", "const most = 10", "const most = (9)"],
    ["union", `const c = ["sms", "rcs"]`, `const c = ["rcs", "rcs"]`],
    ["step", "const e = effect.pipe(one, two)", "const e = effect.pipe(two)"],
    ["argument", "const n = Needs.all(one, two)", "const n = Needs.all(one)"],
    ["stale facts", "const row = Facts.get(facts, Accounts, id)", "const row = Facts.peek(facts, Accounts, id)"],
    ["operator", "const is = one < two", "const is = (one) <= (two)"],
    ["condition", "if (is) go()", "if (true) go()"],
    ["block", "const f = () => { go() }", "const f = () => {}"],
    ["method", "const all = rows.filter(isOpen)", "const all = rows"],
    ["optional chaining", "const name = contact?.name", "const name = contact.name"]
  ])("of the operator %s: %s", (operator, before, after) => {
    expect(changesOf(before)).toContainEqual([operator, after])
  })

  it("leave types and imports as they are", () => {
    expect(
      Mutants.of(`import { a } from "./a.ts"\ntype One = "sms" | "rcs"\ninterface Two { readonly at: 1 }`)
    )
      .toEqual([])
  })

  it("of any source leave a program, and another one", () => {
    for (const file of files.filter(isSource).filter((_, index) => index % 80 === 0)) {
      const source = readFileSync(join(root, file), "utf8")
      for (const [operator, after] of changesOf(source).filter((_, index) => index % 10 === 0)) {
        expect(after, operator).not.toBe(source)
        expect(() => parseAst(after, { lang: "ts", sourceType: "module" }), `${file} ${operator}`).not.toThrow()
      }
    }
  })

  it("are drawn anew by their seed, and none twice", () => {
    const some = (seed: number): ReadonlyArray<string> => {
      const found: Array<string> = []
      for (const { change, file } of draws(root, seed, (path) => path.startsWith("packages/core/src/message/"))) {
        if (found.push(JSON.stringify([file, change])) === 30) break
      }
      return found
    }
    const first = some(1)
    expect(new Set(first).size).toBe(30)
    expect(some(1)).toEqual(first)
    expect(some(2)).not.toEqual(first)
  })
})

describe("the tests of a change", () => {
  const source = "export const one = (a: number) => a + 1\nexport const two = (a: number) => [a].map((b) => b + 2)\n"
  const test = (file: string, name: string, ms: number): Test => ({ file, name, ms })
  const called = new Map([
    [source.indexOf("(a"), [test("test/core/room/One.test.ts", "adds", 900)]],
    [source.lastIndexOf("(a"), [test("test/facade/Two.test.ts", "adds", 100)]],
    [source.indexOf("(b"), [
      test("test/facade/Two.test.ts", "adds", 100),
      test("test/core/room/Two.test.ts", "adds", 1000)
    ]]
  ])
  const coverage: Coverage = {
    between: (_, from, to) => [...called].flatMap(([start, tests]) => from <= start && start <= to ? tests : []),
    of: () => [...called.values()].flat(),
    tests: 3
  }
  const testsAt = (text: string) => {
    const change = { operator: "bound", start: source.indexOf(text), end: source.indexOf(text) + 1, text: "3" }
    return Covering.parts("packages/core/src/room/Sums.ts", source, change, coverage, new Map()).map(({ file }) => file)
  }

  it("call the innermost function around it, and those near it run first", () => {
    expect(testsAt("1")).toEqual(["test/core/room/One.test.ts"])
    expect(testsAt("2")).toEqual(["test/core/room/Two.test.ts", "test/facade/Two.test.ts"])
  })

  it("outside of functions are all that call something of the file", () => {
    expect(testsAt("one")).toHaveLength(3)
  })
})

describe("the share that died", () => {
  it.each([[190, 200, 0.95, 0.9104, 0.9727], [0, 10, 0, 0, 0.2775], [600, 600, 1, 0.9936, 1]])(
    "of %i of %i lies where Wilson says",
    (killed, all, share, from, to) => {
      const found = Share.of(killed, all)
      expect(found.share).toBeCloseTo(share, 10)
      expect(found.from).toBeCloseTo(from, 3)
      expect(found.to).toBeCloseTo(to, 3)
    }
  )
})
