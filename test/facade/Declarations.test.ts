/**
 * Whoever embeds the facade sees no Effect: its declarations stand by themselves.
 */
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"

const root = fileURLToPath(new URL("../..", import.meta.url))

/** The declarations that a module's import leads to, or null for a module of another package. */
const declarationsOf = (specifier: string, from: string): string | null =>
  specifier.startsWith(".") ? join(dirname(from), specifier.replace(/\.[jt]s$/, ".d.ts")) : null

const importsOf = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/(?:\bfrom |^import |\bimport\()"([^"]+)"/gm)].map(([, specifier]) => specifier!)

/** Follows each way from the index, and returns what is declared at its end, by its file. */
const reached = (): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  const left = [join(root, "packages/signalbox/dist/index.d.ts")]
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    if (found.has(file)) continue
    const text = readFileSync(file, "utf8")
    found.set(file, text)
    left.push(...importsOf(text).flatMap((specifier) => declarationsOf(specifier, file!) ?? []))
  }
  return found
}

it("no declaration of the facade mentions Effect, nor imports another package", { timeout: 240_000 }, () => {
  // What is built may be missing or old. Whether its types are right is for `npm run check` to say.
  execFileSync(process.execPath, [
    join(root, "node_modules/typescript/bin/tsc"),
    "-b",
    "--noCheck",
    join(root, "packages/signalbox")
  ], { timeout: 200_000 })
  const all = reached()
  expect(all.size).toBeGreaterThan(20)
  const foreign = [...all].flatMap(([file, text]) =>
    importsOf(text)
      .filter((specifier) => !/^(?:\.|node:)/.test(specifier))
      .map((specifier) => `${file} imports ${specifier}`)
  )
  expect(foreign).toEqual([])
  const mentioned = [...all].filter(([, text]) => /\b(?:Effect|Layer|Schema|Context|Fiber|Scope)\b/.test(text))
  expect(mentioned.map(([file]) => file)).toEqual([])
})
