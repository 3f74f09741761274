/**
 * The settings of the environment, in this process: each of them, what it is when it is not given, and what is said of
 * what cannot be used.
 */
import * as IdGenerator from "@signalbox/core/IdGenerator"
import { StoreError } from "@signalbox/core/Store"
import * as Settings from "@signalbox/emulator/Settings"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Given from "../core/Given.ts"

const load = (env: Record<string, string>) =>
  Settings.load.pipe(
    Effect.provideService(IdGenerator.IdGenerator, Given.ids()),
    Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromUnknown(env)),
    Effect.match({
      onSuccess: ({ databaseUrl, ...settings }) => ({
        ...settings,
        databaseUrl: databaseUrl === null ? null : Redacted.value(databaseUrl)
      }),
      onFailure: ({ message }) => message
    }),
    Effect.runPromise
  )

const usual = {
  port: 3000,
  host: "127.0.0.1",
  control: { clients: [], hosts: [] },
  apiKey: Given.ids().secrets.apiKey(),
  seed: null,
  databaseUrl: null,
  docsUrl: "",
  network: "storage"
}

const key = "11111111-1111-4111-8111-111111111111"

describe("the settings", () => {
  let folder = ""
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "signalbox-settings-"))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const file = (name: string, text: string): string => {
    const path = join(folder, name)
    writeFileSync(path, text)
    return path
  }

  it.each<readonly [env: Record<string, string>, more: object]>([
    [{}, {}],
    // What is empty is not given.
    [{ PORT: "", HOST: "", API_KEY: "", DATABASE_URL: "", DOCS_URL: "", NETWORK: "", SEED: "" }, {}],
    [{ PORT: "0" }, { port: 0 }],
    [{ PORT: "65535", HOST: "::" }, { port: 65_535, host: "::" }],
    [{ CONTROL_CLIENTS: " 172.17.0.0/16,, fd00::7 ,", CONTROL_HOSTS: "box.lan , emulator" }, {
      control: { clients: ["172.17.0.0/16", "fd00::7"], hosts: ["box.lan", "emulator"] }
    }],
    [{ CONTROL_CLIENTS: "", CONTROL_HOSTS: " " }, {}],
    [{ API_KEY: key }, { apiKey: key }],
    [{ DATABASE_URL: "postgres://a:b@c/d" }, { databaseUrl: "postgres://a:b@c/d" }],
    [{ DOCS_URL: "https://docs.example.com/a" }, { docsUrl: "https://docs.example.com/a" }],
    [{ NETWORK: "memory" }, { network: "memory" }],
    [{ NETWORK: "storage" }, {}]
  ])("of %j", async (env, more) => {
    expect(await load(env)).toEqual({ ...usual, ...more })
  })

  it("have a key of their own beside a seed only when it is given", async () => {
    const seed = { accounts: [{ api_keys: [key] }] }
    const SEED = file("seed.json", JSON.stringify(seed))
    expect(await load({ SEED })).toEqual({ ...usual, seed, apiKey: null })
    expect(await load({ SEED, API_KEY: key })).toEqual({ ...usual, seed, apiKey: key })
  })

  it.each<readonly [env: Record<string, string>, says: string]>([
    ...["-1", "65536", "1.5", "x"].map((PORT) => [{ PORT }, "PORT: must be a whole number from 0 to 65535"] as const),
    ...["box", "1.2.3.4,x", "1.2.3.0/33"].map((CONTROL_CLIENTS) =>
      [
        { CONTROL_CLIENTS },
        "CONTROL_CLIENTS: must be addresses or ranges such as 172.17.0.0/16, with commas between them"
      ] as const
    ),
    ...["a:80", "a,b c", ".a", "a.", "a..b"].map((CONTROL_HOSTS) =>
      [{ CONTROL_HOSTS }, "CONTROL_HOSTS: must be names of hosts without ports, with commas between them"] as const
    ),
    ...["x", `${key}0`].map((API_KEY) => [{ API_KEY }, "API_KEY: must be a UUID"] as const),
    ...["docs.example.com", "https://a.example/?b", "ftp://a.example"].map((DOCS_URL) =>
      [
        { DOCS_URL },
        "DOCS_URL: must be a URL such as https://docs.example.com, without a query and a fragment"
      ] as const
    ),
    [{ NETWORK: "disk" }, "NETWORK: must be storage or memory"],
    [{ SEED: "/nowhere/seed.json" }, "SEED: /nowhere/seed.json cannot be read (ENOENT)"]
  ])("that cannot be used: %j", async (env, says) => {
    expect(await load(env)).toBe(says)
  })

  it("tell all that is wrong with a seed", async () => {
    const SEED = file("wrong.json", JSON.stringify({ accounts: [{ api_keys: ["x"], balance: -1 }] }))
    expect(await load({ SEED })).toBe(
      `SEED: ${SEED}: accounts[0].api_keys[0]: must be a UUID; accounts[0].balance: must be between 0 and 1000000000`
    )
  })
})

describe("what went wrong", () => {
  it.each<readonly [unknown, string]>([
    [new Error("a\n  b"), "a b"],
    ["a\tb", "a b"],
    [null, "null"]
  ])("is told in one line: %s", (error, says) => {
    expect(Settings.explain(error)).toBe(says)
  })

  it("is told of the database by its setting", () => {
    const error = new StoreError({ reason: "unavailable", cause: "a test" })
    expect(Settings.explain(error)).toBe(`DATABASE_URL: ${error.message}`)
  })
})
