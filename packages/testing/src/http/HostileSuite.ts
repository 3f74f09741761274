/**
 * Bodies that are right as JSON and mean harm, or nothing at all: whatever comes, the answer is one of the API and no
 * unexpected failure (specification "Errors": INTERNAL_001 is for the unexpected).
 */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { propWith } from "../Prop.ts"
import type { Start } from "./HttpSubject.ts"
import { createWebhook } from "./internal/actions.ts"
import { anyFields, failure, sound, success } from "./internal/answers.ts"
import { endpoints, postText, templates, webhooks, withField } from "./internal/endpoints.ts"
import { server } from "./internal/given.ts"
import type { Template, Webhook } from "./internal/resources.ts"
import { phone, unknownId, webhook, wildText, wildValue } from "./internal/samples.ts"
import type { Reply } from "./Reply.ts"

const anEndpoint = fc.constantFrom(...endpoints)

export const suite = (name: string, start: Start): void => {
  describe(`Hostile bodies (${name})`, () => {
    const given = server(start)
    const post = (path: string, body: string, headers?: Readonly<Record<string, string>>): Promise<Reply> =>
      postText(given().client, path, body, headers)

    it("with __proto__ sets nothing behind the scenes", async () => {
      const { client } = given()
      const { sandbox: _, ...live } = templates.right
      const reply = await post("/v3/templates", withField(live, `"__proto__":{"sandbox":true}`))
      success<Template>(reply, 201)
      expect(reply.headers.has("x-sandbox")).toBe(false)
      for (const { path, required, right } of endpoints) {
        failure(await post(path, `{"__proto__":${JSON.stringify(right)}}`), 400, "VALIDATION_001", required)
      }
      expect(success<Webhook>(await client.post("/v3/webhooks", webhook), 201)).toMatchObject({ retry_count: 3 })
    })

    it("with names of Object.prototype is like with any other unknown names", async () => {
      for (const { path, right, status } of endpoints) {
        const names = ["constructor", "toString", "hasOwnProperty", "valueOf", "__defineGetter__"]
        success(await post(path, withField(right, names.map((name) => `"${name}":{"a":1}`).join())), status)
      }
    })

    it("with a field twice takes the last one, of sandbox too", async () => {
      const reply = await post("/v3/webhooks", withField(webhook, `"display_name":"Second"`))
      expect(success<Webhook>(reply, 201).display_name).toBe("Second")
      for (const [last, shown] of [[true, "true"], [false, null]] as const) {
        const unclear = await post("/v3/webhooks", withField(webhook, `"sandbox":${!last},"sandbox":${last}`))
        success(unclear, 201)
        expect(unclear.headers.get("x-sandbox") ?? null).toBe(shown)
      }
    })

    it.each(["1e999", "-1e999", "1e-999", "123456789012345678901234567890", "-0", "0.1e1"])(
      "with the number %s is no accident",
      async (number) => {
        for (const { path, right, status } of endpoints) {
          const headers = { "content-type": "application/json", "idempotency-key": "number" }
          success(await post(path, withField(right, `"extra":${number}`)), status)
          sound(await post(path, withField(right, `"extra":${number}`), headers))
        }
        const { sandbox: _, retry_count: __, ...live } = webhooks.right
        sound(await post("/v3/webhooks", withField(live, `"retry_count":${number}`)))
      }
    )

    it("with a number beyond all numbers is out of range", async () => {
      const { retry_count: _, ...rest } = webhooks.right
      const reply = await post("/v3/webhooks", withField(rest, `"retry_count":1e999`))
      const { code } = failure(reply, 400, (reply.json as { error: { code: string } }).error.code, ["retry_count"])
      expect(["VALIDATION_001", "VALIDATION_005"]).toContain(code)
    })

    propWith({ runs: 40 })("with any text as a name answers with sound JSON", wildText, async (text) => {
      const reply = await given().client.post("/v3/webhooks", { ...webhook, display_name: text })
      // Halves of characters cannot be told in UTF-8.
      const isName = !/[\0\ud800-\udfff]/u.test(text) && text.trim() !== "" && text.length <= 255
      if (isName) expect(success<Webhook>(reply, 201).display_name).toBe(text)
      else failure(reply, 400, "VALIDATION_001", anyFields)
    })

    propWith({ runs: 150 })(
      "with any values in its fields is no accident [ENV-034]",
      anEndpoint.chain(({ path, right }) =>
        fc.record({
          path: fc.constant(path),
          // A live one and a simulated one take different ways.
          body: fc.record(
            Object.fromEntries(
              Object.entries(right).map(([field, value]) => [
                field,
                fc.oneof(fc.constant(value), fc.constant(value), wildValue)
              ])
            ),
            { requiredKeys: [] }
          )
        })
      ),
      async ({ body, path }) => sound(await given().client.post(path, body))
    )

    propWith({ runs: 60 })(
      "with any values in what is nested is no accident",
      fc.record({
        template: fc.record({
          id: fc.oneof(fc.constant(unknownId), wildValue),
          name: wildValue,
          parameters: fc.oneof(fc.dictionary(wildText, wildValue), wildValue)
        }, { requiredKeys: [] }),
        definition: fc.record({
          body: fc.record({
            multiChannel: fc.record({ type: wildValue, template: wildText, variables: fc.array(wildValue) }),
            sms: wildValue
          }, { requiredKeys: [] }),
          definitionVersion: wildValue,
          header: wildValue
        }, { requiredKeys: [] }),
        event_filters: fc.dictionary(fc.oneof(fc.constant("channel"), wildText), fc.array(wildValue)),
        to: fc.array(fc.oneof(fc.constant(phone(1)), wildValue)),
        channel: fc.array(fc.oneof(fc.constant("sms"), wildValue)),
        event_types: fc.array(fc.oneof(fc.constant("channel"), wildValue)),
        display_name: wildText,
        endpoint_url: fc.oneof(fc.webPath().map((path) => `https://nobody.invalid${path}`), wildText),
        sandbox: fc.boolean()
      }, { requiredKeys: [] }),
      async (body) => {
        for (const { path } of endpoints) sound(await given().client.post(path, body))
      }
    )

    it("leaves the server as it was", async () => {
      expect((await createWebhook(given().client, {})).display_name).toBe("Mine")
      failure(await given().client.post("/v3/templates", {}), 400, "VALIDATION_001", anyFields)
    })
  })
}
