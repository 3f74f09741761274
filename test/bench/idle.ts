/**
 * `npm run bench:idle`: how long a message takes on a service that has nothing else to do, on PostgreSQL.
 */
import { parseArgs } from "node:util"
import { server } from "../postgres/Server.ts"
import * as SingleMessage from "./SingleMessage.ts"

const { values } = parseArgs({
  options: {
    messages: { type: "string", default: "100" },
    every: { type: "string", default: "100" }
  }
})

const medians = await SingleMessage.measure(
  await server({ durable: true }),
  Number(values.messages),
  Number(values.every)
)
console.log(`node ${process.version}\n${SingleMessage.show(medians)}\n${JSON.stringify(Object.fromEntries(medians))}`)
