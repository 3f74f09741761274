/** The form of an RCS agent, field by field, up to each bound; and the whole of what ordering one and a connection does. */
import { Accounts } from "@signalbox/core/Account"
import * as ChannelSet from "@signalbox/core/ChannelSet"
import { put } from "@signalbox/core/Commit"
import * as Decoding from "@signalbox/core/Decoding"
import { plus } from "@signalbox/core/Instant"
import { ConnectWhatsapp } from "@signalbox/core/internal/channel/ConnectWhatsapp"
import { OrderRcs } from "@signalbox/core/internal/channel/OrderRcs"
import * as ProvisionWork from "@signalbox/core/internal/channel/ProvisionWork"
import * as RcsBody from "@signalbox/core/internal/channel/RcsBody"
import type { Json } from "@signalbox/core/Json"
import { expect, it } from "vitest"
import { answered, nothing } from "../Answered.ts"
import * as Given from "../Given.ts"

const account = Given.account({ channels: ["sms"] })
const caller = { account, keyAccount: account }
const later = plus(Given.now, 5000)

const whole: RcsBody.RcsBody = {
  display_name: "Acme",
  description: "Orders",
  agent_use_case: "MULTI_USE",
  brand_name: "Acme Inc",
  privacy_policy_url: "https://acme.example/privacy",
  terms_and_conditions_url: "https://acme.example/terms",
  website_url: "http://acme.example",
  logo_url: "https://acme.example/logo.png",
  banner_url: "https://acme.example/banner.png",
  brand_color: "#1A2b3C",
  brand_phone_number: "+12015550123",
  customer_support_phone_number: "+12015550124",
  brand_email: "brand@acme.example",
  customer_support_email: "help@acme.example",
  contact_name_and_title: "Ada, CTO",
  company_ein: "12-3456789",
  entity_type: "PRIVATE_PROFIT",
  official_address: { street: "1 Main St", city: "Austin", state: "TX", postal_code: "78701", country: "US" },
  brief_company_description: "Sells parcels",
  opt_in_process_description: "On the site",
  start_message: "Welcome",
  help_message: "Ask us",
  stop_message: "Goodbye",
  sample_messages: ["Your parcel is here"]
}

const extras = {
  opt_in_screenshot_url: "https://acme.example/opt-in.png",
  hosting_region: "EU",
  billing_category: "BASIC"
}

const decode = Decoding.decoder<RcsBody.RcsBody>(RcsBody.RcsBody)

const blank = (most: number) => `must not be blank and must have at most ${most} characters`
const address = "must be an absolute http or https URL without user-info and at most 2048 characters"
const phone = "must be a phone number in E.164 form, for example +12015550123"
const email = "must be an e-mail address"
const color = "must be a # and six hexadecimal digits, for example #1A2B3C"
const samples = "must hold 1 to 10 messages"

/** Texts that are right and that are wrong, up to their bounds. */
const upTo = (most: number) => ({ right: ["x", "x".repeat(most)], wrong: ["", " \n", "x".repeat(most + 1)] })
const urls = {
  right: ["http://a", "HTTPS://acme.example/x?y"],
  wrong: ["", "acme.example", "ftp://acme.example", "https://ada@acme.example"]
}
const phones = {
  right: ["+4915112345678", " +12015550123 "],
  wrong: ["", "12015550123", "+1", "letters", "+0123456789"]
}
// The longest address has 254 characters.
const longest = `${"a".repeat(60)}@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.${"e".repeat(10)}`
const emails = { right: ["a@b.example", longest], wrong: ["", "a", "a@", `${longest}x`] }

const rules: Readonly<
  Record<string, { readonly right: ReadonlyArray<Json>; readonly wrong: ReadonlyArray<Json>; readonly says: string }>
