/**
 * How often recipients are written to and for which purposes, as a host sets it (decisions 17.4, 17.5).
 */
import { describe, expect, it, vi } from "vitest"
import * as Acme from "./Acme.ts"

/** A host without types may give anything, right or wrong. */
const strange = (call: unknown) => call as (...given: ReadonlyArray<unknown>) => Promise<unknown>

const refusal = (given: Promise<unknown>): Promise<unknown> => given.then(() => null, (error: unknown) => error)

const told = (place: string) => ({ code: "VALIDATION_001", message: expect.stringContaining(place) as unknown })

const ended = async ({ account, box }: Acme.Acme, more: object = {}): Promise<string> => {
  const me = box.as(account)
  const { recipients } = await me.messages.send({ ...Acme.order, ...more })
  const read = () => me.messages.get(recipients[0]!.message_id)
  await vi.waitFor(async () => expect((await read()).status).not.toMatch(/^(QUEUED|ROUTED)$/), 20_000)
  const { reason_code: code, status } = await read()
  return code ?? status
}

describe("frequency", () => {
  it("is set by the operator and by ensure, and taken away by null [XPR-045]", async () => {
    await using acme = await Acme.start()
    const { account, box } = acme
    const { frequency } = box.operator
    expect(await frequency.get(account)).toBe(null)
    await frequency.set(account, [{ per: "week", most: 1 }])
    expect(await frequency.get(account)).toEqual([{ per: "week", most: 1 }])
    expect([await ended(acme), await ended(acme)]).toEqual(["SENT", "SIGNALBOX_003"])
    await frequency.set(account, null)
    expect([await frequency.get(account), await ended(acme)]).toEqual([null, "SENT"])
    const organization = await box.accounts.ensure({ name: "Often", frequency: [{ per: "hour", most: 5 }] })
    expect(await frequency.get(organization.id)).toEqual([{ per: "hour", most: 5 }])
    await box.accounts.ensure({ name: "Often", frequency: null })
    expect(await frequency.get(organization.id)).toBe(null)
  })

  it("is refused when it is none, and stays as it was [XPR-045]", async () => {
    await using acme = await Acme.start()
    const { account, box } = acme
    await box.operator.frequency.set(account, [{ per: "day", most: 7 }])
    const flaws = [
      [[{ per: "month", most: 1 }], "frequency[0].per"],
      [[{ per: "day", most: 0 }], "frequency[0].most"],
      [[{ per: "day", most: 1_000_001 }], "frequency[0].most"],
      [[{ per: "day", most: 1, category: "OTHER" }], "frequency[0].category"],
      [[{ per: "day", most: 1 }, { per: "day", most: 2 }], "one rule at most for each category and period"]
    ] as const
    for (const [frequency, place] of flaws) {
      for (
        const [call, ...given] of [[box.operator.frequency.set, account, frequency], [box.accounts.ensure, {
          name: "X",
          frequency
        }]]
      ) {
        expect(await refusal(strange(call)(...given))).toMatchObject(told(place))
      }
    }
    expect(await box.operator.frequency.get(account)).toEqual([{ per: "day", most: 7 }])
  })
})

describe("purposes", () => {
  it("are set by the operator and by ensure, and taken away by null; clients and the operator say what contacts want [XPR-068, XPR-069]", async () => {
    await using acme = await Acme.start()
    const { account, box } = acme
    const { purposes } = box.operator
    const news = { name: "news", requiresOptIn: true, optOutKeyword: "STOP NEWS" } as const
    expect(await purposes.get(account)).toBe(null)
    await purposes.set(account, [news])
    expect(await purposes.get(account)).toEqual([news])
    expect(await ended(acme, { purpose: "news" })).toBe("SIGNALBOX_004")
    const me = box.as(account)
    const { contacts: [contact] } = await me.contacts.list()
    expect((await me.contacts.update(contact!.id, { preferences: { news: "opt_in" } })).preferences).toEqual({
      news: "opt_in"
    })
    expect(await ended(acme, { purpose: "news" })).toBe("SENT")
    const { records } = await me.consent.export()
    expect(records).toMatchObject([{ purpose: "news", consent: "opt_in", source: "API", contact_id: contact!.id }])
    const said = [{ news: "opt_out" }, { news: "opt_out" }, { news: null }] as const
    const changes = []
    for (const each of said) changes.push(await purposes.prefer(account, contact!.phone_number, each))
    expect(changes).toEqual([true, false, true])
    expect(await purposes.prefer(account, "+12015550199", { news: "opt_in" })).toBe(true)
    expect(
      (await me.consent.export()).records.map(({ consent, phone_number: phone, source }) => [phone, consent, source])
    )
      .toEqual([
        ["+12015550199", "opt_in", "OPERATOR"],
        [contact!.phone_number, null, "OPERATOR"],
        [contact!.phone_number, "opt_out", "OPERATOR"],
        [contact!.phone_number, "opt_in", "API"]
      ])
    for (const [phone, preferences] of [["12", { news: "opt_in" }], ["+12015550199", { shop: "opt_in" }]] as const) {
      expect(await refusal(purposes.prefer(account, phone, preferences))).toMatchObject({ code: "VALIDATION_001" })
    }
    const nobody = "00000000-0000-4000-8000-000000000000"
    expect(await refusal(purposes.prefer(nobody, "+12015550199", { news: "opt_in" }))).toMatchObject({
      code: "RESOURCE_004"
    })
    await purposes.set(account, null)
    expect(await purposes.get(account)).toBe(null)
    expect(await me.contacts.get(contact!.id)).not.toHaveProperty("preferences")
    const shop = await box.accounts.ensure({ name: "Shop", purposes: [{ name: "shop" }] })
    expect(await purposes.get(shop.id)).toEqual([{ name: "shop" }])
    await box.accounts.ensure({ name: "Shop", purposes: null })
    expect(await purposes.get(shop.id)).toBe(null)
  })

  it("are refused when they are none, and stay as they were [XPR-068]", async () => {
    await using acme = await Acme.start()
    const { account, box } = acme
    await box.operator.purposes.set(account, [{ name: "kept" }])
    const flaws = [
      [[{ name: "" }], "purposes[0].name"],
      [[{ name: "__proto__" }], "purposes[0].name"],
      [[{ name: "x".repeat(41) }], "purposes[0].name"],
      [[{ name: "news", optOutKeyword: "Stop" }], "purposes[0].optOutKeyword"],
      [[{ name: "news", optInKeyword: "x".repeat(41) }], "purposes[0].optInKeyword"],
      [[{ name: "news", optInReply: " " }], "purposes[0].optInReply"],
      [[{ name: "news", categories: ["MARKETING", "MARKETING"] }], "purposes[0].categories"],
      [[{ name: "news" }, { name: "news" }], "another name each"],
      [[{ name: "news", optInKeyword: "GO" }, { name: "shop", optOutKeyword: " go " }], "another keyword each"],
      [Array.from({ length: 21 }, (_, index) => ({ name: `p${index}` })), "20 purposes at most"]
    ] as const
    for (const [purposes, place] of flaws) {
      for (
        const [call, ...given] of [[box.operator.purposes.set, account, purposes], [box.accounts.ensure, {
          name: "X",
          purposes
        }]]
      ) {
        expect(await refusal(strange(call)(...given))).toMatchObject(told(place))
      }
    }
    expect(await box.operator.purposes.get(account)).toEqual([{ name: "kept" }])
  })
})
