/**
 * Sender profiles as data: short names, changes, prerequisites, and whose money they spend (specification "Sender
 * profile", decisions 3.7, 5.6).
 */
import type { Account } from "@signalbox/core/Account"
import { Accounts, payers } from "@signalbox/core/Account"
import * as ChannelSet from "@signalbox/core/ChannelSet"
import * as Commits from "@signalbox/core/Commit"
import * as NewMarket from "@signalbox/core/internal/channel/NewMarket"
import { shipped } from "@signalbox/core/internal/compliance/ShippedRequirements"
import { Dispatch } from "@signalbox/core/internal/dispatch/Dispatch"
import { DispatchWork } from "@signalbox/core/internal/dispatch/DispatchWork"
import * as Completion from "@signalbox/core/internal/profile/Completion"
import { CreateProfile } from "@signalbox/core/internal/profile/CreateProfile"
import { CreateSenderProfile } from "@signalbox/core/internal/profile/CreateSenderProfile"
import * as ProfileEdit from "@signalbox/core/internal/profile/ProfileEdit"
import * as UpdateSenderProfile from "@signalbox/core/internal/profile/UpdateSenderProfile"
import { Contacts } from "@signalbox/core/internal/row/Contact"
import type { Json } from "@signalbox/core/Json"
import { Messages } from "@signalbox/core/Message"
import { make as money } from "@signalbox/core/Money"
import * as Needs from "@signalbox/core/Needs"
import { Operations } from "@signalbox/core/Operations"
import type { BillingModel } from "@signalbox/core/Profile"
import { blank } from "@signalbox/core/Profile"
import * as RequirementTable from "@signalbox/core/RequirementTable"
import * as ShortName from "@signalbox/core/ShortName"
import { Store } from "@signalbox/core/Store"
import { revisionOf, TemplateRevisions, Templates } from "@signalbox/core/Template"
import * as Profiles from "@signalbox/testing/generate/Profiles"
import { prop, propWith } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Tap } from "../Bench.ts"
import * as Bench from "../Bench.ts"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"
import * as Scene from "../Scene.ts"

const profile = (parts: Partial<Account> = {}, model: BillingModel = "organization"): Account =>
  Given.account({
    id: Given.accountId(2),
    type: "profile",
    organization: Given.accountId(1),
    shortName: "SALES",
    description: "EMEA",
    numbers: Given.account().numbers.map((own) => ({ ...own, number: Given.phone(9001) })),
    profile: { ...blank("incomplete"), billingModel: model, inheritsBrand: true },
    ...parts
  })

const right = fc.constantFrom(..."abcXYZ089 ")
const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 14 }),
  fc.string({ unit: right, maxLength: 14 }),
  // The bounds, and what has no letter.
  fc.string({ unit: fc.constantFrom(..."abXY"), minLength: 1, maxLength: 4 }),
  fc.string({ unit: fc.constantFrom(..."abXY"), minLength: 10, maxLength: 13 }),
  fc.string({ unit: fc.constantFrom(..."089 "), minLength: 2, maxLength: 12 }),
  fc.tuple(fc.string({ unit: right, maxLength: 10 }), fc.constantFrom(..."-é_\n!"))
    .map(([text, other]) => `${text}${other}`)
)

describe("a short name", () => {
  prop(
    "has 3 to 11 letters, digits and spaces, one a letter [PRF-002, PRF-003, PRF-004, PRF-005, PRF-006]",
    anyText,
    (text) => {
      const characters = [...text]
      const isRight = text.length >= 3 && text.length <= 11 &&
        characters.every((each) => "abcdefghijklmnopqrstuvwxyz0123456789 ".includes(each.toLowerCase())) &&
        characters.some((each) => "abcdefghijklmnopqrstuvwxyz".includes(each.toLowerCase()))
      expect(ShortName.is(text)).toBe(isRight)
    }
  )

  prop("is right as the generator makes it [PRF-006]", Profiles.shortName, (text) => ShortName.is(text))

  prop("is the same in any case and with any blanks around", Profiles.shortName, (text) => {
    for (const same of [text.toUpperCase(), text.toLowerCase(), ` ${text} `, text.replaceAll(" ", "  ")]) {
      expect(ShortName.compared(same)).toBe(ShortName.compared(text))
    }
    expect(ShortName.compared(`${text}x`)).not.toBe(ShortName.compared(text))
  })
})

describe("a change", () => {
  prop(
    "leaves what it does not name, and clears the description by null [PRF-014, PRF-015]",
    fc.record({ name: fc.string(), short_name: Profiles.shortName, description: fc.option(fc.string()) }, {
      requiredKeys: []
    }),
    (body) => {
      const before = profile()
      expect(UpdateSenderProfile.apply(before, body, Given.now)).toEqual({
        ...before,
        ...("name" in body ? { name: body.name } : {}),
        ...("short_name" in body ? { shortName: body.short_name } : {}),
        ...("description" in body ? { description: body.description } : {}),
        updatedAt: Given.now
      })
    }
  )

  prop("never touches a brand that was submitted", Profiles.brand, (brand) => {
    const before = profile({ profile: { ...blank("incomplete"), billingModel: "organization", brand } })
    const body = { brand: null }
    const after = ProfileEdit.apply(before, body, { id: () => "id", now: Given.now })
    expect(ProfileEdit.refusals(before, body, after).map(({ field }) => field))
      .toEqual(brand.submittedAt === null ? [] : ["brand"])
  })
})

