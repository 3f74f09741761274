/**
 * Clients that pipeline: how many answers a connection gets in one turn of the event loop, and how it is ended.
 */
import * as Pipelining from "@signalbox/http/Pipelining"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { setImmediate as turnEnds } from "node:timers/promises"
import { afterEach, describe, expect, it } from "vitest"
import * as Fetching from "./Fetching.ts"

let fetching: Fetching.Fetching | undefined

afterEach(() => fetching?.stop())

const millis = 1_000_000n

describe("a turn of the event loop", () => {
  const connection = fc.constantFrom("a", "b", "c", "d")
  const request = fc.record({ connection, takes: fc.integer({ min: 0, max: 20 }), ends: fc.boolean() })

  prop(
    "has one answer for each connection, and more while it is short; the next turn begins anew",
    fc.array(request, { maxLength: 60 }),
    (requests) => {
      let now = 5n
      let end = () => {}
      let [began, seen] = [now, new Set<string>()]
      const pipelining = Pipelining.make({ monotonicTimeNanosUnsafe: () => now }, (ending) => end = ending)
      for (const { connection, ends, takes } of requests) {
        if (seen.size === 0) began = now
        expect(pipelining.isLast(connection)).toBe(seen.has(connection) && now - began >= 50n * millis)
        seen.add(connection)
        now += BigInt(takes) * millis
        if (!ends) continue
        end()
        seen = new Set()
      }
    }
  )
})

describe("a connection that fills a turn", () => {
  const client = (port: number) => ({ ip: "192.0.2.1", port })

  it("is ended with an answer, and others are not", async () => {
    fetching = await Fetching.start()
    const { handle } = fetching
    const ask = async (port?: number) => {
      const asked = new Request("http://localhost/health/live")
      const { headers, status } = await handle(asked, port === undefined ? { ip: "192.0.2.1" } : client(port))
      return [status, headers.get("connection")]
    }
    expect(await ask(1)).toEqual([204, null])
    await turnEnds()
    const turn = async () => {
      const answers = [ask(1), ask(1)]
      // Real time passes within the turn: what is bounded is how long it keeps everybody else waiting.
      const began = performance.now()
      while (performance.now() - began < 60);
      return Promise.all([...answers, ask(1), ask(2), ask(2), ask()])
    }
    const [open, last] = [[204, null], [204, "close"]]
    expect(await turn()).toEqual([open, open, last, open, last, open])
    await turnEnds()
    expect(await ask(1)).toEqual(open)
  })
})
