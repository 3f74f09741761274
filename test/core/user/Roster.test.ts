/**
 * The people of an account, held against a model: a list of users and the rules in words (specification "User",
 * "Users and account"; decisions 4.4, 5.8).
 */
import { operations } from "@signalbox/core/Catalogue"
import { Executor } from "@signalbox/core/Executor"
import type { UserId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import { AddUser } from "@signalbox/core/internal/user/AddUser"
import * as Invitation from "@signalbox/core/internal/user/Invitation"
import { SetUserStatus, transitions } from "@signalbox/core/internal/user/SetUserStatus"
import * as UserResource from "@signalbox/core/internal/user/UserResource"
import { uniqueText } from "@signalbox/core/Kind"
import * as Needs from "@signalbox/core/Needs"
import { Store } from "@signalbox/core/Store"
import type { User } from "@signalbox/core/User"
import { Role, Teams, userEmail, Users, UserStatus } from "@signalbox/core/User"
import { prop, propWith } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"

const week = 7 * 24 * 3600 * 1000

const addresses = ["a@example.com", "b@example.com", "c@example.com", "d@example.com"] as const
/** The address of the key; it is no owner's. */
const mine = addresses[0]
const owner = "owner@example.com"

const account = Given.account({ email: mine, ownerEmail: owner })
const common = { caller: { account, keyAccount: account }, consulted: undefined, query: {} }

const email = fc.constantFrom(...addresses)
// Enough active admins that one of several goes, and enough time that invitations run out.
const role = fc.oneof(fc.constant<Role>("admin"), fc.constantFrom(...Role.literals))
const status = fc.oneof(fc.constant<UserStatus>("active"), fc.constantFrom(...UserStatus.literals))
const lastLoginAt = fc.option(fc.integer({ min: 1, max: 1000 }).map((ago) => Instant.plus(Given.now, -ago)))

type Step =
  | {
    readonly _tag: "Add"
    readonly email: string
    readonly role: Role
    readonly status: UserStatus
    readonly lastLoginAt: User["lastLoginAt"]
  }
  | { readonly _tag: "Invite"; readonly email: string; readonly role: Role }
  | { readonly _tag: "Role"; readonly email: string; readonly role: Role }
  | { readonly _tag: "Remove"; readonly email: string }
  | { readonly _tag: "Status"; readonly email: string; readonly status: UserStatus }
  | { readonly _tag: "Wait"; readonly millis: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ _tag: fc.constant("Add" as const), email, role, status, lastLoginAt }) },
  {
    weight: 2,
    arbitrary: fc.record({ _tag: fc.constant("Invite" as const), email: fc.oneof(email, fc.constant(owner)), role })
  },
  { weight: 2, arbitrary: fc.record({ _tag: fc.constant("Role" as const), email, role }) },
  { weight: 2, arbitrary: fc.record({ _tag: fc.constant("Remove" as const), email }) },
  { weight: 3, arbitrary: fc.record({ _tag: fc.constant("Status" as const), email, status }) },
  {
    weight: 2,
    arbitrary: fc.record({ _tag: fc.constant("Wait" as const), millis: fc.constantFrom(1, week - 1, week) })
  }
)

/** A user of the model. */
interface Person {
  readonly role: Role
  readonly status: UserStatus
  readonly invitedAt: number | null
  readonly lastLoginAt: number | null
  readonly updatedAt: number | null
}

type Model = ReadonlyMap<string, Person>

const isAdmin = (person: Person | undefined): boolean => person?.role === "admin" && person.status === "active"

const isLast = (model: Model, email: string): boolean =>
  isAdmin(model.get(email)) && [...model.values()].filter(isAdmin).length === 1

/** Returns the model after the step, or the code that the step must be refused with. */
const next = (model: Model, step: Step, now: number): Model | string => {
  if (step._tag === "Wait") return model
  const person = model.get(step.email)
  const set = (changed: Person): Model => new Map([...model, [step.email, changed]])
  const isOver = person?.status === "invited" && person.invitedAt !== null && now - person.invitedAt >= week
  switch (step._tag) {
    case "Add": {
      const invitedAt = step.status === "invited" || step.status === "rejected" ? now : null
      const { lastLoginAt, role, status } = step
      return person === undefined ? set({ role, status, invitedAt, lastLoginAt, updatedAt: null }) : model
    }
    case "Invite":
      return step.email !== owner && (person === undefined || isOver)
        ? set({
          role: step.role,
          status: "invited",
          invitedAt: now,
          lastLoginAt: person?.lastLoginAt ?? null,
          updatedAt: person === undefined ? null : now
        })
        : "RESOURCE_007"
    case "Role":
      if (person === undefined) return "RESOURCE_006"
      if (person.role === step.role) return model
      return step.email === mine || isLast(model, step.email) ?
        "VALIDATION_001"
        : set({ ...person, role: step.role, updatedAt: now })
    case "Remove":
      if (person === undefined) return "RESOURCE_006"
      return step.email === mine || isLast(model, step.email)
        ? "VALIDATION_001"
        : new Map([...model].filter(([email]) => email !== step.email))
    case "Status": {
      if (person === undefined) return "RESOURCE_006"
      const way = `${person.status} -> ${step.status}`
      const isKnown = ["invited -> active", "invited -> rejected", "active -> suspended", "suspended -> active"]
        .includes(way)
      return isKnown && !isOver ? set({ ...person, status: step.status, updatedAt: now }) : "VALIDATION_001"
    }
  }
}

