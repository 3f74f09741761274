/**
 * Roles: who passes which check, as a table of facts (specification "Authentication").
 */
import type { Account } from "@signalbox/core/Account"
import { Accounts } from "@signalbox/core/Account"
import * as Commit from "@signalbox/core/Commit"
import { Executor } from "@signalbox/core/Executor"
import type { AccountId, UserId } from "@signalbox/core/Id"
import type { Membership } from "@signalbox/core/internal/user/Permission"
import * as Permission from "@signalbox/core/internal/user/Permission"
import type { Role as Required } from "@signalbox/core/Operation"
import { Store } from "@signalbox/core/Store"
import type { User } from "@signalbox/core/User"
import { Role, Users, UserStatus } from "@signalbox/core/User"
import { prop } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"

const mine = "me@example.com"
const others = "somebody@example.com"

const written = fc.constantFrom(mine, "ME@example.com", `  ${mine}\t`)

const user = (parts: Partial<User> = {}): User => ({
  id: Given.accountId(9) as string as UserId,
  account: Given.accountId(1),
  email: mine,
  name: "Me",
  role: "admin",
  status: "active",
  invitedAt: null,
  lastLoginAt: null,
  createdAt: Given.now,
  updatedAt: null,
  ...parts
})

const asking = Given.account({ id: Given.accountId(1), email: mine })

/** An account that belongs to somebody else. */
const foreign = Given.account({ id: Given.accountId(2), email: others })

const membership = (account: Account, user: User | null): Membership => ({ account, user })

const anyUser = fc.record({
  role: fc.constantFrom(...Role.literals),
  status: fc.constantFrom(...UserStatus.literals),
  email: fc.oneof(written, fc.constant(others))
}).map(user)

const anyMemberships = fc.array(fc.option(anyUser).map((entry) => membership(foreign, entry)), { maxLength: 2 })

const required = fc.constantFrom<Required>("admin", "any")

describe("a role", () => {
  prop(
    "of the owner passes every check, whatever else there is [ROL-001, ROL-003, ROL-004]",
    written,
    anyMemberships,
    fc.boolean(),
    required,
    (email, memberships, isFirst, required) => {
      const owned = membership(Given.account({ id: Given.accountId(3), email }), null)
      const role = Permission.roleOf(asking, isFirst ? [owned, ...memberships] : [...memberships, owned])
      expect(role).toBe("owner")
      expect(Permission.passes(role, required)).toBe(true)
    }
  )

  prop(
    "is that of the strongest active user with the address [ROL-005, ROL-006, ROL-007]",
    anyMemberships,
    required,
    (memberships, required) => {
      const counting = memberships.flatMap(({ user }) =>
        user !== null && user.status === "active" && user.email !== others ? [user.role] : []
      )
      const role = Permission.roleOf(asking, memberships)
      expect(Permission.passes(role, required)).toBe(
        required === "any" ? counting.length > 0 : counting.includes("admin")
      )
      expect(role === null || counting.some((each) => each === role)).toBe(true)
    }
  )

  prop("is nobody's who has no address", anyMemberships, fc.constantFrom(null, "", "  "), (memberships, email) => {
    const nobodys = membership(Given.account({ id: Given.accountId(3), email }), null)
    expect(Permission.roleOf({ ...asking, email }, [nobodys, ...memberships])).toBe(null)
  })

  it("is the owner's for individuals in their own account only", () => {
    const individual = Given.account({ type: "user", email: null })
    expect(Permission.roleOf(individual, [membership(individual, null)])).toBe("owner")
    expect(Permission.roleOf(individual, [membership(foreign, null)])).toBe(null)
    expect(Permission.roleOf({ ...individual, type: "profile" }, [membership(individual, null)])).toBe(null)
  })

  it("goes by the owner that an account names, where it names one", () => {
    const employed = { ...asking, ownerEmail: others }
    expect(Permission.roleOf(employed, [membership(employed, null)])).toBe(null)
    expect(Permission.roleOf({ ...asking, email: others }, [membership(employed, null)])).toBe("owner")
  })
})

const [organizationId, profileId, siblingId, strangerId] = [1, 2, 3, 4].map(Given.accountId) as [
  AccountId,
  AccountId,
  AccountId,
  AccountId
]

const unknownId = Given.accountId(5)

const organization = Given.account({ id: organizationId, email: mine, ownerEmail: others })
const profile = Given.account({
  ...organization,
  id: profileId,
  type: "profile",
  organization: organizationId,
  numbers: []
})
const sibling = { ...profile, id: siblingId }
const gone = { ...profile, id: Given.accountId(6), deletedAt: Given.now }
const closed = { ...organization, id: Given.accountId(7), deletedAt: Given.now }
const orphan = { ...profile, id: Given.accountId(8), organization: closed.id }
const stranger = Given.account({ id: strangerId, email: mine, numbers: [] })

/** Returns whether a key may do it, with an active admin of its address in these accounts. */
const permitted = (asking: Account, on: AccountId, ...admins: ReadonlyArray<AccountId>) =>
  Bench.run(
    Bench.layer(),
    Effect.gen(function*() {
      const store = yield* Store
      const executor = yield* Executor
      const users = admins.map((account, number) =>
        user({ id: Given.accountId(100 + number) as string as UserId, account })
      )
      yield* store.commit([Commit.make({
        puts: [
          ...[organization, profile, sibling, gone, closed, orphan, stranger].map((row) => Commit.put(Accounts, row)),
          ...users.map((row) => Commit.put(Users, row))
        ]
      })])
      const { answer } = yield* executor.run(Permission.Permit, { asking, required: "admin", on })
      return answer
    })
  )

describe("the accounts that count", () => {
  it.each([
    ["an organization, on itself", organization, organizationId, [organizationId]],
    ["an organization, on a profile", organization, profileId, [organizationId, profileId]],
    ["an organization, on a profile that is not there", organization, unknownId, [organizationId]],
    ["an organization, on a profile that was deleted", organization, gone.id, [organizationId]],
    ["an organization, on another organization", organization, strangerId, [organizationId]],
    ["a profile, on itself", profile, profileId, [organizationId, profileId]],
    ["a profile, on its organization", profile, organizationId, [organizationId]],
    ["a profile, on a sibling", profile, siblingId, [organizationId, siblingId]],
    ["a profile, on another organization", profile, strangerId, [organizationId]],
    ["a profile that was deleted, on itself", gone, gone.id, [organizationId]],
    ["a profile of an organization that was deleted, on itself", orphan, orphan.id, [orphan.id]]
  ])("for %s [ROL-002, ROL-006]", async (_title, asking, on, counting) => {
    const all = [organizationId, profileId, siblingId, gone.id, closed.id, orphan.id, strangerId, unknownId]
    const passing = []
    for (const id of all) if (await permitted(asking, on, id)) passing.push(id)
    expect(passing).toEqual(counting)
    expect(await permitted(asking, on)).toBe(false)
  })
})
