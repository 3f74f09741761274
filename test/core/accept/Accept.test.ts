/**
 * Acceptance: what a send makes (specification "Sending", decisions 3.2 and 4.1).
 */
import type { Requested } from "@signalbox/core/Channel"
import { plus } from "@signalbox/core/Instant"
import * as Accept from "@signalbox/core/internal/accept/Accept"
import * as KnownContact from "@signalbox/core/internal/contact/KnownContact"
import type { Contact } from "@signalbox/core/internal/row/Contact"
import { contactNumber } from "@signalbox/core/internal/row/Contact"
import type { Message } from "@signalbox/core/Message"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import { unique } from "@signalbox/core/Row"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"
import * as Verified from "../verification/Verified.ts"

const all: ReadonlyArray<Requested> = ["auto_detect", "sms", "whatsapp", "rcs", "mms"]
const to = fc.array(fc.nat({ max: 9 }).map(Given.phone), { minLength: 1, maxLength: 12 })
const channels = fc.array(fc.constantFrom(...all), { minLength: 1, maxLength: 6 })
/** The numbers that have a contact already. */
const known = fc.uniqueArray(fc.nat({ max: 9 }).map(Given.phone))

const accept = (
  phones: ReadonlyArray<PhoneNumber>,
  requested: ReadonlyArray<Requested>,
  having: ReadonlyArray<PhoneNumber> = [],
  { template = Given.message().template, ...parts }: Partial<Accept.Send & Pick<Accept.Addressee, "template">> = {}
) => {
  const ids = Given.ids(7)
  const contact = (phone: PhoneNumber): KnownContact.KnownContact =>
    having.includes(phone)
      ? { contact: Given.contact({ phone }), isNew: false, part: {} }
      : { contact: KnownContact.make(Given.accountId(1), phone, { now: Given.now, ids }), isNew: true, part: {} }
  return Accept.accept(
    {
      account: Given.account(),
      to: phones.map((phone) => ({ phone, template, reference: null })),
      channels: requested,
      text: null,
      subject: null,
      metadata: null,
      validity: null,
      mediaUrls: [],
      smartEncoding: null,
      fallback: null,
      contact,
      scheduledAt: null,
      ...parts
    },
    { now: Given.now, ids: Given.ids() }
  )
}

const put = (kind: "message" | "contact", { commit }: Accept.Accepted) =>
  commit.puts.filter((row) => row.kind === kind).map(({ value }) => value as Message | Contact)

