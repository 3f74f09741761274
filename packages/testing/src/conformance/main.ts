#!/usr/bin/env node
/**
 * `signalbox-conformance`: holds a server against the rules of the HTTP API, and prints which of them hold.
 */
import { writeFileSync } from "node:fs"
import * as RuleReport from "./RuleReport.ts"
import { run } from "./Run.ts"
import * as Target from "./Target.ts"

const asked = Target.parse(process.argv.slice(2))
if (typeof asked === "string") {
  console.error(`${asked}\n\n${Target.usage}`)
  process.exit(2)
}
const report = await run(asked)
// The cases end with Vitest; what one of them left open must not keep the program.
process.exitCode = RuleReport.conforms(report) ? 0 : 1
console.log(`${asked.name}\n${RuleReport.print(report)}`)
if (asked.json !== undefined) {
  const { broken, cases, reasons, rules } = report
  writeFileSync(asked.json, JSON.stringify({ cases, rules: [...rules], reasons: [...reasons], broken }, null, 2))
}
process.exit()
