/**
 * A copy of the repository in a temporary folder, so that broken code never stands in the checkout.
 */
import {
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"

export interface TreeCopy {
  readonly root: string
  readonly read: (file: string) => string
  readonly write: (file: string, text: string) => void
  readonly delete: (file: string) => void
  readonly remove: () => void
}

const leftOut = new Set([".git", ".cache", "coverage", "dist", "node_modules"])

/** The workspaces' links lead to folders beside them, so in the copy they lead into the copy. */
const isOfWorkspaces = (modules: string, name: string): boolean =>
  name === "@signalbox" || lstatSync(join(modules, name)).isSymbolicLink()

const linkModules = (from: string, to: string): void => {
  mkdirSync(to)
  for (const name of readdirSync(from)) {
    // Vite keeps what it has made of sources there.
    if (name === ".vite" || name === ".cache") continue
    if (isOfWorkspaces(from, name)) {
      cpSync(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true })
    } else symlinkSync(join(from, name), join(to, name))
  }
}

export const make = (original: string): TreeCopy => {
  const root = mkdtempSync(join(tmpdir(), "signalbox-mutate-"))
  const remove = () => rmSync(root, { recursive: true, force: true })
  try {
    cpSync(original, root, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !leftOut.has(basename(path)) && !path.endsWith(".tsbuildinfo")
    })
    linkModules(join(original, "node_modules"), join(root, "node_modules"))
  } catch (error) {
    remove()
    throw error
  }
  return {
    root,
    read: (file) => readFileSync(join(root, file), "utf8"),
    write: (file, text) => writeFileSync(join(root, file), text),
    delete: (file) => rmSync(join(root, file)),
    remove
  }
}
