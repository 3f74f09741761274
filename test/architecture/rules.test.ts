/**
 * The catalogue of rules, the titles of the tests, and the pages that list both agree.
 */
import { describe, expect, it } from "vitest"
import * as Kept from "../mutate/generated/Kept.ts"
import { repeated } from "../rules/Catalogue.ts"
import * as Coverage from "../rules/Coverage.ts"
import * as Repository from "../rules/Repository.ts"

const rules = Repository.rules()
const namings = Repository.written(rules)
const coverage = Coverage.make(rules, namings)

describe("rules", () => {
  it("have each an id of their own", () => {
    expect(repeated(rules)).toEqual([])
  })

  it("that a test's title names are in the catalogue", () => {
    expect(coverage.unknown).toEqual([])
  })

  it("are each named by a test, unless they are inferred and say why not", () => {
    expect(coverage.missing).toEqual(rules.filter(({ untested }) => untested !== undefined))
    expect(Coverage.fails(coverage)).toBe(false)
  })
})

describe("the pages of rules", () => {
  const generated = Repository.generated(rules, namings)

  it.each([...generated])("%s is what `npm run rules -- --write` makes", (path, text) => {
    expect(Repository.read(path)).toBe(text)
  })

  it("are all that stands beside the catalogue and the kept mutants", () => {
    expect(Repository.files("docs/rules").filter((path) => path !== Kept.file && !generated.has(path))).toEqual([
      "docs/rules/catalogue.jsonl"
    ])
  })
})
