/**
 * `npm run bench`: each figure a ratio to a baseline measured in the same run, in turns, so that a slow moment of the
 * machine meets both. With `--json FILE` the results are written there too, `--parts core,sandbox` measures only these,
 * and with `--profile FOLDER` the service's processes write CPU profiles to it. `--table` measures whole lives and the
 * start, and prints them as one table, with what a life asks of PostgreSQL, what a list of conversations costs, and where
 * the time of each kind of life goes; `--share 0.05 --turns 1` tries that out with a twentieth of the messages.
 * `--semi-space 64` gives the processes whose whole lives are measured so many megabytes for young objects.
 * `--stored 1000000` measures with so many messages stored on PostgreSQL (`--stores PostgreSQL` measures only that), once it
 * has checked that the disk has the room. With `--database FOLDER` they stay in that folder for the next time, on a server
 * whose settings are those for many messages, and with `--fill` besides nothing is measured: what takes long is done
 * beforehand, beside other work.
 */
import { randomInt, randomUUID } from "node:crypto"
import { writeFileSync } from "node:fs"
import { cpus, loadavg, totalmem } from "node:os"
import { parseArgs } from "node:util"
import { server } from "../postgres/Server.ts"
import * as Claims from "./claims.ts"
import * as Endpoint from "./Endpoint.ts"
import * as Isolation from "./Isolation.ts"
import * as KeptServer from "./KeptServer.ts"
import * as Load from "./Load.ts"
import * as Neighbours from "./Neighbours.ts"
import * as Process from "./Process.ts"
import * as PureLife from "./PureLife.ts"
import * as SandboxSend from "./SandboxSend.ts"
import * as Stalls from "./Stalls.ts"
import * as Stored from "./Stored.ts"
import * as Table from "./Table.ts"
import * as WholeLives from "./WholeLives.ts"

const parts = [
  "core",
  "claims",
  "lives",
  "accept",
  "sandbox",
  "neighbours",
  "deliveries",
  "endpoints",
  "stalls"
] as const

const { values } = parseArgs({
  options: {
    json: { type: "string" },
    /** The parts that are measured, with commas between them; all of them unless told. */
    parts: { type: "string", default: parts.join(",") },
    /** The folder to which the service's processes write CPU profiles. */
    profile: { type: "string" },
    /** The stores that are measured. */
    stores: { type: "string", default: "PostgreSQL,memory" },
    millis: { type: "string", default: "4000" },
    table: { type: "boolean", default: false },
    /** The share of their messages that lives are measured with, to try the bench out. */
    share: { type: "string", default: "1" },
    turns: { type: "string", default: "3" },
    /** In megabytes. */
    "semi-space": { type: "string" },
    /** How many messages are stored on PostgreSQL before. */
    stored: { type: "string", default: "0" },
    /** The folder in which the data of PostgreSQL stay. */
    database: { type: "string" },
    /** Whether messages are stored and nothing is measured. */
    fill: { type: "boolean", default: false },
    /** How many deliveries one customer has before it. */
    backlog: { type: "string", default: "100000" }
  }
})
const wanted = new Set(values.table ? ["lives"] : values.parts.split(","))
const namesOfStores = ["PostgreSQL", "memory"] as const
const askedStores = values.stores.split(",")
for (const name of askedStores) {
  if (!namesOfStores.some((each) => each === name)) {
    throw new Error(`--stores: ${name} is none of ${namesOfStores.join(", ")}`)
  }
}
const semiSpace = values["semi-space"]
if (semiSpace !== undefined && !/^[1-9][0-9]{0,2}$/.test(semiSpace)) throw new Error("--semi-space: so many megabytes")
const nodeOptions = semiSpace === undefined ? [] : [`--max-semi-space-size=${semiSpace}`]
for (const name of wanted) {
  if (!parts.some((each) => each === name)) throw new Error(`--parts: ${name} is none of ${parts.join(", ")}`)
}

