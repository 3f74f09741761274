/**
 * A wish of a recipient leaves one record and one event, which say all that is known of it (decisions 7.6, 17.5).
 */
import type { Contact } from "@signalbox/core/Contact"
import * as Facts from "@signalbox/core/Facts"
import * as Instant from "@signalbox/core/Instant"
import * as ConsentChange from "@signalbox/core/internal/consent/ConsentChange"
import type { ConsentSignal } from "@signalbox/core/internal/consent/ConsentSignal"
import type { PurposeConsent } from "@signalbox/core/internal/row/Purpose"
import { expect, it } from "vitest"
import * as Given from "../Given.ts"

const heard: ConsentSignal = {
  action: "OPT_OUT",
  reply: null,
  source: "INBOUND_KEYWORD",
  channel: "whatsapp",
  ownNumber: Given.phone(9000),
  message: Given.messageId(7),
  text: "STOP"
}

const contact = Given.contact()
const now = Instant.plus(Given.now, 5)

/** No template answers anything. */
const answers = (["OPT_OUT", "OPT_IN", "HELP"] as const).map((action) =>
  [`auto_reply/${contact.account}/${action}`, null] as const
)

const taken = (parts: Partial<ConsentSignal>, before: Partial<Contact> = {}) => {
  const taken = ConsentChange.take({ ...heard, ...parts }, { ...contact, ...before }, {
    facts: { ...Facts.empty, owners: new Map(answers) },
    ids: Given.ids(),
    now
  }, [{ name: "news" }])
  const { events, puts, ...others } = taken.commit
  // It neither deletes nor makes anything due, and keeps no reply.
  expect(Object.values(others).flat().filter((each) => each !== null)).toEqual([])
  return {
    contact: taken.contact,
    records: puts.map(({ value }) => value),
    events: events.map(({ account, at, body, name }) => [name, account, at, JSON.parse(body).payload] as const)
  }
}

const record = (consent: PurposeConsent, purpose?: string) => ({
  id: expect.any(String),
  account: contact.account,
  contact: contact.id,
  phone: contact.phone,
  consent,
  ...(purpose === undefined ? {} : { purpose }),
  source: "INBOUND_KEYWORD",
  channel: "whatsapp",
  message: Given.messageId(7),
  text: "STOP",
  at: now
})

const event = (name: string, optOut: boolean, more: object = {}) => [name, contact.account, now, {
  account_id: contact.account,
  contact_id: contact.id,
  phone_number: contact.phone,
  channel: "whatsapp",
  opt_out: optOut,
  ...more,
  source: "INBOUND_KEYWORD",
  message_id: Given.messageId(7),
  text: "STOP"
}]

it("opting out and in changes the contact, and is recorded and told also where it changes nothing", () => {
  const out = { ...contact, optOut: true, updatedAt: now }
  expect(taken({})).toStrictEqual({
    contact: out,
    records: [record("opt_out")],
    events: [event("contact.opt_out", true)]
  })
  expect(taken({}, out)).toStrictEqual({
    contact: out,
    records: [record("opt_out")],
    events: [event("contact.opt_out", true)]
  })
  expect(taken({ action: "OPT_IN" }, { optOut: true })).toStrictEqual({
    contact: { ...contact, updatedAt: now },
    records: [record("opt_in")],
    events: [event("contact.opt_in", false)]
  })
  expect(taken({ action: "OPT_IN" })).toStrictEqual({
    contact,
    records: [record("opt_in")],
    events: [event("contact.opt_in", false)]
  })
})

it("a question for help changes nothing and is told", () => {
  expect(taken({ action: "HELP" })).toStrictEqual({ contact, records: [], events: [event("contact.help", false)] })
})

it.each([["OPT_OUT", "opt_out"], ["OPT_IN", "opt_in"]] as const)(
  "%s of a purpose is of that one alone",
  (action, consent) => {
    expect(taken({ action, purpose: "news" }, { optOut: true })).toStrictEqual({
      contact: { ...contact, optOut: true, purposes: { news: consent }, updatedAt: now },
      records: [record(consent, "news")],
      events: [event("contact.preference", true, { purpose: "news", consent })]
    })
    const same = { purposes: { news: consent }, updatedAt: Given.now }
    expect(taken({ action, purpose: "news" }, same).contact).toStrictEqual({ ...contact, ...same })
  }
)
