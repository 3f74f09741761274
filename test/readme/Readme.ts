/**
 * The README, or another page, as what it tells its reader to do: under each heading, the commands, the programs with their
 * names, and what is printed.
 */
import { readFileSync } from "node:fs"

export type Block =
  /** The lines of one block of shell. */
  | { readonly _tag: "Shell"; readonly lines: ReadonlyArray<string> }
  | { readonly _tag: "Program"; readonly name: string; readonly code: string }
  /** The lines that a program prints, among others. */
  | { readonly _tag: "Printed"; readonly lines: ReadonlyArray<string> }

export const first = "README.md"
/** From an empty folder to a verified webhook. */
export const newApp = "docs/guides/new-app.md"

const read = (page: string): string => readFileSync(new URL(`../../${page}`, import.meta.url), "utf8")

const linesOf = (text: string): ReadonlyArray<string> => text.split("\n").filter((line) => line.trim() !== "")

/** The blocks of a page between a heading and the next one. */
export const blocks = (heading: string, page = first): ReadonlyArray<Block> => {
  const [, after] = read(page).split(new RegExp(`^#{2,3} ${heading}$`, "m"))
  if (after === undefined) throw new Error(`${page} has no heading "${heading}".`)
  const section = after.split(/^#{2,3} /m)[0]!
  return [...section.matchAll(/^```(sh|ts|text)\n([\s\S]*?)^```$/gm)].map(([, language, text = ""]): Block => {
    if (language === "sh") return { _tag: "Shell", lines: linesOf(text) }
    if (language === "text") return { _tag: "Printed", lines: linesOf(text) }
    const [, name, code] = /^\/\/ (\S+\.ts)\n([\s\S]*)$/.exec(text) ?? []
    if (name === undefined || code === undefined) throw new Error(`A program under "${heading}" has no name.`)
    return { _tag: "Program", name, code }
  })
}

/** Every line of shell, in the order of the page. */
export const commands = (page = first): ReadonlyArray<string> =>
  [...read(page).matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, text = ""]) => linesOf(text))

/** Returns how many lines a reader reads: those that are blank are none. */
export const length = (code: string): number => linesOf(code).length

/** Returns how many lines a page has. */
export const lines = (page: string): number => read(page).trimEnd().split("\n").length
