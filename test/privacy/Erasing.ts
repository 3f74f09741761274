/**
 * Nodes and stores that erasures run on step by step, as fast as a test takes up their work.
 */
import * as Commit from "@signalbox/core/Commit"
import { Executor } from "@signalbox/core/Executor"
import type { NodeId } from "@signalbox/core/Id"
import * as IdGenerator from "@signalbox/core/IdGenerator"
import type { Decision } from "@signalbox/core/internal/commit/Decision"
import type { Subject } from "@signalbox/core/internal/privacy/Erased"
import { RecipientErasureJob } from "@signalbox/core/internal/privacy/EraseStep"
import * as NewErasure from "@signalbox/core/internal/privacy/NewErasure"
import * as Service from "@signalbox/core/Service"
import { Store } from "@signalbox/core/Store"
import { Traces } from "@signalbox/core/Traces"
import { MemoryNodes } from "@signalbox/memory/MemoryNodes"
import * as MemoryStore from "@signalbox/memory/MemoryStore"
import { PostgresNodes } from "@signalbox/postgres/PostgresNodes"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as FixedSecrets from "@signalbox/testing/FixedSecrets"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { expect } from "vitest"
import * as Given from "../core/Given.ts"
import * as Schema from "../postgres/Schema.ts"
import * as Leases from "../stores/Leases.ts"

export const node = (store: Store["Service"], seed: number) =>
  Layer.build(Layer.fresh(Service.engineLayer.pipe(
    Layer.provide(Layer.succeed(Store, store)),
    Layer.provide(FixedSecrets.layer),
    Layer.provide(IdGenerator.layer(Given.seeded(seed), Given.seeded(seed)))
  ))).pipe(Effect.map((context) => Context.get(context, Executor)))

export interface Stored {
  readonly store: Store["Service"]
  readonly traces: Traces
  readonly forget: (node: NodeId) => Effect.Effect<void, unknown>
}

export const inMemory = Effect.map(Layer.build(Layer.fresh(MemoryStore.layer)), (context): Stored => ({
  store: Context.get(context, Store),
  traces: Context.get(context, Traces),
  forget: Context.get(context, MemoryNodes).forget
}))

export const inPostgres = Effect.gen(function*() {
  const { name, url } = yield* Schema.fresh()
  const context = yield* Layer.build(Layer.fresh(PostgresStore.layer({ url, schema: name })))
  return {
    store: Context.get(context, Store),
    traces: Context.get(context, Traces),
    forget: Context.get(context, PostgresNodes).forget
  } satisfies Stored
})

export const begin: Decision<Subject, string> = {
  name: "begin",
  needs: (subject) => NewErasure.needs(subject),
  decide: (subject, grounds) => {
    const [erasure, ...parts] = NewErasure.begin(subject, grounds)
    return Result.succeed({ answer: erasure.id, commit: Commit.all(...parts) })
  }
}

/** Takes up the work of the erasure for as long as there is some, so many milliseconds ahead of its time. */
export const erase = Effect.fnUntraced(function*(
  { forget, store, traces }: Stored,
  executor: Executor["Service"],
  deaths: ReadonlyArray<number>,
  ahead: () => number
) {
  const handle = yield* RecipientErasureJob.handler.pipe(
    Effect.provideService(Executor, executor),
    Effect.provideService(Traces, traces)
  ) as Effect.Effect<(leases: ReadonlyArray<unknown>, draining: never, turn: never) => Effect.Effect<unknown>>
  let quiet = 0
  // A turn without work waits for the others, who may have to try again, so it is not one of the erasure's own.
  for (let turn = 0; quiet < 3;) {
    expect(turn).toBeLessThan(500)
    const id = `node-${turn}` as NodeId
    const leases = yield* Leases.claim(store, {
      node: id,
      offset: ahead(),
      limit: 1,
      lanes: { privacy: { width: 1, shared: false } }
    })
    quiet = leases.length === 0 && ahead() > 0 ? quiet + 1 : 0
    if (leases.length === 0) yield* Effect.yieldNow
    else if (deaths.includes(turn++)) yield* forget(id)
    else yield* handle(leases, undefined as never, undefined as never)
  }
})
