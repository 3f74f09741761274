/**
 * Breaks the sources at places that nobody has chosen, and counts what the tests notice.
 *
 *     npm run mutate -- --sample 200 --seed 7              all rooms, by their lines
 *     npm run mutate -- --sample 40 --seed 7 --file /dispatch/ --operator condition --operator conjunct
 *     npm run mutate -- --again                            those that lived when they were judged last
 *     npm run mutate:coverage                              first, and again when tests or sources have changed much
 *
 * A change that does not compile, or is equal once it is compiled, does not count, nor does one of `equivalents.jsonl`. One that
 * no test covers counts as alive.
 * What became of each is kept for the pages of the rules, which `npm run rules -- --write` makes anew, unless coverage is
 * known in part only, or some files were chosen.
 */
import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { files } from "../../architecture/Tree.ts"
import * as TreeCopy from "../TreeCopy.ts"
import * as Candidates from "./Candidates.ts"
import * as Change from "./Change.ts"
import * as Coverage from "./Coverage.ts"
import * as Covering from "./Covering.ts"
import type { Drawn } from "./Draw.ts"
import * as Equivalents from "./Equivalents.ts"
import type { Verdict } from "./Judge.ts"
import * as Judge from "./Judge.ts"
import * as Kept from "./Kept.ts"
import * as Share from "./Share.ts"

export interface Order {
  readonly root: string
  readonly size: number
  readonly seed: number
  readonly workers: number
  /** They are judged one after the other. */
  readonly stream: Iterator<Drawn>
  /** Returns the seed by which a change was drawn, by its id in what is kept. */
  readonly seedOf: (id: string) => number
  /** Whether what becomes of them is kept. Of chosen files or operators it is not: they say nothing about the rest. */
  readonly isWhole: boolean
}

const lineOf = (source: string, offset: number): number => source.slice(0, offset).split("\n").length

const shown = (text: string): string => JSON.stringify(text.length > 90 ? `${text.slice(0, 90)}…` : text)

const line = ({ change, file, source }: Drawn): string =>
  `${file}:${lineOf(source, change.start)}  ${change.operator}  ${shown(source.slice(change.start, change.end))} -> ${
    shown(change.text)
  }`

/** The change as `git apply` takes it. */
const patch = ({ change, file, source }: Drawn): string => {
  const [before, after] = [source.split("\n"), Change.apply(change, source).split("\n")]
  const first = lineOf(source, change.start) - 1
  const removed = lineOf(source, change.end) - first
  const added = removed + after.length - before.length
  const from = Math.max(0, first - 3)
  const to = Math.min(before.length - 1, first + removed + 3)
  const rows = [
    ...before.slice(from, first).map((text) => ` ${text}`),
    ...before.slice(first, first + removed).map((text) => `-${text}`),
    ...after.slice(first, first + added).map((text) => `+${text}`),
    ...before.slice(first + removed, to).map((text) => ` ${text}`)
  ]
  const range = `@@ -${from + 1},${to - from} +${from + 1},${to - from + added - removed} @@`
  return [`--- a/${file}`, `+++ b/${file}`, range, ...rows, ""].join("\n")
}

const commitOf = (root: string): string =>
  execFileSync("git", ["rev-parse", "--short=12", "HEAD"], { cwd: root, encoding: "utf8" }).trim()

