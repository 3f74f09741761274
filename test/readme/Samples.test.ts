/**
 * The samples of READMEs that are files of the examples, where CI runs them; and the apps, which are short.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import * as Readme from "./Readme.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))

const readme = readFileSync(join(root, "packages/signalbox/README.md"), "utf8")

interface Sample {
  readonly path: string
  readonly code: string
}

const samples: ReadonlyArray<Sample> = [...readme.matchAll(/^```ts\n\/\/ (examples\/\S+)\n([\s\S]*?)^```$/gm)].map(
  ([, path = "", code = ""]) => ({ path, code })
)

/** Each section promises to show such a file. */
const sections: Readonly<Record<string, string>> = {
  Fastify: "examples/apps/fastify/app.ts",
  Nest: "examples/apps/nest/app.ts",
  Next: "examples/apps/next/app/messaging/[...path]/route.ts",
  Hono: "examples/hono/app.ts",
  Bun: "examples/bun/app.ts",
  "Other libraries": "examples/transactions/kysely.ts"
}

describe("the samples of the facade's README that name a file", () => {
  it.each(samples.map(({ code, path }) => [path, code] as const))("%s are that file", (path, code) => {
    expect(code).toBe(readFileSync(join(root, path), "utf8"))
  })

  it.each(Object.entries(sections))("stand in the section of %s", (heading, path) => {
    const section = readme.split(`\n### ${heading}\n`)[1]?.split(/^#{2,3} /m)[0]
    expect(section).toContain(`// ${path}\n`)
  })
})

const codeOf = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.[jt]s$/.test(path) && !/node_modules|(?:^|\/)(?:main|next\.config)\.ts$/.test(path))
    .map((path) => readFileSync(join(folder, path), "utf8"))

describe("an app, without those who play its clients,", () => {
  const apps = ["orders", ...readdirSync(join(root, "examples/apps")).map((name) => `apps/${name}`)]

  it.each(apps)("has under 60 lines: %s", (name) => {
    const folder = join(root, "examples", name)
    expect(existsSync(join(folder, "package.json"))).toBe(true)
    const code = codeOf(folder)
    expect(code.length).toBeGreaterThan(0)
    expect(Readme.length(code.join("\n"))).toBeLessThan(60)
  })
})
