/**
 * Signalbox on Bun's own server.
 */
import { app } from "./app.ts"
import { box } from "./box.ts"

/** As much of Bun as is used here; `@types/bun` has all of it. */
interface Server {
  readonly port: number
  readonly stop: (closeConnections: boolean) => Promise<void>
}
declare const Bun: { readonly serve: (options: typeof app) => Server }

const server = Bun.serve(app)

const { id } = await box.accounts.ensure({ name: "Acme", balance: 10, numbers: ["+12015550100"] })
await box.as(id).templates.ensure({
  name: "welcome",
  definition: { body: { multiChannel: { template: "Hello, welcome to Acme." } } }
})

// What follows is what a client and a carrier of yours do.
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${server.port}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body)
  })
const key = await box.keys.create(id)
const message = { to: ["+12015550123"], template: { name: "welcome" } }
const sent = await post("/messaging/v3/messages", message, { "x-api-key": key })
const told = await post("/messaging/carriers/console", { delivered: true })
console.log(`POST /messaging/v3/messages answers ${sent.status} on Bun, and the callback ${await told.text()}.`)

await server.stop(true)
await box.close()
process.exitCode = sent.status === 202 && told.status === 200 ? 0 : 1
