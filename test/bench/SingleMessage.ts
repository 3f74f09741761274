/**
 * Measures how long a single message takes on a service that has nothing else to do: from the answer to its send until
 * it has come to each of its steps. The service runs in this process and tells of its commits by itself, so no client
 * has to poll.
 */
import type { Commit } from "@signalbox/core/Commit"
import { Store } from "@signalbox/core/Store"
import * as Emulator from "@signalbox/emulator/Emulator"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Given from "../core/Given.ts"
import * as Scene from "../core/Scene.ts"

/** The steps of a message, in their order. */
export const steps = ["accepted", "routed", "handed over", "sent", "delivered"] as const
export type Step = (typeof steps)[number]

/** The times at which each message has come to a step, in milliseconds of elapsed time. */
type Seen = Map<string, Map<Step, number>>

const stepOf = (row: Commit["puts"][number], { holds }: Commit): Step | null => {
  if (row.kind !== "message") return null
  const { status } = row.value
  if (status === "DELIVERED") return "delivered"
  if (status === "SENT") return "sent"
  return status !== "ROUTED" ? null : holds.length > 0 ? "handed over" : "routed"
}

const watched = (seen: Seen) => (store: Store["Service"]): Store["Service"] => ({
  ...store,
  commit: (batch) =>
    Effect.tap(store.commit(batch), (outcomes) =>
      Effect.sync(() => {
        for (const [index, commit] of batch.entries()) {
          if (outcomes[index]!._tag !== "Done") continue
          for (const row of commit.puts) {
            const step = stepOf(row, commit)
            if (step === null) continue
            const mine = seen.get(row.key) ?? new Map<Step, number>()
            seen.set(row.key, mine)
            if (!mine.has(step)) mine.set(step, performance.now())
          }
        }
      }))
})

const median = (values: ReadonlyArray<number>): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN

/** Returns the median time from the beginning of a send to each step, in milliseconds. */
export const measure = (url: string, messages: number, everyMillis: number): Promise<ReadonlyMap<Step, number>> => {
  const seen: Seen = new Map()
  const storage = PostgresStore.layer({ url: Redacted.make(url) })
  const tapped = Layer.effect(Store, Effect.map(Store, watched(seen))).pipe(Layer.provideMerge(storage))
  return Effect.gen(function*() {
    yield* Scene.seed(100_000_000)
    const times = new Map<Step, Array<number>>(steps.map((step) => [step, []]))
    // The first ones prepare statements.
    for (let number = -20; number < messages; number++) {
      const began = performance.now()
      const { data } = yield* Scene.ask("messages.send", Scene.send(Given.phone(100 + number)))
      const accepted = performance.now()
      const [{ message_id: id }] = data["recipients"] as [{ readonly message_id: string }]
      while (seen.get(id)?.has("delivered") !== true) yield* Effect.sleep(2)
      const mine = seen.get(id)!.set("accepted", accepted)
      if (number >= 0) { for (const [step, at] of mine) times.get(step)!.push(at - began) }
      yield* Effect.sleep(Math.max(0, everyMillis - (performance.now() - began)))
    }
    return new Map(steps.map((step) => [step, median(times.get(step)!)]))
  }).pipe(Effect.provide(Emulator.layer(tapped)), Effect.scoped, Effect.runPromise)
}

export const show = (medians: ReadonlyMap<Step, number>): string =>
  [...medians].map(([step, millis]) => `${step} ${millis.toFixed(1)} ms`).join(", ")
