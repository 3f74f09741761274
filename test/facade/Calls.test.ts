/**
 * The facade's calls are those of the service: the same names, the same fields, the same answers.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"
import { essence, generated } from "./Source.ts"

const folder = fileURLToPath(new URL("../../packages/signalbox/src/calls", import.meta.url))

it.each([...generated()])("%s says what the list of operations says; `npm run calls` makes it", (name, text) => {
  expect(essence(readFileSync(join(folder, name), "utf8"))).toBe(essence(text))
})

it.each([...generated()].filter(([name]) => name !== "Calls.ts"))("%s says what each field means", (name) => {
  const lines = readFileSync(join(folder, name), "utf8").split("\n")
  const fields = lines.flatMap((line, index) =>
    /^ *readonly \w/.test(line) ? [{ line, before: lines[index - 1]! }] : []
  )
  expect(fields.filter(({ before }) => !before.endsWith("*/")).map(({ line }) => line)).toEqual([])
})
