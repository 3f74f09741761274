/**
 * The people of an account: invited, listed, given a role, removed (specification "User", "Users and account";
 * decisions 3.5, 4.4, 5.8).
 */
import * as fc from "fast-check"
import type { TestContext } from "vitest"
import { describe, expect, it } from "vitest"
import { propWith } from "../Prop.ts"
import type { HttpClient } from "./HttpClient.ts"
import type { Start } from "./HttpSubject.ts"
import { idempotencyKey, me } from "./internal/actions.ts"
import { anyFields, failure, standing, success, uuid } from "./internal/answers.ts"
import type { Given } from "./internal/given.ts"
import { account, actingAs, people, server, withKey } from "./internal/given.ts"
import type { User } from "./internal/people.ts"
import {
  anInvited,
  email,
  invitation,
  invite,
  patch,
  remove,
  removeWith,
  roles,
  user,
  users
} from "./internal/people.ts"
import { unknownId } from "./internal/samples.ts"

const day = 24 * 3600 * 1000
const ownerEmail = "owner@example.com"

const fresh = async (given: Given, context: TestContext): Promise<HttpClient> =>
  withKey(given, (await account(given, context)).apiKey)

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

const changes = (given: () => Given): void => {
  propWith({ runs: 20 })(
    "give another role [USR-002, USR-015]",
    fc.constantFrom(...roles),
    fc.constantFrom(...roles),
    async (before, role) => {
      const { client } = given()
      const made = await invite(client, { role: before })
      const changed = success<User>(await patch(client, made.id, { role }), 200)
      expect(changed).toEqual({ ...made, role, updated_at: before === role ? null : changed.updated_at })
      if (before !== role) expect(changed.updated_at).toMatch(/Z$/)
      expect(await user(client, made.id)).toEqual(changed)
    }
  )

  it("never make an owner, and nothing but roles [USR-007, USR-011]", async () => {
    const { client } = given()
    const made = await invite(client)
    for (const role of ["owner", "Admin", "", "DEVELOPER"]) {
      failure(await patch(client, made.id, { role }), 400, "VALIDATION_006", ["role"])
    }
    for (const body of [{}, { role: null }, { role: 1 }]) {
      expect((await patch(client, made.id, body)).status).toBe(400)
    }
    failure(await patch(client, made.id, {}), 400, "VALIDATION_001", ["role"])
    expect(await user(client, made.id)).toEqual(made)
  })

  it("remove a person, whose address is free again [USR-016]", async (context) => {
    const client = await fresh(given(), context)
    const [gone, stays] = [await invite(client, { email: "a@example.com" }), await invite(client)]
    const reply = await remove(client, gone.id)
    expect([reply.status, reply.text, reply.headers.has("x-sandbox")]).toEqual([204, "", false])
    standing(reply)
    failure(await client.get(`/v3/users/${gone.id}`), 404, "RESOURCE_006")
    failure(await remove(client, gone.id), 404, "RESOURCE_006")
    expect(await users(client)).toEqual([stays])
    expect((await invite(client, { email: "a@example.com" })).id).not.toBe(gone.id)
  })
}

/** An account whose key goes by a user's address, with that user as active admin. */
const asUser = async (given: Given, context: TestContext) => {
  const emails = { email: "me@example.com", ownerEmail: "boss@example.com" }
  const made = await account(given, context, { people: { organization: emails, profile: emails } })
  const add = people(given, context)
  const own = await add(made.id, { email: "Me@example.com", role: "admin", status: "active" })
  return { ...made, add, own, client: withKey(given, made.apiKey) }
}

const constraints = (given: () => Given): void => {
  it("let nobody change the own role [USR-019]", async (context) => {
    const { add, client, id, own } = await asUser(given(), context)
    await add(id, { email: "another@example.com", role: "admin", status: "active" })
    failure(await patch(client, own, { role: "developer" }), 400, "VALIDATION_001", ["role"])
    expect((await user(client, own)).role).toBe("admin")
    success(await patch(client, own, { role: "admin" }), 200)
  })

  it("let nobody remove itself [USR-020]", async (context) => {
    const { add, client, id, own } = await asUser(given(), context)
    await add(id, { email: "another@example.com", role: "admin", status: "active" })
    failure(await remove(client, own), 400, "VALIDATION_001", ["userId"])
    expect((await user(client, own)).id).toBe(own)
  })

  it("leave the last active admin, whoever else there is [USR-021, USR-022, USR-023]", async (context) => {
    const made = await account(given(), context)
    const add = people(given(), context)
    const client = withKey(given(), made.apiKey)
    const one = await add(made.id, { email: "one@example.com", role: "admin", status: "active" })
    const two = await add(made.id, { email: "two@example.com", role: "admin", status: "active" })
    await add(made.id, { email: "invited@example.com", role: "admin", status: "invited" })
    await add(made.id, { email: "suspended@example.com", role: "admin", status: "suspended" })
    await add(made.id, { email: "rejected@example.com", role: "admin", status: "rejected" })
    const active = await add(made.id, { email: "developer@example.com", role: "developer", status: "active" })
    // One of two may be demoted; then the other one may not.
    success(await patch(client, one, { role: "billing" }), 200)
    failure(await patch(client, two, { role: "developer" }), 400, "VALIDATION_001", ["role"])
    failure(await remove(client, two), 400, "VALIDATION_001", ["userId"])
    // Whoever follows frees it.
    success(await patch(client, active, { role: "admin" }), 200)
    expect((await remove(client, two)).status).toBe(204)
    failure(await remove(client, active), 400, "VALIDATION_001", ["userId"])
  })

  it("leave one of the last two, when both are taken at once", async (context) => {
    for (let round = 0; round < 5; round++) {
      const made = await account(given(), context)
      const add = people(given(), context)
      const client = withKey(given(), made.apiKey)
      const one = await add(made.id, { email: "one@example.com", role: "admin", status: "active" })
      const two = await add(made.id, { email: "two@example.com", role: "admin", status: "active" })
      await Promise.all([
        remove(client, one),
        patch(client, two, { role: "billing" }),
        patch(client, one, { role: "developer" }),
        remove(client, two)
      ])
      expect((await users(client)).filter(({ role }) => role === "admin").length).toBe(1)
    }
  })
}

