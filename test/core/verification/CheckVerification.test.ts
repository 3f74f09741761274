/**
 * Checks of codes: the odds of whoever guesses, and that no failure costs another work than the others.
 */
import type { Commit } from "@signalbox/core/Commit"
import type { VerificationId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import * as Continuation from "@signalbox/core/internal/commit/Continuation"
import { OneTimeCodes } from "@signalbox/core/internal/row/OneTimeCode"
import { CheckVerification } from "@signalbox/core/internal/verification/CheckVerification"
import type { Verification } from "@signalbox/core/Verification"
import { Verifications, VerificationStatus } from "@signalbox/core/Verification"
import { prop } from "@signalbox/testing/Prop"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"
import * as Verified from "./Verified.ts"

const { decides } = CheckVerification

const asked = (code: string, id = Verified.id, caller = Verified.caller) => ({
  path: { id },
  query: {},
  body: { code },
  caller,
  consulted: undefined
})

const tried = (store: FactStore, code: string, now = Given.now, id = Verified.id): boolean =>
  Result.getOrThrow(store.run(decides, asked(code, id), now, Given.ids())).valid

const stored = (store: FactStore): Verification => store.get(Verifications, Verified.id)!

const guess = fc.integer({ min: 0, max: 999_999 }).map((number) => String(number).padStart(6, "0"))

describe("a check", () => {
  prop(
    "looks at five codes at most, so that one who guesses is right in 5 of a million times [XVF-005, XVF-024]",
    fc.uniqueArray(guess, { minLength: 1, maxLength: 40 }),
    (guesses) => {
      const store = Verified.store()
      const right = guesses.map((each) => tried(store, each))
      const place = guesses.indexOf(Verified.rightCode)
      const hits = place >= 0 && place < 5
      expect(right.filter(Boolean)).toHaveLength(hits ? 1 : 0)
      expect(stored(store).tries).toBe(Math.min(hits ? place : guesses.length, 5))
      expect(stored(store).status).toBe(hits ? "approved" : guesses.length >= 5 ? "failed" : "pending")
    }
  )

  prop(
    "is right for a right code among others as long as four wrong ones came before it [XVF-005, XVF-010]",
    fc.array(guess.filter((each) => each !== Verified.rightCode), { maxLength: 8 }),
    (wrong) => {
      const store = Verified.store()
      for (const each of wrong) expect(tried(store, each)).toBe(false)
      expect(tried(store, Verified.rightCode)).toBe(wrong.length < 5)
      expect(tried(store, Verified.rightCode)).toBe(false)
      const { code, endedAt, tries } = stored(store)
      expect([code, endedAt, tries]).toEqual([null, Given.now, Math.min(wrong.length, 5)])
      expect(store.get(OneTimeCodes, Verified.id)).toBeNull()
      expect([...store.work.keys()]).toEqual([])
    }
  )

  it("is right until the instant at which the code expires, whether its work has come or not [XVF-006]", () => {
    const { expiresAt } = Verified.verification()
    expect(tried(Verified.store(), Verified.rightCode, expiresAt)).toBe(false)
    expect(tried(Verified.store(), Verified.rightCode, Instant.make(expiresAt - 1))).toBe(true)
  })

  it("costs the same work for every reason why a code is not right [XVF-009]", () => {
    const other = { ...Given.account(), id: Given.accountId(2) }
    const ended = VerificationStatus.literals.filter((status) => status !== "pending")
    const unknown = "0e51f1ed-0000-7000-8000-0000000000ff" as VerificationId
    const expired = Verified.verification().expiresAt
    const cases: ReadonlyArray<readonly [FactStore, ReturnType<typeof asked>, Instant.Instant]> = [
      [Verified.store(), asked("000000"), Given.now],
      ...ended.map((status) =>
        [
          Verified.store(Verified.verification({ status, code: null })),
          asked(Verified.rightCode),
          Given.now
        ] as const
      ),
      [Verified.store(), asked(Verified.rightCode), expired],
      [Verified.store(), asked(Verified.rightCode, unknown), Given.now],
      [Verified.store(), asked(Verified.rightCode, Verified.id, { account: other, keyAccount: other }), Given.now]
    ]
    const costs = cases.map(([store, command, now]) => {
      const needs = decides.needs(
        command,
        store.load({ rows: [], uniques: [], balances: [], counters: [], lists: [], usages: [] })
      )
      const decided = Result.getOrThrow(
        Continuation.decide(decides, command, { facts: store.load(needs), now, ids: Given.ids() })
      )
      const { puts, ...rest }: Commit = decided.commit
      const size = (each: ReadonlyArray<unknown>) => each.length
      return {
        answer: { ...decided.answer, verification_id: null },
        loads: Object.values(needs).map((each: ReadonlyArray<unknown>) => each.length),
        puts: size(puts),
        others: [rest.deletes, rest.events, rest.due, rest.cancels, rest.counts, rest.debits].map(size)
      }
    })
    for (const cost of costs) expect(cost).toEqual(costs[0])
    expect(costs[0]).toMatchObject({ answer: { valid: false }, puts: 1, others: [0, 0, 0, 0, 0, 0] })
  })
})
