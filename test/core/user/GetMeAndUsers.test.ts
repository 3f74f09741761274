/** GET /v3/me and GET /v3/users: whole answers, of every kind of account and role (decisions 3.5, 3.10). */
import type { Account } from "@signalbox/core/Account"
import { Accounts } from "@signalbox/core/Account"
import type { Caller } from "@signalbox/core/Caller"
import { operations } from "@signalbox/core/Catalogue"
import type { Channel } from "@signalbox/core/Channel"
import { put } from "@signalbox/core/Commit"
import type { UserId } from "@signalbox/core/Id"
import { plus } from "@signalbox/core/Instant"
import type { Row } from "@signalbox/core/Row"
import type { User } from "@signalbox/core/User"
import { Users } from "@signalbox/core/User"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const organization = Given.account({
  email: "key@example.com",
  ownerEmail: "owner@example.com",
  icon: "https://acme.example/icon.png",
  description: "Parcels",
  shortName: "ac"
})

const details: NonNullable<Account["profile"]> = {
  status: "approved",
  billingModel: "organization",
  billingContact: null,
  inheritsBrand: true,
  inheritsCampaign: false,
  brand: null,
  campaign: null,
  whatsapp: null,
  sendingNumber: null,
  sendingNumberProfile: null,
  sendingWhatsappNumberProfile: null,
  whatsappNumber: null,
  allowsNumberChange: null
}

const profileOf = (number: number, parts: Partial<Account> = {}): Account =>
  Given.account({
    id: Given.accountId(number),
    type: "profile",
    organization: organization.id,
    name: `Brand ${number}`,
    email: null,
    icon: `https://brand.example/${number}.png`,
    description: `Of ${number}`,
    shortName: `b${number}`,
    profile: details,
    createdAt: plus(Given.now, number * 1000),
    ...parts
  })

const userOf = (number: number, parts: Partial<User> = {}): User => ({
  id: `dddddddd-0000-7000-8000-00000000000${number}` as UserId,
  account: organization.id,
  email: `person${number}@example.com`,
  name: `Person ${number}`,
  role: "billing",
  status: "active",
  invitedAt: null,
  lastLoginAt: null,
  createdAt: plus(Given.now, number),
  updatedAt: null,
  ...parts
})

const asked = { path: {}, query: {}, body: {} }

const me = (caller: Caller, chosen: ReadonlyArray<Channel>, ...rows: ReadonlyArray<Row>) =>
  Result.getOrThrow(
    new FactStore(rows).run(
      operations["me.get"].decides,
      { ...asked, caller, consulted: new Set(chosen) },
      Given.now,
      Given.ids()
    )
  )

const none = { configured: false, phone_number: null }