> = {
  display_name: { ...upTo(100), says: blank(100) },
  description: { ...upTo(2000), says: blank(2000) },
  agent_use_case: {
    right: ["VERIFICATION", "NOTIFICATIONS", "MARKETING", "MULTI_USE"],
    wrong: ["", "marketing", "OTHER"],
    says: "must be one of: VERIFICATION, NOTIFICATIONS, MARKETING, MULTI_USE"
  },
  brand_name: { ...upTo(255), says: blank(255) },
  privacy_policy_url: { ...urls, says: address },
  terms_and_conditions_url: { ...urls, says: address },
  website_url: { ...urls, says: address },
  logo_url: { ...urls, says: address },
  banner_url: { ...urls, says: address },
  brand_color: {
    right: ["#000000", "#abcDEF", "#999fff"],
    wrong: ["", "000000", "#00000", "#0000000", "#00000g", "x#000000", "#000"],
    says: color
  },
  brand_phone_number: { ...phones, says: phone },
  customer_support_phone_number: { ...phones, says: phone },
  brand_email: { ...emails, says: email },
  customer_support_email: { ...emails, says: email },
  contact_name_and_title: { ...upTo(255), says: blank(255) },
  company_ein: { ...upTo(50), says: blank(50) },
  entity_type: { ...upTo(100), says: blank(100) },
  brief_company_description: { ...upTo(2000), says: blank(2000) },
  opt_in_process_description: { ...upTo(2000), says: blank(2000) },
  start_message: { ...upTo(1024), says: blank(1024) },
  help_message: { ...upTo(1024), says: blank(1024) },
  stop_message: { ...upTo(1024), says: blank(1024) },
  sample_messages: {
    right: [["x"], Array.from({ length: 10 }, () => "x".repeat(1024))],
    wrong: [[], Array.from({ length: 11 }, () => "x")],
    says: samples
  },
  opt_in_screenshot_url: { right: [null, ...urls.right], wrong: urls.wrong, says: address },
  hosting_region: { right: [null, ...upTo(255).right], wrong: upTo(255).wrong, says: blank(255) },
  billing_category: { right: [null, ...upTo(255).right], wrong: upTo(255).wrong, says: blank(255) }
}

it("the form has these fields, all of them required but the last three", () => {
  expect(decode({ ...whole })).toStrictEqual({ value: whole, violations: [] })
  expect(decode({ ...whole, ...extras, sandbox: true }))
    .toStrictEqual({ value: { ...whole, ...extras, sandbox: true }, violations: [] })
  expect(decode({}).violations.map(({ field }) => field).toSorted()).toStrictEqual(Object.keys(whole).toSorted())
  expect(Object.keys({ ...whole, ...extras }).filter((field) => !(field in rules))).toStrictEqual(["official_address"])
})

it.each(Object.entries(rules))("its %s is judged by itself", (field, { right, says, wrong }) => {
  for (const value of right) expect(decode({ ...whole, [field]: value }).violations).toStrictEqual([])
  const code = field === "agent_use_case" ? "VALIDATION_006" : "VALIDATION_001"
  for (const value of wrong) {
    expect(decode({ ...whole, [field]: value }).violations).toStrictEqual([{ field, code, message: says }])
  }
})

it("its samples and its address are judged part by part", () => {
  const bounds = { street: 255, city: 255, state: 255, postal_code: 50, country: 255 }
  const filled = (more: number) =>
    Object.fromEntries(Object.entries(bounds).map(([part, most]) => [part, "x".repeat(most + more)]))
  const said = (body: object) => decode({ ...whole, ...body }).violations.map(({ field, message }) => [field, message])
  expect(said({ official_address: filled(0) })).toStrictEqual([])
  expect(said({ official_address: filled(1) })).toStrictEqual(
    Object.entries(bounds).map(([part, most]) => [`official_address.${part}`, blank(most)])
  )
  expect(said({ sample_messages: ["x", " ", "x".repeat(1025)] }))
    .toStrictEqual([["sample_messages[1]", blank(1024)], ["sample_messages[2]", blank(1024)]])
})

it("it is stored as it was given, without what was left out", () => {
  expect(RcsBody.form(whole)).toStrictEqual(whole)
  expect(RcsBody.form({ ...whole, ...extras, sandbox: true })).toStrictEqual({ ...whole, ...extras })
  for (const left of Object.keys(extras)) {
    const { [left]: _, ...others } = extras as Readonly<Record<string, string>>
    expect(RcsBody.form({ ...whole, ...extras, [left]: null })).toStrictEqual({ ...whole, ...others })
  }
})

const setUp = { status: "PROVISIONING", reasonCode: "CHANNEL_011", reason: "The channel is being set up." } as const
const told = { status: "PROVISIONING", reason_code: "CHANNEL_011", reason: "The channel is being set up." } as const
const empty = ChannelSet.empty(account.id)
const rows = [put(Accounts, account), put(ChannelSet.ChannelSets, empty)]

