/**
 * How large the packages are, and how much of the facade an app loads: one table, bounded by counts. Times and memory are
 * printed beside them, since they say more of the machine than of the packages.
 */
import { statSync } from "node:fs"
import { join } from "node:path"
import { filesBelow } from "./Files.ts"
import * as Start from "./Start.ts"

export interface Size {
  /** Bytes of the tarball. */
  readonly packed: number
  /** Bytes of the files that are installed, without what they need. */
  readonly installed: number
  readonly files: number
}

export interface Loaded {
  /** The files that are loaded by the import, and until the first message is accepted. */
  readonly imported: number
  readonly accepted: number
  /** The bytes of the latter. */
  readonly bytes: number
}

/** The most that each package may have: kilobytes packed and installed, and files. A quarter above what it has. */
export const most: Readonly<Record<string, readonly [packed: number, installed: number, files: number]>> = {
  signalbox: [4700, 18400, 420],
  "@signalbox/bun": [10, 20, 30],
  "@signalbox/command": [120, 600, 250],
  "@signalbox/core": [2100, 9500, 4000],
  "@signalbox/egress": [50, 170, 90],
  "@signalbox/emulator": [290, 1300, 480],
  "@signalbox/express": [10, 20, 20],
  "@signalbox/http": [310, 2200, 460],
  "@signalbox/http-carrier": [80, 310, 120],
  "@signalbox/inbox": [210, 900, 480],
  "@signalbox/mcp": [30, 110, 80],
  "@signalbox/memory": [60, 250, 120],
  "@signalbox/node": [50, 160, 100],
  "@signalbox/postgres": [280, 1200, 330],
  "@signalbox/rcs": [40, 150, 80],
  "@signalbox/receiver": [30, 110, 40],
  "@signalbox/smpp": [120, 480, 180],
  "@signalbox/sqlite": [70, 260, 120],
  "@signalbox/testing": [1300, 6500, 1300],
  "@signalbox/twilio": [50, 190, 70],
  "@signalbox/whatsapp": [80, 320, 130]
}

export const mostLoaded: Loaded = { imported: 20, accepted: 20, bytes: 2_765_000 }

const kilobytes = (bytes: number): number => Math.ceil(bytes / 1024)

/** Returns what is larger than it may be, and what has no bound. */
export const flaws = (sizes: ReadonlyMap<string, Size>, loaded: Loaded): ReadonlyArray<string> => [
  ...[...sizes].flatMap(([name, { files, installed, packed }]) => {
    const bounds = most[name]
    if (bounds === undefined) return [`${name} has no bounds in test/packages/Budget.ts`]
    const found = [kilobytes(packed), kilobytes(installed), files]
    return ["kB packed", "kB installed", "files"].flatMap((unit, index) =>
      found[index]! > bounds[index]! ? [`${name} has ${found[index]} ${unit}, and may have ${bounds[index]}`] : []
    )
  }),
  ...Object.keys(most).filter((name) => !sizes.has(name)).map((name) => `${name} has bounds, and is not packed`),
  ...(["imported", "accepted", "bytes"] as const).flatMap((count) =>
    loaded[count] > mostLoaded[count]
      ? [`signalbox loads ${loaded[count]} (${count}), and may load ${mostLoaded[count]}`]
      : []
  )
]

/** One line for each package, under a heading. */
export const table = (sizes: ReadonlyMap<string, Size>): ReadonlyArray<string> => {
  const width = Math.max(...[...sizes.keys()].map(({ length }) => length))
  const row = (name: string, cells: ReadonlyArray<string>): string =>
    [name.padEnd(width), ...cells.map((cell) => cell.padStart(18))].join("")
  return [
    row("", ["packed", "installed", "files"]),
    ...[...sizes].map(([name, { files, installed, packed }]) => {
      const [mostPacked, mostInstalled, mostFiles] = most[name] ?? [0, 0, 0]
      return row(name, [
        `${kilobytes(packed)} of ${mostPacked} kB`,
        `${kilobytes(installed)} of ${mostInstalled} kB`,
        `${files} of ${mostFiles}`
      ])
    })
  ]
}

export const measure = (tarball: string, folder: string): Size => {
  const files = filesBelow(folder).filter((path) => !path.startsWith("node_modules/"))
  const installed = files.reduce((sum, path) => sum + statSync(join(folder, path)).size, 0)
  return { packed: statSync(tarball).size, installed, files: files.length }
}

/** Starts an app on the facade that is installed in a folder: what it loads, and a line about time and memory. */
export const load = async (folder: string): Promise<readonly [Loaded, line: string]> => {
  Start.writeApp(folder, "signalbox")
  const dist = join(folder, "node_modules/signalbox/dist")
  const paths = new Map(filesBelow(dist).map((path) => [path.split("/").at(-1)!, path]))
  const { accepted, imported } = await Start.run(folder, { isCounting: true })
  const bytes = accepted.files.reduce((sum, name) => sum + statSync(join(dist, paths.get(name)!)).size, 0)
  // Counting costs time, so the times are those of another process.
  const timed = await Start.run(folder, {})
  const at = ({ millis, rss }: Start.Mark): string =>
    `${Math.round(millis)} ms and ${Math.round(rss / 2 ** 20)} MB resident`
  return [
    { imported: imported.files.length, accepted: accepted.files.length, bytes },
    `an app has loaded signalbox (${imported.files.length} files) after ${
      at(timed.imported)
    }, and accepted a message ` +
    `(${accepted.files.length} of ${mostLoaded.accepted} files, ${kilobytes(bytes)} of ${
      kilobytes(mostLoaded.bytes)
    } kB) ` +
    `after ${at(timed.accepted)}`
  ]
}
