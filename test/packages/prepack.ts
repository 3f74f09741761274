/**
 * npm runs this in a package's folder before it packs or publishes it: it builds the package from nothing, unless that has
 * just been done for all of them, and ends in an error unless all of it is there.
 */
import { execFileSync } from "node:child_process"
import { rmSync } from "node:fs"
import { fileURLToPath } from "node:url"
import * as Bundling from "./Bundling.ts"
import * as Contents from "./Contents.ts"
import { isBundled } from "./Shipped.ts"
import { built } from "./Tarballs.ts"

const folder = process.cwd()
const compiler = fileURLToPath(new URL("../../node_modules/typescript/bin/tsc", import.meta.url))

if (process.env[built] !== "true") {
  rmSync("dist", { recursive: true, force: true })
  try {
    // What npm prints on its own output is for whoever called it.
    execFileSync(process.execPath, [compiler, "-b"], { stdio: ["ignore", process.stderr, process.stderr] })
  } catch {
    console.error(`${folder} does not compile, so nothing is packed.`)
    process.exit(1)
  }
}

if (isBundled(Contents.manifest(folder).name)) await Bundling.make(folder)

const flaws = Contents.flaws(folder)
if (flaws.length > 0) {
  console.error(`${folder} is not whole, so nothing is packed:\n${flaws.map((flaw) => `  ${flaw}`).join("\n")}`)
  process.exit(1)
}
