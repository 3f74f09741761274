/** Signalbox as an ordinary route of Fastify, behind its parsers. */
import Fastify from "fastify"
import { box } from "./box.ts"

const app = Fastify()
app.all("/messaging/*", (request, reply) => {
  reply.hijack()
  box.node(request.raw, reply.raw)
})
app.post("/own", async (request, reply) => box.node(request, reply))
const url = await app.listen({ host: "127.0.0.1", port: 0 })
const { id } = await box.accounts.ensure({ name: "Acme", balance: 1 })
const key = await box.keys.create(id)
for (const path of ["/messaging/carriers/console", "/messaging/v3/messages", "/own"]) {
  const headers = { "content-type": "application/json", "x-api-key": key }
  const answer = await fetch(`${url}${path}`, { method: "POST", headers, body: "{\"delivered\":true}" })
  console.log(answer.status)
  const text = await answer.text()
  if (path === "/own") console.error(text)
}
await app.close()
await box.close()
