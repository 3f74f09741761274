/** Every code has a cause and a remedy, and what is called reserved is what no part of the service gives. */
import * as ErrorCode from "@signalbox/core/ErrorCode"
import * as FailureClass from "@signalbox/core/FailureClass"
import * as OutcomeCode from "@signalbox/core/OutcomeCode"
import * as Remedy from "@signalbox/core/Remedy"
import { globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"

const root = fileURLToPath(new URL("../../..", import.meta.url))

/** The codes that a part of the service names in its code, besides the tables of all codes. */
const given = (): ReadonlySet<string> => {
  const files = globSync("{packages,adapters}/*/src/**/*.ts", { cwd: root })
    .filter((path) => !/\/(?:catalogue|calls|descriptions)\/|^packages\/(?:testing|receiver|inbox)\//.test(path))
  const named = files.flatMap((path) =>
    (readFileSync(`${root}/${path}`, "utf8").match(/"[A-Za-z]+_(?:\d{3}|\w+)"/g) ?? []).map((text) => text.slice(1, -1))
  )
  return new Set([...named, ...Object.values(FailureClass.table).map(([code]) => code)])
}

describe("remedies", () => {
  it("are there for every code of both catalogues, once", () => {
    const all = new Set<string>([...ErrorCode.codes, ...Object.keys(OutcomeCode.catalogue)])
    expect(new Set(Remedy.codes)).toEqual(all)
    const anchors = Remedy.codes.map((code) => code.toLowerCase())
    expect(new Set(anchors).size).toBe(anchors.length)
  })

  it("say what the catalogues say", () => {
    for (const code of Remedy.codes) {
      const { endedAs, meaning, status } = Remedy.of(code)
      expect([status === null, endedAs === null], code)
        .toEqual([!(code in ErrorCode.catalogue), !(code in OutcomeCode.catalogue)])
      const told = [
        ...(status === null ? [] : [ErrorCode.meaning(code as ErrorCode.ErrorCode)]),
        ...(endedAs === null ? [] : [OutcomeCode.reason(code as OutcomeCode.OutcomeCode)])
      ]
      expect(told, code).toContain(meaning)
    }
  })

  it("are sentences that name no other code", () => {
    for (const code of Remedy.codes) {
      const { cause, remedy } = Remedy.of(code)
      for (const text of [cause, remedy]) {
        expect(text, code).toMatch(/^[A-Z`][^\n]+\.$/)
        expect(text, code).not.toMatch(/\b[A-Z]+_\d{3}\b/)
      }
      expect(remedy, code).not.toBe(cause)
    }
  })

  it("call those codes reserved that nothing gives", () => {
    const named = given()
    expect(Remedy.codes.filter((code) => Remedy.of(code).isReserved))
      .toEqual(Remedy.codes.filter((code) => !named.has(code)))
  })

  it("are these, word by word: whoever meets a code reads what is to be done about it, and not about another", async () => {
    const written = Remedy.codes.flatMap((code) => {
      const { cause, isReserved, remedy } = Remedy.of(code)
      return [`${code}${isReserved ? " (reserved)" : ""}`, `  ${cause}`, `  ${remedy}`, ""]
    })
    await expect(written.join("\n")).toMatchFileSnapshot("remedies.txt")
  })
})
