/**
 * Mutations must not rot: what they replace stands in the code, what comes out is a program, and their tests exist.
 * Whether those tests notice is what `npm run mutate` finds out.
 */
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { parseAst } from "vitest/node"
import { exists, files, root } from "../architecture/Tree.ts"
import * as Change from "./generated/Change.ts"
import * as Mutants from "./generated/Mutants.ts"
import type { Mutation } from "./Mutation.ts"
import { apply, id } from "./Mutation.ts"
import { mutations } from "./mutations.ts"

const texts = new Map<string, string>()
const textOf = (file: string): string => {
  const text = texts.get(file) ?? (exists(file) ? readFileSync(`${root}/${file}`, "utf8") : "")
  texts.set(file, text)
  return text
}

const parses = (text: string): boolean => {
  try {
    parseAst(text, { lang: "ts", sourceType: "module" })
    return true
  } catch {
    return false
  }
}

const testFiles = files.filter((path) => path.endsWith(".test.ts"))

const flaw = (mutation: Mutation): string | null => {
  const before = textOf(mutation.file)
  const after = apply(mutation, before)
  if (after === null) return `${before.split(mutation.find).length - 1} times in its file`
  if (after === before) return "changes nothing"
  if (!parses(after)) return "leaves no program"
  const lost = mutation.tests.filter((filter) => !testFiles.some((path) => path.includes(filter)))
  return lost.length > 0 || mutation.tests.length === 0 ? `no such tests: ${lost.join(", ")}` : null
}

/** Generated changes put brackets around what they exchange, and leave `;` where a statement was. */
const bare = (text: string): string => text.replaceAll(/[\s();,]/g, "")

const changes = new Map<string, ReadonlyArray<Change.Change>>()
const changesOf = (file: string): ReadonlyArray<Change.Change> => {
  const found = changes.get(file) ?? Mutants.of(textOf(file))
  changes.set(file, found)
  return found
}

/** Returns the operator that makes the same program of a file; null where none does. */
const generated = (mutation: Mutation): string | null => {
  const before = textOf(mutation.file)
  const wanted = bare(apply(mutation, before) ?? "")
  const [start, end] = [before.indexOf(mutation.find), before.indexOf(mutation.find) + mutation.find.length]
  const near = changesOf(mutation.file).filter((change) => change.start <= end && change.end >= start)
  return near.find((change) => bare(Change.apply(change, before)) === wanted)?.operator ?? null
}

describe("mutations", () => {
  it("still fit the code that they change, and the tests that they name", () => {
    expect(mutations.length).toBeGreaterThan(400)
    const flaws = mutations.flatMap((mutation) => {
      const found = flaw(mutation)
      return found === null ? [] : [`${mutation.area} ${mutation.file} ${JSON.stringify(mutation.find)}: ${found}`]
    })
    expect(flaws).toEqual([])
  })

  it("are such as no operator makes: those are drawn by samples", () => {
    const made = mutations.flatMap((mutation) => {
      const operator = generated(mutation)
      return operator === null ? [] : [`${mutation.file} ${JSON.stringify(mutation.find)}: ${operator}`]
    })
    expect(made).toEqual([])
  })

  it("are each listed once", () => {
    const seen = new Map<string, number>()
    for (const mutation of mutations) seen.set(id(mutation), (seen.get(id(mutation)) ?? 0) + 1)
    expect(mutations.filter((mutation) => seen.get(id(mutation)) !== 1)).toEqual([])
  })
})
