/**
 * The samples of the guides are files of examples/guides: each is shown by a page, and prints what stands below it there.
 */
import { execFile } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { describe, expect, it } from "vitest"
import { fromSource } from "../FromSource.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))
const folder = "examples/guides"

const pages = ["docs/guides", "docs/why"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name))
)

interface Shown {
  readonly page: string
  readonly sample: string
  /** Null when nothing stands below it. */
  readonly prints: string | null
}

const shown: ReadonlyArray<Shown> = pages.flatMap((page) =>
  [
    ...readFileSync(join(root, page), "utf8").matchAll(
      /^<<< @\/([^\s#]+\.ts)(?:#\S+)?\n(?:\n```text\n([\s\S]*?)^```$)?/gm
    )
  ].map(
    ([, sample = "", prints]) => ({ page, sample, prints: prints ?? null })
  )
)

const withoutEnds = (text: string): string => text.replace(/[ \t]+$/gm, "").trimEnd()

const end = "-- the next sample --"

/** Runs samples in one process, which loads the service once, and returns what each has printed. */
const run = async (samples: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const program = samples.map((sample) => `await import("./${sample}"); console.log("${end}")`).join("\n")
  const options = [...fromSource, "--no-warnings", "--input-type=module", "--eval", program]
  const { stdout } = await promisify(execFile)(process.execPath, options, { cwd: root, timeout: 60_000 })
  return stdout.split(`${end}\n`).slice(0, -1)
}

const printing = shown.flatMap(({ page, prints, sample }) => prints === null ? [] : [{ page, prints, sample }])

describe("the samples of the guides", () => {
  it("are all shown, and all run by their example", () => {
    const files = readdirSync(join(root, folder)).filter((name) => name.endsWith(".ts") && name !== "main.ts")
    const named = shown.map(({ sample }) => sample).filter((sample) => sample.startsWith(folder))
    expect(named.toSorted()).toEqual(files.map((name) => `${folder}/${name}`).toSorted())
    const main = readFileSync(join(root, folder, "main.ts"), "utf8")
    expect(files.filter((name) => !main.includes(`import("./${name}")`))).toEqual([])
  })

  it("print what stands below them", { timeout: 120_000 }, async () => {
    const printed = await run(printing.map(({ sample }) => sample))
    expect(printing.length).toBeGreaterThan(10)
    expect(printing.map(({ page, sample }, index) => [page, sample, withoutEnds(printed[index] ?? "")])).toEqual(
      printing.map(({ page, prints, sample }) => [page, sample, withoutEnds(prints)])
    )
  })
})

describe("the page of options", () => {
  it("names every option", () => {
    const [, options = ""] = /^export interface Options \{\n([\s\S]*?)^\}$/m.exec(
      readFileSync(join(root, "packages/signalbox/src/Options.ts"), "utf8")
    ) ?? []
    const names = [...options.matchAll(/^  readonly (\w+)\??:/gm)].map(([, name = ""]) => name)
    const rows = [...readFileSync(join(root, "docs/guides/options.md"), "utf8").matchAll(/^\| (`[^|]+)\|/gm)].join()
    expect(names.length).toBeGreaterThan(20)
    expect(names.filter((name) => !new RegExp(`\`${name}[.\`]`).test(rows))).toEqual([])
  })
})
