/**
 * Outages between the service and its storage: while a part is down none of its methods does anything.
 */
import * as Commit from "@signalbox/core/Commit"
import { Idempotency } from "@signalbox/core/Idempotency"
import * as Instant from "@signalbox/core/Instant"
import * as Needs from "@signalbox/core/Needs"
import { Store, StoreError } from "@signalbox/core/Store"
import { Faults, layer, parts, wrap } from "@signalbox/emulator/fault/Faults"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { describe, expect, it } from "vitest"

/** Methods of a storage that only notes which of them were called. */
const noting = (called: Array<string>) => {
  const note = <A>(name: string, answer: A) =>
    Effect.sync(() => {
      called.push(name)
      return answer
    })
  return Layer.merge(
    Layer.mock(Store, {
      load: () => note("load", {} as never),
      commit: () => note("commit", []),
      claim: () => note("claim", { leases: [] }),
      list: () => note("list", {} as never),
      usage: () => note("usage", [] as never),
      nextDue: () => note("nextDue", Option.none()),
      backlogs: () => note("backlogs", []),
      now: note("now", Instant.make(0))
    }),
    Layer.mock(Idempotency, {
      begin: () => note("begin", {} as never),
      abandon: () => note("abandon", undefined)
    })
  )
}

const none = {} as never

const methods = Effect.gen(function*() {
  const [store, idempotency] = [yield* Store, yield* Idempotency]
  return {
    store: {
      load: store.load(Needs.none),
      commit: store.commit([Commit.empty]),
      claim: store.claim(none),
      list: store.list(none),
      usage: store.usage(none),
      nextDue: store.nextDue(0),
      backlogs: store.backlogs(none),
      now: store.now
    },
    idempotency: {
      begin: idempotency.begin(none, none, none),
      abandon: idempotency.abandon(none, none)
    }
  }
})

describe("Faults", () => {
  it.each(parts.map((part) => [part]))(
    "%s down: each of its methods fails and calls nothing; the others go on",
    (down) => {
      const called: Array<string> = []
      return Effect.gen(function*() {
        const [faults, all] = [yield* Faults, yield* methods]
        const tried = Effect.forEach(
          parts,
          (part) =>
            Effect.forEach(
              Object.entries(all[part]),
              ([name, method]) =>
                Effect.map(Effect.exit(method), (exit) => ({ part, name, isSuccess: Exit.isSuccess(exit) }))
            )
        ).pipe(
          Effect.map((each) => each.flat())
        )
        faults.set(down, true)
        const during = yield* tried
        expect(during.length).toBe(10)
        for (const { isSuccess, part } of during) expect(isSuccess).toBe(part !== down)
        expect(called).toEqual(during.filter(({ part }) => part !== down).map(({ name }) => name))
        faults.set(down, false)
        for (const { isSuccess } of yield* tried) expect(isSuccess).toBe(true)
        expect(called).toHaveLength(10 + during.filter(({ part }) => part !== down).length)
      }).pipe(Effect.provide(wrap(noting(called)).pipe(Layer.provideMerge(layer))), Effect.runPromise)
    }
  )

  it("says which part is down, as a store does that cannot be reached", () =>
    Effect.gen(function*() {
      const [faults, { idempotency, store }] = [yield* Faults, yield* methods]
      for (const [part, method] of [["store", store.now], ["idempotency", idempotency.abandon]] as const) {
        faults.set(part, true)
        const failure = yield* Effect.flip(Effect.asVoid(method))
        expect(failure).toEqual(new StoreError({ reason: "unavailable", cause: `${part} is down` }))
      }
    }).pipe(Effect.provide(wrap(noting([])).pipe(Layer.provideMerge(layer))), Effect.runPromise))
})
