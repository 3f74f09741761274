/**
 * The accounts with their keys, which pages of the emulator itself may ask for, and no page of another origin.
 */
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Database from "../postgres/Database.ts"
import * as Client from "./ControlClient.ts"
import type { EmulatorProcess } from "./EmulatorProcess.ts"
import * as Process from "./EmulatorProcess.ts"
import { storages } from "./EmulatorStorages.ts"

const organization = "00000000-0000-4000-8000-000000000001"

interface Listed {
  readonly id: string
  readonly name: string
  readonly api_key?: string
  readonly balance: number
  readonly profiles: ReadonlyArray<Omit<Listed, "profiles">>
}

const list = (emulator: EmulatorProcess) =>
  Client.told<ReadonlyArray<Listed>>(Client.call(emulator, "GET", "/accounts"))

describe.each(storages)("the accounts on %s", (storage) => {
  let emulator: EmulatorProcess
  let database: Database.Database | undefined
  const environment = () => database === undefined ? {} : { DATABASE_URL: database.url, API_KEY: emulator.apiKey }

  beforeAll(async () => {
    database = storage === "memory" ? undefined : await Database.fresh()
    emulator = await Process.start(database === undefined ? {} : { DATABASE_URL: database.url })
  })

  afterAll(async () => {
    await emulator.stop()
    await database?.drop()
  })

  it("are listed with a key each that the API takes, and profiles within their organization", async () => {
    expect(await list(emulator)).toEqual([{
      id: organization,
      name: "Emulator",
      type: "organization",
      api_key: emulator.apiKey,
      balance: 1000,
      quiet_hours: "off",
      profiles: []
    }])
    const made = { id: randomUUID(), name: "Made", api_keys: [randomUUID(), randomUUID()], balance: 5 }
    const profile = { id: randomUUID(), name: "Corner", short_name: "CORNER", api_keys: [randomUUID()], balance: 0 }
    const mute = { id: randomUUID(), name: "Mute", api_keys: [] }
    await Client.told(Client.call(emulator, "POST", "/accounts", { ...made, profiles: [profile] }))
    await Client.told(Client.call(emulator, "POST", "/accounts", mute))
    const all = await list(emulator)
    expect(all.map(({ name }) => name)).toEqual(["Emulator", "Made", "Mute"])
    expect(all[1]).toMatchObject({
      id: made.id,
      api_key: made.api_keys[0],
      balance: 5,
      profiles: [{ id: profile.id, name: "Corner", type: "profile", api_key: profile.api_keys[0], balance: 0 }]
    })
    expect(all[2]).not.toHaveProperty("api_key")
    for (const { api_key: apiKey, id } of [all[0]!, all[1]!, all[1]!.profiles[0]!]) {
      const me = await Client.data<{ readonly id: string }>(
        Client.api({ url: emulator.url, apiKey: apiKey! }, "GET", "/me")
      )
      expect(me.id).toBe(id)
    }
  })

  it("have the keys after a restart that it was started with", async () => {
    const before = emulator
    const second = await Process.start(environment())
    emulator = second
    await before.stop()
    const [first, made] = await list(second)
    expect(first).toMatchObject({ id: organization, api_key: second.apiKey })
    // Nobody has told this process the keys that another one gave.
    if (database === undefined) expect(made).toBeUndefined()
    else expect(made).not.toHaveProperty("api_key")
  })

  it("are for pages of the same origin, and for what is no page", async () => {
    const url = `${emulator.url}/emulator/accounts`
    const host = new URL(emulator.url).host
    const ask = async (headers: Readonly<Record<string, string>>) =>
      (await Client.raw(url, "GET", null, headers)).status
    expect(await ask({ "sec-fetch-site": "same-origin" })).toBe(200)
    expect(await ask({ "sec-fetch-site": "none" })).toBe(200)
    expect(await ask({ origin: `http://${host}` })).toBe(200)
    expect(await ask({ "sec-fetch-site": "same-site" })).toBe(403)
    expect(await ask({ "sec-fetch-site": "cross-site" })).toBe(403)
    expect(await ask({ origin: "http://localhost:5173" })).toBe(403)
    const refused = await Client.raw(url, "GET", null, { "sec-fetch-site": "same-site" })
    expect(JSON.stringify(refused.body)).not.toContain(emulator.apiKey)
  })
})
