/**
 * The command line on the databases of a service with cells.
 */
import * as Cells from "@signalbox/command/Cells"
import * as Database from "@signalbox/command/Database"
import * as Program from "@signalbox/command/Program"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import pg from "pg"
import type { Signalbox } from "signalbox"
import { cells, createSignalbox, postgres } from "signalbox"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import * as Bundle from "../Bundle.ts"
import * as TestDatabase from "../postgres/Database.ts"

const main = fileURLToPath(new URL("../../packages/signalbox/src/main.ts", import.meta.url))

const call = async (...argv: ReadonlyArray<string>) => {
  const told = { out: "", err: "" }
  const to = (where: "out" | "err") => (text: string) => Effect.sync(() => void (told[where] += `${text}\n`))
  const code = await Effect.runPromise(Program.run(argv, { out: to("out"), err: to("err") }))
  return { code, ...told }
}

describe("the cells of the command line", () => {
  let databases: Record<"eu" | "us", TestDatabase.Database>
  let named: string

  beforeAll(async () => {
    const [eu, us] = await Promise.all([TestDatabase.fresh(), TestDatabase.fresh()])
    databases = { eu, us }
    named = `eu=${eu.url}  us=${us.url}\n`
  })

  afterAll(async () => {
    await Promise.all(Object.values(databases).map((each) => each.drop()))
  })

  const european = "e0000000-0000-4000-8000-000000000001"
  const american = "a0000000-0000-4000-8000-000000000001"

  const node = (): Signalbox =>
    createSignalbox({
      storage: cells({
        eu: postgres(databases.eu.url, { migrate: "check", maxConnections: 2 }),
        us: postgres(databases.us.url, { migrate: "check", maxConnections: 2 })
      }, { place: ({ id }) => id.startsWith("e") ? "eu" : "us", directory: "us" }),
      secretKeys: `test:${Buffer.alloc(32, 7).toString("base64")}`,
      carriers: [],
      work: false,
      log: false
    })

  const onCells = (...argv: ReadonlyArray<string>) => call(...argv, "--cells", named, "--directory", "us")

  const withDirectory = async <A>(use: (client: pg.Client) => Promise<A>): Promise<A> => {
    const client = new pg.Client({ connectionString: databases.us.url })
    await client.connect()
    try {
      return await use(client)
    } finally {
      await client.end()
    }
  }

  const entries = (): Promise<number> =>
    withDirectory(async (client) => {
      const { rows } = await client.query("select count(*)::int4 as count from signalbox_directory.lead")
      return rows[0].count as number
    })

  it("are migrated, then found by their accounts, and their directory is made anew after it was lost", async () => {
    const early = await onCells("accounts", "list")
    expect(early).toMatchObject({ code: 1, out: "" })
    const made = await onCells("migrate")
    expect(made.code).toBe(0)
    expect(made.out).toMatch(/^Made: us: .*/)
    expect(made.out).toContain("Made: eu: ")
    expect(await onCells("migrate", "--check")).toEqual({ code: 0, out: "The tables are up to date.\n", err: "" })

    await using box = node()
    await vi.waitFor(() => box.operator.accounts.list(), 40_000)
    await box.accounts.ensure({ id: european, name: "Europa", numbers: ["+12015559001"] })
    await box.accounts.ensure({ id: american, name: "America" })
    const listed = await onCells("accounts", "list")
    expect(listed.out).toContain("Europa")
    expect(listed.out).toContain("America")
    const key = await onCells("keys", "create", european)
    expect(key.code).toBe(0)
    const identity = () => box.as({ apiKey: key.out.trim() }).me.get()
    expect((await identity()).id).toBe(european)

    expect(await entries()).toBe(4)
    await withDirectory((client) => client.query("drop schema signalbox_directory cascade"))
    // A cell is not opened without its directory, and none is made in passing.
    const lost = await onCells("accounts", "show", american)
    expect(lost).toMatchObject({ code: 1, out: "", err: expect.stringContaining("the cell us is away") })
    expect((await onCells("migrate")).code).toBe(0)
    expect(await onCells("directory", "rebuild")).toEqual({ code: 0, out: "4 entries made, of 2 accounts.\n", err: "" })
    expect(await entries()).toBe(4)
    expect((await onCells("accounts", "show", european)).out).toContain("Europa")
  })

  it("give an account to one another, which may be undone until it is there", async () => {
    expect(await onCells("accounts", "undo-move", european)).toMatchObject({
      code: 0,
      out: "No move was under way: the account is in eu.\n"
    })
    expect(await onCells("accounts", "move", european, "mars")).toMatchObject({
      code: 2,
      err: "CELL is one of us, eu.\n"
    })
    expect(await onCells("accounts", "move", european, "us")).toEqual({
      code: 0,
      out: "The account is in us.\n",
      err: ""
    })
    const shown = await onCells("accounts", "move", european, "us", "--json")
    expect(JSON.parse(shown.out)).toEqual({ outcome: "unchanged", cell: "us" })
    expect((await onCells("accounts", "show", european)).out).toContain("Europa")
    expect((await onCells("accounts", "move", european, "eu")).code).toBe(0)
    const single = ["--database-url", databases.eu.url]
    expect(await call("accounts", "move", european, "us", ...single)).toMatchObject({ code: 2 })
  })

  it("make their directory anew although the process is killed in between", () =>
    withDirectory(async (client) => {
      await client.query("truncate signalbox_directory.lead")
      // Somebody enters the account of the second cell at the same time, so that the process waits for that one.
      await client.query("begin")
      await client.query(
        "insert into signalbox_directory.lead (kind, key, account, cell) values ('account', $1::text, $1::uuid, 'eu')",
        [european]
      )
      const argv = ["directory", "rebuild", "--cells", named, "--directory", "us"]
      const child = spawn(process.execPath, [await Bundle.of(main), ...argv], { stdio: "ignore" })
      const ended = once(child, "exit")
      await vi.waitFor(async () => {
        // Within one transaction the activity stays as it was.
        const rows = await withDirectory((other) =>
          other.query("select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'")
        )
        expect(rows.rowCount).toBe(1)
      }, 40_000)
      child.kill("SIGKILL")
      expect(await ended).toEqual([null, "SIGKILL"])
      expect(await entries()).toBe(1)
      // The server may do what it was asked by a process that is no more.
      await client.query("rollback")
      expect(await onCells("directory", "rebuild")).toMatchObject({
        code: 0,
        out: expect.stringMatching(/^\d entr(?:y|ies) made, of 2 accounts\.\n$/)
      })
      expect(await entries()).toBe(4)
    }))
})

