/**
 * `npm run soak -- --nodes 4 --seconds 600 --seed 7`: real processes on one PostgreSQL, under load with webhooks, while they
 * are killed, stand still, are replaced and joined, their sessions are cut and their clocks are set. Whatever went out twice is listed
 * with its cause; anything else is a failure. Each message is four events for each of two endpoints, and whatever waits at the
 * end is waited for: on two cores an hour wants `--rate 30`.
 */
import { parseArgs } from "node:util"
import * as Soaking from "./Soaking.ts"

const { values } = parseArgs({
  options: {
    nodes: { type: "string", default: "2" },
    seconds: { type: "string", default: "30" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 2 ** 31)) },
    rate: { type: "string", default: "100" },
    calm: { type: "boolean", default: false },
    heartbeat: { type: "string", default: "5000" }
  }
})

const options: Soaking.Options = {
  nodes: Number(values.nodes),
  seconds: Number(values.seconds),
  seed: Number(values.seed),
  perSecond: Number(values.rate),
  isCalm: values.calm,
  heartbeatMillis: Number(values.heartbeat)
}

console.log(
  `${options.nodes} nodes for ${options.seconds} s at ${options.perSecond} messages a second, ` +
    `heartbeats of ${options.heartbeatMillis} ms, seed ${options.seed}`
)
const found = await Soaking.play(options)
console.log(`began at ${found.began.toISOString()}`)
for (const line of found.journal) console.log(line)
for (const { cause, message } of found.doubles) console.log(`twice: ${message}: ${cause ?? "WITHOUT A CAUSE"}`)
console.log(`events to one endpoint in each second: ${found.pace.join(" ")}`)
for (const line of found.room) console.log(line)
for (const wrong of found.wrong.slice(0, 50)) console.log(`WRONG: ${wrong}`)
console.log(`${found.wrong.length === 0 ? "HOLDS" : "BROKEN"}: ${Soaking.told(found)}`)
process.exit(found.wrong.length === 0 ? 0 : 1)
