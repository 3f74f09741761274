/**
 * The mutants that one process plays, as it is told them by a file whose name stands in the environment.
 */
import { readFileSync, writeFileSync } from "node:fs"

export interface Mutant {
  /** The source that is changed, relative to the repository, and its changed text. */
  readonly file: string
  readonly text: string
  /** The tests that it meets, by their files. */
  readonly parts: ReadonlyArray<{ readonly file: string; readonly names: ReadonlyArray<string> }>
}

export interface Order {
  /** The mutants of one source stand one after the other. */
  readonly mutants: ReadonlyArray<Mutant>
  /** Each event is appended to this file as a line. */
  readonly events: string
}

/** A mutant is known by its place in the order; a test by its file and its names. */
export type Event =
  | { readonly _tag: "Begun" | "Ended"; readonly mutant: number }
  | { readonly _tag: "Failed"; readonly mutant: number; readonly test: string }
  /** The test passes on the unchanged source after the mutants of that source have been played. */
  | { readonly _tag: "Confirmed"; readonly source: string; readonly test: string }

export const variable = "MUTATE_TOGETHER"

export const write = (path: string, order: Order): void => writeFileSync(path, JSON.stringify(order))

export const read = (): Order => JSON.parse(readFileSync(process.env[variable] ?? "", "utf8")) as Order

/** The suite of all tests of a mutant, or of the unchanged source, and the suite within it of those of one file. */
export const suite = {
  known: (test: string): string => `known ${test}`,
  mutant: (mutant: number): string => `mutant ${mutant}`,
  unchanged: (source: string): string => `unchanged ${source}`
}
