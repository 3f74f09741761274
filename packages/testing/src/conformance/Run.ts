/**
 * Runs the conformance suite in a Vitest of its own, which knows nothing of the configuration of whoever starts it. The
 * cases are Vitest's, so a runner of our own would have to bring `describe`, `expect` and skipping as well.
 */
import { dirname, relative } from "node:path"
import { fileURLToPath } from "node:url"
import type { TestCase, TestModule } from "vitest/node"
import { startVitest } from "vitest/node"
import type { Case, RuleReport } from "./RuleReport.ts"
import * as RuleReport_ from "./RuleReport.ts"
import type { Asked } from "./Target.ts"

const isSource = import.meta.url.endsWith(".ts")
const file = fileURLToPath(new URL(`./internal/cases.${isSource ? "ts" : "js"}`, import.meta.url))

type Faults = ReadonlyArray<{ readonly message: string; readonly name?: string }>

/** Returns whether a set-up found that its cases cannot be tried (`leaveOut`). */
const isLeftOut = ({ name }: Faults[number]): boolean => name === "LeftOut"

const said = (errors: Faults | undefined): string => (errors ?? []).map(({ message }) => message).join("\n")

/** A file or a suite that broke outside of its cases counts as a case that failed. */
const broken = (title: string, errors: Faults): ReadonlyArray<Case> =>
  errors.length === 0 ? [] : [{ title, state: "failed", note: said(errors) }]

/** Returns why the set-up of a case ended its suite. */
const setUpNote = (test: TestCase): string => {
  for (let { parent } = test; parent.type === "suite"; { parent } = parent) {
    const [error] = parent.errors()
    if (error !== undefined) return error.message
  }
  return "its suite did not start"
}

const casesOf = (module: TestModule): ReadonlyArray<Case> => [
  ...broken("the suite as a whole", module.errors()),
  ...[...module.children.allSuites()].flatMap((suite) =>
    broken(suite.fullName, suite.errors().filter((error) => !isLeftOut(error)))
  ),
  ...[...module.children.allTests()].map((test): Case => {
    const result = test.result()
    const state = result.state === "pending" ? "skipped" : result.state
    const note = result.state === "skipped" ? result.note ?? setUpNote(test) : said(result.errors)
    return { title: test.fullName, state, note }
  })
]

export const run = async (asked: Asked): Promise<RuleReport> => {
  const condition = "signalbox-source"
  const vitest = await startVitest("test", [], {
    config: false,
    root: dirname(file),
    include: [relative(dirname(file), file)],
    exclude: [],
    watch: false,
    reporters: [{}],
    pool: "forks",
    maxWorkers: 1,
    isolate: false,
    // Longer than the minute that a caller without a valid key may have to wait.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    expect: { requireAssertions: true },
    provide: { asked },
    ...(isSource ? { execArgv: [`--conditions=${condition}`] } : {})
  }, isSource ? { ssr: { resolve: { conditions: [condition, "node", "development|production"] } } } : {})
  const cases = vitest.state.getTestModules().flatMap(casesOf)
  const unhandled = vitest.state.getUnhandledErrors().map((error) => ({ message: String(error) }))
  await vitest.close()
  return RuleReport_.make([...cases, ...broken("an error that nobody caught", unhandled)])
}
