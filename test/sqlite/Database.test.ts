/**
 * The connection to the file: what is said of its failures, what it writes into the file, and how often it moves its log.
 */
import { StoreError } from "@signalbox/core/Store"
import type { Database } from "@signalbox/sqlite/internal/Database"
import { attempt, number, open, text } from "@signalbox/sqlite/internal/Database"
import * as Effect from "effect/Effect"
import { execFileSync } from "node:child_process"
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { fromSource } from "../FromSource.ts"

/** An error as Node.js makes one of SQLite's. */
const ofSqlite = (errcode: number): Error => Object.assign(new Error("secret"), { errcode, errstr: "its words" })

const told = (cause: unknown): unknown => {
  const { cause: origin, message, reason } = Effect.runSync(Effect.flip(attempt(() => {
    throw cause
  })))
  return { reason, message, cause: origin }
}

describe("a failure", () => {
  // https://www.sqlite.org/rescode.html: an extended code has that of its kind in its lowest byte.
  const passing = { busy: 5, locked: 6, io: 10, full: 13, busySnapshot: 517, ioShortRead: 522 }
  const lasting = { error: 1, abort: 4, memory: 7, readonly: 8, corrupt: 11, schema: 17, constraint: 19, unique: 2067 }

  it.each([
    ...Object.entries(passing).map(([name, code]) => [name, code, "unavailable"] as const),
    ...Object.entries(lasting).map(([name, code]) => [name, code, "failed"] as const)
  ])("of SQLite (%s) says in SQLite's own words whether it may pass", (_, code, reason) => {
    expect(told(ofSqlite(code))).toMatchObject({ reason, cause: "SQLite: its words" })
  })

  it("that is not SQLite's has its name, since its words could tell of data", () => {
    expect(told(new RangeError("secret"))).toMatchObject({ reason: "failed", cause: "RangeError" })
    expect(told(Object.assign(new Error("secret"), { errcode: 5 }))).toMatchObject({ reason: "failed", cause: "Error" })
    expect(told("secret")).toMatchObject({ reason: "failed", cause: "unknown" })
    const own = new StoreError({ reason: "unavailable", message: "as it is", cause: null })
    expect(Effect.runSync(Effect.flip(attempt(() => {
      throw own
    })))).toBe(own)
  })
})

it("a value of another type than the table has is a defect", () => {
  expect([text("a"), text(""), number(0), number(1.5)]).toEqual(["a", "", 0, 1.5])
  for (const value of [1, null, undefined, 1n]) {
    expect(() => text(value)).toThrow(new TypeError("The database has no text where one should be."))
  }
  for (const value of ["1", null, undefined, 1n]) {
    expect(() => number(value)).toThrow(new TypeError("The database has no number where one should be."))
  }
})

