/**
 * The state of a node's callers is the service's own: two services of one process share nothing.
 */
import type { AccountId } from "@signalbox/core/Id"
import { make as instant } from "@signalbox/core/Instant"
import * as Limit from "@signalbox/core/Limit"
import { hashKey } from "@signalbox/core/Secret"
import * as NodeState from "@signalbox/http/NodeState"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Semaphore from "effect/Semaphore"
import { expect, it } from "vitest"

const account = "aaaaaaaa-0000-7000-8000-000000000001" as AccountId

/** Two services whose layers are built together. */
const two = Effect.gen(function*() {
  const memo = yield* Layer.makeMemoMap
  const build = Effect.flatMap(Effect.scope, (scope) => Layer.buildWithMemoMap(NodeState.layer, memo, scope))
  return [Context.get(yield* build, NodeState.NodeState), Context.get(yield* build, NodeState.NodeState)] as const
})

/** Reads a form that never ends, and returns whether it is being read. */
const reads = Effect.fnUntraced(function*({ forms }: NodeState.NodeState["Service"]) {
  let isReading = false
  const form = Effect.andThen(Effect.sync(() => (isReading = true)), Effect.never)
  yield* Effect.forkScoped(forms.within(account, ({ turn }) => Semaphore.withPermit(turn, form)))
  for (let turns = 0; turns < 10; turns++) yield* Effect.yieldNow
  return isReading
})

it("a service knows nothing of a credential that another one has found locked", () =>
  Effect.runPromise(Effect.scoped(Effect.gen(function*() {
    const [one, other] = yield* two
    const credential = hashKey("wrong")
    one.callers.lock(credential, instant(2000))
    expect(one.callers.lockedUntil(credential, instant(1000))).toBe(2000)
    expect(other.callers.lockedUntil(credential, instant(1000))).toBeNull()
  }))))

it("a service reads a few forms of an account at the same time, however many another one reads", () =>
  Effect.runPromise(Effect.scoped(Effect.gen(function*() {
    const [one, other] = yield* two
    for (let count = 0; count < Limit.concurrentForms; count++) expect(yield* reads(one)).toBe(true)
    expect(yield* reads(one)).toBe(false)
    expect(yield* reads(other)).toBe(true)
  }))))
