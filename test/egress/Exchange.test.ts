/** An attempt that ends before its exchange does gives its connection up, and never asks again. */
import { createServer } from "node:net"
import { expect, it } from "vitest"
import { listen, raw, sender, until } from "./Endpoint.ts"

const answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
const fine = { _tag: "Answered", status: 200, body: "ok" }

it.each(["runs out of time", "is interrupted"])(
  "an attempt on a connection that was kept, which %s, ends with it, and nobody asks on another one",
  async (how) => {
    let asked = false
    await using endpoint = await raw((socket, connection, request) => {
      if (connection > 1 || request === 1) socket.write(answer)
      else asked = true
    })
    await using calls = sender()
    const url = `http://hook.example:${endpoint.port}/`
    expect(await calls.send(url)).toEqual(fine)
    expect(endpoint.open()).toBe(1)
    if (how === "is interrupted") {
      const interrupt = calls.start(url)
      await until(() => asked)
      await interrupt()
    } else {
      const message = "no answer within 0.05 s"
      expect(await calls.send(url, { timeoutMillis: 50 })).toEqual({ _tag: "Failed", message })
    }
    await until(() => endpoint.open() === 0)
    expect(await calls.send(url)).toEqual(fine)
    expect(endpoint.sockets).toHaveLength(2)
  }
)

it("an attempt that is answered before its request has left ends its connection, and has its answer", async () => {
  // It reads the head, and nothing more.
  await using endpoint = await listen(createServer((socket) => {
    socket.on("error", () => {}).once("data", () => socket.pause().write(answer))
  }))
  await using calls = sender()
  const url = `http://hook.example:${endpoint.port}/`
  expect(await calls.send(url, { body: "x".repeat(16_000_000) })).toEqual(fine)
  for (const socket of endpoint.sockets) socket.resume()
  await until(() => endpoint.open() === 0)
  expect(endpoint.sockets).toHaveLength(1)
})
