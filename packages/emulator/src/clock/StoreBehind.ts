/**
 * How far the store's clock is behind the one of this machine. A travel adds that to what it declares, so that all that is
 * due can be claimed. But what it adds too much makes the store give out work before its time, which waits for a clock that
 * stands still; so nobody takes a slow answer of the store for a slow clock.
 */
import type { Instant } from "@signalbox/core/Instant"
import * as Effect from "effect/Effect"

/** It asks no more once an answer took at most so many milliseconds, or it has asked so many times. */
export const prompt = 10
export const most = 8

/**
 * Returns how many milliseconds it is behind at most: too much by no more than the shortest answer took.
 *
 * @param asked the time of the store
 * @param here the real time of this machine
 */
export const measure = <E>(asked: Effect.Effect<Instant, E>, here: () => number): Effect.Effect<number, E> =>
  Effect.gen(function*() {
    let least = Number.POSITIVE_INFINITY
    for (let times = 0; times < most; times++) {
      const began = here()
      const there = yield* asked
      const now = here()
      least = Math.min(least, now - there)
      if (now - began <= prompt) break
    }
    return least
  })
