/**
 * The turns of messages at senders with a pace (decisions 18.6): which sender a message leaves from, and what waits.
 */
import type { Admission } from "@signalbox/core/internal/carrier/SenderQueue"
import { layer, SenderQueue } from "@signalbox/core/internal/carrier/SenderQueue"
import { Pace } from "@signalbox/core/Pace"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { describe, expect, it } from "vitest"

/** A pace with so much room in each pool until the test makes more, and what was asked and said of it. */
const pacing = (room: Record<string, number>) => {
  const said: Array<string> = []
  const pace: Pace["Service"] = {
    take: ({ parts, perSecond, pool }) =>
      Effect.sync(() => {
        const [each = 0] = parts
        const left = room[pool] ?? 0
        said.push(`take ${pool} ${each}/${perSecond}`)
        if (left < each) return { admitted: 0, again: 30 }
        room[pool] = left - each
        return { admitted: 1, again: 0 }
      }),
    begin: (pool, parts) => Effect.sync(() => void said.push(`begin ${pool} ${parts}`)),
    done: (pool, parts) => Effect.sync(() => void said.push(`done ${pool} ${parts}`))
  }
  return { said, built: Layer.provide(layer, Layer.succeed(Pace, pace)) }
}

const from = (sender: string, perSecond: number | null = 5) => ({ from: sender, perSecond })

const waiting = (name: string, ...senders: ReadonlyArray<string>) => ({
  name,
  senders: senders.map((each) => from(each)),
  parts: 1
})

const named = ({ admitted, rest }: Admission<{ readonly name: string }>) => [
  admitted.map(({ sender, waiting: { name } }) => `${name} from ${sender}`),
  rest.map(({ name }) => name)
]

const running = <A>(built: Layer.Layer<SenderQueue>, program: Effect.Effect<A, never, SenderQueue>) =>
  Effect.runPromise(Effect.provide(program, built))

describe("a sender with a pace", () => {
  it("is the best one that has room, and what finds none waits on [XRT-116]", async () => {
    const { built } = pacing({ "sender:a": 1, "sender:b": 2 })
    const line = [waiting("1", "a", "b"), waiting("2", "a", "b"), waiting("3", "a"), waiting("4", "b", "a")]
    expect(await running(built, Effect.flatMap(SenderQueue, ({ take }) => Effect.map(take(line), named)))).toEqual([
      ["1 from a", "2 from b", "4 from b"],
      ["3"]
    ])
  })

  it("is waited for when none has room, and not asked again before it may have some [XRT-116]", async () => {
    const room = { "sender:a": 0 }
    const { built, said } = pacing(room)
    const turn = running(
      built,
      Effect.gen(function*() {
        const { take } = yield* SenderQueue
        const taking = yield* Effect.forkChild(take([waiting("1", "a"), waiting("2", "a")]))
        while (said.length < 3) yield* Effect.sleep(1)
        room["sender:a"] = 9
        return named(yield* Fiber.join(taking))
      })
    )
    expect(await turn).toEqual([["1 from a", "2 from a"], []])
    // Two messages have waited for it, and it was asked once a round.
    expect(said.slice(0, 2)).toEqual(["take sender:a 1/5", "take sender:a 1/5"])
  })

  it("without room is asked again when it may have some, though not sooner than in 20 ms", async () => {
    const agains = [5, 30, 5000]
    const asked: Array<number> = []
    const pace: Pace["Service"] = {
      take: () =>
        Effect.map(Clock.monotonicTimeNanos, (nanos) => {
          asked.push(Number(nanos) / 1e6)
          const again = agains.shift()
          return again === undefined ? { admitted: 1, again: 0 } : { admitted: 0, again }
        }),
      begin: () => Effect.void,
      done: () => Effect.void
    }
    const built = Layer.provide(layer, Layer.succeed(Pace, pace))
    const turn = await running(
      built,
      Effect.gen(function*() {
        const { take } = yield* SenderQueue
        const taking = yield* Effect.forkChild(take([waiting("1", "a")]))
        yield* TestClock.adjust(10_000)
        return named(yield* Fiber.join(taking))
      }).pipe(Effect.provide(TestClock.layer()))
    )
    expect([asked, turn]).toEqual([[0, 20, 50, 5050], [["1 from a"], []]])
  })

  it("is told once that a message has left, and as many parts as it counts", async () => {
    const { built, said } = pacing({ "sender:a": 9 })
    await running(
      built,
      Effect.gen(function*() {
        const { take } = yield* SenderQueue
        const { admitted: [first] } = yield* take([{ name: "1", senders: [from("a", 2)], parts: 3 }])
        yield* first!.over
        yield* first!.over
      })
    )
    expect(said).toEqual(["take sender:a 3/2", "begin sender:a 2", "done sender:a 3"])
  })

  it("without a pace of its own is free, and one of a large pool asks sixteen of it at most", async () => {
    const { built, said } = pacing({})
    const many = Array.from({ length: 20 }, (_, index) => from(`n${index}`))
    const turn = await running(
      built,
      Effect.flatMap(SenderQueue, ({ take }) =>
        Effect.map(
          take([{ name: "1", senders: many, parts: 1 }, { name: "2", senders: [from("a", null)], parts: 1 }]),
          named
        ))
    )
    expect(turn).toEqual([["2 from a"], ["1"]])
    expect(said).toHaveLength(16)
  })
})
