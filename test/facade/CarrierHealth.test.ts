/**
 * Unwell carriers through the facade: what nodes share, and what the operator sets (decisions 18.3).
 */
import type { Options, Signalbox, Storage } from "signalbox"
import { carrier, createSignalbox, memory, postgres, SignalboxError } from "signalbox"
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import * as Database from "../postgres/Database.ts"

let database: Database.Database
const open = new Set<Signalbox>()

beforeAll(async () => {
  database = await Database.fresh()
})

afterEach(async () => {
  await Promise.all([...open].map((box) => box.close({ graceMs: 1000 })))
  open.clear()
})

afterAll(() => database.drop())

const settled = (check: () => Promise<void>): Promise<void> => vi.waitFor(check, { timeout: 20_000, interval: 50 })

/** Returns what a call is refused with. */
const refusal = async (call: Promise<unknown>): Promise<string> => {
  const error: unknown = await call.then(() => null, (cause: unknown) => cause)
  if (!(error instanceof SignalboxError)) throw new Error(`not refused: ${String(error)}`)
  return `${error.code} ${error.message}`
}

const soon = (hours = 1): Date => new Date(Date.now() + hours * 3_600_000)

let schemas = 0

/** One node in memory, and two on PostgreSQL. */
describe.each<[string, () => ReadonlyArray<Storage>]>([
  ["memory", () => [memory()]],
  ["PostgreSQL", () => {
    const schema = `health_${++schemas}`
    return [1, 2].map(() => postgres(database.url, { schema, maxConnections: 4 }))
  }]
])("carriers on %s", (_, storages) => {
  /** The nodes of a service whose first carrier fails at everything. */
  const start = (options: Partial<Options> = {}) => {
    const asked: Array<string> = []
    const nodes = storages().map((storage) => {
      const box = createSignalbox({
        storage,
        carriers: ["acme", "other"].map((id) =>
          carrier({
            id,
            channels: ["sms"],
            submit: ({ attempt }) => {
              asked.push(id)
              return id === "acme" ? { refused: "provider_unavailable" } : attempt
            }
          })
        ),
        secretKeys: `test:${Buffer.alloc(32, 7).toString("base64")}`,
        log: false,
        ...options
      })
      open.add(box)
      return box
    })
    return { asked, nodes, first: nodes[0]!, last: nodes.at(-1)! }
  }

  const furnished = async (box: Signalbox): Promise<string> => {
    const { id } = await box.accounts.ensure({ name: "Acme", balance: 100, numbers: ["+12015559000"] })
    const definition = { body: { multiChannel: { template: "On its way." } } }
    await box.as(id).templates.ensure({ name: "order", definition }, { reviewedWithinMs: 20_000 })
    return id
  }

  const send = async (box: Signalbox, id: string, first: number, count: number): Promise<void> => {
    const to = Array.from({ length: count }, (_, index) => `+12015550${String(first + index).padStart(3, "0")}`)
    const { recipients } = await box.as(id).messages.send({ to, template: { name: "order" }, channel: ["sms"] })
    await settled(async () => {
      for (const { message_id: message } of recipients) {
        expect((await box.as(id).messages.get(message)).status).toBe("SENT")
      }
    })
  }

  it("lets an unwell one be tried later, on every node, until the operator begins anew with it [XRT-058, XRT-064]", async () => {
    const { first, last, nodes } = start({ carrierHealth: { minimum: 8, step: 100, probes: 1, reportSeconds: 1 } })
    const id = await furnished(first)
    // Neither node has seen enough by itself.
    for (const [index, box] of nodes.entries()) await send(box, id, 10 * index, nodes.length === 1 ? 8 : 4)
    await settled(async () =>
      expect(await last.operator.carriers.health()).toEqual([{
        carrier: "acme",
        country: "US",
        weight: 1,
        trouble: "failing",
        counted: 8,
        troubled: 8,
        fellAt: expect.any(Date),
        pinnedUntil: null
      }])
    )
    expect(await last.operator.carriers.release("acme", { country: "US" })).toBe(true)
    expect(await first.operator.carriers.health()).toEqual([])
  })

  it("keeps each in its place where nothing is configured, but for what the operator pins [XRT-060, XRT-061]", async () => {
    const { asked, first, last } = start()
    const id = await furnished(first)
    await send(first, id, 100, 10)
    expect(asked.filter((each) => each === "acme").length).toBe(10)
    expect(await first.operator.carriers.health()).toEqual([])
    const until = soon()
    const { carriers } = last.operator
    const pin = () => carriers.pin("acme", { weight: 0, until })
    expect([await pin(), await pin()]).toEqual([true, false])
    const explained = await first.as(id).messages.explain({
      to: ["+12015550120"],
      template: { name: "order" },
      channel: ["sms"]
    })
    expect(explained.recipients[0]!.candidates.map(({ carrier, moved }) => [carrier, moved])).toEqual([
      ["other", undefined],
      ["acme", "carrier_unwell"]
    ])
    asked.length = 0
    await send(first, id, 120, 10)
    expect(asked).toEqual(Array.from({ length: 10 }, () => "other"))
    expect(await first.operator.carriers.health()).toEqual([{
      carrier: "acme",
      country: null,
      weight: 0,
      trouble: null,
      counted: null,
      troubled: null,
      fellAt: null,
      pinnedUntil: until
    }])
    expect([await carriers.release("acme"), await carriers.release("acme")]).toEqual([true, false])
    await send(first, id, 140, 1)
    expect(asked.slice(10)).toEqual(["acme", "other"])
  })

  it("refuses what is no weight, no end, no country and no carrier, and changes nothing [XRT-064]", async () => {
    const { first } = start()
    const { health, pin, release } = first.operator.carriers
    const given = { weight: 5, until: soon() }
    const refused = await Promise.all([
      refusal(pin("acmee", given)),
      refusal(pin("acme", { ...given, weight: 101 })),
      refusal(pin("acme", { ...given, weight: 1.5 })),
      refusal(pin("acme", { ...given, until: soon(-1) })),
      refusal(pin("acme", { ...given, until: soon(24 * 31) })),
      refusal(pin("acme", { ...given, country: "XX" })),
      refusal(release("acme", { country: "gb" }))
    ])
    expect(refused.map((each) => each.split(" ")[0])).toEqual(Array(7).fill(refused[0]!.split(" ")[0]))
    expect(refused.join("\n")).toMatch(
      /did you mean acme\?.*\n.*weight.*\n.*weight.*\n.*until.*\n.*until.*\n.*country.*\n.*country/
    )
    expect(await health()).toEqual([])
  })
})

