/**
 * Anybody may read the published pages without a key, again and again on few connections: each is encoded and measured
 * once, a HEAD writes nothing of it, and an address has its share.
 */
import * as ExpressMount from "@signalbox/express/ExpressMount"
import * as Published from "@signalbox/http/Published"
import type { HttpSubject } from "@signalbox/testing/http/HttpSubject"
import * as Effect from "effect/Effect"
import express from "express"
import { connect } from "node:net"
import { afterEach, describe, expect, it, vi } from "vitest"
import type { Mount } from "../http/Mounts.ts"
import * as Mounts from "../http/Mounts.ts"
import { starter } from "../http/NodeSubject.ts"
import * as Storages from "../http/Storages.ts"

let subject: HttpSubject | undefined

afterEach(async () => {
  vi.restoreAllMocks()
  await subject?.stop()
})

const expressMount: Mount = Mounts.around(
  Effect.map(ExpressMount.makeHandler, (handler) => express().use(handler))
)

/** Sends a request so many times at the same time on one connection, and returns the answers to it as they came. */
const pipelined = (baseUrl: string, request: string, count: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(baseUrl).port), "127.0.0.1")
    let said = ""
    socket.setEncoding("latin1").on("data", (piece: string) => said += piece).on("error", reject)
    socket.on("close", () => resolve(said))
    const text = `${request} HTTP/1.1\r\nHost: x\r\n`
    socket.write(`${`${text}\r\n`.repeat(count - 1)}${text}Connection: close\r\n\r\n`)
  })

const statuses = (said: string) => [...said.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))

/** Counts how often a text of more than 64 KB is encoded, and measured. */
const large = () => {
  const seen = { encoded: 0, measured: 0 }
  const isLarge = (value: unknown) => typeof value === "string" && value.length > 65_536
  const { encode } = TextEncoder.prototype
  vi.spyOn(TextEncoder.prototype, "encode").mockImplementation(
    function(this: InstanceType<typeof TextEncoder>, text?: string) {
      if (isLarge(text)) seen.encoded++
      return encode.call(this, text)
    }
  )
  const { byteLength } = Buffer
  vi.spyOn(Buffer, "byteLength").mockImplementation((value, encoding) => {
    if (isLarge(value)) seen.measured++
    return byteLength(value, encoding)
  })
  return seen
}

describe("what is published", () => {
  it.each(Object.values(Published.paths))("is made once for all who ask for %s at the same time", async (url) => {
    const ask = (method: string) =>
      Effect.runPromise(Published.answer({ document: true, page: true, health: true }, { method, url, headers: {} })!)
    const [first, ...others] = await Promise.all(["GET", "GET", "GET", "HEAD"].map(ask))
    expect(first!.body).toBeInstanceOf(Uint8Array)
    expect(others.map(({ body }) => body === first!.body)).toEqual([true, true, false])
    expect(others.at(-1)!.body).toBeNull()
    expect((await ask("GET")).body).toBe(first!.body)
  })
})

describe.each([["Node", Mounts.node], ["Express", expressMount], ["fetch", Mounts.web]])("on %s", (name, mount) => {
  it.each(["/docs", "/openapi.json"])("%s is made once, and read so often as an address may ask", async (path) => {
    subject = await starter({ mount, storage: Storages.memory })()
    const { baseUrl } = subject
    const first = await Promise.all(Array.from({ length: 5 }, () => fetch(`${baseUrl}${path}`)))
    const length = (await first[0]!.arrayBuffer()).byteLength
    for (const each of first.slice(1)) expect((await each.arrayBuffer()).byteLength).toBe(length)
    const seen = large()
    const answers = await Promise.all(Array.from({ length: 10 }, () => pipelined(baseUrl, `HEAD ${path}`, 80)))
    const said = answers.flatMap(statuses)
    expect([said.length, said.filter((status) => status === 200).length]).toEqual([800, 595])
    expect(new Set(said)).toEqual(new Set([200, 429]))
    // Heads alone, of some hundred bytes each.
    expect(answers.join("").length).toBeLessThan(800 * 1500)
    expect(answers.join("")).toContain(`content-length: ${length}\r\n`)
    expect({ name, ...seen }).toEqual({ name, encoded: 0, measured: 0 })
    // Others go on.
    const me = await fetch(`${baseUrl}/v3/me`, { headers: { "x-api-key": subject.apiKey } })
    expect(me.status).toBe(200)
  })
})
