/**
 * The people of an account: who is invited, and who is shown (specification "User", "Users and account";
 * decisions 3.5, 4.4, 5.8).
 */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { propWith } from "../Prop.ts"
import type { Start } from "./HttpSubject.ts"
import { me } from "./internal/actions.ts"
import { anyFields, failure, success } from "./internal/answers.ts"
import type { Given } from "./internal/given.ts"
import { account, actingAs, people, server, withKey } from "./internal/given.ts"
import type { User } from "./internal/people.ts"
import { anInvited, email, fresh, invitation, invite, patch, remove, roles, user, users } from "./internal/people.ts"
import { unknownId } from "./internal/samples.ts"

const day = 24 * 3600 * 1000
const ownerEmail = "owner@example.com"

const invitations = (given: () => Given): void => {
  propWith({ runs: 30 })(
    "invite a person [USR-001, USR-002, USR-003, USR-004, USR-009, USR-010]",
    fc.constantFrom(...roles),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }).filter((name) => /^[^\0\p{Surrogate}]+$/u.test(name)),
    async (role, name) => {
      const given_ = { email: email(), name: `Ada ${name}`, role }
      const reply = await given().client.post("/v3/users", given_)
      const made = success<User>(reply, 201)
      expect(made).toStrictEqual({ ...anInvited, ...given_, customer_id: (await me(given().client)).id })
      expect(made.invited_at).toBe(made.created_at)
      expect(await user(given().client, made.id)).toEqual(made)
    }
  )

  propWith({ runs: 60 })(
    "offer admin, billing and developer only, in lower case [USR-006, USR-011]",
    fc.oneof(
      fc.constantFrom<unknown>("owner", "Owner", "Admin", "ADMIN", "Billing", "DEVELOPER", "admin ", "", "member"),
      fc.string({ maxLength: 12 }).filter((text) => !roles.some((role) => role === text))
    ),
    async (role) => {
      const given_ = invitation({ role })
      const code = /[\0\ud800-\udfff]/u.test(String(role)) ? "VALIDATION_001" : "VALIDATION_006"
      failure(await given().client.post("/v3/users", given_), 400, code, anyFields)
    }
  )

  it("need an e-mail address, a name and a role, and say all that is wrong", async () => {
    const { client } = given()
    failure(await client.post("/v3/users", {}), 400, "VALIDATION_001", ["email", "name", "role"])
    const wrong = { email: "ada", name: " ", role: "owner", sandbox: "yes" }
    failure(await client.post("/v3/users", wrong), 400, "VALIDATION_001", ["email", "name", "role", "sandbox"])
    failure(await client.post("/v3/users", invitation({ name: "a".repeat(256) })), 400, "VALIDATION_001", ["name"])
    for (
      const wrong of ["", "ada", "ada@", "@example.com", "ada@example", "a da@example.com", "a@b@example.com", 1, null]
    ) {
      failure(await client.post("/v3/users", invitation({ email: wrong })), 400, "VALIDATION_001", ["email"])
    }
    failure(
      await client.post("/v3/users", invitation({ email: `${"a".repeat(250)}@example.com` })),
      400,
      "VALIDATION_001",
      ["email"]
    )
  })

  it("are for whoever is not there yet, however the address is written: 409 RESOURCE_007", async (context) => {
    const client = await fresh(given(), context)
    const made = await invite(client, { email: " Ada@Example.com " })
    expect(made.email).toBe("Ada@Example.com")
    for (const again of ["Ada@Example.com", "ada@example.com", "ADA@EXAMPLE.COM\n"]) {
      failure(await client.post("/v3/users", invitation({ email: again })), 409, "RESOURCE_007", ["email"])
    }
    expect(await users(client)).toEqual([made])
  })

  it("are never for the owner, who has no entry [USR-005]", async (context) => {
    const client = await fresh(given(), context)
    for (const owner of [ownerEmail, " OWNER@example.com"]) {
      failure(await client.post("/v3/users", invitation({ email: owner, role: "admin" })), 409, "RESOURCE_007", [
        "email"
      ])
    }
    expect(await users(client)).toEqual([])
  })

  it("are never for the owner of a profile or of its organization", async (context) => {
    const made = await account(given(), context, {
      people: { organization: { email: "top@example.com" }, profile: { email: "profile@example.com" } }
    })
    const acting = given().nobody.as({ "x-api-key": made.apiKey, "x-profile-id": made.profileId })
    for (const owner of ["top@example.com", "Profile@example.com"]) {
      failure(await acting.post("/v3/users", invitation({ email: owner })), 409, "RESOURCE_007", ["email"])
    }
  })

  it("can be renewed after seven days, not before [USR-008]", async (context) => {
    const made = await account(given(), context)
    const add = people(given(), context)
    const client = withKey(given(), made.apiKey)
    const common = { role: "developer", status: "invited" } as const
    const old = await add(made.id, { ...common, email: "old@example.com", invitedMillisAgo: 7 * day })
    await add(made.id, { ...common, email: "recent@example.com", invitedMillisAgo: 7 * day - 60_000 })
    const before = await user(client, old)
    const again = { email: "OLD@example.com", name: "Anew", role: "billing" }
    const renewed = success<User>(await client.post("/v3/users", again), 201)
    expect(renewed).toStrictEqual({
      ...before,
      ...again,
      invited_at: expect.toSatisfy((at: string) => Date.parse(at) > Date.parse(before.invited_at!) + 6 * day),
      updated_at: renewed.invited_at
    })
    expect(await user(client, old)).toEqual(renewed)
    for (const email of ["old@example.com", "recent@example.com"]) {
      failure(await client.post("/v3/users", invitation({ email })), 409, "RESOURCE_007", ["email"])
    }
    expect((await users(client)).length).toBe(2)
  })

  it("are not renewed for who has answered", async (context) => {
    const made = await account(given(), context)
    const add = people(given(), context)
    for (const status of ["active", "suspended", "rejected"] as const) {
      const email = `${status}@example.com`
      await add(made.id, { email, role: "admin", status, invitedMillisAgo: 30 * day })
      const reply = await withKey(given(), made.apiKey).post("/v3/users", invitation({ email }))
      failure(reply, 409, "RESOURCE_007", ["email"])
    }
  })

  it("are made once, when two of them race", async (context) => {
    const client = await fresh(given(), context)
    const same = invitation({ email: "racer@example.com" })
    const replies = await Promise.all([1, 2, 3, 4].map(() => client.post("/v3/users", same)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
    expect((await users(client)).length).toBe(1)
  })
}

const reading = (given: () => Given): void => {
  it("is of all, the first ones first [USR-012, PAG-001]", async (context) => {
    const client = await fresh(given(), context)
    expect(await users(client)).toEqual([])
    const made = []
    for (const role of roles) made.push(await invite(client, { role }))
    const reply = await client.get("/v3/users?page_size=1&page=2")
    expect(success(reply, 200)).toEqual({ users: made })
  })

  it("is of one [USR-013]", async () => {
    const made = await invite(given().client)
    expect(await user(given().client, made.id.toUpperCase())).toEqual(made)
  })

  it("knows no user that is not there: 404 RESOURCE_006 [ERR-017, USR-014]", async () => {
    const { client } = given()
    failure(await client.get(`/v3/users/${unknownId}`), 404, "RESOURCE_006")
    failure(await patch(client, unknownId, { role: "admin" }), 404, "RESOURCE_006")
    failure(await remove(client, unknownId), 404, "RESOURCE_006")
  })

  it("takes UUIDs only: 400 VALIDATION_003", async () => {
    const { client } = given()
    failure(await client.get("/v3/users/nonsense"), 400, "VALIDATION_003", ["userId"])
    failure(await patch(client, "1", { role: "admin" }), 400, "VALIDATION_003", ["userId"])
    failure(await remove(client, "null"), 400, "VALIDATION_003", ["userId"])
  })

  it("shows nobody of another account [SCP-003]", async () => {
    const { client, other, profile, subject } = given()
    const sibling = actingAs(given(), subject.siblingProfileId)
    for (const owner of [client, profile]) {
      const made = await invite(owner)
      for (const stranger of [client, profile, sibling, other].filter((each) => each !== owner)) {
        failure(await stranger.get(`/v3/users/${made.id}`), 404, "RESOURCE_006")
        failure(await patch(stranger, made.id, { role: "admin" }), 404, "RESOURCE_006")
        failure(await remove(stranger, made.id), 404, "RESOURCE_006")
        expect((await users(stranger)).map(({ id }) => id)).not.toContain(made.id)
      }
      expect(await user(owner, made.id)).toEqual(made)
    }
  })

  it("of a profile is of the profile's own people [SCP-001]", async () => {
    const { profile, subject } = given()
    const made = await invite(actingAs(given(), subject.profileId))
    expect(made.customer_id).toBe(subject.profileId)
    expect(await user(profile, made.id)).toEqual(made)
  })
}

export const suite = (name: string, start: Start): void => {
  describe(`Users (${name})`, () => {
    const given = server(start)
    describe("invitations", () => invitations(given))
    describe("reading", () => reading(given))
  })
}
