/**
 * Calls in a host's transaction where accounts lie in several cells: it commits in the database of one.
 */
import pg from "pg"
import type { Transaction } from "signalbox"
import { cells, createSignalbox, memory, postgres } from "signalbox"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import * as Database from "../postgres/Database.ts"
import { order } from "./Acme.ts"
import type { Celled } from "./Celled.ts"
import { american, european, furnish, patience, place, start } from "./Celled.ts"

let databases: Record<"eu" | "us", Database.Database>
let celled: Celled

beforeAll(async () => {
  const [eu, us] = await Promise.all([Database.fresh(), Database.fresh()])
  databases = { eu, us }
  const cell = ({ url }: Database.Database) => postgres(url, { maxConnections: 2 })
  celled = start(cells({ eu: cell(eu), us: cell(us) }, { place }), {
    secretKeys: `test:${Buffer.alloc(32, 7).toString("base64")}`
  })
  await furnish(celled, european, "+12015559001")
  await furnish(celled, american, "+12015559002")
})

afterAll(async () => {
  await celled[Symbol.asyncDispose]()
  await Promise.all(Object.values(databases).map((each) => each.drop()))
})

/** Gives a connection to the database of a cell with a transaction, and ends that. */
const within = async (
  name: "eu" | "us",
  end: "commit" | "rollback",
  use: (transaction: Transaction) => Promise<void>
): Promise<void> => {
  const client = new pg.Client({ connectionString: databases[name].url })
  await client.connect()
  try {
    await client.query("begin")
    await use(client)
    await client.query(end)
  } finally {
    await client.end()
  }
}

describe("a transaction in the database of a cell", () => {
  it("commits with the call, or nothing of it", async () => {
    const { box, handed } = celled
    const ids: Array<string> = []
    for (const end of ["rollback", "commit"] as const) {
      await within("us", end, async (transaction) => {
        const sent = await box.in(transaction, { cell: "us" }).as(american).messages.send(order)
        ids.push(sent.recipients[0]!.message_id)
      })
    }
    box.committed()
    const status = async (id: string) => (await box.as(american).messages.get(id)).status
    await vi.waitFor(async () => expect(await status(ids[1]!)).toBe("SENT"), patience)
    await expect(status(ids[0]!)).rejects.toMatchObject({ status: 404 })
    expect(handed.map(({ id }) => id)).toEqual([ids[1]])
  })

  it("makes a profile that is found by whoever asks", async () => {
    const { box } = celled
    let made = ""
    await within("us", "commit", async (transaction) => {
      const profile = await box.in(transaction, { cell: "us" }).as(american).profiles.create({
        name: "Shop",
        billing_model: "organization"
      })
      made = profile.id
    })
    expect((await box.as(made).me.get()).id).toBe(made)
    expect((await box.operator.accounts.get(made)).organization).toBe(american)
  })

  it("is refused for an account of another cell, and goes on", async () => {
    const { box } = celled
    await within("us", "commit", async (transaction) => {
      const us = box.in(transaction, { cell: "us" })
      await expect(us.as(european).messages.send(order)).rejects.toMatchObject({
        code: "VALIDATION_001",
        message:
          `messages.send in(transaction): the account ${european} is in the cell eu, and the transaction in us: ` +
          "begin one there"
      })
      // The cell that is named is not that of the database.
      await expect(box.in(transaction, { cell: "eu" }).as(european).messages.send(order)).rejects.toMatchObject({
        status: 404
      })
      await expect(us.as("e0000000-0000-4000-8000-000000000009").messages.send(order)).rejects.toMatchObject({
        status: 404
      })
      await us.as(american).messages.send(order)
    })
  })

  it("names a cell of this service", async () => {
    const { box } = celled
    const nobody: Transaction = { query: () => Promise.reject(new Error("nobody asks")) }
    expect(() => box.in(nobody)).toThrow(
      "in(transaction) needs the cell that its database is of, since a call is committed in one database: " +
        "in(transaction, { cell: \"eu\" }). There are eu, us."
    )
    expect(() => box.in(nobody, { cell: "mars" })).toThrow("There are eu, us.")
    // @ts-expect-error -- The host may write no TypeScript.
    expect(() => box.in(nobody, { cell: 7 })).toThrow("cell")
    await using one = createSignalbox({ storage: memory(), carriers: [], log: false })
    expect(() => one.in(nobody, { cell: "eu" })).toThrow("takes a cell only with storage: cells(...)")
    await using two = createSignalbox({ storage: cells({ eu: memory() }, { place }), carriers: [], log: false })
    expect(() => two.in(nobody, { cell: "eu" })).toThrow("needs a cell in postgres(...), and eu is in memory")
  })
})
