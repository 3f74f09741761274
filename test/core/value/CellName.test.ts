/**
 * The names of cells.
 */
import * as CellName from "@signalbox/core/CellName"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { expect, it } from "vitest"

it.each(["eu", "a", "us-east_1", `a${"b".repeat(31)}`])("%j is a name", (name) => {
  expect(CellName.is(name)).toBe(true)
  expect(Schema.decodeUnknownSync(CellName.CellName)(name)).toBe(name)
})

it.each(["", "EU", "1a", "-a", "a b", "é", "a.b", `a${"b".repeat(32)}`])("%j is none, and says so", (name) => {
  expect(CellName.is(name)).toBe(false)
  const read = Schema.decodeUnknownResult(CellName.CellName)(name)
  expect(Result.isFailure(read) && String(read.failure)).toContain("Expected a name such as eu")
})

it("is no other text to the compiler", () => {
  expect(CellName.CellName.identifier).toBe("CellName")
})
