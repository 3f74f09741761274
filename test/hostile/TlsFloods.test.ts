/**
 * Endpoints that flood with bytes which TLS takes away, so that nobody above it would see them. Node tells how many have
 * come below; Bun, which runs the other tests of endpoints too, does not, and there the time-out alone bounds them.
 */
import { describe, expect, it } from "vitest"
import { selfSigned } from "../egress/Certificate.ts"
import { sender, until } from "../egress/Endpoint.ts"
import * as Records from "./TlsRecords.ts"

const head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"

/** An attempt that ends by itself does not take this time up. */
const generous = 20_000

const certificate = selfSigned("hook.example")
const ticket = (length: number): Buffer => {
  const body = Buffer.concat([
    Buffer.alloc(8, 1),
    Buffer.from([1, 1, length >> 8, length & 0xff]),
    Buffer.alloc(length + 2)
  ])
  return Buffer.concat([Buffer.from([4, 0, body.length >> 8, body.length & 0xff]), body])
}

describe("an endpoint that", () => {
  it.each([
    ["padding", { content: Buffer.from("x"), type: Records.kind.data, padding: 16_000 }],
    ["tickets", { content: ticket(16_000), type: Records.kind.handshake, padding: 0 }]
  ])("floods with %s that TLS takes away is read for little more than 512 KB", async (_, record) => {
    let written = 0
    await using endpoint = await Records.flooding(
      certificate,
      `${head}X-Endless: `,
      record,
      (bytes) => written += bytes
    )
    await using calls = sender({ ca: certificate.cert })
    const result = await calls.send(`https://hook.example:${endpoint.port}/`, { timeoutMillis: generous })
    expect(result).toEqual({ _tag: "Failed", message: "too much before the end of the answer" })
    await until(() => endpoint.open() === 0)
    // What is on its way when it is noticed depends on the machine. Without a bound it is some hundred MB and more.
    expect(written).toBeLessThan(64 * 1024 * 1024)
  }, 40_000)
})
