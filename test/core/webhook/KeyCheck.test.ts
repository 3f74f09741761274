/**
 * Keys that did not seal a store's secrets are found at the start.
 */
import * as AesSecrets from "@signalbox/core/AesSecrets"
import * as KeyCheck from "@signalbox/core/KeyCheck"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import { describe, expect, it } from "vitest"
import * as Bench from "../Bench.ts"

const key = (id: string, byte: number): string => `${id}:${Buffer.alloc(32, byte).toString("base64")}`

/** Checks with these keys, and returns what is wrong, or null. */
const check = (keys: string) =>
  Effect.exit(Effect.provide(KeyCheck.check, AesSecrets.layerText(Redacted.make(keys)))).pipe(
    Effect.map((exit) => Exit.isSuccess(exit) ? null : String((Cause.squash(exit.cause) as Error).message))
  )

describe("KeyCheck.check", () => {
  it("passes with the keys of the first start, and fails with others", () =>
    Bench.run(
      Bench.layer(),
      Effect.gen(function*() {
        expect(yield* check(key("main", 1))).toBeNull()
        expect(yield* check(key("main", 1))).toBeNull()
        expect(yield* check(key("main", 2))).toMatch(
          /^the keys are not those .*: a secret cannot be opened with the key "main"$/
        )
        expect(yield* check(key("other", 1))).toMatch(/: a secret is sealed with the key "main", which is not given$/)
        expect(yield* check(key("main", 1))).toBeNull()
      })
    ))

  it("follows a new key that is put in front, and then does without the old one", () =>
    Bench.run(
      Bench.layer(),
      Effect.gen(function*() {
        expect(yield* check(key("old", 1))).toBeNull()
        expect(yield* check(`${key("new", 2)},${key("old", 1)}`)).toBeNull()
        expect(yield* check(key("new", 2))).toBeNull()
        expect(yield* check(key("old", 1))).toContain("\"new\", which is not given")
      })
    ))

  it("of two nodes that start for the first time with different keys, one is refused", () =>
    Bench.run(
      Bench.layer(),
      Effect.gen(function*() {
        const found = yield* Effect.all([check(key("one", 1)), check(key("two", 2))], { concurrency: "unbounded" })
        expect(found.filter((each) => each === null)).toHaveLength(1)
        expect(found.filter((each) => each !== null)).toEqual([expect.stringContaining("which is not given")])
      })
    ))
})
