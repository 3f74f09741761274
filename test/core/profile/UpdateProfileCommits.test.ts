/** The operations that change and complete profiles: whole answers and whole commits (decisions 3.7, 5.6). */
import type { Account } from "@signalbox/core/Account"
import { Accounts } from "@signalbox/core/Account"
import * as ChannelSet from "@signalbox/core/ChannelSet"
import { put } from "@signalbox/core/Commit"
import { plus } from "@signalbox/core/Instant"
import * as ChosenSenders from "@signalbox/core/internal/dispatch/ChosenSenders"
import { CompleteProfile } from "@signalbox/core/internal/profile/CompleteProfile"
import { UpdateProfile } from "@signalbox/core/internal/profile/UpdateProfile"
import { UpdateSenderProfile } from "@signalbox/core/internal/profile/UpdateSenderProfile"
import type { Json } from "@signalbox/core/Json"
import { blank } from "@signalbox/core/Profile"
import { describe, expect, it } from "vitest"
import { answered, nothing } from "../Answered.ts"
import * as Given from "../Given.ts"

const organization = Given.account()
const caller = { account: organization, keyAccount: organization }

const profileOf = (number: number, parts: Partial<Account> = {}): Account =>
  Given.account({
    id: Given.accountId(number),
    type: "profile",
    organization: organization.id,
    name: `Profile ${number}`,
    shortName: `NAME ${number}`,
    email: null,
    numbers: [],
    channels: ["sms"],
    profile: { ...blank("incomplete"), billingModel: "organization", inheritsBrand: true },
    ...parts
  })

const profile = profileOf(2, { description: "EMEA" })
const other = profileOf(3)
const foreign = profileOf(4, { organization: Given.accountId(9) })
const rows = [put(Accounts, organization), put(Accounts, profile), put(Accounts, other), put(Accounts, foreign)]
const later = plus(Given.now, 5000)
const brand = {
  contact: { name: "Ada" },
  compliance: { brandRelationship: "KEY_ACCOUNT", vertical: "RETAIL" }
} as const

const wrong = (field: string, message: string) => ({ field, code: "VALIDATION_001", message })

describe("a change of a sender profile", () => {
  const nothingSaid = [wrong("body", "must have at least one of: name, short_name, description")]

  it.each<[raw: Json, refused: ReadonlyArray<object>]>([
    [{ name: "Support" }, []],
    [{ short_name: "HELP" }, []],
    [{ description: null, sandbox: true }, []],
    [{}, nothingSaid],
    [null, nothingSaid],
    ["name", nothingSaid],
    [{ sandbox: true }, nothingSaid],
    [{ name: "Support", billing: {}, icon: null, sandbox: true }, [
      wrong("billing", "cannot be changed here"),
      wrong("icon", "cannot be changed here")
    ]]
  ])("of %j is refused what cannot be changed", (raw, refused) => {
    const slots = { path: { id: profile.id }, query: {}, body: {} }
    expect(UpdateSenderProfile.check(slots, caller, raw, Given.now)).toStrictEqual(refused)
  })

  const run = (body: object, id = profile.id) =>
    answered(
      UpdateSenderProfile.decides,
      { path: { id }, query: {}, body, caller, consulted: ChosenSenders.none },
      rows,
      later
    )

  const shown = {
    id: profile.id,
    organization_id: organization.id,
    name: "Profile 2",
    short_name: "NAME 2",
    description: "EMEA",
    billing: { inherit: true },
    channels: { sms: [], whatsapp: null, rcs: null },
    compliance: { brand: { inherit: true }, campaign: null },
    created_at: "2030-01-15T12:34:56.789Z",
    updated_at: "2030-01-15T12:35:01.789Z"
  }
  const stored = { ...nothing, expects: [`account ${profile.id} 2`] }

  it("is stored and shown", () => {
    expect(run({ name: "Support" })).toStrictEqual({
      ...stored,
      answer: { ...shown, name: "Support" },
      puts: [{ ...profile, name: "Support", updatedAt: later }]
    })
    expect(run({ short_name: "HELP", description: null })).toStrictEqual({
      ...stored,
      answer: { ...shown, short_name: "HELP", description: null },
      puts: [{ ...profile, shortName: "HELP", description: null, updatedAt: later }]
    })
    expect(run({ short_name: "name  2" })).toMatchObject({ answer: { short_name: "name  2" } })
  })

  it("shows the channels that the profile has", () => {
    const set: ChannelSet.ChannelSet = {
      ...ChannelSet.empty(profile.id),
      whatsapp: {
        wabaId: "waba",
        phoneNumberId: null,
        status: "ACTIVE",
        reasonCode: null,
        reason: null,
        revision: 0,
        createdAt: Given.now,
        updatedAt: null
      }
    }
    const command = { path: { id: profile.id }, query: {}, body: { name: "x" }, caller, consulted: ChosenSenders.none }
    expect(answered(UpdateSenderProfile.decides, command, [...rows, put(ChannelSet.ChannelSets, set)])).toMatchObject({
      answer: { channels: { sms: [], whatsapp: { waba_id: "waba", status: "ACTIVE" }, rcs: null } }
    })
  })

  it("takes no name of another profile, and finds none of another organization", () => {
    const taken = ["RESOURCE_007", { short_name: ["is already used in the organization"] }]
    expect(run({ short_name: "Name 3" })).toStrictEqual(taken)
    expect(run({ short_name: "NAME 4" })).toHaveProperty("answer")
    expect(run({ name: "Support" }, foreign.id)).toStrictEqual(["RESOURCE_014", null])
    expect(run({ name: "Support" }, Given.accountId(99))).toStrictEqual(["RESOURCE_014", null])
  })

  it("is shown in the sandbox as that of a profile that has nothing else", () => {
    const slots = { path: { id: profile.id }, query: {}, body: { description: "All" }, consulted: ChosenSenders.none }
    const simulated = {
      ...shown,
      name: "sandbox",
      short_name: "sandbox",
      description: "All",
      created_at: "2030-01-15T12:35:01.789Z"
    }
    const { compliance: _, ...expected } = simulated
    expect(UpdateSenderProfile.simulate?.(slots, caller, later, Given.ids())).toStrictEqual(expected)
  })
})