describe("the account of a key", () => {
  const rows = [
    put(Accounts, profileOf(2)),
    put(Accounts, profileOf(3)),
    put(Accounts, profileOf(4, { deletedAt: Given.now }))
  ]
  const own = userOf(1, { email: "key@example.com" })
  const ofProfile = userOf(2, { email: "key@example.com", account: Given.accountId(3), role: "admin" })
  const rolesOf = (...more: ReadonlyArray<Row>) =>
    me({ account: organization, keyAccount: organization }, [], ...rows, ...more).profiles.map((
      { id, role }
    ) => [id, role])

  it("is shown whole, with its numbers and its profiles", () => {
    const shown = me({ account: organization, keyAccount: organization }, [], ...rows)
    const profile = (number: number) => ({
      id: Given.accountId(number),
      name: `Brand ${number}`,
      icon: `https://brand.example/${number}.png`,
      description: `Of ${number}`,
      short_name: `b${number}`,
      role: null,
      status: "approved",
      created_at: `2030-01-15T12:34:${56 + number}.789Z`,
      settings: {
        allow_contact_sharing: false,
        allow_template_sharing: false,
        inherit_contacts: false,
        inherit_templates: false,
        inherit_tcr_brand: true,
        inherit_tcr_campaign: false,
        billing_model: "organization"
      }
    })
    const connected = { configured: true, phone_number: Given.phone(9000) }
    expect({ ...shown, profiles: shown.profiles.toSorted((one, other) => one.id < other.id ? -1 : 1) }).toStrictEqual({
      id: organization.id,
      type: "organization",
      name: "Acme",
      email: "key@example.com",
      icon: "https://acme.example/icon.png",
      description: "Parcels",
      created_at: "2030-01-15T12:34:56.789Z",
      organization_id: null,
      short_name: "ac",
      status: null,
      settings: null,
      profiles: [profile(2), profile(3)],
      channels: { sms: connected, whatsapp: { ...connected, business_name: null }, rcs: connected }
    })
  })

  it("has a role in each profile: that in the profile goes before that in the organization, but an owner's", () => {
    expect(rolesOf(put(Users, own), put(Users, ofProfile)).toSorted()).toEqual([
      [Given.accountId(2), "billing"],
      [Given.accountId(3), "admin"]
    ])
    const owned = { ...organization, ownerEmail: "key@example.com" }
    const shown = me({ account: owned, keyAccount: owned }, [], ...rows, put(Users, ofProfile))
    expect(shown.profiles.map(({ role }) => role)).toEqual(["owner", "owner"])
  })

  it("of a profile has no profiles, and says how it stands", () => {
    const profile = profileOf(2, { numbers: [], channels: [] })
    const shown = me({ account: profile, keyAccount: organization }, ["sms"], ...rows)
    expect(shown).toMatchObject({
      id: profile.id,
      type: "profile",
      organization_id: organization.id,
      status: "approved",
      settings: { inherit_tcr_brand: true },
      profiles: [],
      channels: { whatsapp: { ...none, business_name: null }, rcs: none }
    })
  })
})

describe("the users of an account", () => {
  const whole = userOf(1, {
    role: "developer",
    status: "invited",
    invitedAt: plus(Given.now, 1000),
    lastLoginAt: plus(Given.now, 2000),
    updatedAt: plus(Given.now, 3000)
  })
  const caller = { account: organization, keyAccount: organization }
  const store = new FactStore([
    put(Users, userOf(2)),
    put(Users, whole),
    put(Users, userOf(3, { account: Given.accountId(2) }))
  ])
  const shown = {
    id: whole.id,
    customer_id: organization.id,
    email: "person1@example.com",
    name: "Person 1",
    role: "developer",
    status: "invited",
    invited_at: "2030-01-15T12:34:57.789Z",
    last_login_at: "2030-01-15T12:34:58.789Z",
    created_at: "2030-01-15T12:34:56.790Z",
    updated_at: "2030-01-15T12:34:59.789Z"
  }

  it("are read one by one, and those of another account are not", () => {
    const get = (userId: UserId) =>
      store.run(
        operations["users.get"].decides,
        { ...asked, path: { userId }, caller, consulted: undefined },
        Given.now,
        Given.ids()
      )
    expect(Result.getOrThrow(get(whole.id))).toStrictEqual(shown)
    expect(Result.getOrThrow(get(userOf(2).id))).toMatchObject({
      invited_at: null,
      last_login_at: null,
      updated_at: null
    })
    for (const id of [userOf(3).id, userOf(9).id]) {
      expect(get(id)).toMatchObject({ failure: { code: "RESOURCE_006" } })
    }
  })

  it("are listed all, more than one page of the store has, in the other order than the store's", () => {
    const many = Array.from({ length: 1001 }, (_, index) =>
      put(Users, {
        ...userOf(1),
        id: `dddddddd-0000-7000-8000-${String(index).padStart(12, "0")}` as UserId,
        email: `${index}@example.com`
      }))
    const listed = Result.getOrThrow(
      new FactStore(many).run(
        operations["users.list"].decides,
        { ...asked, caller, consulted: undefined },
        Given.now,
        Given.ids()
      )
    )
    expect(listed.users.map(({ email }) => email)).toEqual(
      Array.from({ length: 1001 }, (_, index) => `${1000 - index}@example.com`)
    )
  })
})
