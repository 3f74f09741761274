/**
 * A worker that has nothing to do knows when the next work falls due: from its claim where that tells, and else by asking.
 */
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { recorder, working } from "./WorkerNode.ts"

describe("a worker without work", () => {
  it("asks the store when the next work falls due unless a claim that brought nothing has told it", async () => {
    const asks = async (tells: boolean): Promise<number> => {
      const counts = { claims: 0, asked: 0 }
      await working(
        recorder().make,
        Effect.gen(function*() {
          while (counts.claims < 3) yield* Effect.sleep(1)
        }),
        (store) => ({
          ...store,
          claim: (request) =>
            Effect.map(store.claim(request), (claimed) => {
              counts.claims++
              return tells ? { ...claimed, next: null } : claimed
            }),
          nextDue: (offset) => {
            counts.asked++
            return store.nextDue(offset)
          }
        })
      )
      return counts.asked
    }
    expect(await asks(true)).toBe(0)
    expect(await asks(false)).toBeGreaterThan(0)
  })
})
