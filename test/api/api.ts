/**
 * `npm run api`: is the public face of every package, and the OpenAPI document, as it was agreed on? The reports in `api/`
 * say what that is.
 * `npm run api -- --write` accepts what there is now.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { basename } from "node:path"
import { inRoot, workspaces } from "../packages/Tarballs.ts"
import * as Document from "./Document.ts"
import * as Surface from "./Surface.ts"

const [option, ...others] = process.argv.slice(2)
if ((option !== undefined && option !== "--write") || others.length > 0) {
  console.error("npm run api compares, npm run api -- --write accepts.")
  process.exit(2)
}

/** So many lines of one module are shown. */
const most = 40

const packages = [...workspaces("packages"), ...workspaces("adapters")]
const reports = new Map(packages.map((path) => [`${basename(path)}.md`, Surface.report(inRoot(path))]))

const differing = (file: string, now: string): ReadonlyArray<string> => {
  const path = inRoot(`api/${file}`)
  const before = existsSync(path) ? readFileSync(path, "utf8") : ""
  if (Surface.words(before) === Surface.words(now)) return []
  const [old, made] = [Surface.divide(before), Surface.divide(now)]
  return [...new Set([...old.keys(), ...made.keys()])].flatMap((heading) => {
    const lines = Surface.changes(old.get(heading) ?? "", made.get(heading) ?? "")
    if (lines.length === 0) return []
    const rest = lines.length > most ? [`… and ${lines.length - most} lines more`] : []
    return ["", heading, ...lines.slice(0, most), ...rest]
  }).concat(`api/${file} is not as it was.`)
}

const left = existsSync(inRoot("api"))
  ? readdirSync(inRoot("api")).filter((file) => file.endsWith(".md") && file !== "README.md" && !reports.has(file))
  : []

if (option === "--write") {
  mkdirSync(inRoot("api"), { recursive: true })
  for (const [file, text] of reports) writeFileSync(inRoot(`api/${file}`), text)
  for (const file of left) rmSync(inRoot(`api/${file}`))
  Document.accept()
  console.log(`${reports.size} reports and the OpenAPI document are written to api/.`)
} else {
  const flaws = [
    ...[...reports].flatMap(([file, text]) => differing(file, text)),
    ...left.map((file) => `api/${file} is about no package.`),
    ...Document.now() === Document.agreed() ? [] : [`${Document.file} is not as it was.`]
  ]
  if (flaws.length > 0) {
    console.error(flaws.join("\n"))
    console.error(
      "\nThe public face of a package, or the API, has changed. If that is meant, accept it with `npm run api -- --write`, commit the\n" +
        "reports, and say in a changeset (`npx changeset`) what others have to do."
    )
    process.exit(1)
  }
  console.log(`The public faces of ${reports.size} packages, and the OpenAPI document, are as api/ says.`)
}
