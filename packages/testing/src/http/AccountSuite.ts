/**
 * GET /v3/me: whose key it is (decisions 3.10).
 */
import { describe, expect, it } from "vitest"
import type { Start, WantedEmails, WantedUser } from "./HttpSubject.ts"
import { anInstant, aText, aUuid, success } from "./internal/answers.ts"
import { account, people, server, withKey } from "./internal/given.ts"
import type { Me } from "./internal/resources.ts"
import { aPhone } from "./internal/resources.ts"

const aTextOrNull: unknown = expect.toSatisfy((value) => value === null || typeof value === "string")
const aFlag: unknown = expect.any(Boolean)
const aPhoneOrNull: unknown = expect.toSatisfy((value) => value === null || /^\+[1-9]\d{6,14}$/.test(String(value)))
const aFlagOrNull: unknown = expect.toSatisfy((value) => value === null || typeof value === "boolean")
const aStatus: unknown = expect.stringMatching(/^(incomplete|pending_review|approved|rejected)$/)

/** Contacts and templates are never shared or inherited (decisions 3.7). */
const settings = {
  allow_contact_sharing: false,
  allow_template_sharing: false,
  inherit_contacts: false,
  inherit_templates: false,
  inherit_tcr_brand: aFlagOrNull,
  inherit_tcr_campaign: aFlagOrNull,
  billing_model: aTextOrNull
}

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

interface Placed extends WantedUser {
  readonly on: "organization" | "profile"
}

export const suite = (name: string, start: Start): void => {
  describe(`The account (${name})`, () => {
    const given = server(start)

    it("is shown as an organization, with its profiles [ENV-004, ENV-005, ENV-006, USR-017, USR-018]", async () => {
      const { client, subject } = given()
      const aProfile = {
        id: expect.toSatisfy((id) => [subject.profileId, subject.siblingProfileId].includes(id)) as unknown,
        name: aText,
        icon: aTextOrNull,
        description: aTextOrNull,
        short_name: aTextOrNull,
        role: "owner",
        status: aStatus,
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

    it("is shown as a profile, with its organization [ENV-004, ENV-005, ENV-006, USR-017, USR-018]", async () => {
      const { client, profile, subject } = given()
      const { id } = success<{ readonly id: string }>(await client.get("/v3/me"), 200)
      expect(success(await profile.get("/v3/me"), 200)).toStrictEqual({
        ...anAccount,
        id: subject.profileId,
        type: "profile",
        organization_id: id,
        short_name: aTextOrNull,
        status: aStatus,
        settings,
        profiles: []
      })
    })

    it("is shown as a user, who has neither [USR-017, USR-018]", async (context) => {
      const emails = { email: "ada@example.com" }
      const made = await account(given(), context, { type: "user", people: { organization: emails, profile: emails } })
      expect(success(await withKey(given(), made.apiKey).get("/v3/me"), 200)).toStrictEqual({
        ...anAccount,
        id: made.id,
        type: "user",
        email: "ada@example.com",
        organization_id: null,
        short_name: null,
        status: null,
        settings: null,
        profiles: []
      })
    })

    it("shows in each profile the role of the key's owner there", async (context) => {
      const emails = { email: "me@example.com", ownerEmail: "boss@example.com" }
      const add = people(given(), context)
      const roles = async (organization: WantedEmails, profile: WantedEmails, ...users: ReadonlyArray<Placed>) => {
        const made = await account(given(), context, { people: { organization, profile } })
        for (const { on, ...user } of users) await add(on === "profile" ? made.profileId : made.id, user)
        const { profiles } = success<Me>(await withKey(given(), made.apiKey).get("/v3/me"), 200)
        return profiles.map(({ role }) => role)
      }
      const user = { email: "Me@example.com", role: "developer", status: "active" } as const
      expect(await roles({ email: "me@example.com" }, emails)).toEqual(["owner"])
      expect(await roles(emails, { email: "me@example.com" })).toEqual(["owner"])
      expect(await roles(emails, emails)).toEqual([null])
      expect(await roles(emails, emails, { ...user, on: "profile" })).toEqual(["developer"])
      expect(await roles(emails, emails, { ...user, on: "organization" })).toEqual(["developer"])
      expect(await roles(emails, emails, { ...user, on: "profile" }, { ...user, role: "admin", on: "organization" }))
        .toEqual(["developer"])
      expect(await roles(emails, emails, { ...user, status: "suspended", on: "profile" })).toEqual([null])
      expect(await roles({ email: null }, { email: null })).toEqual([null])
    })

    it("is the same for every asking", async () => {
      const { client } = given()
      expect(success(await client.get("/v3/me"), 200)).toEqual(success(await client.get("/v3/me?page=2"), 200))
    })
  })
}
