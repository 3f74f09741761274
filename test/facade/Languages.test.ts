/**
 * Templates in several languages by `templates.ensure`: whatever starts brings each language up to date, and makes none
 * twice (decisions 15.3).
 */
import { expect, it } from "vitest"
import { start, template, to } from "./Acme.ts"

it("each language of a name is made once and changed by itself [XTP-012, XTP-014]", async () => {
  await using acme = await start()
  const { messages, templates } = acme.box.as(acme.account)
  const patience = { reviewedWithinMs: 20_000 }
  const [first] = (await templates.list({ search: template.name })).templates.filter(({ name }) =>
    name === template.name
  )
  const german = { name: template.name, language: "de", translation_of: first!.id }
  const made = await Promise.all(
    ["Unterwegs.", "Unterwegs."].map((text) => templates.ensure({ ...german, text }, patience))
  )
  const changed = await templates.ensure({ ...german, text: "Ist unterwegs." }, patience)
  expect(new Set([...made, changed].map(({ id }) => id)).size).toBe(1)
  expect(changed).toMatchObject({ name: template.name, language: "de", translation_of: first!.id, status: "APPROVED" })
  expect((await templates.ensure(template, patience)).id).toBe(first!.id)
  const texts = async (asked: object) => {
    const { recipients } = await messages.send({
      to: [to],
      template: { name: template.name, ...asked },
      channel: ["sms"]
    })
    await messages.settled(recipients[0]!.message_id, { timeoutMs: 1 }).catch(() => {})
    return recipients[0]!.body
  }
  expect([await texts({}), await texts({ language: "de" })]).toEqual(["On its way.", "Ist unterwegs."])
})

it("a translation of a template with another name is refused, and leaves nothing", async () => {
  await using acme = await start()
  const { templates } = acme.box.as(acme.account)
  const [first] = (await templates.list({ search: template.name })).templates.filter(({ name }) =>
    name === template.name
  )
  const wrong = templates.ensure({ name: "other", language: "de", translation_of: first!.id, text: "Unterwegs." })
  await expect(wrong).rejects.toMatchObject({ code: "VALIDATION_001", details: { name: expect.anything() as unknown } })
  expect(await templates.get(first!.id)).not.toHaveProperty("translations")
})
