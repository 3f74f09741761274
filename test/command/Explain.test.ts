/** `signalbox messages explain` asks a running service what would become of a send, and says it in lines. */
import * as Program from "@signalbox/command/Program"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import * as Acme from "../facade/Acme.ts"

const folder = mkdtempSync(join(tmpdir(), "signalbox-explain-"))

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
    rmSync(folder, { recursive: true })
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
