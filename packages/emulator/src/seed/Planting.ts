/**
 * Plants a large seed while the service answers already: its first accounts before, and the others behind. Nobody sees the
 * difference: whoever asks with a key of the seed waits for the accounts of its set, which come next, and whoever may look
 * at any account waits for all of them.
 */
import type { ExecutionError, Operator } from "@signalbox/core/Operator"
import { credential } from "@signalbox/http/steps/Authentication"
import * as Effect from "effect/Effect"
import * as Headers from "effect/http/Headers"
import * as Schedule from "effect/Schedule"
import type { Scope } from "effect/Scope"
import type { IncomingHttpHeaders } from "node:http"
import type { Placed } from "./Seed.ts"
import * as Seed from "./Seed.ts"
import type { SeedAccount } from "./SeedFile.ts"

export interface Planting {
  /** Goes on once the accounts are there that a request with these headers may see, mostly without waiting. */
  readonly before: (headers: IncomingHttpHeaders, go: () => void) => void
  /** Goes on once all accounts are there. */
  readonly whole: Effect.Effect<void>
}

/** The delay before a set is tried again that the storage did not take, in elapsed milliseconds. */
const againMillis = 1000

/** The sets that are not there yet, which keys are in them, and who waits for them. */
class Missing {
  private readonly sets = new Map<number, Array<() => void>>()
  private readonly keys = new Map<string, number>()
  private readonly wanted: Array<number> = []
  private waitingForAll: Array<() => void> = []

  constructor(sets: ReadonlyArray<ReadonlyArray<Placed>>) {
    for (const [index, set] of sets.entries()) {
      this.sets.set(index, [])
      for (const { seed } of set) {
        for (const { api_keys: keys } of [seed, ...seed.profiles ?? []]) {
          for (const key of keys) this.keys.set(key.toLowerCase(), index)
        }
      }
    }
  }

  /** Returns the set to plant next: one that somebody waits for, or the first. */
  next(): number | undefined {
    const wanted = this.wanted.shift()
    if (wanted === undefined) return this.sets.keys().next().value
    return this.sets.has(wanted) ? wanted : this.next()
  }

  /** Goes on when the set of a key is there; a key that the seed does not have waits for nothing. */
  waitFor(headers: IncomingHttpHeaders, go: () => void): void {
    if (this.keys.size === 0) return go()
    const index = this.keys.get(credential(Headers.fromInput(headers))?.toLowerCase() ?? "")
    const waiting = index === undefined ? undefined : this.sets.get(index)
    if (index === undefined || waiting === undefined) return go()
    this.wanted.push(index)
    waiting.push(go)
  }

  waitForAll(go: () => void): void {
    if (this.sets.size === 0) go()
    else this.waitingForAll.push(go)
  }

  planted(index: number): void {
    const waiting = this.sets.get(index) ?? []
    this.sets.delete(index)
    for (const go of waiting) go()
    if (this.sets.size > 0) return
    this.keys.clear()
    const all = this.waitingForAll
    this.waitingForAll = []
    for (const go of all) go()
  }

  /** Nothing more is planted, so nobody waits for it. */
  end(): void {
    for (const index of this.sets.keys()) this.planted(index)
  }
}

/** Plants the first set, and the others in a fiber of the scope. */
export const begin: (
  seeds: ReadonlyArray<SeedAccount>
) => Effect.Effect<Planting, ExecutionError, Operator | Scope> = Effect.fnUntraced(function*(seeds) {
  const [first, ...others] = Seed.sets(seeds)
  if (first !== undefined) yield* Seed.plantSet(first)
  const missing = new Missing(others)
  const rest = Effect.gen(function*() {
    for (let index = missing.next(); index !== undefined; index = missing.next()) {
      yield* Seed.plantSet(others[index]!).pipe(
        Effect.tapError((error) => Effect.logError("cannot plant the seed", error)),
        Effect.retry(Schedule.spaced(againMillis))
      )
      missing.planted(index)
    }
  })
  // The scope may end before the fiber has begun.
  yield* Effect.addFinalizer(() => Effect.sync(() => missing.end()))
  yield* Effect.forkScoped(rest)
  return {
    before: (headers, go) => missing.waitFor(headers, go),
    whole: Effect.callback((resume) => missing.waitForAll(() => resume(Effect.void)))
  }
})
