/**
 * Rules that ask for look-ups (decisions 18.7), as a host gives them and its registry.
 */
import type { NumberFinding, Options, Rule, Signalbox, Storage } from "signalbox"
import { carrier, createSignalbox, memory, postgres } from "signalbox"
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import * as Database from "../postgres/Database.ts"
import * as Acme from "./Acme.ts"

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

const rules: ReadonlyArray<Rule> = [{ carrier: "other", ported: true }, { carrier: "other", network: ["310026"] }, {
  carrier: "acme"
}]

interface Handed {
  readonly id: string
  readonly to: string
}

/** One node in memory, and two on PostgreSQL. */
describe.each<[string, () => ReadonlyArray<Storage>]>([
  ["memory", () => [memory()]],
  ["PostgreSQL", () => [1, 2].map(() => postgres(database.url, { schema: "lookups", maxConnections: 4 }))]
])("look-ups on %s", (storage, storages) => {
  const start = (find: (phone: string) => NumberFinding | Promise<NumberFinding>) => {
    const handed: Array<Handed> = []
    const asked: Array<string> = []
    const nodes = storages().map((each) => {
      const box = createSignalbox({
        storage: each,
        carriers: ["acme", "other"].map((id) =>
          carrier({
            id,
            channels: ["sms"],
            submit: ({ attempt, to }) => {
              handed.push({ id, to })
              return attempt
            }
          })
        ),
        numberLookup: {
          find: (phone) => {
            asked.push(phone)
            return find(phone)
          },
          cost: 0.005,
          keepHours: 48
        },
        secretKeys: `test:${Buffer.alloc(32, 7).toString("base64")}`,
        log: false
      })
      open.add(box)
      return box
    })
    return { asked, handed, nodes }
  }

  /** Sends, and waits until each message is handed over. */
  const send = async (box: Signalbox, account: string, to: ReadonlyArray<string>): Promise<void> => {
    const me = box.as(account)
    const { recipients } = await me.messages.send({ ...Acme.order, to: [...to] })
    for (const { message_id: id } of recipients) {
      await vi.waitFor(async () => expect((await me.messages.get(id)).status).toBe("SENT"), 20_000)
    }
  }

  it("are made once for all nodes, each account for itself, and counted [XRT-129] [XRT-130] [XRT-133]", async () => {
    const { asked, handed, nodes } = start((phone) => phone.endsWith("1") ? { ported: true } : { ported: false })
    const first = nodes[0]!
    const last = nodes.at(-1)!
    const accounts = await Promise.all(["Acme", "Other"].map(async (name) => {
      const { id } = await first.accounts.ensure({
        name: `${name} ${storage}`,
        balance: 100,
        numbers: [Acme.number],
        rules
      })
      await first.as(id).templates.ensure(Acme.template, { reviewedWithinMs: 20_000 })
      return id
    }))
    const [own, other] = accounts as [string, string]
    const phones = ["+12015550131", "+12015550132"]
    expect(await first.operator.rules.get(own)).toMatchObject(rules)
    await send(first, own, phones)
    expect(handed.toSorted((one, two) => one.to < two.to ? -1 : 1)).toEqual([
      { id: "other", to: phones[0] },
      { id: "acme", to: phones[1] }
    ])
    await send(last, own, phones)
    expect(asked.toSorted()).toEqual(phones)
    await send(last, other, [phones[0]!])
    expect(asked).toHaveLength(3)
    expect((await last.as(own).usage.get()).look_ups).toEqual({ count: 2, cost: 0.01 })
    expect((await first.as(other).usage.get()).look_ups).toEqual({ count: 1, cost: 0.005 })
    const { recipients: [explained] } = await last.as(own).messages.explain({ ...Acme.order, to: [phones[0]!] })
    expect(explained?.look_up).toMatchObject({ state: "known", ported: true, cost: 0.005 })
    expect(explained?.rules[0]).toMatchObject({ of: "account", position: 1, ported: true })
    const { recipients: [unknown] } = await last.as(own).messages.explain({ ...Acme.order, to: ["+12015550139"] })
    expect(unknown).toMatchObject({ outcome: { status: "QUEUED" }, look_up: { state: "pending", cost: 0.005 } })
    expect(asked).toHaveLength(3)
  })

  it("go by the network as well, and what throws or lies meets no rule [XRT-120] [XRT-125]", async () => {
    const said: Readonly<Record<string, () => NumberFinding>> = {
      "+12015550141": () => ({ mobileCountryCode: "310", mobileNetworkCode: "026" }),
      "+12015550142": () => ({ mobileCountryCode: "310", mobileNetworkCode: "260" }),
      "+12015550143": () => {
        throw new Error("no registry")
      },
      "+12015550144": () => ({ ported: "yes" as never }),
      "+12015550145": () => undefined as never
    }
    const { handed, nodes: [box] } = start((phone) => said[phone]!())
    const { id } = await box!.accounts.ensure({ name: `Third ${storage}`, balance: 100, numbers: [Acme.number], rules })
    await box!.as(id).templates.ensure(Acme.template, { reviewedWithinMs: 20_000 })
    await send(box!, id, Object.keys(said))
    expect(handed.filter((each) => each.id === "other").map(({ to }) => to)).toEqual(["+12015550141"])
    expect(handed).toHaveLength(5)
    const { recipients: [failed] } = await box!.as(id).messages.explain({ ...Acme.order, to: ["+12015550143"] })
    expect(failed?.look_up).toMatchObject({ state: "failed" })
  })
})

