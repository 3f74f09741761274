/**
 * The packages as npm would publish them.
 */
import { execFile } from "node:child_process"
import { existsSync, readdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

const root = fileURLToPath(new URL("../..", import.meta.url))
export const inRoot = (path: string): string => join(root, path)

const runIn = async (
  environment: NodeJS.ProcessEnv,
  cwd: string,
  program: string,
  ...options: ReadonlyArray<string>
): Promise<string> => {
  const limits = { timeout: 5 * 60_000, maxBuffer: 64 * 1024 * 1024 }
  try {
    return (await promisify(execFile)(program, options, { cwd, env: environment, ...limits })).stdout
  } catch (error) {
    const { stderr = "", stdout = "" } = error as { readonly stdout?: string; readonly stderr?: string }
    throw new Error(`${program} ${options.join(" ")} failed.\n${stdout}${stderr}`, { cause: error })
  }
}

export const run = (cwd: string, program: string, ...options: ReadonlyArray<string>): Promise<string> =>
  runIn(process.env, cwd, program, ...options)

/** The folders of a kind of workspace, such as `packages`. */
export const workspaces = (kind: string): ReadonlyArray<string> =>
  existsSync(inRoot(kind))
    ? readdirSync(inRoot(kind)).map((name) => `${kind}/${name}`).filter((path) =>
      existsSync(inRoot(`${path}/package.json`))
    )
    : []

/** In the environment of `prepack`, it says that all packages have just been built, from nothing. */
export const built = "PACKAGES_BUILT"

/**
 * Builds and packs every package into a folder that exists, and returns the tarballs by the names of their packages. They
 * are built together: the compiler looks through what a package stands on each time, and there are twenty of them.
 */
export const pack = async (tarballs: string): Promise<Readonly<Record<string, string>>> => {
  const published = [...workspaces("packages"), ...workspaces("adapters")]
  for (const path of published) rmSync(inRoot(`${path}/dist`), { recursive: true, force: true })
  await run(root, process.execPath, inRoot("node_modules/typescript/bin/tsc"), "-b", ...published)
  const said = await runIn(
    { ...process.env, [built]: "true" },
    root,
    "npm",
    "pack",
    ...published.map((path) => `--workspace=${path}`),
    "--json",
    "--pack-destination",
    tarballs
  )
  const packed = Object.values(JSON.parse(said)) as ReadonlyArray<{ readonly name: string; readonly filename: string }>
  return Object.fromEntries(packed.map(({ filename, name }) => [name, join(tarballs, filename)]))
}
