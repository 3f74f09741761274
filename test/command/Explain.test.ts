/** `signalbox messages explain` asks a running service what would become of a send, and says it in lines. */
import * as Program from "@signalbox/command/Program"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import * as Acme from "../facade/Acme.ts"

const folder = mkdtempSync(join(tmpdir(), "signalbox-explain-"))

afterAll(() => rmSync(folder, { recursive: true }))

const call = async (...argv: ReadonlyArray<string>) => {
  const told = { out: "", err: "" }
  const to = (where: "out" | "err") => (text: string) => Effect.sync(() => void (told[where] += `${text}\n`))
  const refuse = () => Result.fail("no command asks for a database here" as never)
  const code = await Effect.runPromise(Program.run(argv, { out: to("out"), err: to("err") }, refuse))
  return { code, ...told }
}

const file = (body: unknown): string => {
  const path = join(folder, "send.json")
  writeFileSync(path, JSON.stringify(body))
  return path
}

describe("signalbox messages explain", () => {
  let acme: Awaited<ReturnType<typeof Acme.start>>
  let url: string
  let key: string
  const server = createServer((request, response) => acme.box.node(request, response))

  beforeAll(async () => {
    acme = await Acme.start()
    key = await acme.box.keys.create(acme.account)
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterEach(() => vi.unstubAllEnvs())
  afterAll(async () => {
    server.close()
    await acme[Symbol.asyncDispose]()
  })

  it("says the route, its price, and why there is no other", async () => {
    vi.stubEnv("SIGNALBOX_API_KEY", key)
    const { code, err, out } = await call("messages", "explain", file(Acme.order), "--url", url)
    expect([code, err]).toEqual([0, ""])
    expect(out).toBe(
      `${Acme.to} sms: ROUTED, sms through acme\n` +
        `  1. sms through acme from ${Acme.number}: 1 segment, 0.0089, by rule 3\n`
    )
    const { out: json } = await call("messages", "explain", file(Acme.order), "--url", `${url}/`, "--json")
    const { recipients: [{ at: _, ...told } = { at: "" }], ...counted } = await acme.box.as(acme.account).messages
      .explain(
        Acme.order
      )
    expect(JSON.parse(json)).toMatchObject({ ...counted, recipients: [told] })
    expect(acme.handed).toEqual([])
  })

  it("says what stops a message, and what the service refuses", async () => {
    vi.stubEnv("SIGNALBOX_API_KEY", key)
    const stopped = await call("messages", "explain", file({ to: [Acme.to], text: "Hello" }), "--url", url)
    expect(stopped.out).toContain("  stops at conversation: A free-form message needs an open conversation")
    const refused = await call("messages", "explain", file({ to: ["12"] }), "--url", url)
    expect([refused.code, refused.out]).toEqual([1, ""])
    expect(refused.err).toMatch(/VALIDATION_\d+: .*to\[0\]/s)
  })

  it("says what is wrong with how it is called, and never the key", async () => {
    const body = file(Acme.order)
    expect(await call("messages", "explain", body)).toMatchObject({
      code: 2,
      err: expect.stringContaining("SIGNALBOX_API_KEY is missing") as unknown
    })
    vi.stubEnv("SIGNALBOX_API_KEY", "very-secret")
    for (const wrong of ["ftp://example.com", "nothing"]) {
      expect(await call("messages", "explain", body, "--url", wrong)).toMatchObject({ code: 2, out: "" })
    }
    const none = await call("messages", "explain", body, "--url", "http://127.0.0.1:1")
    expect(none).toMatchObject({ code: 1, out: "" })
    const denied = await call("messages", "explain", body, "--url", url)
    expect(denied.code).toBe(1)
    expect(none.err + denied.err).not.toContain("very-secret")
  })
})

describe("signalbox messages explain on what a service answers", () => {
  const answering = async (body: unknown, ...more: ReadonlyArray<string>) => {
    vi.stubEnv("SIGNALBOX_API_KEY", "key")
    const server = createServer((request, response) => {
      response.setHeader("content-type", "application/json")
      response.end(JSON.stringify(request.url === "/at/v3/messages/explain" ? body : null))
    })
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    try {
      const told = await call("messages", "explain", file({}), "--url", `${url}/at/?query`, ...more)
      return { ...told, err: told.err.replace(url, "URL") }
    } finally {
      vi.unstubAllEnvs()
      server.close()
    }
  }

  const recipient = {
    to: "+1",
    channel: "sms",
    outcome: { status: "HELD", description: "held\n\u001bquiet" },
    held_until: "2030-01-15T08:00:00.000Z",
    candidates: [
      { channel: "sms", carrier: "acme", sender: null, segments: 2, price: { amount: 0.01 }, rule: 1 },
      { channel: "mms", carrier: "other", sender: "Acme", segments: 1, price: { amount: 0 }, rule: 2 }
    ],
    dropped: [{ channel: "rcs", carrier: "acme", rule: 3, sentence: "It is paused." }],
    gates: [
      { gate: "balance", passes: true, sentence: "never said" },
      { gate: "hours", passes: false, sentence: "It is late." },
      { gate: "odd", passes: false }
    ]
  }
  const data = { messages: 3, recipients: [recipient] }
  const astray = { code: 1, out: "", err: "URL does not answer as a service does.\n" }

  it("says all that it tells of each recipient, and how many are left out", async () => {
    expect(await answering({ success: true, data })).toEqual({
      code: 0,
      out: [
        "+1 sms: HELD, held quiet",
        "  quiet hours until 2030-01-15T08:00:00.000Z",
        "  stops at hours: It is late.",
        "  stops at odd: ",
        "  1. sms through acme from a sender of the carrier's: 2 segments, 0.01, by rule 1",
        "  2. mms through other from Acme: 1 segment, 0, by rule 2",
        "  not rcs through acme, by rule 3: It is paused.",
        ""
      ].join("\n"),
      err: "2 more are not shown.\n"
    })
    const whole = { messages: 1, recipients: [{ ...recipient, more: 1 }] }
    const { err, out } = await answering({ success: true, data: whole }, "--json")
    expect([JSON.parse(out), err]).toEqual([whole, ""])
    expect((await answering({ success: true, data: whole })).err).toBe("")
  })

  it("is asked once, with the file and the key, follows no redirect, and waits for half a minute", async () => {
    vi.stubEnv("SIGNALBOX_API_KEY", "the key")
    const asked: Array<unknown> = []
    const server = createServer(async (request, response) => {
      const { headers: { "content-type": type, "x-api-key": given }, method, url: path } = request
      asked.push([method, path, type, given, await text(request)])
      response.writeHead(302, { location: "/elsewhere" }).end()
    })
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const patience = vi.spyOn(AbortSignal, "timeout")
    const told = await call("messages", "explain", file({ to: ["+1"] }), "--url", url)
    expect({ ...told, err: told.err.replace(url, "URL") }).toEqual(astray)
    expect(asked).toEqual([["POST", "/v3/messages/explain", "application/json", "the key", "{\"to\":[\"+1\"]}"]])
    expect(patience.mock.calls).toEqual([[30_000]])
    patience.mockRestore()
    server.close()
    vi.unstubAllEnvs()
  })

  it("says each flaw that it names, and that it is no service when it answers otherwise", async () => {
    const error = {
      code: "VALIDATION_001",
      message: "No.",
      details: { to: ["is short", "is odd"], text: ["is empty"] }
    }
    expect(await answering({ success: false, error })).toEqual({
      code: 1,
      out: "",
      err: "VALIDATION_001: No.; to is short, is odd; text is empty\n"
    })
    expect(await answering({ success: false, error: { code: "AUTH_001", message: "No." } })).toMatchObject({
      err: "AUTH_001: No.\n"
    })
    for (
      const other of [null, {}, { success: true }, { success: true, data: {} }, {
        success: true,
        data: { ...data, messages: 0.5 }
      }]
    ) {
      expect(await answering(other)).toEqual(astray)
    }
  })

  it("says what is no address, and that there is no key", async () => {
    vi.stubEnv("SIGNALBOX_API_KEY", "")
    expect(await call("messages", "explain", file({}), "--url", "ftp://example.com")).toEqual({
      code: 2,
      out: "",
      err: "--url ftp://example.com is no URL, such as https://messages.example.com.\n"
    })
    expect(await call("messages", "explain", file({}))).toEqual({
      code: 2,
      out: "",
      err: "SIGNALBOX_API_KEY is missing: the key of an account.\n"
    })
    vi.unstubAllEnvs()
  })
})
