/**
 * Where a process spends its time: the samples of its CPU profile by what they belong to, as microseconds of a life. They
 * add up to the whole.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

interface Profile {
  readonly nodes: ReadonlyArray<{
    readonly id: number
    readonly callFrame: { readonly functionName: string; readonly url: string }
  }>
  readonly samples: ReadonlyArray<number>
  readonly timeDeltas: ReadonlyArray<number>
}

export interface Spent {
  readonly what: string
  /** In microseconds of a life. */
  readonly micros: number
}

/** A young process compiles: only the last part of its samples is looked at. */
const lastPart = 0.4

/** The first one that fits counts. */
const places: ReadonlyArray<readonly [what: string, fits: RegExp]> = [
  ["core: what goes before a decision, and retries", /packages\/core\/src\/(engine|operation|service|audit)\//],
  ["core: decisions", /packages\/core\/src\//],
  ["http: the steps of a request", /packages\/http\/src\//],
  ["store in memory", /adapters\/memory\/src\//],
  ["store on PostgreSQL", /adapters\/postgres\/src\//],
  ["driver of PostgreSQL", /node_modules\/(pg|pg-[a-z-]+|postgres-[a-z]+|@effect\/sql[a-z-]*)\//],
  ["egress of webhooks", /adapters\/egress\/src\/|node_modules\/undici\//],
  ["emulator and its carriers", /packages\/emulator\/src\//],
  ["Effect", /node_modules\/(effect|@effect\/[a-z-]+)\//],
  ["numbering plans", /node_modules\/libphonenumber-js\//],
  ["hashes", /node_modules\/@noble\//],
  ["mounts", /adapters\/[a-z]+\/src\//],
  ["Node", /^node:/]
]

const names: ReadonlyMap<string, string> = new Map([
  ["(garbage collector)", "garbage collection"],
  ["(program)", "native code"]
])

const placeOf = ({ functionName, url }: Profile["nodes"][number]["callFrame"]): string =>
  names.get(functionName) ?? places.find(([, fits]) => fits.test(url))?.[0] ?? (url === "" ? "native code" : "others")

/** @param cpu the microseconds of CPU that a life takes of the process */
export const of = (profile: Profile, cpu: number): ReadonlyArray<Spent> => {
  const nodes = new Map(profile.nodes.map(({ callFrame, id }) => [id, callFrame]))
  const spent = new Map<string, number>()
  let sum = 0
  const first = Math.floor(profile.samples.length * (1 - lastPart))
  for (let index = first; index < profile.samples.length; index++) {
    const frame = nodes.get(profile.samples[index]!)!
    if (frame.functionName === "(idle)") continue
    const took = profile.timeDeltas[index]!
    const what = placeOf(frame)
    spent.set(what, (spent.get(what) ?? 0) + took)
    sum += took
  }
  return [...spent]
    .map(([what, micros]): Spent => ({ what, micros: micros / sum * cpu }))
    .toSorted((a, b) => b.micros - a.micros)
}

/** Reads the profile that a process has written to a folder of its own. */
export const read = (folder: string, cpu: number): ReadonlyArray<Spent> => {
  const [name] = readdirSync(folder).filter((each) => each.endsWith(".cpuprofile"))
  if (name === undefined) throw new Error(`no profile in ${folder}`)
  return of(JSON.parse(readFileSync(join(folder, name), "utf8")) as Profile, cpu)
}

export const show = (spent: ReadonlyArray<Spent>): string => {
  const line = (what: string, micros: number): string => `  ${what.padEnd(48)}${micros.toFixed(0).padStart(7)} us`
  const sum = spent.reduce((all, { micros }) => all + micros, 0)
  return [...spent.map(({ micros, what }) => line(what, micros)), line("a life", sum)].join("\n")
}
