/**
 * Pools of numbers as a host sets them, and as clients see them over HTTP (decisions 18.6).
 */
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { NumberPool, Options } from "signalbox"
import { memory, postgres } from "signalbox"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import * as Matrix from "../http/Matrix.ts"
import * as Database from "../postgres/Database.ts"
import * as Acme from "./Acme.ts"

let database: Database.Database

beforeAll(async () => {
  database = await Database.fresh()
})

afterAll(async () => {
  await database.drop()
})

const storages: Readonly<Record<"memory" | "postgres", () => Options["storage"]>> = {
  memory,
  postgres: () => postgres(database.url, { maxConnections: 4 })
}

const numbers = ["+12015559000", "+12015559001", "+12015559002"]

const pool: NumberPool = { channel: "sms", country: "US" }

const people = (count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, index) => `+120155501${String(index).padStart(2, "0")}`)

/** Sends to these people, and returns from which number each was written to. */
const senders = async (
  { account, box, handed }: Acme.Acme,
  to: ReadonlyArray<string>
): Promise<ReadonlyMap<string, string | null>> => {
  const before = handed.length
  const me = box.as(account)
  const { recipients } = await me.messages.send({ ...Acme.order, to: [...to] })
  for (const { message_id: id } of recipients) {
    await vi.waitFor(async () => expect((await me.messages.get(id)).status).toBe("SENT"), 30_000)
  }
  return new Map(handed.slice(before).map(({ from, to }) => [to, from]))
}

const pooled = ({ account, box }: Acme.Acme, more: Partial<NumberPool> | null, own = numbers): Promise<unknown> =>
  box.accounts.ensure({
    name: "Acme",
    id: account,
    numbers: own,
    ...(more === null ? {} : { numberPools: [{ ...pool, ...more }] })
  })

const start = (kind: "memory" | "postgres", how: Parameters<typeof Acme.start>[0] = {}) =>
  Acme.start(how, {
    storage: storages[kind](),
    secretKeys: `test:${Buffer.alloc(32, 7).toString("base64")}`
  })

describe.each(Matrix.storages(["memory", "postgres"] as const))("numbers of an account, on %s", (kind) => {
  it("are the first one for all without a pool, and one each with it, as long as it is there [XRT-110, XRT-111, XRT-113]", async () => {
    await using acme = await start(kind)
    const to = people(16)
    await pooled(acme, null)
    expect(new Set((await senders(acme, to.slice(0, 3))).values())).toEqual(new Set(numbers.slice(0, 1)))
    await pooled(acme, {})
    const before = await senders(acme, to)
    // These people have numbers that never change.
    expect(new Set(before.values()).size).toBe(3)
    expect(await senders(acme, to)).toEqual(before)
    // A number goes and another one comes.
    await pooled(acme, {}, ["+12015559009", ...numbers.slice(1)])
    const after = await senders(acme, [...to, "+12015550500"])
    for (const [person, number] of before) {
      if (number === numbers[0]) expect(numbers.slice(1)).toContain(after.get(person))
      else expect(after.get(person)).toBe(number)
    }
    expect(await acme.box.operator.numberPools.get(acme.account)).toEqual([pool])
    await acme.box.operator.numberPools.set(acme.account, null)
    expect(new Set((await senders(acme, to.slice(0, 3))).values())).toEqual(new Set(["+12015559009"]))
  })

  it("send at their pace, from the next one or later [XRT-114, XRT-116, XRT-117]", async () => {
    let left: Array<{ readonly from: string | null; readonly at: number }> = []
    await using acme = await start(kind, {
      submit: ({ attempt, from }) => {
        left.push({ from, at: performance.now() })
        return attempt
      }
    })
    /** A second begins when the carrier has been asked, so a slow machine makes it longer and never shorter. */
    const keeps = (perSecond: number): void => {
      for (const each of new Set(left.map(({ from }) => from))) {
        const times = left.filter(({ from }) => from === each).map(({ at }) => at)
        for (const [index, at] of times.slice(perSecond).entries()) {
          expect(at - times[index]!).toBeGreaterThanOrEqual(999)
        }
      }
      left = []
    }
    const to = people(6)
    await pooled(acme, {}, numbers.slice(0, 2))
    const own = await senders(acme, to)
    left = []
    await pooled(acme, { pace: { perSecond: 3 }, whenPaced: "wait" }, numbers.slice(0, 2))
    expect(await senders(acme, to)).toEqual(own)
    keeps(3)
    await pooled(acme, { pace: { perSecond: 1 } }, numbers.slice(0, 2))
    const paced = await senders(acme, to)
    keeps(1)
    expect([...paced.keys()].toSorted()).toEqual([...to])
    // One of them has three people at least, two of whom would otherwise wait.
    expect([...paced].some(([person, number]) => number !== own.get(person))).toBe(true)
  })
})

