/**
 * Loads a file of tests as a mutant meets it: its changed source, and all modules that come to it, are loaded anew; the
 * rest is shared, so that a mutant costs no more than what it touches. The question mark of a module's address says whose it is.
 */
import type { ResolveHookContext } from "node:module"
import { registerHooks } from "node:module"
import { fileURLToPath, pathToFileURL } from "node:url"
import * as Order from "./Order.ts"

const root = pathToFileURL(fileURLToPath(new URL("../../../../", import.meta.url))).href

const { mutants } = Order.read()

const urlOf = (file: string): string => root + file

/** The modules that import a module, as far as they have been loaded. */
const importers = new Map<string, Set<string>>()

/** Those that come to a source by their imports, until another import is seen. */
const known = new Map<string, ReadonlySet<string>>()

const reaching = (source: string): ReadonlySet<string> => {
  const found = known.get(source) ?? new Set([source])
  if (!known.has(source)) {
    // A set gives what is added while it is walked.
    for (const url of found) for (const importer of importers.get(url) ?? []) (found as Set<string>).add(importer)
    known.set(source, found)
  }
  return found
}

/** Returns whether a file of tests comes to a source by its imports. It must have been loaded before. */
export const reaches = (test: string, source: string): boolean => reaching(urlOf(source)).has(urlOf(test))

/** Returns the address of a file of tests as a mutant meets it. */
export const changed = (test: string, mutant: number): string => `${urlOf(test)}?mutant=${mutant}`

/** Returns the address of a file of tests as the unchanged source meets it, loaded anew as well. */
export const unchanged = (test: string, source: string): string => `${urlOf(test)}?unchanged=${source}`

export const asItIs = urlOf

const split = (url: string): readonly [bare: string, query: string] => {
  const at = url.indexOf("?")
  return at < 0 ? [url, ""] : [url.slice(0, at), url.slice(at)]
}

const mutantOf = (query: string): Order.Mutant | undefined =>
  query.startsWith("?mutant=") ? mutants[Number(query.slice("?mutant=".length))] : undefined

const sourceOf = (query: string): string | undefined =>
  query.startsWith("?unchanged=") ? query.slice("?unchanged=".length) : mutantOf(query)?.file

registerHooks({
  resolve: (specifier, context: ResolveHookContext, next) => {
    const [parent, query] = split(context.parentURL ?? "")
    const resolved = next(specifier, context.parentURL === undefined ? context : { ...context, parentURL: parent })
    const [url] = split(resolved.url)
    if (!url.startsWith(root) || url.includes("/node_modules/")) return resolved
    const those = importers.get(url) ?? new Set()
    if (!those.has(parent)) {
      importers.set(url, those.add(parent))
      known.clear()
    }
    const source = sourceOf(query)
    return source !== undefined && reaching(urlOf(source)).has(url) ? { ...resolved, url: url + query } : resolved
  },
  load: (url, context, next) => {
    const [bare, query] = split(url)
    const mutant = mutantOf(query)
    return mutant !== undefined && bare === urlOf(mutant.file)
      ? { format: "module-typescript", shortCircuit: true, source: mutant.text }
      : next(url, context)
  }
})
