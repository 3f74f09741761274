/**
 * Says of one change whether it counts, and whether a test notices it.
 */
import { spawn } from "node:child_process"
import { join } from "node:path"
import type { TreeCopy } from "../TreeCopy.ts"
import type { Candidate } from "./Candidates.ts"
import * as Change from "./Change.ts"
import type { Part, Plan } from "./Covering.ts"
import * as Selection from "./Selection.ts"

/** The tests that a mutant met; of one that was killed, those that it would have met. */
export interface Met {
  readonly files: number
  readonly tests: number
  /** The time that they took when they were covered. */
  readonly ms: number
}

export type Verdict =
  /** It does not count. */
  | { readonly _tag: "Uncompiled" }
  | { readonly _tag: "Killed"; readonly met: Met }
  | { readonly _tag: "Survived"; readonly met: Met; readonly left: number }
  | { readonly _tag: "Uncovered" }

export interface Judge {
  readonly judge: (candidate: Candidate) => Promise<Verdict>
  readonly stop: () => void
}

interface Workspace {
  readonly references: ReadonlyArray<{ readonly path: string }>
}

export const make = (copy: TreeCopy): Judge => {
  // Tests are not compiled: they run as they stand.
  const projects = (JSON.parse(copy.read("tsconfig.json")) as Workspace).references
    .flatMap(({ path }) => path === "test" ? [] : [path])
  let stop = (): void => {}

  /** Returns whether a command ends well in its time. It runs in a group of its own, which ends with it. */
  const ends = (
    command: string,
    parameters: ReadonlyArray<string>,
    within: number,
    more: Readonly<{ [name: string]: string }> = {}
  ): Promise<boolean> =>
    new Promise((resolve, reject) => {
      // A property that makes half of its runs would let more of them pass.
      const env = { ...process.env, PROP_RUNS: "1", ...more }
      const child = spawn(command, parameters, { cwd: copy.root, env, stdio: "ignore", detached: true })
      stop = () => {
        try {
          if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL")
        } catch {
          // All of them have ended.
        }
      }
      const timer = setTimeout(() => stop(), within)
      child.on("error", reject)
      child.on("exit", (code) => {
        clearTimeout(timer)
        stop()
        resolve(code === 0)
      })
    })

  const compiles = (): Promise<boolean> =>
    ends(join(copy.root, "node_modules", ".bin", "tsc"), ["-b", ...projects], 10 * 60_000)

  const passes = (parts: ReadonlyArray<Part>): Promise<boolean> => {
    const selection = join(copy.root, ".selection.json")
    Selection.write(selection, Object.fromEntries(parts.map(({ file, names }) => [file, names])))
    const ms = parts.reduce((sum, part) => sum + part.ms, 0)
    return ends(
      process.execPath,
      [
        join(copy.root, "node_modules", "vitest", "vitest.mjs"),
        "run",
        "--config",
        "test/mutate/generated/mutant.config.ts",
        ...parts.map(({ file }) => file)
      ],
      // A mutant that makes tests hang has been noticed by then: they take less time than when they were covered.
      90_000 + 3 * ms,
      { [Selection.variable]: selection }
    )
  }

  const metBy = ({ parts }: Plan): Met => ({
    files: parts.length,
    tests: parts.reduce((sum, { names }) => sum + names.length, 0),
    ms: parts.reduce((sum, { ms }) => sum + ms, 0)
  })

  const played = async (plan: Plan): Promise<Verdict> => {
    if (plan.parts.length === 0) return { _tag: "Uncovered" }
    const met = metBy(plan)
    return await passes(plan.parts) ? { _tag: "Survived", met, left: plan.left } : { _tag: "Killed", met }
  }

  // Few tests look at what was built, and find it as it was before a change.
  const isBuilt = compiles()

  return {
    stop: () => stop(),
    judge: async ({ compiles: isCompiled, drawn, isNoticed, plan }) => {
      if (isNoticed) return { _tag: "Killed", met: metBy(plan) }
      const { change, file, source } = drawn
      if (!(await isBuilt)) throw new Error("The sources do not compile as they are.")
      copy.write(file, Change.apply(change, source))
      try {
        return isCompiled || await compiles() ? await played(plan) : { _tag: "Uncompiled" }
      } finally {
        copy.write(file, source)
      }
    }
  }
}
