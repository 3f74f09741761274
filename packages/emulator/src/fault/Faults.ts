/**
 * Outages on demand: a store that is down answers nothing, but keeps its data.
 */
import { Idempotency } from "@signalbox/core/Idempotency"
import { Store, StoreError } from "@signalbox/core/Store"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

export const parts = ["store", "idempotency"] as const
export type Part = (typeof parts)[number]

export class Faults extends Context.Service<Faults, {
  readonly set: (part: Part, isDown: boolean) => void
  readonly isDown: (part: Part) => boolean
}>()("@signalbox/emulator/fault/Faults") {}

export const layer: Layer.Layer<Faults> = Layer.sync(Faults, () => {
  const down = new Set<Part>()
  return {
    set: (part, isDown) => {
      if (isDown) down.add(part)
      else down.delete(part)
    },
    isDown: (part) => down.has(part)
  }
})

/** Wraps the storage so that outages can be simulated. */
export const wrap = <A, E>(
  storage: Layer.Layer<A | Store | Idempotency, E>
): Layer.Layer<A | Store | Idempotency, E, Faults> =>
  Layer.effectContext(Effect.gen(function*() {
    const faults = yield* Faults
    const store = yield* Store
    const idempotency = yield* Idempotency
    const unless = (part: Part) => <B>(effect: Effect.Effect<B, StoreError>): Effect.Effect<B, StoreError> =>
      Effect.suspend(() =>
        faults.isDown(part)
          ? Effect.fail(new StoreError({ reason: "unavailable", cause: `${part} is down` }))
          : effect
      )
    const [stored, claimed] = [unless("store"), unless("idempotency")]
    return Context.make(Store, {
      load: (needs) => stored(store.load(needs)),
      commit: (batch) => stored(store.commit(batch)),
      claim: (request) => stored(store.claim(request)),
      list: (query) => stored(store.list(query)),
      usage: (query) => stored(store.usage(query)),
      nextDue: (offset) => stored(store.nextDue(offset)),
      backlogs: (query) => stored(store.backlogs(query)),
      now: stored(store.now)
    }).pipe(Context.add(Idempotency, {
      begin: (claim, fingerprint, now) => claimed(idempotency.begin(claim, fingerprint, now)),
      abandon: (claim, token) => claimed(idempotency.abandon(claim, token))
    }))
  })).pipe(Layer.provideMerge(storage))
