/**
 * Some tests of some files, in the order in which the files are to run. Whoever starts Vitest writes it to a file, whose name
 * is told to Vitest and its workers by the environment.
 */
import { readFileSync, writeFileSync } from "node:fs"

/** The names of the tests by their files. The order of the files is the order in which they run. */
export type Selection = Readonly<{ [file: string]: ReadonlyArray<string> }>

export const variable = "MUTATE_SELECTION"

export const write = (path: string, selection: Selection): void => writeFileSync(path, JSON.stringify(selection))

export const read = (): Selection => JSON.parse(readFileSync(process.env[variable] ?? "", "utf8")) as Selection
