/**
 * The project's address, which stands in `repository` of the root's package.json alone: what else names it is derived.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { inRoot, workspaces } from "../packages/Tarballs.ts"

export type Manifest = Readonly<Record<string, unknown>> & {
  readonly name: string
  readonly version: string
  readonly private?: boolean
  readonly repository?: { readonly url: string }
  readonly keywords?: ReadonlyArray<string>
  readonly dependencies?: Readonly<Record<string, string>>
}

export const read = (path: string): Manifest =>
  JSON.parse(readFileSync(inRoot(`${path}/package.json`), "utf8")) as Manifest

export const write = (path: string, manifest: object): void =>
  writeFileSync(inRoot(`${path}/package.json`), `${JSON.stringify(manifest, null, 2)}\n`)

/** The folders of what is published. */
export const published: ReadonlyArray<string> = [...workspaces("packages"), ...workspaces("adapters")]

/** The words under which any of the packages is looked for. */
const common = ["signalbox", "messaging", "sms", "whatsapp", "rcs"]

/** Returns the fields of a package's manifest that follow from the address of the repository. */
export const derived = (url: string, path: string, keywords: ReadonlyArray<string> = []): object => {
  const pages = url.replace(/^git\+/, "").replace(/\.git$/, "")
  return {
    keywords: [...new Set([...common, ...keywords])],
    homepage: `${pages}/tree/main/${path}#readme`,
    bugs: { url: `${pages}/issues` },
    repository: { type: "git", url, directory: path }
  }
}

/** Returns the manifest with these fields before its licence, where the formatter wants them. */
export const completed = (manifest: Manifest, fields: object): object => {
  const others = Object.entries(manifest).filter(([key]) => !(key in fields))
  const at = others.findIndex(([key]) => key === "license")
  return Object.fromEntries([...others.slice(0, at), ...Object.entries(fields), ...others.slice(at)])
}

/** Returns the manifests that are not as the root's says, with what they should be. */
export const differing = (): ReadonlyArray<readonly [path: string, manifest: object]> => {
  const url = read(".").repository?.url
  if (url === undefined) throw new Error("package.json of the root names no repository.")
  return published.flatMap((path) => {
    const manifest = read(path)
    const made = completed(manifest, derived(url, path, manifest.keywords))
    return JSON.stringify(made) === JSON.stringify(manifest) ? [] : [[path, made] as const]
  })
}
