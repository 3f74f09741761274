/**
 * `npm run bench:deliveries`: the part of `npm run bench` about deliveries by itself, in any size.
 */
import { parseArgs } from "node:util"
import { server } from "../postgres/Server.ts"
import * as Isolation from "./Isolation.ts"

const { values } = parseArgs({
  options: {
    endpoints: { type: "string", default: "1000" },
    dead: { type: "string", default: "10" },
    backlog: { type: "string", default: "100000" },
    millis: { type: "string", default: "10000" }
  }
})

const size: Isolation.Size = {
  endpoints: Number(values.endpoints),
  dead: Number(values.dead),
  backlog: Number(values.backlog),
  millis: Number(values.millis)
}
const { DATABASE_URL: _, ...memory } = process.env

console.log(Isolation.title(size))
await Isolation.compare("PostgreSQL", { ...memory, DATABASE_URL: await server({ durable: true }) }, size)
await Isolation.compare("memory", memory, size)
