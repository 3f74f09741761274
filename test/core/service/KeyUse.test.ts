/**
 * The uses of keys are written aside, one at a time, each once in an hour.
 */
import { ApiKeys } from "@signalbox/core/ApiKey"
import { Executor } from "@signalbox/core/Executor"
import * as Facts from "@signalbox/core/Facts"
import * as Instant from "@signalbox/core/Instant"
import type { Authenticated } from "@signalbox/core/internal/account/Authenticate"
import { Authenticate } from "@signalbox/core/internal/account/Authenticate"
import { keep } from "@signalbox/core/internal/account/KeptKey"
import * as KeyUse from "@signalbox/core/internal/service/KeyUse"
import * as Needs from "@signalbox/core/Needs"
import { Operator } from "@signalbox/core/Operator"
import { hashKey } from "@signalbox/core/Secret"
import { StoreError } from "@signalbox/core/Store"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"

const id = Given.accountId(1)

const texts = ["abcdef01-0000-4000-8000-000000000001", "abcdef02-0000-4000-8000-000000000002"] as const

/** Notes uses on a store that is away for as long as `isAway`. */
const noting = <A>(
  isAway: () => boolean,
  program: (context: {
    readonly uses: KeyUse.KeyUse
    readonly found: (text: string) => Effect.Effect<Authenticated, unknown>
    readonly usedAt: (text: string) => Effect.Effect<Instant.Instant | undefined, unknown>
  }) => Effect.Effect<A, unknown, Bench.TheClock>
) =>
  Bench.run(
    Bench.layer(),
    Effect.scoped(Effect.gen(function*() {
      const operator = yield* Operator
      yield* operator.createOrganization({ id, keyLastUsed: true })
      for (const text of texts) yield* operator.createKey(id, text)
      const executor = yield* Executor
      const run: Executor["Service"]["run"] = (decision, ...rest) =>
        Effect.suspend(() =>
          isAway()
            ? Effect.fail(new StoreError({ reason: "unavailable", cause: "away" }))
            : executor.run(decision, ...rest)
        )
      return yield* program({
        uses: yield* KeyUse.make({ ...executor, run }),
        found: (text) =>
          Effect.map(executor.run(Authenticate, hashKey(text)), ({ answer }) => {
            if (answer === null) throw new Error("nobody has the key")
            return answer
          }),
        usedAt: (text) =>
          Effect.map(
            executor.read(() => Needs.row(ApiKeys, hashKey(text))),
            (facts) => Facts.get(facts, ApiKeys, hashKey(text))?.lastUsedAt
          )
      })
    }))
  )

/** Waits for what is done aside. */
const until = (isDone: Effect.Effect<boolean, unknown>) =>
  Effect.gen(function*() {
    for (let looks = 0; looks < 2000 && !(yield* isDone); looks++) yield* Effect.sleep(1)
  })

const hour = Instant.make(Given.now - Given.now % 3_600_000)

it("a use that cannot be written is due again, and those after it are written", async () => {
  let isAway = true
  await noting(() => isAway, ({ found, usedAt, uses }) =>
    Effect.gen(function*() {
      const [first, second] = [yield* found(texts[0]), yield* found(texts[1])]
      expect(uses.isDue(first)).toBe(true)
      yield* uses.note(first)
      expect(uses.isDue(first)).toBe(false)
      yield* until(Effect.sync(() => uses.isDue(first)))
      expect(uses.isDue(first)).toBe(true)
      isAway = false
      expect(yield* usedAt(texts[0])).toBeUndefined()
      for (const use of [second, first]) yield* uses.note(use)
      yield* until(Effect.map(usedAt(texts[0]), (at) => at !== undefined))
      expect([yield* usedAt(texts[0]), yield* usedAt(texts[1])]).toEqual([hour, hour])
      expect(uses.isDue(yield* found(texts[0]))).toBe(false)
    }))
})

it("so many uses wait while none can be written, and those beyond are due at the next request", async () => {
  const key = (index: number) => `${String(index).padStart(8, "0")}-0000-4000-8000-000000000001`
  await Bench.run(
    Bench.layer(),
    Effect.scoped(Effect.gen(function*() {
      const executor = yield* Executor
      const uses = yield* KeyUse.make({ ...executor, run: () => Effect.never })
      const found = (index: number): Authenticated => ({
        account: Given.account({ keyLastUsed: true }),
        at: Given.now,
        key: keep(id, key(index), Given.now)
      })
      yield* uses.note(found(0))
      // The first one is being written.
      yield* Effect.yieldNow
      for (let index = 1; index <= 1026; index++) yield* uses.note(found(index))
      const due = Array.from({ length: 1027 }, (_, index) => index).filter((index) => uses.isDue(found(index)))
      expect(due).toEqual([1025, 1026])
    }))
  )
})
