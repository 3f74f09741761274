/**
 * Processes that move accounts between two databases are killed at any of their questions. Whoever goes on, or undoes it, in
 * another process finds one owner, which has all that there was, and nothing twice.
 */
import type { AccountId } from "@signalbox/core/Id"
import * as Cargo from "@signalbox/core/internal/cells/Cargo"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import type { MovedAccount } from "signalbox"
import { cells, postgres, SignalboxError } from "signalbox"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import * as Bundle from "../Bundle.ts"
import { order } from "../facade/Acme.ts"
import { furnish, live, patience, start } from "../facade/Celled.ts"
import * as Matrix from "../http/Matrix.ts"
import * as Database from "../postgres/Database.ts"

const script = fileURLToPath(new URL("./mover.ts", import.meta.url))

/** How many processes are killed: as many points of a move, evenly over all of its questions. */
const kills = Matrix.isWhole ? 12 : 3

/** How many of them run at the same time. */
const together = 3

const secretKeys = `test:${Buffer.alloc(32, 7).toString("base64")}`

let eu: Database.Database
let us: Database.Database

beforeAll(async () => {
  ;[eu, us] = await Promise.all([Database.fresh(), Database.fresh()])
})

afterAll(async () => {
  await Promise.all([eu.drop(), us.drop()])
})

const idOf = (index: number): string => `e0000000-0000-4000-8000-${String(1000 + index).padStart(12, "0")}`
const profileOf = (index: number): string => `e0000000-0000-4000-8000-${String(5000 + index).padStart(12, "0")}`
const numberOf = (index: number): string => `+1201555${String(1000 + index)}`

/** Digests all that a database has of an account and its profile. */
const digest = ({ url }: Database.Database, index: number): Promise<Cargo.Digest> =>
  Cargo.digest([idOf(index), profileOf(index)] as ReadonlyArray<string> as ReadonlyArray<AccountId>).pipe(
    Effect.provide(
      PostgresStore.layerClient({ migrate: "check" }).pipe(
        Layer.provide(PostgresStore.client({ url, maxConnections: 1 })),
        Layer.fresh
      )
    ),
    Effect.scoped,
    Effect.runPromise
  )

interface Ended {
  readonly signal: NodeJS.Signals | null
  readonly text: string
}

const moving = async (index: number, more: Readonly<Record<string, string>>): Promise<Ended> => {
  const child = spawn(process.execPath, [await Bundle.of(script)], {
    env: { ...process.env, EU: eu.url, US: us.url, SECRET_KEYS: secretKeys, ACCOUNT: idOf(index), ...more },
    stdio: ["ignore", "pipe", "inherit"]
  })
  let text = ""
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk
  })
  const [, signal] = await once(child, "close") as [number | null, NodeJS.Signals | null]
  return { signal, text }
}

/** Does something to each of them, a few at a time. */
const each = async <Item>(items: ReadonlyArray<Item>, use: (item: Item) => Promise<void>): Promise<void> => {
  const left = items.values()
  await Promise.all(Array.from({ length: together }, async () => {
    for (const item of left) await use(item)
  }))
}

/** The cells to which all that belongs to an account leads. */
const ledTo = async (index: number): Promise<ReadonlyArray<string>> => {
  const found = await eu.query<{ readonly cell: string }>(
    "select distinct cell from signalbox_directory.lead where account::text = any ($1::text[])",
    [[idOf(index), profileOf(index)]]
  )
  return found.map(({ cell }) => cell)
}

describe("a process that moves an account", () => {
  it(
    "may be killed anywhere: one cell has the account, with all of it, and serves it",
    { timeout: 600_000 },
    async () => {
      const storage = cells({ eu: postgres(eu.url), us: postgres(us.url) }, {
        place: ({ id }) => id.startsWith("e") ? "eu" : "us"
      })
      await using celled = start(storage, { secretKeys })
      const { box, handed } = celled
      const { accounts, carriers } = box.operator
      const all = Array.from({ length: kills + 1 }, (_, index) => index)
      const send = async (index: number, more = {}, how = {}): Promise<string> =>
        (await box.as(idOf(index)).messages.send({ ...order, ...more }, how)).recipients[0]!.message_id
      await each(all, async (index) => {
        const key = await furnish(celled, idOf(index), numberOf(index))
        await box.accounts.ensure({ id: profileOf(index), name: "Shop", organization: idOf(index), balance: 3 })
        await live(celled, key)
      })
      expect(await carriers.pause("acme")).toBe(true)
      const waiting = await Promise.all(all.map((index) => send(index, {}, { idempotencyKey: "waits" })))
      await Promise.all(all.map((index) => send(index, { scheduled_at: new Date(Date.now() + 86_400_000) })))
      const before = await Promise.all(all.map((index) => digest(eu, index)))

      const whole = await moving(0, {})
      const asked = Number(/asked (\d+)/.exec(whole.text)?.[1])
      expect(asked).toBeGreaterThan(kills)

      // Heartbeats are questions, too: a process that is quicker than the first one may come to its end before it dies.
      let killed = 0
      await each(all.slice(1), async (index) => {
        const at = Math.ceil(asked * index / (kills + 1))
        const ended = await moving(index, { DIES_AT: String(at), DIES: index % 2 === 0 ? "after" : "before" })
        if (ended.signal === "SIGKILL") killed++
        else expect(ended.text).toMatch(/asked \d+/)
      })
      expect(killed).toBeGreaterThan(kills / 2)

      /** Calls as an operator does, until nobody is in the way any more. */
      const insist = (call: () => Promise<MovedAccount>): Promise<MovedAccount | "too late"> =>
        vi.waitFor(
          () =>
            call().catch((error: unknown) => {
              if (error instanceof SignalboxError && error.code === "CONFLICT_010") return "too late" as const
              throw error
            }),
          patience
        )
      await each(all, async (index) => {
        const undone = index % 2 === 0 ? await insist(() => accounts.move(idOf(index), { undo: true })) : "too late"
        const ended = undone === "too late" || index === 0
          ? await insist(() => accounts.move(idOf(index), { to: "us" }))
          : undone
        const [own, other] = ended !== "too late" && ended.cell === "us" ? [us, eu] : [eu, us]
        expect([index, await digest(own, index)]).toEqual([index, before[index]])
        expect([index, (await digest(other, index)).counts]).toEqual([index, {}])
        expect([index, await ledTo(index)]).toEqual([index, [own === us ? "us" : "eu"]])
        expect(await send(index, {}, { idempotencyKey: "waits" })).toBe(waiting[index])
      })

      await carriers.resume("acme")
      await vi.waitFor(() => expect(handed.map(({ id }) => id)).toEqual(expect.arrayContaining(waiting)), patience)
      const ids = handed.map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
    }
  )
})
