/**
 * The room for attempts beside a plain list of those who have it and those who wait: who goes when, and that nothing is left of
 * those who are gone (`Sockets.test.ts` has real connections).
 */
import * as Sockets from "@signalbox/egress/internal/Sockets"
import { propWith } from "@signalbox/testing/Prop"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as fc from "fast-check"
import { createHook } from "node:async_hooks"
import { expect, it } from "vitest"

interface Attempt {
  readonly id: number
  readonly organization: string
}

/** Those who have room, and those who wait for it in the order in which they came, in lines that are as old as they are. */
class Model {
  running: ReadonlyArray<Attempt> = []
  private readonly lines = new Map<string, ReadonlyArray<Attempt>>()
  private readonly bounds: Sockets.Bounds

  constructor(bounds: Sockets.Bounds) {
    this.bounds = bounds
  }

  get waiting(): ReadonlyArray<Attempt> {
    return [...this.lines.values()].flat()
  }

  private held(organization: string): number {
    return this.running.filter((each) => each.organization === organization).length
  }

  private hasRoom(organization: string): boolean {
    return this.running.length < this.bounds.all && this.held(organization) < this.bounds.organization
  }

  private leaveLine({ id, organization }: Attempt): void {
    const left = (this.lines.get(organization) ?? []).filter((each) => each.id !== id)
    if (left.length === 0) this.lines.delete(organization)
    else this.lines.set(organization, left)
  }

  enter(attempt: Attempt): void {
    const { organization } = attempt
    if (this.hasRoom(organization)) this.running = [...this.running, attempt]
    else this.lines.set(organization, [...this.lines.get(organization) ?? [], attempt])
  }

  leave(attempt: Attempt): void {
    this.leaveLine(attempt)
    const left = this.running.filter(({ id }) => id !== attempt.id)
    const had = left.length < this.running.length
    this.running = left
    if (!had) return
    const able = [...this.lines.keys()].filter((each) => this.hasRoom(each))
    const fewest = Math.min(...able.map((each) => this.held(each)))
    const next = this.waiting.find((each) =>
      able.includes(each.organization) && this.held(each.organization) === fewest
    )
    if (next === undefined) return
    this.leaveLine(next)
    this.running = [...this.running, next]
  }
}

const settled = Effect.forEach(Array.from({ length: 10 }), () => Effect.yieldNow, { discard: true })

/** Longer than any test, and told apart from the timers of whatever else runs here. */
const patience = 3_600_123

/** Counts the timers of those who wait. Node writes -1 over the time of one that is cleared. */
const counting = (): Disposable & { readonly count: () => number } => {
  const timers = new Set<object>()
  const hook = createHook({
    init: (_, type, __, resource: object) => {
      if (type === "Timeout") timers.add(resource)
    }
  }).enable()
  return {
    count: () => [...timers].filter((timer) => Reflect.get(timer, "_idleTimeout") === patience).length,
    [Symbol.dispose]: () => void hook.disable()
  }
}

propWith({ runs: 150 })(
  "whoever has waited longest of those with the fewest goes next, and those who have gone leave nothing behind",
  fc.record({ all: fc.integer({ min: 1, max: 4 }), organization: fc.integer({ min: 1, max: 3 }) }),
  fc.array(
    fc.oneof(
      { weight: 3, arbitrary: fc.record({ step: fc.constant("enter" as const), which: fc.nat({ max: 2 }) }) },
      {
        weight: 2,
        arbitrary: fc.record({ step: fc.constantFrom("end" as const, "interrupt" as const), which: fc.nat({ max: 9 }) })
      }
    ),
    { maxLength: 25 }
  ),
  (bounds, steps) =>
    Effect.runPromise(Effect.gen(function*() {
      const sockets = Sockets.make(bounds)
      const model = new Model(bounds)
      using timers = counting()
      const running = new Set<number>()
      const attempts = new Map<number, { readonly end: Effect.Effect<unknown>; readonly fiber: Fiber.Fiber<string> }>()
      let count = 0
      for (const { step, which } of steps) {
        if (step === "enter") {
          const attempt = { id: ++count, organization: ["a", "b", "c"][which]! }
          const gate = yield* Deferred.make<string>()
          const work = Effect.ensuring(
            Effect.andThen(Effect.sync(() => void running.add(attempt.id)), Deferred.await(gate)),
            Effect.sync(() => void running.delete(attempt.id))
          )
          const fiber = yield* Effect.forkDetach(
            sockets.during(attempt.organization, patience, work, Effect.succeed("no room"))
          )
          attempts.set(attempt.id, { end: Deferred.succeed(gate, "done"), fiber })
          model.enter(attempt)
        } else {
          const all = step === "end" ? model.running : [...model.running, ...model.waiting]
          const chosen = all[which % Math.max(1, all.length)]
          if (chosen === undefined) continue
          const { end, fiber } = attempts.get(chosen.id)!
          if (step === "end") {
            yield* end
            expect(yield* Fiber.join(fiber)).toBe("done")
          } else yield* Fiber.interrupt(fiber)
          model.leave(chosen)
        }
        yield* settled
        expect([...running].toSorted()).toEqual(model.running.map(({ id }) => id).toSorted())
        expect(timers.count()).toBe(model.waiting.length)
      }
      for (const { fiber } of attempts.values()) yield* Fiber.interrupt(fiber)
      expect(timers.count()).toBe(0)
    }))
)

it("whoever finds no room in time does something else, and is forgotten", () =>
  Effect.runPromise(Effect.gen(function*() {
    const sockets = Sockets.make({ all: 1, organization: 1 })
    const gate = yield* Deferred.make<string>()
    const holder = yield* Effect.forkDetach(
      sockets.during("a", 0, Deferred.await(gate), Effect.succeed("no room")),
      { startImmediately: true }
    )
    const late = sockets.during("b", 1, Effect.succeed("done"), Effect.succeed("no room"))
    expect(yield* late).toBe("no room")
    yield* Deferred.succeed(gate, "done")
    expect(yield* Fiber.join(holder)).toBe("done")
    expect(yield* late).toBe("done")
  })))