/** Measures a part, unless others were asked for. */
const part = async <A>(name: typeof parts[number], measure: () => Promise<A>): Promise<A | undefined> =>
  wanted.has(name) ? await measure() : undefined

const turns = Number(values.turns)
const share = Number(values.share)
if (!(turns >= 1 && share > 0 && share <= 1)) throw new Error("--turns: one at least; --share: more than 0, 1 at most")
const options = { connections: 64, warmUpMillis: 1500, millis: Number(values.millis) }

const { database, fill: isFilled } = values
const apiKey = randomUUID()

/** A new recipient each time, so that every send makes its contact. */
const send = (): Load.Request => {
  // In a database that is kept the recipients of the run before are contacts already.
  let number = randomInt(4_000_000)
  return {
    path: "/v3/messages",
    headers: { "x-api-key": apiKey, "content-type": "application/json" },
    body: () => {
      number++
      return JSON.stringify({
        to: [`+1${201 + Math.floor(number / 8_000_000)}${String(2_000_000 + number % 8_000_000)}`],
        channel: ["sms"],
        template: { name: "hello_welcome_to_signalbox", parameters: { name: "Ada" } }
      })
    }
  }
}

interface Figure {
  readonly name: string
  readonly ratio: number
  readonly ours: Load.Measured
  readonly baseline: Load.Measured
}

const median = (all: ReadonlyArray<Load.Measured>): Load.Measured =>
  all.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(all.length / 2)]!

const compare = async (
  name: string,
  ours: { readonly script: string; readonly env: NodeJS.ProcessEnv },
  baseline: { readonly script: string; readonly env: NodeJS.ProcessEnv }
): Promise<Figure> => {
  const measured: { readonly ours: Array<Load.Measured>; readonly baseline: Array<Load.Measured> } = {
    ours: [],
    baseline: []
  }
  for (let turn = 0; turn < turns; turn++) {
    for (const [side, { script, env }] of [["baseline", baseline], ["ours", ours]] as const) {
      const profiles = side === "ours" ? values.profile : undefined
      const server = await Process.start(script, { API_KEY: apiKey, ...env }, profiles)
      measured[side].push(await Load.run(server.origin, send(), options))
      await server.stop()
    }
  }
  const [a, b] = [median(measured.ours), median(measured.baseline)]
  return { name, ratio: a.perSecond / b.perSecond, ours: a, baseline: b }
}

type Stores = ReadonlyArray<readonly [name: typeof namesOfStores[number], env: NodeJS.ProcessEnv]>

/** The bare server is asked for so long before the figure that whole lives are compared with. */
const longWarmUp = 6000

const loads = ([
  ["bulk of 1,000", { recipients: 1000, sends: 10 }],
  ["single", { recipients: 1, sends: 4000 }],
  ["bulk of 1,000 with a webhook", { recipients: 1000, sends: 4, isTold: true }],
  ["single with a webhook", { recipients: 1, sends: 2000, isTold: true }]
] as const).map(([what, load]): readonly [what: string, load: WholeLives.Load] => [
  what,
  { ...load, sends: Math.ceil(load.sends * share), ...(share < 1 ? { turns: 4 } : {}) }
])

/**
 * Whole lives and what of them is accepted, each as a ratio to the bare server with one INSERT a request. All of them are
 * warm: the service lives through its load until that costs no less than before, and the bare server is asked for as many
 * seconds as that takes at least.
 */
