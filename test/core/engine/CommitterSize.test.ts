/**
 * The estimate of what a commit takes never misses by much, whatever it holds most of.
 */
import * as Commits from "@signalbox/core/Commit"
import { make } from "@signalbox/core/Commit"
import type { Event } from "@signalbox/core/Delivery"
import type { EventId } from "@signalbox/core/Id"
import * as Committers from "@signalbox/core/internal/engine/Committer"
import { sizeOf } from "@signalbox/core/internal/engine/Committer"
import * as LocalLeases from "@signalbox/core/internal/engine/LocalLeases"
import type { Message } from "@signalbox/core/Message"
import { Messages } from "@signalbox/core/Message"
import * as Money from "@signalbox/core/Money"
import { done } from "@signalbox/core/Outcome"
import type { Row } from "@signalbox/core/Row"
import { Store } from "@signalbox/core/Store"
import type { LeaseToken } from "@signalbox/core/Work"
import * as WorkSignal from "@signalbox/core/WorkSignal"
import { row } from "@signalbox/testing/generate/Rows"
import { prop } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

describe("Size", () => {
  prop("is at least half of what the rows are as JSON", fc.array(row), (puts) => {
    expect(sizeOf(make({ puts }))).toBeGreaterThan(JSON.stringify(puts).length / 2)
  })
})

describe("the size of a commit", () => {
  const empty = sizeOf(make({}))
  const more = (parts: Parameters<typeof make>[0]) => sizeOf(make(parts)) - empty
  const ref = { kind: "account", key: "a" }
  const work = { kind: "dispatch", key: "a" }
  const fence = { work, token: 1 as LeaseToken }
  const message = Given.message({ attempts: [], history: [] })
  const put = (parts: Partial<Message> = {}) => ({ puts: [Commits.put(Messages, { ...message, ...parts })] })
  const own = more(put())

  it("is two hundred bytes for each entry besides rows, events and the reply", () => {
    expect(empty).toBe(32)
    const entries: ReadonlyArray<Parameters<typeof make>[0]> = [
      { expects: [{ ref, version: 0 }] },
      { deletes: [ref] },
      { debits: [{ account: message.account, amount: Money.zero, floor: Money.zero, once: null }] },
      { counts: [{ counter: "a", by: 1, ceiling: null, once: null }] },
      { due: [{ work, lane: "send:a", at: Given.now }] },
      { completes: [fence] },
      { holds: [fence] },
      { releases: [fence] },
      { pauses: [{ lane: "send:a", until: null }] },
      { cancels: [work] }
    ]
    for (const each of entries) expect(more(each)).toBe(200)
    expect(more(Object.assign({}, ...entries))).toBe(2000)
  })

  it("is that of a row's texts and names, and sixteen bytes for each value besides", () => {
    const purge: Row = { kind: "purge", key: "abc", value: { of: "abc" } }
    // Two objects, and the lengths of their names and texts.
    expect(more({ puts: [purge] })).toBe(
      16 + "kind".length + "purge".length + "key".length + 3 + "value".length + 16 + 5
    )
    const rows: Row = { ...purge, value: { of: "abc", isNeeded: true } }
    expect(more({ puts: [rows] }) - more({ puts: [purge] })).toBe("isNeeded".length + 16)
  })

  it("is that of a message's texts, its attempts and its history, and no more for its other fields", () => {
    expect(own).toBeGreaterThan(700)
    expect(more(put({ phone: Given.phone(2), send: 7, status: "FAILED", account: Given.accountId(2) }))).toBe(own)
    const text = "Hello"
    expect(more(put({ text: `${message.text ?? ""}${text}` })) - more(put({ text: message.text ?? "" }))).toBe(5)
    expect(more(put({ subject: text })) - more(put({ subject: "" }))).toBe(5)
    expect(more(put({ mediaUrls: [text, text] })) - more(put({ mediaUrls: [] }))).toBe(10)
    const attempt = Given.attempt()
    const attempts = more(put({ attempts: [attempt] })) - own
    // It has neither parts nor a receipt nor a refusal.
    expect(attempts).toBe(500 + 3 * 16)
    const parts = [{ reference: "one", report: "SENT" }] as const
    const size = "reference".length + 3 + "report".length + 4 + 16
    expect(more(put({ attempts: [attempt, { ...attempt, parts }] })) - own).toBe(2 * attempts + size)
    const activity = Given.message().history[0] ?? {
      status: "QUEUED",
      reached: true,
      at: Given.now,
      description: text,
      from: null,
      price: null,
      activeContactPrice: null,
      code: null,
      scheduledAt: null
    }
    expect(more(put({ history: [{ ...activity, description: text }] })) - own).toBe(200 + 5 + 16)
  })

  it("is that of an event's body, which is not written to be measured", () => {
    const event = { id: "e" as EventId, account: message.account, name: "message.sent", at: Given.now } as const
    const written = more({ events: [{ ...event, body: "12345" }] })
    expect(written - more({ events: [{ ...event, body: "" }] })).toBe(5)
    let asked = 0
    const unwritten: Event = {
      ...event,
      get body() {
        asked++
        return "{}"
      }
    }
    // It quotes the texts of the commit's messages, as far as a body may, or nobody knows what.
    expect(more({ events: [unwritten] })).toBe(500 + 3072)
    const texts = own - 700
    expect(more({ ...put(), events: [unwritten] }) - own).toBe(500 + texts)
    const long = put({ text: "x".repeat(4000) })
    expect(more({ ...long, events: [unwritten] }) - more(long)).toBe(500 + 3072)
    expect(asked).toBe(0)
  })
})

describe("the size of a batch", () => {
  const event = { id: "event" as EventId, account: Given.accountId(1), name: "message.sent", at: Given.now } as const
  const commit = (length: number) => make({ events: [{ ...event, body: "x".repeat(length) }] })
  const least = sizeOf(commit(0))

  it.each([[3 * 1024 * 1024, [2]], [3 * 1024 * 1024 + 1, [1, 1]]])(
    "is 3 MiB at most: two commits of %d together",
    async (size, expected) => {
      const batches: Array<number> = []
      const store = {
        commit: (batch: ReadonlyArray<Commits.Commit>) => {
          batches.push(batch.length)
          return Effect.succeed(batch.map(() => done))
        }
      } as unknown as Store["Service"]
      const commits = [commit(1000), commit(size - 2 * least - 1000)]
      expect(sizeOf(commits[0]!) + sizeOf(commits[1]!)).toBe(size)
      const exits = await Effect.flatMap(Committers.Committer, ({ commitAll }) => commitAll(commits)).pipe(
        Effect.provide(Committers.layer.pipe(
          Layer.provide(LocalLeases.layer),
          Layer.provide(WorkSignal.layer),
          Layer.provide(Layer.succeed(Store, store))
        )),
        Effect.runPromise
      )
      expect(exits).toEqual([Exit.succeed(done), Exit.succeed(done)])
      expect(batches).toEqual(expected)
    }
  )
})
