/**
 * Draws changes at random: a line of all source lines, then one of the operators that find something there, then one of its
 * changes. The same seed and the same sources give the same draws.
 */
import * as fc from "fast-check"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { files } from "../../architecture/Tree.ts"
import type { Change } from "./Change.ts"
import { isSource } from "./Coverage.ts"
import * as Mutants from "./Mutants.ts"

export interface Drawn {
  readonly file: string
  readonly source: string
  readonly change: Change
}

interface Lines {
  readonly file: string
  readonly source: string
  readonly count: number
}

/** Texts that are made by our generators: what is wrong in them is wrong there. */
const isGenerated = (file: string): boolean => file.startsWith("packages/signalbox/src/calls/")

const linesOf = (root: string): ReadonlyArray<Lines> =>
  files.filter((file) => isSource(file) && !isGenerated(file)).toSorted().map((file) => {
    const source = readFileSync(join(root, file), "utf8")
    return { file, source, count: source.split("\n").length }
  })

/** The changes of a source, by the line at which they begin. */
const byLine = (source: string): ReadonlyMap<number, ReadonlyArray<Change>> => {
  const starts = [...source.matchAll(/^/gm)].map(({ index }) => index)
  const found = new Map<number, Array<Change>>()
  for (const change of Mutants.of(source)) {
    const line = starts.findLastIndex((start) => start <= change.start)
    found.set(line, [...found.get(line) ?? [], change])
  }
  return found
}

/** All changes of a file's source. */
export const changesOf = (file: string, source: string): ReadonlyArray<Drawn> =>
  Mutants.of(source).map((change) => ({ file, source, change }))

const picked = <A>(all: ReadonlyArray<A>, number: number): A | undefined => all[number % all.length]

/** The file and its line that this line of all is. */
const placeOf = (all: ReadonlyArray<Lines>, line: number): readonly [Lines, number] | null => {
  let left = line
  for (const lines of all) {
    if (left < lines.count) return [lines, left]
    left -= lines.count
  }
  return null
}

/** Lines that are drawn: a sample needs some hundreds that have a change, that compiles. */
const drawn = 50_000

/** Which changes are drawn: those of some files, and by some operators. */
export interface Chosen {
  readonly isFile: (file: string) => boolean
  readonly isOperator: (operator: string) => boolean
}

/** Draws one change after the other, none twice. Whoever asks for them throws away what does not compile. */
export function* draws(root: string, seed: number, { isFile, isOperator }: Chosen): Generator<Drawn> {
  const all = linesOf(root).filter(({ file }) => isFile(file))
  const total = all.reduce((sum, { count }) => sum + count, 0)
  const known = new Map<string, ReturnType<typeof byLine>>()
  const seen = new Set<string>()
  const numbers = fc.noBias(fc.tuple(fc.nat(total - 1), fc.nat(), fc.nat()))
  for (const [at, operators, changes] of fc.sample(numbers, { seed, numRuns: drawn })) {
    const place = placeOf(all, at)
    if (place === null) continue
    const [{ file, source }, line] = place
    const found = known.get(file) ?? byLine(source)
    known.set(file, found)
    const here = (found.get(line) ?? []).filter((change) => isOperator(change.operator))
    const operator = picked([...new Set(here.map((change) => change.operator))], operators)
    const change = picked(here.filter((each) => each.operator === operator), changes)
    const key = JSON.stringify([file, change])
    if (change === undefined || seen.has(key)) continue
    seen.add(key)
    yield { file, source, change }
  }
}
