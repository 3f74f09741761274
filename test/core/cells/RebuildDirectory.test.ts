/**
 * A directory that was lost, or restored to an earlier state, is made anew from what the cells have.
 */
import * as PgClient from "@effect/sql-pg/PgClient"
import type { CellName } from "@signalbox/core/CellName"
import * as Commit from "@signalbox/core/Commit"
import type { Lead } from "@signalbox/core/Directory"
import { Directory } from "@signalbox/core/Directory"
import type { AccountId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import * as NewAccount from "@signalbox/core/internal/account/NewAccount"
import * as Leads from "@signalbox/core/internal/cells/Leads"
import * as RebuildDirectory from "@signalbox/core/internal/cells/RebuildDirectory"
import { Accounts } from "@signalbox/core/internal/row/Account"
import { ApiKeys, idOf } from "@signalbox/core/internal/row/ApiKey"
import * as Operator from "@signalbox/core/internal/service/OperatorDirectory"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import { hashKey } from "@signalbox/core/Secret"
import { Store, StoreError } from "@signalbox/core/Store"
import * as MemoryDirectory from "@signalbox/memory/MemoryDirectory"
import * as PostgresDirectory from "@signalbox/postgres/PostgresDirectory"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import { propWith } from "@signalbox/testing/Prop"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Matrix from "../../http/Matrix.ts"
import * as Schema from "../../postgres/Schema.ts"
import * as Memory from "../../stores/Memory.ts"
import type { Storage } from "./World.ts"
import { eu, us } from "./World.ts"
import * as World from "./World.ts"

const accountId = (index: number): AccountId =>
  `10000000-0000-4000-8000-${String(index).padStart(12, "0")}` as AccountId

const numberOf = (index: number): PhoneNumber => `+1201${String(5_000_000 + index)}` as PhoneNumber

const hashOf = (index: number) => hashKey(`key ${index}`)

const account = (index: number, numbers: ReadonlyArray<number> = [index], deletedAt: number | null = null) =>
  Commit.make({
    puts: [Commit.put(Accounts, {
      ...NewAccount.make(accountId(index), "organization", null, {
        numbers: numbers.map((each) => ({ number: numberOf(each), channels: ["sms"], country: "US" }))
      }),
      // Three share an instant, as accounts that are made together do.
      createdAt: Instant.make(1000 * Math.floor(index / 3)),
      deletedAt: deletedAt === null ? null : Instant.make(deletedAt)
    })]
  })

const key = (index: number, owner = index) =>
  Commit.make({
    puts: [Commit.put(ApiKeys, {
      hash: hashOf(index),
      account: accountId(owner),
      prefix: "aaaaaaaa",
      createdAt: Instant.make(0),
      revokedAt: null
    })]
  })

const leadsOf = (index: number): ReadonlyArray<Lead> => [
  Leads.ofAccount(accountId(index)),
  Leads.ofKey(hashOf(index)),
  Leads.ofNumber(numberOf(index))
]

interface Place {
  readonly storage: Storage
  /** Lets so many milliseconds pass for the entries of the directory. */
  readonly age: (millis: number) => Effect.Effect<void>
}

const memory = Effect.gen(function*() {
  const [one, other] = [yield* Memory.make, yield* Memory.make]
  const directory = Context.get(yield* Layer.build(Layer.fresh(MemoryDirectory.layer)), Directory)
  const storage = { directory, stores: { eu: one.store, us: other.store } }
  return { storage, age: TestClock.adjust } satisfies Place
})

const postgres = Effect.gen(function*() {
  const [one, other] = [yield* Schema.fresh(), yield* Schema.fresh()]
  const client = yield* Layer.build(PostgresStore.client({ url: one.url, maxConnections: 4 }))
  const made = <A, E>(layer: Layer.Layer<A, E, PgClient.PgClient>) =>
    Layer.build(Layer.provide(Layer.fresh(layer), Layer.succeedContext(client)))
  const store = ({ name: schema }: Schema.Schema) =>
    Effect.map(made(PostgresStore.layerClient({ schema })), (context) => Context.get(context, Store))
  const schema = `${one.name}_directory`
  const directory = Context.get(yield* made(PostgresDirectory.layerClient({ schema })), Directory)
  const sql = Context.get(client, PgClient.PgClient)
  yield* Effect.addFinalizer(() => Effect.ignore(sql`drop schema ${sql(schema)} cascade`))
  const aged = (millis: number) =>
    sql`update ${sql(schema)}.lead set entered_at = entered_at - ${millis} * interval '1 millisecond'`
  const storage = { directory, stores: { eu: yield* store(one), us: yield* store(other) } }
  return { storage, age: (millis: number) => Effect.orDie(aged(millis)) } satisfies Place
}).pipe(Effect.orDie)

/** Calls it until its end, as the operator does, and returns what the parts came to together. */
const rebuilt = Effect.fnUntraced(function*(world: World.World, limit = 2) {
  const { rebuildDirectory } = RebuildDirectory.make(world.cells)
  let [looked, entered] = [0, 0]
  const contested: Array<Operator.Contested> = []
  const away: Array<CellName> = []
  let after: Operator.DirectoryPlace | null = null
  for (let parts = 0; parts < 1000; parts++) {
    const part: Operator.RebuiltPart | null = yield* rebuildDirectory(after, limit)
    if (part === null) throw new Error("there is a directory")
    expect(part.looked).toBeLessThanOrEqual(limit)
    looked += part.looked
    entered += part.entered
    contested.push(...part.contested)
    away.push(...part.away)
    after = part.after
    if (after === null) return { looked, entered, contested, away }
  }
  throw new Error("it has no end")
})

/** Five accounts, each with a key and a number, the even ones in `eu`. Nothing leads to them. */
const furnish = Effect.fnUntraced(function*({ bare }: World.World) {
  for (const index of [0, 1, 2, 3, 4]) {
    yield* bare[index % 2 === 0 ? "eu" : "us"].commit([account(index), key(index)])
  }
})

const all = [0, 1, 2, 3, 4]

const leadsRight = ({ directory }: World.World) =>
  Effect.map(
    directory.find(all.flatMap(leadsOf)),
    (found) => expect(found).toEqual(all.flatMap((index) => leadsOf(index).map(() => index % 2 === 0 ? eu : us)))
  )

const nothing = { entered: 0, contested: [], away: [] }

describe.each(
  [["memory", memory, TestClock.layer()], ["postgres", postgres, Layer.empty]] as const
)("a directory made anew: %s", (name, place, clock) => {
  // The database is asked by the other cases in every way in which these ask it.
  const further = name === "memory" || Matrix.isWhole ? it : () => {}

  const run = (
    use: (world: World.World, age: Place["age"]) => Effect.Effect<void, unknown, Scope.Scope>
  ) =>
    Effect.gen(function*() {
      const { age, storage } = yield* place
      yield* use(yield* World.on(storage), age)
    }).pipe(Effect.scoped, Effect.provide(clock), Effect.runPromise)

  further(
    "has accounts, keys and numbers of all cells in it, and nothing is entered a second time",
    () =>
      run((world) =>
        Effect.gen(function*() {
          yield* furnish(world)
          // A closed account is found, and its number is free.
          yield* world.bare.eu.commit([account(6, [6], 5000)])
          expect(yield* rebuilt(world)).toEqual({ ...nothing, looked: 6, entered: 16 })
          yield* leadsRight(world)
          expect(yield* world.directory.find(leadsOf(6))).toEqual([eu, null, null])
          expect(yield* rebuilt(world)).toEqual({ ...nothing, looked: 6 })
        })
      )
  )

  it("keeps what an earlier state has, and takes over what its cell has no more", () =>
    run((world, age) =>
      Effect.gen(function*() {
        yield* furnish(world)
        const { directory } = world
        const other = accountId(9)
        // The number of 0 was one of another cell then, and so was the key; an account is no more.
        yield* directory.enter([
          { lead: Leads.ofNumber(numberOf(0)), account: other, cell: us },
          { lead: Leads.ofKey(hashOf(0)), account: other, cell: us },
          { lead: Leads.ofAccount(accountId(1)), account: accountId(1), cell: us },
          { lead: Leads.ofAccount(other), account: other, cell: us }
        ])
        const contested = { account: accountId(0), cell: eu, leadsTo: us, why: "recent" }
        const first = yield* rebuilt(world)
        expect(first).toEqual({
          looked: 5,
          entered: 12,
          away: [],
          contested: [
            { ...contested, kind: "number", name: numberOf(0) },
            { ...contested, kind: "key", name: idOf(hashOf(0)) }
          ]
        })
        yield* age(60_000)
        expect(yield* rebuilt(world)).toEqual({ ...nothing, looked: 5, entered: 2 })
        yield* leadsRight(world)
        expect(yield* directory.find([Leads.ofAccount(other)])).toEqual([us])
      })
    ))

  further(
    "leads on to whom it led where two cells have the same, and names it",
    () =>
      run((world, age) =>
        Effect.gen(function*() {
          yield* furnish(world)
          const { bare, directory } = world
          yield* bare.us.commit([account(0), key(0), account(8, [2])])
          yield* directory.enter([{ lead: Leads.ofNumber(numberOf(2)), account: accountId(8), cell: us }])
          yield* age(60_000)
          const twice = { account: accountId(0), cell: us, leadsTo: eu, why: "both" }
          const { contested, entered } = yield* rebuilt(world)
          expect(contested).toHaveLength(4)
          expect(contested).toEqual(expect.arrayContaining([
            { kind: "number", name: numberOf(2), account: accountId(2), cell: eu, leadsTo: us, why: "both" },
            { ...twice, kind: "account", name: accountId(0) },
            { ...twice, kind: "key", name: idOf(hashOf(0)) },
            { ...twice, kind: "number", name: numberOf(0) }
          ]))
          expect(entered).toBe(15)
          expect(yield* directory.find([...leadsOf(0), ...leadsOf(2)])).toEqual([eu, eu, eu, eu, eu, us])
          expect((yield* rebuilt(world)).contested).toHaveLength(4)
        })
      )
  )

  it("goes through hundreds of accounts in parts", () =>
    run((world) =>
      Effect.gen(function*() {
        const many = Array.from({ length: 600 }, (_, index) => index)
        for (let at = 0; at < many.length; at += 200) {
          yield* world.bare[at === 0 ? "us" : "eu"].commit(many.slice(at, at + 200).map((index) => account(index)))
        }
        expect(yield* rebuilt(world, 170)).toEqual({ ...nothing, looked: 600, entered: 1200 })
        const found = yield* world.directory.find(many.map((index) => Leads.ofAccount(accountId(index))))
        expect(found).toEqual(many.map((index) => index < 200 ? us : eu))
      })
    ))
})

describe("making a directory anew", () => {
  const run = (use: (world: World.World) => Effect.Effect<void, unknown, Scope.Scope>) =>
    Effect.runPromise(Effect.scoped(Effect.provide(Effect.flatMap(World.make, use), TestClock.layer())))

  const cell = fc.constantFrom(eu, us)

  propWith({ runs: 30 })(
    "leads to the one cell that has a number, and stays where it is otherwise",
    fc.array(fc.record({ in: fc.subarray([eu, us]), led: fc.option(cell) }), { maxLength: 8 }),
    fc.integer({ min: 1, max: 5 }),
    (numbers, limit) =>
      run((world) =>
        Effect.gen(function*() {
          const { bare, directory } = world
          const leads = numbers.map((_, index) => Leads.ofNumber(numberOf(index)))
          for (const [index, each] of numbers.entries()) {
            for (const cell of each.in) {
              yield* bare[cell === eu ? "eu" : "us"].commit([account(2 * index + (cell === eu ? 0 : 1), [index])])
            }
            if (each.led !== null) {
              yield* directory.enter([{ lead: leads[index]!, account: accountId(99), cell: each.led }])
            }
          }
          yield* TestClock.adjust("1 minute")
          const isBoth = (each: (typeof numbers)[number]) => each.in.length === 2
          for (const _ of ["once", "again"]) {
            const { away, contested, looked } = yield* rebuilt(world, limit)
            expect([away, looked]).toEqual([[], numbers.reduce((sum, each) => sum + each.in.length, 0)])
            expect(contested.map(({ name, why }) => [name, why]).toSorted()).toEqual(
              numbers.flatMap((each, index) => isBoth(each) ? [[numberOf(index), "both"]] : [])
            )
            // Of two cells that lead nowhere the first one is looked at first.
            expect(yield* directory.find(leads)).toEqual(
              numbers.map((each) => isBoth(each) ? each.led ?? eu : each.in[0] ?? each.led)
            )
          }
        })
      )
  )

  it("goes on with the other cells where one is away, and says so", () =>
    run((world) =>
      Effect.gen(function*() {
        yield* furnish(world)
        world.away.add(us)
        expect(yield* rebuilt(world)).toEqual({ ...nothing, looked: 3, entered: 9, away: [us] })
        yield* world.bare.eu.commit([account(8, [1])])
        yield* world.directory.enter([{ lead: Leads.ofNumber(numberOf(1)), account: accountId(1), cell: us }])
        const { contested } = yield* rebuilt(world)
        expect(contested).toEqual([
          { kind: "number", name: numberOf(1), account: accountId(8), cell: eu, leadsTo: us, why: "away" }
        ])
        world.away.delete(us)
        expect(yield* rebuilt(world)).toMatchObject({ looked: 6, entered: 5, away: [] })
      })
    ))

  it("goes on behind a cell that has the directory and cannot be read", () =>
    run((world) =>
      Effect.gen(function*() {
        yield* furnish(world)
        const { bare, directory } = world
        const list = () => Effect.fail(new StoreError({ reason: "unavailable", cause: "eu" }))
        const node = yield* World.on({ directory, stores: { ...bare, eu: { ...bare.eu, list } } })
        expect(yield* rebuilt(node)).toEqual({ ...nothing, looked: 2, entered: 6, away: [eu] })
      })
    ))

  it("fails where the directory is away", () =>
    run((world) =>
      Effect.gen(function*() {
        yield* furnish(world)
        world.broken.add("directory")
        expect(yield* Effect.flip(rebuilt(world))).toBeInstanceOf(StoreError)
      })
    ))

  it("leaves alone what was given up while it was read", () =>
    run((world) =>
      Effect.gen(function*() {
        const { bare, cells, directory } = world
        yield* furnish(world)
        yield* directory.enter([{ lead: Leads.ofNumber(numberOf(0)), account: accountId(1), cell: us }])
        yield* bare.us.commit([account(1, [0])])
        const { rebuildDirectory } = RebuildDirectory.make({
          ...cells,
          within: (cell, effect) =>
            Effect.tap(cells.within(cell, effect), (answer) =>
              // The directory has answered: whatever the cells had has been read.
              Array.isArray(answer) ? bare.eu.commit([account(0, [])]) : Effect.void)
        })
        expect(yield* rebuildDirectory(null, 100)).toMatchObject({ contested: [] })
      })
    ))

  it("can be ended at any moment, and made again", () =>
    run((world) =>
      Effect.gen(function*() {
        yield* furnish(world)
        let isDone = false
        for (let last = 1; !isDone; last++) {
          const node = yield* World.lost(world)
          let asked = 0
          const dying: World.World = {
            ...node,
            cells: {
              ...node.cells,
              within: (cell, effect) => {
                asked++
                // Whoever dies does not hear the answer, but what it asked for is done.
                return asked < last ?
                  node.cells.within(cell, effect) :
                  Effect.andThen(node.cells.within(cell, effect), Effect.die("killed"))
              }
            }
          }
          isDone = (yield* Effect.exit(rebuilt(dying)))._tag === "Success"
          expect(yield* rebuilt(node)).toMatchObject({ looked: 5, contested: [], away: [] })
          yield* leadsRight(node)
        }
      })
    ))

  it("refuses a place in no cell", () =>
    run((world) =>
      Effect.gen(function*() {
        const { rebuildDirectory } = RebuildDirectory.make(world.cells)
        const mars = "mars" as string as CellName
        expect(yield* Effect.flip(rebuildDirectory({ cell: mars, behind: null }, 1))).toMatchObject({
          code: "VALIDATION_001",
          details: { after: ["must be the `after` of the part before"] }
        })
        expect(yield* Operator.none.rebuildDirectory(null, 1)).toBe(null)
      })
    ))

  it("goes through thousands of accounts in parts", () =>
    run((world) =>
      Effect.gen(function*() {
        const many = Array.from({ length: 3000 }, (_, index) => index)
        yield* world.bare.us.commit(many.map((index) => account(index)))
        expect(yield* rebuilt(world, 700)).toEqual({ ...nothing, looked: 3000, entered: 6000 })
      })
    ))

  it("has all keys of an account that has more than one question returns", () =>
    run((world) =>
      Effect.gen(function*() {
        const many = Array.from({ length: 501 }, (_, index) => index)
        yield* world.bare.us.commit([account(0), ...many.map((index) => key(index, 0))])
        expect(yield* rebuilt(world)).toEqual({ ...nothing, looked: 1, entered: 503 })
        const found = yield* world.directory.find(many.map((index) => Leads.ofKey(hashOf(index))))
        expect(new Set(found)).toEqual(new Set([us]))
      })
    ))
})
