/**
 * Looking up a number (specification "Other endpoints", decisions 3.10).
 */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { propWith } from "../Prop.ts"
import type { Start } from "./HttpSubject.ts"
import { failure, success } from "./internal/answers.ts"
import { actingAs, server } from "./internal/given.ts"
import * as RawHttp from "./RawHttp.ts"

const path = "/v3/numbers/lookup"

const lineTypes = ["mobile", "landline", "voip", "toll_free", "premium_rate", "shared_cost", "pager", "unknown"]

const aTextOrNull: unknown = expect.toSatisfy((value) => value === null || typeof value === "string")
const aFlagOrNull: unknown = expect.toSatisfy((value) => value === null || typeof value === "boolean")

/** A found number, whatever the server knows of it. */
const aNumber = {
  carrier_name: aTextOrNull,
  line_type: expect.toSatisfy((value) => value === null || lineTypes.includes(String(value))) as unknown,
  is_ported: aFlagOrNull,
  is_voip: aFlagOrNull,
  mobile_country_code: aTextOrNull,
  mobile_network_code: aTextOrNull
}

export const suite = (name: string, start: Start): void => {
  describe(`Number look-up (${name})`, () => {
    const given = server(start)

    it("tells of a number that can be assigned what is known of it, and null where nothing is", async () => {
      for (const [phone, region] of [["+447911123456", "GG"], ["+4930123456", "DE"], ["+12025550123", "US"]] as const) {
        for (const written of [phone, encodeURIComponent(phone)]) {
          const found = success<object>(await given().client.get(`${path}/${written}`), 200)
          expect(found).toStrictEqual({ ...aNumber, phone_number: phone, is_valid: true, country_code: region })
        }
      }
    })

    it("says voice over IP of a line that is, and of no other", async () => {
      const lookUp = async (phone: string) =>
        success<{ readonly line_type: string | null; readonly is_voip: boolean | null }>(
          await given().client.get(`${path}/${phone}`),
          200
        )
      for (const phone of ["+445612345678", "+447911123456", "+4930123456", "+18005550123"]) {
        const { is_voip, line_type } = await lookUp(phone)
        if (line_type !== null && line_type !== "unknown") expect(is_voip).toBe(line_type === "voip")
      }
    })

    it("tells of a number that nobody can have only that", async () => {
      for (const phone of ["+15550000000", "+447700900", "+999123456789"]) {
        expect(success<object>(await given().client.get(`${path}/${phone}`), 200)).toStrictEqual({
          phone_number: phone,
          is_valid: false,
          country_code: null,
          carrier_name: null,
          line_type: null,
          is_ported: null,
          is_voip: null,
          mobile_country_code: null,
          mobile_network_code: null
        })
      }
    })

    propWith({ runs: 40 })(
      "refuses what is not E.164: 400 VALIDATION_002 with the parameter's name [ERR-004]",
      fc.oneof(
        fc.string({ unit: "binary", minLength: 1, maxLength: 20 }),
        fc.stringMatching(/^[0-9]{7,15}$/),
        fc.stringMatching(/^\+[0-9]{16,30}$/),
        fc.stringMatching(/^\+0[0-9]{8,12}$/),
        fc.stringMatching(/^\+[1-9][0-9]{0,4}$/),
        fc.constantFrom(
          "+1 202 555 0123",
          "+1-202-555-0123",
          " +12025550123",
          "+12025550123 ",
          "tel:+12025550123",
          "%00"
        )
      ).filter((text) => !/^\.{1,2}$/.test(text)),
      async (text) => {
        failure(await given().client.get(`${path}/${encodeURIComponent(text)}`), 400, "VALIDATION_002", ["phoneNumber"])
      }
    )

    it.each(["%", "%zz", "%c3%28"])("refuses what cannot be read: 400 VALIDATION_002: %s", async (text) => {
      const { apiKey, baseUrl } = given().subject
      const reply = await RawHttp.send(baseUrl, { path: `${path}/${text}`, headers: [["x-api-key", apiKey]] })
      failure(reply, 400, "VALIDATION_002", ["phoneNumber"])
    })

    it("is for whoever has a key, and acts as a profile", async () => {
      const { nobody, subject } = given()
      failure(await nobody.get(`${path}/+12025550123`), 401, "AUTH_002")
      const scoped = await actingAs(given(), subject.profileId).get(`${path}/+12025550123`)
      expect(scoped.headers.get("x-profile-id")).toBe(subject.profileId)
      success(scoped, 200)
    })

    it("has no sandbox and heeds no Idempotency-Key", async () => {
      for (const key of ["not valid!", "numbers-1", "numbers-1"]) {
        const reply = await given().client.get(`${path}/+12025550123?sandbox=true`, { "idempotency-key": key })
        success(reply, 200)
        expect([reply.headers.has("x-sandbox"), reply.headers.has("idempotent-replayed")]).toEqual([false, false])
      }
    })
  })
}