describe("a change in the older form", () => {
  const run = (body: object, id = profile.id, more: ReadonlyArray<Account> = []) =>
    answered(
      UpdateProfile.decides,
      { path: { profileId: id }, query: {}, body, caller, consulted: undefined },
      [...rows, ...more.map((each) => put(Accounts, each))],
      later
    )

  it("is stored, and shown as the profile is now", () => {
    const changed = {
      ...profile,
      name: "Support",
      shortName: "HELP",
      profile: {
        ...profile.profile,
        sendingNumberProfile: other.id,
        sendingWhatsappNumberProfile: profile.id
      },
      updatedAt: later
    }
    const body = {
      name: "Support",
      short_name: "HELP",
      sending_phone_number_profile_id: other.id,
      sending_whatsapp_number_profile_id: profile.id
    }
    expect(run(body)).toStrictEqual({
      ...nothing,
      answer: {
        id: profile.id,
        organization_id: organization.id,
        name: "Support",
        email: null,
        icon: null,
        description: "EMEA",
        short_name: "HELP",
        status: "incomplete",
        created_at: "2030-01-15T12:34:56.789Z",
        updated_at: "2030-01-15T12:35:01.789Z",
        allow_contact_sharing: false,
        allow_template_sharing: false,
        inherit_contacts: false,
        inherit_templates: false,
        inherit_tcr_brand: true,
        inherit_tcr_campaign: false,
        billing_model: "organization",
        billing_contact: null,
        sending_phone_number: null,
        sending_phone_number_profile_id: other.id,
        sending_whatsapp_number_profile_id: profile.id,
        whatsapp_phone_number: null,
        allow_number_change_during_onboarding: null,
        waba_id: null,
        brand: null
      },
      puts: [changed],
      expects: [`account ${profile.id} 2`]
    })
  })

  it("connects the WhatsApp account that it names", () => {
    const body = { whatsapp_business_account: { waba_id: "waba", access_token: "secret" } }
    const business = { wabaId: "waba", phoneNumberId: null }
    expect(run(body)).toMatchObject({
      answer: { waba_id: "waba" },
      puts: [{ ...profile, profile: { ...profile.profile, whatsapp: business }, updatedAt: later }, {
        account: profile.id,
        markets: [],
        whatsapp: { ...business, status: "PROVISIONING", revision: 0 },
        rcs: null
      }],
      expects: [`account ${profile.id} 2`, `channel_set ${profile.id} 0`],
      due: [[`channel ${profile.id}/0/whatsapp`, 5000]]
    })
  })

  it("is shown in the sandbox as that of a profile that has nothing else", () => {
    const body = { description: "All", brand }
    const slots = { path: { profileId: profile.id }, query: {}, body, consulted: undefined }
    expect(UpdateProfile.simulate?.(slots, caller, later, Given.ids())).toStrictEqual({
      id: profile.id,
      organization_id: organization.id,
      name: "sandbox",
      email: null,
      icon: null,
      description: "All",
      short_name: null,
      status: "incomplete",
      created_at: "2030-01-15T12:35:01.789Z",
      updated_at: "2030-01-15T12:35:01.789Z",
      allow_contact_sharing: false,
      allow_template_sharing: false,
      inherit_contacts: false,
      inherit_templates: false,
      inherit_tcr_brand: false,
      inherit_tcr_campaign: false,
      billing_model: "profile",
      billing_contact: null,
      sending_phone_number: null,
      sending_phone_number_profile_id: null,
      sending_whatsapp_number_profile_id: null,
      whatsapp_phone_number: null,
      allow_number_change_during_onboarding: null,
      waba_id: null,
      brand: expect.objectContaining({
        id: Given.ids().uuid(),
        created_at: "2030-01-15T12:35:01.789Z",
        updated_at: null
      })
    })
  })

  it("names no profile of another organization, and is told all that is wrong", () => {
    const message = ["must be a profile of the organization"]
    const body = {
      sending_phone_number_profile_id: foreign.id,
      sending_whatsapp_number_profile_id: Given.accountId(99),
      payment_details: {}
    }
    expect(run(body)).toStrictEqual(["VALIDATION_001", {
      payment_details: ["cannot be given when the organization is billed"],
      sending_phone_number_profile_id: message,
      sending_whatsapp_number_profile_id: message
    }])
    expect(run({ sending_phone_number_profile_id: organization.id }))
      .toStrictEqual(["VALIDATION_001", { sending_phone_number_profile_id: message }])
    expect(run({ short_name: "Name 3" }))
      .toStrictEqual(["RESOURCE_007", { short_name: ["is already used in the organization"] }])
    expect(run({ name: "Support" }, foreign.id)).toStrictEqual(["RESOURCE_014", null])
  })
})

