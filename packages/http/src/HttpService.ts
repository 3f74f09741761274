/**
 * The whole HTTP side as one Layer for a router. Mounts turn it into a server, a handler or a fetch function.
 */
import type { Carriers } from "@signalbox/core/Carrier"
import type { Mint } from "@signalbox/core/Mint"
import { Operations } from "@signalbox/core/Operations"
import type { Readiness } from "@signalbox/core/Readiness"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as Layer from "effect/Layer"
import { bindings } from "./Api.ts"
import * as LegacyApi from "./legacy/LegacyApi.ts"
import * as Published from "./Published.ts"
import * as Runner from "./Runner.ts"
import * as Gatekeepers from "./steps/Gatekeepers.ts"
import * as Surroundings from "./Surroundings.ts"

/** Paths match exactly, in case and in slashes. Ids may have any length, so that step 9 can report invalid ones. */
export const routerConfig = {
  caseSensitive: true,
  ignoreTrailingSlash: false,
  ignoreDuplicateSlashes: false,
  maxParamLength: 4096
} as const

/**
 * The services that the HTTP side needs from the embedder: the running service, and the carriers for their hooks. When
 * there is a Worker as well, its node is ready only while the worker turns.
 */
export type Service = Operations | Mint | Gatekeepers.Gatekeepers | Carriers | Readiness

const routes = HttpRouter.addAll(
  Effect.gen(function*() {
    const gates = yield* Gatekeepers.gates
    const operations = yield* Operations
    return [...bindings, ...LegacyApi.routes].map((binding) =>
      HttpRouter.route(binding.method, binding.path, Runner.answer(binding, gates, operations))
    )
  })
)

export const layer = Layer.mergeAll(routes, Published.routes, Surroundings.layer)
