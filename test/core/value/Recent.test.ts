/**
 * A key's value is remembered for between one and two generations of other keys.
 */
import * as Recent from "@signalbox/core/internal/value/Recent"
import { describe, expect, it } from "vitest"

const generation = 16_384

/** Remembers the keys from 0 on, each asked for once, and counts how often something was made of one. */
const after = (keys: number) => {
  let made = 0
  const recent = Recent.make((key: number) => {
    made++
    return `of ${key}`
  })
  for (let key = 0; key < keys; key++) recent.of(key)
  return (key: number): boolean => {
    const before = made
    expect(recent.of(key)).toBe(`of ${key}`)
    return made === before
  }
}

describe("Recent", () => {
  it("makes of each key what is to be made of it, once", () => {
    const isKnown = after(0)
    expect([isKnown(7), isKnown(7), isKnown(8), isKnown(7)]).toEqual([false, true, false, true])
  })

  it("remembers two generations, and forgets the older one when a third begins", () => {
    expect(after(2 * generation)(0)).toBe(true)
    const isKnown = after(2 * generation + 1)
    expect(isKnown(generation)).toBe(true)
    expect(isKnown(2 * generation)).toBe(true)
    expect(after(2 * generation + 1)(generation - 1)).toBe(false)
  })

  it("keeps what is asked for again as if it were new", () => {
    let made = 0
    const recent = Recent.make((key: number) => {
      made++
      return key
    })
    for (let key = 0; key < 5 * generation; key++) {
      recent.of(key)
      recent.of(-1)
    }
    expect(made).toBe(5 * generation + 1)
  })
})
