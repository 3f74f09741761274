/**
 * Sends whose SMS are sent with plain forms of typographic characters (decisions 14.6).
 */
import { describe, expect, it } from "vitest"
import type { Start } from "./HttpSubject.ts"
import { activities, approvedTemplate, resend, send, sendOne, settledAfter } from "./internal/actions.ts"
import { failure, success } from "./internal/answers.ts"
import { server } from "./internal/given.ts"
import type { Message, Sent, Template } from "./internal/resources.ts"
import { definition, phone } from "./internal/samples.ts"

const typographic = "\u201cIt\u2019s\u00a0here\u201d \u2014 at last\u2026"
const plain = "\"It's here\" - at last..."

export const suite = (name: string, start: Start): void => {
  describe(`Smart encoding (${name})`, () => {
    let template: Template
    const given = server(start, async ({ client }) => {
      template = await approvedTemplate(client, definition("{{text}}", "text"))
    })

    const body = (text: string, more: object = {}): object => ({
      to: [phone(1)],
      template: { id: template.id, parameters: { text } },
      channel: ["sms"],
      ...more
    })

    const routed = async ({ id }: Message): Promise<string> => {
      const { activities: lines } = await activities(given().client, id)
      return lines.find(({ status }) => status === "ROUTED")!.description
    }

    it("sends what is shown, and tells what it changed [XMS-060, XMS-062]", async () => {
      const { client } = given()
      const { recipients } = await send(client, body(typographic, { smart_encoding: true }))
      expect(recipients[0]!.body).toBe(plain)
      const message = await sendOne(client, body(typographic, { smart_encoding: true }))
      expect(message).toMatchObject({ status: "DELIVERED", message_body: { content: plain } })
      const line = await routed(message)
      expect(line).toContain(
        "smart encoding: U+201C by \" (once), U+2019 by ' (once), U+00A0 by a space (once), " +
          "U+201D by \" (once), U+2014 by - (once), U+2026 by ... (once)"
      )
      success<Sent>(await resend(client, message.id), 202)
      expect((await settledAfter(client, message.id, 2)).message_body?.content).toBe(plain)
    })

    it("is charged by the segments that go out [XMS-060]", async () => {
      const { client } = given()
      const text = `${"a".repeat(140)}\u2019`
      const [one, three] = await Promise.all(
        [true, false].map((wanted) => sendOne(client, body(text, { smart_encoding: wanted })))
      )
      expect(three!.price).toBeCloseTo(one!.price! * 3, 10)
    })

    it("leaves a text alone unless it is asked for, and where it saves nothing [XMS-061]", async () => {
      const { client } = given()
      const others = [
        body(typographic),
        body(typographic, { smart_encoding: false }),
        body(typographic, { smart_encoding: null }),
        body(`${typographic}\u{1F642}`, { smart_encoding: true }),
        body("\u2026".repeat(60), { smart_encoding: true })
      ]
      for (const each of others) {
        const message = await sendOne(client, each)
        expect(message.message_body?.content).toMatch(/\u2026/)
        expect(await routed(message)).not.toContain("smart encoding")
      }
    })

    it("is true or false, and shown in the sandbox as well", async () => {
      const { client } = given()
      for (const flaw of ["true", 1, {}]) {
        const reply = await client.post("/v3/messages", body("x", { smart_encoding: flaw }))
        failure(reply, 400, "VALIDATION_001", ["smart_encoding"])
      }
      const sandboxed = { to: [phone(1)], text: typographic, smart_encoding: true, sandbox: true }
      const { recipients } = success<Sent>(await client.post("/v3/messages", sandboxed), 202)
      expect(recipients[0]!.body).toBe(plain)
    })
  })
}
