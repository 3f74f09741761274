/**
 * WhatsApp on Bun: the very tests that hold it on Node, run by Bun, whose sockets are others.
 */
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { expect, test } from "vitest"
import { fromSource } from "../FromSource.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))

const files = ["Carrier", "Hook", "Review"].map((name) => `test/whatsapp/${name}.test.ts`)

test("messages, webhooks and reviews hold on Bun", { timeout: 300_000 }, async () => {
  const bun = `${root}/node_modules/.bin/bun`
  const { stderr } = await promisify(execFile)(bun, [...fromSource, "test", ...files], { cwd: root, timeout: 240_000 })
  const count = (word: string): number => Number(new RegExp(`^\\s*(\\d+) ${word}$`, "m").exec(stderr)?.[1] ?? "-1")
  expect(count("fail")).toBe(0)
  expect(count("pass")).toBeGreaterThan(90)
})
