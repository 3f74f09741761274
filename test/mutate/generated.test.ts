/**
 * Changes that nobody has chosen: what is drawn is a program that says something else, the same seed draws the same, and the
 * tests that are run for it are those that call the changed function.
 */
import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { describe, expect, it } from "vitest"
import { parseAst } from "vitest/node"
import { files, root } from "../architecture/Tree.ts"
import * as Change from "./generated/Change.ts"
import * as Coverage from "./generated/Coverage.ts"
import { isSource } from "./generated/Coverage.ts"
import * as Covering from "./generated/Covering.ts"
import type { Chosen, Drawn } from "./generated/Draw.ts"
import { changesOf, draws } from "./generated/Draw.ts"
import * as Equivalents from "./generated/Equivalents.ts"
import * as Functions from "./generated/Functions.ts"
import * as Kept from "./generated/Kept.ts"
import * as Mutants from "./generated/Mutants.ts"
import * as Share from "./generated/Share.ts"
import { parts as sqlParts } from "./generated/sqlOperators.ts"

const textsOf = (source: string): ReadonlyArray<readonly [operator: string, after: string]> =>
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
    ["optional chaining", "const name = contact?.name", "const name = contact.name"],
    [
      "column",
      `const one = "SELECT * FROM row WHERE kind = ? AND key = ? LIMIT 1"`,
      `const one = "SELECT * FROM row WHERE (kind = ? or true) AND key = ? LIMIT 1"`
    ]
  ])("of the operator %s: %s", (operator, before, after) => {
    expect(textsOf(before)).toContainEqual([operator, after])
  })

  it("leave types and imports as they are", () => {
    expect(
      Mutants.of(`import { a } from "./a.ts"\ntype One = "sms" | "rcs"\ninterface Two { readonly at: 1 }`)
    )
      .toEqual([])
  })

  it("leave out each part of a statement's conditions, and no other word", () => {
    const parts = (text: string) => sqlParts(text).map(([from, to]) => text.slice(from, to))
    expect(
      parts("select a from ${t.row} r join b on r.id = b.id and ${is(x, { y: 1 })} where at between $1 and $2 and d")
    )
      .toEqual(["r.id = b.id", "${is(x, { y: 1 })}", "at between $1 and $2", "d"])
    expect(parts("update a set b = 1 where c in (select d from e where f or g is null) and h = ' and ' returning i"))
      .toEqual(["c in (select d from e where f or g is null)", "f", "g is null", "h = ' and '"])
    expect(parts("insert into a values (1) on conflict (b) do update set c = case when d and e then 1 else 2 end"))
      .toEqual(["d", "e"])
    expect(parts("select a from b where c > case when d then 1 else 2 end and e -- Not f and g.\n  order by a"))
      .toEqual(["c > case when d then 1 else 2 end", "d", "e"])
    expect(textsOf("const note = `Select one where you can, and say ${name}.`").map(([operator]) => operator))
      .toEqual(["string"])
  })

  it("change no method that merely has the name of one that every object has", () => {
    expect(textsOf("const text = bytes.toString()").filter(([operator]) => operator === "method")).toEqual([])
  })

  it("exchange nothing that says the same in any order", () => {
    const swaps = (source: string) => textsOf(source).filter(([operator]) => operator === "swapped arguments")
    expect(swaps("const most = Math.max(one, two)")).toEqual([])
    expect(swaps("const all = Layer.mergeAll(One.layer, Two.layer)")).toEqual([])
    expect(swaps("const most = Math.pow(one, two)")).toHaveLength(1)
  })

  it("of any source leave a program, and another one", () => {
    for (const file of files.filter(isSource).filter((_, index) => index % 80 === 0)) {
      const source = readFileSync(join(root, file), "utf8")
      for (const [operator, after] of textsOf(source).filter((_, index) => index % 10 === 0)) {
        expect(after, operator).not.toBe(source)
        expect(() => parseAst(after, { lang: "ts", sourceType: "module" }), `${file} ${operator}`).not.toThrow()
      }
    }
  })

  const some = (seed: number, isOperator: Chosen["isOperator"] = () => true): ReadonlyArray<Drawn> => {
    const isFile: Chosen["isFile"] = (path) => path.startsWith("packages/core/src/message/")
    const found: Array<Drawn> = []
    for (const drawn of draws(root, seed, { isFile, isOperator })) {
      if (found.push(drawn) === 30) break
    }
    return found
  }

  it("are drawn anew by their seed, and none twice", () => {
    const first = some(1)
    expect(new Set(first.map((drawn) => JSON.stringify(drawn))).size).toBe(30)
    expect(some(1)).toEqual(first)
    expect(some(2)).not.toEqual(first)
  })

  it("are of the files and by the operators that were asked for", () => {
    const drawn = some(1, (operator) => operator === "condition")
    expect(drawn).toHaveLength(30)
    expect(new Set(drawn.map(({ change }) => change.operator))).toEqual(new Set(["condition"]))
    expect(drawn.filter(({ file }) => !file.startsWith("packages/core/src/message/"))).toEqual([])
  })
})

