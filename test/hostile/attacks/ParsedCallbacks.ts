/**
 * A host puts a body parser before Signalbox, and a carrier sends its callbacks in chunks: each of them is answered with an error
 * and named in the log, so that the carrier brings it again, and none is taken for an empty one. What is too large ends its
 * connection in order.
 */
import express from "express"
import { Agent, createServer, request } from "node:http"
import type { AddressInfo } from "node:net"
import type { CallbackRequest } from "signalbox"
import { pause, phone, start } from "../Embedded.ts"
import type { Attack } from "./Attack.ts"
import { waits } from "./Attack.ts"

const messages = 200
const tooLarge = 2 * 1024 * 1024

interface Answer {
  readonly status: number
  readonly connection: string | undefined
}

export const attack: Attack = {
  name: `${messages} receipts in chunks behind express.json(), then without it`,
  storages: ["memory", "postgres"],
  play: async (stage) => {
    const handed: Array<string> = []
    let empty = 0
    const { account, box, logged, neighbour } = await start(stage, [{
      id: "acme",
      submit: ({ attempt }) => {
        handed.push(attempt)
        return attempt
      },
      callback: ({ body }: CallbackRequest) => {
        if (body.length === 0) empty++
        const { reference } = JSON.parse(new TextDecoder().decode(body)) as { readonly reference: string }
        return { receipts: [{ reference, status: "delivered" as const }] }
      }
    }])
    const listen = async (app: express.Express): Promise<number> => {
      const server = createServer(app)
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      stage.after(() => server.close())
      stage.after(() => server.closeAllConnections())
      return (server.address() as AddressInfo).port
    }
    const parsing = await listen(express().use(express.json(), box.node))
    const plain = await listen(express().use(box.node))
    const agent = new Agent({ keepAlive: true, maxSockets: 4 })
    stage.after(() => agent.destroy())
    /** Announces no length, so that the body goes in chunks. */
    const call = (port: number, body: string): Promise<Answer> =>
      new Promise((resolve, reject) => {
        const asked = request({
          agent,
          port,
          host: "127.0.0.1",
          method: "POST",
          path: "/carriers/acme",
          headers: { "content-type": "application/json", "transfer-encoding": "chunked" }
        }, (response) => {
          response.resume()
          response.on("end", () => resolve({ status: response.statusCode!, connection: response.headers.connection }))
        })
        asked.on("error", reject)
        asked.end(body)
      })

    const me = box.as(account)
    const ask = () => box.as(neighbour).me.get()
    const before = await waits(ask, pause(2000))
    const to = Array.from({ length: messages }, (_, index) => phone(index))
    const { recipients } = await me.messages.send({ to, template: { name: "order" }, channel: ["sms"] })
    while (handed.length < messages) await pause(20)
    const broken = new Set<string>()
    const attacking = async (): Promise<void> => {
      for (const reference of handed) {
        const { status } = await call(parsing, JSON.stringify({ reference }))
        if (status !== 500) broken.add(`behind a parser a callback was answered ${status}`)
      }
      const named = [...logged].filter(([text]) => text.includes("was read before it came to Signalbox"))
      if (named.length === 0) broken.add("no line of the log names the parser")
      for (let count = 0; count < 20; count++) {
        const { connection, status } = await call(plain, "x".repeat(tooLarge))
        if (status !== 413 || connection !== "close") {
          broken.add(`a body that is too large was answered ${status}, and its connection ${connection ?? "is kept"}`)
        }
        // The next request is not cut off by the end of that connection.
        const { status: next } = await call(plain, JSON.stringify({ reference: handed[0] }))
        if (next !== 200 && next !== 204) broken.add(`a callback after it was answered ${next}`)
      }
      // The carrier brings again what was refused.
      for (const reference of handed) await call(plain, JSON.stringify({ reference }))
      await pause(2000)
    }
    const during = await waits(ask, attacking())
    if (empty > 0) broken.add(`${empty} callbacks were taken for empty ones`)
    const found = await Promise.all(recipients.map(({ message_id: id }) => me.messages.get(id)))
    return {
      before,
      during,
      bound: 1000,
      lost: found.filter(({ status }) => status !== "DELIVERED").length,
      doubled: 0,
      broken: [...broken]
    }
  }
}
