/**
 * `npm run pack -- FOLDER`: writes the packages into a folder as tarballs, from where an app can install them, and prints
 * how.
 */
import { mkdirSync } from "node:fs"
import { relative, resolve } from "node:path"
import { pack } from "./Tarballs.ts"

const [given, ...others] = process.argv.slice(2)
if (given === undefined || others.length > 0) {
  console.error("Name the folder for the tarballs: npm run pack -- ../signalbox-packages")
  process.exit(2)
}
// npm starts scripts in the root of the repository, and says where it was called.
const called = process.env["INIT_CWD"] ?? process.cwd()
const folder = resolve(called, given)
mkdirSync(folder, { recursive: true })
const tarballs = Object.values(await pack(folder))
for (const tarball of tarballs) console.log(relative(called, tarball))
console.log(`\n${tarballs.length} packages. In your app, install them all:\n`)
console.log(`  npm install ${folder}/*.tgz`)