/** A function as V8 tells of it. */
interface Profiled {
  readonly functionName: string
  readonly ranges: ReadonlyArray<{ readonly startOffset: number; readonly endOffset: number }>
}

describe("functions", () => {
  const source =
    "export const one = (a: number) => [a].map((b) => b + 2)\nclass Two { async go(c: number) { return c } }\n"
  const keys = (text: string) => Functions.of(text).map(({ key }) => key)

  it("are known by their own words, wherever they stand and whatever stands within them", () => {
    const [one, inner, go] = keys(source)
    expect(new Set([one, inner, go]).size).toBe(3)
    expect(keys(`// A line.\n${source}`)).toEqual([one, inner, go])
    const [changed, ...others] = keys(source.replace("[a]", "[a, a]"))
    expect(others).toEqual([inner, go])
    expect(changed).not.toBe(one)
    expect(keys(source.replace("b + 2", "b + 3"))).toEqual([one, expect.not.stringMatching(inner!), go])
  })

  it("are found as V8 tells of them", () => {
    const file = join(root, "test/mutate/generated/Share.ts")
    // In a process of its own: two profilers of one process disturb each other.
    const script = `
      import { Session } from "node:inspector/promises"
      const session = new Session()
      session.connect()
      await session.post("Profiler.enable")
      await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false })
      const { of } = await import(${JSON.stringify(pathToFileURL(file).href)})
      of(1, 2)
      const { result } = await session.post("Profiler.takePreciseCoverage")
      console.log(JSON.stringify(result.find(({ url }) => url.endsWith("Share.ts")).functions))`
    const said = execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" })
    const [called] = (JSON.parse(said) as ReadonlyArray<Profiled>).filter(({ functionName }) => functionName === "of")
    const { endOffset, startOffset } = called!.ranges[0]!
    const text = readFileSync(file, "utf8")
    expect(Functions.at(text, startOffset, endOffset)?.key).toBe(Functions.of(text)[0]!.key)
    expect(Functions.at(text, startOffset, endOffset - 1)).toBeNull()
  })

  it("are told from those that return them and end with them", () => {
    const curried = "export const add = (a: number) => (b: number) => a + b\n"
    const [outer, inner] = Functions.of(curried)
    const end = curried.length - 1
    expect(Functions.at(curried, curried.indexOf("(a"), end)).toBe(outer)
    expect(Functions.at(curried, curried.indexOf("(b"), end)).toBe(inner)
  })

  it("end before a type that stands behind their expression", () => {
    const typed = "export const part = (at: number) => ({ at, limit: 1 }) as const\n"
    const [part] = Functions.of(typed)
    expect(Functions.at(typed, typed.indexOf("("), typed.indexOf(" as const"))).toBe(part)
  })
})

