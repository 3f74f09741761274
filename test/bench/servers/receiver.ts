/**
 * An endpoint of webhooks: it answers each request with 204 after so many milliseconds, and each GET with how many
 * deliveries it has answered.
 */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

const millis = Number(process.env["MILLIS"] ?? 0)
let answered = 0

const server = createServer((request, response) => {
  request.resume()
  request.on("end", () => {
    if (request.method === "GET") {
      response.end(String(answered))
      return
    }
    const answer = () => {
      answered++
      response.writeHead(204).end()
    }
    if (millis === 0) answer()
    else setTimeout(answer, millis)
  })
})
server.keepAliveTimeout = 60_000

server.listen(0, "127.0.0.1", () => {
  console.log(`listening http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
