/** Random bytes of ids are drawn in blocks, each of them used once; those of secrets are drawn alone. */
import { IdGenerator } from "@signalbox/core/IdGenerator"
import * as NodeIdGenerator from "@signalbox/node/NodeIdGenerator"
import * as Effect from "effect/Effect"
import { createRequire, syncBuiltinESMExports } from "node:module"
import { afterEach, expect, it, vi } from "vitest"
import * as Given from "../core/Given.ts"

const crypto = createRequire(import.meta.url)("node:crypto") as { randomBytes: (size: number) => Buffer }

afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

/** Each eight bytes that are drawn hold the next whole number. */
const counting = () => {
  const sizes: Array<number> = []
  let next = 0n
  vi.spyOn(crypto, "randomBytes").mockImplementation((size) => {
    sizes.push(size)
    const bytes = Buffer.alloc(Math.ceil(size / 8) * 8)
    for (let at = 0; at < size; at += 8) bytes.writeBigUInt64BE(next++, at)
    return bytes.subarray(0, size)
  })
  syncBuiltinESMExports()
  const generator = Effect.runSync(Effect.provide(IdGenerator, NodeIdGenerator.layer))
  /** The second of the two numbers that a UUID is made of. */
  const drawn = () => Number.parseInt(generator.uuid().slice(-12), 16)
  return { sizes, generator, drawn }
}

it("a block of 8192 bytes is used to its end, and then the next one is drawn", () => {
  const { drawn, sizes } = counting()
  const uuids = (count: number) => Array.from({ length: count }, drawn)
  expect(uuids(512)).toEqual(Array.from({ length: 512 }, (_, index) => 2 * index + 1))
  expect(sizes).toEqual([8192])
  expect(uuids(1)).toEqual([1025])
  expect(sizes).toEqual([8192, 8192])
})

it("bytes that are left of a block and are too few are not used", () => {
  const { drawn, generator, sizes } = counting()
  expect(Number.parseInt(generator.id(Given.now).slice(-12), 16)).toBe(0)
  for (let count = 0; count < 511; count++) drawn()
  expect(sizes).toEqual([8192])
  // Eight bytes are left, and sixteen are needed.
  expect(drawn()).toBe(1025)
  expect(sizes).toEqual([8192, 8192])
})

it("a secret has bytes of its own, and two generators share none", () => {
  const { generator, sizes } = counting()
  generator.secrets.signingSecret()
  expect(sizes).toEqual([8192, 32])
  const other = Effect.runSync(Effect.provide(IdGenerator, NodeIdGenerator.layer))
  expect(other.uuid()).not.toBe(generator.uuid())
  expect(sizes).toEqual([8192, 32, 8192])
})