describe("cells that are named", () => {
  const read = (text: string, directory?: string) =>
    Result.match(Cells.read(text, directory, () => Layer.effectContext(Effect.die("nobody connects"))), {
      onSuccess: (found) => found.map(({ name }) => name).join(" "),
      onFailure: ({ message }) => message
    })

  it("have the one with the directory first", () => {
    expect(read("eu=postgres://a us=postgres://b")).toBe("eu us")
    expect(read("  eu=postgres://a\n us=postgres://b?x=1\t", "us")).toBe("us eu")
  })

  it("are refused for each flaw, and no URL is repeated", () => {
    const how = "--cells names each cell with its database: \"eu=postgres://… us=postgres://…\"."
    for (const flaw of ["postgres://u:secret@a", "EU=postgres://a", "eu=", "=postgres://a"]) {
      expect(read(flaw)).toBe(how)
    }
    expect(read("eu=a eu=b")).toBe("--cells names eu twice.")
    expect(read(" ")).toBe("--cells names no cell.")
    expect(read("eu=a us=b", "mars")).toBe("There is no cell mars. There are eu, us.")
  })

  it("stand in for a database, and not beside one", () => {
    const said = (...options: ReadonlyArray<readonly ["cells" | "database-url" | "directory", string]>) =>
      Result.match(Database.connection({ arguments: [], options: new Map(options) }), {
        onSuccess: (found) => "cells" in found ? found.cells.map(({ name }) => name) : found.schema,
        onFailure: ({ message }) => message
      })
    expect(said(["cells", "eu=a us=b"])).toEqual(["eu", "us"])
    expect(said(["database-url", "a"])).toBe("signalbox")
    expect(said(["cells", "eu=a"], ["database-url", "b"])).toContain("not both")
    expect(said(["directory", "eu"], ["database-url", "b"])).toContain("--directory")
    vi.stubEnv("DATABASE_CELLS", "eu=a")
    vi.stubEnv("DATABASE_URL", "")
    expect(said()).toEqual(["eu"])
    vi.stubEnv("DATABASE_URL", "a")
    expect(said()).toContain("not both")
    // What is given counts, whatever the environment says.
    expect(said(["database-url", "a"])).toBe("signalbox")
    vi.unstubAllEnvs()
  })
})
