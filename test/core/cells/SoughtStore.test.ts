/**
 * The store over all cells finds rows by their ids, and does nothing else.
 */
import * as Commit from "@signalbox/core/Commit"
import type { AccountId } from "@signalbox/core/Id"
import * as Routing from "@signalbox/core/internal/cells/Routing"
import * as SoughtStore from "@signalbox/core/internal/cells/SoughtStore"
import { Accounts } from "@signalbox/core/internal/row/Account"
import * as Needs from "@signalbox/core/Needs"
import { Store, StoreError } from "@signalbox/core/Store"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"
import * as World from "./World.ts"

const run = (
  use: (store: Store["Service"], world: World.World) => Effect.Effect<void, unknown, Scope.Scope>
) =>
  Effect.gen(function*() {
    const world = yield* World.make
    const layer = Layer.provide(SoughtStore.layer, Layer.succeed(Routing.Routing, world.routing))
    yield* use(Context.get(yield* Layer.build(layer), Store), world)
  }).pipe(Effect.scoped, Effect.runPromise)

const [one, other, nobody] = [Given.accountId(1), Given.accountId(2), Given.accountId(3)]

const account = (id: AccountId) => Commit.make({ puts: [Commit.put(Accounts, Given.account({ id }))] })

const found = (store: Store["Service"], id: AccountId) =>
  Effect.map(
    store.load(Needs.row(Accounts, id)),
    ({ rows }) => rows.values().flatMap(({ row }) => row === null ? [] : [row.key])
  )

describe("the store over all cells", () => {
  it("finds a row in whichever cell has it, and nothing where none has", () =>
    run((store, { bare }) =>
      Effect.gen(function*() {
        yield* bare.eu.commit([account(one)])
        yield* bare.us.commit([account(other)])
        expect(yield* found(store, one)).toEqual([one])
        expect(yield* found(store, other)).toEqual([other])
        expect(yield* found(store, nobody)).toEqual([])
      })
    ))

  it("fails when none has it and one is away", () =>
    run((store, { away, bare }) =>
      Effect.gen(function*() {
        yield* bare.us.commit([account(other)])
        away.add(World.eu)
        expect(yield* found(store, other)).toEqual([other])
        expect(yield* Effect.flip(found(store, nobody))).toBeInstanceOf(StoreError)
      })
    ))

  it("does nothing that is a matter of one cell", () =>
    run((store, { asked }) =>
      Effect.gen(function*() {
        const query = { list: "accounts", scope: "", offset: 0, limit: 1 } as const
        const day = Given.now
        const refused: ReadonlyArray<Effect.Effect<unknown, unknown>> = [
          store.commit([account(one)]),
          store.claim({ node: "n" as never, offset: 0, limit: 1, lanes: {} }),
          store.list(query),
          store.usage({ account: Given.accountId(1), from: day, before: day } as never),
          store.nextDue(0),
          store.backlogs({ kind: "send" } as never),
          store.now
        ]
        for (const each of refused) expect(yield* Effect.flip(each)).toMatchObject({ reason: "failed" })
        expect(asked).toEqual([])
      })
    ))
})
