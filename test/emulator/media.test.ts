/** A look at a media file finds what the script says, and decides what becomes of the messages that carry it. */
import { randomUUID } from "node:crypto"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Database from "../postgres/Database.ts"
import * as Client from "./ControlClient.ts"
import type { EmulatorProcess } from "./EmulatorProcess.ts"
import * as Process from "./EmulatorProcess.ts"

const apiKey = randomUUID()

const route = (channel: string, priority: number) => ({
  channel,
  carrier: `${channel}-a`,
  action: "ALLOW",
  fallback: true,
  priority
})

const seed = {
  accounts: [
    { name: "Pictures", api_keys: [apiKey], routes: [route("mms", 0), route("sms", 1), route("whatsapp", 2)] }
  ]
}

describe.each(["memory", "PostgreSQL"])("media on %s", (storage) => {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-media-"))
  let database: Database.Database | undefined
  let emulator: EmulatorProcess
  let account: Client.Target
  let template: string
  const url = "https://example.com/cat.jpg"

  beforeAll(async () => {
    writeFileSync(join(folder, "seed.json"), JSON.stringify(seed))
    database = storage === "memory" ? undefined : await Database.fresh()
    emulator = await Process.start({
      SEED: join(folder, "seed.json"),
      ...database === undefined ? {} : { DATABASE_URL: database.url }
    })
    account = { url: emulator.url, apiKey }
    const { id } = await Client.data<{ readonly id: string }>(Client.api(account, "POST", "/templates", {
      definition: { body: { multiChannel: { template: "Look" }, mms: { template: "Look", media: [{ url }] } } },
      submit_for_review: true
    }))
    template = id
    await Client.idle(emulator)
  })

  afterAll(async () => {
    await emulator.stop()
    await database?.drop()
    rmSync(folder, { recursive: true })
  })

  const sent = async (size: number | string, channel: string) => {
    await Client.told(Client.call(emulator, "PUT", "/media", { url, size }))
    const id = await Client.send(account, template, Client.phone(), { channel: [channel] })
    await Client.idle(emulator)
    return await Client.data<object>(Client.api(account, "GET", `/messages/${id}`))
  }

  it("goes by MMS within the limit, and when nothing is known of its size [MMS-022, MMS-024]", async () => {
    for (const size of [614_400, "undeclared"]) {
      expect(await sent(size, "auto_detect")).toMatchObject({
        status: "DELIVERED",
        channel: "mms",
        message_body: { content: "Look", media: [{ url }] }
      })
    }
  })

  it("goes by SMS as a link beyond the limit [MMS-022, MMS-025, MMS-026]", async () => {
    expect(await sent(614_401, "auto_detect")).toMatchObject({
      status: "DELIVERED",
      channel: "sms",
      message_body: { content: `Look ${url}`, media: null }
    })
  })

  it("in the header of a WhatsApp message is on the handset's screen, with its type [TPL-075]", async () => {
    const { id } = await Client.data<{ readonly id: string }>(Client.api(account, "POST", "/templates", {
      definition: {
        header: { type: "image", template: url },
        body: { sms: { template: "Look" }, whatsapp: { template: "Look at it" } }
      },
      submit_for_review: true
    }))
    await Client.idle(emulator)
    const phone = Client.phone()
    await Client.send(account, id, phone, { channel: ["whatsapp"] })
    await Client.idle(emulator)
    expect(await Client.told(Client.call(emulator, "GET", `/handsets/${phone}`))).toMatchObject([
      { channel: "whatsapp", header: null, header_media: { type: "image", url }, body: "Look at it", media: [] }
    ])
  })

  it("goes nowhere beyond the limit when it is pinned to MMS [MMS-028]", async () => {
    expect(await sent(614_401, "mms")).toMatchObject({ status: "FAILED", channel: "mms", reason_code: "DELIVERY_016" })
  })
})
