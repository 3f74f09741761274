/**
 * The store of a cell: the directory is written before the cell is, and nothing else of the store changes.
 */
import * as Commit from "@signalbox/core/Commit"
import type { Lead } from "@signalbox/core/Directory"
import type { AccountId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import * as NewAccount from "@signalbox/core/internal/account/NewAccount"
import * as CellStore from "@signalbox/core/internal/cells/CellStore"
import * as Guard from "@signalbox/core/internal/cells/Guard"
import * as Leads from "@signalbox/core/internal/cells/Leads"
import { newEndpoint } from "@signalbox/core/internal/delivery/Health"
import { Accounts } from "@signalbox/core/internal/row/Account"
import { ApiKeys } from "@signalbox/core/internal/row/ApiKey"
import * as Needs from "@signalbox/core/Needs"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import { hashKey } from "@signalbox/core/Secret"
import type { Store } from "@signalbox/core/Store"
import { Endpoints } from "@signalbox/core/Webhook"
import * as StoreContract from "@signalbox/testing/StoreContract"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import { describe, expect, it } from "vitest"
import * as Matrix from "../../http/Matrix.ts"
import * as Memory from "../../stores/Memory.ts"
import { eu, us } from "./World.ts"
import * as World from "./World.ts"

const run = (use: (world: World.World) => Effect.Effect<void, unknown, Scope.Scope>) =>
  Effect.runPromise(Effect.scoped(Effect.provide(Effect.flatMap(World.make, use), TestClock.layer())))

const id = "10000000-0000-4000-8000-000000000001" as AccountId
const number = "+12015559000" as PhoneNumber
const hash = hashKey("a key")

const account = Commit.make({
  puts: [Commit.put(Accounts, {
    ...NewAccount.make(id, "organization", null, { numbers: [{ number, channels: ["sms"], country: "US" }] }),
    createdAt: Instant.make(0)
  })]
})

const key = Commit.make({
  puts: [Commit.put(ApiKeys, { hash, account: id, prefix: "aaaaaaaa", createdAt: Instant.make(0), revokedAt: null })]
})

const other = Commit.make({
  puts: [Commit.put(Endpoints, newEndpoint("20000000-0000-4000-8000-000000000001" as never))]
})

const leads: ReadonlyArray<Lead> = [Leads.ofAccount(id), Leads.ofNumber(number)]

const tags = Effect.map((outcomes: ReadonlyArray<{ readonly _tag: string }>) => outcomes.map(({ _tag }) => _tag))

const stored = (store: Store["Service"]) =>
  Effect.map(store.load(Needs.row(Accounts, id)), ({ rows }) => rows.get({ kind: "account", key: id })?.row ?? null)

// Little of the store is wrapped, so that the whole contract is played in the whole matrix.
const contract = Matrix.isWhole ? StoreContract.suite : () => {}

contract("a cell in memory", {
  make: Effect.gen(function*() {
    const services = yield* Memory.make
    const { whereabouts } = yield* World.make
    return { ...services, store: CellStore.wrap(eu, whereabouts, Guard.make(services.store, 1000)) }
  })
})

describe("the store of a cell", () => {
  it("enters an account, its numbers and its keys before they are there", () =>
    run(({ asked, celled, directory }) =>
      Effect.gen(function*() {
        expect(yield* tags(celled.eu.commit([account, key]))).toEqual(["Done", "Done"])
        // Its residence comes before the account.
        expect(asked).toEqual(["directory", "eu", "eu"])
        expect(yield* directory.find([...leads, Leads.ofKey(hash)])).toEqual([eu, eu, eu])
      })
    ))

  it("asks the directory about nothing else, and not twice about the same", () =>
    run(({ asked, broken, celled }) =>
      Effect.gen(function*() {
        yield* celled.eu.commit([account])
        broken.add("directory")
        expect(yield* tags(celled.eu.commit([account, other]))).toEqual(["Done", "Done"])
        expect(asked).toEqual(["directory", "eu", "eu", "eu"])
      })
    ))

  it("lets others of a batch go on while the directory is away", () =>
    run(({ bare, broken, celled }) =>
      Effect.gen(function*() {
        broken.add("directory")
        expect(yield* tags(celled.eu.commit([other, account, key]))).toEqual(["Done", "Stale", "Stale"])
        expect(yield* stored(bare.eu)).toBe(null)
        expect(yield* tags(celled.eu.commit([account]))).toEqual(["Stale"])
      })
    ))

  it("leaves an entry alone when it dies before the cell is written, and another cell takes it over a minute later", () =>
    run(({ bare, broken, celled, directory }) =>
      Effect.gen(function*() {
        broken.add("eu")
        expect((yield* Effect.exit(celled.eu.commit([account])))._tag).toBe("Failure")
        expect(yield* directory.find(leads)).toEqual([eu, eu])
        expect(yield* tags(celled.us.commit([account]))).toEqual(["Stale"])
        expect(yield* stored(bare.us)).toBe(null)
        yield* TestClock.adjust("1 minute")
        expect(yield* tags(celled.us.commit([account]))).toEqual(["Done"])
        expect(yield* directory.find(leads)).toEqual([us, us])
        broken.delete("eu")
        expect(yield* tags(celled.eu.commit([account]))).toEqual(["Stale"])
      })
    ))

  it("stores a number as shared that another cell has, and takes no key of another cell", () =>
    run(({ bare, celled, directory }) =>
      Effect.gen(function*() {
        const first = "30000000-0000-4000-8000-000000000001" as AccountId
        const holder = Commit.make({
          puts: account.puts.map((row) =>
            row.kind === "account" ? { ...row, key: first, value: { ...row.value, id: first } } : row
          )
        })
        yield* celled.eu.commit([holder, key])
        expect(yield* tags(celled.us.commit([account, key]))).toEqual(["Done", "Stale"])
        const row = yield* stored(bare.us)
        expect(row?.kind === "account" ? row.value.numbers : null).toMatchObject([{ number, isShared: true }])
        expect(yield* directory.find(leads)).toEqual([us, eu])
      })
    ))
})
