/** The ids of a node rise, and a seed makes the same ones again. */
import type { RandomBytes } from "@signalbox/core/IdGenerator"
import * as IdGenerator from "@signalbox/core/IdGenerator"
import { make as instant } from "@signalbox/core/Instant"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { seeded } from "../Given.ts"

const refuse: RandomBytes = () => {
  throw new Error("not from this source")
}

const shuffled = fc.array(fc.oneof(fc.nat({ max: 5 }), fc.nat({ max: 2 ** 40 })), { minLength: 2, maxLength: 40 })

describe("IdGenerator", () => {
  prop("ids rise, even when the clock goes back", shuffled, fc.integer(), (times, seed) => {
    const ids = IdGenerator.make(seeded(seed), refuse)
    const made = times.map((at) => ids.id(instant(at)))
    expect(made.toSorted()).toEqual(made)
    expect(new Set(made).size).toBe(made.length)
  })

  it("ids rise when more than 4096 are made in one millisecond", () => {
    const ids = IdGenerator.make(seeded(1), refuse)
    const made = Array.from({ length: 10_000 }, () => ids.id(instant(1_000)))
    expect(made.toSorted()).toEqual(made)
    expect(new Set(made).size).toBe(made.length)
  })

  prop("ids carry the time at which they were made", fc.nat({ max: 2 ** 47 }), (at) => {
    const id = IdGenerator.make(seeded(1), refuse).id(instant(at))
    expect(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).toBe(at)
  })

  prop("a seed replays every id", shuffled, fc.integer(), fc.integer(), (times, seed, other) => {
    const run = (source: number) => {
      const ids = IdGenerator.make(seeded(source), refuse)
      return [...times.map((at) => ids.id(instant(at))), ids.uuid()]
    }
    expect(run(seed)).toEqual(run(seed))
    if (seed !== other) expect(run(seed)).not.toEqual(run(other))
  })

  it("takes secrets and keys from the secure source only, ids never from it", () => {
    const secure = IdGenerator.make(refuse, seeded(7)).secrets
    expect(secure.signingSecret()).toMatch(/^whsec_.{44}$/)
    expect(secure.apiKey()).toMatch(/^[0-9a-f-]{36}$/)
    expect(secure.signingSecret()).not.toBe(secure.signingSecret())
    const plain = IdGenerator.make(seeded(7), refuse)
    expect([plain.id(instant(1)), plain.uuid()].map((id) => id[14])).toEqual(["7", "4"])
  })

  it("ids are made of the time, their number in it and all bytes of their source, 4,096 of each millisecond", () => {
    const bytes = (size: number) => Uint8Array.from({ length: size }, (_, index) => 0xa1 + index)
    const ids = IdGenerator.make((size) => bytes(size), refuse)
    const made = Array.from({ length: 4098 }, () => ids.id(instant(1_000)))
    expect([0, 1, 4095, 4096, 4097].map((place) => made[place])).toEqual([
      "00000000-03e8-7000-a1a2-a3a4a5a6a7a8",
      "00000000-03e8-7001-a1a2-a3a4a5a6a7a8",
      "00000000-03e8-7fff-a1a2-a3a4a5a6a7a8",
      "00000000-03e9-7000-a1a2-a3a4a5a6a7a8",
      "00000000-03e9-7001-a1a2-a3a4a5a6a7a8"
    ])
    expect(ids.id(instant(1_001))).toBe("00000000-03e9-7002-a1a2-a3a4a5a6a7a8")
    expect(ids.id(instant(1_002))).toBe("00000000-03ea-7000-a1a2-a3a4a5a6a7a8")
    expect(ids.uuid()).toBe("a1a2a3a4-a5a6-47a8-a9aa-abacadaeafb0")
  })
})
