/**
 * Recipients with parameters and a reference of their own (decisions 14.3).
 */
import { describe, expect, it } from "vitest"
import type { Start } from "./HttpSubject.ts"
import { createTemplate, idempotencyKey, resend, send, settled, settledAfter } from "./internal/actions.ts"
import { failure, success } from "./internal/answers.ts"
import type { Sent } from "./internal/resources.ts"
import { greeting, parameters, phone, phones } from "./internal/samples.ts"
import type { World } from "./internal/world.ts"
import { body, world } from "./internal/world.ts"

const text = (name: string, order: string): string => `Hello ${name}, order ${order} is ready.`

const cases = (world: World): void => {
  const { given, template } = world
  const post = (more: object, headers: Readonly<Record<string, string>> = {}) =>
    given().client.post("/v3/messages", body(world, more), headers)

  const mixed = [
    phone(301),
    { phone_number: phone(302), parameters: { name: "Grace" } },
    { phone_number: phone(303), parameters: { order: 1816, name: null }, reference: "third" },
    // The first variable by its id.
    { phone_number: phone(304), parameters: { "0": "Alan" }, reference: null }
  ]
  const texts = [text("Ada", "1815"), text("Grace", "1815"), text("Ada", "1816"), text("Alan", "1815")]
  const references = ["all", "all", "third", "all"]

  it("get each their own text and reference, on every channel [XMS-010, XMS-014]", async () => {
    const { client } = given()
    const { recipients } = await send(client, body(world, { to: mixed, reference: "all", channel: ["sms", "rcs"] }))
    const twice = <A>(all: ReadonlyArray<A>): ReadonlyArray<A> => all.flatMap((each) => [each, each])
    expect(recipients.map((each) => each.body)).toEqual(twice(texts))
    expect(recipients.map((each) => each.reference)).toEqual(twice(references))
    expect(recipients.map((each) => each.to)).toEqual(twice(phones(4, 301)))
    const found = await Promise.all(recipients.map(({ message_id }) => settled(client, message_id)))
    expect(found.filter(({ channel }) => channel === "sms").map((each) => each.message_body?.content)).toEqual(texts)
    expect(found.map((each) => each.reference)).toEqual(twice(references))
  })

  it("keep them when a message is sent again [XMS-014]", async () => {
    const { client } = given()
    const { recipients: [, , third] } = await send(client, body(world, { to: mixed }))
    const { message_id } = third!
    await settled(client, message_id)
    expect(success<Sent>(await resend(client, message_id), 202).recipients)
      .toMatchObject([{ body: texts[2], reference: "third" }])
    expect(await settledAfter(client, message_id, 2)).toMatchObject({ message_body: { content: texts[2] } })
  })

  it("are a thousand in one call [XMS-010]", async () => {
    const { client } = given()
    // Nobody reviews it, so nothing is sent.
    const { id } = await createTemplate(client, greeting)
    const to = phones(1000).map((phone_number, index) => ({
      phone_number,
      parameters: { name: `N${index}` },
      reference: `R${index}`
    }))
    const { recipients } = await send(client, { to, template: { id, parameters }, channel: ["sms"] })
    expect(recipients.map((each) => [each.to, each.body, each.reference])).toEqual(
      to.map(({ phone_number, reference }, index) => [phone_number, text(`N${index}`, "1815"), reference])
    )
    const more = { phone_number: phone(1000) }
    failure(await client.post("/v3/messages", { to: [...to, more], template: { id } }), 400, "VALIDATION_001", ["to"])
  })

  it("name their index where a value cannot be sent [XMS-011]", async () => {
    const wrong = { phone_number: phone(9), parameters: { name: "a\nb" } }
    failure(await post({ to: [...mixed, wrong] }), 400, "VALIDATION_008", ["to[4].parameters.name"])
    failure(await post({ to: [...mixed, wrong], sandbox: true, reference: "" }), 400, "VALIDATION_001", ["reference"])
    const shared = { id: template().id, parameters: { ...parameters, name: "a\nb" } }
    failure(await post({ to: mixed, template: shared }), 400, "VALIDATION_008", ["template.parameters.name"])
  })

  it("of the same number must say the same, and count once then [XMS-012]", async () => {
    const own = { phone_number: phone(5), parameters: { name: "Grace" } }
    const { details } = failure(await post({ to: [phone(4), own, phone(5)] }), 400, "VALIDATION_001", ["to[2]"])
    expect(details?.["to[2]"]?.join()).toContain("to[1]")
    failure(await post({ to: [own, { ...own, reference: "x" }] }), 400, "VALIDATION_001", ["to[1]"])
    const again = { phone_number: ` ${phone(5)}`, parameters: { name: "Grace", order: 1815 }, reference: "all" }
    const { recipients } = await send(given().client, body(world, { to: [own, again, own], reference: "all" }))
    expect(recipients).toMatchObject([{ to: phone(5), body: text("Grace", "1815"), reference: "all" }])
  })

  it("have no parameters where a text is sent, but references [XMS-013]", async () => {
    const { client } = given()
    const own = { phone_number: phone(6), reference: "mine" }
    const { recipients } = await send(client, { to: [own, phone(7)], text: "Hello", channel: ["sms"] })
    expect(recipients.map(({ body, reference }) => [body, reference])).toEqual([["Hello", "mine"], [
      "Hello",
      undefined
    ]])
    const to = [phone(7), { ...own, parameters: { name: "Ada" } }]
    failure(await client.post("/v3/messages", { to, text: "Hello" }), 400, "VALIDATION_001", ["to[1].parameters"])
  })

  it("are judged and shown in the sandbox too [XMS-010, XMS-012]", async () => {
    const { recipients } = success<Sent>(await post({ to: mixed, reference: "all", sandbox: true }), 202)
    expect(recipients.map(({ reference, to }) => [to, reference])).toEqual(
      references.map((reference, index) => [phone(301 + index), reference])
    )
    failure(await post({ to: [...mixed, phone(302)], sandbox: true }), 400, "VALIDATION_001", ["to[4]"])
  })

  it("belong to what a repetition repeats", async () => {
    const key = { "idempotency-key": idempotencyKey() }
    const first = success<Sent>(await post({ to: mixed }, key), 202)
    expect(success<Sent>(await post({ to: mixed }, key), 202)).toEqual(first)
    const other = [...mixed.slice(1), { phone_number: phone(301), parameters: { name: "Alan" } }]
    failure(await post({ to: other }, key), 422, "CONFLICT_005")
  })
}

export const suite = (name: string, start: Start): void => {
  describe(`Recipients of their own (${name})`, () => cases(world(start)))
}
