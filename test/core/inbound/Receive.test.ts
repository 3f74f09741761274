/**
 * The rows that a received message leaves, whole, and which part of a long one is one that came before (specification
 * "Message", decisions 3.2, 7.3, 9.4): other nodes, stores and answers go by every field of them.
 */
import { Accounts } from "@signalbox/core/Account"
import { put } from "@signalbox/core/Commit"
import type { Contact } from "@signalbox/core/Contact"
import { Contacts } from "@signalbox/core/Contact"
import type { InboundMessage } from "@signalbox/core/Inbound"
import { plus } from "@signalbox/core/Instant"
import { WhatsappReturnWork } from "@signalbox/core/internal/contact/ContactWork"
import * as InboundInput from "@signalbox/core/internal/inbound/InboundInput"
import { Receive } from "@signalbox/core/internal/inbound/Receive"
import { ReceivePart } from "@signalbox/core/internal/inbound/ReceivePart"
import { InboundPartsRows } from "@signalbox/core/internal/row/InboundParts"
import * as Limit from "@signalbox/core/Limit"
import { Messages } from "@signalbox/core/Message"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const account = Given.account()
const { now } = Given
const carrier = Given.carrierId("sms-a")

const brought = (parts: Partial<InboundMessage> = {}): InboundMessage => ({
  carrier,
  reference: null,
  from: Given.phone(1),
  to: { _tag: "Number", number: Given.phone(9000) },
  channel: "sms",
  text: "Where is it?",
  media: [],
  ...parts
})

const read = (parts: Partial<InboundMessage>) => Result.getOrThrow(InboundInput.read(brought(parts)))

const ids = Given.ids()

/** Takes a message in as the service does, and answers what the carrier is told. */
const take = (store: FactStore, parts: Partial<InboundMessage>, at = now) => {
  const { command, part } = read(parts)
  return Result.getOrThrow(
    part === null ? store.run(Receive, command, at, ids) : store.run(ReceivePart, { ...command, part }, at, ids)
  )._tag
}

const file = (url: string, parts: Partial<InboundMessage["media"][number]> = {}) => ({
  url,
  mimeType: null,
  sizeBytes: null,
  hashSha256: null,
  ...parts
})

const part = (index: number, text: string, reference: string | null = null): Partial<InboundMessage> => ({
  text,
  reference,
  part: { series: "7", index, count: 2 }
})

