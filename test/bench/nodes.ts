/**
 * `npm run bench:nodes`: one, two, four and eight nodes (`--nodes` says others) on one PostgreSQL, which clients ask in turns,
 * one message a request: what is accepted in a second and what is handed over, how long both take, how the lanes of the one
 * account spread over the nodes, and how many claims a message takes. A webhook is told of the four events of each message.
 * On a machine with fewer cores than nodes the rates say what more nodes cost, and not what they bring.
 */
import { setTimeout as sleep } from "node:timers/promises"
import { parseArgs } from "node:util"
import pg from "pg"
import * as Carrier from "../crash/Carrier.ts"
import * as Databases from "../crash/Database.ts"
import * as Furniture from "../crash/Furniture.ts"
import * as Node from "../crash/NodeProcess.ts"
import * as Stages from "../crash/Stage.ts"
import * as Workload from "../crash/Workload.ts"
import * as Server from "../postgres/Server.ts"
import * as Endpoint from "../soak/Endpoint.ts"

const { values } = parseArgs({
  options: {
    nodes: { type: "string", default: "1,2,4,8" },
    seconds: { type: "string", default: "15" },
    /** So many clients each wait for an answer before they ask again. */
    clients: { type: "string", default: "32" }
  }
})
const seconds = Number(values.seconds)
const clients = Number(values.clients)

/** For so long what has been accepted may take to be handed over, and its events to come, in milliseconds. */
const patience = 120_000

/** The nodes have lived for so long before anything counts, in milliseconds. */
const warming = 8000

const schema = "signalbox"

/** The statements of claims: the first of each looks for lanes, the second takes what is due in those that it has found. */
const claims = async (client: pg.Client): Promise<readonly [looked: number, took: number]> => {
  const { rows: [row] } = await client.query<{ readonly looked: number; readonly took: number }>(
    `select coalesce(sum(calls) filter (where query ~ 'pg_try_advisory_xact_lock'), 0)::float8 as looked,
       coalesce(sum(calls) filter (where query ~ 'ranked as'), 0)::float8 as took from pg_stat_statements`
  )
  return [row!.looked, row!.took]
}

const quantiles = (waits: ReadonlyArray<number>): string => {
  const sorted = waits.toSorted((one, other) => one - other)
  const at = (share: number): string => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(0)
  return `p50 ${at(0.5)} ms p99 ${at(0.99)} ms`
}

/** Returns after how many milliseconds it is so. */
const until = async (isSo: () => boolean): Promise<number> => {
  const began = performance.now()
  while (!isSo() && performance.now() - began < patience) await sleep(20)
  return performance.now() - began
}

/** A request that was answered, with the instants of the real time, in milliseconds. */
interface Sent {
  readonly phone: string
  readonly from: number
  readonly to: number
}

const measure = async (count: number): Promise<string> => {
  const server = await Server.own()
  await server.start({ shared_preload_libraries: "pg_stat_statements", "pg_stat_statements.max": "10000" })
  const database = Databases.on({ url: server.url, name: schema }, async () => {
    server.signal("SIGQUIT")
    await server.gone()
    server.remove()
  })
  const client = new pg.Client({ connectionString: server.url })
  const carrier = await Carrier.start()
  const endpoint = await Endpoint.start()
  const nodes: Array<Node.NodeProcess> = []
  try {
    await client.connect()
    await client.query("create extension pg_stat_statements")
    for (let index = 1; index <= count; index++) {
      nodes.push(
        await Node.boot({
          database: database.settings,
          carrierUrl: carrier.url,
          id: `node-${index}`,
          heartbeatMillis: 5000,
          more: { SIGNAL: "on", POLL_MILLIS: "1000", OPENING_BALANCE: "100000" }
        })
      )
    }
    const first = nodes[0]!
    let turn = 0
    carrier.connect(() => nodes[turn++ % count]!.url)
    await Stages.ready(first.url, Furniture.apiKey)
    await Stages.subscribe(first.url, endpoint.url)

    const sent: Array<Sent> = []
    const began = Date.now() + warming
    const end = began + seconds * 1000
    const asking = async (url: string): Promise<void> => {
      while (Date.now() < end) {
        const asked = Workload.send(Furniture.apiKey)
        const from = Date.now()
        asked.answered = await Workload.post(url, asked)
        if (!Workload.isAnswered(asked)) throw new Error(`not accepted: ${JSON.stringify(asked.answered)}`)
        sent.push({ phone: asked.phone, from, to: Date.now() })
      }
    }
    const all = Promise.all(Array.from({ length: clients }, (_, index) => asking(nodes[index % count]!.url)))
    await sleep(warming)
    const before = await claims(client)
    await all
    const lines = await until(() => carrier.hands.length >= sent.length)
    const [looked, took] = (await claims(client)).map((each, index) => each - before[index]!)
    const events = await until(() => endpoint.got.size >= 4 * sent.length)

    const counted = sent.filter(({ from }) => from >= began)
    const handed = new Map(carrier.hands.map(({ at, to }) => [to, at]))
    const byNode = nodes.map((_, index) => carrier.hands.filter(({ node }) => node === `node-${index + 1}`).length)
    const shares = byNode.map((each) => `${Math.round(100 * each / carrier.hands.length)} %`)
    return [
      `${count} nodes: ${(counted.length / seconds).toFixed(0)} accepted a second (${
        quantiles(counted.map(({ from, to }) => to - from))
      })`,
      `handed over ${quantiles(counted.map(({ phone, to }) => (handed.get(phone) ?? Infinity) - to))} after that` +
      `, the last after ${(lines / 1000).toFixed(1)} s, by each of the nodes ${shares.join(", ")}`,
      `a message took ${(looked! / counted.length).toFixed(2)} claims, of which ${
        (took! / counted.length).toFixed(2)
      } found a lane`,
      `the last of ${4 * sent.length} events came ${(events / 1000).toFixed(1)} s later`
    ].join("\n  ")
  } finally {
    await Promise.all(nodes.map((node) => node.kill()))
    await carrier.stop()
    await endpoint.stop()
    await client.end()
    await database.remove()
  }
}

for (const count of values.nodes.split(",")) console.log(await measure(Number(count)))
process.exit(0)
