/**
 * `npm run hostile`: plays every attack of `attacks` at full length, each in a process of its own and on each of its
 * storages, and prints what it did to others. It fails when an attack did not hold.
 *
 *   npm run hostile -- --only docs --storage postgres      the attacks whose name holds "docs", on one storage
 */
import { fork } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { fromSource } from "../FromSource.ts"
import * as Database from "../postgres/Database.ts"
import { outages } from "../postgres/Server.ts"
import { attacks } from "./Attacks.ts"
import type { Attack, Outcome, Stage } from "./attacks/Attack.ts"
import { failed } from "./attacks/Attack.ts"
import * as Table from "./Table.ts"

/** An attack that takes longer counts as hanging. */
const patience = 5 * 60_000

const { values } = parseArgs({ options: { only: { type: "string", default: "" }, storage: { type: "string" } } })

/** An empty place of that storage, and how to give it up. */
const place = async (storage: Stage["storage"]): Promise<{ readonly at: string; readonly end: () => unknown }> => {
  if (storage === "memory") return { at: "", end: () => undefined }
  if (storage === "postgres") {
    const { drop, url } = await Database.fresh()
    return { at: url, end: drop }
  }
  const own = mkdtempSync(join(tmpdir(), "signalbox-hostile-"))
  return { at: join(own, "signalbox.db"), end: () => rmSync(own, { recursive: true, force: true }) }
}

/** Plays one attack in a process of its own, whose children end with it. */
const play = async (name: string, storage: Stage["storage"]): Promise<Outcome> => {
  const fallen = storage === "postgres" ? outages().length : 0
  const { at, end } = await place(storage)
  const script = fileURLToPath(new URL("./played.ts", import.meta.url))
  const child = fork(script, [name, storage, at], {
    execArgv: [...fromSource],
    detached: true
  })
  const kill = () => {
    try {
      process.kill(-child.pid!, "SIGKILL")
    } catch {
      // They have all ended.
    }
  }
  process.once("exit", kill)
  const hanging = setTimeout(kill, patience)
  try {
    const outcome = await new Promise<Outcome>((resolve) => {
      child.once("message", (outcome) => resolve(outcome as Outcome))
      child.once("exit", (code, signal) => resolve(failed(`The attack ended with ${signal ?? code}.`)))
    })
    const fell = storage === "postgres" ? outages().slice(fallen) : []
    return { ...outcome, broken: [...outcome.broken, ...fell.map((line) => `The server fell: ${line}`)] }
  } finally {
    clearTimeout(hanging)
    process.off("exit", kill)
    kill()
    await end()
  }
}

const isWanted = ({ name }: Attack): boolean => name.toLowerCase().includes(values.only.toLowerCase())

let broken = 0
console.log(Table.head)
for (const attack of attacks.filter(isWanted)) {
  for (const storage of attack.storages.filter((each) => values.storage === undefined || each === values.storage)) {
    const outcome = await play(attack.name, storage)
    const flaws = Table.flaws(outcome)
    if (flaws.length > 0) broken++
    console.log(Table.row(attack.name, storage, outcome))
    for (const flaw of flaws) console.log(`  ${flaw}`)
  }
}
console.log(broken === 0 ? "All attacks held." : `${broken} did not hold.`)
process.exitCode = broken === 0 ? 0 : 1
