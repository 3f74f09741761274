/**
 * One run of vitest, with all the processes that it starts.
 */
import { spawn } from "node:child_process"
import { join } from "node:path"

export interface TestRun {
  readonly passed: Promise<boolean>
  readonly stop: () => void
}

/** A mutant that makes tests hang has been noticed too. */
const timeLimit = 5 * 60_000

export const start = (root: string, filters: ReadonlyArray<string>): TestRun => {
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs")
  const options = ["run", "--config", "test/vitest.config.ts", "--bail", "1"]
  // A process group of its own: vitest's workers, and the servers that tests start, end with it.
  const child = spawn(process.execPath, [vitest, ...options, ...filters], {
    cwd: root,
    // Every property makes all its runs.
    env: { ...process.env, MATRIX: "whole" },
    stdio: "ignore",
    detached: true
  })
  const stop = (): void => {
    if (child.pid === undefined) return
    try {
      process.kill(-child.pid, "SIGKILL")
    } catch {
      // All of them have ended.
    }
  }
  const passed = new Promise<boolean>((resolve, reject) => {
    const timer = setTimeout(stop, timeLimit)
    child.on("error", reject)
    child.on("exit", (code) => {
      clearTimeout(timer)
      // What a worker left running must not meet the next run.
      stop()
      resolve(code === 0)
    })
  })
  return { passed, stop }
}
