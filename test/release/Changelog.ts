/**
 * The changelog of all packages, and what changesets add to it.
 */

export type Bump = "major" | "minor" | "patch"

export interface Changeset {
  readonly bump: Bump
  /** Markdown, one sentence or more. */
  readonly summary: string
}

/** Reads a file of `.changeset`; null where it raises no version. All packages have one version, so the largest step counts. */
export const parse = (text: string): Changeset | null => {
  const [, head = "", summary = ""] = /^---\n([\s\S]*?)---\n([\s\S]*)$/.exec(text) ?? []
  const bumps = [...head.matchAll(/: *["']?(major|minor|patch)\b/g)].map(([, bump]) => bump as Bump)
  const bump = (["major", "minor", "patch"] as const).find((each) => bumps.includes(each))
  return bump === undefined ? null : { bump, summary: summary.trim() }
}

const order: ReadonlyArray<Bump> = ["major", "minor", "patch"]

/** The items of a list, the largest steps first. */
const items = (changesets: ReadonlyArray<Changeset>): ReadonlyArray<string> =>
  changesets
    .toSorted((left, right) => order.indexOf(left.bump) - order.indexOf(right.bump))
    .map(({ bump, summary }) => `- ${bump === "major" ? "**Breaking:** " : ""}${summary.replaceAll("\n", "\n  ")}`)

const pending = /^## (\S+), not released yet$/m

/** Returns the version whose section is still open, which is released before any other. */
export const open = (changelog: string): string | null => pending.exec(changelog)?.[1] ?? null

/** Returns the changelog in which the version has its section: the open one with the changes added, or one of its own. */
export const released = (changelog: string, version: string, changesets: ReadonlyArray<Changeset>): string => {
  const heading = `## ${version}`
  const parts = changelog.split(/^(?=## )/m)
  const at = parts.findIndex((part) => part.startsWith("## "))
  const before = at < 0 ? parts : parts.slice(0, at)
  const sections = at < 0 ? [] : parts.slice(at)
  const added = items(changesets)
  const [first = "", ...rest] = sections
  const now = open(changelog) === version
    ? [[first.replace(pending, heading).trimEnd(), ...added].join("\n"), ...rest]
    : [`${heading}\n\n${added.join("\n")}`, ...sections]
  return `${[...before, ...now].map((part) => part.trimEnd()).join("\n\n")}\n`
}
