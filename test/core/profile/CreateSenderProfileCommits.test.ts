/** Sender profiles that are created, read and deleted: whole answers and whole commits (decisions 3.7, 5.6). */
import type { Account } from "@signalbox/core/Account"
import { Accounts } from "@signalbox/core/Account"
import { put } from "@signalbox/core/Commit"
import { plus } from "@signalbox/core/Instant"
import { shipped } from "@signalbox/core/internal/compliance/ShippedRequirements"
import { CompleteProfile } from "@signalbox/core/internal/profile/CompleteProfile"
import { CreateProfile } from "@signalbox/core/internal/profile/CreateProfile"
import { CreateSenderProfile } from "@signalbox/core/internal/profile/CreateSenderProfile"
import * as ProfileForm from "@signalbox/core/internal/profile/ProfileForm"
import type { Json } from "@signalbox/core/Json"
import { blank } from "@signalbox/core/Profile"
import { find } from "@signalbox/core/RequirementTable"
import { describe, expect, it } from "vitest"
import { answered } from "../Answered.ts"
import * as BrandParts from "../BrandParts.ts"
import { consulted } from "../Consulted.ts"
import * as Given from "../Given.ts"

const organization = Given.account({
  requestsPerMinute: 60,
  dailyMessageLimit: 7,
  allowMms: false,
  quietHours: "us-tcpa"
})
const caller = { account: organization, keyAccount: organization }
const later = plus(Given.now, 5000)
const slots = { path: {}, query: {} }

const profileOf = (number: number, parts: Partial<Account> = {}): Account =>
  Given.account({
    id: Given.accountId(number),
    type: "profile",
    organization: organization.id,
    name: `Profile ${number}`,
    shortName: `NAME ${number}`,
    numbers: [],
    channels: ["sms"],
    profile: { ...blank("incomplete"), billingModel: "organization" },
    ...parts
  })

/** Of what a new profile is, all that does not follow from the body. */
const born = {
  type: "profile",
  email: null,
  organization: organization.id,
  numbers: [],
  channels: ["sms"],
  requestsPerMinute: 60,
  dailyMessageLimit: 7,
  allowMms: false,
  stage: "verified",
  quietHours: "us-tcpa",
  keywords: [],
  rules: [],
  createdAt: later,
  updatedAt: null,
  deletedAt: null
} as const

/** The rows that are no templates of automatic replies, which have their own test. */
const besides = (puts: ReadonlyArray<unknown>) =>
  puts.filter((value) => !(value !== null && typeof value === "object" && ("language" in value)))

type Body = Parameters<typeof CreateSenderProfile.consult>[0]["body"]

const plain: Body = { name: "Sales", short_name: "SALES" }