describe("the message that is kept", () => {
  const known = Given.contact()

  const kept = (store: FactStore) => store.values(Messages)

  const message = (text: string, description: string, more: object = {}) => ({
    id: expect.any(String) as unknown,
    account: account.id,
    contact: known.id,
    phone: Given.phone(1),
    direction: "INBOUND",
    requested: "sms",
    template: null,
    send: 1,
    status: "RECEIVED",
    channel: "sms",
    rendered: {
      header: null,
      content: text,
      plain: text,
      footer: null,
      buttons: null,
      headerMedia: null,
      media: [],
      subject: null
    },
    code: null,
    price: null,
    activeContactPrice: null,
    attempts: [],
    history: [{
      status: "RECEIVED",
      reached: true,
      at: now,
      description,
      from: Given.phone(1),
      price: null,
      activeContactPrice: null,
      code: null,
      scheduledAt: null
    }],
    scheduledAt: null,
    createdAt: now,
    ...more
  })

  it("of one that comes whole is this", () => {
    const store = new FactStore([put(Accounts, account), put(Contacts, known)])
    const media = [file("https://a.example/1", { mimeType: "image/png", sizeBytes: 7, hashSha256: "ab".repeat(32) })]
    expect(take(store, { reference: "in-1", media })).toBe("Received")
    expect(kept(store)).toStrictEqual([
      message("Where is it?", "received by sms-a", {
        inboundMedia: media,
        reference: { carrier: "sms-a", text: "in-1" }
      })
    ])
  })

  it("is told to webhooks, with what was written to and with the files as they were declared", () => {
    const told = (parts: Partial<InboundMessage>) => {
      const store = new FactStore([put(Accounts, account), put(Contacts, known)])
      expect(take(store, parts)).toBe("Received")
      const [event, ...others] = store.events
      expect(others).toEqual([])
      const { body, ...rest } = event!
      expect({ ...rest }).toMatchObject({ account: account.id, name: "message.received", at: now })
      const { event_id: _, ...sent } = JSON.parse(body) as { readonly event_id?: string; readonly payload: object }
      expect(sent).toMatchObject({ event: "message.received", timestamp: "2030-01-15T12:34:56Z" })
      const [kept] = store.values(Messages)
      return { sent: sent.payload, kept: kept!.id }
    }
    const payload = (id: string, parts: object) => ({
      message_id: id,
      updated_at: "2030-01-15T12:34:56Z",
      account_id: account.id,
      inbound_number: Given.phone(1),
      outbound_number: Given.phone(9000),
      text: "Where is it?",
      channel: "sms",
      received_at: "2030-01-15T12:34:56Z",
      ...parts
    })
    const plain = told({})
    expect(plain.sent).toStrictEqual(payload(plain.kept, {}))
    const media = [
      file("https://a.example/1", { mimeType: "image/png", sizeBytes: 7, hashSha256: "ab".repeat(32) }),
      file("https://a.example/2")
    ]
    const files = told({
      media,
      text: "",
      channel: "rcs",
      to: { _tag: "Account", account: account.id, sender: "ACME" }
    })
    expect(files.sent).toStrictEqual(payload(files.kept, {
      outbound_number: "ACME",
      channel: "rcs",
      text: null,
      media: [
        { url: "https://a.example/1", mime_type: "image/png", size_bytes: 7, hash_sha256: "ab".repeat(32) },
        { url: "https://a.example/2" }
      ]
    }))
    const empty = told({ text: null })
    expect(empty.sent).toStrictEqual(payload(empty.kept, { text: "" }))
  })

  it("of one that comes in parts has the references of all, and the parts know its id until their deadline", () => {
    const store = new FactStore([put(Accounts, account), put(Contacts, known)])
    expect(take(store, part(2, "is it?", "in-2"))).toBe("Waiting")
    const deadline = plus(now, 5 * 60_000)
    expect([...store.work.values()]).toStrictEqual([
      { work: { kind: "inbound_parts", key: expect.any(String) as unknown }, lane: expect.any(String), at: deadline }
    ])
    const lease = store.claim([...store.work.values()][0]!.work)!
    expect(take(store, part(1, "Where ", "in-1"), plus(now, 1))).toBe("Received")
    const [made, ...others] = kept(store)
    expect(others).toEqual([])
    expect(made).toMatchObject({
      rendered: { content: "Where is it?" },
      reference: { carrier: "sms-a", text: "in-1", parts: ["in-2"] }
    })
    expect(store.values(InboundPartsRows)).toStrictEqual([{
      key: expect.any(String) as unknown,
      account: account.id,
      carrier,
      from: Given.phone(1),
      to: Given.phone(9000),
      channel: "sms",
      count: 2,
      parts: [
        { index: 2, text: "is it?", media: [], reference: "in-2" },
        { index: 1, text: "Where ", media: [], reference: "in-1" }
      ],
      deadline,
      message: made!.id
    }])
    // The wait is that of the first part: whoever has begun to end it still does.
    expect(store.isHeld(lease)).toBe(true)
  })

  it("on WhatsApp ends the wait of a contact that WhatsApp could not reach", () => {
    const unreachable: Contact = { ...known, whatsappUndeliverableUntil: plus(now, 1000) }
    const work = WhatsappReturnWork.due(known.id, account.id, plus(now, 1000))
    for (const channel of ["sms", "whatsapp"] as const) {
      const store = new FactStore([put(Accounts, account), put(Contacts, unreachable)])
      store.hold(work)
      take(store, { channel })
      expect(store.work.size).toBe(channel === "sms" ? 1 : 0)
    }
  })

  it("with a keyword is answered from what was written to, where the carrier names that", () => {
    const store = new FactStore([
      put(Accounts, { ...account, keywords: [{ keyword: "HOURS", action: "HELP", reply: "From 9 to 5." }] }),
      put(Contacts, known)
    ])
    for (const sender of ["ACME-1", ""]) {
      take(store, { channel: "whatsapp", text: "Hours", to: { _tag: "Account", account: account.id, sender } })
    }
    const [first, second] = kept(store).filter(({ direction }) => direction === "INBOUND")
    expect(kept(store).flatMap(({ autoReply }) => autoReply ?? [])).toEqual([
      { inbound: first!.id, from: "ACME-1" },
      { inbound: second!.id, from: null }
    ])
  })

  it("with the word of a purpose is heard up to 160 characters, of the account's own and of its organization's", () => {
    const purposes = [{ name: "news", optOutKeyword: "No news" }]
    const organization = { ...account, id: Given.accountId(2), numbers: [], purposes }
    const profile = { ...account, type: "profile" as const, organization: organization.id }
    for (const owner of [profile, { ...account, purposes }]) {
      for (const length of [Limit.purposeTextLength, Limit.purposeTextLength + 1]) {
        const store = new FactStore([put(Accounts, owner), put(Accounts, organization), put(Contacts, known)])
        take(store, { text: "no news".padEnd(length) })
        expect(store.get(Contacts, known.id)?.purposes)
          .toEqual(length > Limit.purposeTextLength ? undefined : { news: "opt_out" })
      }
    }
  })
})