describe("the completion of a profile", () => {
  const url = "https://acme.example/hook"
  const run = (parts: Partial<Account>, id = profile.id) =>
    answered(
      CompleteProfile.decides,
      { path: { profileId: id }, query: {}, body: { webHookUrl: url }, caller, consulted: undefined },
      [put(Accounts, { ...profile, ...parts }), put(Accounts, foreign)],
      later
    )
  const processing = {
    status: "processing",
    message: "The profile is being completed; the outcome is posted to webHookUrl"
  }

  it("begins with a request that keeps whom to tell", () => {
    const id = Given.ids().id(later)
    expect(run({})).toStrictEqual({
      ...nothing,
      answer: processing,
      puts: [
        { ...profile, profile: { ...profile.profile, status: "pending_review" } },
        { id, profile: profile.id, url, requestedAt: later }
      ],
      expects: [`account ${profile.id} 1`],
      due: [[`profile_completion ${id}`, 5000]]
    })
  })

  it("changes nothing of one that is complete", () => {
    const answer = { status: "completed", message: "The profile is complete" } as const
    expect(run({ profile: blank("approved") })).toStrictEqual({ ...nothing, answer })
    // One that was complete has the status 200 in the place of 202.
    expect(CompleteProfile.isOk?.(answer)).toBe(true)
    expect(CompleteProfile.isOk?.({ ...processing, status: "processing" })).toBe(false)
  })

  it("waits for all that is lacking, and finds no profile of another organization", () => {
    expect(run({ description: null, profile: blank("incomplete") })).toStrictEqual(["VALIDATION_001", {
      description: ["must be set and have at most 5000 characters"],
      brand: ["must be given or inherited"]
    }])
    expect(run({ shortName: "12" })).toStrictEqual(["VALIDATION_001", {
      short_name: ["must have 3 to 11 letters, digits and spaces, at least one of them a letter"]
    }])
    expect(run({}, foreign.id)).toStrictEqual(["RESOURCE_014", null])
  })

  it("is processing in the sandbox", () => {
    const slots = { path: { profileId: profile.id }, query: {}, body: { webHookUrl: url }, consulted: undefined }
    expect(CompleteProfile.simulate?.(slots, caller, later, Given.ids())).toStrictEqual(processing)
  })
})
