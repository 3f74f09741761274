/**
 * A store that finds rows by their ids in whichever cell has them, for whoever looks something up without knowing whose it
 * is. It does nothing else: a commit goes to the store of one cell.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Store, StoreError } from "../port/Store.ts"
import { Routing } from "./Routing.ts"

const refused = Effect.fail(
  new StoreError({ reason: "failed", message: "it is asked of no cell", cause: null })
)

export const layer: Layer.Layer<Store, never, Routing> = Layer.effect(
  Store,
  Effect.map(Routing, ({ sought }) => ({
    load: (needs) =>
      sought(
        Effect.flatMap(Store, ({ load }) => load(needs)),
        ({ rows }) => rows.values().some(({ row }) => row !== null)
      ),
    commit: () => refused,
    claim: () => refused,
    list: () => refused,
    usage: () => refused,
    nextDue: () => refused,
    backlogs: () => refused,
    now: refused
  }))
)
