/**
 * Tests hold who may do what: the table of roles, owners, users in every status, and profiles (specification
 * "Authentication", decisions part 6).
 */
import * as fc from "fast-check"
import type { TestContext } from "vitest"
import { describe, expect, it } from "vitest"
import type { Input } from "../generate/Inputs.ts"
import { inputs } from "../generate/Inputs.ts"
import type { Binding } from "./Bindings.ts"
import { ask, bindings } from "./Bindings.ts"
import type { HttpClient } from "./HttpClient.ts"
import type { FreshAccount, Start, WantedEmails, WantedUser } from "./HttpSubject.ts"
import { anyFields, failure, sound, success } from "./internal/answers.ts"
import type { Given } from "./internal/given.ts"
import { account, people, server, withKey } from "./internal/given.ts"
import { invitation, invite, patch, remove, roles, statuses } from "./internal/people.ts"
import { unknownId } from "./internal/samples.ts"
import type { Reply } from "./Reply.ts"

const mine = "me@example.com"
const boss = "boss@example.com"

/** Somebody's accounts, which somebody else owns. */
const employed: WantedEmails = { email: mine, ownerEmail: boss }

interface Cast extends FreshAccount {
  readonly add: (accountId: string, user: WantedUser) => Promise<string>
  readonly client: HttpClient
  /** The same key, acting as the profile. */
  readonly acting: HttpClient
  readonly profile: HttpClient
}

const cast = async (
  given: Given,
  context: TestContext,
  organization: WantedEmails = employed,
  profile: WantedEmails = employed
): Promise<Cast> => {
  const add = people(given, context)
  const made = await account(given, context, { people: { organization, profile } })
  return {
    ...made,
    add,
    client: withKey(given, made.apiKey),
    acting: given.nobody.as({ "x-api-key": made.apiKey, "x-profile-id": made.profileId }),
    profile: withKey(given, made.profileApiKey)
  }
}

/**
 * Returns what a client may do among the users of its account. A request that it may not make must get 403 AUTH_004.
 */
const standing = async (client: HttpClient): Promise<"nothing" | "read" | "all"> => {
  const refused = (reply: Reply): boolean => {
    if (reply.status === 403) failure(reply, 403, "AUTH_004")
    else sound(reply)
    return reply.status === 403
  }
  const reads = [refused(await client.get("/v3/users")), refused(await client.get(`/v3/users/${unknownId}`))]
  const writes = [
    refused(await client.post("/v3/users", invitation({ sandbox: true }))),
    refused(await patch(client, unknownId, { role: "admin" })),
    refused(await remove(client, unknownId))
  ]
  expect(new Set(reads).size).toBe(1)
  expect(new Set(writes).size).toBe(1)
  return reads[0] === true ? "nothing" : writes[0] === true ? "read" : "all"
}

const users = (given: () => Given): void => {
  it.for(statuses.flatMap((status) => roles.map((role) => ({ role, status }))))(
    "who are $status and $role: only the active count, and only admins change anything [AUT-017, ROL-005, ROL-007, ROL-012, ROL-013, ROL-014, ROL-015, ROL-016]",
    async ({ role, status }, context) => {
      const { add, client, id } = await cast(given(), context)
      expect(await standing(client)).toBe("nothing")
      await add(id, { email: mine.toUpperCase(), role, status })
      await add(id, { email: "another@example.com", role: "admin", status: "active" })
      expect(await standing(client)).toBe(status !== "active" ? "nothing" : role === "admin" ? "all" : "read")
    }
  )

  it("may really do what their role allows [ROL-012, ROL-013, ROL-014, ROL-015, ROL-016]", async (context) => {
    const { add, client, id } = await cast(given(), context)
    await add(id, { email: mine, role: "admin", status: "active" })
    const made = await invite(client)
    success(await client.get("/v3/users"), 200)
    success(await client.get(`/v3/users/${made.id}`), 200)
    success(await patch(client, made.id, { role: "billing" }), 200)
    expect((await remove(client, made.id)).status).toBe(204)
  })

  it("lose it with the role, immediately", async (context) => {
    const { add, client, id, profile, profileId } = await cast(given(), context, { email: boss })
    const user = await add(id, { email: mine, role: "admin", status: "active" })
    await add(id, { email: "another@example.com", role: "admin", status: "active" })
    expect(profileId).not.toBe(id)
    expect(await standing(profile)).toBe("all")
    success(await patch(client, user, { role: "billing" }), 200)
    expect(await standing(profile)).toBe("read")
    expect((await remove(client, user)).status).toBe(204)
    expect(await standing(profile)).toBe("nothing")
  })
}

