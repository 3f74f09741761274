/**
 * Compares the last version with today's: both play the same scripts over HTTP, and each difference is either one that
 * CHANGELOG.md tells of, or a fault.
 *
 *     npm run versions                                  20 scripts of each kind
 *     npm run versions -- --scripts 100 --seed 7
 *     npm run versions -- --from v0.1.0                 another version than the last release
 *     npm run versions -- --folder FOLDER               a version that stands there with its dependencies already
 *
 * Until the first release it is compared with the commit that Baseline.ts names. Git must know that commit.
 */
import * as Receiver from "@signalbox/testing/http/Receiver"
import { readFileSync, rmSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import * as InProcess from "../fuzz/InProcess.ts"
import * as Accepted from "./Accepted.ts"
import * as Baseline from "./Baseline.ts"
import type { Difference } from "./Difference.ts"
import * as Differences from "./Difference.ts"
import type { Hooks, Version } from "./Player.ts"
import { play } from "./Player.ts"
import type { Script } from "./Scripts.ts"
import { draw } from "./Scripts.ts"
import * as Server from "./Server.ts"
import type { Transcript } from "./Transcript.ts"

const { values } = parseArgs({
  options: {
    scripts: { type: "string", default: "20" },
    seed: { type: "string", default: "1" },
    from: { type: "string" },
    folder: { type: "string" }
  }
})

for (const [signal, code] of [["SIGHUP", 129], ["SIGINT", 130], ["SIGTERM", 143]] as const) {
  process.on(signal, () => process.exit(code))
}

const root = fileURLToPath(new URL("../../", import.meta.url))

const untold = Accepted.untold(readFileSync(join(root, "CHANGELOG.md"), "utf8"))
for (const sentence of untold) console.error(`CHANGELOG.md does not say: ${sentence}`)

const commit = values.from ?? Baseline.find(root)
const folder = values.folder ?? Baseline.checkOut(root, commit)
if (values.folder === undefined) {
  process.on("exit", () => rmSync(dirname(folder), { recursive: true, force: true }))
}

const receiver = await Receiver.start()

const version = async (name: string, path: string): Promise<Version & { readonly hooks: Hooks }> => {
  const server = await Server.start(path)
  let seen = 0
  return {
    control: server.control,
    send: InProcess.over(server.baseUrl),
    hooks: {
      url: receiver.url(`/${name}`),
      taken: () => {
        const all = receiver.at(`/${name}/hook`)
        const fresh = all.slice(seen)
        seen = all.length
        return fresh
      }
    }
  }
}

const [before, after] = [await version("before", folder), await version("after", root)]

const played = (script: Script): Promise<readonly [before: Transcript, after: Transcript]> =>
  Promise.all([play(script, before, before.hooks), play(script, after, after.hooks)])

/** Where a version differs from itself, such as in numbers that are given out at random, nothing is known of another one. */
const compare = async (script: Script): Promise<ReadonlyArray<Difference>> => {
  const [one, other] = await played(script)
  const found = Differences.of(one, other)
  if (found.every((each) => Accepted.by(each) !== undefined)) return found
  const [oneAgain, otherAgain] = await played(script)
  const kinds = (all: ReadonlyArray<Difference>): ReadonlyArray<string> => all.map(Differences.kind)
  const unsteady = new Set([...kinds(Differences.of(one, oneAgain)), ...kinds(Differences.of(other, otherAgain))])
  const again = new Set(kinds(Differences.of(oneAgain, otherAgain)))
  return found.filter((each) => again.has(Differences.kind(each)) && !unsteady.has(Differences.kind(each)))
}

const faults = new Map<string, { readonly first: Difference; times: number }>()
const accepted = new Map<string, number>()
const scripts = draw(Number(values.seed), Number(values.scripts))
let entries = 0
for (const script of scripts) {
  entries += script.moves.length
  for (const difference of await compare(script)) {
    const row = Accepted.by(difference)
    if (row !== undefined) accepted.set(row.sentence, (accepted.get(row.sentence) ?? 0) + 1)
    else {
      const kind = Differences.kind(difference)
      const known = faults.get(kind)
      if (known === undefined) faults.set(kind, { first: difference, times: 1 })
      else known.times++
    }
  }
}

console.log(`${scripts.length} scripts with ${entries} moves, seed ${values.seed}, ${commit} and today's version.`)
for (const [sentence, times] of accepted) console.log(`accepted ${String(times).padStart(5)} times: ${sentence}`)
for (const { first, times } of faults.values()) {
  console.log(`\n${times} times, and CHANGELOG.md does not say so:\n${Differences.print(first)}`)
}
console.log(`\n${faults.size} differences that nobody was told of.`)
process.exit(faults.size + untold.length === 0 ? 0 : 1)