const perform = (step: Exclude<Step, { readonly _tag: "Wait" }>, id: UserId) =>
  Effect.flatMap(Executor, (executor): Effect.Effect<unknown, { readonly _tag: string }> => {
    const path = { userId: id }
    switch (step._tag) {
      case "Add": {
        const { email, lastLoginAt, role, status } = step
        return executor.run(AddUser, { account: account.id, email, role, status, lastLoginAt, name: email })
      }
      case "Invite": {
        const body = { email: step.email.toUpperCase(), role: step.role, name: "Anybody" }
        return executor.run(operations["users.create"].decides, { ...common, path: {}, body })
      }
      case "Role":
        return executor.run(operations["users.update"].decides, { ...common, path, body: { role: step.role } })
      case "Remove":
        return executor.run(operations["users.delete"].decides, { ...common, path, body: {} })
      case "Status":
        return executor.run(SetUserStatus, { account: account.id, user: id, status: step.status })
    }
  })

const users = Effect.flatMap(Store, (store) =>
  Effect.map(
    store.list({ list: "users", scope: account.id, offset: 0, limit: 100 }),
    ({ rows }) => rows.map(({ value }) => value as User)
  ))

/** The rows beside the users say the same as they do. */
const inStep = Effect.gen(function*() {
  const store = yield* Store
  const all = yield* users
  const { owners, rows } = yield* store.load({
    ...Needs.none,
    rows: [
      { kind: Teams.name, key: account.id },
      ...all.map(({ id }) => ({ kind: Users.name, key: id }))
    ],
    uniques: addresses.map((email) => userEmail(account.id, email))
  })
  const known = [...rows.values()].flatMap(({ row }) => row === null ? [] : [row])
  const team = known.flatMap((row) => row.kind === "team" ? row.value.admins : [])
  expect(team.toSorted()).toEqual(all.filter(isAdmin).map(({ id }) => id).toSorted())
  const taken = addresses.flatMap((email) => {
    const owner = owners.get(uniqueText(userEmail(account.id, email)))
    return owner === null ? [] : [[email.toLowerCase(), owner?.key]]
  })
  expect([...new Map(taken.map((each) => [each[0], each])).values()].toSorted())
    .toEqual(all.map(({ email, id }) => [email.toLowerCase(), id]).toSorted())
})

describe("people", () => {
  propWith({ runs: 150 })(
    "do as the model says [USR-006, USR-007, USR-008, USR-009, USR-019, USR-020, USR-021, USR-022, USR-023]",
    fc.array(step, { minLength: 1, maxLength: 25 }),
    (steps) =>
      Bench.run(
        Bench.layer(),
        Effect.gen(function*() {
          const clock = yield* Bench.TheClock
          let now = Given.now
          let model: Model = new Map()
          for (const each of steps) {
            if (each._tag === "Wait") {
              now = Instant.plus(now, each.millis)
              clock.set(now)
              continue
            }
            const before = yield* users
            const known = before.find(({ email }) => email.toLowerCase() === each.email)
            const id = known?.id ?? Given.accountId(77) as string as UserId
            const end = yield* Effect.result(perform(each, id))
            const expected = next(model, each, now)
            expect(Result.isFailure(end) && "code" in end.failure ? end.failure.code : "done")
              .toBe(typeof expected === "string" ? expected : "done")
            if (typeof expected !== "string") model = expected
            const found = yield* users
            const seen = found.map(({ email, invitedAt, lastLoginAt, role, status, updatedAt }) =>
              [email.toLowerCase(), { role, status, invitedAt, lastLoginAt, updatedAt }] as const
            )
            expect(new Map(seen)).toEqual(model)
            // Renewed or not, whoever is there keeps the id.
            expect(found.every(({ email, id }) =>
              before.every((old) => old.email.toLowerCase() !== email.toLowerCase() || old.id === id)
            ))
              .toBe(true)
            yield* inStep
          }
        })
      )
  )

  prop(
    "may answer an invitation until seven days have gone by [USR-008]",
    fc.oneof(fc.integer({ min: 0, max: 2 * week }), fc.constantFrom(week - 1, week, week + 1)),
    fc.oneof(fc.constant("invited" as const), status),
    (after, status) => {
      const invitedAt = Given.now
      expect(Invitation.isExpired({ invitedAt, status }, Instant.plus(invitedAt, after)))
        .toBe(status === "invited" && after >= week)
    }
  )

  it("are shown with each of their times in its own place", () => {
    const at = (minutes: number) => Instant.plus(Given.now, minutes * 60_000)
    const user: User = {
      id: Given.accountId(9) as string as UserId,
      account: account.id,
      email: mine,
      name: "Me",
      role: "billing",
      status: "active",
      createdAt: at(1),
      invitedAt: at(2),
      lastLoginAt: at(3),
      updatedAt: at(4)
    }
    expect(UserResource.fromUser(user)).toEqual({
      id: user.id,
      customer_id: account.id,
      email: mine,
      name: "Me",
      role: "billing",
      status: "active",
      created_at: "2030-01-15T12:35:56.789Z",
      invited_at: "2030-01-15T12:36:56.789Z",
      last_login_at: "2030-01-15T12:37:56.789Z",
      updated_at: "2030-01-15T12:38:56.789Z"
    })
  })

  prop("keep to the statuses that there are [USR-003]", status, (from) => {
    expect(UserStatus.literals).toEqual(["invited", "active", "suspended", "rejected"])
    expect(transitions[from].every((to) => to !== from && to !== "invited")).toBe(true)
  })
})
