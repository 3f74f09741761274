/**
 * Tests hold what sender profiles cannot be made of, and who cannot make them (specification "Sender profiles",
 * decisions 3.6, 5.6).
 */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { propWith } from "../Prop.ts"
import type { Start } from "./HttpSubject.ts"
import { me } from "./internal/actions.ts"
import { anyFields, failure } from "./internal/answers.ts"
import type { Given } from "./internal/given.ts"
import { server } from "./internal/given.ts"
import { createSender, patch, remove, sender, senderProfile } from "./internal/profiles.ts"
import { unknownId } from "./internal/samples.ts"

const path = "/v3/sender-profiles"

const letters = "abcdefghijklmnopqrstuvwxyz"

/** Texts that a short name must not be, by what is wrong with them. */
const wrongNames: ReadonlyArray<readonly [rule: string, arbitrary: fc.Arbitrary<string>]> = [
  ["shorter than 3 [PRF-002]", fc.string({ unit: fc.constantFrom(...letters), maxLength: 2 })],
  ["longer than 11 [PRF-003]", fc.string({ unit: fc.constantFrom(...letters), minLength: 12, maxLength: 40 })],
  [
    "with another character [PRF-004]",
    fc.tuple(fc.constantFrom(..."-_.!äß\né漢"), fc.nat({ max: 5 }))
      .map(([other, at]) => `${"acmeco".slice(0, at)}${other}${"acmeco".slice(at)}`)
  ],
  [
    "without a letter [PRF-005]",
    fc.string({ unit: fc.constantFrom(..."0123456789 "), minLength: 3, maxLength: 11 })
  ]
]

const refusals = (given: () => Given): void => {
  for (const [name, arbitrary] of wrongNames) {
    propWith({ runs: 25 })(`are for short names ${name}`, arbitrary, async (short_name) => {
      failure(await given().client.post(path, senderProfile({ short_name })), 400, "VALIDATION_001", ["short_name"])
    })
  }

  it("are for what is missing, all of it in one answer", async () => {
    const { client } = given()
    failure(await client.post(path, {}), 400, "VALIDATION_001", ["name", "short_name"])
    const nothing = { name: " ", short_name: null, description: 7 }
    failure(await client.post(path, nothing), 400, "VALIDATION_001", ["description", "name", "short_name"])
  })

  it("are for billing.fallback, whatever it holds [PRF-008]", async () => {
    const { client } = given()
    for (const fallback of [true, false, null, "organization", {}]) {
      const reply = await client.post(path, senderProfile({ billing: { inherit: true, fallback } }))
      failure(reply, 400, "VALIDATION_001", ["billing.fallback"])
    }
  })

  propWith({ runs: 15 })(
    "are for ALPHANUMERIC without a sender [PRF-011]",
    fc.constantFrom<unknown>(undefined, null, "", " ", "   \t"),
    fc.constantFrom("US", "de", "GB"),
    async (sender_value, country) => {
      const sms = { country, number_type: "ALPHANUMERIC", ...(sender_value === undefined ? {} : { sender_value }) }
      const reply = await given().client.post(path, senderProfile({ channels: { sms } }))
      failure(reply, 400, "VALIDATION_001", ["channels.sms.sender_value"])
    }
  )

  const wrong: ReadonlyArray<[body: object, field: string, code?: string]> = [
    [{ channels: { sms: { inherit: true, country: "US", number_type: "LOCAL" } } }, "channels.sms"],
    [{ channels: { whatsapp: { inherit: true, waba_id: "w" } } }, "channels.whatsapp"],
    [{ channels: { rcs: { display_name: "Acme" } } }, "channels.rcs"],
    [{ channels: { whatsapp: {} } }, "channels.whatsapp.waba_id"],
    [{ channels: { sms: { number_type: "LOCAL" } } }, "channels.sms.country"],
    [{ channels: { sms: { country: "ZZ", number_type: "LOCAL" } } }, "channels.sms.country"],
    [{ channels: { sms: { country: "US", number_type: "FAX" } } }, "channels.sms.number_type", "VALIDATION_006"],
    [{ channels: { sms: { country: "US", number_type: "LOCAL", sender_value: "Acme" } } }, "channels.sms.sender_value"],
    [
      { channels: { sms: { country: "US", number_type: "LOCAL", sender_value: "12345", area_codes: ["212"] } } },
      "channels.sms.area_codes"
    ],
    [{ compliance: { brand: { inherit: true, legal_name: "Acme" } } }, "compliance.brand"],
    [{ compliance: { campaign: { inherit: true, description: "x" } } }, "compliance.campaign"],
    [{ compliance: { brand: {} } }, "compliance.brand"],
    [{ compliance: { campaign: { sample_messages: [] } } }, "compliance.campaign.sample_messages"],
    [{ billing: { inherit: false } }, "billing.inherit"],
    [{ billing: {} }, "billing.inherit"]
  ]

  it.each(wrong)("are for %j", async (more, field, code = "VALIDATION_001") => {
    failure(await given().client.post(path, senderProfile(more)), 400, code, [field])
  })

  it("are for a profile's key, in everything: 403 AUTH_004", async () => {
    const { profile, subject } = given()
    const own = `${path}/${subject.profileId}`
    failure(await profile.post(path, senderProfile()), 403, "AUTH_004")
    failure(await profile.get(path), 403, "AUTH_004")
    failure(await profile.get(own), 403, "AUTH_004")
    failure(await patch(profile, own, { name: "x" }), 403, "AUTH_004")
    failure(await remove(profile, own), 403, "AUTH_004")
  })

  it("are for ids that are none, or nobody's, or another organization's [ERR-005, ERR-025]", async () => {
    const { client, other } = given()
    const foreign = await createSender(other)
    const ids = [[unknownId, 404, "RESOURCE_014"], [foreign.id, 404, "RESOURCE_014"], [
      "x",
      400,
      "VALIDATION_003"
    ]] as const
    for (const [id, status, code] of [...ids, [(await me(client)).id, 404, "RESOURCE_014"] as const]) {
      failure(await client.get(`${path}/${id}`), status, code, anyFields)
      failure(await patch(client, `${path}/${id}`, { name: "x" }), status, code, anyFields)
      failure(await remove(client, `${path}/${id}`), status, code, anyFields)
    }
    expect(await sender(other, foreign.id)).toMatchObject({ name: foreign.name })
  })
}

export const suite = (name: string, start: Start): void => {
  describe(`Sender profiles refused (${name})`, () => refusals(server(start)))
}
