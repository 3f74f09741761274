/**
 * An export of a recipient, or of an account, comes page by page, and each page tells where the next one begins (decisions 17.6).
 */
import { Accounts } from "@signalbox/core/Account"
import { put } from "@signalbox/core/Commit"
import type { ConsentRecord } from "@signalbox/core/ConsentRecord"
import { ConsentRecords } from "@signalbox/core/ConsentRecord"
import { Contacts } from "@signalbox/core/Contact"
import * as Decoding from "@signalbox/core/Decoding"
import type * as Id from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import * as Continuation from "@signalbox/core/internal/commit/Continuation"
import * as MessageResource from "@signalbox/core/internal/message/MessageResource"
import { Export, search } from "@signalbox/core/internal/privacy/Export"
import * as TemplateResource from "@signalbox/core/internal/template/TemplateResource"
import * as VerificationResource from "@signalbox/core/internal/verification/VerificationResource"
import { Messages } from "@signalbox/core/Message"
import type { Row } from "@signalbox/core/Row"
import type { StoreError } from "@signalbox/core/Store"
import { Templates } from "@signalbox/core/Template"
import type { Trace, TraceQuery } from "@signalbox/core/Traces"
import { Traces } from "@signalbox/core/Traces"
import { Verifications } from "@signalbox/core/Verification"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { gathered } from "../Decided.ts"
import * as Given from "../Given.ts"
import * as Verified from "../verification/Verified.ts"

const account = Given.account({ numbers: [] })
const profile = Given.account({ id: Given.accountId(2), type: "profile", organization: account.id, numbers: [] })
const accounts = [account, profile, Given.account({ id: Given.accountId(3), numbers: [] })].map((each) =>
  put(Accounts, each)
)
const phone = Given.phone(1)

type Query = Parameters<typeof search>[0]

const page = (query: Query, rows: ReadonlyArray<Row>, consulted: Trace | null = null) => {
  const command = { path: {}, query, body: {}, caller: { account, keyAccount: account }, consulted }
  const facts = gathered(rows, (known) => Continuation.needs(Export.decides, command, known))
  const decided = Export.decides.decide(command, { facts, now: Given.now, ids: Given.ids() })
  return Result.getOrThrow(decided).answer
}

const placed = (place: ReadonlyArray<unknown>): string => Buffer.from(JSON.stringify(place)).toString("base64url")

describe("an export of a recipient", () => {
  const asked: Array<TraceQuery> = []
  const searched = (
    query: Query,
    found: Effect.Effect<Trace, StoreError> = Effect.succeed({ keys: ["k"], next: "k" })
  ) =>
    Effect.runPromise(
      Effect.provideService(search(query), Traces, {
        find: (each) => {
          asked.push(each)
          return found
        },
        clear: () => Effect.die("is not asked"),
        forgetUsage: () => Effect.die("is not asked")
      })
    )

  it("looks for the number in its contacts, consent, messages and verifications, a thousand rows at a time", async () => {
    const kinds = ["contact", "consent_record", "message", "verification"]
    for (const [step] of kinds.entries()) {
      expect(await searched({ phone_number: phone, after: placed([step, null, "behind"]) })).toEqual({
        keys: ["k"],
        next: "k"
      })
    }
    await searched({ phone_number: phone })
    const query = { text: phone, looked: 1000, found: 100 }
    expect(asked.splice(0)).toStrictEqual([
      ...kinds.map((kind) => ({ kind, after: "behind", ...query })),
      { kind: "contact", after: "", ...query }
    ])
    expect([await searched({ phone_number: phone, after: placed([4, null, ""]) }), await searched({}), asked])
      .toStrictEqual([null, null, []])
  })

  it("goes on behind what was found, then with the next kind, and ends with the last one", () => {
    const after = (step: number, next: string | null) =>
      page({ phone_number: phone, after: placed([step, null, ""]) }, accounts, { keys: [], next }).after
    expect([0, 1, 2, 3].map((step) => after(step, "key"))).toStrictEqual(
      [0, 1, 2, 3].map((step) => placed([step, null, "key"]))
    )
    expect([0, 1, 2, 3].map((step) => after(step, null))).toStrictEqual([
      placed([1, null, ""]),
      placed([2, null, ""]),
      placed([3, null, ""]),
      null
    ])
    expect(page({ phone_number: phone, after: placed([4, null, ""]) }, accounts)).toStrictEqual({
      records: [],
      after: null
    })
  })

  it("has what names the number in the account and in its profiles, and nothing else that was found", () => {
    const contact = Given.contact({
      suppressedAt: Instant.plus(Given.now, 1),
      defaultChannel: "sms",
      language: "de",
      lastInboundAt: Instant.plus(Given.now, 2),
      purposes: { news: "opt_out" },
      updatedAt: Instant.plus(Given.now, 3)
    })
    const id = (number: number) => `cccccccc-0000-7000-8000-00000000000${number}` as Id.ContactId
    const bare = Given.contact({ id: id(2), account: profile.id })
    const others = [
      Given.contact({ id: id(3), account: Given.accountId(3) }),
      Given.contact({ id: id(4), phone: Given.phone(2) }),
      Given.contact({ id: id(5), account: Given.accountId(9) })
    ]
    const found = (step: number, rows: ReadonlyArray<Row>) =>
      page({ phone_number: phone, after: placed([step, null, ""]) }, [...accounts, ...rows], {
        keys: [...rows.map(({ key }) => key), "gone"],
        next: null
      }).records
    expect(found(0, [contact, bare, ...others].map((each) => put(Contacts, each)))).toStrictEqual([
      {
        type: "contact",
        account_id: account.id,
        data: {
          id: contact.id,
          phone_number: phone,
          opt_out: false,
          purposes: { news: "opt_out" },
          suppressed_at: "2030-01-15T12:34:56.790Z",
          default_channel: "sms",
          language: "de",
          last_inbound_at: "2030-01-15T12:34:56.791Z",
          created_at: "2030-01-15T12:34:56.789Z",
          updated_at: "2030-01-15T12:34:56.792Z"
        }
      },
      {
        type: "contact",
        account_id: profile.id,
        data: {
          id: bare.id,
          phone_number: phone,
          opt_out: false,
          purposes: {},
          suppressed_at: null,
          default_channel: null,
          language: null,
          last_inbound_at: null,
          created_at: "2030-01-15T12:34:56.789Z",
          updated_at: null
        }
      }
    ])
    const record: ConsentRecord = {
      id: "5ec00000-0000-7000-8000-000000000001" as Id.ConsentRecordId,
      account: account.id,
      contact: contact.id,
      phone,
      consent: "opt_out",
      source: "INBOUND_KEYWORD",
      channel: "sms",
      message: Given.messageId(1),
      text: "NEWS OFF",
      at: Given.now
    }
    const told = {
      contact_id: contact.id,
      phone_number: phone,
      consent: "opt_out",
      purpose: null,
      source: "INBOUND_KEYWORD",
      channel: "sms",
      message_id: Given.messageId(1),
      text: "NEWS OFF",
      timestamp: "2030-01-15T12:34:56.789Z"
    }
    const ofPurpose = { ...record, id: "5ec00000-0000-7000-8000-000000000002" as Id.ConsentRecordId, purpose: "news" }
    expect(found(1, [record, ofPurpose].map((each) => put(ConsentRecords, each)))).toStrictEqual([
      { type: "consent", account_id: account.id, data: told },
      { type: "consent", account_id: account.id, data: { ...told, purpose: "news" } }
    ])
    const message = Given.message({ account: profile.id })
    expect(found(2, [put(Messages, message)])).toStrictEqual([{
      type: "message",
      account_id: profile.id,
      data: MessageResource.fromMessage(message)
    }])
    const verification = Verified.verification({ account: account.id, phone })
    expect(found(3, [put(Verifications, verification)]))
      .toStrictEqual([{
        type: "verification",
        account_id: account.id,
        data: VerificationResource.fromVerification(verification, Given.now)
      }])
  })
})

