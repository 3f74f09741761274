/**
 * Tests hold what is done to the people of an account: another role, removal, and what must not be done (specification
 * "Users and account", "User management constraints"; decisions 5.8). Others hold what repeats a request, and what only
 * simulates one.
 */
import * as fc from "fast-check"
import type { TestContext } from "vitest"
import { describe, expect, it } from "vitest"
import { propWith } from "../Prop.ts"
import type { Start } from "./HttpSubject.ts"
import { idempotencyKey } from "./internal/actions.ts"
import { failure, standing, success, uuid } from "./internal/answers.ts"
import type { Given } from "./internal/given.ts"
import { account, people, server, withKey } from "./internal/given.ts"
import type { User } from "./internal/people.ts"
import {
  anInvited,
  fresh,
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

const ownerEmail = "owner@example.com"

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

  it("leave one of the last two, when both are taken at the same time", async (context) => {
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
  describe(`Changes of users (${name})`, () => {
    const given = server(start)
    describe("changes", () => changes(given))
    describe("constraints", () => constraints(given))
    describe("repeated requests", () => repeated(given))
    describe("sandbox", () => sandbox(given))
  })
}
