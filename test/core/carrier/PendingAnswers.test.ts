/**
 * A carrier whose receipt is faster than the commit that makes its reference known.
 */
import { Receipts } from "@signalbox/core/Receipts"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Latch from "effect/Latch"
import { describe, expect, it } from "vitest"
import type { Tap } from "../Bench.ts"
import * as Bench from "../Bench.ts"
import { accepted, answering, begin, carrierId, plain, run, states } from "./Submitting.ts"

/** A store whose commits of references wait until they may go on. */
const held = Effect.gen(function*() {
  const [asked, open] = [yield* Latch.make(false), yield* Latch.make(false)]
  const tap: Tap = (store) => ({
    ...store,
    commit: (batch) =>
      batch.some(({ puts }) => puts.some(({ kind }) => kind === "carrier_reference"))
        ? Effect.andThen(asked.open, Effect.andThen(open.await, store.commit(batch)))
        : store.commit(batch)
  })
  return { asked: asked.await, open: open.open, tap }
})

const report = (reference: string) =>
  Effect.flatMap(
    Receipts,
    ({ report }) =>
      report({ subject: { _tag: "Reference", carrier: carrierId, reference }, reported: { _tag: "Delivered" } })
  )

describe("a receipt that is faster than the carrier's answer is stored", () => {
  it("waits for the answer, and is applied then", async () => {
    const { asked, open, tap } = await Effect.runPromise(held)
    const { carrier } = answering((batch) => batch.map((_, index) => accepted(`r-${index}`)))
    await run(
      { carriers: [carrier], tap },
      Effect.gen(function*() {
        yield* begin(plain(2))
        yield* asked
        const early = yield* Effect.forkChild(report("r-1"), { startImmediately: true })
        // One that no answer will make known waits for nothing.
        expect(yield* report("r-7")).toBe("unknown")
        expect(early.pollUnsafe()).toBe(undefined)
        yield* open
        expect(yield* Fiber.join(early)).toBe("applied")
        yield* Bench.idle
        expect(yield* states).toEqual([["SENT", "r-0"], ["DELIVERED", "r-1"]])
        expect(yield* report("r-1")).toBe("repeated")
      })
    )
  })

  it("is unknown when the answer cannot be stored for long, so that the carrier repeats it", async () => {
    const { asked, open, tap } = await Effect.runPromise(held)
    const { carrier } = answering((batch) => batch.map((_, index) => accepted(`r-${index}`)))
    await run(
      { carriers: [carrier], tap },
      Effect.gen(function*() {
        yield* begin(plain(1))
        yield* asked
        expect(yield* report("r-0")).toBe("unknown")
        yield* open
        yield* Bench.idle
        expect(yield* report("r-0")).toBe("applied")
      })
    )
  })
})
