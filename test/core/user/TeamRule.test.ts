/**
 * The words with which changes of users are refused, and what the sandbox shows of a user: field by field, since clients
 * show them to people (specification "Users and account", decisions 4.4, 5.8).
 */
import { Accounts } from "@signalbox/core/Account"
import type { Caller } from "@signalbox/core/Caller"
import { operations } from "@signalbox/core/Catalogue"
import { put } from "@signalbox/core/Commit"
import * as Decoding from "@signalbox/core/Decoding"
import type { UserId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import type { Decision } from "@signalbox/core/internal/commit/Decision"
import { CreateUser } from "@signalbox/core/internal/user/CreateUser"
import { DeleteUser } from "@signalbox/core/internal/user/DeleteUser"
import { SetUserStatus } from "@signalbox/core/internal/user/SetUserStatus"
import * as TeamRule from "@signalbox/core/internal/user/TeamRule"
import { UpdateUser } from "@signalbox/core/internal/user/UpdateUser"
import { Refused } from "@signalbox/core/Refused"
import type { Role, User } from "@signalbox/core/User"
import { Teams, Users } from "@signalbox/core/User"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const [mine, other] = ["0a0a0a0a-0000-7000-8000-000000000001", "0a0a0a0a-0000-7000-8000-000000000002"] as const

const user = (parts: Partial<User> = {}): User => ({
  id: other as UserId,
  account: Given.accountId(1),
  email: "other@example.com",
  name: "Other",
  role: "admin",
  status: "active",
  invitedAt: Given.now,
  lastLoginAt: null,
  createdAt: Given.now,
  updatedAt: null,
  ...parts
})

const organization = Given.account({ id: Given.accountId(2), email: "group@example.com" })
const account = Given.account({ type: "profile", organization: organization.id, email: "me@example.com" })
const keyAccount = Given.account({ email: "key@example.com" })
const caller: Caller = { account, keyAccount }
const slots = { caller, consulted: undefined, query: {} }

const store = (...users: ReadonlyArray<User>): FactStore =>
  new FactStore([
    put(Accounts, account),
    put(Accounts, organization),
    ...users.map((each) => put(Users, each)),
    put(Teams, { account: account.id, admins: users.filter(TeamRule.isActiveAdmin).map(({ id }) => id) })
  ])

/** The code and the details of the refusal, or whatever there is instead. */
const refusal = <Command, Answer>(of: FactStore, use: Decision<Command, Answer>, command: Command, now = Given.now) =>
  Result.match(of.run(use, command, now, Given.ids()), {
    onSuccess: () => "nothing was refused",
    onFailure: (failure) => failure instanceof Refused ? [failure.code, failure.details] : failure
  })

describe("a change of the team", () => {
  const asking = (email: string) => Given.account({ email })
  const admins = { account: Given.accountId(1), admins: [other as UserId] }

  it("is refused for one's own role, and for the last active admin, in other words for a removal", () => {
    const said = (email: string, of: User, team: typeof admins) =>
      [
        { _tag: "Role", role: "billing" } as const,
        { _tag: "Role", role: of.role } as const,
        { _tag: "Removal" } as const
      ]
        .map((change) => TeamRule.broken(of, change, asking(email), team))
    const both = { ...admins, admins: [...admins.admins, mine as UserId] }
    expect(said("OTHER@example.com", user(), both)).toEqual([["cannot be your own"], [], ["cannot be yourself"]])
    expect(said("me@example.com", user(), both)).toEqual([[], [], []])
    const [role, removal] = ["cannot be taken from the last active admin", "cannot be the last active admin"]
    expect(said("me@example.com", user(), admins)).toEqual([[role], [], [removal]])
    expect(said("other@example.com", user(), admins))
      .toEqual([["cannot be your own", role], [], ["cannot be yourself", removal]])
    for (const parts of [{ role: "developer" }, { status: "suspended" }] as const) {
      expect(said("me@example.com", user(parts), { ...admins, admins: [] })).toEqual([[], [], []])
    }
  })

  it("is refused under the name of what was asked for", () => {
    const last = () => store(user())
    expect(
      refusal(last(), UpdateUser.decides, { ...slots, path: { userId: other as UserId }, body: { role: "billing" } })
    )
      .toEqual(["VALIDATION_001", { role: ["cannot be taken from the last active admin"] }])
    expect(refusal(last(), DeleteUser.decides, { ...slots, path: { userId: other as UserId }, body: {} }))
      .toEqual(["VALIDATION_001", { userId: ["cannot be the last active admin"] }])
    const own = () => store(user({ email: "key@example.com" }), user({ id: mine as UserId, email: "x@example.com" }))
    expect(
      refusal(own(), UpdateUser.decides, { ...slots, path: { userId: other as UserId }, body: { role: "billing" } })
    )
      .toEqual(["VALIDATION_001", { role: ["cannot be your own"] }])
  })

  it("takes whoever is an active admin into the team, and nobody twice", () => {
    const team = { ...admins, admins: [mine as UserId, other as UserId] }
    const after = (next: User | null) => TeamRule.after(team, user(), next).admins
    expect(after(user())).toEqual([mine, other])
    expect([after(null), after(user({ role: "billing" })), after(user({ status: "suspended" }))])
      .toEqual([[mine], [mine], [mine]])
  })
})

describe("an invitation", () => {
  const invited = (email: string, ...users: ReadonlyArray<User>) =>
    refusal(store(...users), CreateUser.decides, { ...slots, path: {}, body: { email, name: "N", role: "billing" } })

  it("is refused for the address of a user, of the owner, and of the owner of the organization", () => {
    const refused = ["RESOURCE_007", { email: ["is used by a user or the owner already"] }]
    for (const email of ["me@example.com", " GROUP@example.com ", "other@example.com"]) {
      expect(invited(email, user())).toEqual(refused)
    }
    expect(invited("key@example.com", user())).toBe("nothing was refused")
    expect(invited("other@example.com", user({ status: "invited", invitedAt: Instant.plus(Given.now, -604_800_000) })))
      .toBe("nothing was refused")
  })

  it("needs an address that is none but for blanks around it, and is no longer than may be", () => {
    const flaws = (email: string) =>
      Decoding.decoder(CreateUser.body)({ email, name: "N", role: "billing" }).violations
        .map(({ field, message }) => [field, message])
    const longest = `${"a".repeat(254 - "@example.com".length)}@example.com`
    expect([flaws("me@example.com"), flaws(longest), flaws(`  ${longest}  `)]).toEqual([[], [], []])
    const wrong = [["email", "must be an e-mail address of at most 254 characters"]]
    expect([flaws(`a${longest}`), flaws("me"), flaws("")]).toEqual([wrong, wrong, wrong])
  })

  it("cannot be answered when it has expired, and no status follows on every other one", () => {
    const set = (status: User["status"], from: Partial<User>, now = Given.now) =>
      refusal(store(user(from)), SetUserStatus, { account: account.id, user: other as UserId, status }, now)
    const week = Instant.plus(Given.now, 7 * Instant.day)
    expect(set("active", { status: "invited" }, Instant.make(week - 1))).toBe("nothing was refused")
    expect(set("active", { status: "invited" }, week))
      .toEqual(["VALIDATION_001", { status: ["cannot be answered: the invitation has expired"] }])
    expect(set("active", { status: "invited", invitedAt: null }, week)).toBe("nothing was refused")
    expect(set("suspended", { status: "rejected" }))
      .toEqual(["VALIDATION_001", { status: ["cannot become suspended when it is rejected"] }])
  })
})

describe("the sandbox", () => {
  it("shows a user as one that has just been changed", () => {
    const at = "2030-01-15T12:34:56.789Z"
    const simulate = operations["users.update"].simulate!
    const input = { ...slots, path: { userId: other as UserId }, body: { role: "billing" as Role } }
    expect(simulate(input, caller, Given.now, Given.ids())).toEqual({
      id: other,
      customer_id: account.id,
      email: "sandbox@example.com",
      name: "sandbox",
      role: "billing",
      status: "active",
      invited_at: at,
      last_login_at: null,
      created_at: at,
      updated_at: at
    })
  })
})