const owners = (given: () => Given): void => {
  it("pass without an entry, however their address is written [ROL-001, ROL-003, ROL-004]", async (context) => {
    for (const own of [{ email: mine }, { email: mine, ownerEmail: ` ${mine.toUpperCase()} ` }]) {
      const { client, profile } = await cast(given(), context, own, own)
      expect(await standing(client)).toBe("all")
      expect(await standing(profile)).toBe("all")
    }
  })

  it("of the profile pass there, not on the organization [ROL-002, ROL-004]", async (context) => {
    const { acting, client, profile } = await cast(given(), context, employed, { email: "p@example.com" })
    expect(await standing(profile)).toBe("all")
    expect(await standing(client)).toBe("nothing")
    // The owner of the key counts, not the account that it acts as.
    expect(await standing(acting)).toBe("nothing")
  })

  it("of the organization pass on its profiles [ROL-001, ROL-003, ROL-006]", async (context) => {
    const { acting, profile } = await cast(given(), context, { email: boss }, { email: boss, ownerEmail: mine })
    expect(await standing(profile)).toBe("all")
    expect(await standing(acting)).toBe("all")
  })

  it("are not those without an address: nobody is nobody's owner", async (context) => {
    const { acting, client, profile } = await cast(given(), context, { email: null }, { email: null })
    for (const each of [client, acting, profile]) expect(await standing(each)).toBe("nothing")
  })

  it("are all individuals, of their own accounts", async (context) => {
    const made = await account(given(), context, {
      type: "user",
      people: { organization: { email: null }, profile: { email: null } }
    })
    expect(await standing(withKey(given(), made.apiKey))).toBe("all")
  })
}

const profiles = (given: () => Given): void => {
  it.for(roles)("count the users of their organization: %s [ROL-006]", async (role, context) => {
    const { acting, add, id, profile } = await cast(given(), context)
    await add(id, { email: mine, role, status: "active" })
    for (const each of [profile, acting]) expect(await standing(each)).toBe(role === "admin" ? "all" : "read")
  })

  it("do not lend their own users to the organization, nor to siblings", async (context) => {
    const { acting, add, client, profile, profileId } = await cast(given(), context)
    await add(profileId, { email: mine, role: "admin", status: "active" })
    expect(await standing(profile)).toBe("all")
    expect(await standing(acting)).toBe("all")
    expect(await standing(client)).toBe("nothing")
  })

  it("take the stronger one of two roles [ROL-006]", async (context) => {
    const { add, id, profile, profileId } = await cast(given(), context)
    await add(profileId, { email: mine, role: "admin", status: "suspended" })
    await add(id, { email: mine, role: "billing", status: "active" })
    expect(await standing(profile)).toBe("read")
  })
}

/** The table of the specification: method and path, and whether any role is enough. */
const table: ReadonlyArray<readonly [rule: string, operation: string, required: "admin" | "any"]> = [
  ["ROL-008", "POST /v3/profiles", "admin"],
  ["ROL-009", "PATCH /v3/profiles/{}", "admin"],
  ["ROL-010", "DELETE /v3/profiles/{}", "admin"],
  ["ROL-011", "GET /v3/profiles/{}", "any"],
  ["ROL-012", "POST /v3/users", "admin"],
  ["ROL-013", "PATCH /v3/users/{}", "admin"],
  ["ROL-014", "DELETE /v3/users/{}", "admin"],
  ["ROL-015", "GET /v3/users", "any"],
  ["ROL-016", "GET /v3/users/{}", "any"],
  ["XPR-095", "POST /v3/privacy/erasures", "admin"],
  ["XPR-095", "GET /v3/privacy/erasures/{}", "admin"],
  ["XPR-095", "GET /v3/privacy/export", "admin"],
  ["XPR-167", "GET /v3/audit-log", "admin"]
]