describe("a new sender profile", () => {
  const create = (body: Body, order: Parameters<typeof CreateSenderProfile.retract & object>[0]["order"] = null) =>
    answered(CreateSenderProfile.decides, { ...slots, body, caller, consulted: { order } }, [
      put(Accounts, organization),
      put(Accounts, profileOf(3))
    ], later)

  it("has what its body says, the organization's settings, and a key that is shown", () => {
    const body: Body = {
      ...plain,
      description: "EMEA",
      channels: { whatsapp: { waba_id: "waba" } },
      compliance: { brand: { legal_name: "Acme" }, campaign: { inherit: true } }
    }
    const told = create(body)
    if (!("answer" in told)) throw new Error("refused")
    const { answer, puts } = told
    const { id } = answer
    const business = { wabaId: "waba", phoneNumberId: null }
    const [account, key, channels] = besides(puts)
    expect(account).toStrictEqual({
      ...born,
      id,
      name: "Sales",
      shortName: "SALES",
      description: "EMEA",
      icon: null,
      profile: {
        ...blank("incomplete"),
        billingModel: "organization",
        inheritsCampaign: true,
        brand: {
          id: expect.any(String),
          contact: null,
          business: { ...BrandParts.business, legalName: "Acme" },
          compliance: null,
          submittedAt: null,
          createdAt: later,
          updatedAt: null
        },
        whatsapp: business
      }
    })
    expect(key).toMatchObject({ account: id, prefix: answer.api_key?.slice(0, 8), createdAt: later, revokedAt: null })
    expect(channels).toMatchObject({ account: id, markets: [], whatsapp: business, rcs: null })
    expect(answer).toStrictEqual({
      id,
      organization_id: organization.id,
      name: "Sales",
      short_name: "SALES",
      description: "EMEA",
      api_key: expect.any(String),
      billing: { inherit: true },
      channels: {
        sms: [],
        whatsapp: {
          waba_id: "waba",
          phone_number_id: null,
          solution_id: null,
          owner_business_id: null,
          status: "PROVISIONING",
          reason_code: "CHANNEL_011",
          reason: "The channel is being set up."
        },
        rcs: null
      },
      compliance: { brand: { legal_name: "Acme" }, campaign: { inherit: true } },
      created_at: "2030-01-15T12:35:01.789Z",
      updated_at: null
    })
    expect(told.due).toStrictEqual([[`channel ${id}/0/whatsapp`, 5000]])
    const simulated = CreateSenderProfile.simulate?.(
      { ...slots, body, consulted: { order: null } },
      caller,
      later,
      Given.ids()
    )
    expect(simulated).toStrictEqual({ ...answer, id: expect.any(String), api_key: expect.any(String) })
  })

  it("has a market where it asks for one, whose documents are kept", () => {
    const documents = [{ id: "doc", key: "letter", fileName: "l.pdf" }]
    const wanted = { country: "SG", numberType: "ALPHANUMERIC", senderValue: "ACME", areaCodes: [] } as const
    const said = { brand: null, campaign: null }
    const told = create(plain, { wanted, said, rule: find(shipped, "SG", "ALPHANUMERIC"), documents })
    expect(told).toMatchObject({
      answer: { channels: { sms: [{ country: "SG", status: "PENDING_REVIEW" }], whatsapp: null } },
      events: [{ event: "channel.submitted" }],
      due: [["document doc/keep", 5000], [expect.stringMatching(/^channel .*\/0\/sms\/SG\/ALPHANUMERIC$/), 5000]]
    })
  })

  it("takes no short name that another has", () => {
    expect(create({ ...plain, short_name: "Name 3" }))
      .toStrictEqual(["RESOURCE_007", { short_name: ["is already used in the organization"] }])
  })

  it("tells of its flaws over several fields", () => {
    const told = (raw: Json) =>
      CreateSenderProfile.check({ ...slots, body: {} }, caller, raw, Given.now)
        .map(({ code, field, message }) => [code, field, message])
    const removed = ["VALIDATION_001", "billing.fallback", "was removed; billing has only inherit"]
    expect(told({ billing: { fallback: null } })).toStrictEqual([removed])
    expect(told({ billing: { fallback: true }, channels: { whatsapp: {} } }))
      .toStrictEqual([removed, ["VALIDATION_001", "channels.whatsapp.waba_id", "is required"]])
    for (
      const raw of [null, "billing", {}, { billing: null }, { billing: "fallback" }, { billing: { inherit: true } }]
    ) {
      expect(told(raw)).toStrictEqual([])
    }
  })

  it("is judged by the rule of the market that it asks for", async () => {
    const upload = (key: string) => ({
      key,
      fileName: "f.pdf",
      contentType: "application/pdf",
      bytes: new Uint8Array(2)
    })
    const uploads = [upload("business_registration"), upload("letter_of_authorization")]
    const asked: Array<unknown> = []
    const ask = (body: Body, documents = uploads) =>
      consulted((here) => CreateSenderProfile.consult({ ...slots, body, uploads: documents }, caller, here), { asked })
    const sms = { country: "sg", number_type: "ALPHANUMERIC", sender_value: "ACME" } as const
    const body = { ...plain, channels: { sms } }
    expect(await ask(plain, [])).toStrictEqual({ order: null })
    expect(await consulted((here) => CreateSenderProfile.consult({ ...slots, body: plain }, caller, here)))
      .toStrictEqual({ order: null })
    expect(await ask(plain))
      .toStrictEqual(["VALIDATION_001", { "channels.sms": ["is required when there are documents"] }, null])
    expect(await ask(body, uploads.slice(1)))
      .toStrictEqual(["VALIDATION_001", { compliance: ["business_registration is required"] }, 422])
    expect(await ask({ ...plain, channels: { sms: { ...sms, sender_value: "12" } } })).toStrictEqual([
      "VALIDATION_001",
      { "channels.sms.sender_value": ["must have 3 to 11 letters, digits and spaces, at least one of them a letter"] },
      null
    ])
    const order = {
      wanted: { country: "SG", numberType: "ALPHANUMERIC" as const, senderValue: "ACME", areaCodes: [] },
      said: { brand: { legal_name: "Acme" }, campaign: null },
      rule: find(shipped, "SG", "ALPHANUMERIC"),
      documents: uploads.map(({ fileName, key }) => ({ id: expect.any(String), key, fileName }))
    }
    const judged = { ...body, compliance: { brand: { legal_name: "Acme" } } }
    expect(await ask({ ...judged, sandbox: true })).toStrictEqual({ order })
    expect(asked).toStrictEqual([])
    expect(await ask(judged)).toStrictEqual({ order })
    expect(asked).toMatchObject([[
      "put",
      [{ account: organization.id }, { account: organization.id }],
      209_715_200,
      86_400_000
    ]])
    const held = { ...order, documents: [{ id: "one", key: "", fileName: "" }] }
    await consulted(() => CreateSenderProfile.retract!({ order: held }), { asked })
    await consulted(() => CreateSenderProfile.retract!({ order: null }), { asked })
    expect(asked.slice(1)).toStrictEqual([["remove", ["one"]]])
  })

  it("comes as a form with the whole body in one part", () => {
    const read = (...fields: ReadonlyArray<readonly [string, string]>) => ProfileForm.read(new Map(fields))
    const wrong = (message: string) => ({
      body: {},
      violations: [{ field: "profile", code: "VALIDATION_001", message }]
    })
    expect(read(["profile", "{\"name\":\"Sales\"}"])).toStrictEqual({ body: { name: "Sales" }, violations: [] })
    expect(read(["profile", "null"])).toStrictEqual({ body: null, violations: [] })
    expect(read(["profile", "{"])).toStrictEqual(wrong("must be JSON"))
    expect(read(["name", "Sales"])).toStrictEqual(wrong("is required"))
  })
})

