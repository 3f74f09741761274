/**
 * Bodies over Node's server that come in pieces, or not to their end (decisions part 1, step 8).
 */
import type { HttpSubject } from "@signalbox/testing/http/HttpSubject"
import { connect } from "node:net"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Mounts from "./Mounts.ts"
import { starter } from "./NodeSubject.ts"
import * as Storages from "./Storages.ts"

let subject: HttpSubject

beforeAll(async () => {
  subject = await starter({ mount: Mounts.node, storage: Storages.memory })()
})

afterAll(() => subject.stop())

const send = JSON.stringify({ sandbox: true, to: ["+12015550123"], channel: ["sms"], text: "Grüße ✓" })

/** Sends the pieces one after the other, and returns what has come when the connection ends. */
const say = (bytes: number, headers: ReadonlyArray<string>, ...pieces: ReadonlyArray<Uint8Array>): Promise<string> =>
  new Promise((resolve, reject) => {
    let heard = ""
    const socket = connect(Number(new URL(subject.baseUrl).port), "127.0.0.1", () => {
      const head = [
        "POST /v3/messages HTTP/1.1",
        "host: localhost",
        "connection: close",
        `x-api-key: ${subject.apiKey}`,
        "content-type: application/json",
        `content-length: ${bytes}`,
        ...headers
      ]
      socket.write(`${head.join("\r\n")}\r\n\r\n`)
      for (const piece of pieces) socket.write(piece)
      if (pieces.reduce((sum, { length }) => sum + length, 0) < bytes) socket.end()
    })
    socket.setNoDelay(true)
    socket.on("data", (data) => heard += data.toString())
    socket.on("error", reject)
    socket.on("close", () => resolve(heard))
  })

const whole = new TextEncoder().encode(send)

describe("a body over Node's server", () => {
  it("may come byte by byte, and through the middle of a character", async () => {
    const bytes = Array.from(whole, (byte) => Uint8Array.of(byte))
    const heard = await say(whole.length, [], ...bytes)
    expect(heard).toContain("HTTP/1.1 202")
    expect(heard).toContain("Grüße ✓")
  })

  it("is waited for by whom expects to be told to go on", async () => {
    const heard = await say(whole.length, ["expect: 100-continue"], whole)
    expect(heard).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 202/)
  })

  it("that ends before its announced length runs nothing, and hurts nobody", async () => {
    for (let time = 0; time < 20; time++) {
      expect(await say(whole.length + 1, [], whole)).not.toContain("HTTP/1.1 202")
    }
    expect(await say(whole.length, [], whole)).toContain("HTTP/1.1 202")
  })
})
