/**
 * A send to as many recipients on as many channels as there may be: others have their turn between its stages, and what
 * it does is counted.
 */
import { operations } from "@signalbox/core/Catalogue"
import * as Executor from "@signalbox/core/Executor"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import * as Bench from "../core/Bench.ts"
import * as Given from "../core/Given.ts"
import * as Scene from "../core/Scene.ts"

/** The largest send there can be: every channel, and each of them as often as `channel` may hold it. */
const largest = {
  to: Array.from({ length: 1000 }, (_, index) => Given.phone(index)),
  text: "a".repeat(3072),
  channel: Array.from({ length: 10 }, (_, index) => ["auto_detect", "sms", "whatsapp", "rcs", "mms"][index % 5]!)
}

describe("the largest send", () => {
  it("lets others have their turn after it has loaded, after it has decided, and before it commits", async () => {
    const seen: Array<string> = []
    const tap: Bench.Tap = (store) => ({
      ...store,
      load: (needs) =>
        Effect.tap(store.load(needs), () =>
          Effect.sync(() => {
            if (needs.uniques.length > 1) seen.push("loaded")
          })),
      commit: (batch) => {
        if (batch.some(({ puts }) => puts.length > 1000)) seen.push("commit")
        return store.commit(batch)
      }
    })
    const { decides } = operations["messages.send"]
    const watched = {
      ...decides,
      decide: (...given: Parameters<typeof decides.decide>) => {
        seen.push("decide")
        return decides.decide(...given)
      }
    }
    await Bench.run(
      Bench.layer({ tap }),
      Effect.gen(function*() {
        yield* Scene.seed(1000)
        const { run } = yield* Executor.Executor
        const others = yield* Effect.forkChild(
          Effect.forever(Effect.andThen(Effect.sync(() => seen.push("others")), Effect.yieldNow))
        )
        yield* run(watched, { path: {}, query: {}, body: largest as never, caller: Scene.caller, consulted: undefined })
        others.interruptUnsafe()
      })
    )
    const stages = seen.filter((each, index) => each !== "others" || seen[index - 1] !== "others")
    const from = stages.indexOf("loaded")
    expect(stages.slice(from, from + 5)).toEqual(["loaded", "others", "decide", "others", "commit"])
  })

  it("makes one message for each recipient and channel, with its work, and one contact", async () => {
    const sizes: Array<{ readonly puts: number; readonly due: number }> = []
    const tap: Bench.Tap = (store) => ({
      ...store,
      commit: (batch) => {
        for (const { due, puts } of batch) if (due.length > 0) sizes.push({ puts: puts.length, due: due.length })
        return store.commit(batch)
      }
    })
    const answer = await Bench.run(
      Bench.layer({ tap }),
      Effect.andThen(Scene.seed(1000), Scene.ask("messages.send", largest as never))
    )
    expect(answer.status).toBe(202)
    expect(sizes[0]).toEqual({ puts: 6000, due: 5000 })
  })
})