it("a profile in the older form has what its body says, and no key", () => {
  const body = { name: "Sales", short_name: "SALES", whatsapp_business_account: { waba_id: "waba", access_token: "x" } }
  const rows = [put(Accounts, organization), put(Accounts, profileOf(3))]
  const create = (body: Parameters<typeof CreateProfile.consult>[0]["body"]) =>
    answered(CreateProfile.decides, { ...slots, body, caller, consulted: undefined }, rows, later)
  const told = create(body)
  if (!("answer" in told)) throw new Error("refused")
  const { answer: { id } } = told
  const whatsapp = { wabaId: "waba", phoneNumberId: null }
  const made = { ...born, id, name: "Sales", shortName: "SALES", description: null, icon: null }
  expect(besides(told.puts)).toMatchObject([{ ...made, profile: { ...blank("incomplete"), whatsapp } }, {
    account: id,
    whatsapp
  }])
  expect(told).toMatchObject({
    answer: {
      id,
      organization_id: organization.id,
      name: "Sales",
      status: "incomplete",
      waba_id: "waba",
      updated_at: null
    },
    due: [[`channel ${id}/0/whatsapp`, 5000]]
  })
  expect(create({ ...body, short_name: "NAME 3" }))
    .toStrictEqual(["RESOURCE_007", { short_name: ["is already used in the organization"] }])
  expect(CreateProfile.simulate?.({ ...slots, body, consulted: undefined }, caller, later, Given.ids()))
    .toStrictEqual({ ...told.answer, id: expect.any(String) })
})

it("the host of a completion's URL is one that may be called", async () => {
  const asked: Array<unknown> = []
  const command = { path: { profileId: Given.accountId(2) }, query: {}, body: { webHookUrl: "https://a.example/x" } }
  const profile = profileOf(2)
  const ask = (refuses: string | null) =>
    consulted((here) => CompleteProfile.consult(command, { account: profile, keyAccount: organization }, here), {
      asked,
      refuses
    })
  expect(await ask(null)).toBeUndefined()
  expect(await ask("is private")).toStrictEqual(["VALIDATION_001", { webHookUrl: ["is private"] }, null])
  expect(asked[0]).toStrictEqual(["refuse", "https://a.example/x", organization.id])
})
