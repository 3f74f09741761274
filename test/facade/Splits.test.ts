/**
 * Rules that split messages among carriers, or select the cheapest one (decisions 18.5), as a host gives them.
 */
import type { Options, Rule } from "signalbox"
import { carrier, createSignalbox, memory } from "signalbox"
import { describe, expect, it, vi } from "vitest"
import * as Acme from "./Acme.ts"

const two = (handed: Array<string>, refuses: ReadonlyArray<string> = []): Pick<Options, "carriers"> => ({
  carriers: ["acme", "other"].map((id) =>
    carrier({
      id,
      channels: ["sms"],
      submit: ({ attempt }) => {
        handed.push(id)
        return refuses.includes(id) ? { refused: "provider_unavailable" as const } : attempt
      }
    })
  )
})

const send = async ({ account, box }: Acme.Acme, count: number): Promise<void> => {
  const me = box.as(account)
  const to = Array.from({ length: count }, (_, index) => `+120155501${String(index).padStart(2, "0")}`)
  const { recipients } = await me.messages.send({ ...Acme.order, to })
  for (const { message_id: id } of recipients) {
    await vi.waitFor(async () => expect((await me.messages.get(id)).status).toBe("SENT"), 20_000)
  }
}

const share = (handed: ReadonlyArray<string>, id: string): number => handed.filter((each) => each === id).length

describe("a rule with a split", () => {
  it("shares messages out, and nothing to a carrier before its first day [XRT-100, XRT-104]", async () => {
    const handed: Array<string> = []
    const split = [{ carrier: "acme", weight: 1 }, { carrier: "other", weight: 1 }]
    await using acme = await Acme.start({}, { ...two(handed), rules: [{ split }] })
    await send(acme, 40)
    // Two to the power of -39: that all go one way is as good as impossible.
    expect(share(handed, "acme")).toBeGreaterThan(0)
    expect(share(handed, "other")).toBeGreaterThan(0)
    handed.length = 0
    const later = [split[0]!, { carrier: "other", weight: 1000, from: new Date(Date.now() + 3_600_000) }]
    const rules: ReadonlyArray<Rule> = [{ split: later }]
    await acme.box.operator.rules.set(acme.account, rules)
    expect(await acme.box.operator.rules.get(acme.account)).toMatchObject(rules)
    await send(acme, 10)
    expect(handed).toEqual(Array(10).fill("acme"))
  })

  it("goes on with the next carrier when the first one refuses [XRT-101]", async () => {
    const handed: Array<string> = []
    const rules = [{ split: [{ carrier: "acme", weight: 1 }, { carrier: "other", weight: 0 }] }]
    await using acme = await Acme.start({}, { ...two(handed, ["acme"]), rules })
    await send(acme, 1)
    expect(handed).toEqual(["acme", "other"])
  })
})

describe("a rule that selects the cheapest", () => {
  it("goes by the costs of carriers for the recipient's country [XRT-105]", async () => {
    const handed: Array<string> = []
    const costs = [
      { carrier: "acme", channel: "sms", price: 0.004 },
      { carrier: "other", channel: "sms", price: 0.5 },
      { carrier: "other", channel: "sms", country: "US", price: 0.00395 }
    ] as const
    await using acme = await Acme.start({}, { ...two(handed), costs, rules: [{ select: "cheapest" }] })
    await send(acme, 2)
    expect(handed).toEqual(["other", "other"])
  })
})

describe("options", () => {
  it.each<readonly [place: string, given: object]>([
    ["rules[0].split", { rules: [{ split: [] }] }],
    ["rules[0].split[0].weight", { rules: [{ split: [{ carrier: "acme", weight: -1 }] }] }],
    ["rules[0].split[0].weight", { rules: [{ split: [{ carrier: "acme", weight: 0.5 }] }] }],
    ["rules[0].split must have a weight above 0", { rules: [{ split: [{ carrier: "acme", weight: 0 }] }] }],
    [
      "rules[0].split must name each carrier once",
      { rules: [{ split: [{ carrier: "acme", weight: 1 }, { carrier: "acme", weight: 1 }] }] }
    ],
    ["rules[0].split[0].carrier must be the id", { rules: [{ split: [{ carrier: "nobody", weight: 1 }] }] }],
    [
      "must have a from that is before its until",
      { rules: [{ split: [{ carrier: "acme", weight: 1, until: new Date() }] }] }
    ],
    ["one of carrier, split and select", { rules: [{ carrier: "acme", select: "cheapest" }] }],
    ["one of carrier, split and select", { rules: [{ action: "DENY", select: "cheapest" }] }],
    ["costs[0].carrier must be the id", { costs: [{ carrier: "nobody", channel: "sms", price: 1 }] }],
    ["costs[0].price", { costs: [{ carrier: "acme", channel: "sms", price: -1 }] }]
  ])("are refused with their place: %s [XRT-106]", (place, given) => {
    const make = createSignalbox as (options: object) => unknown
    expect(() => make({ storage: memory(), ...two([]), ...given })).toThrow(place)
  })
})
