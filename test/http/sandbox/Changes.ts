/**
 * A storage that notes every commit that changes something: all but the answers that Idempotency-Keys stand for.
 */
import type { Commit } from "@signalbox/core/Commit"
import { empty } from "@signalbox/core/Commit"
import { Store } from "@signalbox/core/Store"
import type * as Emulator from "@signalbox/emulator/Emulator"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Storage } from "../Storages.ts"

export interface Changes {
  readonly storage: Storage
  /** Returns in words what was changed since it was asked last. */
  readonly take: () => ReadonlyArray<string>
}

const parts = Object.keys(empty).filter((part) => part !== "expects" && part !== "reply") as ReadonlyArray<
  Exclude<keyof Commit, "expects" | "reply">
>

const changes = (commit: Commit): ReadonlyArray<string> =>
  parts.flatMap((part) => commit[part].length === 0 ? [] : [`${part} ${JSON.stringify(commit[part])}`])

export const around = (storage: Storage): Changes => {
  let noted: Array<string> = []
  const tapped = (store: Store["Service"]): Store["Service"] => ({
    ...store,
    commit: (batch) =>
      Effect.tap(store.commit(batch), (outcomes) =>
        Effect.sync(() => {
          batch.forEach((commit, index) => {
            if (outcomes[index]!._tag === "Done") noted.push(...changes(commit))
          })
        }))
  })
  return {
    storage: Layer.effectContext(
      Effect.map(
        Layer.build(Layer.fresh(storage)),
        (context): Context.Context<Emulator.Storage> => Context.add(context, Store, tapped(Context.get(context, Store)))
      )
    ),
    take: () => {
      const taken = noted
      noted = []
      return taken
    }
  }
}
