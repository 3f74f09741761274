/**
 * Property tests: fast-check inside of vitest. A failure says how to see it again:
 *
 * - `PROP_SEED` and `PROP_PATH` run one counterexample once more; give them together with `-t`, for one test.
 * - `PROP_DRAW` is a text that the seeds of all properties are drawn from, each by the name of its test, so a whole run can
 *   be made again; without it each run draws its own.
 * - `PROP_RUNS` multiplies the number of runs of every property, and the time that they may take. A share below 1 leaves the
 *   time as it is, and some runs in any case.
 */
import * as fc from "fast-check"
import { afterAll, beforeAll, expect, it } from "vitest"

export interface Options {
  /** The number of cases that are tried; 200 by default. */
  readonly runs?: number
  /** The time that all cases may take together, in milliseconds; three minutes by default. */
  readonly timeout?: number
}

type Arbitraries<Values> = { readonly [K in keyof Values]: fc.Arbitrary<Values[K]> }

/** A predicate fails when it throws, rejects or returns false. */
type Predicate<Values extends ReadonlyArray<unknown>> = (...values: Values) => boolean | void | Promise<boolean | void>

type Prop = <Values extends [unknown, ...ReadonlyArray<unknown>]>(
  title: string,
  ...args: [...Arbitraries<Values>, Predicate<Values>]
) => void

/** The test that a property is checked in: its title, and the path of its file. */
export interface Test {
  readonly name: string
  readonly file: { readonly name: string }
}

/** The share of its runs that a property makes, and how many it makes whatever its share. */
let share = 1
const fewest = 8

/**
 * Properties around the call make only so large a share of their runs, but some in any case: for where they are checked
 * a second time, and what they are about is the same.
 */
export const sparing = (part: number): void => {
  beforeAll(() => {
    share = part
  })
  afterAll(() => {
    share = 1
  })
}

const asked = Number(process.env["PROP_RUNS"] ?? 1)

const multiplier = Math.max(1, asked)

/** Returns how many runs are made of those that a property asks for, by the share that is to be made here. */
export const spared = (runs: number, part = asked): number =>
  Math.max(Math.min(runs, fewest), Math.ceil(runs * Math.min(1, share, part)))

/** How often a test has checked something. */
const checks = new Map<string, number>()

/** The seed of a check that is drawn from the text: another one for each test, and for each further check in it. */
const drawn = (draw: string, { file, name }: Test): number => {
  const test = `${file.name} ${name}`
  const before = checks.get(test) ?? 0
  checks.set(test, before + 1)
  return fc.hash(`${draw} ${test} ${before}`) | 0
}

/** Reads fast-check's seed and path from the environment. */
const pinned = (test: Test): fc.Parameters<unknown> => {
  const { PROP_DRAW: draw, PROP_PATH: path, PROP_SEED: seed } = process.env
  return {
    ...(draw === undefined ? {} : { seed: drawn(draw, test) }),
    ...(seed === undefined ? {} : { seed: Number(seed) }),
    ...(path === undefined ? {} : { path, endOnFailure: true })
  }
}

const replay = (details: fc.RunDetails<unknown>, { file, name }: Test): string => {
  const path = details.counterexamplePath === null ? "" : ` PROP_PATH=${details.counterexamplePath}`
  const pattern = name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&").replaceAll("'", ".")
  return `Replay: PROP_SEED=${details.seed}${path} npm test -- ${file.name} -t '${pattern}'`
}

/**
 * Checks a property for so many cases. Rejects when one fails, or when they take too long together, and says in either
 * case how to see it again.
 */
export const check = async (
  property: fc.IRawProperty<unknown>,
  { runs, timeout }: Required<Options>,
  test: Test
): Promise<void> => {
  const details = await fc.check(property, {
    numRuns: runs,
    includeErrorInReport: true,
    // Vitest would give the test up without the seed, and without the failure that is being shrunk.
    interruptAfterTimeLimit: timeout * 0.95,
    markInterruptAsFailure: true,
    ...pinned(test)
  })
  if (!details.failed) return
  throw new Error(`${await fc.asyncDefaultReportMessage(details)}\n\n${replay(details, test)}`, {
    cause: details.errorInstance
  })
}

/**
 * Defines a vitest test that checks a property of fast-check's. Vitest counts no assertion in it: a property that asserts
 * by other means says so by `asserts`.
 */
export const define = (
  title: string,
  property: fc.IRawProperty<unknown>,
  { asserts = false, runs, timeout }: Required<Options> & { readonly asserts?: boolean }
): void => {
  const all = { runs: runs * multiplier, timeout: timeout * multiplier }
  it(title, { timeout: all.timeout }, async ({ task }: { readonly task?: Test }) => {
    // Bun's runner tells a test nothing about itself.
    const test = task ?? { name: title, file: { name: "" } }
    const checked = check(property, { ...all, runs: spared(all.runs) }, test)
    await (asserts ? expect(checked).resolves.toBeUndefined() : checked)
  })
}

/** Returns `prop` with another number of cases or another timeout. */
export const propWith = ({ runs = 200, timeout = 180_000 }: Options): Prop => (title, ...args) => {
  const arbitraries = args.slice(0, -1) as ReadonlyArray<fc.Arbitrary<unknown>>
  const predicate = args.at(-1) as Predicate<ReadonlyArray<unknown>>
  const property = fc.asyncProperty(fc.tuple(...arbitraries), async (values) => {
    const answer = await predicate(...values)
    // For vitest, which refuses a test that asserts nothing, an answer is an assertion.
    if (answer !== undefined) expect(answer).toBe(true)
  })
  define(title, property, { runs, timeout })
}

/** Defines a vitest test that checks the predicate for generated values: `prop(title, ...arbitraries, predicate)`. */
export const prop: Prop = propWith({})
