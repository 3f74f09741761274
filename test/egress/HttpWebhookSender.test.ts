/** An attempt sends its request, keeps what it may of the answer, shares connections, and never gets past the guard. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import type { IncomingHttpHeaders, RequestListener } from "node:http"
import { createServer } from "node:https"
import type { TLSSocket } from "node:tls"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { fromSource } from "../FromSource.ts"
import { selfSigned } from "./Certificate.ts"
import { http, listen, raw, sender, until } from "./Endpoint.ts"
import { notations } from "./Notations.ts"

const ok: RequestListener = (request, response) => {
  request.resume()
  request.on("end", () => response.end("fine"))
}

const answer = (text: string): RequestListener => (request, response) => {
  request.resume()
  request.on("end", () => response.end(text))
}

describe("an attempt", () => {
  it("is a POST of the body with the headers, to path and query of the URL", async () => {
    const seen: Array<{ method: unknown; url: unknown; headers: IncomingHttpHeaders; body: string }> = []
    await using endpoint = await http((request, response) => {
      const chunks: Array<Buffer> = []
      request.on("data", (chunk: Buffer) => chunks.push(chunk))
      request.on("end", () => {
        const body = Buffer.concat(chunks).toString()
        seen.push({ method: request.method, url: request.url, headers: request.headers, body })
        response.statusCode = 202
        response.end("thanks")
      })
    })
    await using calls = sender()
    const body = JSON.stringify({ text: "h\u00e9llo \u{1f600}" })
    const headers = { "content-type": "application/json", "x-webhook-id": "w" }
    expect(await calls.send(`http://hook.example:${endpoint.port}/a/b?c=d%20e#f`, { headers, body }))
      .toEqual({ _tag: "Answered", status: 202, body: "thanks" })
    expect(seen).toMatchObject([{ method: "POST", url: "/a/b?c=d%20e", headers, body }])
    expect(seen[0]?.headers).toMatchObject({
      "host": `hook.example:${endpoint.port}`,
      "content-length": String(Buffer.byteLength(body)),
      "connection": "keep-alive"
    })
  })

  it.each([200, 204, 304, 400, 404, 410, 500, 503])("is answered with status %i", async (status) => {
    await using endpoint = await http((_, response) => {
      response.statusCode = status
      response.end()
    })
    await using calls = sender()
    expect(await calls.send(`http://127.0.0.1:${endpoint.port}/`)).toEqual({ _tag: "Answered", status, body: "" })
  })

  it.each([
    ["exactly as much as is kept", "x".repeat(1024), "x".repeat(1024)],
    ["more than is kept", "x".repeat(1025), "x".repeat(1024)],
    ["characters of several bytes", "\u20ac".repeat(3000), "\u20ac".repeat(1024)],
    ["surrogate pairs", "\u{1f600}".repeat(3000), "\u{1f600}".repeat(512)],
    ["a surrogate pair across the end", `x${"\u{1f600}".repeat(3000)}`, `x${"\u{1f600}".repeat(511)}`],
    ["NUL", "a\0b", "a\ufffdb"]
  ])("keeps the leading part of an answer's body: %s", async (_, body, kept) => {
    await using endpoint = await http(answer(body))
    await using calls = sender()
    expect(await calls.send(`http://127.0.0.1:${endpoint.port}/`)).toEqual({
      _tag: "Answered",
      status: 200,
      body: kept
    })
  })

  it("reads bytes that are no UTF-8 all the same", async () => {
    await using endpoint = await http((_, response) => response.end(Buffer.from([0x61, 0xff, 0xed, 0xa0, 0x80, 0x62])))
    await using calls = sender()
    const result = await calls.send(`http://127.0.0.1:${endpoint.port}/`)
    expect(result).toMatchObject({ _tag: "Answered", body: expect.stringMatching(/^a\ufffd+b$/) as string })
  })

  it.each([301, 302, 303, 307, 308])("does not follow a redirect, status %i", async (status) => {
    await using inner = await http(ok)
    await using endpoint = await http((_, response) => {
      response.writeHead(status, { location: `http://127.0.0.1:${inner.port}/` })
      response.end("there")
    })
    await using calls = sender()
    expect(await calls.send(`http://hook.example:${endpoint.port}/`)).toEqual({
      _tag: "Answered",
      status,
      body: "there"
    })
    expect(inner.sockets).toHaveLength(0)
  })

  it("says what failed, and nothing of the URL, the headers or the body", async () => {
    const endpoint = await http(ok)
    await endpoint[Symbol.asyncDispose]()
    await using calls = sender()
    const secret = { headers: { "x-secret": "s3cret" }, body: "s3cret" }
    expect(await calls.send(`http://127.0.0.1:${endpoint.port}/s3cret?token=s3cret`, secret))
      .toEqual({ _tag: "Failed", message: "connection refused (ECONNREFUSED)" })
    expect(await calls.send("http://s3cret:s3cret@example.com/s3cret", secret))
      .toEqual({ _tag: "Failed", message: "user-info in the URL" })
    expect(await calls.send("s3cret", secret)).toEqual({ _tag: "Failed", message: "not a valid URL" })
    expect(await calls.send("http://127.0.0.1/", { headers: { "x-secret": "s3cret\n" } }))
      .toEqual({ _tag: "Failed", message: "request failed (ERR_INVALID_CHAR)" })
    await using lost = sender({ answers: [[]] })
    expect(await lost.send("http://s3cret.example/s3cret", secret))
      .toEqual({ _tag: "Failed", message: "host name does not resolve (ENOTFOUND)" })
  })
})

describe("a failure of this machine's own", () => {
  it.each(["EMFILE", "ENFILE", "ENOBUFS", "ENOMEM", "EADDRNOTAVAIL"])("is no attempt: %s", async (code) => {
    await using calls = sender({ resolve: () => Promise.reject(Object.assign(new Error("full"), { code })) })
    expect(await calls.send("http://example.com/")).toEqual({ _tag: "Unsent", message: `request failed (${code})` })
  })

  it.each(["ENOTFOUND", "EAI_AGAIN"])("is none of a name that does not resolve: %s", async (code) => {
    await using calls = sender({ resolve: () => Promise.reject(Object.assign(new Error("no"), { code })) })
    expect(await calls.send("http://example.com/")).toMatchObject({ _tag: "Failed" })
  })
})

describe("a failure that nobody has a word for", () => {
  it.each([
    ["without a code", {}, ""],
    ["with a code that is no code", { code: "s3cret is my code" }, ""],
    ["with a code that is a number", { code: 7 }, ""],
    ["with a code that nobody knows", { code: "ESTRANGE" }, " (ESTRANGE)"]
  ])("%s is told in our words, never in its own", async (_, parts, said) => {
    const resolve = () => Promise.reject(Object.assign(new Error("s3cret at 10.1.2.3:5432"), parts))
    await using calls = sender({ resolve })
    expect(await calls.send("http://example.com/")).toEqual({ _tag: "Failed", message: `request failed${said}` })
  })
})

const inside = (host: string) => ({
  _tag: "Failed",
  message: `blocked address: ${host} does not lead to a public one`
})

describe("an attempt to a blocked address", () => {
  it.each(notations)("written as http://%s/ fails because of: %s", async (host, rule) => {
    await using calls = sender({ allow: [], answers: [[]] })
    const result = await calls.send(`http://${host}/`, { timeoutMillis: 1000 })
    expect(result).toMatchObject({ _tag: "Failed", message: expect.stringContaining(rule) as string })
    expect(calls.asked).toEqual([])
  })

  it("is refused when the name resolves to loopback only at delivery time [WHK-011]", async () => {
    await using endpoint = await http(ok)
    await using calls = sender({ allow: [], answers: [["93.184.215.14"], ["127.0.0.1"]] })
    const url = `http://hook.example:${endpoint.port}/`
    expect(await calls.refuse(url)).toBe(null)
    expect(await calls.send(url)).toEqual(inside("hook.example"))
    expect(calls.asked).toEqual(["hook.example", "hook.example"])
    expect(endpoint.sockets).toHaveLength(0)
  })

  it.each(["10.0.0.1", "172.16.5.4", "192.168.0.9"])(
    "is refused when the name resolves to %s only at delivery time [WHK-010]",
    async (address) => {
      await using endpoint = await http(ok)
      await using calls = sender({ answers: [["127.0.0.1"], [address]] })
      const url = `http://hook.example:${endpoint.port}/`
      expect(await calls.refuse(url)).toBe(null)
      expect(await calls.send(url)).toEqual(inside("hook.example"))
      expect(endpoint.sockets).toHaveLength(0)
    }
  )

  it("is refused when only one of the name's addresses is blocked", async () => {
    await using endpoint = await http(ok)
    await using calls = sender({ answers: [["127.0.0.1", "10.0.0.1"]] })
    expect(await calls.send(`http://hook.example:${endpoint.port}/`))
      .toEqual(inside("hook.example"))
    expect(endpoint.sockets).toHaveLength(0)
  })

  it("is refused with TLS, too", async () => {
    await using calls = sender({ allow: [] })
    expect(await calls.send("https://hook.example/"))
      .toEqual(inside("hook.example"))
  })

  it("is not made when a later look-up would find one: the address that was checked is dialled", async () => {
    await using endpoint = await http(ok)
    await using calls = sender({ answers: [["127.0.0.1"], ["10.0.0.1"]] })
    expect(await calls.send(`http://hook.example:${endpoint.port}/`)).toMatchObject({ _tag: "Answered" })
    expect(calls.asked).toEqual(["hook.example"])
  })

  it("is made when it is allowed, and its local name with it", async () => {
    await using endpoint = await http(ok)
    await using calls = sender()
    for (const host of ["127.0.0.1", "localhost", "127.1", "[::ffff:127.0.0.1]"]) {
      expect(await calls.send(`http://${host}:${endpoint.port}/`)).toEqual({
        _tag: "Answered",
        status: 200,
        body: "fine"
      })
    }
  })
})

describe("connections", () => {
  it("are kept and used again, without another look-up", async () => {
    await using endpoint = await http(ok)
    await using calls = sender()
    for (let n = 0; n < 5; n++) {
      expect(await calls.send(`http://hook.example:${endpoint.port}/${n}`)).toMatchObject({ _tag: "Answered" })
    }
    expect(endpoint.sockets).toHaveLength(1)
    expect(calls.asked).toEqual(["hook.example"])
  })

  it("belong to a name: another one that resolves to a blocked address does not get them", async () => {
    await using endpoint = await http(ok)
    await using calls = sender({ answers: [["127.0.0.1"], ["10.0.0.1"]] })
    expect(await calls.send(`http://hook.example:${endpoint.port}/`)).toMatchObject({ _tag: "Answered" })
    expect(await calls.send(`http://evil.example:${endpoint.port}/`))
      .toEqual(inside("evil.example"))
  })

  it("to one host are as many as are allowed", async () => {
    let most = 0
    let running = 0
    await using endpoint = await http((_, response) => {
      most = Math.max(most, ++running)
      // An answer takes some real time, in which more requests would come if they were let.
      setTimeout(() => {
        running -= 1
        response.end()
      }, 20)
    })
    await using calls = sender({ maxSocketsPerHost: 3 })
    const results = await Promise.all(
      Array.from({ length: 12 }, () => calls.send(`http://hook.example:${endpoint.port}/`))
    )
    expect(results.every((result) => result._tag === "Answered")).toBe(true)
    expect(most).toBe(3)
    expect(endpoint.sockets).toHaveLength(3)
  })

  it("of one account are not those of another, although they lead to the same host", async () => {
    await using endpoint = await raw((socket, connection) => {
      if (connection > 1) socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
    })
    await using calls = sender({ maxSocketsPerHost: 1 })
    const url = `http://hook.example:${endpoint.port}/`
    const hangs = calls.send(url, { owner: "one", timeoutMillis: 1000 })
    await until(() => endpoint.sockets.length === 1)
    expect(await calls.send(url, { owner: "two" })).toMatchObject({ _tag: "Answered", status: 200 })
    expect(await calls.send(url, { owner: "one", timeoutMillis: 50 }))
      .toEqual({ _tag: "Failed", message: "no connection within 0.05 s" })
    expect(await hangs).toMatchObject({ _tag: "Failed" })
  })

  it("that are open are kept however many accounts there are beside", async () => {
    await using endpoint = await http((request, response) => {
      response.writeHead(200, request.url === "/kept" ? {} : { connection: "close" }).end("ok")
    })
    await using calls = sender()
    const base = `http://hook.example:${endpoint.port}`
    await calls.send(`${base}/kept`, { owner: "one" })
    const others = Array.from({ length: 300 }, (_, index) => calls.send(base, { owner: `account ${index}` }))
    expect((await Promise.all(others)).every((result) => result._tag === "Answered")).toBe(true)
    await calls.send(base, { owner: "another" })
    await calls.send(`${base}/kept`, { owner: "one" })
    expect(endpoint.sockets).toHaveLength(302)
  })

  it("that the endpoint closed just as they were used again are replaced, once", async () => {
    await using endpoint = await raw((socket, connection, request) => {
      if (connection === 1 && request === 2) socket.resetAndDestroy()
      else socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
    })
    await using calls = sender()
    const url = `http://hook.example:${endpoint.port}/`
    expect(await calls.send(url)).toEqual({ _tag: "Answered", status: 200, body: "ok" })
    expect(await calls.send(url)).toEqual({ _tag: "Answered", status: 200, body: "ok" })
    expect(endpoint.sockets).toHaveLength(2)
  })

  it("that are replaced are replaced by a new one, not by another that was kept", async () => {
    let resets = 0
    const open: Array<() => void> = []
    await using endpoint = await raw((socket, connection, request) => {
      const reply = () => void socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
      if (connection > 2) return reply()
      // The first two are answered when both have come, so each has a connection of its own.
      if (request === 1) return void (open.push(reply) === 2 && open.forEach((each) => each()))
      resets += 1
      return void socket.resetAndDestroy()
    })
    await using calls = sender()
    const url = `http://hook.example:${endpoint.port}/`
    await Promise.all([calls.send(url), calls.send(url)])
    expect(endpoint.sockets).toHaveLength(2)
    expect(await calls.send(url)).toEqual({ _tag: "Answered", status: 200, body: "ok" })
    expect(resets).toBe(1)
    expect(endpoint.sockets).toHaveLength(3)
  })

  it("that are closed again are not replaced twice", async () => {
    await using endpoint = await raw((socket, connection, request) => {
      if (connection > 1 || request === 2) socket.resetAndDestroy()
      else socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
    })
    await using calls = sender()
    const url = `http://hook.example:${endpoint.port}/`
    expect(await calls.send(url)).toMatchObject({ _tag: "Answered" })
    expect(await calls.send(url)).toEqual({
      _tag: "Failed",
      message: "connection closed before an answer (ECONNRESET)"
    })
    expect(endpoint.sockets).toHaveLength(2)
  })

  it("that were replaced are checked again", async () => {
    await using endpoint = await raw((socket, _, request) => {
      if (request === 2) socket.resetAndDestroy()
      else socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
    })
    await using calls = sender({ answers: [["127.0.0.1"], ["10.0.0.1"]] })
    const url = `http://hook.example:${endpoint.port}/`
    expect(await calls.send(url)).toMatchObject({ _tag: "Answered" })
    expect(await calls.send(url)).toEqual(inside("hook.example"))
    expect(endpoint.sockets).toHaveLength(1)
  })

  it("are not replaced when an answer had begun", async () => {
    await using endpoint = await raw((socket, _, request) => {
      // The sender has to read the beginning before the connection ends, and nobody sees when it has.
      if (request === 2) socket.write("HTTP/1.1 2", () => setTimeout(() => socket.resetAndDestroy(), 20))
      else socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
    })
    await using calls = sender()
    const url = `http://hook.example:${endpoint.port}/`
    expect(await calls.send(url)).toMatchObject({ _tag: "Answered" })
    expect(await calls.send(url)).toEqual({
      _tag: "Failed",
      message: "connection closed before an answer (ECONNRESET)"
    })
    expect(endpoint.sockets).toHaveLength(1)
  })

  it("that hang when they are used again are not replaced", async () => {
    await using endpoint = await raw((socket, _, request) => {
      if (request === 1) socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
    })
    await using calls = sender()
    const url = `http://hook.example:${endpoint.port}/`
    expect(await calls.send(url)).toMatchObject({ _tag: "Answered" })
    expect(await calls.send(url, { timeoutMillis: 100 })).toEqual({ _tag: "Failed", message: "no answer within 0.1 s" })
    await until(() => endpoint.open() === 0)
    // Another request comes after any that would replace the one that hangs.
    expect(await calls.send(url)).toMatchObject({ _tag: "Answered" })
    expect(endpoint.sockets).toHaveLength(2)
  })

  it("are not replaced when they are new", async () => {
    await using endpoint = await raw((socket) => socket.resetAndDestroy())
    await using calls = sender()
    expect(await calls.send(`http://hook.example:${endpoint.port}/`))
      .toEqual({ _tag: "Failed", message: "connection closed before an answer (ECONNRESET)" })
    expect(endpoint.sockets).toHaveLength(1)
  })

  it("are closed when the fiber is interrupted", async () => {
    await using endpoint = await raw(() => {})
    await using calls = sender()
    const interrupt = calls.start(`http://hook.example:${endpoint.port}/`)
    await until(() => endpoint.sockets.length === 1)
    expect(endpoint.open()).toBe(1)
    await interrupt()
    await until(() => endpoint.open() === 0)
  })

  it("are closed with the layer", async () => {
    await using endpoint = await http(ok)
    const calls = sender()
    await calls.send(`http://hook.example:${endpoint.port}/`)
    expect(endpoint.open()).toBe(1)
    await calls[Symbol.asyncDispose]()
    await until(() => endpoint.open() === 0)
  })
})

describe("TLS", () => {
  const named = selfSigned("hook.example")
  const serve = async (certificate = named) => {
    const names: Array<unknown> = []
    const endpoint = await listen(createServer(certificate, (request, response) => {
      names.push((request.socket as TLSSocket & { readonly servername?: unknown }).servername)
      ok(request, response)
    }))
    return Object.assign(endpoint, { names })
  }

  it("fails with a certificate that nobody vouches for", async () => {
    await using endpoint = await serve()
    await using calls = sender()
    expect(await calls.send(`https://hook.example:${endpoint.port}/`))
      .toEqual({ _tag: "Failed", message: "TLS certificate refused (DEPTH_ZERO_SELF_SIGNED_CERT)" })
    expect(endpoint.names).toEqual([])
  })

  it("fails with a certificate of another name", async () => {
    const other = selfSigned("other.example")
    await using endpoint = await serve(other)
    await using calls = sender({ ca: other.cert })
    expect(await calls.send(`https://hook.example:${endpoint.port}/`))
      .toEqual({ _tag: "Failed", message: "TLS certificate refused (ERR_TLS_CERT_ALTNAME_INVALID)" })
    expect(endpoint.names).toEqual([])
  })

  it("works with a trusted certificate, by name, and connections are kept", async () => {
    await using endpoint = await serve()
    await using calls = sender({ ca: named.cert })
    for (let n = 0; n < 3; n++) {
      expect(await calls.send(`https://hook.example:${endpoint.port}/`))
        .toEqual({ _tag: "Answered", status: 200, body: "fine" })
    }
    expect(endpoint.names).toEqual(["hook.example", "hook.example", "hook.example"])
    expect(endpoint.sockets).toHaveLength(1)
    expect(endpoint.open()).toBe(1)
    await calls[Symbol.asyncDispose]()
    await until(() => endpoint.open() === 0)
  })

  it("fails where none is spoken", async () => {
    await using plain = await http(ok)
    await using calls = sender()
    expect(await calls.send(`https://hook.example:${plain.port}/`))
      .toMatchObject({ _tag: "Failed", message: expect.stringMatching(/^TLS handshake failed/) as string })
  })
})

describe("the environment", () => {
  it("changes neither route nor trust: no proxy, no switched-off certificates; and nothing keeps the process", async () => {
    await using proxy = await http(ok)
    await using endpoint = await http(ok)
    const certificate = selfSigned("hook.example")
    await using secure = await listen(createServer(certificate, ok))
    const route = `http://127.0.0.1:${proxy.port}`
    const child = spawn(
      process.execPath,
      [
        ...fromSource,
        fileURLToPath(new URL("Alone.ts", import.meta.url)),
        `http://hook.example:${endpoint.port}/`,
        `https://hook.example:${secure.port}/`
      ],
      {
        stdio: ["ignore", "pipe", "inherit"],
        env: {
          ...process.env,
          NODE_USE_ENV_PROXY: "1",
          NODE_TLS_REJECT_UNAUTHORIZED: "0",
          NODE_NO_WARNINGS: "1",
          HTTP_PROXY: route,
          HTTPS_PROXY: route,
          ALL_PROXY: route,
          http_proxy: route,
          https_proxy: route,
          NO_PROXY: ""
        }
      }
    )
    const began = performance.now()
    let output = ""
    child.stdout.on("data", (chunk) => output += String(chunk))
    const [code] = await once(child, "close") as [number | null]
    expect(JSON.parse(output)).toEqual([
      { _tag: "Answered", status: 200, body: "fine" },
      { _tag: "Failed", message: "TLS certificate refused (DEPTH_ZERO_SELF_SIGNED_CERT)" }
    ])
    expect(code).toBe(0)
    // A real process is what is tested: a connection or a timer that kept it would do so for longer than this.
    expect(performance.now() - began).toBeLessThan(20_000)
    expect(proxy.sockets).toHaveLength(0)
    expect(endpoint.sockets).toHaveLength(1)
  })
})
