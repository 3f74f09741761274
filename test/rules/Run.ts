/**
 * The tests of a run that name rules, from what `vitest run --reporter=json --outputFile=FILE` writes.
 */
import { Schema } from "effect"
import { relative } from "node:path"
import type { Naming } from "./Naming.ts"
import { bare, named } from "./Naming.ts"

const Report = Schema.Struct({
  testResults: Schema.Array(Schema.Struct({
    name: Schema.String,
    assertionResults: Schema.Array(Schema.Struct({
      ancestorTitles: Schema.Array(Schema.String),
      title: Schema.String,
      status: Schema.String
    }))
  }))
})

const decode = Schema.decodeUnknownSync(Schema.fromJsonString(Report))

/** Tests that were left out prove nothing, so they name nothing. */
export const read = (report: string, folder: string): ReadonlyArray<Naming> =>
  decode(report).testResults.flatMap(({ assertionResults, name }) =>
    assertionResults.flatMap(({ ancestorTitles, status, title }): ReadonlyArray<Naming> => {
      const whole = [...ancestorTitles, title]
      const rules = whole.flatMap(named)
      if (rules.length === 0 || (status !== "passed" && status !== "failed")) return []
      return [{ file: relative(folder, name), title: whole.map(bare).join(": "), rules, state: status }]
    })
  )
