/**
 * Runs of the files that were loaded for mutants those tests that they meet.
 */
import { TestRunner } from "vitest"
import type { RunnerTask, RunnerTestFile, RunnerTestSuite } from "vitest"
import * as Order from "./Order.ts"

const { mutants } = Order.read()

/** The names of the tests by their files, for each suite of a mutant or of an unchanged source. */
const chosen = new Map<string, Map<string, Set<string>>>()

const choose = (suite: string, { parts }: Order.Mutant): void => {
  const files = chosen.get(suite) ?? new Map<string, Set<string>>()
  chosen.set(suite, files)
  for (const { file, names } of parts) files.set(file, new Set([...files.get(file) ?? [], ...names]))
}

for (const [index, mutant] of mutants.entries()) {
  choose(Order.suite.mutant(index), mutant)
  choose(Order.suite.unchanged(mutant.file), mutant)
}

const none: ReadonlySet<string> = new Set()

/** Leaves out what is not among these names, and returns whether anything is left. */
const select = (task: RunnerTask, names: ReadonlySet<string>, around: string): boolean => {
  const name = around === "" ? task.name : `${around} ${task.name}`
  const isLeft = task.type === "test" ? names.has(name) : within(task, names, name)
  if (!isLeft) task.mode = "skip"
  return isLeft
}

const within = ({ tasks }: RunnerTestSuite, names: ReadonlySet<string>, around: string): boolean =>
  tasks.map((task) => select(task, names, around)).includes(true)

// oxlint-disable-next-line import/no-default-export -- Vitest asks a runner for it.
export default class TogetherRunner extends TestRunner {
  onCollected(files: ReadonlyArray<RunnerTestFile>): void {
    for (const suite of files.flatMap(({ tasks }) => tasks)) {
      if (suite.type !== "suite") continue
      const byFile = chosen.get(suite.name)
      if (byFile === undefined) {
        within(suite, none, "")
        continue
      }
      for (const file of suite.tasks) {
        if (file.type === "suite") within(file, byFile.get(file.name) ?? none, "")
      }
    }
  }
}
