/**
 * Two stores that have the same have the same digest, and no others.
 */
import { put } from "@signalbox/core/Commit"
import type { AccountId } from "@signalbox/core/Id"
import { make as instant } from "@signalbox/core/Instant"
import { Digesting, isSame } from "@signalbox/core/internal/cells/CargoDigest"
import type { Kept, Portion } from "@signalbox/core/internal/cells/Portion"
import { empty } from "@signalbox/core/internal/cells/Portion"
import * as Money from "@signalbox/core/Money"
import type { ClaimToken } from "@signalbox/core/Reply"
import type { Row } from "@signalbox/core/Row"
import { revisionOf, TemplateRevisions } from "@signalbox/core/Template"
import { createHash } from "node:crypto"
import { expect, it } from "vitest"
import * as Given from "../Given.ts"

const account = "10000000-0000-4000-8000-000000000001" as AccountId
const at = instant(1_800_000_000_000)

const purge = (of: string): Row => ({ kind: "purge", key: of, value: { of } })

const once = { _tag: "Once", book: "balance", name: account, once: "a", at } as const

const reply = {
  claim: { account, key: "key" },
  token: 1 as ClaimToken,
  status: 200,
  outcome: { part: "data", json: "1" },
  requestId: "req",
  at,
  sandbox: false,
  profile: null
} as const

const document = {
  id: "document",
  account,
  key: "business_registration",
  fileName: "a.pdf",
  contentType: "application/pdf",
  bytes: Uint8Array.from([1, 2])
}

const work = { work: { kind: "dispatch", key: "a" }, lane: `send:${account}`, at } as const

const tally = {
  account,
  day: "2030-01-15",
  channel: "sms",
  status: "SENT",
  country: "DE",
  messages: 1,
  segments: 1,
  price: Money.make(1),
  activeContactPrice: Money.make(1)
} as const

const debit = { account, amount: Money.make(-5), floor: Money.zero, once: null }
const count = { counter: "daily/a", by: 1, ceiling: null, once: null }

/** Portions of one thing each, all of which differ. */
const portions: ReadonlyArray<Partial<Portion>> = [
  { puts: [purge("a")] },
  { puts: [purge("b")] },
  { puts: [{ ...purge("a"), value: { of: "a", isNeeded: true } } as Row] },
  ...[
    work,
    { ...work, failures: 1 },
    { ...work, at: instant(at + 1) },
    { ...work, lane: "send:other" as const },
    { ...work, work: { kind: "dispatch", key: "b" } }
  ].map((each) => ({ due: [each] })),
  ...[debit, { ...debit, amount: Money.make(-6) }].map((each) => ({ debits: [each] })),
  ...[count, { ...count, by: 2 }, { ...count, counter: "daily/b" }].map((each) => ({ counts: [each] })),
  ...[
    tally,
    { ...tally, day: "2030-01-16" },
    { ...tally, messages: 2 },
    { ...tally, segments: 2 },
    { ...tally, price: Money.make(2) },
    { ...tally, activeContactPrice: Money.make(2) }
  ].map((each) => ({ tallies: [each] })),
  ...([
    once,
    { ...once, book: "counter" },
    { ...once, once: "b" },
    { ...once, at: instant(at + 1) },
    { _tag: "Answered", fingerprint: "print", reply },
    { _tag: "Answered", fingerprint: "other", reply },
    { _tag: "Answered", fingerprint: "print", reply: { ...reply, outcome: { part: "data", json: "2" } } },
    { _tag: "Document", document, until: null },
    { _tag: "Document", document, until: at },
    { _tag: "Document", document: { ...document, bytes: Uint8Array.from([1, 3]) }, until: null }
  ] satisfies ReadonlyArray<Kept>).map((each) => ({ kept: [each] }))
]

const digest = (...parts: ReadonlyArray<Partial<Portion>>) => {
  const digesting = new Digesting()
  for (const part of parts) digesting.add({ ...empty, ...part })
  return digesting.digest
}

it("tells everything apart that may differ, and nothing by the order in which it comes", () => {
  expect(new Set(portions.map((each) => digest(each).sum)).size).toBe(portions.length)
  expect(digest(...portions.toReversed())).toEqual(digest(...portions))
  for (const [index, left] of portions.entries()) {
    expect(isSame(digest(...portions.toSpliced(index, 1)), digest(...portions))).toBe(false)
    expect(isSame(digest(left, left), digest(left))).toBe(false)
  }
  const [one, other] = portions as readonly [Partial<Portion>, Partial<Portion>]
  expect(digest(one, one).sum).not.toBe(digest(other, other).sum)
  expect(digest(...portions).counts).toEqual({
    answer: 3,
    balance: 2,
    counter: 3,
    document: 3,
    "key of a balance": 3,
    "key of a counter": 1,
    purge: 3,
    usage: 6,
    work: 5
  })
})

it("has one length, however small it is", () => {
  expect(digest()).toEqual({ counts: {}, sum: "0".repeat(32) })
  for (const [index, each] of portions.entries()) {
    expect(digest(each).sum).toMatch(/^[0-9a-f]{32}$/)
    expect(digest(...portions.slice(0, index)).sum).toMatch(/^[0-9a-f]{32}$/)
  }
})

/** The first 128 bits of a text's SHA-256. */
const bits = (text: string): bigint => BigInt(`0x${createHash("sha256").update(text).digest("hex").slice(0, 32)}`)

it("is the sum of what is said of each thing, and counts them in the order of their names", () => {
  const texts = [
    `["purge","a",{"of":"a"}]`,
    `["work","dispatch:a","send:${account}",${at},0]`,
    `["balance","${account}",-5]`,
    `["counter","daily/a",1]`,
    `["usage","${account}/2030-01-15/sms/SENT/DE",1,1,1,1]`,
    `["key of a balance","${account}","a",${at}]`
  ]
  const sum = texts.reduce((all, text) => all + bits(text), 0n) % 2n ** 128n
  const told = digest({ puts: [purge("a")], due: [work] }, {
    debits: [debit],
    counts: [count],
    tallies: [tally],
    kept: [once]
  })
  expect(told.sum).toBe(sum.toString(16).padStart(32, "0"))
  expect(Object.entries(told.counts)).toEqual(
    ["balance", "counter", "key of a balance", "purge", "usage", "work"].map((part) => [part, 1])
  )
})

it("has a revision of a template once, however many messages bring it", () => {
  const revision = (number: number): Row =>
    put(TemplateRevisions, { ...revisionOf(Given.template()), revision: number })
  const [one, two] = [{ puts: [revision(1)] }, { puts: [revision(2), purge("a")] }]
  expect(digest(one, two, one, two).counts).toEqual({ purge: 2, template_revision: 2 })
  expect(digest(one, one)).toEqual(digest(one))
})
