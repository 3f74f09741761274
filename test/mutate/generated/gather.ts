/**
 * Writes down which tests call which functions, for `npm run mutate -- --sample`.
 *
 *     npm run mutate:coverage                                  all files of tests of which nothing is known that still counts
 *     npm run mutate:coverage -- --files test/core/ --files test/http/
 *     npm run mutate:coverage -- --most 100                    so many of them
 *
 * What a file of tests covers is kept when the file has ended. So a run may be interrupted, and the next one goes on.
 */
import { spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { files } from "../../architecture/Tree.ts"
import * as Coverage from "./Coverage.ts"

const { values } = parseArgs({
  options: { files: { type: "string", multiple: true, default: [] }, most: { type: "string", default: "Infinity" } }
})

const root = fileURLToPath(new URL("../../../", import.meta.url))
const read: Coverage.Read = (file) => existsSync(join(root, file)) ? readFileSync(join(root, file), "utf8") : null

const chosen = files.filter((file) =>
  file.startsWith("test/") && file.endsWith(".test.ts") &&
  (values.files.length === 0 || values.files.some((part) => file.includes(part)))
)
const missing = Coverage.missing(root, chosen, read)
const now = missing.slice(0, Number(values.most))
console.log(`${chosen.length} files of tests, ${chosen.length - missing.length} are known, ${now.length} are run.`)
if (now.length > 0) {
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs")
  const { status } = spawnSync(
    process.execPath,
    [vitest, "run", "--config", "test/mutate/generated/coverage.config.ts", ...now],
    { cwd: root, stdio: "inherit" }
  )
  const left = Coverage.missing(root, now, read)
  for (const file of left) console.log(`Nothing is known of ${file}.`)
  process.exit(left.length > 0 ? status ?? 1 : 0)
}
