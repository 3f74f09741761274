/**
 * A channel on which only a carrier chooses senders is available: over HTTP the account, its channels and its contacts say
 * so, as routing does.
 */
import type { Pool } from "pg"
import pg from "pg"
import type { Channel, Options, Signalbox } from "signalbox"
import { carrier, createSignalbox, memory, postgres } from "signalbox"
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import * as Database from "../postgres/Database.ts"
import { template, to } from "./Acme.ts"

let database: Database.Database
let pool: Pool
const open: Array<Signalbox> = []

beforeAll(async () => {
  database = await Database.fresh()
  pool = new pg.Pool({ connectionString: database.url, max: 2 })
})

afterEach(async () => {
  await Promise.all(open.splice(0).map((box) => box.close({ graceMs: 100 })))
})

afterAll(async () => {
  await pool.end()
  await database.drop()
})

const storages: Readonly<Record<"memory" | "postgres", () => Options["storage"]>> = {
  memory,
  postgres: () => postgres(database.url, { maxConnections: 4 })
}

const choosing = ["sms", "whatsapp", "rcs"] as const

/** A node with carriers for all channels, of which one chooses the senders of some of them. */
const start = (storage: Options["storage"], channels: ReadonlyArray<Channel>, work = true) => {
  const from: Array<string | null> = []
  const [chosen, other] = [
    channels,
    (["sms", "whatsapp", "rcs", "mms"] as const).filter((each) => !channels.includes(each))
  ]
  const carriers = [[chosen, true], [other, false]] as const
  const box = createSignalbox({
    storage,
    secretKeys: `test:${Buffer.alloc(32, 7).toString("base64")}`,
    work,
    log: false,
    carriers: carriers.flatMap(([channels, choosesSender]) =>
      channels.length === 0 ? [] : [carrier({
        id: choosesSender ? "pool" : "plain",
        channels,
        choosesSender,
        submit: (message) => {
          from.push(message.from)
          return message.attempt
        }
      })]
    )
  })
  open.push(box)
  return { box, from }
}

let accounts = 0
let numbers = 0

const newcomer = async (box: Signalbox, channels?: ReadonlyArray<Channel>): Promise<Owner> => {
  const settings = channels === undefined ? {} : { channels }
  const { id } = await box.accounts.ensure({ name: `Newcomer ${++accounts}`, balance: 10, ...settings })
  return { id, key: await box.keys.create(id) }
}

interface Owner {
  readonly id: string
  readonly key: string
}

const answered = async <Answer>(box: Signalbox, { id, key }: Owner, path: string, body?: object): Promise<Answer> => {
  const response = await box.fetch(
    new Request(`http://localhost${path}`, {
      headers: { "x-api-key": key, "x-sender-id": id, "content-type": "application/json" },
      ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) })
    })
  )
  return await response.json() as Answer
}

const asked = async <Data>(box: Signalbox, owner: Owner, path: string, body?: object): Promise<Data> =>
  (await answered<{ readonly data: Data }>(box, owner, path, body)).data

interface Contact {
  readonly available_channels: string
}

interface Listed {
  readonly contacts: ReadonlyArray<Contact>
}

/** Returns what the service says of the channels of an account without any sender of its own. */
const told = async (box: Signalbox, owner: Owner) => {
  const phone_number = `+1201555${String(++numbers).padStart(4, "0")}`
  const me = await asked<{ readonly channels: Readonly<Record<string, object>> }>(box, owner, "/v3/me")
  const shown = await asked<{ readonly whatsapp: object | null; readonly rcs: null; readonly sms: [] }>(
    box,
    owner,
    "/v3/channels"
  )
  const made = await asked<Contact>(box, owner, "/v3/contacts", { phone_number })
  const listed = async (channel: Channel) =>
    (await asked<Listed>(box, owner, `/v3/contacts?page=1&page_size=100&channel=${channel}`)).contacts
  const legacy = await answered<{ readonly availableChannels: string }>(
    box,
    owner,
    `/v2/contacts/phone?phoneNumber=${encodeURIComponent(phone_number)}`
  )
  const found = await Promise.all((["sms", "whatsapp", "rcs", "mms"] as const).map(listed))
  return {
    me: me.channels,
    channels: shown,
    available: [made, ...found.flat()].map(({ available_channels }) => available_channels),
    legacy: legacy.availableChannels,
    found: found.map((each) => each.length)
  }
}

