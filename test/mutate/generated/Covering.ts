/**
 * The tests that run a changed place, those that are most likely to notice and quick first.
 */
import { posix } from "node:path"
import type { Change } from "./Change.ts"
import type { Coverage, Test } from "./Coverage.ts"
import * as Functions from "./Functions.ts"

/** The folder of a package's tests, which bears its name but for that of the package `signalbox`, which is the facade. */
const folderOf = (scope: string | undefined): string => scope === "signalbox" ? "facade" : scope ?? ""

/** Returns whether a text imports a source, by its name beside it or by its package, which exports most without their room. */
const importing = (file: string): (path: string, text: string) => boolean => {
  const name = posix.basename(file)
  const [, scope, module] = /^(?:packages|adapters)\/([^/]+)\/src\/(.+)\.ts$/.exec(file) ?? []
  const own = scope === "signalbox" ? scope : `@signalbox/${scope}`
  const named = [`"${own}/${module}"`, `"${own}/internal/${module}"`, `"${own}/${posix.basename(name, ".ts")}"`]
  return (path, text) =>
    text.includes(`/${name}"`) && path.split("/")[1] === scope || named.some((each) => text.includes(each))
}

/**
 * Tests that look at all tables. A table is read when its module is loaded, which happens once for many files of
 * tests, so nobody sees that these read it; all of them take some seconds.
 */
const readers: ReadonlySet<string> = new Set([
  "test/api/Document.test.ts",
  "test/core/commit/DecisionName.test.ts",
  "test/docs/Guides.test.ts",
  "test/docs/Tables.test.ts",
  "test/emulator/CallList.test.ts",
  "test/facade/Calls.test.ts",
  "test/telemetry/MetricNames.test.ts"
])

/** Returns whether a file of tests is about the package of a source. The core's are about its rooms. */
const isOfPackage = (test: string, file: string): boolean => {
  const [, scope] = file.split("/")
  return scope !== "core" && test.startsWith(`test/${folderOf(scope)}/`)
}

/**
 * Returns whether a file of tests is named after a source of its room: `Telemetry.test.ts`, `TelemetryLate.test.ts`; those of
 * `telemetry.ts` begin with a capital, too. What a module makes once and keeps is made in the first test that needs it, so
 * nobody sees that the others run it.
 */
const isOfName = (test: string, file: string): boolean => {
  const [, scope, , ...path] = file.split("/")
  const room = posix.dirname(path.filter((each) => each !== "internal").join("/"))
  const named = posix.basename(file, ".ts").replace(/^./, (first) => first.toUpperCase())
  return test.startsWith(posix.join("test", folderOf(scope), room, named))
}

/**
 * Returns whether a file of tests of a source's room imports it. Defaults of references and what tables are made of are made
 * once, in the first test that reads them, so nobody sees that others read them, too.
 */
const isOfRoom = (file: string): (test: string, text: string) => boolean => {
  const [, scope, , ...path] = file.split("/")
  const room = posix.join("test", folderOf(scope), posix.dirname(path.join("/")))
  const isImporting = importing(file)
  return (test, text) => test.startsWith(`${room}/`) && isImporting(test, text)
}

/** So few tests are seen to call a function that makes a table, or none. */
const few = 8

/** A suite that takes no longer, in milliseconds, is always asked whole. */
const shortSuite = 60_000

const lasting = (tests: ReadonlyArray<Test>): number => tests.reduce((sum, { ms }) => sum + ms, 0)

/** The tests that are seen to call the function around a place; none outside of functions. */
export const calling = (
  file: string,
  source: string,
  change: Pick<Change, "start" | "end">,
  coverage: Coverage
): ReadonlyArray<Test> => {
  const around = Functions.around(source, change)
  return around === null ? [] : coverage.calling(file, around.key)
}

/**
 * The tests that run what stands at a place: those that are seen to call it. Nobody sees what runs when a module is loaded,
 * nor what runs in another process, such as a browser or an emulator of its own: there all that call anything of the file
 * or import it are asked, and the suite of its package.
 */
