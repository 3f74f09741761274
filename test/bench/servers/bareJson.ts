/**
 * The baseline of a sandbox send: bare `node:http`, as a competent user would write it. It reads the body within a limit,
 * parses it, and answers JSON of the size that Signalbox answers.
 */
import { randomUUID } from "node:crypto"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

interface Send {
  readonly to: ReadonlyArray<string>
  readonly channel: ReadonlyArray<string>
  readonly template: { readonly name: string }
}

const answer = ({ channel, template, to }: Send) => ({
  success: true,
  data: {
    status: "QUEUED",
    template_id: randomUUID(),
    template_name: template.name,
    recipients: to.map((to) => ({ message_id: randomUUID(), to, channel: channel[0], body: null }))
  },
  error: null,
  meta: { request_id: `req_${randomUUID().slice(0, 8)}`, timestamp: new Date().toISOString(), version: "v3" }
})

const server = createServer((request, response) => {
  const chunks: Array<Buffer> = []
  let size = 0
  request.on("data", (chunk: Buffer) => {
    size += chunk.length
    if (size > 1_000_000) request.destroy()
    else chunks.push(chunk)
  })
  request.on("end", () => {
    const body = JSON.stringify(answer(JSON.parse(Buffer.concat(chunks).toString()) as Send))
    response.writeHead(202, { "content-type": "application/json", "content-length": Buffer.byteLength(body) })
    response.end(body)
  })
})

process.once("SIGTERM", () => process.exit())

server.listen(0, "127.0.0.1", () => console.log(`listening http://127.0.0.1:${(server.address() as AddressInfo).port}`))
