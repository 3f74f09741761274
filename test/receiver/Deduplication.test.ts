/**
 * The memory of events that were handled: when an id is forgotten, against a plain model, and by default.
 */
import type { Delivery, MemoryOptions } from "@signalbox/receiver"
import { deduplicate, memory } from "@signalbox/receiver"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it, vi } from "vitest"

const delivery = (eventId: string): Delivery => ({
  event: { field: "later", event: "later.event", timestamp: "2025-10-09T08:53:20Z", payload: {} } as never,
  eventId,
  webhookId: "a-webhook",
  attempt: 1,
  sentAt: new Date(0)
})

/** Keeps ids in a list, the oldest first: what the memory has to know. */
const model = ({ leastMillis, size, ttlMillis }: Required<Omit<MemoryOptions, "now">>) => {
  let kept: ReadonlyArray<readonly [id: string, at: number]> = []
  const longest = Math.max(leastMillis, ttlMillis)
  return {
    has: (id: string, now: number) => kept.some(([each, at]) => each === id && now - at < longest),
    add: (id: string, now: number) => {
      kept = [...kept.filter(([each]) => each !== id), [id, now]]
      while (kept.length > size && now - kept[0]![1] >= leastMillis) kept = kept.slice(1)
    }
  }
}

const day = 24 * 60 * 60 * 1000

describe("the memory of handled events", () => {
  prop(
    "knows an id as long as a plain list of them does",
    fc.record({ size: fc.integer({ min: 1, max: 4 }), ttlMillis: fc.nat(12), leastMillis: fc.nat(12) }),
    fc.array(fc.tuple(fc.constantFrom(..."abcdef"), fc.nat(5)), { maxLength: 30 }),
    async (options, steps) => {
      let now = 0
      const [seen, plain] = [memory({ ...options, now: () => now }), model(options)]
      for (const [added, later] of steps) {
        now += later
        await seen.add(added)
        plain.add(added, now)
        for (const id of "abcdef") expect(await seen.has(id), `${id} at ${now}`).toBe(plain.has(id, now))
      }
    }
  )

  it.each<readonly [string, MemoryOptions, longest: number]>([
    ["two hours by default", {}, 2 * 60 * 60 * 1000],
    ["the time that it is told", { ttlMillis: day }, day],
    ["no shorter than it is kept however many there are", { ttlMillis: 5, leastMillis: 7 }, 7],
    ["ten minutes in any case", { ttlMillis: 5 }, 10 * 60 * 1000]
  ])("knows an id for %s", async (_, options, longest) => {
    let at = 0
    const seen = memory({ ...options, now: () => at })
    await seen.add("one")
    at = longest - 1
    expect(await seen.has("one")).toBe(true)
    at = longest
    expect(await seen.has("one")).toBe(false)
  })

  it("keeps ten thousand ids by default, and all of the last ten minutes", async () => {
    let at = 0
    const seen = memory({ now: () => at })
    for (let count = 0; count < 10_001; count++) await seen.add(`early ${count}`)
    at = 10 * 60 * 1000 - 1
    await seen.add("late")
    expect(await seen.has("early 0")).toBe(true)
    at += 1
    await seen.add("later")
    const gone = await Promise.all([0, 1, 2, 3, 4].map((count) => seen.has(`early ${count}`)))
    expect(gone).toEqual([false, false, false, true, true])
  })

  it("goes by the time of day where it is given no other", async () => {
    const clock = vi.spyOn(Date, "now").mockReturnValue(day)
    try {
      const seen = memory()
      await seen.add("one")
      clock.mockReturnValue(2 * day)
      expect(await seen.has("one")).toBe(false)
    } finally {
      clock.mockRestore()
    }
  })
})

describe("deduplicate", () => {
  it("asks and tells the memory of its host, in order, and handles nothing that it knows", async () => {
    const told: Array<string> = []
    const known = new Set(["old"])
    const once = deduplicate({
      has: async (id) => {
        told.push(`has ${id}`)
        return await Promise.resolve(known.has(id))
      },
      add: async (id) => {
        await Promise.resolve()
        known.add(id)
        told.push(`add ${id}`)
      }
    })
    const handled = async (id: string) => {
      const answer = await once(delivery(id), async ({ eventId }) => {
        await Promise.resolve()
        told.push(`handle ${eventId}`)
      })
      told.push(answer)
    }
    for (const id of ["old", "new", "new"]) await handled(id)
    expect(told.join(", ")).toBe(
      "has old, repeated, has new, handle new, add new, handled, has new, repeated"
    )
  })

  it("has not handled what its host could not remember", async () => {
    let isDown = true
    const once = deduplicate({
      has: () => false,
      add: () => isDown ? Promise.reject(new Error("the database is gone")) : undefined
    })
    await expect(once(delivery("one"), () => {})).rejects.toThrow("the database is gone")
    isDown = false
    expect(await once(delivery("one"), () => {})).toBe("handled")
  })
})