describe("completion", () => {
  const alone = {
    channels: ChannelSet.empty(Given.accountId(2)),
    campaigns: { profile: Given.accountId(2), campaigns: [] }
  }

  const lacks = {
    name: { name: "  " },
    short_name: { shortName: "x!" },
    description: { description: "x".repeat(5001) },
    brand: { profile: { ...blank("incomplete"), inheritsBrand: false } }
  }

  prop(
    "needs name, short name, description and brand, and tells all that lack",
    fc.subarray(Object.keys(lacks) as ReadonlyArray<keyof typeof lacks> as Array<keyof typeof lacks>),
    (missing) => {
      const parts = Object.assign({}, ...missing.map((field) => lacks[field])) as Partial<Account>
      expect(Completion.unmet(profile(parts), alone).map(({ field }) => field)).toEqual(missing)
    }
  )

  it("is told of each thing that lacks what it must be", () => {
    const rule = RequirementTable.find(shipped, "US", "TEN_DLC")
    const market = NewMarket.make(
      { country: "US", numberType: "TEN_DLC", senderValue: null, areaCodes: [] },
      { brand: null, campaign: null },
      rule,
      [],
      Given.now
    )
    const standing = { ...alone, channels: { ...alone.channels, markets: [market] } }
    const bare = profile({ name: "", shortName: null, description: null, profile: null })
    const lack = (field: string, message: string) => ({ field, code: "VALIDATION_001", message })
    expect(Completion.unmet(bare, standing)).toStrictEqual([
      lack("name", "must be set"),
      lack("short_name", "must have 3 to 11 letters, digits and spaces, at least one of them a letter"),
      lack("description", "must be set and have at most 5000 characters"),
      lack("brand", "must be given or inherited"),
      lack("campaign", "must be given or inherited for a market that registers with 10DLC")
    ])
    expect(Completion.unmet(profile({ description: "x".repeat(5000) }), alone)).toEqual([])
    const own = { ...market, campaign: { use_case: "MARKETING" } }
    const campaigned = { ...alone, channels: { ...alone.channels, markets: [market, own] } }
    expect(Completion.unmet(profile(), campaigned)).toEqual([])
  })

  it.each(
    [
      ["US", "TEN_DLC", ["campaign"]],
      ["US", "LOCAL", []],
      ["GB", "ALPHANUMERIC", []]
    ] as const
  )("needs a campaign in %s for %s: %j", (country, numberType, fields) => {
    const rule = RequirementTable.find(shipped, country, numberType)
    const said = { brand: null, campaign: null }
    const market = NewMarket.make({ country, numberType, senderValue: null, areaCodes: [] }, said, rule, [], Given.now)
    const details = { ...blank("incomplete"), inheritsBrand: true }
    const unmet = (more: object) =>
      Completion.unmet(profile({ profile: { ...details, ...more } }), {
        ...alone,
        channels: { ...alone.channels, markets: [market] }
      }).map(({ field }) => field)
    expect(unmet({})).toEqual(fields)
    expect(unmet({ inheritsCampaign: true })).toEqual([])
    expect(unmet({ campaign: { description: "x" } })).toEqual([])
  })
})

describe("a queued message", () => {
  it.each([[null, "ROUTED", null], [Given.now, "CANCELLED", null]] as const)(
    "of an account deleted at %s becomes %s",
    (deletedAt, status, code) => {
      const account = Given.account({ deletedAt })
      const template = Given.template()
      const store = new FactStore([
        Commits.put(Accounts, account),
        Commits.put(Messages, Given.message()),
        Commits.put(Contacts, Given.contact()),
        Commits.put(Templates, template),
        Commits.put(TemplateRevisions, revisionOf(template))
      ])
      store.give(account.id, 1_000_000)
      const work = {
        work: { kind: "dispatch", key: `${Given.messageId(1)}/1` },
        lane: DispatchWork.lane.of(account.id)
      } as const
      const settings = {
        rates: [{ channel: "sms", region: null, price: money(79), activeContactPrice: money(10) }],
        carriers: [{
          carrier: Given.carrierId("sms-a"),
          channels: ["sms"],
          answersWithin: 30_000,
          references: "alone"
        }],
        rules: [],
        markets: []
      } as const
      store.run(
        Dispatch,
        { lease: store.hold({ ...work, at: Given.now }), settings, at: Given.now },
        Given.now,
        Given.ids()
      )
      expect(store.get(Messages, Given.messageId(1))).toMatchObject({ status, code })
    }
  )
})