const wholeLives = async (postgres: NodeJS.ProcessEnv, stores: Stores) => {
  const found = new Map<string, Array<WholeLives.Lived>>()
  const bare: Array<Load.Measured> = []
  for (let turn = 0; turn < turns; turn++) {
    const server = await Process.start("barePool", postgres)
    bare.push(await Load.run(server.origin, send(), { ...options, warmUpMillis: longWarmUp }))
    await server.stop()
    for (const [name, env] of stores) {
      for (const [what, load] of loads) {
        const text = `${name}, ${what}`
        found.set(text, [...found.get(text) ?? [], await WholeLives.measure(env, load, values.profile, nodeOptions)])
      }
    }
  }
  const baseline = median(bare)
  console.log(`\nwhole lives / bare node:http with one prepared INSERT a request (${baseline.perSecond.toFixed(0)}/s)`)
  return [...found].map(([name, all]) => {
    const lived = all.toSorted((a, b) => a.lives - b.lives)[Math.floor(all.length / 2)]!
    const ratio = { accepted: lived.accepted / baseline.perSecond, lives: lived.lives / baseline.perSecond }
    console.log(
      `${name}: accepted ${ratio.accepted.toFixed(2)} x, lives ${ratio.lives.toFixed(2)} x ` +
        `(${lived.accepted.toFixed(0)}/s, ${lived.lives.toFixed(0)}/s, ${WholeLives.show(lived)}; ` +
        `before it was warm ${lived.before.map((each) => each.toFixed(0)).join(", ")})`
    )
    return { name, ...lived, ratio, baseline: baseline.perSecond }
  })
}

const show = ({ perSecond, p50, p99 }: Load.Measured): string =>
  `${perSecond.toFixed(0).padStart(6)}/s  p50 ${p50.toFixed(1)} ms  p99 ${p99.toFixed(1)} ms`

const quantiles = (waits: ReadonlyArray<number>) => {
  const sorted = waits.toSorted((a, b) => a - b)
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { p50: at(0.5), p99: at(0.99), count: sorted.length }
}

const wait = ({ count, p50, p99 }: ReturnType<typeof quantiles>): string =>
  `p50 ${p50.toFixed(0)} ms p99 ${p99.toFixed(0)} ms (${count})`

const core = async () => {
  const measured = PureLife.measure()
  console.log(`the pure decisions of a life: ${PureLife.show(measured)}`)
  return measured
}

const claims = async () => {
  console.log("\nclaims of a few items on PostgreSQL, by how many lanes have due work")
  const measured = await Claims.measure()
  for (const each of measured) console.log(Claims.show(each))
  return measured
}

const baselines = {
  PostgreSQL: { what: "bare node:http with one INSERT a request", script: "bareInsert" },
  memory: { what: "bare HttpApi route", script: "bareRoute" }
} as const

const accepts = async (stores: Stores) => {
  const figures: Array<Figure> = []
  for (const [name, env] of stores) {
    const { script, what } = baselines[name]
    figures.push(
      await compare(`accept over HTTP, ${name} / ${what}`, { script: "signalbox", env }, { script, env })
    )
    // Nobody has worked on what was accepted, and whoever is measured next would have it to do.
    if (name === "PostgreSQL") await WholeLives.settle(env)
  }
  console.log()
  for (const { baseline, name, ours, ratio } of figures) {
    console.log(`${name}: ${ratio.toFixed(2)} x\n  ours      ${show(ours)}\n  baseline  ${show(baseline)}`)
  }
  return figures
}

const sandbox = async (stores: Stores) => {
  console.log("\nCPU of a sandbox send / of a request to bare node:http with the same JSON")
  const compared = []
  for (const [name, env] of stores) {
    const each = await SandboxSend.measure(name, env, turns, values.profile)
    console.log(SandboxSend.show(each))
    compared.push(each)
  }
  return compared
}

const neighbours = async (stores: Stores) => {
  console.log(
    "\nanother account's single messages beside one send of 1,000 after the other (aim: accepted within 250 ms)"
  )
  const found = []
  for (const [name, env] of stores) {
    const alone = await Neighbours.measure(env, 0, options.millis)
    const beside = await Neighbours.measure(env, 1, options.millis)
    for (const what of ["accepted", "delivered"] as const) {
      const figure = { name, what, alone: quantiles(alone[what]), beside: quantiles(beside[what]) }
      found.push({ ...figure, ratio: figure.beside.p50 / figure.alone.p50 })
      console.log(`${name}, until ${what}: alone ${wait(figure.alone)}, beside ${wait(figure.beside)}`)
    }
  }
  return found
}

