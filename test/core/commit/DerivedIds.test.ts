/** Ids that follow from texts are the same ones in every version: an answer of the sandbox may be made again by the next one. */
import * as DerivedIds from "@signalbox/core/internal/commit/DerivedIds"
import * as Digest from "@signalbox/core/internal/value/Digest"
import * as Uuid from "@signalbox/core/Uuid"
import { expect, it } from "vitest"
import * as Given from "../Given.ts"

it("they are made of the hashes of their texts and a number, one after the other", () => {
  const block = (number: number) => Uint8Array.from(Digest.sha256Raw(`${Digest.sha256("[\"a\",\"b\"]")}/${number}`))
  const ids = DerivedIds.of("a", "b")
  expect([ids.uuid(), ids.id(Given.now), ids.secrets.apiKey()]).toStrictEqual([
    Uuid.v4(block(0).slice(0, 16)),
    Uuid.v7(Given.now, 0, block(0).slice(16, 24)),
    Uuid.v4(Uint8Array.from([...block(0).slice(24), ...block(1).slice(0, 8)]))
  ])
  expect(DerivedIds.of("a", "b").uuid()).not.toBe(DerivedIds.of("ab").uuid())
})
