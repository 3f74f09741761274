/**
 * The behaviours of this process's carriers, and the counts of what they were asked.
 */
import type { AttemptId, CarrierId } from "@signalbox/core/Id"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Behaviour } from "../Behaviour.ts"
import { byDefault } from "../Behaviour.ts"
import type { Counts, Network } from "../Network.ts"

/** Counts how often a carrier was handed each attempt. */
class Asked {
  private readonly times = new Map<AttemptId, number>()
  private submissions = 0
  private repeated = 0

  add(attempt: AttemptId): void {
    const times = (this.times.get(attempt) ?? 0) + 1
    this.times.set(attempt, times)
    this.submissions++
    if (times === 2) this.repeated++
  }

  get counts(): Counts {
    return { submissions: this.submissions, attempts: this.times.size, repeated: this.repeated }
  }
}

type Service = Pick<Network["Service"], "ask" | "queue" | "behave" | "behaviours" | "counts">

export class MemoryCarriers {
  private readonly told = new Map<CarrierId, Behaviour>()
  private readonly asked = new Map<CarrierId, Asked>()
  /** By carrier: when it is through with everything in its line, in elapsed milliseconds. */
  private readonly through = new Map<CarrierId, number>()

  readonly service: Service = {
    ask: (carrier, attempts) =>
      Effect.sync(() => {
        const asked = this.asked.get(carrier) ?? new Asked()
        this.asked.set(carrier, asked)
        for (const attempt of attempts) asked.add(attempt)
        return this.told.get(carrier) ?? byDefault
      }),
    queue: (carrier, millis) =>
      Clock.clockWith((clock) =>
        Effect.sync(() => {
          const now = Number(clock.monotonicTimeNanosUnsafe()) / 1e6
          const through = Math.max(now, this.through.get(carrier) ?? now) + millis
          this.through.set(carrier, through)
          return through - now
        })
      ),
    behave: (carrier, change) =>
      Effect.sync(() => {
        const behaviour = change === null ? byDefault : { ...this.told.get(carrier) ?? byDefault, ...change }
        this.told.set(carrier, behaviour)
        return behaviour
      }),
    behaviours: Effect.sync(() => this.told),
    counts: (carrier) =>
      Effect.sync(() => this.asked.get(carrier)?.counts ?? { submissions: 0, attempts: 0, repeated: 0 })
  }

  clear(): void {
    for (const map of [this.told, this.asked, this.through]) map.clear()
  }
}