const deliveries = async (stores: Stores) => {
  const size = { endpoints: 1000, dead: 10, backlog: Number(values.backlog), millis: 2 * options.millis }
  console.log(`\n${Isolation.title(size)}`)
  const compared = []
  for (const [name, env] of stores) compared.push(await Isolation.compare(name, env, size))
  return compared
}

/** After how many milliseconds the one endpoint answers whose rate is measured. */
const answerMillis = [0, 20, 200]

const endpoints = async (stores: Stores) => {
  console.log("\nwhat one endpoint gets while nobody else gets anything")
  const rates = []
  for (const [name, env] of stores) {
    for (const millis of answerMillis) {
      const rate = await Endpoint.measure(env, millis)
      rates.push({ name, ...rate })
      console.log(`${name}: ${Endpoint.show(rate)}`)
    }
  }
  return rates
}

const stalls = async (stores: Stores) => {
  const all = []
  for (const [name, env] of stores) {
    console.log(`\nthe longest stalls of the event loop by hostile requests, ${name} (aim: 200 ms)`)
    const found = await Stalls.measure(env)
    all.push({ name, found })
    for (const stall of found.slice(0, 20)) console.log(Stalls.show(stall))
  }
  return all
}

const stored = async (env: NodeJS.ProcessEnv): Promise<number> => {
  if (values.stored === "0") return 0
  const found = await Stored.store(
    env,
    Number(values.stored),
    (messages) => console.log(`${new Date().toISOString()}: ${messages.toLocaleString("en")} messages`)
  )
  console.log(`${found.toLocaleString("en")} messages are stored on PostgreSQL\n`)
  return found
}

/** Fills a folder, with a server that waits for no disk before the end. */
const fill = async (folder: string): Promise<void> => {
  const server = await KeptServer.start(folder, { durable: false })
  try {
    await stored({ ...process.env, DATABASE_URL: server.url })
  } finally {
    server.stop()
  }
}

const main = async (url: string) => {
  console.log(`node ${process.version}, ${cpus().length} x ${cpus()[0]?.model}, ${options.connections} connections\n`)
  const { DATABASE_URL: _, ...memory } = process.env
  const postgres = { ...memory, DATABASE_URL: url }
  const all: Stores = [["PostgreSQL", postgres], ["memory", memory]]
  const stores = all.filter(([name]) => askedStores.includes(name))
  const found = await stored(postgres)
  if (database !== undefined) await WholeLives.settle(postgres)
  const measured = {
    stored: found,
    core: await part("core", core),
    claims: await part("claims", claims),
    lives: await part("lives", () => wholeLives(postgres, stores)),
    figures: await part("accept", () => accepts(stores)),
    sandbox: await part("sandbox", () => sandbox(stores)),
    neighbours: await part("neighbours", () => neighbours(stores)),
    deliveries: await part("deliveries", () => deliveries(stores)),
    endpoints: await part("endpoints", () => endpoints(stores)),
    stalls: await part("stalls", () => stalls(stores))
  }
  const table = values.table
    ? await Table.measure({ stores, loads, lives: measured.lives ?? [], nodeOptions, turns, share })
    : undefined
  if (table !== undefined) console.log(`\n${Table.show(table)}`)
  if (values.json !== undefined) {
    const machine = {
      node: process.version,
      versions: process.versions,
      cpus: cpus().length,
      model: cpus()[0]?.model,
      memory: totalmem(),
      load: loadavg(),
      nodeOptions
    }
    writeFileSync(values.json, JSON.stringify({ ...machine, ...measured, table }, null, 2))
  }
}

if (isFilled && (database === undefined || values.stored === "0")) {
  throw new Error("--fill: with --database and --stored")
}
if (database === undefined) await main(await server({ durable: true }))
else if (isFilled) await fill(database)
else {
  const kept = await KeptServer.start(database, { durable: true })
  try {
    await main(kept.url)
  } finally {
    kept.stop()
  }
}
