/**
 * Whoever embeds the facade sees no Effect: not in its declarations, and not in what those import.
 */
import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"

const root = fileURLToPath(new URL("../..", import.meta.url))

interface Manifest {
  readonly exports: Readonly<Record<string, { readonly types?: string } | null>>
}

/** The declarations of a module of this repository, or null for one of another. */
const declarationsOf = (specifier: string, from: string): string | null => {
  if (specifier.startsWith(".")) {
    return join(dirname(from), specifier.replace(/\.ts$/, ".d.ts").replace(/\.js$/, ".d.ts"))
  }
  const [, name, path] = /^@signalbox\/(\w+)(?:\/(.+))?$/.exec(specifier) ?? []
  if (name === undefined) return null
  const folder = [join(root, "packages", name), join(root, "adapters", name)].find(existsSync)!
  const { exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest
  const own = path === undefined ? exports["."]?.types : exports[`./${path}`]?.types ?? `./dist/${path}.d.ts`
  return join(folder, own!)
}

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

it("no declaration of the facade mentions Effect, nor one that it imports", { timeout: 240_000 }, () => {
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
      .filter((specifier) => !/^(?:\.|@signalbox\/|node:)/.test(specifier))
      .map((specifier) => `${file} imports ${specifier}`)
  )
  expect(foreign).toEqual([])
  const mentioned = [...all].filter(([, text]) => /\b(?:Effect|Layer|Schema|Context|Fiber|Scope)\b/.test(text))
  expect(mentioned.map(([file]) => file)).toEqual([])
})