const said = (verdict: Verdict): string => {
  switch (verdict._tag) {
    case "Survived":
      return `SURVIVED   ${verdict.met.tests} tests${verdict.left > 0 ? `, ${verdict.left} left out` : ""}`
    case "Uncovered":
      return "UNCOVERED "
    default:
      return verdict._tag.toLowerCase().padEnd(10)
  }
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`

/** Where more of the files of tests are unknown than this, nobody can say of a mutant that it lives. */
const unknown = 0.05

/** The share that has to die. */
const least = 0.95

/** Returns whether the tests noticed as much as they have to. */
export const run = async ({ isWhole, root, seed, seedOf, size, stream, workers }: Order): Promise<boolean> => {
  const read: Coverage.Read = (file) => existsSync(join(root, file)) ? readFileSync(join(root, file), "utf8") : null
  const coverage = Coverage.load(root, read)
  if (coverage === null) {
    console.error("Nobody knows what the tests cover. First: npm run mutate:coverage")
    return false
  }
  console.log(`${coverage.tests} tests are known. Seed ${seed}.`)
  const tests = files.filter((file) => file.startsWith("test/") && file.endsWith(".test.ts"))
  const strangers = tests.filter((test) => coverage.setup(test) === undefined).length
  const isKnown = strangers <= unknown * tests.length
  const isKept = isKnown && isWhole
  if (!isKnown) {
    console.log(
      `Nothing is known of ${strangers} of ${tests.length} files of tests, so what becomes of mutants is not kept.`
    )
  }
  const sources = new Map(
    files.filter(Coverage.isSource).map((file) => [file, readFileSync(join(root, file), "utf8")])
  )
  const commit = commitOf(root)
  const drawing = TreeCopy.make(root)
  process.on("exit", drawing.remove)
  const candidates = Candidates.make({
    copy: drawing,
    stream,
    size,
    processes: workers,
    planOf: ({ change, file, source }) => Covering.plan(file, source, change, coverage, sources),
    onEquivalent: (drawn, { because }) => console.log(`equivalent  ${line(drawn)}, because ${because}`)
  })
  const alive: Array<Drawn> = []
  const met: Array<Judge.Met> = []
  const counts = { Killed: 0, Survived: 0, Uncovered: 0, Uncompiled: 0 }
  const counted = (): number => counts.Killed + counts.Survived + counts.Uncovered
  let open = 0
  const began = performance.now()
  const work = async (): Promise<void> => {
    const copy = TreeCopy.make(root)
    const judge = Judge.make(copy)
    const leave = (): void => {
      judge.stop()
      copy.remove()
    }
    process.on("exit", leave)
    while (counted() + open < size) {
      open++
      const candidate = await candidates.next()
      if (candidate === null) {
        open--
        break
      }
      const { drawn } = candidate
      const started = performance.now()
      const verdict = await judge.judge(candidate)
      open--
      counts[verdict._tag]++
      if (verdict._tag === "Uncompiled") continue
      if ("met" in verdict) met.push(verdict.met)
      if (verdict._tag !== "Killed") alive.push(drawn)
      if (isKept) {
        const { change, file, source } = drawn
        const id = Kept.id(drawn)
        Kept.append(root, [{
          id,
          file,
          line: lineOf(source, change.start),
          operator: change.operator,
          died: verdict._tag === "Killed",
          commit,
          seed: seedOf(id),
          rules: Kept.rulesOf(Covering.calling(file, source, change, coverage).map(({ name }) => name))
        }])
      }
      const seconds = ((performance.now() - started) / 1000).toFixed(0).padStart(4)
      console.log(`${String(counted()).padStart(4)} ${seconds} s  ${said(verdict)}  ${line(drawn)}`)
    }
    process.off("exit", leave)
    leave()
  }
  await Promise.all(Array.from({ length: workers }, work))
  const { equal, equivalent, uncompiled } = candidates.leftOut()
  const { from, share, to } = Share.of(counts.Killed, counted())
  const mean = (of: (each: Judge.Met) => number): string =>
    (met.reduce((sum, each) => sum + of(each), 0) / Math.max(1, met.length)).toFixed(1)
  const folder = join(root, ".cache", "mutants")
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${seed}.patch`), alive.map(patch).join("\n"))
  console.log(
    `\n${counts.Killed} of ${counted()} died: ${percent(share)} (${percent(from)} to ${percent(to)}), seed ${seed}`
  )
  console.log(
    `On average ${mean(({ files }) => files)} files with ${mean(({ ms }) => ms / 1000)} s of tests for a mutant.`
  )
  console.log(
    `${
      counts.Uncompiled + uncompiled
    } more did not compile, ${equal} were equal once compiled, ${equivalent} are equivalent;`
  )
  console.log(
    `${((performance.now() - began) / 60_000).toFixed(1)} minutes. Those alive, in .cache/mutants/${seed}.patch:\n`
  )
  for (const each of alive) {
    console.log(patch(each))
    console.log(`as an equivalent: ${JSON.stringify({ file: each.file, ...Equivalents.linesOf(each) })}\n`)
  }
  console.log(
    isKept
      ? `${Kept.file} keeps what became of them: npm run rules -- --write shows it beside the rules.`
      : "What became of them is not kept: that needs a sample of all rooms, and what all tests cover."
  )
  return share >= least
}