const text = ({ method, path }: Binding): string => `${method} ${path.replaceAll(/:\w+/g, "{}")}`

const ruled = bindings.flatMap((binding) =>
  table.filter(([, operation]) => operation === text(binding)).map(([rule, operation, required]) => ({
    rule,
    operation,
    required,
    binding
  }))
)

const free = bindings.filter((binding) => !ruled.some((each) => each.binding === binding))

/** A right request for an operation; a profile in its path is this one. */
const rightly = ({ name }: Binding, profileId: string): Input => {
  const [input] = fc.sample(inputs[name], { numRuns: 1, seed: 7 })
  return { ...input!, path: { ...input!.path, ...("profileId" in input!.path ? { profileId } : {}) } }
}

/** Expects that a request was not refused for its role and did not fail unexpectedly, whatever else became of it. */
const admitted = (reply: Reply): void => {
  sound(reply)
  expect([401, 403, 429]).not.toContain(reply.status)
}

const requirements = (given: () => Given): void => {
  it.for(ruled)("$required for $operation, or 403 AUTH_004 [$rule]", async ({ binding, required }, context) => {
    const { add, client, id, profileId } = await cast(given(), context)
    const asked = () => ask(client, binding, rightly(binding, profileId))
    failure(await asked(), 403, "AUTH_004")
    const user = { email: mine, status: "active" } as const
    await add(id, { ...user, role: "billing" })
    if (required === "any") admitted(await asked())
    else failure(await asked(), 403, "AUTH_004")
  })

  it.for(free)("none for $method $path [ROL-017]", async (binding, context) => {
    const { client, profileId } = await cast(given(), context)
    admitted(await ask(client, binding, rightly(binding, profileId)))
  })

  it("come before the body, the ids and the profile are looked at, in sandbox too", async (context) => {
    const { client } = await cast(given(), context)
    failure(await client.post("/v3/users", { sandbox: true }), 403, "AUTH_004")
    failure(await client.send("POST", "/v3/users", { body: "{" }), 403, "AUTH_004")
    failure(await client.get("/v3/users/nonsense"), 403, "AUTH_004")
    for (const id of [unknownId, "nonsense"]) {
      failure(await client.get("/v3/users", { "x-profile-id": id }), 403, "AUTH_004")
    }
  })

  it("that are met leave the profile to be looked at", async (context) => {
    const { client } = await cast(given(), context, { email: mine })
    failure(await client.get("/v3/users", { "x-profile-id": unknownId }), 404, "RESOURCE_013")
    failure(await client.get("/v3/users", { "x-profile-id": "nonsense" }), 400, "VALIDATION_003", anyFields)
  })

  it("that are not met use up no requests [RTL-010]", async (context) => {
    const add = people(given(), context)
    const made = await account(given(), context, {
      requestsPerMinute: 1,
      people: { organization: employed, profile: employed }
    })
    const client = withKey(given(), made.apiKey)
    for (let time = 0; time < 3; time++) failure(await client.get("/v3/users"), 403, "AUTH_004")
    await add(made.id, { email: mine, role: "billing", status: "active" })
    success(await client.get("/v3/users"), 200)
    failure(await client.get("/v3/users"), 429, "BUSINESS_002")
  })
}

export const suite = (name: string, start: Start): void => {
  describe(`Roles (${name})`, () => {
    const given = server(start)
    describe("users", () => users(given))
    describe("owners", () => owners(given))
    describe("profiles", () => profiles(given))
    describe("requirements", () => requirements(given))
  })
}
