/**
 * The version that today's is compared with: the last release, or where none was made yet, the commit that was agreed on.
 */
import { execFileSync, spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** The service as it was before the first round of issues. It counts until the first release. */
export const first = "c22527a4104a168f74cfda8e2314d0bda6f0f8be"

const isRelease = /^v\d+\.\d+\.\d+$/

/** Returns the newest of the tags that name a release; they are given with the newest first. */
export const newest = (tags: string): string => tags.split("\n").find((tag) => isRelease.test(tag)) ?? first

export const find = (root: string): string =>
  newest(execFileSync("git", ["tag", "--sort=-version:refname", "--merged"], { cwd: root, encoding: "utf8" }))

const run = (folder: string, command: string, ...parameters: ReadonlyArray<string>): void => {
  const { status } = spawnSync(command, parameters, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] })
  if (status !== 0) throw new Error(`${command} ${parameters[0] ?? ""} has ended with ${status ?? "a signal"}.`)
}

/**
 * Writes the files of a commit to a temporary folder, and installs what its emulator needs there. Outside of this
 * repository, or what it lacks would be found here.
 */
export const checkOut = (root: string, commit: string): string => {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-version-"))
  const archive = join(folder, "archive.tar")
  const tree = join(folder, "tree")
  mkdirSync(tree)
  run(root, "git", "archive", `--output=${archive}`, commit)
  run(tree, "tar", "-xf", archive)
  run(tree, "npm", "ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund")
  return tree
}