export const tests = (
  file: string,
  source: string,
  change: Pick<Change, "start" | "end">,
  coverage: Coverage,
  sources: ReadonlyMap<string, string>
): ReadonlyArray<Test> => {
  const seen = calling(file, source, change, coverage)
  const isImporting = importing(file)
  const own = seen.length > 0 ? seen : [...coverage.of(file), ...coverage.within(isImporting)]
  const all = own.length > 0
    ? own
    : [...sources].flatMap(([other, text]) => isImporting(other, text) ? coverage.of(other) : [])
  const suite = coverage.within((test) => isOfPackage(test, file))
  return [
    ...new Set([
      ...all,
      ...coverage.within((test) => isOfName(test, file)),
      ...coverage.within(isOfRoom(file)),
      ...all.length === 0 || lasting(suite) <= shortSuite ? suite : [],
      // A function that few call may run when its module is loaded, to make a table.
      ...seen.length < few ? coverage.within((test) => readers.has(test)) : []
    ])
  ]
}

/** Some tests of one file. */
export interface Part {
  readonly file: string
  readonly names: ReadonlyArray<string>
  /** The time that they take, with what the file takes beside its tests. */
  readonly ms: number
}

export interface Plan {
  readonly parts: ReadonlyArray<Part>
  /** So many more tests run the place, for which there is no time. */
  readonly left: number
}

/** A mutant gets so much of the tests' time, a file so much of that, and one near the source more. */
const most = { all: 100_000, near: 30_000, far: 5000 }

/**
 * Tests beside the room of a source, `test/core/review` for `packages/core/src/review`, those that bear its package's name,
 * `test/stores/sqlite` for `adapters/sqlite`, and those in a folder of its own name, `test/telemetry` for each `Telemetry.ts`.
 */
const isNear = (test: string, file: string): boolean => {
  const [, scope, , room] = file.split("/")
  return readers.has(test) || test.startsWith(`test/${scope}/${room}`) || isOfPackage(test, file) ||
    test.startsWith(`test/${room}/`) || posix.basename(test).split(/[.-]/)[0] === scope ||
    test.startsWith(`test/${posix.basename(file, ".ts").toLowerCase()}/`)
}

/** Those of the tests of one file that take least, as many as there is time for; one in any case. */
const partOf = (file: string, all: ReadonlyMap<string, number>, setup: number, within: number): Part => {
  const names: Array<string> = []
  let ms = setup
  for (const [name, took] of [...all].toSorted(([, one], [, other]) => one - other)) {
    if (names.length > 0 && ms - setup + took > within) break
    names.push(name)
    ms += took
  }
  return { file, names, ms }
}

/** Returns the tests of a change by their files: those near the source first, then those that take the least time. */
export const plan = (...[file, source, change, coverage, sources]: Parameters<typeof tests>): Plan => {
  const byFile = new Map<string, Map<string, number>>()
  for (const { file: test, ms, name } of tests(file, source, change, coverage, sources)) {
    const names = byFile.get(test) ?? new Map<string, number>()
    byFile.set(test, names.set(name, ms))
  }
  const all = [...byFile].map(([test, names]) =>
    partOf(test, names, coverage.setup(test) ?? 0, isNear(test, file) ? most.near : most.far)
  )
  const weight = (part: Part): number => part.ms / (isNear(part.file, file) ? 20 : 1)
  const parts: Array<Part> = []
  let taken = 0
  for (const part of all.toSorted((one, other) => weight(one) - weight(other))) {
    if (parts.length > 0 && taken + part.ms > most.all) continue
    parts.push(part)
    taken += part.ms
  }
  const known = [...byFile.values()].reduce((sum, names) => sum + names.size, 0)
  return { parts, left: known - parts.reduce((sum, { names }) => sum + names.length, 0) }
}
