/**
 * Gates and routing as clients see them: accounts from a seed file, handsets that refuse and fail by script.
 */
import * as Receiver from "@signalbox/testing/http/Receiver"
import { randomUUID } from "node:crypto"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Database from "../postgres/Database.ts"
import * as Client from "./ControlClient.ts"
import type { EmulatorProcess } from "./EmulatorProcess.ts"
import * as Process from "./EmulatorProcess.ts"
import { storages } from "./EmulatorStorages.ts"

const day = 24 * 60 * 60_000

const route = (channel: string, carrier: string, more: object = {}) => ({ channel, carrier, ...more })

const suppressed = "+12015550666"

/** The routes and other things that each account has of its own, by its name. */
const seeds = {
  plain: {},
  watched: {},
  bySmsB: { routes: [route("sms", "sms-a", { priority: 2 }), route("sms", "sms-b", { priority: 1 })] },
  denied: { routes: [route("sms", "sms-a", { action: "DENY", fallback: false }), route("sms", "sms-b")] },
  deniedOne: { routes: [route("sms", "sms-a", { action: "DENY", fallback: true }), route("sms", "sms-b")] },
  deniedAll: {
    routes: ["sms-a", "sms-b"].map((carrier) => route("sms", carrier, { action: "DENY", fallback: true }))
  },
  elsewhere: { routes: [route("sms", "sms-a", { country: "DE" })] },
  single: { routes: [route("sms", "sms-a", { fallback: false }), route("sms", "sms-b", { priority: 1 })] },
  withoutMms: { allow_mms: false },
  suppressing: { suppressed: [suppressed] },
  unverified: { stage: "unverified" },
  suspended: { stage: "suspended" },
  limited: { daily_message_limit: 2 }
} as const
type Name = keyof typeof seeds

const keys = Object.fromEntries(Object.keys(seeds).map((name) => [name, randomUUID()])) as Record<Name, string>
const file = {
  accounts: Object.entries(seeds).map(([name, seed]) => ({ name, api_keys: [keys[name as Name]], ...seed }))
}

interface Message {
  readonly status: string
  readonly channel: string
  readonly price: number | null
  readonly reason_code?: string
  readonly events: ReadonlyArray<{ readonly status: string }>
}

interface Activity {
  readonly status: string
  readonly description: string
  readonly price: string | null
  readonly reason_code?: string
}

interface Shown {
  readonly carrier: string
  readonly channel: string
}

