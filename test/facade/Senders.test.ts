/** Messages come from numbers that the account was given, or a carrier chooses the sender. */
import { describe, expect, it, vi } from "vitest"
import * as Acme from "./Acme.ts"

const sendOf = async (acme: Acme.Acme, settings: { readonly numbers?: ReadonlyArray<string> }) => {
  const { id } = await acme.box.accounts.ensure({ name: "Newcomer", balance: 10, ...settings })
  const me = acme.box.as(id)
  await me.templates.ensure(Acme.template, { reviewedWithinMs: 20_000 })
  const { recipients } = await me.messages.send(Acme.order)
  const message = () => me.messages.get(recipients[0]!.message_id)
  await vi.waitFor(async () => expect((await message()).status).toMatch(/^(SENT|FAILED)$/), 20_000)
  const settled = await message()
  const { activities } = await me.messages.activities(settled.id)
  return { settled, activities, handed: acme.handed.filter(({ account }) => account === id) }
}

describe("a message of an account", () => {
  it("without numbers is handed to no carrier, and its activities say why", async () => {
    await using acme = await Acme.start()
    const { activities, handed, settled } = await sendOf(acme, {})
    expect(settled).toMatchObject({ status: "FAILED" })
    expect(handed).toEqual([])
    expect(JSON.stringify(activities)).toContain("the account has no sender")
  })

  it("without numbers is handed to a carrier that chooses the sender by itself", async () => {
    await using acme = await Acme.start({ choosesSender: true })
    const { handed, settled } = await sendOf(acme, {})
    expect(settled).toMatchObject({ status: "SENT" })
    expect(handed).toMatchObject([{ from: null, to: Acme.to }])
  })

  it.each([false, true])("comes from its number, whether the carrier could choose: %s", async (choosesSender) => {
    await using acme = await Acme.start({ choosesSender })
    const { handed } = await sendOf(acme, { numbers: ["+12015559001"] })
    expect(handed).toMatchObject([{ from: "+12015559001" }])
  })

  it("does not come from the number of a channel that it is not for", async () => {
    await using acme = await Acme.start({ channels: ["sms", "whatsapp"] })
    const { id } = await acme.box.accounts.ensure({
      name: "Newcomer",
      balance: 10,
      channels: ["sms"],
      numbers: ["+12015559001"]
    })
    await acme.box.as(id).templates.ensure(Acme.template, { reviewedWithinMs: 20_000 })
    const sent = await acme.box.as(id).messages.send({ ...Acme.order, channel: ["whatsapp"] })
    const { status } = await acme.box.as(id).messages.settled(sent.recipients[0]!.message_id)
    expect(status).toBe("FAILED")
    expect(acme.handed).toEqual([])
  })
})
