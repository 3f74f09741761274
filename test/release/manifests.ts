/**
 * `npm run manifests`: does each package say where it comes from, as the root's `repository` has it? With `-- --write` they
 * are made to. Whoever moves the project changes that one line, and runs this.
 */
import * as Project from "./Project.ts"

const differing = Project.differing()
if (process.argv.includes("--write")) {
  for (const [path, manifest] of differing) Project.write(path, manifest)
  console.log(`${differing.length} manifests are written.`)
} else if (differing.length > 0) {
  console.error(`${differing.map(([path]) => path).join("\n")}\nRun \`npm run manifests -- --write\`.`)
  process.exit(1)
}