it("an agent that is ordered is set up, and the account is told of it", () => {
  const command = { path: {}, query: {}, body: { ...whole, sandbox: false }, caller, consulted: undefined }
  const id = Given.ids().id(later)
  const agent = { id, form: whole, approvedAt: null, ...setUp, revision: 0, createdAt: later, updatedAt: null }
  const shown = { id, ...whole, ...told, created_at: "2030-01-15T12:35:01.789Z" }
  expect(answered(OrderRcs.decides, command, rows, later)).toStrictEqual({
    ...nothing,
    answer: shown,
    puts: [{ ...empty, rcs: agent }],
    expects: [`account ${account.id} 1`, `channel_set ${account.id} 2`],
    due: [[`channel ${account.id}/0/rcs`, 5000]],
    events: [{
      event: "channel.submitted",
      field: "channel",
      timestamp: "2030-01-15T12:35:01Z",
      payload: {
        country: "US",
        account_id: account.id,
        channel: "rcs",
        sender_value: id,
        ...told,
        updated_at: "2030-01-15T12:35:01Z"
      }
    }]
  })
  expect(OrderRcs.simulate?.(command, caller, later, Given.ids())).toStrictEqual({ ...shown, id: Given.ids().uuid() })
})

it("a business account that is connected is set up, with a number or without", () => {
  const command = { path: {}, query: {}, body: { waba_id: "waba" }, caller, consulted: undefined }
  const shown = { waba_id: "waba", phone_number_id: null, solution_id: null, owner_business_id: null, ...told }
  const connection = { wabaId: "waba", phoneNumberId: null, ...setUp, revision: 0, createdAt: later, updatedAt: null }
  expect(answered(ConnectWhatsapp.decides, command, rows, later)).toStrictEqual({
    ...nothing,
    answer: shown,
    puts: [{ ...empty, whatsapp: connection }],
    expects: [`account ${account.id} 1`, `channel_set ${account.id} 2`],
    due: [[`channel ${account.id}/0/whatsapp`, 5000]]
  })
  expect(ConnectWhatsapp.simulate?.(command, caller, later, Given.ids())).toStrictEqual(shown)
  const numbered = { ...command, body: { waba_id: "waba", phone_number_id: "number", sandbox: true } }
  expect(ConnectWhatsapp.simulate?.(numbered, caller, later, Given.ids()))
    .toStrictEqual({ ...shown, phone_number_id: "number" })
})

it("what the service finds by itself is not taken of a client", () => {
  const refused = (raw: Json) => ConnectWhatsapp.check({ path: {}, query: {}, body: {} }, caller, raw, Given.now)
  expect(refused({ solution_id: null, waba_id: "waba", owner_business_id: "x", access_token: "x" })).toStrictEqual(
    ["access_token", "solution_id", "owner_business_id"].map((field) => ({
      field,
      code: "VALIDATION_001",
      message: "is found by the service and cannot be given"
    }))
  )
  for (const raw of [null, "access_token", {}, { waba_id: "waba" }]) expect(refused(raw)).toStrictEqual([])
})

it.each<ChannelSet.Subject>([
  { channel: "sms", country: "US", numberType: "TEN_DLC" },
  { channel: "whatsapp" },
  { channel: "rcs" }
])("the work of setting %j up knows what it is about", (subject) => {
  const target = { account: account.id, subject, revision: 7 }
  const due = ProvisionWork.ProvisionWork.due(target, account.id, later)
  expect(ProvisionWork.ProvisionWork.target({ work: due.work })).toStrictEqual(target)
  expect([due.lane, due.at]).toStrictEqual([`channel:${account.id}`, later])
})

it("the provisioner is asked about what it sets up or reviews, and about nothing else", () => {
  const connection = { wabaId: "waba", phoneNumberId: null, ...setUp, revision: 3, createdAt: later, updatedAt: null }
  const wanted = (status: ChannelSet.Standing["status"]) =>
    ProvisionWork.wanted({ ...empty, whatsapp: { ...connection, status } }, { channel: "whatsapp" }, later)
      .map(({ at, work }) => [work.key, at])
  const asked = [[`${account.id}/3/whatsapp`, later]]
  expect((["PROVISIONING", "PENDING_REVIEW", "ACTION_NEEDED", "ACTIVE", "INACTIVE"] as const).map(wanted))
    .toStrictEqual([asked, asked, [], [], []])
  expect(ProvisionWork.wanted(empty, { channel: "whatsapp" }, later)).toStrictEqual([])
})
