/** Claims of requests that have stored no answer are freed, as soon as the store can, for as long as somebody may wait. */
import * as Abandoned from "@signalbox/core/internal/operation/Abandoned"
import type { ClaimToken } from "@signalbox/core/Reply"
import { StoreError } from "@signalbox/core/Store"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const held = (number: number): Abandoned.Held => ({
  claim: { account: Given.accountId(1), key: `key-${number}` },
  token: number as ClaimToken
})

const away = Effect.fail(new StoreError({ reason: "unavailable", cause: "away" }))

type Asked = readonly [key: string, token: number, millis: number]

/** Frees claims of a store that answers so, and returns what it was asked. */
const freeing = async (
  answer: (key: string, count: number) => Effect.Effect<void, StoreError>,
  program: (abandoned: Abandoned.Abandoned, asked: ReadonlyArray<Asked>) => Effect.Effect<unknown>
): Promise<ReadonlyArray<Asked>> => {
  const asked: Array<Asked> = []
  const abandon: Parameters<typeof Abandoned.make>[0]["abandon"] = ({ key }, token) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => answer(key, asked.push([key, token, now])))
  const begin: Parameters<typeof Abandoned.make>[0]["begin"] = () => Effect.die("not part of this test")
  await Effect.flatMap(Abandoned.make({ abandon, begin }), (abandoned) => program(abandoned, asked)).pipe(
    Effect.scoped,
    Effect.provide(TestClock.layer()),
    Effect.runPromise
  )
  return asked
}

describe("a claim whose request has stored no answer", () => {
  it("is freed once where the store answers", async () => {
    expect(
      await freeing(() => Effect.void, ({ free }) => Effect.andThen(free(held(1)), TestClock.adjust(10_000)))
    ).toStrictEqual([["key-1", 1, 0]])
  })

  it("is tried again each second until the store is back, and the next ones then without a pause", async () => {
    const asked = await freeing(
      (_, count) => count <= 3 ? away : Effect.void,
      ({ free, later }) =>
        Effect.gen(function*() {
          yield* free(held(1))
          yield* later(held(2))
          yield* TestClock.adjust(10_000)
        })
    )
    expect(asked).toStrictEqual([
      ["key-1", 1, 0],
      ["key-1", 1, 0],
      ["key-2", 2, 1000],
      ["key-1", 1, 2000],
      ["key-2", 2, 2000]
    ])
  })

  it("is given up when its time is over, a minute after it was left", async () => {
    const asked = await freeing(() => away, ({ later }) => Effect.andThen(later(held(1)), TestClock.adjust(120_000)))
    expect(asked.map(([, , millis]) => millis)).toStrictEqual(Array.from({ length: 61 }, (_, second) => 1000 * second))
  })

  it("lets the others wait for a second when the store does not answer", async () => {
    const asked = await freeing(
      (_, count) => count === 1 ? Effect.never : Effect.void,
      ({ later }) =>
        Effect.gen(function*() {
          yield* later(held(1))
          yield* later(held(2))
          yield* TestClock.adjust(3000)
        })
    )
    expect(asked).toStrictEqual([["key-1", 1, 0], ["key-2", 2, 2000], ["key-1", 1, 2000]])
  })

  it("gets a last try at the end, as long as the store answers", async () => {
    // While the first question fails there is a pause, in which the engine ends.
    const pausing = ({ later }: Abandoned.Abandoned) =>
      Effect.gen(function*() {
        yield* later(held(1))
        yield* TestClock.adjust(1)
        for (const number of [2, 3]) yield* later(held(number))
      })
    const all = await freeing((_, count) => count === 1 ? away : Effect.void, pausing)
    expect(all.map(([key]) => key)).toStrictEqual(["key-1", "key-1", "key-2", "key-3"])
    const none = await freeing((key, count) => count === 1 || key === "key-2" ? away : Effect.void, pausing)
    expect(none.map(([key]) => key)).toStrictEqual(["key-1", "key-1", "key-2"])
  })
})
