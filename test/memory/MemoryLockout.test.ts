/**
 * Lockouts in memory: of too many credentials those are known whose last failure is the latest.
 */
import { plus } from "@signalbox/core/Instant"
import { lockoutCounters } from "@signalbox/core/Limit"
import type { KeyHash } from "@signalbox/core/Secret"
import * as MemoryLockout from "@signalbox/memory/MemoryLockout"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import * as Given from "../core/Given.ts"

it("a credential is forgotten whose failure was the longest ago, when there are more than there may be", () =>
  Effect.runSync(Effect.gen(function*() {
    const { fail, standing } = MemoryLockout.make()
    const credential = (index: number): KeyHash => `hash-${index}` as KeyHash
    const at = (index: number) => plus(Given.now, index)
    const last = lockoutCounters - 1
    for (let index = 0; index <= last; index++) yield* fail(credential(index), at(index))
    const failures = (...indices: ReadonlyArray<number>) =>
      Effect.forEach(
        indices,
        (index) => Effect.map(standing(credential(index), at(last + 2)), ({ failures }) => failures)
      )
    expect(yield* failures(0, 1, last)).toEqual([1, 1, 1])
    yield* fail(credential(0), at(last + 1))
    yield* fail(credential(last + 1), at(last + 2))
    expect(yield* failures(0, 1, 2, last + 1)).toEqual([2, 0, 1, 1])
  })))
