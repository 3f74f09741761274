/**
 * The memory that one node has of callers without a valid key: what it knows holds until the instant that the store named,
 * and there is so much room for it.
 */
import * as Instant from "@signalbox/core/Instant"
import { hashKey } from "@signalbox/core/Secret"
import * as CallerCache from "@signalbox/http/CallerCache"
import { describe, expect, it } from "vitest"
import * as Given from "../core/Given.ts"

const { now } = Given
const after = (millis: number): Instant.Instant => Instant.plus(now, millis)
const [one, other] = [hashKey("one"), hashKey("other")]
const address = "192.0.2.1"

/** So many entries there is room for. */
const room = 10_000

describe("what a node knows of callers", () => {
  it("holds until the instant that the store named, and of nobody else", () => {
    const callers = CallerCache.make()
    callers.lock(one, after(10))
    expect(callers.lockedUntil(one, after(9))).toBe(after(10))
    expect(callers.lockedUntil(one, after(10))).toBeNull()
    expect(callers.lockedUntil(other, now)).toBeNull()
    callers.exhaust(address, after(10))
    expect(callers.exhaustedUntil(address, after(9))).toBe(after(10))
    expect(callers.exhaustedUntil(address, after(10))).toBeNull()
    expect(callers.exhaustedUntil("192.0.2.2", now)).toBeNull()
  })

  it("is forgotten of whoever is right no more, and of nobody else", () => {
    const callers = CallerCache.make()
    for (const credential of [one, other]) callers.welcome(credential, now)
    callers.forget(one)
    expect([callers.isKnown(one), callers.wasRight(one, now)]).toEqual([false, false])
    expect([callers.isKnown(other), callers.wasRight(other, now)]).toEqual([true, true])
  })

  it("lets twenty strangers of an address whose pool is used up be looked up in each second", () => {
    const callers = CallerCache.make()
    const admitted = (millis: number): number =>
      Array.from({ length: 30 }, () => callers.mayLookUp(one, address, after(millis))).filter(Boolean).length
    expect(admitted(0)).toBe(30)
    callers.exhaust(address, after(60_000))
    expect(admitted(100)).toBe(20)
    expect(admitted(1099)).toBe(0)
    // Whoever uses up the pool once more begins no new second.
    callers.exhaust(address, after(61_100))
    expect(admitted(1099)).toBe(0)
    expect(admitted(1100)).toBe(20)
    expect(callers.mayLookUp(one, "192.0.2.2", after(1100))).toBe(true)
    callers.welcome(other, now)
    expect(callers.mayLookUp(other, address, after(1100))).toBe(true)
    expect(callers.mayLookUp(one, address, after(1100))).toBe(false)
  })

  it("has room for ten thousand, of which the one that was noted first goes first", () => {
    const callers = CallerCache.make()
    const addressOf = (index: number): string => `address ${index}`
    for (let index = 0; index < room; index++) callers.exhaust(addressOf(index), after(1))
    // Noted once more, it is the last one.
    callers.exhaust(addressOf(0), after(2))
    const known = () => [0, 1, 2, room].map((index) => callers.exhaustedUntil(addressOf(index), now))
    expect(known()).toEqual([after(2), after(1), after(1), null])
    callers.exhaust(addressOf(room), after(1))
    expect(known()).toEqual([after(2), null, after(1), after(1)])
  })
})
