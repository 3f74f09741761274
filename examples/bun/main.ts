/**
 * Signalbox on Bun's own server.
 */
import { carrier, createSignalbox, memory } from "signalbox"

/** As much of Bun as is used here; `@types/bun` has all of it. */
interface Server {
  readonly port: number
  readonly requestIP: (request: Request) => { readonly address: string } | null
  readonly stop: (closeConnections: boolean) => Promise<void>
}
declare const Bun: {
  readonly serve: (options: {
    readonly port: number
    readonly fetch: (request: Request, server: Server) => Promise<Response>
  }) => Server
}

const sms = carrier({
  id: "console",
  channels: ["sms"],
  submit: ({ text, to }) => console.log(`SMS to ${to}: ${text}`)
})
const box = createSignalbox({ storage: memory(), carriers: [sms] })

const server = Bun.serve({
  port: 0,
  // A web request does not know its client, and keys are locked out by address.
  fetch: (request, server) => box.fetch(request, { ip: server.requestIP(request)?.address })
})

const { id } = await box.accounts.ensure({ name: "Acme", balance: 10, numbers: ["+12015550100"] })
await box.as(id).templates.ensure({
  name: "welcome",
  definition: { body: { multiChannel: { template: "Hello, welcome to Acme." } } }
})

// What follows is what a client of yours does.
const sent = await fetch(`http://127.0.0.1:${server.port}/v3/messages`, {
  method: "POST",
  headers: { "x-api-key": await box.keys.create(id), "content-type": "application/json" },
  body: JSON.stringify({ to: ["+12015550123"], template: { name: "welcome" } })
})
console.log(`POST /v3/messages answers ${sent.status} on Bun.`)

await server.stop(true)
await box.close()
process.exitCode = sent.status === 202 ? 0 : 1