describe("Accept.accept", () => {
  prop(
    "makes one message for each recipient and channel, duplicates counted once, in the order of the request [MSG-001]",
    to,
    channels,
    (phones, requested) => {
      const { messages } = accept(phones, requested)
      const pairs = [...new Set(phones)].flatMap((phone) => [...new Set(requested)].map((channel) => [phone, channel]))
      expect(messages.map((message) => [message.phone, message.requested])).toEqual(pairs)
      expect(new Set(messages.map(({ id }) => id)).size).toBe(pairs.length)
    }
  )

  prop("starts each message QUEUED, outbound, showing what was asked for [STM-005, MSG-011, MSG-012]", to, channels, (
    phones,
    requested
  ) => {
    for (const message of accept(phones, requested).messages) {
      expect(message).toMatchObject({
        status: "QUEUED",
        direction: "OUTBOUND",
        channel: message.requested,
        send: 1,
        code: null,
        price: null,
        rendered: null,
        attempts: []
      })
      expect(message.history.map(({ reached, status }) => [status, reached])).toEqual([["QUEUED", true]])
    }
  })

  prop(
    "keeps what it answers, with an event and work for each [EVT-001, EVT-032]",
    to,
    channels,
    (phones, requested) => {
      const accepted = accept(phones, requested)
      const { commit, messages } = accepted
      expect(put("message", accepted)).toEqual(messages)
      expect(commit.due.map(({ at, lane, work }) => [work.kind, work.key, lane, at])).toEqual(
        messages.map(({ account, id }) => ["dispatch", `${id}/1`, `send:${account}`, Given.now])
      )
      const events = commit.events.map(({ body, name }) =>
        [name, JSON.parse(body) as { readonly payload: object }] as const
      )
      expect(events.map(([name, { payload }]) => [name, payload])).toEqual(
        messages.map((message) => [
          "message.queued",
          expect.objectContaining({ message_id: message.id, channel: message.requested, body: null })
        ])
      )
      expect(commit.debits).toEqual([])
    }
  )

  prop("makes the contacts that are missing, once each, and rests on their absence", to, channels, known, (
    phones,
    requested,
    having
  ) => {
    const accepted = accept(phones, requested, having)
    const missing = [...new Set(phones)].filter((phone) => !having.includes(phone))
    const made = put("contact", accepted) as ReadonlyArray<Contact>
    expect(made.map(({ phone }) => phone)).toEqual(missing)
    expect(made.every(({ account, optOut }) => account === Given.accountId(1) && !optOut)).toBe(true)
    // Whoever else makes one of them at the same time finds its number taken.
    expect(accepted.commit.expects).toEqual([])
    expect(accepted.commit.puts.flatMap(unique))
      .toEqual(missing.map((phone) => contactNumber(Given.accountId(1), phone)))
    // Every message of a number is its one contact's.
    for (const message of accepted.messages) {
      const contact = made.find(({ phone }) => phone === message.phone) ?? Given.contact()
      expect(message.contact).toBe(contact.id)
    }
  })

  prop(
    "keeps a text, a subject and attachments with every message, and what was not given is not there",
    to,
    channels,
    fc.record({
      text: fc.option(fc.string({ minLength: 1 })),
      subject: fc.option(fc.string()),
      mediaUrls: fc.array(fc.webUrl(), { maxLength: 1 })
    }),
    (phones, requested, given) => {
      const template = given.text === null ? Given.message().template : null
      for (const message of accept(phones, requested, [], { ...given, template }).messages) {
        const { mediaUrls, subject, text } = message
        expect([message.template, text ?? null, subject ?? null, mediaUrls ?? []])
          .toEqual([template, given.text, given.subject, given.mediaUrls])
        for (const [key, value] of Object.entries({ mediaUrls, subject, text })) {
          expect(Object.hasOwn(message, key)).toBe(value !== undefined)
        }
        expect(mediaUrls).not.toEqual([])
      }
    }
  )

  it("makes messages that hold what was said, and nothing else", () => {
    const bare = {
      account: Given.accountId(1),
      contact: Given.contact().id,
      direction: "OUTBOUND",
      template: Given.message().template,
      send: 1,
      status: "QUEUED",
      rendered: null,
      code: null,
      price: null,
      activeContactPrice: null,
      attempts: [],
      queuedAt: Given.now,
      history: [{ ...Given.line("QUEUED", Given.now), description: "accepted" }],
      scheduledAt: null,
      createdAt: Given.now
    }
    const one = Given.phone(1)
    const { messages: [plain] } = accept([one], ["sms"], [one])
    expect(plain).toStrictEqual({ ...bare, id: plain?.id, phone: one, requested: "sms", channel: "sms" })
    const silent = accept([one], ["sms"], [one], { purpose: null }).messages
    expect(silent).toStrictEqual([plain])
    const validity = { at: plus(Given.now, 60_000), seconds: 60 }
    const verification = { id: Verified.id, isWatched: true }
    const said = {
      subject: "",
      mediaUrls: ["https://files.example.com/a.png"],
      smartEncoding: false,
      purpose: "orders",
      fallback: { channels: ["sms"], afterSeconds: 60 },
      verification
    } as const
    const scheduledAt = plus(Given.now, 3_600_000)
    const accepted = accept([], ["rcs", "auto_detect"], [], {
      ...said,
      text: "Hello",
      to: [{ phone: Given.phone(2), template: null, reference: "r-1", spoken: "in de, the contact's language" }],
      metadata: { order: "A-1" },
      validity,
      scheduledAt
    })
    const [contact] = put("contact", accepted)
    expect(contact).toStrictEqual({ ...Given.contact({ id: accepted.messages[0]!.contact, phone: Given.phone(2) }) })
    const { queuedAt: _, ...held } = bare
    expect(accepted.messages).toStrictEqual((["rcs", "auto_detect"] as const).map((channel, index) => ({
      ...held,
      ...said,
      id: accepted.messages[index]!.id,
      contact: contact!.id,
      phone: Given.phone(2),
      requested: channel,
      channel,
      template: null,
      text: "Hello",
      clientReference: "r-1",
      metadata: { order: "A-1" },
      expiry: validity,
      status: "SCHEDULED",
      scheduledAt,
      history: [{
        ...Given.line("SCHEDULED", Given.now),
        description: "held until its time; in de, the contact's language",
        scheduledAt
      }]
    })))
    expect(accepted.commit.due.map(({ at }) => at)).toEqual([scheduledAt, scheduledAt])
  })

  it("makes a new contact of the first message with a template that goes to it", () => {
    const { commit, messages } = accept([Given.phone(2), Given.phone(3)], ["sms", "rcs"], [Given.phone(3)])
    expect(messages.map(({ opens }) => opens)).toEqual([true, undefined, undefined, undefined])
    expect(commit.puts.flatMap(({ kind, value }) => kind === "contact" ? [value] : [])).toStrictEqual([
      { ...Given.contact({ id: messages[0]!.contact, phone: Given.phone(2) }), openedBy: messages[0]!.id }
    ])
  })

  prop("does the same again from the same seed", to, channels, (phones, requested) => {
    expect(accept(phones, requested)).toEqual(accept(phones, requested))
  })
})
