/** A new or changed profile takes each value from its own place, and so does its brand when it is shown. */
import type { Account } from "@signalbox/core/Account"
import { Accounts, profileShortName } from "@signalbox/core/Account"
import type { Brand } from "@signalbox/core/Brand"
import { put } from "@signalbox/core/Commit"
import { plus } from "@signalbox/core/Instant"
import type { Decision } from "@signalbox/core/internal/commit/Decision"
import * as BrandResource from "@signalbox/core/internal/profile/BrandResource"
import * as NewProfile from "@signalbox/core/internal/profile/NewProfile"
import * as ProfileChange from "@signalbox/core/internal/profile/ProfileChange"
import { ApiKeys } from "@signalbox/core/internal/row/ApiKey"
import * as Needs from "@signalbox/core/Needs"
import { blank } from "@signalbox/core/Profile"
import { hashKey } from "@signalbox/core/Secret"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const minutes = (count: number) => plus(Given.now, count * 60_000)

const organization = Given.account({
  id: Given.accountId(1),
  requestsPerMinute: 60,
  dailyMessageLimit: 5000,
  allowMms: false,
  stage: "verified",
  quietHours: "us-tcpa",
  channels: ["sms", "whatsapp"],
  keywords: []
})

const draft = { name: "Shop", shortName: "SHOP", description: "A shop", icon: null, details: blank("incomplete") }
const profile = NewProfile.compose(draft, organization, Given.accountId(2), minutes(1))

const nameKey = (name: string) => profileShortName(organization.id, name)

describe("a new profile", () => {
  it("has what the operator has set for the organization, and nothing else of it", () => {
    expect(NewProfile.compose(draft, organization, Given.accountId(2), minutes(1))).toStrictEqual({
      id: Given.accountId(2),
      type: "profile",
      name: "Shop",
      shortName: "SHOP",
      description: "A shop",
      icon: null,
      email: null,
      organization: Given.accountId(1),
      numbers: [],
      channels: ["sms"],
      requestsPerMinute: 60,
      dailyMessageLimit: 5000,
      allowMms: false,
      stage: "verified",
      quietHours: "us-tcpa",
      keywords: [],
      rules: [],
      profile: blank("incomplete"),
      createdAt: minutes(1),
      updatedAt: null,
      deletedAt: null
    })
  })

  it("has what the operator may leave out for the organization where it is not left out, as it is there", () => {
    const more = { smartEncoding: false, auditLogDays: 30, keyLastUsed: true } as const
    const composed = NewProfile.compose(draft, { ...organization, ...more }, profile.id, minutes(1))
    expect(composed).toStrictEqual({ ...profile, ...more })
    expect(Object.keys(profile)).not.toEqual(expect.arrayContaining(Object.keys(more)))
  })

  it("gets its own key, and its short name", () => {
    const store = new FactStore([])
    const Create: Decision<string, null> = {
      name: "test.create",
      needs: (_, facts) => NewProfile.needs(profile.organization!, "SHOP", facts),
      decide: (key, grounds) =>
        Result.map(NewProfile.create(profile, key, grounds), (commit) => ({ answer: null, commit }))
    }
    Result.getOrThrow(store.run(Create, "a-new-key", minutes(1), Given.ids()))
    expect(store.get(Accounts, profile.id)).toEqual(profile)
    expect(store.get(ApiKeys, hashKey("a-new-key"))).toMatchObject({ account: profile.id, createdAt: minutes(1) })
    expect(store.find(Accounts, nameKey("SHOP"))).toMatchObject({ id: profile.id })
  })
})

describe("a changed profile", () => {
  const changed = (parts: Partial<Account>) => {
    const store = new FactStore([put(Accounts, profile)])
    const after = { ...profile, ...parts }
    const names = [profile.shortName, after.shortName].flatMap((name) => name === null ? [] : [nameKey(name)])
    const Change: Decision<Account, null> = {
      name: "test.change",
      needs: ({ id }) => Needs.all(Needs.row(Accounts, id), Needs.uniques(names)),
      decide: (next, { facts }) => Result.map(ProfileChange.change(facts, next), (commit) => ({ answer: null, commit }))
    }
    Result.getOrThrow(store.run(Change, after, minutes(2), Given.ids()))
    return ["SHOP", "STORE"].map((name) => store.find(Accounts, nameKey(name))?.id ?? null)
  }

  it("gives up the short name that it had, and has the other one", () => {
    expect(changed({ shortName: "STORE" })).toEqual([null, profile.id])
  })

  it("keeps its short name when only its letters change, or something else", () => {
    expect(changed({ shortName: "Shop" })).toEqual([profile.id, null])
    expect(changed({ description: "Another" })).toEqual([profile.id, null])
  })

  it("gives up its short name for none", () => {
    expect(changed({ shortName: null })).toEqual([null, null])
  })
})

describe("a brand", () => {
  const description = {
    contact: {
      name: "Ada",
      businessName: "Shop",
      email: "ada@example.com",
      phone: "+12015550100",
      phoneCountryCode: "1",
      role: "CTO"
    },
    business: {
      legalName: "Shop Inc.",
      taxId: "12-3456789",
      taxIdType: "EIN",
      entityType: "PRIVATE_PROFIT",
      street: "1 Main Street",
      city: "Springfield",
      state: "IL",
      postalCode: "62701",
      country: "US",
      countryOfRegistration: "CA",
      url: "https://shop.example"
    },
    compliance: null
  } as const
  const known: Brand = {
    id: "a-brand",
    ...description,
    submittedAt: minutes(2),
    createdAt: minutes(1),
    updatedAt: minutes(3)
  }

  it("is shown flat, with each value under its own name", () => {
    expect(BrandResource.toFlat(description)).toEqual({
      legal_name: "Shop Inc.",
      tax_id: "12-3456789",
      tax_id_type: "EIN",
      entity_type: "PRIVATE_PROFIT",
      street: "1 Main Street",
      city: "Springfield",
      state: "IL",
      postal_code: "62701",
      country: "US",
      website: "https://shop.example",
      contact_name: "Ada",
      contact_email: "ada@example.com",
      contact_phone: "+12015550100"
    })
  })

  it("tells when it was made, handed in and changed", () => {
    expect(BrandResource.fromBrand(known)).toMatchObject({
      created_at: "2030-01-15T12:35:56.789Z",
      submitted_at: "2030-01-15T12:36:56.789Z",
      updated_at: "2030-01-15T12:37:56.789Z",
      submitted_to_tcr: true
    })
  })

  it("that is described anew stays the same brand", () => {
    const anew = { id: () => "another", now: minutes(9) }
    expect(BrandResource.described(known, { ...description, contact: null }, anew)).toEqual({
      ...known,
      contact: null,
      updatedAt: minutes(9)
    })
    expect(BrandResource.described(null, description, anew)).toEqual({
      id: "another",
      ...description,
      submittedAt: null,
      createdAt: minutes(9),
      updatedAt: null
    })
  })
})
