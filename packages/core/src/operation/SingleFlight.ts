/**
 * Requests of one node that carry the same Idempotency-Key and ask for the same. One of them at a time asks the store,
 * or is executed; the others wait for it here, so that however many come at the same time they cost the store no more
 * than one.
 */
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Limit from "../catalogue/Limit.ts"
import type { ClaimKey, Reply } from "../commit/Reply.ts"
import { claimText } from "../commit/Reply.ts"
import * as Deadline from "../engine/Deadline.ts"
import type { Begun } from "../port/Idempotency.ts"
import type { StoreError } from "../port/Store.ts"

/** Whoever asks or executes resolves it with what it has learnt. Null when the others must ask for themselves. */
type Flight = Deferred.Deferred<Begun | null, StoreError>

/** Lets a client that disconnects interrupt an effect. */
export type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

export interface Taken {
  readonly begun: Begun
  /** Must run when a request that was `Started` has ended, however it did, with what was stored for replays. */
  readonly end: (reply: Reply | null) => Effect.Effect<void>
}

/** The pauses between two questions to the store, in milliseconds, while another node executes the request. */
const pause = { first: 50, most: 1000 } as const

/** A timer may ring so many nanoseconds early: whoever waited for it has waited long enough. */
const early = 1_000_000n

const nothing = () => Effect.void

const inProgress: Taken = { begun: { _tag: "InProgress" }, end: nothing }

export interface SingleFlight {
  /**
   * Asks for a claim, and waits for a while as long as another request holds it. Only the waiting can be interrupted,
   * never the asking, which may have taken the claim.
   */
  readonly take: (
    claim: ClaimKey,
    fingerprint: string,
    ask: Effect.Effect<Begun, StoreError>,
    restore: Restore
  ) => Effect.Effect<Taken, StoreError>
}

export const make = (): SingleFlight => {
  const flights = new Map<string, Flight>()

  const ending = (name: string, flight: Flight, exit: Exit.Exit<Begun | null, StoreError>): Effect.Effect<void> =>
    Effect.suspend(() => {
      flights.delete(name)
      return Effect.asVoid(Deferred.done(flight, exit))
    })

  /** Asks until the claim is free, finished or another's for too long. The pauses grow, and the questions get fewer. */
  const insist = Effect.fnUntraced(function*(ask: Effect.Effect<Begun, StoreError>, until: bigint, restore: Restore) {
    for (let millis: number = pause.first;; millis = Math.min(2 * millis, pause.most)) {
      const begun = yield* ask
      const left = until - (yield* Clock.monotonicTimeNanos)
      if (begun._tag !== "InProgress" || left <= early) return begun
      yield* restore(Effect.sleep(Math.min(millis, Math.ceil(Number(left) / 1_000_000))))
    }
  })

  return {
    take: Effect.fnUntraced(function*(claim, fingerprint, ask, restore) {
      const name = `${claimText(claim)}/${fingerprint}`
      const mine: Flight = yield* Deferred.make<Begun | null, StoreError>()
      const patience = Math.min(Limit.idempotencyWait, (yield* Deadline.remaining) ?? Limit.idempotencyWait)
      const until = (yield* Clock.monotonicTimeNanos) + BigInt(patience) * 1_000_000n
      while (true) {
        const before = flights.get(name)
        if (before === undefined) break
        const left = Math.max(0, Number((until - (yield* Clock.monotonicTimeNanos)) / 1_000_000n))
        const told = yield* restore(Effect.timeoutOption(Deferred.await(before), left))
        if (Option.isNone(told)) return inProgress
        if (told.value !== null) return { begun: told.value, end: nothing }
      }
      // Nothing comes between the last look and this.
      flights.set(name, mine)
      const begun = yield* insist(ask, until, restore).pipe(
        Effect.onExit((exit) => {
          if (Exit.isSuccess(exit)) return exit.value._tag === "Started" ? Effect.void : ending(name, mine, exit)
          const isInterrupted = Option.isNone(Exit.findErrorOption(exit))
          return ending(name, mine, isInterrupted ? Exit.succeed(null) : exit)
        })
      )
      return {
        begun,
        end: begun._tag !== "Started"
          ? nothing
          : (reply) => ending(name, mine, Exit.succeed(reply === null ? null : { _tag: "Finished", reply }))
      }
    })
  }
}