describe("an export of an account", () => {
  it("has its contacts, messages and templates, the newest first, and goes on behind a whole page", () => {
    const many = Array.from(
      { length: 101 },
      (_, index) => Given.message({ id: Given.messageId(index + 1), createdAt: Instant.plus(Given.now, index) })
    )
    const foreign = Given.message({ id: Given.messageId(500), account: profile.id })
    const template = Given.template()
    const rows = [
      ...accounts,
      put(Contacts, Given.contact()),
      ...[...many, foreign].map((each) => put(Messages, each)),
      put(Templates, template)
    ]
    const first = page({}, rows)
    expect([first.records.map(({ type }) => type), first.after]).toStrictEqual([["contact"], placed([1, null, ""])])
    const second = page({ after: first.after! }, rows)
    expect([second.records.length, second.records[0]!.data["id"], second.after]).toStrictEqual([
      100,
      many[100]!.id,
      placed([1, many[1]!.createdAt, many[1]!.id])
    ])
    const third = page({ after: second.after! }, rows)
    expect([third.records.map(({ data }) => data["id"]), third.after]).toStrictEqual([
      [many[0]!.id],
      placed([2, null, ""])
    ])
    expect(page({ after: third.after! }, rows)).toStrictEqual({
      records: [{ type: "template", account_id: account.id, data: TemplateResource.fromTemplate(template) }],
      after: null
    })
    expect(page({ after: placed([3, null, ""]) }, rows)).toStrictEqual({ records: [], after: null })
  })
})

describe("the place of an export", () => {
  it("is what a page has given, and nothing else", () => {
    const decode = Decoding.decoder(Export.query!)
    const flaws = (after: string) => decode({ after }).violations.map(({ field, message }) => [field, message])
    const wrong = [["after", "must be what a page of an export has given"]]
    // 255 characters are the longest that a page gives.
    const long = (length: number) => placed([0, null, "x".repeat(length)])
    expect([long(180).length, long(181).length]).toStrictEqual([255, 256])
    for (const right of [placed([0, null, ""]), placed([9, Given.now, "key"]), long(180)]) {
      expect(flaws(right)).toStrictEqual([])
    }
    for (
      const text of [placed([-1, null, ""]), placed([0, null]), placed([0.5, null, ""]), "", "!", "e30", long(181)]
    ) {
      expect([text, flaws(text)]).toStrictEqual([text, wrong])
    }
  })
})