describe.each(storages)("routing on %s", (storage) => {
  const folder = mkdtempSync(join(tmpdir(), "routing-"))
  let emulator: EmulatorProcess
  let database: Database.Database | undefined
  let receiver: Receiver.Receiver
  const templates = new Map<Name, string>()

  const as = (name: Name): Client.Target => ({ url: emulator.url, apiKey: keys[name] })

  beforeAll(async () => {
    const seed = join(folder, "seed.json")
    writeFileSync(seed, JSON.stringify(file))
    database = storage === "memory" ? undefined : await Database.fresh()
    emulator = await Process.start({ SEED: seed, ...(database === undefined ? {} : { DATABASE_URL: database.url }) })
    receiver = await Receiver.start()
    for (const name of Object.keys(seeds) as ReadonlyArray<Name>) templates.set(name, await Client.template(as(name)))
    await Client.idle(emulator)
  })

  afterAll(async () => {
    await receiver.stop()
    await emulator.stop()
    await database?.drop()
    rmSync(folder, { recursive: true })
  })

  const script = (phone: string, ...steps: ReadonlyArray<unknown>) =>
    Client.told(Client.call(emulator, "PUT", `/handsets/${phone}`, { script: steps }))
  const shown = (phone: string) => Client.told<ReadonlyArray<Shown>>(Client.call(emulator, "GET", `/handsets/${phone}`))
  const message = (name: Name, id: string) => Client.data<Message>(Client.api(as(name), "GET", `/messages/${id}`))
  const activities = async (name: Name, id: string): Promise<ReadonlyArray<Activity>> =>
    (await Client.data<{ readonly activities: ReadonlyArray<Activity> }>(
      Client.api(as(name), "GET", `/messages/${id}/activities`)
    )).activities

  /** Sends the account's template and waits until nothing is left to do. */
  const sent = async (name: Name, phone: string, channel = "sms"): Promise<readonly [id: string, message: Message]> => {
    const id = await Client.send(as(name), templates.get(name)!, phone, { channel: [channel] })
    await Client.idle(emulator)
    return [id, await message(name, id)]
  }

  const ended = ({ channel, reason_code, status }: Message) => [status, reason_code, channel]

  it("goes by the account's own rules, in the order of their priority", async () => {
    const phone = Client.phone()
    await sent("bySmsB", phone)
    expect((await shown(phone)).map(({ carrier }) => carrier)).toEqual(["sms-b"])
  })

  it("is FILTERED DELIVERY_004 by a rule that denies and allows no other route [RTE-020]", async () => {
    const phone = Client.phone()
    const [id, stopped] = await sent("denied", phone)
    expect(ended(stopped)).toEqual(["FILTERED", "DELIVERY_004", "auto"])
    expect(await shown(phone)).toEqual([])
    const [last] = await activities("denied", id)
    expect(last).toMatchObject({ status: "FILTERED", reason_code: "DELIVERY_004" })
    expect(last!.description).toContain("sms through sms-a: a routing rule denies it")
  })

  it("takes another route where the rule that denies one allows it", async () => {
    const phone = Client.phone()
    const [, arrived] = await sent("deniedOne", phone)
    expect(arrived).toMatchObject({ status: "DELIVERED" })
    expect(await shown(phone)).toMatchObject([{ carrier: "sms-b" }])
  })

  it("is FILTERED DELIVERY_004 where every route is denied [RTE-021]", async () => {
    expect(ended((await sent("deniedAll", Client.phone()))[1])).toEqual(["FILTERED", "DELIVERY_004", "auto"])
  })

  it("is FAILED DELIVERY_003 where no rule matches [RTE-019]", async () => {
    for (const channel of ["sms", "auto_detect"]) {
      const [, stopped] = await sent("elsewhere", Client.phone(), channel)
      expect(ended(stopped)).toEqual(["FAILED", "DELIVERY_003", "auto"])
    }
  })

  it("tries the next candidate when a carrier refuses, and shows each attempt [RTE-003, RTE-005]", async () => {
    const phone = Client.phone()
    await script(phone, { carrier: "sms-a", submit: { refuse: "provider_unavailable" } })
    const [id, arrived] = await sent("plain", phone)
    expect(arrived).toMatchObject({ status: "DELIVERED" })
    expect(arrived.events.map(({ status }) => status)).toEqual(["QUEUED", "PROCESSED", "ROUTED", "SENT", "DELIVERED"])
    const told = (await activities("plain", id)).toReversed().map(({ description }) => description)
    expect(told.filter((text) => /sms-[ab]/.test(text))).toEqual([
      expect.stringContaining("sms through sms-a"),
      expect.stringContaining("sms-a: "),
      expect.stringContaining("sms through sms-b"),
      expect.stringContaining("accepted by sms-b"),
      expect.stringContaining("sms-b")
    ])
  })

  it("tries no other candidate where the rule of the first allows none [RTE-004]", async () => {
    const phone = Client.phone()
    await script(phone, { carrier: "sms-a", submit: { refuse: "provider_unavailable" } })
    const [, stopped] = await sent("single", phone)
    expect(ended(stopped)).toEqual(["FAILED", "DELIVERY_010", "sms"])
    expect(await shown(phone)).toEqual([])
  })

  const reroutes = [
    ["undeliverable_by_route", "RTE-006"],
    ["sender_refused", "RTE-007"],
    ["no_route_to_network", "RTE-008"],
    ["provider_unavailable", "RTE-009"],
    ["provider_timeout", "RTE-010"],
    ["transport_error", "RTE-011"]
  ] as const
  for (const [failure, rule] of reroutes) {
    it(`goes on to another route after a receipt says ${failure} [${rule}, RTE-012, RTE-013, RTE-014]`, async () => {
      const path = `/${randomUUID()}`
      const { id: webhook } = await Client.data<{ readonly id: string }>(
        Client.api(as("watched"), "POST", "/webhooks", {
          display_name: "routing",
          endpoint_url: receiver.url(path),
          event_types: ["message"]
        })
      )
      const phone = Client.phone()
      await script(phone, { carrier: "sms-a", receipts: [{ failed: failure }] })
      const [id, arrived] = await sent("watched", phone)
      expect(arrived).toMatchObject({ status: "DELIVERED", channel: "sms" })
      expect(arrived.events.map(({ status }) => status)).toEqual(
        ["QUEUED", "PROCESSED", "ROUTED", "SENT", "QUEUED", "ROUTED", "SENT", "DELIVERED"]
      )
      expect(await shown(phone)).toMatchObject([{ carrier: "sms-b" }])
      const charges = (await activities("watched", id)).flatMap(({ price }) => price === null ? [] : [Number(price)])
      expect(charges).toHaveLength(2)
      expect(arrived.price).toBeCloseTo(charges[0]! + charges[1]!, 10)
      const events = await receiver.until(path, (found) => found.length >= 7)
      const told = events.map(({ body }) => JSON.parse(body.toString()) as { readonly event: string })
      expect(told.map(({ event }) => event.slice("message.".length)).toSorted()).toEqual(
        ["delivered", "queued", "queued", "routed", "routed", "sent", "sent"]
      )
      await Client.api(as("watched"), "DELETE", `/webhooks/${webhook}`)
    })
  }

  const ends = [
    ["invalid_number", "DELIVERY_005", "STM-015"],
    ["handset_unreachable", "DELIVERY_006", "STM-016"],
    ["temporary_carrier_error", "DELIVERY_013", "STM-017"],
    ["rate_limited", "DELIVERY_014", "STM-018"],
    ["carrier_filtered", "DELIVERY_015", "STM-019"]
  ] as const
  for (const [failure, code, rule] of ends) {
    it(`stays FAILED after a receipt says ${failure} [${rule}]`, async () => {
      const phone = Client.phone()
      await script(phone, { carrier: "sms-a", receipts: [{ failed: failure }] })
      expect(ended((await sent("plain", phone))[1])).toEqual(["FAILED", code, "sms"])
      expect(await shown(phone)).toEqual([])
    })
  }

  it("stays FAILED when every other route has failed as well [RTE-015]", async () => {
    const phone = Client.phone()
    await script(phone, { receipts: [{ failed: "sender_refused" }] }, { receipts: [{ failed: "transport_error" }] })
    const [id, stopped] = await sent("plain", phone)
    expect(ended(stopped)).toEqual(["FAILED", "DELIVERY_012", "sms"])
    const tried = (await activities("plain", id)).filter(({ status }) => status === "ROUTED")
    expect(tried).toHaveLength(2)
  })

  it("tries at most three routes [RTE-015]", async () => {
    const phone = Client.phone()
    await script(phone, ...Array.from({ length: 5 }, () => ({ receipts: [{ failed: "sender_refused" }] })))
    const [id, stopped] = await sent("plain", phone, "auto_detect")
    expect(ended(stopped)).toEqual(["FAILED", "DELIVERY_008", "sms"])
    const tried = (await activities("plain", id)).filter(({ status }) => status === "ROUTED").toReversed()
    expect(tried.map(({ description }) => description.split(";")[0])).toEqual([
      "whatsapp through whatsapp-a",
      "rcs through rcs-a",
      "sms through sms-a"
    ])
  })

  it(
    "leaves WhatsApp for 30 days when the recipient is not on it, until they write there [RTE-017, RTE-018]",
    async () => {
      const phone = Client.phone()
      await script(phone, { carrier: "whatsapp-a", receipts: [{ failed: "recipient_not_on_channel" }] })
      const routed = async (): Promise<string> => {
        const [, arrived] = await sent("plain", phone, "auto_detect")
        expect(arrived.status).toBe("DELIVERED")
        return arrived.channel
      }
      expect(await routed()).toBe("rcs")
      expect(await routed()).toBe("rcs")
      expect(ended((await sent("plain", phone, "whatsapp"))[1])).toEqual(["FAILED", "DELIVERY_003", "auto"])
      await Client.told(Client.call(emulator, "POST", "/inbound", { from: phone, channel: "rcs", text: "Hi" }))
      expect(await routed()).toBe("rcs")
      const lines = await activities("plain", (await sent("plain", phone, "auto_detect"))[0])
      expect(lines.find(({ status }) => status === "ROUTED")!.description).toContain(
        "not whatsapp through whatsapp-a: the recipient could lately not be reached on WhatsApp"
      )
      await Client.travel(emulator, 30 * day)
      expect(await routed()).toBe("whatsapp")
      await script(phone, { carrier: "whatsapp-a", receipts: [{ failed: "recipient_not_on_channel" }] })
      expect(await routed()).toBe("rcs")
      await Client.told(Client.call(emulator, "POST", "/inbound", { from: phone, channel: "whatsapp", text: "Hi" }))
      expect(await routed()).toBe("whatsapp")
    }
  )

  it("pinned to MMS fails with channel_unavailable where MMS is not allowed [RTE-022, RTE-023]", async () => {
    const phone = Client.phone()
    const { id } = await Client.data<{ readonly id: string }>(Client.api(as("withoutMms"), "POST", "/templates", {
      definition: {
        body: { mms: { template: "Look.", variables: [] }, multiChannel: { template: "Look.", variables: [] } }
      },
      submit_for_review: true
    }))
    await Client.idle(emulator)
    const pinned = await Client.send(as("withoutMms"), id, phone, { channel: ["mms"] })
    await Client.idle(emulator)
    expect(ended(await message("withoutMms", pinned))).toEqual(["FAILED", "channel_unavailable", "auto"])
    expect(await shown(phone)).toEqual([])
  })

  const gates = [
    ["unverified", "BUSINESS_017"],
    ["suspended", "BUSINESS_018"]
  ] as const
  for (const [name, code] of gates) {
    it(`is BLOCKED ${code} for an account that is ${name}`, async () => {
      expect(ended((await sent(name, Client.phone()))[1])).toEqual(["BLOCKED", code, "auto"])
    })
  }

  it("is FILTERED BUSINESS_004 to a number on the suppression list, and to no other [STM-021]", async () => {
    expect(ended((await sent("suppressing", suppressed))[1])).toEqual(["FILTERED", "BUSINESS_004", "auto"])
    expect(await shown(suppressed)).toEqual([])
    expect((await sent("suppressing", Client.phone()))[1]).toMatchObject({ status: "DELIVERED" })
  })

  it("is BLOCKED BUSINESS_020 beyond the day's limit, of each template by itself [STM-023]", async () => {
    const statuses = async (template: string): Promise<ReadonlyArray<string>> => {
      const ids = await Promise.all(
        Array.from({ length: 4 }, () => Client.send(as("limited"), template, Client.phone()))
      )
      await Client.idle(emulator)
      const all = await Promise.all(ids.map((id) => message("limited", id)))
      return all.map((each) => each.reason_code ?? each.status).toSorted()
    }
    const other = await Client.approved(as("limited"))
    const most = ["BUSINESS_020", "BUSINESS_020", "DELIVERED", "DELIVERED"]
    expect(await statuses(templates.get("limited")!)).toEqual(most)
    expect(await statuses(other)).toEqual(most)
    await Client.travel(emulator, day)
    expect(await statuses(other)).toEqual(most)
  })
})
