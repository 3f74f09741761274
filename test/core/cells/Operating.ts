/**
 * The operator of a service whose accounts lie in two cells, in which nothing runs but stores, and what reaches the operator
 * of each cell.
 */
import type { CellName } from "@signalbox/core/CellName"
import { Cells } from "@signalbox/core/Cells"
import * as Commit from "@signalbox/core/Commit"
import { IdGenerator } from "@signalbox/core/IdGenerator"
import * as Instant from "@signalbox/core/Instant"
import * as CellOperator from "@signalbox/core/internal/cells/CellOperator"
import * as Routing from "@signalbox/core/internal/cells/Routing"
import { Accounts } from "@signalbox/core/internal/row/Account"
import { ApiKeys } from "@signalbox/core/internal/row/ApiKey"
import { Operator } from "@signalbox/core/Operator"
import { hashKey } from "@signalbox/core/Secret"
import * as Whereabouts from "@signalbox/core/Whereabouts"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as Given from "../Given.ts"
import { eu, us } from "./World.ts"
import * as World from "./World.ts"

type Calls = Operator["Service"]
export type Name = keyof Calls

/** A call that reached a cell: the cell, the name of the call, and what it was given. */
type ReachedCall = readonly [cell: string, call: string, ...given: ReadonlyArray<unknown>]

/** The answers of the operator of each cell: by default its cell's name. */
type Answers = Readonly<Partial<Record<Name, (cell: CellName, ...given: ReadonlyArray<never>) => unknown>>>

/** These are no functions. */
const effects: ReadonlySet<string> = new Set<Name>(["restrictions", "carrierWeights"])

export interface Scene {
  readonly world: World.World
  readonly operator: Calls
  /** Makes a call, whatever its types. */
  readonly call: (name: string, given: ReadonlyArray<unknown>) => Effect.Effect<unknown, unknown>
  /** Takes out the calls that reached cells since the last time. */
  readonly told: () => ReadonlyArray<ReachedCall>
  /** The accounts for which a place was asked. */
  readonly placed: Array<CellOperator.Placed>
}

export const scene = (use: (scene: Scene) => Effect.Effect<void, unknown, Scope.Scope>, answers: Answers = {}) =>
  Effect.runPromise(Effect.scoped(Effect.gen(function*() {
    const world = yield* World.make
    let told: Array<ReachedCall> = []
    const placed: Array<CellOperator.Placed> = []
    const operatorOf = (cell: CellName) =>
      new Proxy({}, {
        get: (_, name: Name) => {
          const answer = (...given: ReadonlyArray<unknown>) =>
            Effect.sync(() => {
              told.push([cell, name, ...given])
              const own = answers[name]
              return own === undefined ? cell : own(cell, ...given as ReadonlyArray<never>)
            })
          return effects.has(name) ? answer() : answer
        }
      }) as Calls
    const operators = { eu: operatorOf(eu), us: operatorOf(us) }
    const cells: Cells["Service"] = {
      ...world.cells,
      within: (cell, effect) =>
        world.cells.within(cell, Effect.provideService(effect, Operator, operators[cell === eu ? "eu" : "us"]))
    }
    const layer = CellOperator.layer.pipe(
      Layer.provide(Layer.succeed(CellOperator.Placement, {
        place: (account) => {
          placed.push(account)
          return us
        }
      })),
      Layer.provide(Layer.succeed(IdGenerator, Given.ids())),
      Layer.provide(Routing.layer),
      Layer.provide(Layer.succeed(Whereabouts.Whereabouts, world.whereabouts)),
      Layer.provide(Layer.succeed(Cells, cells))
    )
    const operator = yield* Effect.provide(Operator, yield* Layer.build(Layer.fresh(layer)))
    yield* use({
      world,
      operator,
      call: (name, given) => {
        const called: unknown = Object.entries(operator).find(([each]) => each === name)?.[1]
        return typeof called === "function"
          ? called(...given) as Effect.Effect<unknown, unknown>
          : called as Effect.Effect<unknown, unknown>
      },
      told: () => {
        const all = told
        told = []
        return all
      },
      placed
    })
  })))

export const [home, away, nobody] = [Given.accountId(1), Given.accountId(2), Given.accountId(9)]
export const [homeKey, awayKey] = ["10000000-0000-4000-8000-00000000000a", "10000000-0000-4000-8000-00000000000b"]

/** An account with a key in each cell. */
export const furnish = ({ world }: Scene) =>
  Effect.forEach(
    [[world.celled.eu, home, homeKey], [world.celled.us, away, awayKey]] as const,
    ([store, id, text]) =>
      store.commit([Commit.make({
        puts: [
          Commit.put(Accounts, Given.account({ id, numbers: [] })),
          Commit.put(ApiKeys, {
            hash: hashKey(text),
            account: id,
            prefix: text.slice(0, 8),
            createdAt: Instant.make(0),
            revokedAt: null
          })
        ]
      })])
  )
