/**
 * Two nodes on one store, for tests of what they do at the same time: each with a executor of its own, and with what
 * they decide by loaded before either may commit.
 */
import { Executor } from "@signalbox/core/Executor"
import * as IdGenerator from "@signalbox/core/IdGenerator"
import * as Service from "@signalbox/core/Service"
import { Store } from "@signalbox/core/Store"
import * as FixedSecrets from "@signalbox/testing/FixedSecrets"
import type { Services } from "@signalbox/testing/StoreHarness"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as Given from "../core/Given.ts"
import { suite } from "../postgres/Client.ts"
import * as Memory from "./Memory.ts"

/** A executor on a store, with the source of ids of its own node. */
export const executor = (store: Store["Service"], seed: number) =>
  Layer.build(Layer.fresh(Service.engineLayer.pipe(
    Layer.provide(Layer.succeed(Store, store)),
    Layer.provide(FixedSecrets.layer),
    Layer.provide(IdGenerator.layer(Given.seeded(seed), Given.seeded(seed)))
  ))).pipe(Effect.map((context) => Context.get(context, Executor)))

/** Makes stores as they are, but nobody's first commit goes in before everybody's has come. */
export const gate = (parties: number) => {
  const open = Deferred.makeUnsafe<void>()
  let waiting = 0
  return (store: Store["Service"]): Store["Service"] => {
    let isFirst = true
    return {
      ...store,
      commit: (batch) =>
        Effect.suspend(() => {
          if (!isFirst) return store.commit(batch)
          isFirst = false
          if (++waiting === parties) Deferred.doneUnsafe(open, Effect.void)
          return Effect.andThen(Deferred.await(open), store.commit(batch))
        })
    }
  }
}

export interface Storage {
  readonly first: Effect.Effect<Services, never, Scope.Scope>
  readonly another: (first: Services) => Effect.Effect<Services, never, Scope.Scope>
}

const memory: Storage = { first: Memory.make, another: Effect.succeed }

/** Both stores, for a test file of this name. */
export const storages = (name: string): ReadonlyArray<readonly [string, Storage]> => {
  const { harness, node } = suite(name)
  return [["memory", memory], ["postgres", { first: harness.make, another: () => node }]]
}
