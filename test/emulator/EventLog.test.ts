/**
 * The last events: whoever was away goes on where it was, or is told that it cannot.
 */
import * as EventStream from "@signalbox/emulator/control/EventStream"
import type { Event } from "@signalbox/emulator/event/Event"
import { EventLog, most } from "@signalbox/emulator/event/Events"
import { propWith } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import * as fc from "fast-check"
import { createServer, request } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, describe, expect, it } from "vitest"
import { until } from "./ControlClient.ts"
import { listen } from "./EventClient.ts"

const carrier = (id: string): Event => ({ type: "carrier", data: { id } })

describe("the last events", () => {
  propWith({ runs: 50 })(
    "are those behind the id, as long as they are kept",
    fc.nat({ max: 2 * most + 5 }),
    fc.nat({ max: 2 * most + 5 }),
    (count, from) => {
      const log = new EventLog()
      const first = log.since(undefined).last
      const ids = [first]
      const stop = log.listen(({ id }) => ids.push(id))
      for (let index = 1; index <= count; index++) log.publish(carrier(String(index)))
      stop()
      const place = Math.min(from, count)
      const { events, isLost, last } = log.since(ids[place])
      expect(last).toBe(ids[count])
      expect(isLost).toBe(count - place > most)
      expect(events.map(({ event }) => event)).toEqual(
        isLost ? [] : Array.from({ length: count - place }, (_, index) => carrier(String(place + index + 1)))
      )
    }
  )

  it("are a thousand, of which none is missing for whoever has heard the one before them", () => {
    const log = new EventLog()
    const ids = [log.since(undefined).last]
    const stop = log.listen(({ id }) => ids.push(id))
    const heard = (from: number) => {
      const { events, isLost } = log.since(ids[from])
      return [isLost, events.length, events[0]?.event.data, events.at(-1)?.event.data]
    }
    for (let index = 1; index <= 1000; index++) log.publish(carrier(String(index)))
    expect(heard(0)).toEqual([false, 1000, { id: "1" }, { id: "1000" }])
    for (let index = 1001; index <= 1002; index++) log.publish(carrier(String(index)))
    expect(heard(1)).toEqual([true, 0, undefined, undefined])
    expect(heard(2)).toEqual([false, 1000, { id: "3" }, { id: "1002" }])
    expect(heard(1001)).toEqual([false, 1, { id: "1002" }, { id: "1002" }])
    stop()
    log.publish(carrier("1003"))
    expect([ids.length, heard(1002)]).toEqual([1003, [false, 1, { id: "1003" }, { id: "1003" }]])
  })

  it("do not go on from an id of another process, of the future, or that is none", () => {
    const log = new EventLog()
    log.publish(carrier("a"))
    const { last } = log.since(undefined)
    const other = new EventLog().since(undefined).last
    for (const id of [other, last.replace(/1$/, "2"), "", "1", `${last}x`, `${last}\n`, "x".repeat(9000)]) {
      expect(log.since(id), id).toEqual({ isLost: true, events: [], last })
    }
  })

  it("are forgotten at a reset, which is one itself", () => {
    const log = new EventLog()
    const before = log.since(undefined).last
    log.publish(carrier("a"))
    const then = log.since(undefined).last
    log.reset()
    expect(log.since(before).isLost).toBe(true)
    expect(log.since(then).events.map(({ event }) => event)).toEqual([{ type: "reset", data: {} }])
  })
})

describe("a stream of events", () => {
  const open = new Set<() => Promise<void>>()

  afterEach(async () => {
    for (const close of open) await close()
    open.clear()
  })

  const start = async (options: EventStream.Options) => {
    const log = new EventLog()
    const scope = Scope.makeUnsafe()
    const stream = await Effect.runPromise(EventStream.make(log, options).pipe(Scope.provide(scope)))
    let gone = 0
    const server = createServer((asked, response) => {
      response.once("close", () => gone++)
      if (!stream.handle(asked, response)) response.writeHead(503).end()
    })
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
    open.add(async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
      await Effect.runPromise(Scope.close(scope, Exit.void))
    })
    return { log, gone: () => gone, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
  }

  it("shows signs of life where nothing happens", async () => {
    const { url } = await start({ heartbeatMillis: 5 })
    const one = await listen(url)
    await until(() => Promise.resolve(one.text()), (text) => text.split(": here\n\n").length > 3)
    expect(one.heard).toEqual([])
  })

  it("has a bound of listeners, and a place is free again when one has gone", async () => {
    const { url } = await start({ clients: 2 })
    const [one] = [await listen(url), await listen(url)]
    expect((await listen(url)).status).toBe(503)
    one!.close()
    expect(await until(async () => (await listen(url)).status, (status) => status === 200)).toBe(200)
  })

  it("cuts off who does not read, and nobody else", async () => {
    const { gone, log, url } = await start({ unread: 300_000 })
    const quick = await listen(url)
    const slow = request(url, { agent: false })
    slow.on("error", () => {})
    slow.end()
    await new Promise<void>((begun) => slow.once("response", (response) => begun(void response.pause())))
    let number = 0
    // Sockets take some megabytes before they say that nobody reads them; the quick one reads in between.
    await until(() => {
      for (let index = 0; index < 20; index++) log.publish(carrier(`${++number} ${"x".repeat(10_000)}`))
      return quick.until(({ data }) => String(data["id"]).startsWith(`${number} `)).then(() => gone())
    }, (count) => count > 0)
    slow.destroy()
    expect(quick.heard).toHaveLength(number)
  })

  it("ends for everybody who listens, and for who comes later", async () => {
    const { log, url } = await start({})
    const one = await listen(url)
    await Effect.runPromise(log.over.open)
    await one.closed
    const late = await listen(url)
    await late.closed
    expect(late.status).toBe(200)
  })
})
