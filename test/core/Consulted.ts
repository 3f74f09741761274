/** Asks the services outside the store, as an operation does before it decides, with documents that remember what becomes of them. */
import { Documents } from "@signalbox/core/Documents"
import { Executor } from "@signalbox/core/Executor"
import { IdGenerator } from "@signalbox/core/IdGenerator"
import * as LocalLeases from "@signalbox/core/internal/engine/LocalLeases"
import type { Consultants, Here } from "@signalbox/core/Operation"
import type { Refused } from "@signalbox/core/Refused"
import { WebhookSender } from "@signalbox/core/WebhookSender"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as Given from "./Given.ts"

interface World {
  /** Told of all that is asked of the documents. */
  readonly asked?: Array<unknown>
  /** The answer to whatever is put. */
  readonly put?: "Put" | "Full"
  /** Why the host of a URL cannot be called. */
  readonly refuses?: string | null
}

const unused = () => Effect.die("this is not asked")

const layerOf = ({ asked = [], put = "Put", refuses = null }: World) => {
  const tell = <A>(answer: A, ...what: ReadonlyArray<unknown>) => Effect.sync(() => (asked.push(what), answer))
  return Layer.mergeAll(
    Layer.succeed(Executor, { read: unused, remembered: unused, ask: unused, run: unused, runAll: unused }),
    Layer.succeed(WebhookSender, {
      refuse: (url, organization) => tell(refuses, "refuse", url, organization),
      send: unused
    }),
    Layer.succeed(IdGenerator, Given.ids()),
    LocalLeases.layer,
    Layer.succeed(Documents, {
      put: (documents, until, most, now) => tell(put, "put", documents, most, until - now),
      keep: unused,
      remove: (ids) => tell(undefined, "remove", ids),
      find: unused,
      next: unused,
      restore: unused
    })
  )
}

/** Returns the answer of the services, or the code, the details and the status of the refusal. */
export const consulted = <A>(
  ask: (here: Here) => Effect.Effect<A, Refused, Consultants>,
  world: World = {}
): Promise<A | readonly [code: string, details: object | null, status: number | null]> =>
  Effect.contextWith((services: Context.Context<Consultants>) => ask({ services, now: Given.now })).pipe(
    Effect.result,
    Effect.map((answer) => {
      if (Result.isSuccess(answer)) return answer.success
      const { code, details, status } = answer.failure
      return [code, details === undefined ? null : { ...details }, status ?? null] as const
    }),
    Effect.provide(layerOf(world)),
    Effect.runPromise
  )
