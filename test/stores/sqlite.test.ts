/**
 * The store in SQLite keeps the contracts of storage, and what it was given when its file is opened again.
 */
import { make } from "@signalbox/core/Commit"
import type { NodeId, WebhookId } from "@signalbox/core/Id"
import { make as instant } from "@signalbox/core/Instant"
import { none } from "@signalbox/core/Needs"
import { StoreError } from "@signalbox/core/Store"
import * as SqliteStore from "@signalbox/sqlite/SqliteStore"
import * as IdempotencyContract from "@signalbox/testing/IdempotencyContract"
import * as LockoutContract from "@signalbox/testing/LockoutContract"
import * as PaceContract from "@signalbox/testing/PaceContract"
import * as Prop from "@signalbox/testing/Prop"
import * as RateWindowContract from "@signalbox/testing/RateWindowContract"
import * as StoreContract from "@signalbox/testing/StoreContract"
import type { Harness, Services } from "@signalbox/testing/StoreHarness"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Matrix from "../http/Matrix.ts"
import * as Sqlite from "./Sqlite.ts"

// The store in memory makes all the runs.
Prop.sparing(Matrix.storeShare)

const sqlite: Harness = { make: Sqlite.make(":memory:") }

for (const { suite } of [StoreContract, IdempotencyContract, RateWindowContract, LockoutContract, PaceContract]) {
  suite("sqlite", sqlite)
}

describe("a file of the store in SQLite", () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "signalbox-sqlite-"))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const opened = <A, E>(file: string, use: (services: Services) => Effect.Effect<A, E>): Promise<A> =>
    Effect.runPromise(Effect.scoped(Effect.flatMap(Sqlite.make(join(folder, file)), use)))

  const id = "00000000-0000-7000-8000-000000000001" as WebhookId
  const row = {
    kind: "endpoint",
    key: id,
    value: { webhook: id, consecutiveFailures: 3, lastAttemptAt: null, lastSuccessAt: null }
  } as const
  const due = { work: { kind: "delivery", key: "1" }, lane: `delivery:${id}`, at: instant(0) } as const
  const request = { offset: 0, limit: 9, lanes: { delivery: { width: 9, shared: false } } }

  const take = (services: Services, node: string) =>
    Effect.map(services.store.claim({ ...request, node: node as NodeId }), ([lease]) => lease!)

  const version = ({ store }: Services) => Effect.map(store.load({ ...none, rows: [row] }), ({ rows }) => rows.get(row))

  it("holds what was committed, and frees what a process held that is gone", async () => {
    const [before, held] = await opened("kept.db", (services) =>
      Effect.gen(function*() {
        yield* services.store.commit([make({ puts: [row], due: [due] })])
        return [yield* version(services), yield* take(services, "first")] as const
      }))
    await opened("kept.db", (services) =>
      Effect.gen(function*() {
        expect(yield* version(services)).toEqual(before)
        const again = yield* take(services, "second")
        expect(again).toEqual({ ...held, token: again.token })
        expect(again.token).toBeGreaterThan(held.token)
        yield* services.store.commit([make({ deletes: [row] })])
        yield* services.store.commit([make({ puts: [row] })])
        expect((yield* version(services))!.version).toBeGreaterThan(before!.version)
      }))
  })

  const refusal = (file: string): Promise<unknown> =>
    Effect.runPromise(Effect.flip(Effect.scoped(Layer.build(SqliteStore.layer({ file: join(folder, file) })))))

  it("is opened once at a time", () =>
    opened("busy.db", () =>
      Effect.promise(async () => {
        expect(await refusal("busy.db")).toMatchObject({ reason: "unavailable" })
      })))

  it("of a newer version is left alone", async () => {
    const database = new DatabaseSync(join(folder, "newer.db"))
    database.exec("PRAGMA user_version = 99")
    database.close()
    expect(await refusal("newer.db")).toMatchObject({ reason: "failed" })
  })

  it("takes no text that it could not tell from another one, and nothing beside it", () =>
    opened("texts.db", (services) =>
      Effect.gen(function*() {
        const unclear = { ...due, work: { ...due.work, key: "1\u0000" } }
        const failed = yield* Effect.flip(services.store.commit([make({ puts: [row] }), make({ due: [unclear] })]))
        expect(failed).toBeInstanceOf(StoreError)
        expect(failed.reason).toBe("failed")
        expect((yield* version(services))!.row).toBe(null)
      })))
})
