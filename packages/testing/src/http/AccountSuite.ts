/**
 * GET /v3/me: whose key it is (decisions 3.10).
 */
import { describe, expect, it } from "vitest"
import type { Start } from "./HttpSubject.ts"
import { anInstant, aText, aUuid, success } from "./internal/answers.ts"
import { server } from "./internal/given.ts"
import { aPhone } from "./internal/resources.ts"

const aTextOrNull: unknown = expect.toSatisfy((value) => value === null || typeof value === "string")
const aFlag: unknown = expect.any(Boolean)
const aPhoneOrNull: unknown = expect.toSatisfy((value) => value === null || /^\+[1-9]\d{6,14}$/.test(String(value)))
const settings: unknown = expect.toSatisfy((value) => value === null || typeof value === "object")

const anAccount = {
  id: aUuid,
  name: aText,
  email: aTextOrNull,
  icon: aTextOrNull,
  description: aTextOrNull,
  created_at: anInstant,
  channels: {
    sms: { configured: true, phone_number: aPhone },
    whatsapp: { configured: aFlag, phone_number: aPhoneOrNull, business_name: aTextOrNull },
    rcs: { configured: aFlag, phone_number: aPhoneOrNull }
  }
}

export const suite = (name: string, start: Start): void => {
  describe(`The account (${name})`, () => {
    const given = server(start)

    it("is shown as an organization, with its profiles [ENV-004, ENV-005, ENV-006]", async () => {
      const { client, subject } = given()
      const aProfile = {
        id: expect.toSatisfy((id) => [subject.profileId, subject.siblingProfileId].includes(id)) as unknown,
        name: aText,
        icon: aTextOrNull,
        description: aTextOrNull,
        short_name: aTextOrNull,
        role: "owner",
        status: aTextOrNull,
        created_at: anInstant,
        settings
      }
      expect(success(await client.get("/v3/me"), 200)).toStrictEqual({
        ...anAccount,
        type: "organization",
        organization_id: null,
        short_name: null,
        status: null,
        settings: null,
        profiles: [aProfile, aProfile]
      })
    })

    it("is shown as a profile, with its organization [ENV-004, ENV-005, ENV-006]", async () => {
      const { client, profile, subject } = given()
      const { id } = success<{ readonly id: string }>(await client.get("/v3/me"), 200)
      expect(success(await profile.get("/v3/me"), 200)).toStrictEqual({
        ...anAccount,
        id: subject.profileId,
        type: "profile",
        organization_id: id,
        short_name: aTextOrNull,
        status: aTextOrNull,
        settings,
        profiles: []
      })
    })

    it("is the same for every asking", async () => {
      const { client } = given()
      expect(success(await client.get("/v3/me"), 200)).toEqual(success(await client.get("/v3/me?page=2"), 200))
    })
  })
}
