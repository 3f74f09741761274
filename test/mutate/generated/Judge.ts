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

export type Verdict =
  /** Equal once it is compiled, or not to be compiled at all: it does not count. */
  | { readonly _tag: "Equal" | "Uncompiled" }
  | { readonly _tag: "Killed"; readonly by: string }
  | { readonly _tag: "Survived"; readonly tests: number; readonly left: number }
  | { readonly _tag: "Uncovered" }

export interface Judge {
  readonly judge: (drawn: Drawn) => Promise<Verdict>
  readonly stop: () => void
}

/** Each batch holds tests that took so many milliseconds when they were covered. Those beyond the last one are left out. */
const batches = [5000, 30_000, 120_000]

/** More names than this are not told to Vitest: the whole file runs. */
const namesTold = 150

const escaped = (name: string): string => name.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

const minified = async (text: string): Promise<string> =>
  (await transform(text, { loader: "ts", minify: true, target: "esnext" })).code

/** The parts in batches, each as large as it may be; and how many tests are left when all of them are full. */
const batched = (
  parts: ReadonlyArray<Part>
): { readonly runs: ReadonlyArray<ReadonlyArray<Part>>; readonly left: number } => {
  const runs: Array<Array<Part>> = batches.map(() => [])
  const taken = batches.map(() => 0)
  let left = 0
  let batch = 0
  for (const part of parts) {
    while (batch < batches.length && taken[batch]! > 0 && taken[batch]! + part.ms > batches[batch]!) batch++
    if (batch === batches.length) {
      left += part.names.length
      continue
    }
    runs[batch]!.push(part)
    taken[batch]! += part.ms
  }
  return { runs: runs.filter((run) => run.length > 0), left }
}

interface Workspace {
  readonly references: ReadonlyArray<{ readonly path: string }>
}

export const make = (copy: TreeCopy, coverage: Coverage, sources: ReadonlyMap<string, string>): Judge => {
  // Tests are not compiled: they run as they stand.
  const projects = (JSON.parse(copy.read("tsconfig.json")) as Workspace).references
    .flatMap(({ path }) => path === "test" ? [] : [path])
  let stop = (): void => {}

  /** Returns whether a command ends well in its time. It runs in a group of its own, which ends with it. */
  const ends = (command: string, parameters: ReadonlyArray<string>, within: number): Promise<boolean> =>
    new Promise((resolve, reject) => {
      // A property that makes half of its runs would let more of them pass.
      const env = { ...process.env, PROP_RUNS: "1" }
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
    const names = parts.flatMap((part) => part.names)
    const ms = parts.reduce((sum, part) => sum + part.ms, 0)
    const told = names.length > namesTold ? [] : ["-t", `^(${names.map(escaped).join("|")})$`]
    return ends(process.execPath, [
      join(copy.root, "node_modules", "vitest", "vitest.mjs"),
      "run",
      "--config",
      "test/vitest.config.ts",
      "--bail",
      "1",
      "--passWithNoTests",
      ...parts.map(({ file }) => file),
      ...told
    ], 120_000 + 10 * ms)
  }

  const noticed = async ({ change, file, source }: Drawn): Promise<Verdict> => {
    const parts = Covering.parts(file, source, change, coverage, sources)
    if (parts.length === 0) return { _tag: "Uncovered" }
    const { left, runs } = batched(parts)
    for (const run of runs) {
      if (!(await passes(run))) return { _tag: "Killed", by: run.map((part) => part.file).join(" ") }
    }
    return { _tag: "Survived", tests: runs.flat().reduce((sum, { names }) => sum + names.length, 0), left }
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