describe("a database", () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "signalbox-database-"))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const path = (name: string): string => join(folder, name)

  const opened = <A>(file: string, use: (database: Database) => A): A =>
    Effect.runSync(Effect.scoped(Effect.map(open({ file, missingLog: "refuse" }), use)))

  /** The field of a file's head in which its kind stands (https://www.sqlite.org/fileformat.html#application_id). */
  const kind = (file: string): string => readFileSync(file).subarray(68, 72).toString("hex")

  const add = (database: Database): void => database.write(() => void database.next())

  it("is marked as in use as long as it is open, and as whole once it is closed, and as of this version", () => {
    const file = path("marked.db")
    expect(opened(file, () => kind(file))).toBe("53627801")
    expect([kind(file), existsSync(`${file}-wal`)]).toEqual(["53627800", false])
    const plain = new DatabaseSync(file)
    expect(plain.prepare("PRAGMA user_version").get()).toEqual({ user_version: 1 })
    plain.close()
  })

  it("leaves no connection behind when it is closed", () => {
    // In a process of its own: to find all objects of a class takes seconds beside those of many tests.
    const script = `
      import { open } from "@signalbox/sqlite/internal/Database"
      import * as Effect from "effect/Effect"
      import { DatabaseSync } from "node:sqlite"
      import { queryObjects } from "node:v8"
      for (let count = 0; count < 20; count++) {
        Effect.runSync(Effect.scoped(open({ file: ":memory:", missingLog: "refuse" })))
      }
      console.log(String(queryObjects(DatabaseSync)))
    `
    const options = [...fromSource, "--no-warnings", "--input-type=module", "--eval", script]
    const left = execFileSync(process.execPath, options, { encoding: "utf8" })
    // The last ones may still be referred to from the stack.
    expect(Number(left)).toBeLessThan(10)
  })

  /** Opens a file that is as it was while it was in use, and has no log. */
  const refusal = (bytes: Uint8Array): string => {
    writeFileSync(path("other.db"), bytes)
    return Effect.runSync(
      Effect.flip(Effect.scoped(open({ file: path("other.db"), missingLog: "refuse" })))
    ).message
  }

  it("that cannot be opened says what to do", () => {
    const file = path("used.db")
    const used = opened(file, () => readFileSync(file))
    expect(refusal(used)).toBe(
      "the file was in use when it was copied or its process died, and its log is missing, which holds the last commits: " +
        "put the file ending in -wal beside it, or a backup in its place, or open it without them (missingLog: \"accept\")"
    )
    const whole = readFileSync(file)
    expect(refusal(Buffer.concat([Buffer.alloc(100, 0xaa), whole.subarray(100)]))).toBe(
      "the file is no database of SQLite, or its beginning is damaged; put a backup in its place"
    )
    const spoiled = Buffer.from(whole)
    spoiled.fill(0xaa, 4096, 4160)
    expect(refusal(spoiled)).toMatch(/^the file is damaged \(.+\); put a backup in its place$/)
    expect(refusal(spoiled)).not.toMatch(/\n|\s{2}/)
    const told = opened(file, () => Effect.runSync(Effect.flip(Effect.scoped(open({ file, missingLog: "refuse" })))))
    expect(told).toMatchObject({
      reason: "unavailable",
      message: "another process has the file open, or this one has opened it before; one may at a time"
    })
  })

  /** Returns how many commits are made before those that were made last reach the file. */
  const commits = (database: Database, file: string): number => {
    // Whether the machine has written them down is not asked here, and takes long.
    database.run("PRAGMA synchronous = OFF")
    const written = (): bigint => statSync(file, { bigint: true }).mtimeNs
    const before = written()
    for (let count = 1; count <= 450; count++) {
      add(database)
      if (written() !== before) return count
    }
    return 0
  }

  it("moves its log into the file with the two hundredth commit, and then with the two hundredth after it", () => {
    const file = path("log.db")
    opened(file, (database) => expect([commits(database, file), commits(database, file)]).toEqual([200, 200]))
  })

  it("moves its log earlier when it has grown by four megabytes", () => {
    const file = path("large.db")
    opened(file, (database) => {
      database.run("PRAGMA synchronous = OFF")
      const before = readFileSync(file)
      const put = (key: string, bytes: number) =>
        database.write(() => database.put("document", key, "a", "k", "f", "t", new Uint8Array(bytes), null))
      put("first", 3.9 * 1024 * 1024)
      expect(readFileSync(file).equals(before)).toBe(true)
      put("second", 0.2 * 1024 * 1024)
      expect(readFileSync(file).length).toBeGreaterThan(4 * 1024 * 1024)
      // The log keeps its length, and is written from its beginning.
      expect(commits(database, file)).toBe(200)
    })
  })

  it("moves its log with the next commit when it could not, and loses nothing by that", () => {
    const file = path("later.db")
    const { exec } = DatabaseSync.prototype
    const moves: Array<number> = []
    opened(file, (database) => {
      database.run("PRAGMA synchronous = OFF")
      let count = 0
      const spy = vi.spyOn(DatabaseSync.prototype, "exec").mockImplementation(function(this: DatabaseSync, sql) {
        if (sql.includes("wal_checkpoint")) moves.push(count)
        if (sql.includes("wal_checkpoint") && moves.length < 3) throw ofSqlite(10)
        exec.call(this, sql)
      })
      try {
        for (count = 1; count <= 402; count++) {
          expect(database.write(() => database.next())).toBe(count)
          // Together with its log it is whole all the same.
          expect(database.value("PRAGMA application_id")).toBe(0x53627800)
        }
      } finally {
        spy.mockRestore()
      }
    })
    expect(moves).toEqual([200, 201, 202, 402])
    opened(file, (database) => expect(database.next()).toBe(403))
  })

  it("writes all or nothing, and gives no number out twice", () => {
    const file = path("numbers.db")
    const insert = (database: Database, owner: string) => database.put("tally", "spent", owner, database.next())
    opened(file, (database) => {
      database.write(() => insert(database, "one"))
      expect(() =>
        database.write(() => {
          insert(database, "two")
          throw new Error("no")
        })
      ).toThrow("no")
      database.write(() => insert(database, "three"))
      // A transaction that has ended by itself is not rolled back.
      expect(() =>
        database.write(() => {
          database.run("ROLLBACK")
          throw new Error("by itself")
        })
      ).toThrow("by itself")
      expect(database.isLost()).toBe(false)
    })
    opened(file, (database) => {
      const all = database.all("SELECT owner, value FROM tally ORDER BY owner").map((row) => ({ ...row }))
      expect(all).toEqual([{ owner: "one", value: 1 }, { owner: "three", value: 3 }])
      expect(database.next()).toBe(4)
      expect(database.value("SELECT value FROM tally WHERE owner = ?", "two")).toBeUndefined()
      expect(() => database.run("DELETE FROM tally WHERE owner = ?", "\u{d800}")).toThrow(
        new TypeError("A text cannot be stored.")
      )
      expect(() => database.all("SELECT 1 WHERE ? = ?", "a", "b\0")).toThrow(new TypeError("A text cannot be stored."))
    })
  })

  it("in memory has no file that could be lost, and its log is nobody's", () => {
    opened(":memory:", (database) => {
      for (let count = 0; count < 250; count++) add(database)
      expect([database.isLost(), database.next()]).toEqual([false, 251])
    })
  })

  it("writes a backup that is said to have failed as the system says, and leaves nothing beside it", async () => {
    const file = path("backed.db")
    await Effect.runPromise(Effect.scoped(Effect.gen(function*() {
      const database = yield* open({ file, missingLog: "refuse" })
      const said = (to: string) => Effect.map(Effect.flip(database.backup(to)), ({ message }) => message)
      expect(yield* said(file)).toBe("a backup needs a path of its own")
      expect(yield* said(`${file}-wal`)).toBe("a backup needs a path of its own")
      expect(yield* said(join(folder, "nowhere", "copy.db"))).toBe(
        "the backup cannot be written (SQLite: unable to open database file)"
      )
      expect(yield* said(folder)).toMatch(/^the backup cannot be written \(E[A-Z]+\)$/)
      expect(existsSync(`${folder}.partial`)).toBe(false)
      const large = new Uint8Array(600 * 1024)
      database.write(() => database.put("document", "id", "a", "k", "f", "t", large, null))
      // A process has died while it wrote one.
      writeFileSync(path("a.db.partial"), "half")
      yield* Effect.all(Array.from({ length: 3 }, () => database.backup(path("a.db"))), { concurrency: "unbounded" })
      expect([".partial", "-wal", "-shm"].filter((end) => existsSync(path(`a.db${end}`)))).toEqual([])
      // The copy was looked at, and nobody has it open any more.
      const close = vi.spyOn(DatabaseSync.prototype, "close")
      const closed = Effect.as(database.backup(path("a.db")), close.mock.calls)
      const calls = Effect.map(closed, ({ length }) => length)
      expect(yield* Effect.ensuring(calls, Effect.sync(() => close.mockRestore()))).toBe(1)
      expect(opened(path("a.db"), (copy) => copy.next())).toBe(1)
    })))
  })

  it("leaves an older backup in its place when pages of the file are spoiled", async () => {
    const [file, copy] = [path("spoiling.db"), path("older.db")]
    await Effect.runPromise(Effect.scoped(Effect.gen(function*() {
      const database = yield* open({ file, missingLog: "refuse" })
      // More than SQLite keeps of a file in memory.
      for (let index = 0; index < 2; index++) {
        const bytes = new Uint8Array(2 * 1024 * 1024)
        database.write(() => database.put("document", String(index), "a", "k", "f", "t", bytes, null))
      }
      for (let count = 0; count < 200; count++) add(database)
      yield* database.backup(copy)
      const older = readFileSync(copy)
      const spoiled = Buffer.from(readFileSync(file))
      for (let page = 100; page < spoiled.length >> 12; page++) spoiled.fill(0xaa, page << 12, (page << 12) + 64)
      const descriptor = openSync(file, "r+")
      writeSync(descriptor, spoiled)
      closeSync(descriptor)
      const { message, reason } = yield* Effect.flip(database.backup(copy))
      expect([reason, message]).toEqual([
        "failed",
        expect.stringMatching(/^the file is damaged \(.+\); put a backup in its place$/)
      ])
      expect(readFileSync(copy).equals(older)).toBe(true)
      expect(existsSync(`${copy}.partial`)).toBe(false)
    })))
  })
})
