/**
 * The ids of resources: a UUID in either case, kept in lower case; the ids of carriers and nodes are any words.
 */
import * as Id from "@signalbox/core/Id"
import { prop } from "@signalbox/testing/Prop"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"

const { Canonical, CarrierId, NodeId, ...branded } = Id

describe("the id of a resource", () => {
  it("has the brand of its own kind, so that the compiler takes no other one for it", () => {
    const brands = Object.entries({ ...branded, CarrierId, NodeId }).map(([name, { identifier }]) => [name, identifier])
    expect(brands.length).toBeGreaterThan(15)
    for (const [name, brand] of brands) expect(brand).toBe(name)
  })

  prop("is taken in either case and kept in lower case", fc.uuid(), (uuid) => {
    for (const id of [Canonical, ...Object.values(branded)]) {
      const decode = Schema.decodeUnknownSync(id)
      expect([decode(uuid), decode(uuid.toUpperCase())]).toEqual([uuid, uuid])
    }
  })

  it.each(["", "x", "3f1a7c22-5d8e-4b90-91a2-6c4d0e8f7b3", "3f1a7c225d8e4b9091a26c4d0e8f7b31"])(
    "%j is none, and whoever sent it is told what one is",
    (text) => {
      for (const id of [Canonical, ...Object.values(branded)]) {
        const read = Schema.decodeUnknownResult(id)(text)
        expect(Result.isFailure(read) && String(read.failure)).toBe("SchemaError(must be a UUID)")
      }
    }
  )

  it("is a UUID to whoever reads the contract", () => {
    expect(Schema.toJsonSchemaDocument(Canonical).schema).toMatchObject({ type: "string", format: "uuid" })
  })
})

describe("the id of a carrier or a node", () => {
  it("is any text that is not empty", () => {
    for (const id of [CarrierId, NodeId]) {
      const is = Schema.is(id)
      expect(["sms-a", " ", "x"].map(is)).toEqual([true, true, true])
      expect(is("")).toBe(false)
    }
  })
})
