/**
 * Plays many mutants in one process. After those of a source the tests that noticed one are played on the unchanged source,
 * loaded anew in the same way: a test that fails there has noticed something else, such as what an earlier mutant left behind.
 */
import { appendFileSync } from "node:fs"
import type { RunnerTestCase } from "vitest"
import { afterAll, afterEach, beforeAll, beforeEach, describe } from "vitest"
import { nameOf } from "../Coverage.ts"
import * as Loading from "./loading.ts"
import * as Order from "./Order.ts"

const { events, mutants } = Order.read()

const tell = (event: Order.Event): void => appendFileSync(events, `${JSON.stringify(event)}\n`)

/** The test with its file, without the suite of a mutant around it. */
const testOf = (task: RunnerTestCase, suite: string): string => nameOf(task).slice(suite.length + 1)

const hasFailed = ({ result }: RunnerTestCase): boolean => result?.state === "fail" || (result?.errors ?? []).length > 0

const filesOf = (all: ReadonlyArray<Order.Mutant>): ReadonlyArray<string> => [
  ...new Set(all.flatMap(({ parts }) => parts.map(({ file }) => file)))
]

const broken = new Set<string>()
for (const test of filesOf(mutants)) {
  describe(Order.suite.known(test), async () => {
    await import(Loading.asItIs(test)).catch(() => broken.add(test))
  })
}

/** Sets up the tests of these files inside the suite that is being set up. A file that cannot be loaded has none. */
const setUp = (tests: ReadonlyArray<string>, source: string, addressOf: (test: string) => string): void => {
  for (const test of tests) {
    if (broken.has(test) || !Loading.reaches(test, source)) continue
    describe(test, async () => {
      await import(addressOf(test)).catch(() => undefined)
    })
  }
}

for (const source of new Set(mutants.map(({ file }) => file))) {
  const noticing = new Set<string>()
  for (const [mutant, { file, parts }] of mutants.entries()) {
    if (file !== source) continue
    const suite = Order.suite.mutant(mutant)
    describe(suite, () => {
      let isNoticed = false
      beforeAll(() => tell({ _tag: "Begun", mutant }))
      beforeEach((context) => {
        if (isNoticed) context.skip()
      })
      afterEach(({ task }) => {
        if (isNoticed || !hasFailed(task)) return
        isNoticed = true
        const test = testOf(task, suite)
        noticing.add(test)
        tell({ _tag: "Failed", mutant, test })
      })
      afterAll(() => tell({ _tag: "Ended", mutant }))
      setUp(parts.map(({ file }) => file), source, (test) => Loading.changed(test, mutant))
    })
  }
  const suite = Order.suite.unchanged(source)
  describe(suite, () => {
    beforeEach(({ skip, task }) => {
      if (!noticing.has(testOf(task, suite))) skip()
    })
    afterEach(({ task }) => {
      const test = testOf(task, suite)
      if (noticing.has(test) && !hasFailed(task)) tell({ _tag: "Confirmed", source, test })
    })
    const own = mutants.filter(({ file }) => file === source)
    setUp(filesOf(own), source, (test) => Loading.unchanged(test, source))
  })
}
