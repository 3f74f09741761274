/**
 * A test that names rules: `keeps buttons off SMS [BTN-003]`.
 */
import { id } from "./Catalogue.ts"

/** `written` is all that the sources say; whether it passes, only a run knows. */
export type State = "written" | "passed" | "failed"

export interface Naming {
  /** Relative to the repository. */
  readonly file: string
  readonly title: string
  readonly rules: ReadonlyArray<string>
  readonly state: State
}

/** Stands in a title for what is only known when it runs. */
export const unknown = "…"

const name = `(?:${id.source}|${unknown})`
const tag = new RegExp(` ?\\[${name}(?:, ${name})*\\]`, "g")

/** The rules that a title names. */
export const named = (title: string): ReadonlyArray<string> =>
  (title.match(tag) ?? []).flatMap((tags) => tags.match(new RegExp(id, "g")) ?? [])

/** The title without the rules. */
export const bare = (title: string): string => title.replaceAll(tag, "").trim()
