/**
 * Makes the facade's calls from the list of operations: `npm run calls`.
 */
import { execFileSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { generated } from "./Source.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))
const folder = join(root, "packages/signalbox/src/calls")

for (const [name, text] of generated()) writeFileSync(join(folder, name), text)
execFileSync(join(root, "node_modules/.bin/dprint"), ["fmt", "packages/signalbox/src/calls/*.ts"], { cwd: root })
