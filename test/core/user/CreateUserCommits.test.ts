/** The people of an account, changed one by one: whole answers, whole commits, and the sandbox (decisions 4.4, 5.8). */
import { Accounts } from "@signalbox/core/Account"
import { put } from "@signalbox/core/Commit"
import * as Decoding from "@signalbox/core/Decoding"
import type { UserId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import { AddUser } from "@signalbox/core/internal/user/AddUser"
import { CreateUser } from "@signalbox/core/internal/user/CreateUser"
import { DeleteUser } from "@signalbox/core/internal/user/DeleteUser"
import { GetUser, ListUsers } from "@signalbox/core/internal/user/GetUser"
import { SetUserStatus } from "@signalbox/core/internal/user/SetUserStatus"
import { UpdateUser } from "@signalbox/core/internal/user/UpdateUser"
import type { User } from "@signalbox/core/User"
import { Teams, Users } from "@signalbox/core/User"
import { describe, expect, it } from "vitest"
import { answered, nothing } from "../Answered.ts"
import * as Given from "../Given.ts"

const account = Given.account({ email: "ann@acme.example", ownerEmail: "owner@acme.example" })
const caller = { account, keyAccount: account }
const later = Instant.plus(Given.now, 5000)
const invited = Instant.plus(later, -7 * Instant.day)

const userOf = (number: number, parts: Partial<User> = {}): User => ({
  id: `dddddddd-0000-7000-8000-00000000000${number}` as UserId,
  account: account.id,
  email: `person${number}@acme.example`,
  name: `Person ${number}`,
  role: "admin",
  status: "active",
  invitedAt: null,
  lastLoginAt: null,
  createdAt: Given.now,
  updatedAt: null,
  ...parts
})

const [one, two] = [userOf(1), userOf(2)]
const waiting = userOf(3, { status: "invited", invitedAt: invited, lastLoginAt: Given.now })
const billing = userOf(4, { role: "billing" })
const foreign = userOf(5, { account: Given.accountId(9) })
const team = { account: account.id, admins: [one.id, two.id] }
const rows = [
  put(Accounts, account),
  ...[one, two, waiting, billing, foreign].map((each) => put(Users, each)),
  put(Teams, team)
]

const shown = (user: User) => ({
  id: user.id,
  customer_id: user.account,
  email: user.email,
  name: user.name,
  role: user.role,
  status: user.status,
  invited_at: user.invitedAt === null ? null : new Date(user.invitedAt).toISOString(),
  last_login_at: user.lastLoginAt === null ? null : new Date(user.lastLoginAt).toISOString(),
  created_at: new Date(user.createdAt).toISOString(),
  updated_at: user.updatedAt === null ? null : new Date(user.updatedAt).toISOString()
})

const unknown = ["RESOURCE_006", null]

describe("an invitation", () => {
  const body = { email: " new@acme.example ", name: "New", role: "developer" } as const
  const command = { path: {}, query: {}, body, caller, consulted: undefined }
  const fresh = (id: string) => ({
    ...userOf(0, { role: "developer", status: "invited", email: "new@acme.example", name: "New" }),
    id: id as UserId,
    invitedAt: later,
    createdAt: later
  })

  it("of somebody new makes a user, who is no admin yet", () => {
    const user = fresh(Given.ids().id(later))
    expect(answered(CreateUser.decides, command, rows, later))
      .toStrictEqual({ ...nothing, answer: shown(user), puts: [user] })
    expect(CreateUser.simulate?.(command, caller, later, Given.ids())).toStrictEqual(shown(fresh(Given.ids().uuid())))
  })

  it("is renewed once it has run out, and refused before", () => {
    const again = { ...command, body: { ...body, email: waiting.email.toUpperCase() } }
    const renewed = {
      ...waiting,
      email: again.body.email,
      name: "New",
      role: "developer",
      invitedAt: later,
      updatedAt: later
    } as const
    expect(answered(CreateUser.decides, again, rows, later)).toStrictEqual({
      ...nothing,
      answer: shown(renewed),
      puts: [renewed],
      expects: [`user ${waiting.id} 4`]
    })
    const taken = ["RESOURCE_007", { email: ["is used by a user or the owner already"] }]
    expect(answered(CreateUser.decides, again, rows, Instant.plus(later, -1))).toStrictEqual(taken)
    for (const email of [one.email, "OWNER@acme.example"]) {
      expect(answered(CreateUser.decides, { ...command, body: { ...body, email } }, rows, later)).toStrictEqual(taken)
    }
  })

  it("in a profile is none of the owner of its organization", () => {
    const profile = Given.account({ id: Given.accountId(2), type: "profile", organization: account.id, email: null })
    const asked = (email: string) =>
      answered(
        CreateUser.decides,
        {
          ...command,
          body: { ...body, email },
          caller: { account: profile, keyAccount: account }
        },
        rows,
        later
      )
    expect(asked("owner@acme.example")).toHaveProperty("0", "RESOURCE_007")
    expect(asked("ann@acme.example")).toMatchObject({ puts: [{ account: profile.id, email: "ann@acme.example" }] })
  })

  it("names whom it invites, each field within its bounds", () => {
    const decode = Decoding.decoder(CreateUser.body)
    const said = (parts: object) => decode({ ...body, ...parts }).violations
    const longest = `${"a".repeat(60)}@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.${"e".repeat(10)}`
    for (const parts of [{}, { sandbox: true }, { email: ` ${longest} ` }, { name: "n".repeat(255) }]) {
      expect(said(parts)).toStrictEqual([])
    }
    const mail = {
      field: "email",
      code: "VALIDATION_001",
      message: "must be an e-mail address of at most 254 characters"
    }
    for (const email of [`${longest}e`, "a", ""]) expect(said({ email })).toStrictEqual([mail])
    const message = "must not be blank and must have at most 255 characters"
    for (const name of ["", " ", "n".repeat(256)]) {
      expect(said({ name })).toStrictEqual([{ field: "name", code: "VALIDATION_001", message }])
    }
    for (const role of ["owner", "Admin", ""]) {
      expect(said({ role })).toStrictEqual([
        { field: "role", code: "VALIDATION_006", message: "must be one of: admin, billing, developer" }
      ])
    }
  })
})

describe("another role", () => {
  const run = (user: User, role: User["role"], of = rows, keyAccount = account) =>
    answered(
      UpdateUser.decides,
      { path: { userId: user.id }, query: {}, body: { role }, caller: { account, keyAccount }, consulted: undefined },
      of,
      later
    )

  it("is stored with the team that it changes", () => {
    const changed = { ...one, role: "billing", updatedAt: later } as const
    expect(run(one, "billing")).toStrictEqual({
      ...nothing,
      answer: shown(changed),
      puts: [changed, { ...team, admins: [two.id] }],
      expects: [`team ${account.id} 7`, `user ${one.id} 2`]
    })
    const raised = { ...billing, role: "admin", updatedAt: later } as const
    expect(run(billing, "admin")).toStrictEqual({
      ...nothing,
      answer: shown(raised),
      puts: [raised, { ...team, admins: [one.id, two.id, billing.id] }],
      expects: [`team ${account.id} 7`, `user ${billing.id} 5`]
    })
    const other = { ...billing, role: "developer", updatedAt: later } as const
    expect(run(billing, "developer"))
      .toStrictEqual({ ...nothing, answer: shown(other), puts: [other], expects: [`user ${billing.id} 5`] })
    expect(run(one, "admin")).toStrictEqual({ ...nothing, answer: shown(one) })
  })

  it("is none of whoever asks, of the last admin, or of a stranger", () => {
    const own = { ...account, email: one.email }
    const alone = [...rows.slice(0, -1), put(Teams, { ...team, admins: [one.id] })]
    const refused = (...role: ReadonlyArray<string>) => ["VALIDATION_001", { role }]
    expect(run(one, "billing", rows, own)).toStrictEqual(refused("cannot be your own"))
    expect(run(one, "billing", alone)).toStrictEqual(refused("cannot be taken from the last active admin"))
    expect(run(one, "billing", alone, own))
      .toStrictEqual(refused("cannot be your own", "cannot be taken from the last active admin"))
    expect(run(foreign, "billing")).toStrictEqual(unknown)
    expect(run(userOf(8), "billing")).toStrictEqual(unknown)
  })

  it("is shown in the sandbox of somebody", () => {
    const slots = { path: { userId: one.id }, query: {}, body: { role: "billing" } as const, consulted: undefined }
    const somebody = { ...one, email: "sandbox@example.com", name: "sandbox", role: "billing" } as const
    expect(UpdateUser.simulate?.(slots, caller, later, Given.ids()))
      .toStrictEqual(shown({ ...somebody, invitedAt: later, createdAt: later, updatedAt: later }))
  })
})

it("a user who is removed is no longer of the team, and whoever asks stays, as does the last admin", () => {
  const run = (user: User, of = rows, keyAccount = account) =>
    answered(
      DeleteUser.decides,
      { path: { userId: user.id }, query: {}, body: {}, caller: { account, keyAccount }, consulted: undefined },
      of
    )
  expect(run(one)).toStrictEqual({
    ...nothing,
    answer: null,
    puts: [{ ...team, admins: [two.id] }],
    deletes: [`user ${one.id}`],
    expects: [`team ${account.id} 7`, `user ${one.id} 2`]
  })
  expect(run(billing))
    .toStrictEqual({ ...nothing, answer: null, deletes: [`user ${billing.id}`], expects: [`user ${billing.id} 5`] })
  const alone = [...rows.slice(0, -1), put(Teams, { ...team, admins: [one.id] })]
  const refused = (...userId: ReadonlyArray<string>) => ["VALIDATION_001", { userId }]
  expect(run(billing, rows, { ...account, email: billing.email })).toStrictEqual(refused("cannot be yourself"))
  expect(run(one, alone)).toStrictEqual(refused("cannot be the last active admin"))
  expect(run(foreign)).toStrictEqual(unknown)
  const slots = { path: { userId: one.id }, query: {}, body: {}, consulted: undefined }
  expect(DeleteUser.simulate?.(slots, caller, later, Given.ids())).toBeNull()
})

it("the users are read, the first ones first, and those of others are not", () => {
  const read = { query: {}, body: {}, caller, consulted: undefined }
  const get = (user: User) => answered(GetUser.decides, { ...read, path: { userId: user.id } }, rows)
  expect(get(waiting)).toStrictEqual({ ...nothing, answer: shown(waiting) })
  expect(get(foreign)).toStrictEqual(unknown)
  const dated = [one, two, billing].map((user, index) =>
    put(Users, { ...user, createdAt: Instant.plus(Given.now, index) })
  )
  expect(answered(ListUsers.decides, { ...read, path: {} }, [...dated, put(Users, foreign)]))
    .toMatchObject({ answer: { users: [{ id: one.id }, { id: two.id }, { id: billing.id }] } })
})

it("a person whom the operator adds has the times that are given, or those of the status", () => {
  const add = (parts: object) =>
    answered(
      AddUser,
      {
        account: account.id,
        email: " new@acme.example ",
        name: "New",
        role: "admin",
        status: "active",
        ...parts
      },
      rows,
      later
    )
  const id = Given.ids().id(later) as UserId
  const user = { ...userOf(0), id, email: "new@acme.example", name: "New", createdAt: later }
  const joined = { puts: [user, { ...team, admins: [one.id, two.id, id] }], expects: [`team ${account.id} 7`] }
  expect(add({})).toStrictEqual({ ...nothing, answer: id, ...joined })
  for (const status of ["invited", "rejected"] as const) {
    expect(add({ status })).toStrictEqual({ ...nothing, answer: id, puts: [{ ...user, status, invitedAt: later }] })
  }
  const given = { status: "suspended", invitedAt: Given.now, lastLoginAt: invited } as const
  expect(add(given)).toStrictEqual({ ...nothing, answer: id, puts: [{ ...user, ...given }] })
  expect(add({ email: one.email.toUpperCase() })).toStrictEqual({ ...nothing, answer: one.id })
})

it("a person answers an invitation in time, and the operator suspends who is active", () => {
  const set = (user: User, status: User["status"], at = later) =>
    answered(SetUserStatus, { account: account.id, user: user.id, status }, rows, at)
  const early = Instant.plus(later, -1)
  const accepted = { ...waiting, status: "active", updatedAt: early } as const
  expect(set(waiting, "active", early)).toStrictEqual({
    ...nothing,
    answer: accepted,
    puts: [accepted, { ...team, admins: [one.id, two.id, waiting.id] }],
    expects: [`team ${account.id} 7`, `user ${waiting.id} 4`]
  })
  const refused = (said: string) => ["VALIDATION_001", { status: [said] }]
  expect(set(waiting, "active")).toStrictEqual(refused("cannot be answered: the invitation has expired"))
  expect(set(one, "invited")).toStrictEqual(refused("cannot become invited when it is active"))
  expect(set(foreign, "suspended")).toStrictEqual(unknown)
  expect(set(two, "suspended")).toMatchObject({ puts: [{ id: two.id, status: "suspended" }, { admins: [one.id] }] })
})
