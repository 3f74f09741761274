/**
 * The browser's modules as text, by their path below this package's folder of modules. A bundle of the service has no
 * such folder, so whoever makes a bundle replaces this file by what it answers.
 */
import { readFileSync } from "node:fs"
import * as Modules from "node:module"
import { posix } from "node:path"

/** The modules are sources in the repository, which a browser reads without their types, and built elsewhere. */
const extension = import.meta.url.endsWith(".ts") ? ".ts" : ".js"

/**
 * Stripping is marked as experimental, and whoever starts the service can do nothing about it. What is built needs none, so
 * Bun, which does not have it, reads that.
 */
const stripped = (text: string): string => {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return Modules.stripTypeScriptTypes(text)
  } finally {
    process.emitWarning = emitWarning
  }
}

/** Removes types, and the blanks that stripping has left in their place. */
const withoutTypes = (text: string): string =>
  [...stripped(text).split("").entries()]
    .filter(([place, character]) => character !== " " || text[place] === " ")
    .map(([, character]) => character)
    .join("")

const read = (url: URL | string): string =>
  readFileSync(new URL(url), "utf8").replace(/\n\/\/# sourceMappingURL=\S+\s*$/, "\n")

const imported = /^(?:import|export)\b[^"';]*?\bfrom\s*"([^"]+)"/gm

/** The library, whose modules name each other as a bundler resolves them. */
const library = { "preact": "preact.js", "preact/hooks": "hooks.js" } as const

const isLibrary = (specifier: string): specifier is keyof typeof library => Object.hasOwn(library, specifier)

/** Names the library's modules by where they are served, seen from a module at this path. */
const linked = (text: string, path: string): string =>
  text.replaceAll(/(\bfrom\s*)"([^"]+)"/g, (whole, from: string, specifier: string) => {
    if (!isLibrary(specifier)) return whole
    const place = posix.relative(posix.dirname(path), library[specifier])
    return `${from}"${place.startsWith(".") ? place : `./${place}`}"`
  })

/** Comments stay with whoever reads the sources: they are a third of what would be sent. */
const withoutComments = (text: string): string =>
  text.replaceAll(/^[ \t]*\/\*\*[\s\S]*?\*\/[ \t]*\n/gm, "").replaceAll(/^[ \t]*\/\/.*\n/gm, "")

/** The module with which the page begins. */
export const entry = `internal/main${extension}`

/** Returns the entry, and every module that it leads to. */
export const modules = (): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  const visit = (path: string): void => {
    if (found.has(path)) return
    const source = read(new URL(path, import.meta.url))
    const text = extension === ".ts" ? withoutTypes(source) : source
    found.set(path, withoutComments(linked(text, path)))
    for (const [, specifier = ""] of text.matchAll(imported)) {
      if (specifier.startsWith(".")) visit(posix.join(posix.dirname(path), specifier))
    }
  }
  visit(entry)
  found.set(library.preact, linked(read(import.meta.resolve("preact")), library.preact))
  found.set(library["preact/hooks"], linked(read(import.meta.resolve("preact/hooks")), library["preact/hooks"]))
  return found
}
