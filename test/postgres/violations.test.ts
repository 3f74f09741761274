/**
 * Nodes that insert the same keys at the same time: one is first, the others start again, and no failure that the server
 * would log quotes a key. Keys hold phone numbers.
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import * as Commit from "@signalbox/core/Commit"
import type { AccountId } from "@signalbox/core/Id"
import { make as instant } from "@signalbox/core/Instant"
import type { Contact } from "@signalbox/core/internal/row/Contact"
import { contactNumber, Contacts } from "@signalbox/core/internal/row/Contact"
import { make as money } from "@signalbox/core/Money"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import { Store } from "@signalbox/core/Store"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { randomUUID } from "node:crypto"
import { inspect } from "node:util"
import { describe, expect, it } from "vitest"
import { suite } from "./Client.ts"

const { postgres } = suite("violations")

const account = "aaaaaaaa-0000-7000-8000-000000000001" as AccountId
const now = instant(Date.UTC(2030, 0, 15, 12))
const phone = (number: number): PhoneNumber => `+1201555${String(number).padStart(4, "0")}` as PhoneNumber

const contact = (number: number): Contact => ({
  id: randomUUID() as Contact["id"],
  account,
  phone: phone(number),
  optOut: false,
  createdAt: now,
  updatedAt: null
})

/** A client that notes what its statements fail with. */
const noting = (client: PgClient, failures: Array<string>): PgClient =>
  new Proxy(client, {
    get: (target, name, receiver) =>
      name === "withoutTransforms"
        ? () =>
          new Proxy(target.withoutTransforms(), {
            get: (sql, key, self) =>
              key === "unsafe"
                ? (...given: Parameters<typeof sql.unsafe>) =>
                  Effect.tapError(sql.unsafe(...given), (error) =>
                    Effect.sync(() => {
                      failures.push(inspect(error, { depth: 12, showHidden: true }))
                    }))
                : Reflect.get(sql, key, self) as unknown
          })
        : Reflect.get(target, name, receiver) as unknown
  })

describe("keys that many insert at the same time", () => {
  it("are taken once, and no failure of a statement quotes one", { timeout: 120_000 }, () => {
    const failures: Array<string> = []
    const { client, schema } = postgres()
    const node = Effect.map(
      Layer.build(Layer.fresh(PostgresStore.layerClient({ schema, heartbeatMillis: 60_000 }))),
      (context) => Context.get(context, Store)
    ).pipe(Effect.provideService(PgClient, noting(client, failures)))
    return Effect.gen(function*() {
      const nodes = yield* Effect.all([node, node, node])
      for (let round = 0; round < 40; round++) {
        const free = { free: contactNumber(account, phone(5000 + round)) }
        const outcomes = yield* Effect.forEach([0, 1, 2, 3, 4, 5], (each) =>
          nodes[each % 3]!.commit([Commit.make({
            // Some put the number, others rely on it that nobody has it.
            puts: [Commit.put(Contacts, contact(each < 4 ? round : 5000 + round))],
            expects: each < 2 ? [free] : [],
            debits: [{ account, amount: money(-1), floor: money(0), once: `${phone(round)}/${each}` }]
          })]), { concurrency: "unbounded" })
        const made = outcomes.flat().filter(({ _tag }) => _tag === "Done")
        expect(made.length).toBeGreaterThanOrEqual(1)
        expect(made.length).toBeLessThanOrEqual(2)
      }
      for (const failure of failures) {
        expect(failure).not.toContain("+1201555")
        expect(failure).not.toContain("duplicate key")
      }
      // Some have lost the race, or this would show nothing.
      expect(failures.length).toBeGreaterThan(0)
    }).pipe(Effect.scoped, Effect.runPromise)
  })
})
