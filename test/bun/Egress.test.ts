/**
 * The egress guard on Bun: the very tests that hold it on Node, run by Bun. Bun's own fetch and undici ignore a
 * dispatcher, so a guard that works on one runtime proves nothing about the other.
 */
import { execFile } from "node:child_process"
import { readdirSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { expect, test } from "vitest"
import { fromSource } from "../FromSource.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))

/** These count timers of Node and look into its agents and its resolvers, which are made otherwise in Bun. */
const insides: ReadonlySet<string> = new Set(["Connections.test.ts", "ResolverInTime.test.ts", "SocketsInLine.test.ts"])

test("the guard and the webhook sender hold on Bun", { timeout: 300_000 }, async () => {
  const bun = `${root}/node_modules/.bin/bun`
  const files = readdirSync(`${root}/test/egress`)
    .filter((name) => name.endsWith(".test.ts") && !insides.has(name))
    .map((name) => `./test/egress/${name}`)
  const { stderr } = await promisify(execFile)(bun, [...fromSource, "test", ...files], { cwd: root })
  const count = (word: string): number => Number(new RegExp(`^\\s*(\\d+) ${word}$`, "m").exec(stderr)?.[1] ?? "-1")
  expect(count("fail")).toBe(0)
  expect(count("pass")).toBeGreaterThan(300)
})
