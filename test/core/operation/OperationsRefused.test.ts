/**
 * Requests that the engine or the store of keys does not serve: each has its code, and says when to come again
 * (specification "Errors", decisions 9.2).
 */
import { operations } from "@signalbox/core/Catalogue"
import type { ExecutionError } from "@signalbox/core/Executor"
import { Conflict, Executor, LeaseLost } from "@signalbox/core/Executor"
import type { Begun } from "@signalbox/core/Idempotency"
import { Idempotency } from "@signalbox/core/Idempotency"
import * as IdGenerator from "@signalbox/core/IdGenerator"
import * as LocalLeases from "@signalbox/core/internal/engine/LocalLeases"
import * as Operations from "@signalbox/core/Operations"
import type { ClaimKey, ClaimToken } from "@signalbox/core/Reply"
import { StoreError } from "@signalbox/core/Store"
import { WebhookSender } from "@signalbox/core/WebhookSender"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { expect, it } from "vitest"
import * as Given from "../Given.ts"
import { keyed, template } from "../Keyed.ts"
import * as Scene from "../Scene.ts"

const away = new StoreError({ reason: "unavailable", cause: "gone" })
const failed = new StoreError({ reason: "failed", cause: "refused" })
const started: Begun = { _tag: "Started", token: 7 as ClaimToken }

/** Asks for a template where the engine, or the store of keys, answers so. Returns the answer, and the keys that were freed. */
const asked = (
  engine: ExecutionError,
  request: ReturnType<typeof Scene.request> = keyed(template),
  begun: Begun | StoreError = started
) => {
  const freed: Array<readonly [ClaimKey, ClaimToken]> = []
  const services = Layer.mergeAll(
    Layer.mock(Executor, { run: () => Effect.fail(engine) }),
    Layer.mock(Idempotency, {
      begin: () => begun instanceof StoreError ? Effect.fail(begun) : Effect.succeed(begun),
      abandon: (claim, token) => Effect.sync(() => void freed.push([claim, token]))
    }),
    Layer.succeed(IdGenerator.IdGenerator, Given.ids()),
    Layer.mock(WebhookSender, {}),
    LocalLeases.layer
  )
  return Effect.gen(function*() {
    const { run } = yield* Operations.Operations
    const asking = yield* Effect.forkChild(run(operations["templates.create"], Scene.caller, request))
    // A request in progress is waited for for five seconds.
    for (let second = 0; second < 6; second++) yield* TestClock.adjust("1 second")
    const { outcome, replayed, retryAfter, status } = yield* Fiber.join(asking)
    const said: { readonly code: string } = JSON.parse(outcome!.json)
    return { status, code: said.code, retryAfter, replayed, freed: freed.map(([{ key }, token]) => [key, token]) }
  }).pipe(
    Effect.provide(Layer.provide(Operations.layer, services)),
    Effect.scoped,
    Effect.provide(TestClock.layer()),
    Effect.runPromise
  )
}

const key = keyed(template).idempotency.key
const free = [[key, 7]]

it.each<readonly [what: string, error: ExecutionError, status: number, code: string, retryAfter: number | null]>([
  ["the store was away", away, 503, "INTERNAL_005", 1],
  ["the store has failed", failed, 500, "INTERNAL_002", null],
  ["it has lost to others too often", new Conflict({ use: "any" }), 503, "INTERNAL_005", 1],
  ["its account has gone", new LeaseLost({ use: "any" }), 503, "INTERNAL_005", 1]
])("is refused, and its key is free again, when %s", async (_, error, status, code, retryAfter) => {
  expect(await asked(error)).toStrictEqual({ status, code, retryAfter, replayed: false, freed: free })
  expect(await asked(error, Scene.request(template))).toStrictEqual({
    status,
    code,
    retryAfter,
    replayed: false,
    freed: []
  })
})

it.each<readonly [what: string, begun: Begun | StoreError, status: number, code: string, retryAfter: number | null]>([
  ["was used for another request", { _tag: "Mismatch" }, 422, "CONFLICT_005", null],
  ["is that of one in progress", { _tag: "InProgress" }, 409, "CONFLICT_001", 1],
  ["cannot be asked for", away, 503, "SERVICE_001", 1]
])("is refused without being executed when its key %s", async (_, begun, status, code, retryAfter) => {
  expect(await asked(failed, keyed(template), begun)).toStrictEqual({
    status,
    code,
    retryAfter,
    replayed: false,
    freed: []
  })
})