describe("a pool over HTTP", () => {
  it("shows which number a message came from, and hears STOP on any of them [XRT-118]", async () => {
    await using acme = await start("memory")
    const { account, box } = acme
    await pooled(acme, {})
    const key = await box.keys.create(account)
    const server = createServer(box.node).listen(0, "127.0.0.1")
    await once(server, "listening")
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const ask = async (path: string, body?: object): Promise<unknown> => {
      const response = await fetch(`${base}${path}`, {
        method: body === undefined ? "GET" : "POST",
        headers: { "x-api-key": key, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
      return response.json()
    }
    const sent = await ask("/v3/messages", Acme.order) as {
      readonly data: { readonly recipients: ReadonlyArray<{ readonly message_id: string }> }
    }
    const { message_id: id } = sent.data.recipients[0]!
    await vi.waitFor(() => expect(acme.handed).toHaveLength(1), 20_000)
    const { from } = acme.handed[0]!
    await vi.waitFor(
      async () => expect(JSON.stringify(await ask(`/v3/messages/${id}/activities`))).toContain(`"from":"${from}"`),
      20_000
    )
    const other = numbers.find((number) => number !== from)!
    await box.inbound.receive({
      carrier: "acme",
      reference: "stop-1",
      channel: "sms",
      from: Acme.to,
      to: other,
      text: "STOP"
    })
    const me = box.as(account)
    const { recipients } = await me.messages.send(Acme.order)
    await vi.waitFor(
      async () => expect((await me.messages.get(recipients[0]!.message_id)).status).toMatch(/BLOCKED|FILTERED/),
      20_000
    )
    server.close()
  })
})

describe("pools that are none", () => {
  const flaws: ReadonlyArray<readonly [place: string, numberPools: unknown]> = [
    ["numberPools", "US"],
    ["numberPools[0].channel", [{ channel: "fax", country: "US" }]],
    ["numberPools[0].country", [{ channel: "sms", country: "usa" }]],
    ["numberPools[0].areaDigits", [{ ...pool, areaDigits: 0 }]],
    ["numberPools[0].areaDigits", [{ ...pool, areaDigits: 8 }]],
    ["numberPools[0].pace", [{ ...pool, pace: { perSecond: 0 } }]],
    ["numberPools[0].pace", [{ ...pool, pace: "fast" }]],
    ["numberPools[0].whenPaced", [{ ...pool, whenPaced: "later" }]],
    ["one pool at most for each channel and country", [pool, pool]]
  ]

  it("are refused with their place, and change nothing [XRT-119]", async () => {
    await using acme = await Acme.start()
    const { account, box } = acme
    const strange = (call: unknown) => call as (...given: ReadonlyArray<unknown>) => Promise<unknown>
    const { set } = box.operator.numberPools
    await set(account, [pool])
    for (const [place, numberPools] of flaws) {
      const told = { code: "VALIDATION_001", message: expect.stringContaining(place) as unknown }
      await expect(strange(set)(account, numberPools)).rejects.toMatchObject(told)
      await expect(strange(box.accounts.ensure)({ name: "Acme", id: account, numberPools })).rejects.toMatchObject(told)
    }
    expect(await box.operator.numberPools.get(account)).toEqual([pool])
  })
})
