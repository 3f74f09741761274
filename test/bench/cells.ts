/**
 * `npm run bench:cells`: how long sends of one cell take while the other one is well, silent and dead; and what eight cells
 * cost against one, and against a database without cells. `--parts outage` or `--parts costs` measures only that,
 * `--json FILE` writes it down too.
 */
import { writeFileSync } from "node:fs"
import { cpus, loadavg } from "node:os"
import { parseArgs } from "node:util"
import * as CellCosts from "./CellCosts.ts"
import * as CellOutage from "./CellOutage.ts"

const { values } = parseArgs({
  options: {
    parts: { type: "string", default: "outage,costs" },
    json: { type: "string" },
    turns: { type: "string", default: "3" },
    millis: { type: "string", default: "15000" },
    connections: { type: "string", default: "16" },
    accounts: { type: "string", default: "64" },
    messages: { type: "string", default: "8000" },
    warm: { type: "string", default: "5" },
    idle: { type: "string", default: "60000" }
  }
})

const parts = values.parts.split(",")
const load = (): ReadonlyArray<number> => loadavg().map((each) => Number(each.toFixed(2)))
const connections = Number(values.connections)

console.log(`node ${process.version}, ${cpus().length} x ${cpus()[0]?.model}, load ${load().join(", ")}\n`)
const before = load()

const outage = parts.includes("outage")
  ? await CellOutage.measure({ turns: Number(values.turns), millis: Number(values.millis), connections })
  : undefined
if (outage !== undefined) console.log(`${CellOutage.show(outage)}\n`)

const costs = parts.includes("costs")
  ? await CellCosts.measure({
    accounts: Number(values.accounts),
    messages: Number(values.messages),
    connections,
    turns: Number(values.warm),
    idleMillis: Number(values.idle)
  }, (name) => console.log(`${new Date().toISOString()}: measures ${name}, and how it rests`))
  : undefined
if (costs !== undefined) console.log(`${CellCosts.show(costs)}\n`)

const machine = { node: process.version, cpus: cpus().length, model: cpus()[0]?.model, load: { before, after: load() } }
console.log(`load of the machine after: ${load().join(", ")}`)
if (values.json !== undefined) writeFileSync(values.json, JSON.stringify({ ...machine, outage, costs }, null, 2))
process.exit(0)
