/**
 * Arbitraries of definitions with exactly one flaw, and which one: for each rule, a valid definition of a fitting shape
 * and the change that breaks the rule.
 */
import type { Category } from "@signalbox/core/Category"
import type { Reason } from "@signalbox/core/Flaw"
import type { Json } from "@signalbox/core/Json"
import * as fc from "fast-check"
import { bodyFlaws, frameFlaws, variableFlaws } from "./internal/flaws.ts"
import type { Row } from "./internal/flaws.ts"
import { authenticationFlaws, buttonFlaws, mmsFlaws } from "./internal/partFlaws.ts"
import * as WholeDefinitions from "./WholeDefinitions.ts"

/** One way to be wrong. */
export interface Way {
  /** The rules that it breaks, and what is done. */
  readonly title: string
  readonly reason: Reason
  /** The field in which it is told, below `definition`. */
  readonly field: string
  readonly category: Category
  readonly definition: fc.Arbitrary<Json>
}

/** Sets what a path such as `buttons[0].props.text` leads to, or takes it out. */
const set = (whole: Json, path: string, value: Json | undefined): Json => {
  const copy = structuredClone(whole) as Record<string, unknown>
  const steps = path.split(/[.[\]]+/).filter((step) => step !== "")
  let at = copy
  for (const step of steps.slice(0, -1)) at = at[step] as Record<string, unknown>
  const last = steps.at(-1)!
  if (value === undefined) delete at[last]
  else at[last] = structuredClone(value)
  return copy as Json
}

const way = ([rules, what, reason, field, base, changes]: Row): Way => ({
  title: rules === "" ? what : `${what} [${rules}]`,
  reason,
  field: `definition${field === "" ? "" : "."}${field}`,
  category: base === "authentication" ? "AUTHENTICATION" : "UTILITY",
  definition: (base === "authentication" ? WholeDefinitions.authentication : WholeDefinitions.whole(base)).map(
    (definition) =>
      Object.entries(changes).reduce<Json>(
        (made, [path, value]) => set(made, path, value),
        definition
      )
  )
})

export const ways: ReadonlyArray<Way> = [
  ...frameFlaws,
  ...bodyFlaws,
  ...variableFlaws,
  ...mmsFlaws,
  ...buttonFlaws,
  ...authenticationFlaws
].map(way)

/** Any of them. */
export const flawed: fc.Arbitrary<{ readonly way: Omit<Way, "definition">; readonly definition: Json }> = fc
  .constantFrom(...ways.map((_, index) => index))
  .chain((index) => {
    const { definition, ...told } = ways[index]!
    return definition.map((made) => ({ way: told, definition: made }))
  })
