/**
 * UUIDs, with the npm package `uuid` as oracle.
 */
import * as Uuid from "@signalbox/core/Uuid"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import * as oracle from "uuid"
import { describe, expect, it } from "vitest"

const bytes = fc.uint8Array({ minLength: 16, maxLength: 16 })
const shape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** The time that stands in a UUID of version 7, read as RFC 9562 lays it out. */
const millisOf = (uuid: string): number => Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16)

describe("Uuid.v5", () => {
  it("makes the conversation id of decisions 3.2", () => {
    const name = "3f1a7c22-5d8e-4b90-91a2-6c4d0e8f7b31:6ba7b810-9dad-11d1-80b4-00c04fd430c8"
    expect(Uuid.v5(name, "9f4e6a2c-0b1d-4c3e-8a5f-2d7e6c1b0a99")).toBe("eba55bee-996a-5a7f-b56e-1e271f62a0bc")
  })

  prop(
    "agrees with the oracle on any name in any namespace",
    fc.string({ unit: "binary" }),
    fc.uuid(),
    (name, namespace) => {
      expect(Uuid.v5(name, namespace)).toBe(oracle.v5(name, namespace))
      expect(Uuid.v5(name, namespace.toUpperCase())).toBe(oracle.v5(name, namespace))
    }
  )
})

describe("Uuid.v4", () => {
  prop("agrees with the oracle on the same random bytes", bytes, (random) => {
    expect(Uuid.v4(random)).toBe(oracle.v4({ random: random.slice() }))
  })
})

describe("Uuid.v7", () => {
  const millis = fc.integer({ min: 0, max: 2 ** 48 - 1 })
  const sequence = fc.nat({ max: 4095 })

  prop("has the shape, the version and the variant", millis, sequence, bytes, (at, number, random) => {
    const uuid = Uuid.v7(at, number, random)
    expect(uuid).toMatch(shape)
    expect(oracle.validate(uuid)).toBe(true)
    expect(oracle.version(uuid)).toBe(7)
  })

  prop("holds its time, its sequence and 62 random bits", millis, sequence, bytes, (at, number, random) => {
    const uuid = Uuid.v7(at, number, random)
    expect(millisOf(uuid)).toBe(at)
    expect(Number.parseInt(uuid.slice(15, 18), 16)).toBe(number)
    const tail = oracle.parse(uuid).slice(8)
    expect(tail[0]! & 0x3f).toBe(random[0]! & 0x3f)
    expect(tail.slice(1)).toEqual(random.slice(1, 8))
  })

  const moment = fc.tuple(
    fc.oneof(millis, fc.integer({ min: 1000, max: 1002 })),
    fc.oneof(sequence, fc.constantFrom(0, 1, 255, 256))
  )

  prop("orders by time, then by sequence, whatever the random part", moment, moment, bytes, bytes, (one, two, a, b) => {
    const later = one[0] === two[0] ? Math.sign(one[1] - two[1]) : Math.sign(one[0] - two[0])
    const [first, second] = [Uuid.v7(...one, a), Uuid.v7(...two, b)]
    if (later !== 0) expect(first < second ? -1 : 1).toBe(later)
  })
})

describe("Uuid", () => {
  prop("is read back as it was written", bytes, (value) => {
    expect([...Uuid.parse(Uuid.format(value))]).toEqual([...value])
    expect([...Uuid.parse(Uuid.format(value).toUpperCase())]).toEqual([...value])
  })

  prop("is taken in either case, with hyphens only", bytes, (value) => {
    const text = Uuid.format(value)
    expect(text).toMatch(shape)
    expect([text, text.toUpperCase()].map(Uuid.is)).toEqual([true, true])
    const wrong = [
      text.replaceAll("-", ""),
      `{${text}}`,
      `urn:uuid:${text}`,
      text.slice(1),
      `${text}0`,
      `${text}\n`,
      ""
    ]
    expect(wrong.filter(Uuid.is)).toEqual([])
    expect(Uuid.is(text.replace(/.$/, "g"))).toBe(false)
  })
})
