/**
 * The fates of generated mutants, kept in `docs/rules/mutants.jsonl`: the pages of the rules tell by them how many of those
 * near a rule died. Each sample appends its own.
 */
import { createHash } from "node:crypto"
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { named } from "../../rules/Naming.ts"
import type { Drawn } from "./Draw.ts"
import { changesOf } from "./Draw.ts"
import * as Equivalents from "./Equivalents.ts"
import * as Functions from "./Functions.ts"

export interface Kept {
  /** It follows from the changed lines and the function around them, wherever in the file they stand. */
  readonly id: string
  readonly file: string
  readonly line: number
  readonly operator: string
  readonly died: boolean
  /** The commit whose sources were changed. */
  readonly commit: string
  readonly seed: number
  /** The rules that it is near: a test that names the rule runs the changed function. */
  readonly rules: ReadonlyArray<string>
}

/** A function that tests of more rules than this run is part of everything, and near none of them. */
const most = 40

/** The rules that tests name by their titles, in order. */
export const rulesOf = (names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const rules = [...new Set(names.flatMap(named))].toSorted()
  return rules.length > most ? [] : rules
}

export const id = (drawn: Drawn): string => {
  const { change, file, source } = drawn
  const { after, before } = Equivalents.linesOf(drawn)
  const within = Functions.around(source, change)?.key ?? null
  return createHash("sha256").update(JSON.stringify([file, within, before, after])).digest("hex").slice(0, 12)
}

/** Relative to the repository. */
export const file = "docs/rules/mutants.jsonl"

export const append = (root: string, all: ReadonlyArray<Kept>): void =>
  appendFileSync(join(root, file), all.map((each) => `${JSON.stringify(each)}\n`).join(""))

/** The mutants of a text that has one in each line. Of one that was made several times the last one counts. */
export const parse = (text: string): ReadonlyArray<Kept> => {
  const lines = text.split("\n").filter((line) => line !== "")
  return [...new Map(lines.map((line) => JSON.parse(line) as Kept).map((each) => [each.id, each])).values()]
}

/** All that are kept; none where no sample was kept yet. */
export const read = (root: string): ReadonlyArray<Kept> =>
  existsSync(join(root, file)) ? parse(readFileSync(join(root, file), "utf8")) : []

/** A change that lived when it was judged last, and the seed by which it was drawn. */
export interface Lived {
  readonly id: string
  readonly drawn: Drawn
  readonly seed: number
}

/** Returns those that lived, but for those that the sources no longer have or that are known to change nothing by now. */
export const lived = (root: string): ReadonlyArray<Lived> => {
  const alive = new Map(read(root).filter(({ died }) => !died).map((each) => [each.id, each]))
  const files = [...new Set([...alive.values()].map((each) => each.file))].filter((path) =>
    existsSync(join(root, path))
  )
  const changes = files.flatMap((path) => changesOf(path, readFileSync(join(root, path), "utf8")))
  const found = changes.flatMap((drawn): ReadonlyArray<Lived> => {
    const kept = alive.get(id(drawn))
    return kept === undefined || Equivalents.of(drawn) !== null ? [] : [{ id: kept.id, drawn, seed: kept.seed }]
  })
  return [...new Map(found.map((each) => [each.id, each])).values()]
}

/** Forgets all that lived but for these. */
export const forget = (root: string, stays: ReadonlyArray<Lived>): void => {
  const ids = new Set(stays.map((each) => each.id))
  const kept = read(root).filter((each) => each.died || ids.has(each.id))
  writeFileSync(join(root, file), kept.map((each) => `${JSON.stringify(each)}\n`).join(""))
}
