/**
 * `npm run bench:webhooks`: the parts of `npm run bench` about whole lives with a webhook, and about what one endpoint
 * gets, by themselves, in any size.
 */
import { parseArgs } from "node:util"
import { server } from "../postgres/Server.ts"
import * as Endpoint from "./Endpoint.ts"
import * as WholeLives from "./WholeLives.ts"

const { values } = parseArgs({
  options: {
    sends: { type: "string", default: "1000" },
    recipients: { type: "string", default: "1" },
    turns: { type: "string", default: "5" },
    /** The stores, with commas between them. */
    stores: { type: "string", default: "PostgreSQL,memory" },
    /** Measures lives without a webhook as well. */
    bare: { type: "boolean", default: false },
    profile: { type: "string" },
    /** After how many milliseconds endpoints answer, with commas between them; empty measures no endpoint. */
    endpoints: { type: "string", default: "0,20,200" }
  }
})

const { DATABASE_URL: _, ...memory } = process.env
const load = { recipients: Number(values.recipients), sends: Number(values.sends), turns: Number(values.turns) }
for (const name of values.stores.split(",")) {
  const env = name === "memory" ? memory : { ...memory, DATABASE_URL: await server({ durable: true }) }
  for (const millis of values.endpoints.split(",").filter((each) => each !== "")) {
    console.log(`${name}: ${Endpoint.show(await Endpoint.measure(env, Number(millis)))}`)
  }
  if (load.turns === 0) continue
  for (const isTold of values.bare ? [false, true] : [true]) {
    const lived = await WholeLives.measure(env, { ...load, isTold }, values.profile)
    console.log(
      `${name}${isTold ? ", with a webhook" : ""}: ${lived.lives.toFixed(0)}/s, ${WholeLives.show(lived)} ` +
        `(before ${lived.before.map((each) => each.toFixed(0)).join(", ")})`
    )
  }
}
