/**
 * The fibers that answer requests. They stand in an array instead of a Map or a Set, which is what a scope has: whenever
 * V8 renews the table of one, the former table still holds what was in it and leads to the next. Such tables keep requests
 * that are long answered until all of old space is collected, and young collections took four times as long.
 */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Scope from "effect/Scope"

export interface Underway {
  /** Takes a fiber in until it ends. When the scope has ended, it interrupts the fiber. */
  readonly add: (fiber: Fiber.Fiber<unknown>) => void
}

/** The end of the scope interrupts whatever is under way, and waits for it. */
export const make = (scope: Scope.Scope): Effect.Effect<Underway> => {
  const places: Array<{ readonly fiber: Fiber.Fiber<unknown>; at: number }> = []
  let isOver = false
  const end = Effect.suspend(() => {
    isOver = true
    return Fiber.interruptAll(places.map(({ fiber }) => fiber))
  })
  const add = (fiber: Fiber.Fiber<unknown>): void => {
    if (fiber.pollUnsafe() !== undefined) return
    const place = { fiber, at: places.length }
    places.push(place)
    fiber.addObserver(() => {
      const last = places.pop()!
      if (last === place) return
      places[place.at] = last
      last.at = place.at
    })
    if (isOver) fiber.interruptUnsafe()
  }
  return Effect.as(Scope.addFinalizer(scope, end), { add })
}
