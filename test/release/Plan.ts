/**
 * The steps of a release as data: which packages in which order, by which command, and the tag.
 */

export interface Package {
  readonly name: string
  readonly version: string
  readonly tarball: string
  /** The other packages that it needs. */
  readonly needs: ReadonlyArray<string>
}

export interface Plan {
  readonly version: string
  readonly tag: string
  /** In the order in which they are published: none before what it needs. */
  readonly packages: ReadonlyArray<Package>
}

/** Returns the packages so that each stands behind what it needs, else by name. */
const ordered = (packages: ReadonlyArray<Package>): ReadonlyArray<Package> => {
  const names = new Set(packages.map(({ name }) => name))
  const left = [...packages].toSorted((one, other) => one.name < other.name ? -1 : 1)
  const placed = new Set<string>()
  const order: Array<Package> = []
  while (left.length > 0) {
    const at = left.findIndex(({ needs }) => needs.every((name) => placed.has(name) || !names.has(name)))
    if (at < 0) throw new Error(`These need each other: ${left.map(({ name }) => name).join(", ")}.`)
    const [next] = left.splice(at, 1)
    placed.add(next!.name)
    order.push(next!)
  }
  return order
}

export const make = (packages: ReadonlyArray<Package>): Plan => {
  const versions = [...new Set(packages.map(({ version }) => version))]
  const [version, ...others] = versions
  if (version === undefined || others.length > 0) {
    throw new Error(`All packages have one version, not ${versions.join(", ")}.`)
  }
  return { version, tag: `v${version}`, packages: ordered(packages) }
}

/** The arguments for npm. What is not final stays out of `latest`, and every package proves by which run it was built. */
export const publish = ({ tarball, version }: Package): ReadonlyArray<string> => [
  "publish",
  tarball,
  "--access=public",
  "--provenance",
  `--tag=${version.includes("-") ? "next" : "latest"}`
]