describe("a flood of one account", () => {
  it("keeps no other account waiting, though the registry is silent [XRT-128]", async () => {
    const handed: Array<string> = []
    await using acme = await Acme.start({
      submit: ({ attempt, to }) => {
        handed.push(to)
        return attempt
      }
    }, {
      rules: [{ ported: true, country: "US" }, {}],
      numberLookup: { find: (phone) => phone.startsWith("+1201555") ? new Promise(() => {}) : { ported: true } }
    })
    const { id } = await acme.box.accounts.ensure({ name: "Other", balance: 100, numbers: [Acme.number] })
    await acme.box.as(id).templates.ensure(Acme.template, { reviewedWithinMs: 20_000 })
    const to = Array.from({ length: 60 }, (_, index) => `+12015552${String(index + 100)}`)
    await acme.box.as(acme.account).messages.send({ ...Acme.order, to })
    const { recipients: [sent] } = await acme.box.as(id).messages.send({ ...Acme.order, to: ["+12025550177"] })
    await vi.waitFor(
      async () => expect((await acme.box.as(id).messages.get(sent!.message_id)).status).toBe("SENT"),
      20_000
    )
    // The flood waits for answers that do not come: the other message did not wait behind it.
    expect(handed).toEqual(["+12025550177"])
  })
})

describe("without a registry", () => {
  it("no rule that asks for one is met, and an explanation says so [XRT-131] [XRT-132]", async () => {
    await using acme = await Acme.start({}, { rules: [{ action: "DENY", ported: false }, {}] })
    const me = acme.box.as(acme.account)
    const { recipients: [explained] } = await me.messages.explain(Acme.order)
    expect(explained).toMatchObject({
      outcome: { status: "ROUTED" },
      look_up: { state: "unavailable", rules: [{ of: "service", position: 1, is_met: false }] }
    })
    expect((await me.usage.get()).look_ups).toBe(undefined)
  })
})

describe("options", () => {
  it.each<readonly [place: string, given: Partial<Record<keyof Options, unknown>>]>([
    ["numberLookup.find must be a function", { numberLookup: { find: "soon" } }],
    ["numberLookup.find", { numberLookup: {} }],
    ["numberLookup.cost must be a number of at least 0", { numberLookup: { find: () => ({}), cost: -1 } }],
    ["numberLookup.keepHours must be a whole number from 1 to 720", {
      numberLookup: { find: () => ({}), keepHours: 0 }
    }],
    ["rules[0].network[1] must be the codes of country and network", { rules: [{ network: ["26201", "262"] }] }],
    ["rules[0].network must have between 1 and 100 networks", { rules: [{ network: [] }] }],
    ["rules[0].ported", { rules: [{ ported: "yes" }] }]
  ])("are refused with their place: %s [XRT-133]", (place, given) => {
    const make = createSignalbox as (options: object) => unknown
    const carriers = [carrier({ id: "acme", channels: ["sms"], submit: ({ attempt }) => attempt })]
    expect(() => make({ storage: memory(), carriers, ...given })).toThrow(place)
  })
})
