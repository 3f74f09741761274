/**
 * The facade on `Bun.serve`.
 */
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { expect, test } from "vitest"
import { fromSource } from "../FromSource.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))

test("the facade serves, sends and stops on Bun", { timeout: 120_000 }, async () => {
  const script = `${root}/test/facade/servers/bun.ts`
  const { stdout } = await promisify(execFile)(`${root}/node_modules/.bin/bun`, [...fromSource, script], { cwd: root })
  expect(JSON.parse(stdout.trim().split("\n").at(-1)!)).toEqual({
    sent: 202,
    status: "DELIVERED",
    head: [200, ""],
    keyless: 401,
    late: 503
  })
})