describe("a part that comes again", () => {
  const fresh = () => new FactStore([put(Accounts, account)])

  it.each<readonly [what: string, isSame: boolean, first: Partial<InboundMessage>, again: Partial<InboundMessage>]>([
    ["with its reference, whatever it says", true, part(1, "a", "r-1"), part(1, "b", "r-1")],
    ["with another reference", false, part(1, "a", "r-1"), part(1, "a", "r-2")],
    ["without the reference that it had", true, part(1, "a", "r-1"), part(1, "a")],
    ["with a reference that it had not", true, part(1, "a"), part(1, "a", "r-1")],
    ["with another text", false, part(1, "a"), part(1, "b")],
    ["that begins with half a character", false, part(1, "a"), part(1, "\ude00a")],
    ["that ends with half a character", false, part(1, "a"), part(1, "a\ud83d")],
    ["that begins with another half", false, part(1, "\ude01a"), part(1, "\ude00a")],
    ["as it was", true, part(1, "\ude00a\ud83d"), part(1, "\ude00a\ud83d")]
  ])("%s: is it the same one? %s", (_, isSame, first, again) => {
    const store = fresh()
    expect(take(store, first)).toBe("Waiting")
    expect(take(store, again)).toBe("Waiting")
    // A part that is not the same begins a message of the same name, and the one before is delivered as far as it came.
    expect(store.values(Messages)).toHaveLength(isSame ? 0 : 1)
  })
})

describe("what a carrier brings", () => {
  const long = (length: number) => "x".repeat(length)
  const url = (length: number) => "https://a.example/".padEnd(length, "x")
  const most = 65_536

  it.each<
    readonly [
      what: string,
      given: Partial<InboundMessage>,
      kept: Partial<InboundMessage>,
      mended: ReadonlyArray<string>,
      filesLeft: number
    ]
  >([
    ["fills the bytes that there are", { text: long(most - 30), media: [file(url(30))] }, {}, [], 0],
    [
      "loses the first file beyond them, and all behind it",
      { text: long(most - 50), media: [file(url(20)), file(url(31)), file(url(20))] },
      { media: [file(url(20))] },
      ["media"],
      2
    ],
    ["has a URL as long as it may be", { media: [file(url(2048))] }, {}, [], 0],
    ["has a URL that is longer", { media: [file(url(2049))] }, { media: [] }, ["media"], 0],
    ["has a type as long as it may be", { media: [file(url(30), { mimeType: long(255) })] }, {}, [], 0],
    ["has a type that is longer", { media: [file(url(30), { mimeType: long(256) })] }, { media: [file(url(30))] }, [
      "media"
    ], 0],
    ["has a reference as long as it may be", { reference: long(255) }, {}, [], 0],
    [
      "has a reference that is longer",
      { reference: long(256) },
      { reference: expect.stringMatching(/^sha256:/) as string },
      ["reference"],
      0
    ],
    [
      "has a sender that is longer than it may be, and that no store can hold",
      { channel: "rcs", to: { _tag: "Account", account: account.id, sender: `\0${long(255)}` } },
      { to: { _tag: "Account", account: account.id, sender: long(254) } },
      [],
      0
    ],
    ["has a part as long as it may be", { text: long(1600), part: { series: "7", index: 2, count: 2 } }, {}, [], 0],
    [
      "has a part that is longer",
      { text: long(1601), part: { series: "7", index: 1, count: 2 } },
      { text: long(1600) },
      ["text"],
      0
    ]
  ])("%s", (_, given, kept, mended, filesLeft) => {
    const { part, ...command } = brought({ ...given, ...kept })
    expect(read(given)).toStrictEqual({
      command: { ...command, left: { characters: 0, files: filesLeft } },
      part: part ?? null,
      mended
    })
  })
})
