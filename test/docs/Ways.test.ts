/**
 * The page of the operator says what can be done where, and leaves nothing out.
 */
import { commands } from "@signalbox/command/Commands"
import { bindings } from "@signalbox/http/Api"
import { describe, expect, it } from "vitest"
import * as OperatorPage from "./OperatorPage.ts"
import * as Ways from "./Ways.ts"

const sorted = (texts: ReadonlyArray<string>): ReadonlyArray<string> => texts.toSorted()

describe("the table of what can be done where", () => {
  it("is up to date: `npm run docs:tables` writes it", () => {
    expect(OperatorPage.read()).toBe(OperatorPage.filled(OperatorPage.read()))
  })

  it("has every call of the facade once", async () => {
    expect(sorted(Ways.named("facade"))).toEqual(sorted(await Ways.facadeCalls()))
  })

  it("has every command, and no other", () => {
    expect(sorted([...new Set(Ways.named("command"))])).toEqual(sorted(Ways.commandNames))
    expect(Ways.commandNames).toHaveLength(commands.length)
  })

  it("has every endpoint once", () => {
    const named = Ways.named("http")
    const endpoints = bindings.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}`)
    expect(named).toEqual(expect.arrayContaining(endpoints))
    expect(new Set(named).size).toBe(named.length)
  })

  it("has no empty cell", () => {
    const { head, rows } = Ways.table
    expect(rows.length).toBeGreaterThan(90)
    expect(rows.filter((row) => row.length !== head.length || row.some((cell) => cell.trim() === ""))).toEqual([])
  })
})