const repeated = (given: () => Given): void => {
  const headers = () => ({ "idempotency-key": idempotencyKey() })

  it("invite once [IDM-006]", async (context) => {
    const client = await fresh(given(), context)
    const same = invitation()
    const key = headers()
    const first = await client.post("/v3/users", same, key)
    const again = await client.post("/v3/users", same, key)
    expect([again.status, again.text]).toEqual([201, first.text])
    expect(again.headers.get("idempotent-replayed")).toBe("true")
    expect((await users(client)).length).toBe(1)
    failure(await client.post("/v3/users", invitation(), key), 422, "CONFLICT_005")
    failure(await client.post("/v3/users", same), 409, "RESOURCE_007", ["email"])
  })

  it("change once [IDM-008]", async () => {
    const { client } = given()
    const made = await invite(client)
    const key = headers()
    const first = await patch(client, made.id, { role: "admin" }, key)
    success(await patch(client, made.id, { role: "billing" }), 200)
    const again = await patch(client, made.id, { role: "admin" }, key)
    expect([again.status, again.text]).toEqual([200, first.text])
    expect(again.headers.get("idempotent-replayed")).toBe("true")
    expect((await user(client, made.id)).role).toBe("billing")
    failure(await patch(client, made.id, { role: "developer" }, key), 422, "CONFLICT_005")
    failure(await patch(client, made.id, { role: "admin" }, { "idempotency-key": "a b" }), 400, "VALIDATION_007", [
      "Idempotency-Key"
    ])
  })

  it("are not known to those that read or delete [IDM-009, IDM-010]", async () => {
    const { client } = given()
    for (const key of [{ "idempotency-key": "not valid!" }, headers()]) {
      const made = await invite(client)
      for (const path of ["/v3/users", `/v3/users/${made.id}`]) {
        success(await client.get(path, key), 200)
        expect((await client.get(path, key)).headers.has("idempotent-replayed")).toBe(false)
      }
      expect((await remove(client, made.id, key)).status).toBe(204)
      failure(await remove(client, made.id, key), 404, "RESOURCE_006")
    }
  })
}

const sandbox = (given: () => Given): void => {
  const simulated = (reply: { readonly headers: ReadonlyMap<string, string> }): void =>
    expect(reply.headers.get("x-sandbox")).toBe("true")

  it("invites nobody [SBX-042, SBX-043]", async (context) => {
    const client = await fresh(given(), context)
    const body = invitation({ sandbox: true })
    const reply = await client.post("/v3/users", body)
    const made = success<User>(reply, 201)
    simulated(reply)
    const { sandbox: _, ...shown } = body as { readonly sandbox: true }
    expect(made).toStrictEqual({ ...anInvited, ...shown })
    expect(made.id).toMatch(uuid)
    expect(await users(client)).toEqual([])
    failure(await client.get(`/v3/users/${made.id}`), 404, "RESOURCE_006")
    success(await client.post("/v3/users", body), 201)
    // Nothing is looked up: not even the owner.
    success(await client.post("/v3/users", invitation({ email: ownerEmail, sandbox: true })), 201)
  })

  it("changes nobody, known or not [SBX-044]", async () => {
    const { client } = given()
    const made = await invite(client)
    for (const id of [made.id, unknownId]) {
      const reply = await patch(client, id, { role: "admin", sandbox: true })
      expect(success<User>(reply, 200)).toMatchObject({ id, role: "admin" })
      simulated(reply)
    }
    expect(await user(client, made.id)).toEqual(made)
  })

  it("removes nobody, known or not [SBX-045]", async () => {
    const { client } = given()
    const made = await invite(client)
    for (const id of [made.id, unknownId]) {
      const reply = await removeWith(client, id, { sandbox: true })
      expect([reply.status, reply.text]).toEqual([204, ""])
      standing(reply)
      simulated(reply)
    }
    expect(await user(client, made.id)).toEqual(made)
  })

  it("refuses what is wrong, and says that it is the sandbox [SBX-007]", async () => {
    const { client } = given()
    const replies = [
      await client.post("/v3/users", { sandbox: true }),
      await patch(client, unknownId, { role: "owner", sandbox: true }),
      await removeWith(client, "nonsense", { sandbox: true })
    ]
    for (const reply of replies) {
      expect(reply.status).toBe(400)
      simulated(reply)
    }
    failure(await removeWith(client, unknownId, { sandbox: "true" }), 400, "VALIDATION_001", ["sandbox"])
    const headers = { "content-type": "application/json" }
    failure(await client.send("DELETE", `/v3/users/${unknownId}`, { headers, body: "{" }), 400, "VALIDATION_001", [
      "body"
    ])
  })
}

export const suite = (name: string, start: Start): void => {
  describe(`Users (${name})`, () => {
    const given = server(start)
    describe("invitations", () => invitations(given))
    describe("reading", () => reading(given))
    describe("changes", () => changes(given))
    describe("constraints", () => constraints(given))
    describe("repeated requests", () => repeated(given))
    describe("sandbox", () => sandbox(given))
  })
}
