/** Where the repository's files can be read by everybody, as the manifest of the facade says. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

export const root = fileURLToPath(new URL("../..", import.meta.url))

export const read = (path: string): string => readFileSync(join(root, path), "utf8")

interface Manifest {
  readonly version: string
  readonly repository?: string | { readonly url?: string }
}

const manifest = JSON.parse(read("packages/signalbox/package.json")) as Manifest

export const version = manifest.version

const url = typeof manifest.repository === "string" ? manifest.repository : manifest.repository?.url

/** The page of the repository, such as `https://github.com/acme/signalbox`. */
export const page: string = (url ?? "https://github.com/signalbox-messaging/signalbox")
  .replace(/^git\+/, "").replace(/\.git$/, "")

export const forge = `${page}/blob/main`
