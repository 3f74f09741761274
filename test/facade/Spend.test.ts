/**
 * Destinations and spend caps through the facade, in memory, on PostgreSQL and in a file of SQLite.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { OutgoingMessage, Signalbox, SignalboxEvent, Storage } from "signalbox"
import { carrier, createSignalbox, memory, postgres, SignalboxError, sqlite } from "signalbox"
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import * as Database from "../postgres/Database.ts"

let database: Database.Database
let schemas = 0
const open = new Set<Signalbox>()
const folder = mkdtempSync(join(tmpdir(), "signalbox-spend-"))

beforeAll(async () => {
  database = await Database.fresh()
})

afterEach(async () => {
  await Promise.all([...open].map((box) => box.close({ graceMs: 1000 })))
  open.clear()
})

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await database.drop()
})

const definition = { body: { multiChannel: { template: "On its way." } } }
const number = "+12015559000"
const [newYork, boston, zurich] = ["+12125550123", "+16175550123", "+41446681800"] as const

/** JavaScript can call it with anything at all. */
const strange = (call: unknown) => call as (...given: ReadonlyArray<unknown>) => Promise<unknown>

const flaws = (call: Promise<unknown>): Promise<string> =>
  call.then(() => "not refused", (error: unknown) => error instanceof SignalboxError ? error.message : String(error))

describe.each<[string, () => Storage]>([
  ["memory", memory],
  ["PostgreSQL", () => postgres(database.url, { schema: `spend_${++schemas}`, maxConnections: 4 })],
  ["SQLite", () => sqlite(join(folder, `${++schemas}.db`))]
])("protection on %s", (_, storage) => {
  const start = async (refuses: (message: OutgoingMessage) => boolean = () => false) => {
    const handed: Array<string> = []
    const box = createSignalbox({
      storage: storage(),
      carriers: [carrier({
        id: "acme",
        channels: ["sms"],
        submit: (message) => {
          handed.push(message.to)
          return refuses(message) ? { refused: "invalid_number" as const } : message.attempt
        }
      })],
      rates: [{ channel: "sms", price: "0.10" }],
      secretKeys: `test:${Buffer.alloc(32, 7).toString("base64")}`,
      log: false
    })
    open.add(box)
    const { id } = await box.accounts.ensure({ name: "Acme", balance: 100, numbers: [number] })
    await box.as(id).templates.ensure({ name: "order", definition }, { reviewedWithinMs: 20_000 })
    const send = async (to: string): Promise<string> => {
      const body = { to: [to], channel: ["sms"], template: { name: "order" } } as const
      return (await box.as(id).messages.send(body)).recipients[0]!.message_id
    }
    const until = (message: string, statuses: ReadonlyArray<string>) =>
      vi.waitFor(async () => {
        const found = await box.as(id).messages.get(message)
        expect(statuses).toContain(found.status)
        return found.status === "BLOCKED" ? found.reason_code : found.status
      }, { timeout: 20_000, interval: 20 })
    const sent = async (to: string) => until(await send(to), ["SENT", "BLOCKED", "FAILED"])
    return { box, handed, id, send, sent, until }
  }

  it("keeps destinations of an account and of its organization, and holds what waits in line against them [XPR-005, XPR-009]", async () => {
    const { box, handed, id, send, sent, until } = await start()
    const { destinations } = box.operator
    expect(await destinations.get(id)).toEqual({ own: null, organization: null })
    const own = { allow: ["US", "CH"], forbid: ["+1617"], preset: "no-premium" } as const
    await destinations.set(id, own)
    expect([await sent(newYork), await sent(boston)]).toEqual(["SENT", "BUSINESS_011"])
    const { id: shop } = await box.accounts.ensure({ name: "Shop", organization: id, destinations: { allow: ["GB"] } })
    expect(await destinations.get(shop)).toEqual({ own: { allow: ["GB"] }, organization: own })
    await box.operator.carriers.pause("acme")
    const waits = await send(zurich)
    await until(waits, ["ROUTED"])
    await destinations.set(id, { allow: ["US"] })
    await box.operator.carriers.resume("acme")
    expect(await until(waits, ["SENT", "BLOCKED"])).toBe("BUSINESS_011")
    expect(handed).toEqual([newYork])
    await destinations.set(id, null)
    await box.accounts.ensure({ name: "Shop", organization: id, destinations: null })
    expect([await sent(zurich), await destinations.get(shop)]).toEqual(["SENT", { own: null, organization: null }])
  })

  it("caps what is spent, warns once, and tells how much that is [XPR-020, XPR-022, XPR-024, XPR-028]", async () => {
    const { box, id, sent } = await start(({ to }) => to === boston)
    const warnings: Array<SignalboxEvent<"account.spend_warning">> = []
    box.on("account.spend_warning", (event) => void warnings.push(event))
    await box.operator.spend.set(id, { month: "0.20", regions: { CH: { month: 1 } } })
    // What is refused costs nothing.
    expect([await sent(boston), await sent(newYork)]).toEqual(["FAILED", "SENT"])
    expect(warnings).toEqual([])
    expect([await sent(zurich), await sent(newYork), await sent(zurich)]).toEqual([
      "SENT",
      "SIGNALBOX_001",
      "SIGNALBOX_001"
    ])
    await vi.waitFor(() => expect(warnings).toHaveLength(1))
    expect(warnings[0]).toMatchObject({ account: id, payload: { account_id: id, region: null, cap: 0.2, spent: 0.2 } })
    const startsOn = expect.stringMatching(/^\d{4}-\d{2}-01$/)
    const used = { account: id, period: "month", startsOn }
    expect(await box.operator.spend.used(id)).toEqual([
      { ...used, region: null, cap: "0.2000", spent: "0.2000", warned: true },
      { ...used, region: "CH", cap: "1.0000", spent: "0.1000", warned: false }
    ])
    expect(await box.accounts.balance(id)).toBe("99.8000")
    const { id: shop } = await box.accounts.ensure({ name: "Shop", organization: id, spend: { day: 5 } })
    expect(await box.operator.spend.get(shop)).toEqual({
      own: { day: "5.0000" },
      organization: { month: "0.2000", regions: { CH: { month: "1.0000" } } }
    })
    expect(await box.operator.spend.used(shop)).toHaveLength(3)
    await box.operator.spend.set(id, null)
    expect([await sent(newYork), await box.operator.spend.used(id)]).toEqual(["SENT", []])
  })
})

