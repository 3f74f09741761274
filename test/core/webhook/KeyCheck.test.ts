/**
 * Keys that did not seal a store's secrets are found at the start.
 */
import * as AesSecrets from "@signalbox/core/AesSecrets"
import { make, put } from "@signalbox/core/Commit"
import * as Facts from "@signalbox/core/Facts"
import { sealedProofKey, SealedProofs } from "@signalbox/core/internal/row/SealedProof"
import * as KeyCheck from "@signalbox/core/KeyCheck"
import * as Needs from "@signalbox/core/Needs"
import { Secrets } from "@signalbox/core/Secrets"
import { Store } from "@signalbox/core/Store"
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

/** The proof as the store keeps it. */
const kept = Effect.flatMap(
  Store,
  (store) =>
    Effect.map(
      store.load(Needs.row(SealedProofs, sealedProofKey)),
      (facts) => Facts.get(facts, SealedProofs, sealedProofKey)?.sealed
    )
)

describe("KeyCheck.check", () => {
  it("passes with the keys of the first start, and fails with others", () =>
    Bench.run(
      Bench.layer(),
      Effect.gen(function*() {
        expect(yield* check(key("main", 1))).toBeNull()
        const proof = yield* kept
        expect(proof).toMatch(/^sealed:main:/)
        expect(yield* check(key("main", 1))).toBeNull()
        expect(yield* kept).toBe(proof)
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
        expect(yield* check(`${key("new", 2)}, ${key("old", 1)}`)).toBeNull()
        expect(yield* kept).toMatch(/^sealed:new:/)
        expect(yield* check(key("new", 2))).toBeNull()
        expect(yield* check(key("old", 1))).toContain("\"new\", which is not given")
      })
    ))

  it("fails with a proof that says something else, or that is sealed for something else", () =>
    Bench.run(
      Bench.layer(),
      Effect.gen(function*() {
        const store = yield* Store
        const proves = (text: string, boundTo?: string) =>
          Effect.gen(function*() {
            const sealed = yield* Effect.flatMap(Secrets, ({ seal }) => seal(text, boundTo)).pipe(
              Effect.provide(AesSecrets.layerText(Redacted.make(key("main", 1))))
            )
            yield* store.commit([make({ puts: [put(SealedProofs, { key: sealedProofKey, sealed })] })])
            return yield* check(key("main", 1))
          })
        const text = "This store's secrets are sealed with these keys."
        const wrong = "the keys are not those that this store's secrets were sealed with: "
        expect(yield* proves(text, "sealed-proof")).toBeNull()
        expect(yield* proves("Something else.", "sealed-proof")).toBe(`${wrong}the proof says something else`)
        expect(yield* proves(text)).toBe(`${wrong}a secret cannot be opened with the key "main"`)
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
