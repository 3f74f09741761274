/**
 * `npm run bench:memory -- --messages 1000000`: how much resident memory a node has while so many messages live their whole
 * lives, sent in bulks, with a webhook that hears of their ends. The carrier, the endpoint and the database are in other
 * processes, so nothing but the service counts. The node has the settings of V8 that the operating guide names for a small
 * one, unless `--options` has others: by itself V8 lets garbage stand until it is twice what lives.
 */
import { randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"
import { parseArgs } from "node:util"
import * as Carrier from "../crash/Carrier.ts"
import * as Databases from "../crash/Database.ts"
import * as Furniture from "../crash/Furniture.ts"
import * as Node from "../crash/NodeProcess.ts"
import * as Stages from "../crash/Stage.ts"
import * as Endpoint from "../soak/Endpoint.ts"

const { values } = parseArgs({
  options: {
    messages: { type: "string", default: "50000" },
    recipients: { type: "string", default: "1000" },
    side: { type: "string", default: "4" },
    /** It ends after so long, however many have lived by then. */
    seconds: { type: "string", default: "7200" },
    /** A line is printed after so many seconds. */
    every: { type: "string", default: "10" },
    options: { type: "string", default: "--max-semi-space-size=16 --max-old-space-size=256" }
  }
})
const messages = Number(values.messages)
const recipients = Number(values.recipients)

/** The memory that the issue allows a node, in megabytes. */
const bound = 400

const residentOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]) / 1024

const database = await Databases.postgres()
const carrier = await Carrier.start()
const endpoint = await Endpoint.start()
const node = await Node.boot({
  database: database.settings,
  carrierUrl: carrier.url,
  id: "node-1",
  heartbeatMillis: 5000,
  more: { SIGNAL: "on", POLL_MILLIS: "1000", OPENING_BALANCE: String(1000 + messages), NODE_OPTIONS: values.options }
})
carrier.connect(node.url)
await Stages.ready(node.url, Furniture.apiKey)
await Stages.subscribe(node.url, endpoint.url, {
  event_types: ["message"],
  event_filters: { message: ["delivered"] }
})
console.log(`${messages} messages in bulks of ${recipients}; ${residentOf(node.pid).toFixed(0)} MB before`)

const template = { name: "hello_welcome_to_signalbox", parameters: { name: "Ada" } }
const state = { asked: 0 }
/** Asks again with the same key where a node that has too much to do answers that it cannot. */
const sent = async (key: string, body: string): Promise<void> => {
  const answer = await fetch(`${node.url}/v3/messages`, {
    method: "POST",
    headers: { "x-api-key": Furniture.apiKey, "content-type": "application/json", "idempotency-key": key },
    body
  })
  const text = await answer.text()
  if (answer.status === 202) return
  if (answer.status !== 503 && answer.status !== 409) throw new Error(`${answer.status} ${text}`)
  await sleep(1000)
  return sent(key, body)
}

const send = async (): Promise<void> => {
  while (state.asked < messages && performance.now() < end) {
    const to = Array.from({ length: recipients }, () => `+1201${String(2_000_000 + state.asked++)}`)
    await sent(randomUUID(), JSON.stringify({ to, channel: ["sms"], template }))
  }
}

/** The memory of a node at a moment, in megabytes, with how far it was. */
interface Sample {
  readonly seconds: number
  readonly handed: number
  readonly delivered: number
  readonly resident: number
}

/** The parts of the memory, for whoever looks for what grows. */
const partsOf = async (): Promise<string> => {
  const answer = await fetch(`${node.url}/memory`, { method: "POST", body: "{}", signal: AbortSignal.timeout(5000) })
  const parts = await answer.json() as NodeJS.MemoryUsage
  return (["heapTotal", "heapUsed", "external", "arrayBuffers"] as const)
    .map((name) => `${name} ${(parts[name] / 2 ** 20).toFixed(0)}`).join(", ")
}

const told = ({ delivered, handed, resident, seconds }: Sample): string =>
  `${seconds.toFixed(0)} s: ${state.asked} asked, ${handed} handed over, ${delivered} told: ${resident.toFixed(0)} MB`

const samples: Array<Sample> = []
const began = performance.now()
const end = began + 1000 * Number(values.seconds)
/** A machine that has much else to do does not live through all of them in the time. */
const isOver = (): boolean => endpoint.got.size >= messages || performance.now() > end
const sampling = (async () => {
  for (let next = 0; !isOver(); await sleep(250)) {
    const seconds = (performance.now() - began) / 1000
    const sample = {
      seconds,
      handed: carrier.handed.length,
      delivered: endpoint.got.size,
      resident: residentOf(node.pid)
    }
    samples.push(sample)
    if (seconds < next) continue
    next += Number(values.every)
    console.log(`${told(sample)} (${await partsOf().catch(() => "no answer")})`)
  }
})()
await Promise.all(Array.from({ length: Number(values.side) }, send))
await sampling
const seconds = (performance.now() - began) / 1000
const delivered = endpoint.got.size

const most = (some: ReadonlyArray<Sample>): number => Math.max(...some.map(({ resident }) => resident))
for (let tenth = 0; tenth < 10; tenth++) {
  const part = samples.filter((each) => Math.floor(each.delivered / messages * 10) === tenth)
  if (part.length > 0) console.log(`${(tenth * messages) / 10} and more delivered: ${most(part).toFixed(0)} MB at most`)
}
const highest = most(samples)
console.log(
  `${delivered} of ${messages} lived: ${highest.toFixed(0)} MB at most, ${
    highest <= bound ? "within" : "ABOVE"
  } ${bound} MB; ` +
    `${(delivered / seconds).toFixed(0)} whole lives a second`
)
await node.kill()
await carrier.stop()
await endpoint.stop()
await database.remove()
process.exit(highest <= bound ? 0 : 1)
