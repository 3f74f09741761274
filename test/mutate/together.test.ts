/**
 * Many changes together: they get the answer that each would get alone.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { root } from "../architecture/Tree.ts"
import * as Compiling from "./generated/Compiling.ts"
import type { Drawn } from "./generated/Draw.ts"
import * as Together from "./generated/together/Together.ts"
import * as TreeCopy from "./TreeCopy.ts"

const changed = (name: string, before: string, text: string): Drawn => {
  const file = `packages/receiver/src/${name}.ts`
  const source = readFileSync(join(root, file), "utf8")
  const start = source.indexOf(before)
  expect(start, before).toBeGreaterThan(0)
  return { file, source, change: { operator: "bound", start, end: start + before.length, text } }
}

describe("changes that are asked together", () => {
  let copy: TreeCopy.TreeCopy

  beforeAll(() => {
    copy = TreeCopy.make(root)
  })

  afterAll(() => copy.remove())

  it("compile or not, each by itself; nobody knows of those whose importers see another type", async () => {
    const other = changed("Deduplication", "age < leastMillis", "age <= leastMillis")
    expect(
      await Compiling.ask(copy, [
        changed("Deduplication", "at !== undefined && now()", "now()"),
        other,
        changed("Verification", "tolerance = 300", "tolerance = 301"),
        changed("Deduplication", "if (!isNew) return", "")
      ])
    ).toEqual([false, true, null, true])
    expect(copy.read(other.file)).toBe(other.source)
  })

  it("are noticed by a test that fails with them, and not without them", async () => {
    const file = "test/receiver/Deduplication.test.ts"
    const name = "the memory of handled events knows an id as long as a plain list of them does"
    const planned = (drawn: Drawn, ...parts: ReadonlyArray<readonly [file: string, name: string]>) => ({
      drawn,
      plan: { parts: parts.map(([file, name]) => ({ file, names: [name], ms: 100 })), left: 0 }
    })
    copy.write(
      "test/receiver/Never.test.ts",
      `import "@signalbox/receiver"
      import { expect, it } from "vitest"
      it("passes never", () => expect(1).toBe(2))`
    )
    const noticed = changed("Deduplication", "age < leastMillis", "age <= leastMillis")
    const found = await Together.noticed(copy, [
      planned(noticed, [file, name]),
      // Whoever says all options does not see what they are by default.
      planned(changed("Deduplication", "size = 10_000", "size = 10_001"), [file, name]),
      planned(changed("Verification", "const leastKeyBytes = 16", "const leastKeyBytes = 17"), [
        "test/receiver/Never.test.ts",
        "passes never"
      ]),
      planned(changed("Deduplication", "if (!isNew) return", ""))
    ], 1)
    expect([...found]).toEqual([noticed])
  })
})
