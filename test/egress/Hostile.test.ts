/**
 * Endpoints that misbehave: each attempt ends within its time, with a result, without an open connection, and without
 * more memory than is kept.
 */
import { once } from "node:events"
import type { Socket } from "node:net"
import { createServer } from "node:net"
import { describe, expect, it } from "vitest"
import type { Endpoint } from "./Endpoint.ts"
import { drip, http, listen, raw, sender, until } from "./Endpoint.ts"

const head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"

/** Sends with little time, and says how long it took. Timeouts of real sockets are what is tested, so time is real. */
const timed = async (endpoint: Endpoint, timeoutMillis = 300) => {
  await using calls = sender()
  const began = performance.now()
  const result = await calls.send(`http://hook.example:${endpoint.port}/`, { timeoutMillis })
  const millis = performance.now() - began
  // None of them would end by itself.
  expect(millis).toBeLessThan(timeoutMillis + 10_000)
  await until(() => endpoint.open() === 0)
  return { result, millis }
}

/** The time of those that end by themselves. */
const generous = 20_000

/** They must not take their time up: one that waited for it would be twice as late as a crowded machine may be here. */
const expectEarly = (millis: number): void => expect(millis).toBeLessThan(generous / 2)

const late = { _tag: "Failed", message: "no answer within 0.3 s" }
const closed = { _tag: "Failed", message: "connection closed before an answer (ECONNRESET)" }

