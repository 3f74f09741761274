/**
 * The hash of the runtime and the one that is made here, side by side and with Node's own as oracle.
 */
import * as Sha256 from "@signalbox/core/internal/value/Sha256"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { createHash, createHmac } from "node:crypto"
import { describe, expect, it } from "vitest"

/** Data may be longer than the block of the hash, and halves of characters may stand alone. */
const bytes = fc.uint8Array({ maxLength: 200 })
const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code))
const text = fc.oneof(fc.string({ unit, maxLength: 200 }), fc.string({ unit: "grapheme" }))

const ways = { "of the runtime": Sha256.here, "made here": Sha256.portable }

describe("Sha256", () => {
  for (const [name, way] of Object.entries(ways)) {
    prop(`${name} is that of Node, of texts and of bytes`, fc.oneof(text, bytes), (data) => {
      const expected = createHash("sha256").update(data).digest()
      expect(way.hex(data)).toBe(expected.toString("hex"))
      expect(way.bytes(data)).toEqual(new Uint8Array(expected))
    })
  }

  for (const [name, way] of Object.entries(ways)) {
    prop(`an HMAC ${name} is that of Node, with one key for several texts`, bytes, text, text, (key, one, other) => {
      const hmac = way.hmac(key)
      for (const each of [one, other]) {
        expect(hmac(each)).toEqual(new Uint8Array(createHmac("sha256", key).update(each).digest()))
      }
    })
  }

  it("is of the runtime where that has one", () => {
    expect(Sha256.here).not.toBe(Sha256.portable)
    expect(Sha256.on(process).bytes("").constructor).toBe(Uint8Array)
    expect(Sha256.on(process).hmac(new Uint8Array(1))("").constructor).toBe(Uint8Array)
  })

  it("is made here where the runtime has none: in a browser, or in an older or a smaller runtime", () => {
    const without: ReadonlyArray<Sha256.Runtime | undefined> = [
      undefined,
      {},
      { getBuiltinModule: () => undefined },
      { getBuiltinModule: () => ({}) },
      { getBuiltinModule: (name) => ({ ...process.getBuiltinModule(name), hash: undefined }) as never },
      { getBuiltinModule: (name) => ({ ...process.getBuiltinModule(name), createHmac: undefined }) as never },
      { getBuiltinModule: (name) => ({ ...process.getBuiltinModule(name), createSecretKey: undefined }) as never }
    ]
    for (const runtime of without) expect(Sha256.on(runtime)).toBe(Sha256.portable)
  })
})
