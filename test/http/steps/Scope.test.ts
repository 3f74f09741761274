/**
 * Steps 4 and 6 on an access that the test holds: on whom a role is asked for, whom a header names, and who is refused
 * (specification "Authentication", profile scoping).
 */
import type { Access } from "@signalbox/core/Access"
import type { Account } from "@signalbox/core/Account"
import type { Requirements } from "@signalbox/http/steps/Requirements"
import * as Scope from "@signalbox/http/steps/Scope"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import * as Given from "../../core/Given.ts"
import * as Requested from "../Requested.ts"

const organization = Given.account({ type: "organization" })
const profile = Given.account({ id: Given.accountId(2), type: "profile", organization: organization.id, numbers: [] })

/** An account whose id has letters, which clients may spell in capitals. */
const lettered = Given.accountId(1)

const plain: Requirements = { name: "messages.resend", role: null, scope: "send", tier: "standard" }
const withRole: Requirements = { ...plain, role: "admin" }
const legacy: Requirements = { ...withRole, isLegacy: true }

/** An access that has one other account, and the accounts on which a role was asked for. */
const access = (found: Account | null = profile, permits = true) => {
  const asked: Array<unknown> = []
  const service = {
    permits: (ask: unknown) => Effect.sync(() => (asked.push(ask), permits)),
    findAccount: (id: string) => Effect.sync(() => (asked.push(id), found))
  } as unknown as Access["Service"]
  return { asked, service }
}

interface Asks {
  readonly account?: Account
  readonly headers?: Readonly<Record<string, string>>
  readonly requirements?: Requirements | null
  readonly params?: Readonly<Record<string, string>>
}

const outcome = async <A>(effect: Effect.Effect<A, unknown>): Promise<unknown> => {
  const end = await Requested.outcome(effect as Effect.Effect<A, never>)
  return "given" in end ? "passes" : end.refused.code
}

const permitted = async (
  { account = organization, headers = {}, params = {}, requirements = withRole }: Asks,
  permits = true
): Promise<ReadonlyArray<unknown>> => {
  const { asked, service } = access(profile, permits)
  const end = await outcome(Scope.permit(service, headers, { account, key: null }, requirements, params))
  return [end, ...asked]
}

describe("what a requester is permitted", () => {
  const on = (id: string, asking = organization) => ({ asking, required: "admin", on: id })

  it.each<readonly [name: string, Asks, ReadonlyArray<unknown>]>([
    ["no operation", { requirements: null }, ["passes"]],
    ["an operation without a role", { requirements: plain }, ["passes"]],
    ["its own account", {}, ["passes", on(organization.id)]],
    ["itself by a header", { headers: { "x-profile-id": ` ${lettered.toUpperCase()} ` } }, [
      "passes",
      on(organization.id)
    ]],
    ["a profile by a header", { headers: { "x-profile-id": ` ${profile.id.toUpperCase()} ` } }, [
      "passes",
      on(profile.id)
    ]],
    ["a profile that is none", { headers: { "x-profile-id": "one" } }, ["passes", on(organization.id)]],
    [
      "a profile by its path, whatever the header says",
      {
        requirements: { ...withRole, roleOn: "path" },
        params: { profileId: profile.id.toUpperCase() },
        headers: { "x-profile-id": Given.accountId(3) }
      },
      ["passes", on(profile.id)]
    ],
    ["a path without a profile", { requirements: { ...withRole, roleOn: "path" } }, ["passes", on(organization.id)]],
    [
      "its organization",
      { account: profile, requirements: { ...withRole, roleOn: "organization" } },
      ["passes", on(organization.id, profile)]
    ],
    ["another profile", { account: profile, headers: { "x-profile-id": organization.id } }, ["AUTH_004"]],
    ["itself as a profile", { account: profile, headers: { "x-profile-id": profile.id } }, [
      "passes",
      on(profile.id, profile)
    ]],
    ["what organizations alone may do", { requirements: { ...plain, asks: "organization" } }, ["passes"]],
    ["that as a profile", { account: profile, requirements: { ...plain, asks: "organization" } }, ["AUTH_004"]]
  ])("of %s", async (_, asks, expected) => {
    expect(await permitted(asks)).toStrictEqual(expected)
  })

  it("is what its role says", async () => {
    expect(await permitted({}, false)).toStrictEqual(["AUTH_004", on(organization.id)])
  })

  it.each<readonly [sender: string | null, end: string]>([
    [null, "AUTH_003"],
    ["", "AUTH_003"],
    ["one", "AUTH_003"],
    [profile.id, "AUTH_004"],
    [organization.id, "passes"],
    [` ${lettered.toUpperCase()} `, "passes"]
  ])("of v2 with the sender %j: %s, and asks for no role", async (sender, end) => {
    const headers = sender === null ? {} : { "x-sender-id": sender }
    expect(await permitted({ requirements: legacy, headers })).toStrictEqual([end])
  })
})

describe("the account that a request acts as", () => {
  const resolved = async (
    headers: Readonly<Record<string, string>>,
    requirements: Requirements | null,
    found = profile
  ) => {
    const { asked, service } = access(found)
    const end = await Requested.outcome(
      Scope.resolve(service, headers, organization, requirements) as Effect.Effect<unknown, never>
    )
    return [end, ...asked]
  }
  const itself = { given: { account: organization, keyAccount: organization } }

  it("is that of the key unless a header names another one, which v2 does not read", async () => {
    expect(await resolved({}, plain)).toStrictEqual([itself])
    expect(await resolved({ "x-profile-id": ` ${lettered.toUpperCase()} ` }, plain)).toStrictEqual([itself])
    expect(await resolved({ "x-profile-id": profile.id }, legacy)).toStrictEqual([itself])
    const header = { "x-profile-id": ` ${profile.id.toUpperCase()} ` }
    expect(await resolved(header, plain)).toStrictEqual([
      { given: { account: profile, keyAccount: organization } },
      profile.id
    ])
  })

  it("is a profile of its own organization, and a deleted one only where that is read", async () => {
    const foreign = { ...profile, organization: Given.accountId(9) }
    const header = { "x-profile-id": profile.id }
    const ends = async (requirements: Requirements | null, account: Account) => {
      const [end] = await resolved(header, requirements, account)
      return JSON.stringify(end).includes("RESOURCE_013") ? "refused" : "given"
    }
    const reading: Requirements = { ...plain, readsDeleted: true }
    const accounts = [profile, { ...profile, deletedAt: Given.now }, foreign, { ...foreign, deletedAt: Given.now }]
    const all = async (requirements: Requirements | null) =>
      Promise.all(accounts.map((account) => ends(requirements, account)))
    expect(await all(plain)).toStrictEqual(["given", "refused", "refused", "refused"])
    expect(await all(null)).toStrictEqual(["given", "refused", "refused", "refused"])
    expect(await all(reading)).toStrictEqual(["given", "given", "refused", "refused"])
  })
})
