/**
 * The deliveries of several webhooks, on a service in this process: all of them in pages, the latest first, each with what
 * became of its attempt.
 */
import * as Doubles from "@signalbox/emulator/Double"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Sending from "./Sending.ts"

interface Delivery {
  readonly id: string
  readonly webhook_id: string
  readonly created_at: string
  readonly attempts: ReadonlyArray<{ readonly headers: Readonly<Record<string, string>> | null }>
}

let double: Doubles.Double
const webhooks: Array<string> = []
const messages: Array<string> = []

/** An endpoint that hangs up. */
const server = createServer((request) => void request.socket.destroy())

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  double = await Doubles.start()
  for (const display_name of ["A", "B"]) {
    const { id } = await Sending.api(double, "POST", "/webhooks", {
      display_name,
      endpoint_url: `http://127.0.0.1:${port}/${display_name}`,
      event_types: ["message"],
      event_filters: { message: ["delivered"] },
      retry_count: 1
    })
    webhooks.push(id as string)
  }
  for (const to of ["+12015550123", "+12015550124"]) {
    messages.push(await Sending.send(double, to))
    await double.advance(1000)
  }
})
afterAll(async () => {
  await double.stop()
  server.close()
})

const list = async (query = ""): Promise<ReadonlyArray<Delivery>> =>
  await double.control("GET", `/emulator/deliveries${query}`) as object as ReadonlyArray<Delivery>

describe("the deliveries", () => {
  it("are those of all webhooks, the latest first", async () => {
    const all = await list()
    expect(all.map(({ webhook_id }) => webhook_id).toSorted()).toEqual([...webhooks, ...webhooks].toSorted())
    const places = all.map(({ created_at, id }) => `${created_at} ${id}`)
    expect(places).toEqual(places.toSorted().toReversed())
    expect(await list("?limit=3")).toEqual(all.slice(0, 3))
    const pages: Array<Delivery> = []
    for (let before = ""; pages.length < 4; before = `&before=${pages.at(-1)!.id}`) {
      const [one] = await list(`?limit=1${before}`)
      pages.push(one!)
    }
    expect(pages).toEqual(all)
    for (const id of webhooks) {
      const own = all.filter(({ webhook_id }) => webhook_id === id)
      expect(own).toHaveLength(2)
      expect(await list(`?webhook_id=${id}`)).toEqual(own)
      expect(await list(`?webhook_id=${id}&before=${own[0]!.id}`)).toEqual([own[1]])
    }
  })

  it("tell of an attempt that nobody has answered", async () => {
    for (const { attempts, webhook_id } of await list("?limit=2")) {
      expect(attempts).toEqual([{
        attempt: 1,
        at: expect.stringMatching(/Z$/) as string,
        duration_ms: expect.any(Number) as number,
        status_code: null,
        response_body: null,
        error: expect.stringMatching(/./) as string,
        headers: expect.objectContaining({ "x-webhook-id": webhook_id, "x-webhook-attempt": "1" }) as object,
        body: expect.stringContaining(messages[1]!) as string,
        verified: true
      }])
    }
  })

  it("are redelivered only once something was tried", async () => {
    const [{ id } = { id: "" }] = await list()
    expect(await double.control("POST", `/emulator/deliveries/${id}/redeliver`)).toEqual({
      id,
      status: "RETRYING",
      attempt: 2
    })
    await double.advance(0)
    const again = await double.control("GET", `/emulator/deliveries/${id}`) as {
      readonly attempts: ReadonlyArray<object>
    }
    expect(again.attempts).toHaveLength(2)
  })
})
