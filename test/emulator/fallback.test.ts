/**
 * Messages that are not delivered in time go on to the next channel of their send, as clients see it while the clock
 * travels (decisions 14.5).
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Database from "../postgres/Database.ts"
import * as Client from "./ControlClient.ts"
import type { EmulatorProcess } from "./EmulatorProcess.ts"
import * as Process from "./EmulatorProcess.ts"

const second = 1000

interface Message {
  readonly status: string
  readonly channel: string
  readonly price: number
  readonly events: ReadonlyArray<{ readonly status: string }>
}

describe.each(["memory", "PostgreSQL"])("a fallback on %s", (storage) => {
  let emulator: EmulatorProcess
  let database: Database.Database | undefined
  let template: string

  beforeAll(async () => {
    database = storage === "memory" ? undefined : await Database.fresh()
    emulator = await Process.start(database === undefined ? {} : { DATABASE_URL: database.url })
    template = await Client.approved(emulator)
  })

  afterAll(async () => {
    await emulator.stop()
    await database?.drop()
  })

  const sent = async (script: ReadonlyArray<object>) => {
    const phone = Client.phone()
    await Client.told(Client.call(emulator, "PUT", `/handsets/${phone}`, { script }))
    const fallback = { channels: ["whatsapp", "sms"], after_seconds: 120 }
    const id = await Client.send(emulator, template, phone, { channel: ["auto_detect"], fallback })
    const look = () => Client.data<Message>(Client.api(emulator, "GET", `/messages/${id}`))
    const shown = () => Client.told<ReadonlyArray<unknown>>(Client.call(emulator, "GET", `/handsets/${phone}`))
    await Client.until(look, ({ status }) => status !== "QUEUED" && status !== "ROUTED")
    return { look, shown }
  }

  const passed = ({ events }: Message) => events.map(({ status }) => status)

  it("goes on when its time is over, and not before [XMS-081]", async () => {
    const { look } = await sent([{ channel: "whatsapp", receipts: [] }])
    await Client.travel(emulator, 115 * second)
    expect(await look()).toMatchObject({ status: "SENT", channel: "whatsapp" })
    const { price } = await look()
    await Client.travel(emulator, 10 * second)
    const arrived = await Client.until(look, ({ status }) => status === "DELIVERED")
    expect(arrived).toMatchObject({ channel: "sms" })
    // It is charged for both (decisions 14.5).
    expect(arrived.price).toBeGreaterThan(price)
    expect(passed(arrived)).toEqual(["QUEUED", "PROCESSED", "ROUTED", "SENT", "QUEUED", "ROUTED", "SENT", "DELIVERED"])
  })

  it("stays where it was delivered in time [XMS-082]", async () => {
    const { look, shown } = await sent([{ channel: "whatsapp", receipts: ["delivered"], delay_ms: 60 * second }])
    await Client.travel(emulator, 600 * second)
    expect(await look()).toMatchObject({ status: "DELIVERED", channel: "whatsapp" })
    expect(await shown()).toHaveLength(1)
  })

  it("may arrive on both channels [XMS-083]", async () => {
    const { look, shown } = await sent([
      { channel: "whatsapp", receipts: ["delivered"], delay_ms: 300 * second },
      { channel: "sms", receipts: ["delivered"] }
    ])
    await Client.travel(emulator, 600 * second)
    expect((await look()).status).toBe("DELIVERED")
    expect(await shown()).toHaveLength(2)
    const { idle } = await Client.idle(emulator)
    expect(idle).toBe(true)
  })
})
