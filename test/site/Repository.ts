/** Where the repository's files can be read by everybody, as the manifest of the facade says. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

export const root = fileURLToPath(new URL("../..", import.meta.url))

export const read = (path: string): string => readFileSync(join(root, path), "utf8")

interface Manifest {
  readonly repository: { readonly url: string }
}

const { repository } = JSON.parse(read("packages/signalbox/package.json")) as Manifest

/** The page of the repository, such as `https://github.com/acme/signalbox`. */
export const page: string = repository.url.replace(/^git\+/, "").replace(/\.git$/, "")

export const forge = `${page}/blob/main`