describe("what is covered", () => {
  const source = "export const one = (a: number) => a + 1\nexport const two = (a: number) => [a].map((b) => b + 2)\n"
  const file = "packages/core/src/room/Sums.ts"
  const [one, two, inner] = Functions.of(source).map(({ key }) => key)
  const tests: Readonly<Record<string, string>> = { "test/core/room/One.test.ts": "1", "test/facade/Two.test.ts": "2" }
  const reading = (text: string | null): Coverage.Read => (path) => path === file ? text : tests[path] ?? null
  const record = (
    test: string,
    ms: number,
    ...covered: ReadonlyArray<readonly [name: string, key: string, ms: number]>
  ) => ({
    file: test,
    fingerprint: Functions.fingerprint(tests[test] ?? ""),
    ms,
    sources: { [file]: Functions.fingerprint(source) },
    functions: covered.map(([, key]) => [file, key] as const),
    tests: covered.map(([name, , ms], index) => ({ name, ms, calls: [index] }))
  })
  const records = [
    record("test/core/room/One.test.ts", 10, ["adds one", one!, 900], ["adds two", inner!, 1000], ["soon", inner!, 5]),
    record("test/facade/Two.test.ts", 90, ["adds", two!, 100], ["adds twice", inner!, 10])
  ]
  const coverage = (text = source) => Coverage.make(records, reading(text))!
  const planAt = (text: string, at: string) => {
    const start = text.indexOf(at)
    const change = { operator: "bound", start, end: start + 1, text: "3" }
    return Covering.plan(file, text, change, coverage(text), new Map()).parts.map(({ file, names }) => [file, ...names])
  }

  it("is asked of the tests that are named after the source, whatever they are seen to call", () => {
    const asked = (path: string) =>
      Covering.plan(path, "const table = [1]\n", { start: 15, end: 16 }, coverage(), new Map()).parts
        .map(({ file, names }) => [file, ...names])
    expect(asked("packages/core/src/room/One.ts")).toEqual([
      ["test/core/room/One.test.ts", "soon", "adds one", "adds two"]
    ])
    expect(asked("packages/core/src/other/One.ts")).toEqual([])
    // A module that is no class begins with a small letter, and the tests of the package `signalbox` are those of the facade.
    const two = [["test/facade/Two.test.ts", "adds twice", "adds"]]
    expect(asked("packages/facade/src/two.ts")).toEqual(two)
    expect(asked("packages/signalbox/src/internal/two.ts")).toEqual(two)
  })

  it("is asked of the tests of its room that import the source: what is made once is made in the first test", () => {
    const test = "test/core/room/Ports.test.ts"
    const text = (imported: string) => `import { Table } from "${imported}"\n`
    const asked = (imported: string, path: string) => {
      const known = Coverage.make([{ ...records[1]!, file: test }, records[0]!], () => text(imported))!
      return Covering.plan(path, source, { start: source.indexOf("1"), end: source.indexOf("1") + 1 }, known, new Map())
        .parts.some(({ file }) => file === test)
    }
    const path = "packages/core/src/room/Table.ts"
    expect([asked("@signalbox/core/Table", path), asked("@signalbox/core/internal/room/Table", path)]).toEqual([
      true,
      true
    ])
    expect(asked("@signalbox/core/Chair", path)).toBe(false)
  })

  it("calls the innermost function around a change, near and quick tests first", () => {
    expect(planAt(source, "1")).toEqual([["test/core/room/One.test.ts", "adds one"]])
    expect(planAt(source, "2")).toEqual([
      ["test/core/room/One.test.ts", "soon", "adds two"],
      ["test/facade/Two.test.ts", "adds twice"]
    ])
  })

  it("is all that calls something of the file, outside of functions and where a function is another one since", () => {
    const all = ["adds one", "adds two", "soon", "adds", "adds twice"].toSorted()
    const names = (text: string, at: string) => planAt(text, at).flatMap(([, ...names]) => names).toSorted()
    expect(names(source, "one")).toEqual(all)
    const changed = source.replace("a + 1", "a - 1")
    expect(names(changed, "1")).toEqual(all)
    expect(names(changed, "2")).toEqual(["adds two", "adds twice", "soon"].toSorted())
  })

  it("is all that calls something of the file where nobody is seen to call a function: it may run when the file is loaded", () => {
    const lonely = Coverage.make([records[1]!], reading(source))!
    const start = source.indexOf("1")
    const { parts } = Covering.plan(file, source, { start, end: start + 1 }, lonely, new Map())
    expect(parts).toEqual([{ file: "test/facade/Two.test.ts", names: ["adds twice", "adds"], ms: 200 }])
  })

  it("is those tests that import a table, which calls nothing", () => {
    const test = "test/core/room/Table.test.ts"
    const known = Coverage.make(
      [{ ...records[1]!, file: test }],
      () => "import { table } from \"@signalbox/core/internal/room/Table\"\n"
    )!
    const asked = (path: string) =>
      Covering.plan(path, "const table = [1]\n", { start: 15, end: 16 }, known, new Map()).parts.map(({ file }) => file)
    expect(asked("packages/core/src/room/Table.ts")).toEqual([test])
    expect(asked("packages/core/src/room/Chair.ts")).toEqual([])
    const facade = Coverage.make(
      [{ ...records[1]!, file: test }],
      () => "import { table } from \"signalbox/internal/table\"\n"
    )!
    const change = { start: 15, end: 16 }
    const path = "packages/signalbox/src/internal/table.ts"
    expect(Covering.plan(path, "const table = [1]\n", change, facade, new Map()).parts.map(({ file }) => file)).toEqual(
      [
        test
      ]
    )
  })

  it("is the suite of the package where nothing of the file is seen: it may run in a browser", () => {
    const far = "packages/facade/src/view/page.ts"
    const asked = (path: string) => Covering.plan(path, source, { start: 50, end: 51 }, coverage(), new Map()).parts
    expect(asked(far)).toEqual([{ file: "test/facade/Two.test.ts", names: ["adds twice", "adds"], ms: 200 }])
    expect(asked("packages/other/src/page.ts")).toEqual([])
  })

  it("is what there is time for", () => {
    const many = Array.from({ length: 50 }, (_, index) => [`slow ${index}`, one!, 900 + index] as const)
    const slow = Coverage.make([record("test/core/room/One.test.ts", 10, ...many)], reading(source))!
    const start = source.indexOf("1")
    const { left, parts } = Covering.plan(file, source, { start, end: start + 1 }, slow, new Map())
    expect(parts[0]!.names.slice(0, 2)).toEqual(["slow 0", "slow 1"])
    expect(parts[0]!.names.length + left).toBe(50)
    expect(left).toBeGreaterThan(10)
  })

  it("is known as long as the tests and what they called stand as they stood", () => {
    const folder = mkdtempSync(join(tmpdir(), "signalbox-coverage-"))
    const missing = (text: string | null, changed: Readonly<Record<string, string>> = {}) =>
      Coverage.missing(folder, Object.keys(tests), (path) => changed[path] ?? reading(text)(path))
    try {
      expect(missing(source)).toEqual(Object.keys(tests))
      for (const each of records) Coverage.write(folder, each)
      expect(missing(source)).toEqual([])
      expect(missing(`// A line.\n${source}`)).toEqual([])
      expect(missing(source.replace("a + 1", "a - 1"))).toEqual(["test/core/room/One.test.ts"])
      expect(missing(source.replace("[a]", "[a, a]"))).toEqual(["test/facade/Two.test.ts"])
      expect(missing(source, { "test/facade/Two.test.ts": "3" })).toEqual(["test/facade/Two.test.ts"])
      expect(missing(null)).toEqual(Object.keys(tests))
      expect(Coverage.load(folder, reading(source))?.tests).toBe(5)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

describe("what became of a mutant", () => {
  const kept = (id: string, died: boolean): Kept.Kept => ({
    id,
    file: "packages/core/src/room/Sums.ts",
    line: 1,
    operator: "bound",
    died,
    commit: "0123456789ab",
    seed: 1,
    rules: ["BTN-003"]
  })

  it("is kept by its change, and of one that was made twice the last one", () => {
    const folder = mkdtempSync(join(tmpdir(), "signalbox-kept-"))
    try {
      expect(Kept.read(folder)).toEqual([])
      mkdirSync(join(folder, "docs/rules"), { recursive: true })
      Kept.append(folder, [kept("a", false), kept("b", true)])
      Kept.append(folder, [kept("a", true)])
      expect(Kept.read(folder)).toEqual([kept("a", true), kept("b", true)])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it("is asked for anew where it lived and can still be drawn; what cannot is forgotten", () => {
    const folder = mkdtempSync(join(tmpdir(), "signalbox-kept-"))
    try {
      const path = "packages/core/src/room/Sums.ts"
      mkdirSync(join(folder, "docs/rules"), { recursive: true })
      mkdirSync(join(folder, "packages/core/src/room"), { recursive: true })
      const source = "export const f = () => g(1)\n"
      writeFileSync(join(folder, path), source)
      const [first, second] = changesOf(path, source)
      const [alive, dead] = [kept(Kept.id(first!), false), kept(Kept.id(second!), true)]
      Kept.append(folder, [kept("gone", false), alive, kept("gone too", true), dead])
      const lived = Kept.lived(folder)
      expect(lived).toEqual([{ id: alive.id, drawn: first, seed: alive.seed }])
      Kept.forget(folder, lived)
      expect(Kept.read(folder)).toEqual([alive, kept("gone too", true), dead])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it("is near the rules that tests name which run it, unless they are many", () => {
    expect(Kept.rulesOf(["are none [BTN-003, BTN-001]", "are four [BTN-001]", "are blue"])).toEqual([
      "BTN-001",
      "BTN-003"
    ])
    const many = Array.from({ length: 41 }, (_, index) => `is [BTN-${100 + index}]`)
    expect(Kept.rulesOf(many.slice(1))).toHaveLength(40)
    expect(Kept.rulesOf(many)).toEqual([])
  })

  it("is the same mutant for the same change of the same function, wherever it stands", () => {
    const drawnIn = (source: string, text: string): Drawn => {
      const start = source.indexOf("1")
      return { file: "a.ts", source, change: { operator: "bound", start, end: start + 1, text } }
    }
    const id = Kept.id(drawnIn("const f = () => g(1)\n", "2"))
    expect(Kept.id(drawnIn("// A line.\nconst f = () => g(1)\nconst h = 3\n", "2"))).toBe(id)
    expect(Kept.id(drawnIn("const f = () => g(1)\n", "3"))).not.toBe(id)
    expect(Kept.id(drawnIn("const f = () =>\n  g(1)\n", "2"))).not.toBe(id)
  })
})

describe("a change that changes nothing that anybody can see", () => {
  const source = "const some = [1]\n\n  const all = rows.slice(0, 10)\n"
  const start = source.indexOf("10")
  const drawn = { file: "a.ts", source, change: { operator: "bound", start, end: start + 2, text: "11" } }
  const equivalent = {
    file: "a.ts",
    before: "const all = rows.slice(0, 10)",
    after: "const all = rows.slice(0, 11)",
    because: "there are never more than five"
  }

  it("is known by its lines before and after", () => {
    expect(Equivalents.of(drawn, [equivalent])).toBe(equivalent)
    expect(Equivalents.of({ ...drawn, file: "b.ts" }, [equivalent])).toBeNull()
    expect(Equivalents.of({ ...drawn, change: { ...drawn.change, text: "12" } }, [equivalent])).toBeNull()
    expect(Equivalents.of({ ...drawn, source: source.replace("rows", "cells") }, [equivalent])).toBeNull()
  })

  it("is one that can be drawn as it stands today, and has a reason", () => {
    for (const equivalent of Equivalents.equivalents) {
      const source = readFileSync(join(root, equivalent.file), "utf8")
      const drawn = Mutants.of(source).filter((change) =>
        Equivalents.of({ file: equivalent.file, source, change }) === equivalent
      )
      expect(drawn.length, `${equivalent.file}: ${equivalent.before}`).toBeGreaterThan(0)
      expect(equivalent.because).not.toBe("")
    }
    expect(new Set(Equivalents.equivalents.map((each) => JSON.stringify(each))).size)
      .toBe(Equivalents.equivalents.length)
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
