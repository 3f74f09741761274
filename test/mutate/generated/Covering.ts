/**
 * The tests that run a changed place, those that are most likely to notice and quick first.
 */
import { posix } from "node:path"
import type { Change } from "./Change.ts"
import type { Coverage, Test } from "./Coverage.ts"
import type { Node } from "./Syntax.ts"
import * as Syntax from "./Syntax.ts"

const functions = new Set(["ArrowFunctionExpression", "FunctionDeclaration", "FunctionExpression"])

/** Where V8 may say that the innermost function around the change begins: from its first word to its body; null: in none. */
const functionAround = (source: string, { end, start }: Change): readonly [from: number, to: number] | null => {
  let found: Node | null = null
  let name: Node | null = null
  Syntax.walk(Syntax.parse(source), (node, parent) => {
    if (!functions.has(node.type)) return
    const body = Syntax.child(node, "body")
    // What stands for a parameter runs with the function.
    if (body === null || node.start > start || end > node.end) return
    found = node
    // A method begins with its name.
    name = parent?.type === "MethodDefinition" || parent?.type === "Property" ? parent : node
  })
  const [inner, outer] = [found as Node | null, name as Node | null]
  return inner === null || outer === null ? null : [outer.start, Syntax.child(inner, "body")!.start]
}

/** A table without functions is seen through those that import it. */
const importersOf = (file: string, sources: ReadonlyMap<string, string>): ReadonlyArray<string> => {
  const name = posix.basename(file)
  const [, scope, module] = /^(?:packages|adapters)\/([^/]+)\/src\/(.+)\.ts$/.exec(file) ?? []
  return [...sources].flatMap(([other, text]) =>
    text.includes(`/${name}"`) && other.split("/")[1] === scope || text.includes(`"@signalbox/${scope}/${module}"`)
      ? [other]
      : []
  )
}

const covering = (
  file: string,
  source: string,
  change: Change,
  coverage: Coverage,
  sources: ReadonlyMap<string, string>
): ReadonlyArray<Test> => {
  const around = functionAround(source, change)
  if (around !== null) return coverage.between(file, ...around)
  const own = coverage.of(file)
  return own.length > 0 ? own : importersOf(file, sources).flatMap(coverage.of)
}

/** Some tests of one file. */
export interface Part {
  readonly file: string
  readonly names: ReadonlyArray<string>
  readonly ms: number
}

/** Tests beside the room of a source: `test/core/review` for `packages/core/src/review`. */
const isNear = (test: string, file: string): boolean => {
  const [, scope, , room] = file.split("/")
  return test.startsWith(`test/${scope}/${room}`) || test.startsWith(`test/${scope}/`) && scope !== "core" ||
    test.startsWith(`test/${room}/`)
}

/** Returns the tests by their files: those near the source first, then those that take the least time. */
export const parts = (...[file, ...rest]: Parameters<typeof covering>): ReadonlyArray<Part> => {
  const byFile = new Map<string, Map<string, number>>()
  for (const { file: test, ms, name } of covering(file, ...rest)) {
    const names = byFile.get(test) ?? new Map<string, number>()
    names.set(name, ms)
    byFile.set(test, names)
  }
  const all = [...byFile].map(([test, names]) => ({
    file: test,
    names: [...names.keys()],
    ms: [...names.values()].reduce((sum, ms) => sum + ms, 0)
  }))
  const weight = (part: Part): number => part.ms / (isNear(part.file, file) ? 20 : 1)
  return all.toSorted((one, other) => weight(one) - weight(other))
}