describe("an endpoint that", () => {
  it("accepts and hangs fails when the time is over", async () => {
    await using endpoint = await raw(() => {})
    const { millis, result } = await timed(endpoint)
    expect(result).toEqual(late)
    expect(millis).toBeGreaterThan(290)
  })

  it.each([
    ["its status line", "HTTP/1.1 200 OK\r\n\r\n"],
    ["its headers", `${head}X-Endless: ${"x".repeat(1000)}`]
  ])("drips %s fails when the time is over", async (_, text) => {
    await using endpoint = await raw((socket) => drip(socket, text, 20))
    expect((await timed(endpoint)).result).toEqual(late)
  })

  it.each([
    ["floods with", "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n".repeat(50)],
    ["goes on with", "HTTP/1.1 102 Processing\r\n\r\n"]
  ])("%s interim answers fails when it has sent more than anybody needs", async (_, text) => {
    let written = 0
    await using endpoint = await raw((socket) => {
      const timer = setInterval(() => {
        written++
        socket.write(text)
      }, 5)
      socket.on("close", () => clearInterval(timer))
    })
    expect((await timed(endpoint, generous)).result).toEqual({
      _tag: "Failed",
      message: "more than 16 interim answers"
    })
    // The seventeenth ends it; what the test writes meanwhile depends on the machine, and not on the attempt's time.
    expect(written).toBeLessThan(generous / 5 / 4)
  })

  it("sends as many interim answers as are allowed, and then its own, has answered", async () => {
    await using endpoint = await raw((socket) =>
      socket.end("HTTP/1.1 102 Processing\r\n\r\n".repeat(16) + `${head}Content-Length: 2\r\n\r\nok`)
    )
    expect((await timed(endpoint, generous)).result).toEqual({ _tag: "Answered", status: 200, body: "ok" })
  })

  it("sends its head in packets of a byte fails after 1024 of them", async () => {
    let written = 0
    await using endpoint = await raw((socket) => {
      socket.setNoDelay(true)
      socket.write(`${head}X-Endless: `)
      const next = (): void => {
        if (socket.destroyed) return
        written++
        socket.write("x", () => setImmediate(next))
      }
      next()
    })
    expect((await timed(endpoint, generous)).result)
      .toEqual({ _tag: "Failed", message: "too much before the end of the answer" })
    // A few may travel together.
    expect(written).toBeLessThan(4096)
  })

  it("wraps every byte of its body in 10 KB is read for 512 KB", async () => {
    let written = 0
    await using endpoint = await raw((socket) => {
      socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n`)
      const next = (): void => {
        if (socket.destroyed || written === 2000) return
        written++
        socket.write(`1;${"x".repeat(10_000)}\r\ny\r\n`, next)
      }
      next()
    })
    const { result } = await timed(endpoint, generous)
    expect(result).toEqual({ _tag: "Answered", status: 200, body: expect.stringMatching(/^y{40,200}$/) as string })
  })

  it("goes on when its answer is over loses its connection", async () => {
    await using endpoint = await raw((socket) => {
      socket.write(`${head}Content-Length: 2\r\n\r\nok`)
      const timer = setInterval(() => socket.write("more"), 5)
      socket.on("close", () => clearInterval(timer))
    })
    await using calls = sender()
    await calls.send(`http://hook.example:${endpoint.port}/`)
    await until(() => endpoint.open() === 0)
    expect(endpoint.sockets).toHaveLength(1)
  })

  it("drips its body has answered, with what came in time", async () => {
    await using endpoint = await raw((socket) => {
      socket.write(`${head}Content-Length: 1000000\r\n\r\n`)
      drip(socket, "abcdefghijklmnopqrstuvwxyz".repeat(100), 20)
    })
    const { millis, result } = await timed(endpoint)
    expect(result).toEqual({ _tag: "Answered", status: 200, body: expect.stringMatching(/^abc/) as string })
    expect(millis).toBeGreaterThan(290)
  })

  it("never says how long its body is, nor ends it, has answered", async () => {
    await using endpoint = await raw((socket) => socket.write(`${head}\r\nhello`))
    expect((await timed(endpoint)).result).toEqual({ _tag: "Answered", status: 200, body: "hello" })
  })

  it.each([
    ["with its length", `${head}Content-Length: ${1 << 30}\r\n\r\n`, "x".repeat(65_536)],
    ["in chunks", `${head}Transfer-Encoding: chunked\r\n\r\n`, `10000\r\n${"x".repeat(65_536)}\r\n`],
    ["until it closes", `${head}Connection: close\r\n\r\n`, "x".repeat(65_536)]
  ])("sends 1 GB %s is read as far as is kept", async (_, start, chunk) => {
    let written = 0
    const pour = async (socket: Socket): Promise<void> => {
      socket.write(start)
      while (written < 1 << 30 && !socket.destroyed) {
        written += chunk.length
        if (!socket.write(chunk)) await Promise.race([once(socket, "drain"), once(socket, "close")])
      }
    }
    await using endpoint = await raw((socket) => void pour(socket).catch(() => {}))
    const before = process.memoryUsage().rss
    const { millis, result } = await timed(endpoint, generous)
    expect(result).toEqual({ _tag: "Answered", status: 200, body: "x".repeat(1024) })
    expectEarly(millis)
    // What the two sides of a connection hold back in the kernel, and no more.
    expect(written).toBeLessThan(32 << 20)
    expect(process.memoryUsage().rss - before).toBeLessThan(64 << 20)
  })

  it("sends headers without end fails", async () => {
    await using endpoint = await raw((socket) => socket.write(head + "X-Flood: y\r\n".repeat(10_000)))
    expect((await timed(endpoint)).result)
      .toEqual({ _tag: "Failed", message: "malformed answer (HPE_HEADER_OVERFLOW)" })
  })

  it.each([
    ["SSH", "SSH-2.0-OpenSSH_9.6\r\n"],
    ["HTTP/2", "\0\0\x12\x04\0\0\0\0\0\0\0"],
    ["no version", "200 OK\r\n\r\n"],
    ["no number", "HTTP/1.1 OK\r\n\r\n"],
    ["two lengths", `${head}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`],
    [
      "a bad chunk before its head is done",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n"
    ]
  ])("talks garbage fails: %s", async (_, text) => {
    await using endpoint = await raw((socket) => socket.write(text))
    const { millis, result } = await timed(endpoint, generous)
    expect(result).toEqual({ _tag: "Failed", message: expect.stringMatching(/^malformed answer \(HPE_/) as string })
    expectEarly(millis)
  })

  it("closes as soon as it is called fails", async () => {
    await using endpoint = await listen(createServer((socket) => socket.destroy()))
    expect((await timed(endpoint)).result).toEqual(closed)
  })

  it.each([["nothing", ""], ["half a status line", "HTTP/1.1 20"], ["half its headers", head]])(
    "closes after %s fails",
    async (_, text) => {
      await using endpoint = await raw((socket) => socket.end(text))
      const { millis, result } = await timed(endpoint, generous)
      expect(result).toEqual(closed)
      expectEarly(millis)
    }
  )

  it("closes in the middle of its body, and of a character, has answered", async () => {
    for (const end of ["end", "resetAndDestroy"] as const) {
      await using endpoint = await raw((socket) => {
        // What was written is on its way when the connection ends.
        const bytes = Buffer.from(`${head}Content-Length: 100\r\n\r\nhalf\u20ac`).subarray(0, -1)
        socket.write(bytes, () => setTimeout(() => socket[end](), 20))
      })
      const { millis, result } = await timed(endpoint, generous)
      expect(result).toEqual({ _tag: "Answered", status: 200, body: "half" })
      expectEarly(millis)
    }
  })

  it("turns to garbage in the middle of its body has answered", async () => {
    await using endpoint = await raw((socket) => {
      // The garbage comes by itself, after the first half was read.
      const bad = () => setTimeout(() => socket.write("zz\r\n"), 20)
      socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n`, bad)
    })
    const { millis, result } = await timed(endpoint, generous)
    expect(result).toEqual({ _tag: "Answered", status: 200, body: "half" })
    expectEarly(millis)
  })

  it("answers twice has answered once, and its second answer is not the next one's", async () => {
    await using endpoint = await raw((socket, connection) => {
      const text = `${connection}`
      socket.write(`${head}Content-Length: 1\r\n\r\n${text}${head}Content-Length: 4\r\n\r\nevil`)
    })
    await using calls = sender()
    for (const body of ["1", "2"]) {
      expect(await calls.send(`http://hook.example:${endpoint.port}/`)).toEqual({ _tag: "Answered", status: 200, body })
    }
  })

  it("switches protocols fails", async () => {
    await using endpoint = await raw((socket) =>
      socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n")
    )
    const { millis, result } = await timed(endpoint, generous)
    expect(result).toMatchObject({ _tag: "Failed" })
    expectEarly(millis)
  })

  it("answers without reading what is sent has answered, and its connection is not kept", async () => {
    await using endpoint = await listen(createServer((socket) => {
      socket.pause()
      socket.write(`${head}Content-Length: 2\r\n\r\nok`)
    }))
    await using calls = sender()
    const body = "x".repeat(32 << 20)
    expect(await calls.send(`http://hook.example:${endpoint.port}/`, { body }))
      .toEqual({ _tag: "Answered", status: 200, body: "ok" })
    endpoint.sockets[0]?.resume()
    await until(() => endpoint.open() === 0)
  })

  it("takes all connections leaves the next attempt its time, and no more", async () => {
    await using endpoint = await raw(() => {})
    await using calls = sender({ maxSocketsPerHost: 1 })
    const url = `http://hook.example:${endpoint.port}/`
    const [first, second] = await Promise.all([
      calls.send(url, { timeoutMillis: 500 }),
      calls.send(url, { timeoutMillis: 200 })
    ])
    expect(first).toEqual({ _tag: "Failed", message: "no answer within 0.5 s" })
    expect(second).toEqual({ _tag: "Failed", message: "no connection within 0.2 s" })
  })

  it("has a port that browsers refuse is not called, whatever was stored", async () => {
    await using calls = sender()
    expect(await calls.send("http://hook.example:25/")).toEqual({ _tag: "Failed", message: "blocked port 25" })
    expect(await calls.refuse("https://hook.example:6667/")).toBe("blocked port 6667")
    expect(calls.asked).toEqual([])
  })

  it("has a name that does not get resolved fails when the time is over", async () => {
    await using calls = sender({ resolve: () => new Promise(() => {}) })
    expect(await calls.send("http://hook.example/", { timeoutMillis: 100 }))
      .toEqual({ _tag: "Failed", message: "no connection within 0.1 s" })
  })

  it("never shakes hands fails when the time is over", async () => {
    await using endpoint = await listen(createServer((socket) => socket.resume()))
    await using calls = sender()
    expect(await calls.send(`https://hook.example:${endpoint.port}/`, { timeoutMillis: 300 })).toEqual(late)
    await until(() => endpoint.open() === 0)
  })

  it("goes on after its answer has answered", async () => {
    await using endpoint = await http((_, response) => {
      response.writeHead(200, { "content-length": "4" })
      response.end("done", () => response.socket?.write("and more"))
    })
    await using calls = sender()
    // How much of the body is kept depends on where the network cut the bytes.
    expect(await calls.send(`http://hook.example:${endpoint.port}/`))
      .toEqual({ _tag: "Answered", status: 200, body: expect.stringMatching(/^(done)?$/) as string })
  })
})
