/**
 * An emulator that was started with a seed file, as its clients see it; on a database it is started again.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Database from "../postgres/Database.ts"
import * as Client from "./ControlClient.ts"
import type { EmulatorProcess } from "./EmulatorProcess.ts"
import * as Process from "./EmulatorProcess.ts"

const uuid = (number: number): string => `5eed0000-0000-4000-8000-${String(number).padStart(12, "0")}`
const [shopKey, secondKey, profileKey, userKey, poorKey, smallKey, extraKey, slowKey] = [
  uuid(1),
  uuid(2),
  uuid(3),
  uuid(4),
  uuid(5),
  uuid(6),
  uuid(7),
  uuid(8)
] as const

const shop = uuid(100)

const file = {
  accounts: [
    {
      id: shop.toUpperCase(),
      name: "Shop",
      email: "owner@shop.example",
      api_keys: [shopKey, secondKey],
      numbers: [{ number: "+12015550180", channels: ["sms"] }, {
        number: "+12015550181",
        channels: ["whatsapp", "rcs", "mms"]
      }],
      users: [
        { email: "ada@shop.example", name: "Ada", role: "admin", status: "active" },
        { email: "bob@shop.example", role: "billing", status: "invited" },
        { email: "cy@shop.example" }
      ],
      profiles: [{ name: "Corner", short_name: "CORNER", api_keys: [profileKey], balance: 0 }]
    },
    { type: "user", name: "Uma", email: "uma@one.example", api_keys: [userKey] },
    // Two messages of 0.0089 each.
    { name: "Poor", api_keys: [poorKey], balance: 0.0178, channels: { whatsapp: "PROVISIONING", rcs: "PROVISIONING" } },
    {
      name: "Small",
      api_keys: [smallKey],
      allow_mms: false,
      channels: { whatsapp: { status: "ACTION_NEEDED" }, rcs: { status: "PROVISIONING" } }
    },
    { name: "Slow", api_keys: [slowKey], requests_per_minute: 3 }
  ]
}

interface Me {
  readonly id: string
  readonly type: string
  readonly name: string
}

interface User {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly role: string
  readonly status: string
}

describe.each(["memory", "PostgreSQL"])("a seeded emulator on %s", (storage) => {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-seed-"))
  const seed = join(folder, "seed.json")
  let database: Database.Database | undefined
  let emulator: EmulatorProcess

  const start = () =>
    Process.start({ SEED: seed, API_KEY: extraKey, ...database === undefined ? {} : { DATABASE_URL: database.url } })

  beforeAll(async () => {
    writeFileSync(seed, JSON.stringify(file))
    database = storage === "memory" ? undefined : await Database.fresh()
    emulator = await start()
  })

  afterAll(async () => {
    await emulator.stop()
    await database?.drop()
    rmSync(folder, { recursive: true })
  })

  const as = (apiKey: string): Client.Target => ({ url: emulator.url, apiKey })
  const me = (apiKey: string) => Client.data<Me>(Client.api(as(apiKey), "GET", "/me"))
  const users = async (apiKey: string) => {
    const { users } = await Client.data<{ readonly users: ReadonlyArray<User> }>(
      Client.api(as(apiKey), "GET", "/users")
    )
    return users.toSorted((one, other) => one.email.localeCompare(other.email))
  }

  /** Sends one message and gives what became of it. */
  const outcome = async (apiKey: string, template: string, channel: string | null) => {
    const id = await Client.send(as(apiKey), template, Client.phone(), { channel: channel === null ? null : [channel] })
    return Client.until(
      () =>
        Client.data<Client.Message & { readonly reason_code?: string }>(
          Client.api(as(apiKey), "GET", `/messages/${id}`)
        ),
      ({ status }) => ["DELIVERED", "FAILED", "BLOCKED"].includes(status)
    )
  }

  it("shows each WhatsApp account as it was seeded, and says the same of it in all places", async () => {
    const seen = async (key: string) => {
      const channels = await Client.data<{ readonly whatsapp: object | null }>(
        Client.api(as(key), "GET", "/channels")
      )
      const { channels: { whatsapp } } = await Client.data<{
        readonly channels: { readonly whatsapp: { readonly configured: boolean } }
      }>(Client.api(as(key), "GET", "/me"))
      return { shown: channels.whatsapp, configured: whatsapp.configured }
    }
    expect(await seen(shopKey)).toMatchObject({
      shown: { phone_number_id: "+12015550181", status: "ACTIVE" },
      configured: true
    })
    expect(await seen(poorKey)).toMatchObject({
      shown: { phone_number_id: null, status: "PROVISIONING", reason_code: "CHANNEL_011" },
      configured: false
    })
    expect(await seen(smallKey)).toMatchObject({
      shown: { phone_number_id: null, status: "ACTION_NEEDED", reason_code: "CHANNEL_007" },
      configured: false
    })
  })

  it("lets every key in as its account, and tells the one of API_KEY", async () => {
    expect(emulator.apiKey).toBe(extraKey)
    for (const key of [shopKey, secondKey, extraKey]) {
      expect(await me(key)).toMatchObject({
        id: shop,
        type: "organization",
        name: "Shop",
        email: "owner@shop.example",
        channels: {
          sms: { configured: true, phone_number: "+12015550180" },
          rcs: { configured: true, phone_number: "+12015550181" }
        },
        profiles: [{ name: "Corner", short_name: "CORNER" }]
      })
    }
    expect(await me(profileKey)).toMatchObject({ type: "profile", organization_id: shop, name: "Corner" })
    expect(await me(userKey)).toMatchObject({ type: "user", name: "Uma", email: "uma@one.example", profiles: [] })
    expect((await Client.api(as(uuid(99)), "GET", "/me")).status).toBe(401)
  })

  it("acts for the profiles of its own account only", async () => {
    const { id } = await me(profileKey)
    const scoped = (key: string) => Client.api(as(key), "GET", "/me", undefined, { "x-profile-id": id })
    expect(await Client.data(scoped(shopKey))).toMatchObject({ id, name: "Corner" })
    expect((await scoped(poorKey)).status).toBe(404)
    expect((await scoped(userKey)).status).toBe(404)
  })

  it("lists the users", async () => {
    expect(await users(shopKey)).toMatchObject([
      { email: "ada@shop.example", name: "Ada", role: "admin", status: "active" },
      { email: "bob@shop.example", name: "bob@shop.example", role: "billing", status: "invited" },
      { email: "cy@shop.example", name: "cy@shop.example", role: "developer", status: "active" }
    ])
    expect(await users(poorKey)).toEqual([])
  })

  it("debits a balance to nothing, and not further", async () => {
    const template = await Client.approved(as(poorKey))
    expect(await outcome(poorKey, template, "sms")).toMatchObject({ status: "DELIVERED" })
    expect(await outcome(poorKey, template, "sms")).toMatchObject({ status: "DELIVERED" })
    expect(await outcome(poorKey, template, "sms")).toMatchObject({ status: "BLOCKED", reason_code: "BUSINESS_003" })
  })

  it("routes over the channels that are set up", async () => {
    const wide = await Client.approved(as(shopKey))
    expect(await outcome(shopKey, wide, null)).toMatchObject({ status: "DELIVERED", channel: "whatsapp" })
    const narrow = await Client.approved(as(smallKey))
    expect(await outcome(smallKey, narrow, null)).toMatchObject({ status: "DELIVERED", channel: "sms" })
    for (const channel of ["whatsapp", "rcs"]) {
      const { status } = await outcome(smallKey, narrow, channel)
      expect([channel, status]).toEqual([channel, "FAILED"])
      expect((await outcome(shopKey, wide, channel)).status).toBe("DELIVERED")
    }
  })

  it("answers as many requests a minute as it is told", async () => {
    const statuses: Array<number> = []
    for (let count = 0; count < 5; count++) statuses.push((await Client.api(as(slowKey), "GET", "/me")).status)
    expect(statuses).toEqual([200, 200, 200, 429, 429])
  })

  if (storage !== "memory") {
    it("keeps what was changed before it was started again", async () => {
      const [ada, bob] = await users(shopKey)
      await Client.told(Client.call(emulator, "PATCH", `/accounts/${shop}`, { balance: 3, stage: "unverified" }))
      expect((await Client.api(as(shopKey), "DELETE", `/users/${bob!.id}`)).status).toBe(204)
      await Client.told(Client.call(emulator, "POST", `/users/${ada!.id}`, { status: "suspended" }))
      const { id } = await me(profileKey)
      expect((await Client.api(as(shopKey), "DELETE", `/sender-profiles/${id}`)).status).toBe(204)

      emulator.signal("SIGTERM")
      expect((await emulator.exited).code).toBe(0)
      emulator = await start()

      expect(await Client.told(Client.call(emulator, "PATCH", `/accounts/${shop}`, {}))).toMatchObject({
        balance: 3,
        stage: "unverified"
      })
      expect((await users(shopKey)).map(({ email, status }) => [email, status])).toEqual([
        ["ada@shop.example", "suspended"],
        ["cy@shop.example", "active"]
      ])
      expect(await me(shopKey)).toMatchObject({ name: "Shop", profiles: [] })
      expect((await Client.api(as(profileKey), "GET", "/me")).status).toBe(401)
      expect(await me(extraKey)).toMatchObject({ id: shop })
    })
  }

  it("is as the file says after a reset", async () => {
    await Client.told(Client.call(emulator, "POST", "/reset"))
    expect((await users(shopKey)).map(({ email }) => email))
      .toEqual(["ada@shop.example", "bob@shop.example", "cy@shop.example"])
    expect(await me(shopKey)).toMatchObject({ profiles: [{ name: "Corner" }] })
    expect(await me(extraKey)).toMatchObject({ id: shop })
  })
})

describe("a seed file that is wrong", () => {
  it("ends the emulator with one line that tells every error and its path", async () => {
    const folder = mkdtempSync(join(tmpdir(), "signalbox-seed-"))
    const seed = join(folder, "seed.json")
    writeFileSync(
      seed,
      JSON.stringify({ accounts: [{ api_keys: ["secret"], balance: -1 }, { api_keys: [], more: 1 }] })
    )
    try {
      const { code, err, out } = await Process.fails({ SEED: seed })
      expect(code).toBe(1)
      expect(out).toBe("")
      expect(err.trimEnd().split("\n")).toHaveLength(1)
      expect(err).toContain("SEED: ")
      for (const path of ["accounts[0].api_keys[0]: ", "accounts[0].balance: ", "accounts[1].more: "]) {
        expect(err).toContain(path)
      }
      expect(err).not.toContain("secret")
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
