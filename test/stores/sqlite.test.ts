/**
 * The store in SQLite keeps the contracts of storage, and what it was given when its file is opened again.
 */
import { make } from "@signalbox/core/Commit"
import type { NodeId, WebhookId } from "@signalbox/core/Id"
import { make as instant } from "@signalbox/core/Instant"
import { none } from "@signalbox/core/Needs"
import { Store, StoreError } from "@signalbox/core/Store"
import { Writable } from "@signalbox/core/Writable"
import { SqliteFile } from "@signalbox/sqlite/SqliteFile"
import * as SqliteStore from "@signalbox/sqlite/SqliteStore"
import * as IdempotencyContract from "@signalbox/testing/IdempotencyContract"
import * as LockoutContract from "@signalbox/testing/LockoutContract"
import * as PaceContract from "@signalbox/testing/PaceContract"
import * as Prop from "@signalbox/testing/Prop"
import * as RateWindowContract from "@signalbox/testing/RateWindowContract"
import * as StoreContract from "@signalbox/testing/StoreContract"
import type { Harness, Services } from "@signalbox/testing/StoreHarness"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { spawn } from "node:child_process"
import { once } from "node:events"
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { fromSource } from "../FromSource.ts"
import * as Matrix from "../http/Matrix.ts"
import * as Leases from "./Leases.ts"
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
    value: {
      webhook: id,
      consecutiveFailures: 3,
      failingSince: instant(0),
      waitsUntil: null,
      lastAttemptAt: null,
      lastSuccessAt: null
    }
  } as const
  const due = { work: { kind: "delivery", key: "1" }, lane: `delivery:${id}`, at: instant(0) } as const
  const request = { offset: 0, limit: 9, lanes: { delivery: { width: 9, shared: false } } }

  const take = (services: Services, node: string) =>
    Effect.map(Leases.claim(services.store, { ...request, node: node as NodeId }), ([lease]) => lease!)

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
        const told = { reason: "unavailable", message: expect.stringMatching(/^another process has the file open/) }
        expect(await refusal("busy.db")).toMatchObject(told)
      })))

  it("that another process has open is said to be so, and is there when that one has ended", async () => {
    const [path, module] = [
      join(folder, "theirs.db"),
      new URL("../../adapters/sqlite/src/SqliteStore.ts", import.meta.url)
    ]
    const other = spawn(process.execPath, [
      ...fromSource,
      "--expose-gc",
      "--input-type=module",
      "--eval",
      `import * as Effect from "effect/Effect"
       import * as Layer from "effect/Layer"
       import { layer } from ${JSON.stringify(module.href)}
       const open = Layer.build(layer({ file: ${JSON.stringify(path)} }))
       Effect.runPromise(Effect.scoped(Effect.andThen(open, Effect.sync(() => {
         let left = 5
         // A connection that nothing refers to is closed when it is collected. The timer keeps the process.
         setInterval(() => {
           gc()
           if (--left === 0) console.log("open")
         }, 10)
       }).pipe(Effect.andThen(Effect.never)))))`
    ], { cwd: fileURLToPath(new URL("../..", import.meta.url)), stdio: ["ignore", "pipe", "inherit"] })
    const ended = once(other, "exit")
    try {
      expect(String((await once(other.stdout, "data"))[0])).toBe("open\n")
      const message = expect.stringMatching(/^another process has the file open/)
      expect(await refusal("theirs.db")).toMatchObject({ reason: "unavailable", message })
    } finally {
      other.kill("SIGKILL")
      await ended
    }
    await opened("theirs.db", version)
  })

  it("of a newer version is left alone", async () => {
    const database = new DatabaseSync(join(folder, "newer.db"))
    database.exec("PRAGMA user_version = 99")
    database.close()
    const message = "a newer version of Signalbox has made the file; start that one"
    expect(await refusal("newer.db")).toMatchObject({ reason: "failed", message })
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

  /** The parts of an open file, by its name. */
  const operated = <A>(
    file: string,
    use: (parts: {
      readonly path: string
      readonly store: Store["Service"]
      readonly refusal: Writable["refusal"]
      readonly backup: SqliteFile["Service"]["backup"]
    }) => Effect.Effect<A, unknown>,
    options: Partial<SqliteStore.Options> = {}
  ): Promise<A> => {
    const path = join(folder, file)
    return Layer.build(SqliteStore.layer({ ...options, file: path })).pipe(
      Effect.flatMap((context) =>
        use({
          path,
          store: Context.get(context, Store),
          refusal: Context.get(context, Writable).refusal,
          backup: Context.get(context, SqliteFile).backup
        })
      ),
      Effect.scoped,
      Effect.runPromise
    )
  }

  const numbered = (number: number) => ({
    ...row,
    key: `00000000-0000-7000-8000-${String(number).padStart(12, "0")}` as WebhookId
  })

  const put = (store: Store["Service"], number: number) => store.commit([make({ puts: [numbered(number)] })])

  /** Counts the first numbers that are there. */
  const count = (store: Store["Service"], most: number) =>
    Effect.map(
      store.load({ ...none, rows: Array.from({ length: most }, (_, number) => numbered(number)) }),
      ({ rows }) => [...rows.of("endpoint").values()].filter((known) => known.row !== null).length
    )

  const gone = "has lost its file, which somebody has deleted or replaced"

  it.each<readonly [string, (path: string) => void, (path: string) => void]>([
    ["is moved away", (path) => renameSync(path, `${path}.away`), (path) => renameSync(`${path}.away`, path)],
    [
      "is replaced",
      (path) => {
        renameSync(path, `${path}.away`)
        copyFileSync(`${path}.away`, path)
      },
      (path) => renameSync(`${path}.away`, path)
    ],
    [
      "loses its log",
      (path) => renameSync(`${path}-wal`, `${path}.away`),
      (path) => renameSync(`${path}.away`, `${path}-wal`)
    ]
  ])(
    "that %s takes nothing any more, and says so, until it is back",
    (name, take, bring) =>
      operated(`${name}.db`, ({ path, refusal, store }) =>
        Effect.gen(function*() {
          yield* put(store, 0)
          expect(yield* refusal).toBe(null)
          take(path)
          expect(yield* refusal).toBe(gone)
          expect(yield* Effect.flip(put(store, 1))).toMatchObject({ reason: "unavailable" })
          expect(yield* count(store, 9)).toBe(1)
          bring(path)
          expect(yield* refusal).toBe(null)
          yield* put(store, 2)
          expect(yield* count(store, 9)).toBe(2)
        }))
  )

  it("that is deleted while something is written says that this does not last", async () => {
    const { path, answer } = await operated("deleted.db", ({ path, store }) =>
      Effect.gen(function*() {
        yield* put(store, 0)
        // The row's value is written down in the middle of the commit.
        const value = {
          ...row.value,
          toJSON: () => {
            rmSync(path)
            return row.value
          }
        }
        return { path, answer: yield* Effect.flip(store.commit([make({ puts: [{ ...numbered(1), value }] })])) }
      }))
    expect(existsSync(path)).toBe(false)
    expect(answer).toMatchObject({ reason: "unavailable", message: expect.stringContaining("deleted or replaced") })
  })

  it("whose pages are spoiled is refused, and not changed", async () => {
    await operated(
      "spoiled.db",
      ({ store }) => Effect.forEach(Array.from({ length: 50 }, (_, number) => number), (number) => put(store, number))
    )
    const path = join(folder, "spoiled.db")
    const whole = readFileSync(path)
    // Those that SQLite reads before anything is checked are among them, and those that nobody reads who opens the file.
    for (let page = 0; page < whole.length >> 12; page++) {
      const bytes = Buffer.from(whole)
      bytes.fill(0xaa, page << 12, (page << 12) + 64)
      writeFileSync(path, bytes)
      expect(await refusal("spoiled.db")).toMatchObject({
        reason: "failed",
        message: expect.stringMatching(page === 0 ? /^the file is no database of SQLite/ : /^the file is damaged \(/)
      })
      expect(readFileSync(path).equals(bytes)).toBe(true)
    }
  })

  it("that was copied without its log while it was in use is refused, again and again, or opened as told", async () => {
    await operated("used.db", ({ path, store }) =>
      Effect.gen(function*() {
        // Far more than what is moved from the log to the file in one go.
        for (let number = 0; number < 450; number++) yield* put(store, number)
        copyFileSync(path, join(folder, "half.db"))
        copyFileSync(path, join(folder, "both.db"))
        copyFileSync(`${path}-wal`, join(folder, "both.db-wal"))
      }))
    for (const _ of [1, 2]) {
      expect(await refusal("half.db")).toMatchObject({
        reason: "failed",
        message: expect.stringContaining("its log is missing")
      })
    }
    expect(await operated("both.db", ({ store }) => count(store, 450))).toBe(450)
    expect(await operated("used.db", ({ store }) => count(store, 450))).toBe(450)
    const left = await operated("half.db", ({ store }) => count(store, 450), { missingLog: "accept" })
    expect(left).toBeGreaterThan(200)
    expect(left).toBeLessThan(450)
    // From then on it is whole.
    expect(await operated("half.db", ({ store }) => count(store, 450))).toBe(left)
  })

  it("has a log that does not grow for ever, and is never whole without it", () =>
    operated("growing.db", ({ path, store }) =>
      Effect.gen(function*() {
        const alone = join(folder, "alone.db")
        for (let commit = 0; commit < 60; commit++) {
          // Rows far from each other, so that each is a page of its own.
          const puts = Array.from({ length: 100 }, (_, number) => numbered(((100 * commit + number) * 1009) % 3000))
          yield* store.commit([make({ puts })])
          expect(statSync(`${path}-wal`).size).toBeLessThan(6 * 1024 * 1024)
          copyFileSync(path, alone)
          expect(yield* Effect.promise(() => refusal("alone.db"))).toMatchObject({
            message: expect.stringContaining("its log is missing")
          })
        }
        expect(yield* count(store, 3000)).toBe(3000)
      })))

  it("is copied while it is written to: the copy holds all that was committed before, and replaces an older one", async () => {
    const before = await operated("source.db", ({ backup, path, store }) =>
      Effect.gen(function*() {
        for (let number = 0; number < 100; number++) yield* put(store, number)
        const copy = join(folder, "copy.db")
        writeFileSync(copy, "an older one")
        const over = new AbortController()
        const writing = Effect.gen(function*() {
          for (let number = 100; !over.signal.aborted; number++) {
            yield* put(store, number)
            yield* Effect.promise(() => new Promise(setImmediate))
          }
        })
        // One copy in five or so meets a transaction when it begins.
        const copies = Effect.forEach(Array.from({ length: 30 }), () => backup(copy), { discard: true })
        const copying = Effect.ensuring(copies, Effect.sync(() => over.abort()))
        yield* Effect.all([copying, writing], { concurrency: 2 })
        expect(existsSync(`${copy}.partial`)).toBe(false)
        expect(existsSync(`${copy}-wal`)).toBe(false)
        // A backup is never written over the file itself, by whatever name.
        for (const own of [path, join(folder, ".", "source.db"), `${path}-wal`]) {
          expect(yield* Effect.flip(backup(own))).toMatchObject({ reason: "failed" })
        }
        expect(yield* Effect.flip(backup(join(folder, "nowhere", "copy.db")))).toMatchObject({ reason: "failed" })
        mkdirSync(join(folder, "folder"))
        expect(yield* Effect.flip(backup(join(folder, "folder")))).toMatchObject({ reason: "failed" })
        return yield* count(store, 2000)
      }))
    const after = await operated("copy.db", ({ store }) => count(store, 2000))
    expect(after).toBeGreaterThanOrEqual(100)
    expect(after).toBeLessThanOrEqual(before)
    expect(await operated("source.db", ({ store }) => count(store, 2000))).toBe(before)
  })
})
