/**
 * The page of hosts and the guide to transactions show the apps of the examples, where CI runs them; and the apps are short.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import * as Readme from "./Readme.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))

/** Each section promises to show such a file. */
const sections: Readonly<Record<string, { readonly page: string; readonly path: string }>> = {
  Fastify: { page: "hosts", path: "examples/apps/fastify/app.ts" },
  Nest: { page: "hosts", path: "examples/apps/nest/app.ts" },
  Next: { page: "hosts", path: "examples/apps/next/app/messaging/[...path]/route.ts" },
  Hono: { page: "hosts", path: "examples/hono/app.ts" },
  Bun: { page: "hosts", path: "examples/bun/app.ts" },
  "Other libraries": { page: "transactions", path: "examples/transactions/kysely.ts" }
}

describe("the samples of the pages", () => {
  it.each(Object.entries(sections))("stand in the section of %s", (heading, { page, path }) => {
    const section = readFileSync(join(root, `docs/guides/${page}.md`), "utf8").split(`\n## ${heading}\n`)[1]?.split(
      /^## /m
    )[0]
    expect(section).toContain(`<<< @/${path}\n`)
    expect(existsSync(join(root, path))).toBe(true)
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
