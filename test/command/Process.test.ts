/**
 * The command line as a process of its own, on PostgreSQL, and `signalbox dev` on memory.
 */
import * as Database from "@signalbox/command/Database"
import type { AccountId } from "@signalbox/core/Id"
import { Operator } from "@signalbox/core/Operator"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Bundle from "../Bundle.ts"
import * as TestDatabase from "../postgres/Database.ts"

const main = fileURLToPath(new URL("../../packages/signalbox/src/main.ts", import.meta.url))

/** Nothing here takes nearly as long; on a crowded machine everything takes long. */
const patience = 120_000

const environment = (given: Readonly<Record<string, string>> = {}) => {
  const { API_KEY: _, DATABASE_URL: __, HOST: ___, PORT: ____, SEED: _____, ...inherited } = process.env
  return { ...inherited, ...given }
}

const start = async (
  argv: ReadonlyArray<string>,
  given: Readonly<Record<string, string>> = {},
  options: ReadonlyArray<string> = []
) =>
  spawn(process.execPath, [...options, await Bundle.of(main), ...argv], {
    env: environment(given),
    // Whatever hangs is ended before the test is, so that the test says what it was.
    timeout: patience / 2
  })

interface Surroundings {
  readonly input?: string
  /** Options of Node. */
  readonly options?: ReadonlyArray<string>
  readonly database?: string
}

/** Calls it, and waits for its end. */
const call = async (argv: ReadonlyArray<string>, { database, input = "", options = [] }: Surroundings = {}) => {
  const child = await start(argv, database === undefined ? {} : { DATABASE_URL: database }, options)
  const told = { out: "", err: "" }
  child.stdout.setEncoding("utf8").on("data", (text: string) => told.out += text)
  child.stderr.setEncoding("utf8").on("data", (text: string) => told.err += text)
  child.stdin.end(input)
  const [code] = await once(child, "close") as [number | null]
  return { code, ...told }
}

describe("signalbox on PostgreSQL", { timeout: patience }, () => {
  let database: TestDatabase.Database

  beforeAll(async () => {
    database = await TestDatabase.fresh()
  })

  afterAll(() => database.drop())

  it("migrates, refuses before that, and then does what the operator does in the host's process", async () => {
    const { url } = database
    const id = "0190a000-0000-7000-8000-000000000001" as AccountId
    const early = await call(["keys", "create", id], { database: url })
    expect(early).toMatchObject({ code: 1, out: "" })
    expect(early.err).toMatch(/the schema is not up to date.*"rows, sums, .*npx signalbox migrate/)
    expect(early.err).not.toContain(url)
    const missing = await call(["migrate", "--check", "--json", "--database-url", url])
    expect(missing.code).toBe(1)
    const made = await call(["migrate", "--json"], { database: url })
    expect(made).toMatchObject({ code: 0, err: "" })
    expect((JSON.parse(made.out) as { readonly made: unknown }).made).toEqual(
      (JSON.parse(missing.out) as { readonly missing: unknown }).missing
    )
    expect(await call(["migrate", "--check"], { database: url })).toEqual({
      code: 0,
      out: "The tables are up to date.\n",
      err: ""
    })
    const client = Result.getOrThrow(
      Database.connection({ arguments: [], options: new Map([["database-url", url]]) })
    )
    const onDatabase = <A, E>(effect: Effect.Effect<A, E, Operator>): Promise<A> =>
      Effect.runPromise(Effect.provide(effect, Database.operator(client)))
    await onDatabase(Effect.flatMap(Operator, (operator) => operator.createOrganization({ id })))
    const key = (await call(["keys", "create", id], { database: url })).out.trim()
    expect(await call(["keys", "revoke", "-"], { database: url, input: `${key}\n` })).toEqual({
      code: 0,
      out: "The key has ended.\n",
      err: ""
    })
    const { keys } = await onDatabase(Effect.flatMap(Operator, ({ listKeys }) => listKeys(id, 0, 9)))
    expect(keys).toMatchObject([{ prefix: key.slice(0, 8), revokedAt: expect.any(Number) }])
    const numbers = Array.from({ length: 3 }, (_, index) => `+1201555010${index}`)
    expect(await call(["suppressions", "import", id, "-"], { database: url, input: numbers.join("\n") })).toMatchObject(
      {
        code: 0,
        out: "3 numbers added, 0 known already, 0 refused.\n"
      }
    )
    const { entries } = await onDatabase(Effect.flatMap(Operator, ({ suppressions }) => suppressions(id, 0, 9)))
    expect(entries.map(({ phone }) => phone as string).toSorted()).toEqual(numbers)
  })

  it("says that a database cannot be reached, and not where", async () => {
    const url = "postgres://user:secret@127.0.0.1:1/nowhere"
    const told = await call(["work", "dead"], { database: url })
    expect(told).toMatchObject({ code: 1, out: "" })
    expect(told.err).toMatch(/^DATABASE_URL: the database cannot be reached/)
    expect(told.err).not.toContain("secret")
  })
})

describe("signalbox dev", { timeout: patience }, () => {
  it("is the emulator on memory, whatever DATABASE_URL says, until a signal ends it", async () => {
    const key = "11111111-1111-4111-8111-111111111111"
    const child = await start(["dev", "--port", "0", "--api-key", key], { DATABASE_URL: "postgres://127.0.0.1:1/none" })
    try {
      let url: string | undefined
      const lines: Array<string> = []
      for await (const line of createInterface({ input: child.stdout })) {
        lines.push(line)
        url = /^Signalbox emulator on (\S+)/.exec(line)?.[1]
        if (url !== undefined) break
      }
      expect(lines[0]).toBe(`Inbox: ${url}/`)
      const answer = await fetch(`${url}/v3/me`, { headers: { "x-api-key": key } })
      expect(answer.status).toBe(200)
      child.kill("SIGTERM")
      expect(await once(child, "close")).toEqual([0, null])
    } finally {
      child.kill("SIGKILL")
    }
  })

  it("names the setting that it cannot start with", async () => {
    expect(await call(["dev", "--port", "many"])).toEqual({
      code: 1,
      out: "",
      err: "Signalbox emulator cannot start: PORT: must be a whole number from 0 to 65535\n"
    })
  })
})

describe("a Node that is too old", { timeout: patience }, () => {
  it("says which one is needed, and does nothing", async () => {
    const old = "data:text/javascript,Object.defineProperty(process,'versions',{value:{node:'20.11.1'}})"
    expect(await call(["keys", "list"], { options: ["--import", old] })).toEqual({
      code: 1,
      out: "",
      err: "Signalbox needs Node.js 22.19 or newer, or Bun. This is Node.js 20.11.1.\n"
    })
  })
})
