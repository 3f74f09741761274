/** A contact as the API shows it, each value under its own name (decisions 3.3). */
import { operations } from "@signalbox/core/Catalogue"
import { plus } from "@signalbox/core/Instant"
import * as ContactResource from "@signalbox/core/internal/contact/ContactResource"
import type { Contact } from "@signalbox/core/internal/row/Contact"
import { expect, it } from "vitest"
import * as Given from "../Given.ts"

const account = Given.account()

const shown = {
  id: Given.contact().id,
  customer_id: account.id,
  phone_number: "+12015550001",
  format_e164: "+12015550001",
  format_international: "+1 201-555-0001",
  format_national: "(201) 555-0001",
  format_rfc: "tel:+1-201-555-0001",
  country_code: "1",
  region_code: "US",
  available_channels: "sms,whatsapp,rcs",
  default_channel: "sms",
  opt_out: false,
  is_inherited: false,
  created_at: "2030-01-15T12:34:56.789Z",
  updated_at: null
}

it("a contact is shown with its number in four forms, and with what was said of it", () => {
  const show = (parts: Partial<Contact>, purposes: Parameters<typeof ContactResource.fromContact>[3] = []) =>
    ContactResource.fromContact(Given.contact(parts), account, new Set(), purposes)
  expect(show({})).toStrictEqual(shown)
  const purposes = [{ name: "news" }, { name: "orders" }]
  const said = {
    optOut: true,
    language: "de",
    defaultChannel: "whatsapp",
    isInherited: true,
    purposes: { orders: "opt_out", gone: "opt_in" },
    whatsappUndeliverableUntil: Given.now,
    updatedAt: plus(Given.now, 1)
  } as const
  expect(show(said, purposes)).toStrictEqual({
    ...shown,
    available_channels: "sms,rcs",
    default_channel: "whatsapp",
    language: "de",
    opt_out: true,
    preferences: { news: null, orders: "opt_out" },
    is_inherited: true,
    updated_at: "2030-01-15T12:34:56.790Z"
  })
})

it("a contact is available by SMS always, and else where its account has set the channel up or a carrier chooses", () => {
  const bare = Given.account({ channels: [], numbers: [], allowMms: false })
  const channels = (chosen: Parameters<typeof ContactResource.fromContact>[2], of = bare) =>
    ContactResource.fromContact(Given.contact(), of, chosen, []).available_channels
  expect(channels(new Set())).toBe("sms")
  expect(channels(new Set(), Given.account({ numbers: [{ ...account.numbers[0]!, channels: ["rcs"] }] }))).toBe(
    "sms,rcs"
  )
})

it("nothing is shown of a contact that is deleted in the sandbox", () => {
  const caller = { account, keyAccount: account }
  const input = { path: { id: Given.contact().id }, query: {}, body: {}, consulted: undefined }
  expect(operations["contacts.delete"].simulate!(input, caller, Given.now, Given.ids())).toBeNull()
  const template = { ...input, path: { id: Given.templateId(1) } }
  expect(operations["templates.delete"].simulate!(template, caller, Given.now, Given.ids())).toBeNull()
})