describe("the options about carriers", () => {
  const made = (options: object) => () => createSignalbox({ storage: memory(), carriers: [], log: false, ...options })

  it.each([
    ["slowSeconds", 9],
    ["slowSeconds", 3601],
    ["slowShare", 0],
    ["failedShare", 1.01],
    ["minimum", 4],
    ["windowMinutes", 121],
    ["windowMinutes", 5],
    ["step", 0],
    ["slowStepMinutes", 0],
    ["failedStepMinutes", 1441],
    ["restMinutes", 0.5],
    ["probes", 0],
    ["reportSeconds", 61],
    ["unknown", 1]
  ])("refuse %s %s [XRT-068]", (name, value) => {
    expect(made({ carrierHealth: { [name]: value } })).toThrow(`carrierHealth.${name}`)
  })

  it.each([9, 86_401, 60.5, "60", null])("refuse a rule that waits %j seconds [XRT-067]", (receiptSeconds) => {
    expect(made({ rules: [{ receiptSeconds }] })).toThrow("rules[0].receiptSeconds")
  })

  it("take all that is within bounds, and a rule that waits, of all accounts or of one [XRT-067, XRT-068]", async () => {
    const box = made({
      carrierHealth: { slowShare: null, failedShare: 1, windowMinutes: 6, minimum: 5 },
      rules: [{ receiptSeconds: 10 }]
    })()
    open.add(box)
    const { id } = await box.accounts.ensure({ name: "Acme", rules: [{ receiptSeconds: 86_400 }] })
    expect(await box.operator.rules.get(id)).toMatchObject([{ receiptSeconds: 86_400 }])
    expect(await refusal(box.accounts.ensure({ name: "Acme", rules: [{ receiptSeconds: 9 }] }))).toContain(
      "receiptSeconds"
    )
  })
})