describe("settings that are wrong", () => {
  it.each<[string, object]>([
    ["destinations.allow[1]", { destinations: { allow: ["US", "UK"] } }],
    ["destinations.allow", { destinations: { allow: [] } }],
    ["destinations.allow", { destinations: { allow: Array.from({ length: 1001 }, (_, index) => `+1${index}`) } }],
    ["destinations.forbid[0]", { destinations: { forbid: ["+0"] } }],
    ["destinations.forbid[0]", { destinations: { forbid: ["+1234567890123456"] } }],
    ["destinations.preset", { destinations: { preset: "premium" } }],
    ["spend.day", { spend: { day: -1 } }],
    ["spend.month", { spend: { month: "0.00001" } }],
    ["spend.regions.CH.day", { spend: { regions: { CH: { day: "much" } } } }],
    ["retention.texts", { retention: { texts: 0 } }],
    ["retention.media", { retention: { media: 3651 } }],
    ["retention.numbers", { retention: { numbers: 1.5 } }],
    ["retention.webhookBodies", { retention: { webhookBodies: 0 } }],
    ["spend.regions.UK", { spend: { regions: { UK: { day: 1 } } } }]
  ])("%s of %j is refused, and changes nothing", async (place, settings) => {
    const box = createSignalbox({ storage: memory(), carriers: [], work: false, log: false })
    open.add(box)
    const { id } = await box.accounts.ensure({ name: "Acme", balance: 1 })
    expect(await flaws(strange(box.accounts.ensure)({ name: "Acme", ...settings }))).toContain(`account.${place}`)
    const [[group, value]] = Object.entries(settings) as [["destinations" | "retention" | "spend", object]]
    expect(await flaws(strange(box.operator[group].set)(id, value))).toContain(place)
    expect(await box.operator[group].get(id)).toEqual({ own: null, organization: null })
  })

  it("do not stand in the way of right ones: retention is set, shown and taken away [XPR-111]", async () => {
    const box = createSignalbox({ storage: memory(), carriers: [], work: false, log: false })
    open.add(box)
    const { retention } = box.operator
    const { id } = await box.accounts.ensure({ name: "Acme", retention: { texts: 90 } })
    const { id: shop } = await box.accounts.ensure({ name: "Shop", organization: id })
    await retention.set(shop, { numbers: 3650, webhookBodies: 30 })
    expect(await retention.get(shop)).toEqual({
      own: { numbers: 3650, webhookBodies: 30 },
      organization: { texts: 90 }
    })
    await retention.set(shop, null)
    await box.accounts.ensure({ name: "Acme", retention: null })
    expect(await retention.get(shop)).toEqual({ own: null, organization: null })
  })

  it("are told for accounts that there are not", async () => {
    const box = createSignalbox({ storage: memory(), carriers: [], work: false, log: false })
    open.add(box)
    const nobody = "0190a000-0000-7000-8000-000000000009"
    const { destinations, spend } = box.operator
    const calls = [destinations.get, spend.get, spend.used]
    expect(await Promise.all(calls.map((call) => flaws(call(nobody))))).toEqual(
      calls.map(() => expect.stringContaining(nobody))
    )
    expect(await flaws(destinations.set(nobody, {}))).toContain(nobody)
    expect(await flaws(spend.set(nobody, {}))).toContain(nobody)
  })
})
