/**
 * Says which rules have a test that names them.
 *
 *     npm run rules                       as the sources are written
 *     npm run rules -- --report FILE      as tests have passed in a run; more than one report can be given
 *     npm run rules -- --write            and makes docs/rules and the catalogue of @signalbox/testing anew
 *
 * A report is what `npx vitest run --config test/vitest.config.ts --reporter=json --outputFile=FILE` writes. The status
 * is 1 if a rule of the specification lacks a test that holds it, or if a test names what is no rule.
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import * as Coverage from "./Coverage.ts"
import * as Repository from "./Repository.ts"
import * as Run from "./Run.ts"

const { values } = parseArgs({
  options: { report: { type: "string", multiple: true, default: [] }, write: { type: "boolean", default: false } }
})

const rules = Repository.rules()
const written = values.report.length === 0 || values.write ? Repository.written(rules) : []

if (values.write) {
  const made = Repository.generated(rules, written)
  const stale = Repository.files("docs/rules").filter((path) => path.endsWith(".md") && !made.has(path))
  for (const path of stale) rmSync(join(Repository.root, path))
  for (const [path, text] of made) writeFileSync(join(Repository.root, path), text)
}

const ofRun = values.report.flatMap((path) => Run.read(readFileSync(path, "utf8"), Repository.root))
const [namings, how] = values.report.length === 0
  ? [written, "named by a test as it is written, which does not say that it passes"] as const
  : [ofRun, `held by tests that passed in ${values.report.join(" and ")}`] as const
const coverage = Coverage.make(rules, namings)
console.log(Coverage.print(coverage, rules, how))
process.exit(Coverage.fails(coverage) ? 1 : 0)
