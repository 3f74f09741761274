/**
 * A thousand checks of one verification at the same time, on two nodes: five of them are looked at.
 */
import { put } from "@signalbox/core/Commit"
import * as Commit from "@signalbox/core/Commit"
import type { Executor } from "@signalbox/core/Executor"
import * as Facts from "@signalbox/core/Facts"
import * as Instant from "@signalbox/core/Instant"
import { CheckVerification } from "@signalbox/core/internal/verification/CheckVerification"
import * as Code from "@signalbox/core/internal/verification/Code"
import * as Needs from "@signalbox/core/Needs"
import type { Verification } from "@signalbox/core/Verification"
import { Verifications } from "@signalbox/core/Verification"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import * as Given from "../core/Given.ts"
import * as Verified from "../core/verification/Verified.ts"
import { executor, storages } from "../stores/Nodes.ts"

const guesses = Array.from({ length: 1000 }, (_, index) => String(100_000 + index))

const check = (node: Executor["Service"], code: string) =>
  Effect.map(
    Effect.result(node.run(CheckVerification.decides, {
      path: { id: Verified.id },
      query: {},
      body: { code },
      caller: Verified.caller,
      consulted: undefined
    })),
    (end) => Result.isSuccess(end) ? String(end.success.answer.valid) : end.failure._tag
  )

describe.each(storages("verifications"))("1,000 checks at the same time (%s)", (_, storage) => {
  /** Has all guesses checked, and returns the answers and the verification. */
  const raced = (codes: ReadonlyArray<string>, rightCode: string) =>
    Effect.gen(function*() {
      const one = yield* storage.first
      const two = yield* storage.another(one)
      const now = yield* Instant.now
      const verification = Verified.verification({
        code: Code.hashed(Verified.id, rightCode, Given.ids(9).secrets),
        createdAt: now,
        expiresAt: Instant.plus(now, 10 * Instant.minute)
      })
      const nodes = [yield* executor(one.store, 2), yield* executor(two.store, 3)]
      yield* nodes[0]!.run(
        {
          name: "given",
          needs: () => Needs.none,
          decide: () =>
            Result.succeed({
              answer: undefined,
              commit: Commit.make({ puts: [put(Verifications, verification)] })
            })
        },
        undefined
      )
      const answers = yield* Effect.forEach(codes, (code, index) => check(nodes[index % 2]!, code), {
        concurrency: "unbounded"
      })
      const facts = yield* one.store.load(Needs.row(Verifications, Verified.id))
      return { answers, after: Facts.get(facts, Verifications, Verified.id) as Verification }
    }).pipe(Effect.scoped, Effect.runPromise)

  it("with wrong codes: five are tried, and none is right [XVF-005]", async () => {
    const { after, answers } = await raced(guesses, "999999")
    expect(new Set(answers.filter((answer) => answer !== "Conflict"))).toEqual(new Set(["false"]))
    expect(after).toMatchObject({ status: "failed", tries: 5, code: null })
  })

  it("with the right code: one is right [XVF-010]", async () => {
    const { after, answers } = await raced(guesses.map(() => "123456"), "123456")
    expect(answers.filter((answer) => answer === "true")).toHaveLength(1)
    expect(after).toMatchObject({ status: "approved", tries: 0 })
  })
})