/** One SMS of one segment costs this by the rates of the service. */
const price = 89

/** Sends one message as the profile, with these balances: how it ended, and what is left. */
const spend = (model: BillingModel, own: number, organizations: number, refuses = false) => {
  const sender = profile({ channels: ["sms"] }, model)
  const template = Given.template({ account: sender.id })
  const { carrier } = Scene.carrier(
    "sms-a",
    ["sms"],
    () => refuses ? { _tag: "Refused", failure: "invalid_number", detail: null } : { _tag: "Accepted", references: [] }
  )
  return Bench.run(
    Bench.layer({ carriers: [carrier] }),
    Effect.gen(function*() {
      const store = yield* Store
      const opening = (account: Account, balance: number) => ({
        account: account.id,
        amount: money(-balance),
        floor: money(0),
        once: `opening:${account.id}`
      })
      yield* store.commit([Commits.make({
        puts: [
          Commits.put(Accounts, Scene.account),
          Commits.put(Accounts, sender),
          Commits.put(Templates, template),
          Commits.put(TemplateRevisions, revisionOf(template))
        ],
        debits: [opening(sender, own), opening(Scene.account, organizations)]
      })])
      yield* Scene.ask("messages.send", Scene.send(Given.phone(1)), { account: sender, keyAccount: Scene.account })
      yield* Bench.idle
      const { rows } = yield* store.list({ list: "messages", scope: sender.id, offset: 0, limit: 1 })
      const { balances } = yield* store.load({ ...Needs.none, balances: [sender.id, Scene.account.id] })
      const status = (rows[0]!.value as { readonly status: string }).status
      return [status, balances.get(sender.id), balances.get(Scene.account.id)]
    })
  )
}

describe("money", () => {
  it.each(
    [
      ["profile", price, 500, "SENT", 0, 500],
      ["profile", 0, 500, "BLOCKED", 0, 500],
      ["organization", 500, price, "SENT", 500, 0],
      ["organization", 500, 0, "BLOCKED", 500, 0],
      ["profile_and_organization", price, 500, "SENT", 0, 500],
      ["profile_and_organization", price - 1, 500, "SENT", price - 1, 500 - price],
      ["profile_and_organization", price - 1, 0, "BLOCKED", price - 1, 0]
    ] as const
  )("of %s: %i and %i", async (model, own, organizations, ...expected) => {
    expect(await spend(model, own, organizations)).toEqual(expected)
  })

  it.each([["organization", 0, price], ["profile_and_organization", 1, price]] as const)(
    "of %s that is given back goes to whoever paid",
    async (model, own, organizations) => {
      expect(await spend(model, own, organizations, true)).toEqual(["FAILED", own, organizations])
    }
  )

  prop("is an organization's own", fc.constantFrom<Account["type"]>("organization", "user"), (type) => {
    expect(payers(Given.account({ type }))).toEqual([Given.accountId(1)])
  })
})

/** Everything that reaches the store while an operation runs, as text. */
const kept = async (operation: typeof CreateSenderProfile | typeof CreateProfile, body: Json) => {
  const texts: Array<string> = []
  const tap: Tap = (store) => ({
    ...store,
    commit: (batch) => {
      texts.push(JSON.stringify(batch))
      return store.commit(batch)
    }
  })
  const answer = await Bench.run(
    Bench.layer({ tap }),
    Effect.flatMap(Operations, ({ run }) =>
      run<object, object, never, void, never>(operation as never, Scene.caller, {
        path: {},
        query: {},
        body,
        requestId: "req",
        idempotency: null
      }))
  )
  return { text: texts.join("\n"), answer }
}

describe("secrets", () => {
  propWith({ runs: 10 })("of cards and WhatsApp accounts are kept nowhere", Profiles.profile, async (given) => {
    const { brand: _, ...body } = given
    const secrets = {
      billing_model: "profile",
      billing_contact: { name: "Ada", email: "ada@example.com" },
      payment_details: { card_number: "4929123456781234", expiry: "11/39", cvc: "739", zip_code: "ZIP-99817" },
      whatsapp_business_account: { waba_id: "waba-kept", access_token: "token-never-kept" }
    }
    const { answer, text } = await kept(CreateProfile, { ...body, ...secrets })
    expect(answer.status).toBe(201)
    expect(text).toContain("waba-kept")
    for (const secret of ["4929123456781234", "11/39", "ZIP-99817", "token-never-kept"]) {
      expect(text).not.toContain(secret)
      expect(answer.outcome!.json).not.toContain(secret)
    }
  })

  it("of keys are kept as hashes", async () => {
    const { answer, text } = await kept(CreateSenderProfile, { name: "Sales", short_name: "SALES" })
    const { api_key } = JSON.parse(answer.outcome!.json) as { readonly api_key: string }
    expect(text).toContain("api_key")
    expect(text).not.toContain(api_key)
  })
})
