/**
 * Says of one change whether it counts, and whether a test notices it.
 */
import { transform } from "esbuild"
import { spawn } from "node:child_process"
import { join } from "node:path"
import type { TreeCopy } from "../TreeCopy.ts"
import * as Change from "./Change.ts"
import type { Coverage } from "./Coverage.ts"
import type { Part } from "./Covering.ts"
import * as Covering from "./Covering.ts"
import type { Drawn } from "./Draw.ts"
import * as Selection from "./Selection.ts"

/** The tests that a mutant met; of one that was killed, those that it would have met. */
export interface Met {
  readonly files: number
  readonly tests: number
  /** The time that they took when they were covered. */
  readonly ms: number
}

export type Verdict =
  /** Equal once it is compiled, or not to be compiled at all: it does not count. */
  | { readonly _tag: "Equal" | "Uncompiled" }
  | { readonly _tag: "Killed"; readonly met: Met }
  | { readonly _tag: "Survived"; readonly met: Met; readonly left: number }
  | { readonly _tag: "Uncovered" }

export interface Judge {
  readonly judge: (drawn: Drawn) => Promise<Verdict>
  readonly stop: () => void
}

const minified = async (text: string): Promise<string> =>
  (await transform(text, { loader: "ts", minify: true, target: "esnext" })).code

interface Workspace {
  readonly references: ReadonlyArray<{ readonly path: string }>
}

export const make = (copy: TreeCopy, coverage: Coverage, sources: ReadonlyMap<string, string>): Judge => {
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
      120_000 + 10 * ms,
      { [Selection.variable]: selection }
    )
  }

  const noticed = async ({ change, file, source }: Drawn): Promise<Verdict> => {
    const { left, parts } = Covering.plan(file, source, change, coverage, sources)
    if (parts.length === 0) return { _tag: "Uncovered" }
    const met = {
      files: parts.length,
      tests: parts.reduce((sum, { names }) => sum + names.length, 0),
      ms: parts.reduce((sum, { ms }) => sum + ms, 0)
    }
    return await passes(parts) ? { _tag: "Survived", met, left } : { _tag: "Killed", met }
  }

  let isBuilt: Promise<boolean> | null = null

  return {
    stop: () => stop(),
    judge: async (drawn) => {
      const { change, file, source } = drawn
      const mutant = Change.apply(change, source)
      try {
        if (await minified(mutant) === await minified(source)) return { _tag: "Equal" }
      } catch {
        return { _tag: "Uncompiled" }
      }
      isBuilt ??= compiles()
      if (!(await isBuilt)) throw new Error("The sources do not compile as they are.")
      copy.write(file, mutant)
      try {
        return await compiles() ? await noticed(drawn) : { _tag: "Uncompiled" }
      } finally {
        copy.write(file, source)
      }
    }
  }
}