describe.each(["memory", "postgres"] as const)("a channel without a sender of its account, on %s", (kind) => {
  it("is available everywhere where a carrier chooses senders, and messages go out on it", async () => {
    const { box, from } = start(storages[kind](), choosing)
    const account = await newcomer(box)
    const connected = { configured: true, phone_number: null }
    expect(await told(box, account)).toEqual({
      me: { sms: connected, whatsapp: { ...connected, business_name: null }, rcs: connected },
      channels: {
        customer_id: account.id,
        sms: [],
        whatsapp: {
          waba_id: account.id,
          phone_number_id: null,
          solution_id: null,
          owner_business_id: null,
          status: "ACTIVE"
        },
        rcs: null
      },
      available: Array.from({ length: 4 }, () => "sms,whatsapp,rcs"),
      legacy: "sms,whatsapp,rcs",
      found: [1, 1, 1, 0]
    })
    const me = box.as(account.id)
    await me.templates.ensure(template, { reviewedWithinMs: 20_000 })
    const { recipients } = await me.messages.send({
      to: [to],
      template: { name: template.name },
      channel: [...choosing]
    })
    await vi.waitFor(async () => {
      const sent = await Promise.all(recipients.map(({ message_id }) => me.messages.get(message_id)))
      expect(sent.map(({ status }) => status)).toEqual(["SENT", "SENT", "SENT"])
    }, 20_000)
    expect(from).toEqual([null, null, null])
  })

  it("is not available where no carrier chooses, or the account has not set it up", async () => {
    const { box } = start(storages[kind](), ["whatsapp"])
    const missing = { configured: false, phone_number: null }
    const chosen = { configured: true, phone_number: null, business_name: null }
    expect(await told(box, await newcomer(box))).toMatchObject({
      me: { sms: missing, whatsapp: chosen, rcs: missing },
      channels: { sms: [], whatsapp: { status: "ACTIVE" }, rcs: null },
      legacy: "sms,whatsapp",
      found: [1, 1, 0, 0]
    })
    expect(await told(box, await newcomer(box, ["sms", "rcs"]))).toMatchObject({
      me: { sms: missing, whatsapp: { ...missing, business_name: null }, rcs: missing },
      channels: { sms: [], whatsapp: null, rcs: null },
      legacy: "sms",
      found: [1, 0, 0, 0]
    })
  })

  it("is shown by a node that does no work as that node's own carriers have it", async () => {
    const storage = storages[kind]()
    const account = await newcomer(start(storage, choosing, false).box)
    const whole = start(storage, choosing, false).box
    const without = start(storage, [], false).box
    const own = kind === "memory" ? await newcomer(whole) : account
    expect((await whole.as(own.id).me.get()).channels.rcs.configured).toBe(true)
    expect((await told(whole, own)).legacy).toBe("sms,whatsapp,rcs")
    const others = kind === "memory" ? await newcomer(without) : account
    expect((await told(without, others)).legacy).toBe("sms")
  })
})

describe("a call in a transaction of the host's", () => {
  it("knows what the carriers of its node choose", async () => {
    const { box } = start(storages.postgres(), choosing)
    const { id } = await newcomer(box)
    const host = await pool.connect()
    try {
      await host.query("begin")
      expect((await box.in(host).as(id).me.get()).channels.whatsapp.configured).toBe(true)
      await host.query("commit")
    } finally {
      host.release()
    }
  })
})
