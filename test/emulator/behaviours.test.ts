/**
 * Carriers that behave as they are told, under the whole service: whatever they do, every message comes to its end, and
 * no handset rings twice.
 */
import { afterAll, afterEach, beforeAll, describe, it } from "vitest"
import * as Database from "../postgres/Database.ts"
import * as Client from "./ControlClient.ts"
import type { EmulatorProcess } from "./EmulatorProcess.ts"
import * as Process from "./EmulatorProcess.ts"
import { storages } from "./EmulatorStorages.ts"

const minute = 60_000

interface Carrier {
  readonly submissions: number
  readonly attempts: number
  readonly repeated: number
}

interface Shown {
  readonly message_id: string
  readonly carrier: string
  readonly received_at: string
}

interface Message {
  readonly status: string
  readonly reason_code?: string
}

const byDefault = {
  per_second: null,
  delay_ms: 0,
  mode: "normal",
  share: 1,
  seed: 0,
  forgets: false,
  short: 0,
  pace: null
}

/** The most of these instants that lie in one second. */
const mostInASecond = (instants: ReadonlyArray<number>): number =>
  Math.max(...instants.map((start) => instants.filter((at) => at >= start && at < start + 1000).length))

// Nearly all of their time they wait, so each storage has an emulator of its own beside the other.
describe.concurrent.each(storages)("carriers on %s", { timeout: 120_000 }, (storage) => {
  let emulator: EmulatorProcess
  let database: Database.Database | undefined
  let template: string

  const settings = () => (database === undefined ? {} : { DATABASE_URL: database.url })

  beforeAll(async () => {
    database = storage === "memory" ? undefined : await Database.fresh()
    emulator = await Process.start(settings())
    template = await Client.approved(emulator)
  })

  afterAll(async () => {
    await emulator.stop()
    await database?.drop()
  })

  afterEach(async () => {
    await Promise.all(["sms-a", "sms-b"].map((id) => Client.told(Client.call(emulator, "DELETE", `/carriers/${id}`))))
  })

  const call = <Body>(method: string, path: string, body?: unknown) =>
    Client.told<Body>(Client.call(emulator, method, path, body))
  const tell = (id: string, change: unknown) => call<Carrier>("PUT", `/carriers/${id}`, change)
  const tellAll = (change: unknown) => Promise.all(["sms-a", "sms-b"].map((id) => tell(id, change)))
  const counts = async (id: string): Promise<Carrier> => {
    const { attempts, repeated, submissions } = await call<Carrier>("GET", `/carriers/${id}`)
    return { submissions, attempts, repeated }
  }
  /** Counts what the carrier has been asked since. */
  const asked = async (id: string, before: Carrier): Promise<Carrier> => {
    const after = await counts(id)
    return {
      submissions: after.submissions - before.submissions,
      attempts: after.attempts - before.attempts,
      repeated: after.repeated - before.repeated
    }
  }
  const script = (phone: string, ...steps: ReadonlyArray<unknown>) =>
    call("PUT", `/handsets/${phone}`, { script: steps })
  const shown = (phone: string) => call<ReadonlyArray<Shown>>("GET", `/handsets/${phone}`)

  /** Sends to so many handsets at the same time, by SMS. */
  const send = async (count: number) => {
    const phones = Array.from({ length: count }, () => Client.phone())
    const { recipients } = await Client.data<{ readonly recipients: ReadonlyArray<{ readonly message_id: string }> }>(
      Client.api(emulator, "POST", "/messages", { to: phones, channel: ["sms"], template: { id: template } })
    )
    return recipients.map(({ message_id: id }, index) => ({ id, phone: phones[index]! }))
  }
  const message = (id: string) => Client.data<Message>(Client.api(emulator, "GET", `/messages/${id}`))
  type Sent = Awaited<ReturnType<typeof send>>
  const statuses = (sent: Sent) => Promise.all(sent.map(({ id }) => message(id).then(({ status }) => status)))
  /** Waits until all of them are delivered: on a busy machine much longer than it takes by itself. */
  const areDelivered = async (sent: Sent) => {
    for (const { id } of sent) await Client.until(() => message(id), ({ status }) => status === "DELIVERED")
  }
  const rings = async (sent: Sent) => (await Promise.all(sent.map(({ phone }) => shown(phone)))).flat()

  it(
    "are told how to behave, one setting after the other, and forget it again",
    { concurrent: false },
    async ({ expect }) => {
      const before = await counts("rcs-a")
      expect(await call("GET", "/carriers/rcs-a")).toEqual({ ...byDefault, ...before })
      const change = { per_second: 20, delay_ms: 5, mode: { refuse: "rate_limited" }, share: 0.25, seed: 7 }
      expect(await tell("rcs-a", change)).toEqual({ ...byDefault, ...change, ...before })
      const more = { forgets: true, short: 2, pace: { perSecond: 10, inFlight: 3 }, mode: "hang" }
      expect(await tell("rcs-a", more)).toEqual({ ...byDefault, ...change, ...more, ...before })
      expect(await tell("rcs-a", { pace: null, per_second: null })).toMatchObject({
        pace: null,
        per_second: null,
        seed: 7
      })
      expect(await call("GET", "/carriers/sms-b")).toMatchObject(byDefault)
      expect(await call("DELETE", "/carriers/rcs-a")).toEqual({ ...byDefault, ...before })
      expect(await call("GET", "/carriers/rcs-a")).toEqual({ ...byDefault, ...before })
    }
  )

  // Memory is one process's own. It comes before all travels, since a clock that has travelled is forgotten with its
  // process.
  if (storage === "PostgreSQL") {
    it("are the same for all nodes, and outlive them", { concurrent: false }, async ({ expect }) => {
      await tell("sms-a", { mode: "busy" })
      const before = await counts("sms-a")
      const other = await Process.start({ ...settings(), API_KEY: emulator.apiKey })
      try {
        const there = () => Client.told<Carrier>(Client.call(other, "GET", "/carriers/sms-a"))
        expect(await there()).toMatchObject({ mode: "busy", ...before })
        const id = await Client.send(other, template, Client.phone())
        await Client.until(() => asked("sms-a", before), ({ attempts }) => attempts === 1)
        await Client.told(Client.call(other, "PUT", "/carriers/sms-a", { mode: "normal" }))
        expect(await call("GET", "/carriers/sms-a")).toMatchObject({ mode: "normal" })
        await Client.until(() => message(id), ({ status }) => status === "DELIVERED")
        await Client.told(Client.call(other, "PUT", "/carriers/sms-a", { pace: { perSecond: 5, inFlight: 5 } }))
      } finally {
        await other.stop()
      }
      const last = await counts("sms-a")
      await emulator.stop()
      emulator = await Process.start({ ...settings(), API_KEY: emulator.apiKey })
      const pace = { perSecond: 5, inFlight: 5 }
      expect(await call("GET", "/carriers/sms-a")).toMatchObject({ ...last, pace })
      const sent = await send(12)
      await areDelivered(sent)
      const instants = (await rings(sent)).map(({ received_at: at }) => Date.parse(at))
      expect(mostInASecond(instants)).toBeLessThanOrEqual(5)
    })
  }

  it(
    "with a pace of their own hold nobody up who waits, and lose nothing",
    { concurrent: false },
    async ({ expect }) => {
      await tellAll({ per_second: 100, delay_ms: 20 })
      const before = await counts("sms-a")
      const began = performance.now()
      const sent = await send(150)
      await areDelivered(sent)
      // The pace of a real process is what is tested: after the first 100 the others take half a second at least.
      expect(performance.now() - began).toBeGreaterThan(1300)
      expect(await asked("sms-a", before)).toEqual({ submissions: 150, attempts: 150, repeated: 0 })
      expect((await rings(sent)).map(({ carrier }) => carrier)).toEqual(sent.map(() => "sms-a"))
    }
  )

  it("are never asked faster than the service's pace for them", { concurrent: false }, async ({ expect }) => {
    await tellAll({ pace: { perSecond: 30, inFlight: 10 } })
    const before = await counts("sms-a")
    const sent = await send(100)
    await areDelivered(sent)
    const all = await rings(sent)
    expect(all).toHaveLength(100)
    expect(mostInASecond(all.map(({ received_at: at }) => Date.parse(at)))).toBeLessThanOrEqual(30)
    expect(await asked("sms-a", before)).toEqual({ submissions: 100, attempts: 100, repeated: 0 })
  })

  it("that are busy cost a message no attempt", { concurrent: false }, async ({ expect }) => {
    const [before, other] = [await counts("sms-a"), await counts("sms-b")]
    await tell("sms-a", { mode: "busy" })
    const sent = await send(5)
    await Client.until(() => asked("sms-a", before), ({ submissions }) => submissions > 0)
    await Client.travel(emulator, 5 * minute)
    expect(await rings(sent)).toEqual([])
    expect(await statuses(sent)).toEqual(sent.map(() => "ROUTED"))
    await tell("sms-a", { mode: "normal" })
    await Client.travel(emulator, minute)
    expect(await statuses(sent)).toEqual(sent.map(() => "DELIVERED"))
    expect(await rings(sent)).toHaveLength(5)
    expect((await asked("sms-a", before)).attempts).toBe(5)
    expect((await asked("sms-b", other)).attempts).toBe(0)
  })

  it.for(["throw", "hang"])(
    "that %s are asked once, and the message fails with DELIVERY_011",
    { concurrent: false },
    async (mode, { expect }) => {
      await tellAll({ mode })
      const before = await Promise.all([counts("sms-a"), counts("sms-b")])
      const sent = await send(3)
      const submitted = async () => (await asked("sms-a", before[0]!)).submissions
      await Client.until(submitted, (count) => count === 3)
      const began = performance.now()
      await Client.travel(emulator, 2 * minute)
      // A travel waits for nobody who hangs.
      expect(performance.now() - began).toBeLessThan(20_000)
      for (const { id } of sent) {
        expect(await message(id)).toMatchObject({ status: "FAILED", reason_code: "DELIVERY_011" })
      }
      expect(await rings(sent)).toEqual([])
      for (const [index, id] of ["sms-a", "sms-b"].entries()) {
        expect(await asked(id, before[index]!)).toEqual({ submissions: 3, attempts: 3, repeated: 0 })
      }
    }
  )

  it(
    "that leave answers out end by their receipt, and the handset rings once",
    { concurrent: false },
    async ({ expect }) => {
      await tell("sms-a", { short: 1000 })
      const sent = await send(3)
      await areDelivered(sent)
      await Client.travel(emulator, minute)
      expect(await statuses(sent)).toEqual(sent.map(() => "DELIVERED"))
      expect((await rings(sent)).map(({ carrier }) => carrier)).toEqual(sent.map(() => "sms-a"))
    }
  )

  it(
    "that leave answers out and send no receipt are given up at the deadline",
    { concurrent: false },
    async ({ expect }) => {
      await tellAll({ short: 1000 })
      const phone = Client.phone()
      await script(phone, { receipts: [] }, { receipts: [] })
      const id = await Client.send(emulator, template, phone)
      await Client.until(() => shown(phone), (found) => found.length > 0)
      await Client.travel(emulator, 2 * minute)
      expect(await message(id)).toMatchObject({ status: "FAILED", reason_code: "DELIVERY_011" })
    }
  )

  it(
    "that refuse a share take the rest, and the next one takes what was refused",
    { concurrent: false },
    async ({ expect }) => {
      await tell("sms-a", { mode: { refuse: "carrier_filtered" }, share: 0.5, seed: 11 })
      const before = await counts("sms-a")
      const sent = await send(60)
      await areDelivered(sent)
      const carriers = (await rings(sent)).map(({ carrier }) => carrier)
      expect(carriers).toHaveLength(60)
      const refused = carriers.filter((carrier) => carrier === "sms-b").length
      expect(refused).toBeGreaterThan(10)
      expect(refused).toBeLessThan(50)
      expect(await asked("sms-a", before)).toEqual({ submissions: 60, attempts: 60, repeated: 0 })
    }
  )

  it("that forget what they took ring once as long as nobody dies", { concurrent: false }, async ({ expect }) => {
    await tellAll({ forgets: true, per_second: 200 })
    const before = await counts("sms-a")
    const sent = await send(50)
    await areDelivered(sent)
    await Client.travel(emulator, minute)
    expect(await rings(sent)).toHaveLength(50)
    expect(await asked("sms-a", before)).toEqual({ submissions: 50, attempts: 50, repeated: 0 })
  })

  it(
    "that take nothing for a quarter of an hour lose their messages to the next one",
    { concurrent: false },
    async ({ expect }) => {
      const before = await counts("sms-b")
      await tell("sms-a", { mode: "busy" })
      const sent = await send(3)
      await Client.travel(emulator, 20 * minute)
      expect(await statuses(sent)).toEqual(sent.map(() => "DELIVERED"))
      expect((await rings(sent)).map(({ carrier }) => carrier)).toEqual(sent.map(() => "sms-b"))
      expect((await asked("sms-b", before)).attempts).toBe(3)
      // Once it takes messages again, it is asked again.
      await tell("sms-a", { mode: "normal" })
      await Client.travel(emulator, 20 * minute)
      const later = await send(3)
      await Client.travel(emulator, 20 * minute)
      expect((await rings(later)).map(({ carrier }) => carrier)).toEqual(later.map(() => "sms-a"))
    }
  )
})
