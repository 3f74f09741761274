/**
 * Runs those tests that are selected, and sets up no suite of which none is.
 */
import { fileURLToPath } from "node:url"
import { TestRunner } from "vitest"
import type { RunnerTestFile, RunnerTestSuite } from "vitest"
import { nameOf } from "./Coverage.ts"
import * as Selection from "./Selection.ts"

const root = fileURLToPath(new URL("../../../", import.meta.url))

const selection = Selection.read()

/** Leaves out what is not selected, and returns whether anything is left. */
const select = (suite: RunnerTestSuite, names: ReadonlySet<string>): boolean => {
  const left = suite.tasks.filter((task) => {
    const isSelected = task.type === "test" ? names.has(nameOf(task)) : select(task, names)
    if (!isSelected) task.mode = "skip"
    return isSelected
  })
  if (left.length === 0) suite.mode = "skip"
  return left.length > 0
}

// oxlint-disable-next-line import/no-default-export -- Vitest asks a runner for it.
export default class SelectedRunner extends TestRunner {
  onCollected(files: ReadonlyArray<RunnerTestFile>): void {
    for (const file of files) select(file, new Set(selection[file.filepath.slice(root.length)] ?? []))
  }
}
