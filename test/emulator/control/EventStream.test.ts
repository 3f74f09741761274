/**
 * The bounds of the stream of events where nobody sets others: how many may listen, how much one may leave unread, and how
 * often it shows a sign of life.
 */
import * as EventStream from "@signalbox/emulator/control/EventStream"
import { EventLog } from "@signalbox/emulator/event/Events"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { IncomingMessage, ServerResponse } from "node:http"
import { Socket } from "node:net"
import { expect, it } from "vitest"

/** A client that reads nothing, and what was written to it. */
class Listener extends ServerResponse {
  readonly written: Array<string> = []
  readonly heads: Array<unknown> = []
  isCutOff = false
  unread = 0

  constructor(request: IncomingMessage) {
    super(request)
    Object.defineProperty(this, "writableLength", { get: () => this.unread })
  }

  override writeHead(...head: ReadonlyArray<unknown>): this {
    this.heads.push(head)
    return this
  }

  override write(text: unknown): boolean {
    this.written.push(String(text))
    return true
  }

  override destroy(): this {
    this.isCutOff = true
    this.emit("close")
    return this
  }
}

const run = (test: (stream: EventStream.EventStream, log: EventLog) => Effect.Effect<void>): Promise<void> => {
  const log = new EventLog()
  return Effect.flatMap(EventStream.make(log), (stream) => test(stream, log)).pipe(
    Effect.scoped,
    Effect.provide(TestClock.layer()),
    Effect.runPromise
  )
}

const request = new IncomingMessage(new Socket())

it("shows a sign of life every fifteen seconds", () =>
  run((stream) =>
    Effect.gen(function*() {
      const listener = new Listener(request)
      expect(stream.handle(request, listener)).toBe(true)
      const begin = listener.written.length
      yield* TestClock.adjust(14_999)
      expect(listener.written).toHaveLength(begin)
      yield* TestClock.adjust(1)
      expect(listener.written.slice(begin)).toEqual([": here\n\n"])
      yield* TestClock.adjust(15_000)
      expect(listener.written.slice(begin)).toEqual([": here\n\n", ": here\n\n"])
    })
  ))

it("has room for sixty-four, and for another one when one has gone", () =>
  run((stream) =>
    Effect.sync(() => {
      const all = Array.from({ length: 65 }, () => new Listener(request))
      expect(all.map((each) => stream.handle(request, each))).toEqual(all.map((_, index) => index < 64))
      all[7]!.emit("close")
      expect(stream.handle(request, all[64]!)).toBe(true)
    })
  ))

it("cuts off who has left more than a mebibyte unread, and writes it nothing more", () =>
  run((stream, log) =>
    Effect.sync(() => {
      const listener = new Listener(request)
      stream.handle(request, listener)
      const begin = listener.written.length
      listener.unread = 1 << 20
      log.publish({ type: "carrier", data: { id: "sms-a" } })
      expect([listener.written.length, listener.isCutOff]).toEqual([begin + 1, false])
      listener.unread++
      log.publish({ type: "carrier", data: { id: "sms-b" } })
      expect([listener.written.length, listener.isCutOff]).toEqual([begin + 1, true])
    })
  ))

it("begins with where it is, with what somebody has missed, or with the loss of it", () =>
  run((stream, log) =>
    Effect.sync(() => {
      const first = log.since(undefined).last
      log.publish({ type: "carrier", data: { id: "sms-a" } })
      log.publish({ type: "carrier", data: { id: "sms-b" } })
      const { last } = log.since(undefined)
      const second = last.replace(/2$/, "1")
      const said = (heard?: string) => {
        const asking = new IncomingMessage(new Socket())
        if (heard !== undefined) asking.headers["last-event-id"] = heard
        const listener = new Listener(asking)
        stream.handle(asking, listener)
        expect(listener.heads).toEqual([[200, {
          "content-type": "text/event-stream; charset=utf-8",
          "cache-control": "no-store",
          "x-content-type-options": "nosniff"
        }]])
        return listener.written.join("")
      }
      const place = `retry: 1000\nid: ${last}\n\n`
      const [a, b] = [[second, "sms-a"], [last, "sms-b"]].map(([id, carrier]) =>
        `id: ${id}\nevent: carrier\ndata: {"id":"${carrier}"}\n\n`
      )
      expect([said(), said(last), said(second), said(first), said("none")]).toEqual([
        place,
        place,
        b,
        `${a}${b}`,
        `${place}id: ${last}\nevent: reset\ndata: {}\n\n`
      ])
    })
  ))
