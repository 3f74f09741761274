/**
 * `npm run release:version`: makes the next version of the changesets. It raises all packages, moves what the changesets say
 * into CHANGELOG.md, and removes them. The open section of a version that was never released is closed, and nothing raised.
 */
import { execFileSync } from "node:child_process"
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { inRoot } from "../packages/Tarballs.ts"
import * as Changelog from "./Changelog.ts"
import * as Project from "./Project.ts"

const files = readdirSync(inRoot(".changeset")).filter((file) => file.endsWith(".md") && file !== "README.md")
const changesets = files.flatMap((file) => Changelog.parse(readFileSync(inRoot(`.changeset/${file}`), "utf8")) ?? [])
const changelog = readFileSync(inRoot("CHANGELOG.md"), "utf8")
const open = Changelog.open(changelog)

if (open === null && changesets.length === 0) {
  console.error("There is no changeset, so there is nothing to release.")
  process.exit(1)
}
if (open === null) {
  execFileSync(process.execPath, [inRoot("node_modules/@changesets/cli/bin.js"), "version"], {
    cwd: inRoot("."),
    stdio: "inherit"
  })
} else for (const file of files) rmSync(inRoot(`.changeset/${file}`))

const { version } = Project.read("packages/core")
if (open !== null && open !== version) {
  throw new Error(`CHANGELOG.md is about ${open}, and the packages are ${version}.`)
}
Project.write(".", { ...Project.read("."), version })
writeFileSync(inRoot("CHANGELOG.md"), Changelog.released(changelog, version, changesets))
execFileSync("npm", ["install", "--package-lock-only"], { cwd: inRoot("."), stdio: "inherit" })
console.log(`\nVersion ${version}. Look at what has changed, commit it, and run the release workflow.`)
