/**
 * Commits that another transaction holds up: a batch is given up in time, as a whole, and is not tried again by the store.
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import type { Commit } from "@signalbox/core/Commit"
import * as Commits from "@signalbox/core/Commit"
import type { AccountId, ContactId } from "@signalbox/core/Id"
import { make as instant } from "@signalbox/core/Instant"
import * as Contact from "@signalbox/core/internal/row/Contact"
import { make as money } from "@signalbox/core/Money"
import { none } from "@signalbox/core/Needs"
import { done, insufficient } from "@signalbox/core/Outcome"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import { Patience, Store, StoreError } from "@signalbox/core/Store"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { suite } from "./Client.ts"

const { harness, postgres } = suite("blocked")

const account = (number: number) => `aaaaaaaa-0000-7000-8000-00000000000${number}` as AccountId

const contact = (number: number) =>
  Commits.put(Contact.Contacts, {
    id: `cccccccc-0000-7000-8000-00000000000${number}` as ContactId,
    account: account(1),
    phone: "+12015550142" as PhoneNumber,
    optOut: false,
    createdAt: instant(Date.UTC(2030, 0, 15)),
    updatedAt: null
  })

const spend = (number: number): Commit =>
  Commits.make({ debits: [{ account: account(number), amount: money(1), floor: money(0), once: String(number) }] })

const add = (number: number): Commit =>
  Commits.make({ debits: [{ account: account(number), amount: money(-10), floor: money(0), once: "top-up" }] })

/** Runs while a transaction of another session has made these commits, and has not ended. */
const whileOpen = <A, E, R>(commits: ReadonlyArray<Commit>, use: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const { client, schema } = postgres()
    const context = yield* Layer.build(Layer.fresh(PostgresStore.layerClient({ schema }))).pipe(
      Effect.provideService(PgClient, client)
    )
    const [begun, over] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
    yield* Effect.forkScoped(
      client.withTransaction(
        Context.get(context, Store).commit(commits).pipe(
          Effect.andThen(Deferred.succeed(begun, undefined)),
          Effect.andThen(Deferred.await(over))
        )
      )
    )
    yield* Deferred.await(begun)
    return yield* Effect.ensuring(use, Deferred.succeed(over, undefined))
  })

const isBlocked = (error: unknown): boolean => error instanceof StoreError && error.isBlocked

/** A store on one connection, which says what it is asked for. */
const watched = Effect.gen(function*() {
  const { schema, url } = postgres()
  const context = yield* Layer.build(Layer.fresh(PostgresStore.client({ url, maxConnections: 1 })))
  const client = Context.get(context, PgClient)
  const said: Array<string> = []
  const saying = (inner: PgClient): PgClient =>
    new Proxy(inner, {
      get: (target, name) => {
        if (name === "withoutTransforms") return () => saying(target.withoutTransforms() as PgClient)
        if (name !== "unsafe") return Reflect.get(target, name) as unknown
        return (text: string, params?: ReadonlyArray<unknown>) => {
          if (/\b(assumed|locked) as \(/.test(text)) said.push(text)
          return target.unsafe(text, params)
        }
      }
    })
  const built = yield* Layer.build(Layer.fresh(PostgresStore.layerClient({ schema, heartbeatMillis: 60_000 }))).pipe(
    Effect.provideService(PgClient, saying(client))
  )
  return { client, said, store: Context.get(built, Store) }
})

const patiently = <A, E>(effect: Effect.Effect<A, E>, millis: number) => Effect.provideService(effect, Patience, millis)

describe("a batch that another transaction holds up", () => {
  it.each([
    ["a balance", [spend(1)], [spend(2), spend(1)], 1],
    ["a unique key", [Commits.make({ puts: [contact(1)] })], [spend(2), Commits.make({ puts: [contact(2)] })], 1],
    // What expects a key to be free locks and reads first.
    [
      "a row that is read first",
      [spend(1)],
      [spend(2), spend(1), Commits.make({ deletes: [contact(3)] })],
      1
    ]
  ])("by %s is given up as blocked, once and as a whole", (_, theirs, ours, statements) =>
    Effect.gen(function*() {
      const { store } = yield* harness.make
      yield* store.commit([add(1), add(2)])
      const { client, said, store: mine } = yield* watched
      const error = yield* whileOpen(theirs, Effect.flip(patiently(mine.commit(ours), 40)))
      expect(error).toSatisfy(isBlocked)
      expect(error).toMatchObject({ reason: "unavailable" })
      expect(said).toHaveLength(statements)
      // Nothing of it is there, and the session waits as long as before.
      expect((yield* store.load({ ...none, balances: [account(2)] })).balances.get(account(2))).toBe(10)
      expect(yield* client.unsafe("show lock_timeout")).toEqual([{ lock_timeout: "5s" }])
    }).pipe(Effect.scoped, Effect.runPromise))

  it("is committed when they let go while it waits", () =>
    Effect.gen(function*() {
      const { store } = yield* harness.make
      const { client } = postgres()
      yield* store.commit([add(1)])
      const waiting = yield* whileOpen(
        [spend(1)],
        Effect.gen(function*() {
          const fiber = yield* Effect.forkScoped(patiently(store.commit([spend(3), spend(1)]), 60_000))
          yield* Effect.repeat(
            client.unsafe(
              "select 1 as found from pg_stat_activity where wait_event_type = 'Lock' and query like '%assumed as (%'"
            ),
            { until: (found) => found.length > 0, times: 100_000 }
          )
          return fiber
        })
      )
      // The account has paid for it once, and nobody has given the other one any money.
      expect(yield* Fiber.join(waiting)).toEqual([insufficient(account(3)), done])
    }).pipe(Effect.scoped, Effect.runPromise))
})
