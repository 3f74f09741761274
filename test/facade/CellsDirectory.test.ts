/**
 * The directory of cells is lost, and made anew from what the cells have.
 */
import pg from "pg"
import { cells, createSignalbox, memory, postgres } from "signalbox"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import * as Database from "../postgres/Database.ts"
import { american, european, furnish, patience, place, start } from "./Celled.ts"

let database: Database.Database

beforeAll(async () => {
  database = await Database.fresh()
})

afterAll(() => database.drop())

const secretKeys = `test:${Buffer.alloc(32, 7).toString("base64")}`

const node = () => {
  const cell = (schema: string) => postgres(database.url, { schema, maxConnections: 2 })
  return start(cells({ eu: cell("eu"), us: cell("us") }, { place }), { secretKeys })
}

const lose = async (): Promise<void> => {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query("truncate eu_directory.lead")
  await client.end()
}

describe("a directory that was lost", () => {
  it("is made anew part by part, and leads to accounts, keys and numbers as before", async () => {
    const keys: Array<string> = []
    {
      await using celled = node()
      keys.push(
        await furnish(celled, european, "+12015559001"),
        await furnish(celled, american, "+12015559002")
      )
    }
    await lose()
    await using celled = node()
    const { box } = celled
    const identity = (apiKey: string) => box.as({ apiKey }).me.get().then(({ id }) => id)
    await vi.waitFor(() => box.operator.accounts.list(), patience)
    await expect(box.as(american).me.get()).rejects.toMatchObject({ code: "RESOURCE_004" })
    await expect(identity(keys[0]!)).rejects.toMatchObject({ code: "AUTH_002" })

    const parts = [await box.operator.directory.rebuild({ limit: 1 })]
    for (let after = parts[0]!.after; after !== null;) {
      const part = await box.operator.directory.rebuild({ limit: 1, after })
      parts.push(part)
      after = part.after
    }
    const sum = (of: "looked" | "entered") => parts.reduce((sum, part) => sum + part[of], 0)
    expect([sum("looked"), sum("entered")]).toEqual([2, 6])
    expect(parts.flatMap(({ away, contested }) => [...away, ...contested])).toEqual([])
    // This node believes for a second that nothing leads to them.
    await vi.waitFor(async () => expect(await Promise.all(keys.map(identity))).toEqual([european, american]), patience)
  })
})

describe("the options of making it anew", () => {
  it("are refused by name, and a single database has no directory", async () => {
    await using box = createSignalbox({ storage: memory(), carriers: [], log: false })
    await expect(box.operator.directory.rebuild()).rejects.toMatchObject({
      code: "VALIDATION_001",
      message: expect.stringContaining("storage: cells(...)")
    })
    const { rebuild } = box.operator.directory
    for (
      const [options, field] of [[{ limit: 0 }, "limit"], [{ after: "eu" }, "after"], [
        { after: "/1.x" },
        "after"
      ]] as const
    ) {
      await expect(rebuild(options)).rejects.toMatchObject({
        code: "VALIDATION_001",
        message: expect.stringContaining(field)
      })
    }
    await using celled = start(cells({ eu: memory(), us: memory() }, { place }))
    await expect(celled.box.operator.directory.rebuild({ after: "mars/" })).rejects.toMatchObject({
      message: expect.stringContaining("after")
    })
    expect(await celled.box.operator.directory.rebuild({ after: "us/" })).toEqual({
      looked: 0,
      entered: 0,
      contested: [],
      away: [],
      after: null
    })
  })
})
