/**
 * How much of what belongs to accounts goes with one commit of a move.
 */
import type { AccountId } from "@signalbox/core/Id"
import type { Kept, Portion } from "@signalbox/core/internal/cells/Portion"
import { empty, Gathering, mostCharacters, sizeOf } from "@signalbox/core/internal/cells/Portion"
import * as Money from "@signalbox/core/Money"
import type { ClaimToken } from "@signalbox/core/Reply"
import type { Row } from "@signalbox/core/Row"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const account: AccountId = Given.accountId(1)
const purge = (of: string): Row => ({ kind: "purge", key: of, value: { of } })

const once: Kept = { _tag: "Once", book: "balance", name: account, once: "a", at: Given.now }

const answered = (json: string | null): Kept => ({
  _tag: "Answered",
  fingerprint: "print",
  reply: {
    claim: { account, key: "key" },
    token: 1 as ClaimToken,
    status: 200,
    outcome: json === null ? null : { part: "data", json },
    requestId: "req",
    at: Given.now,
    sandbox: false,
    profile: null
  }
})

const document = (size: number): Kept => ({
  _tag: "Document",
  document: {
    id: "document",
    account,
    key: "business_registration",
    fileName: "a.pdf",
    contentType: "application/pdf",
    bytes: new Uint8Array(size)
  },
  until: null
})

const one: Portion = {
  puts: [purge("a")],
  due: [{ work: { kind: "dispatch", key: "a" }, lane: `send:${account}`, at: Given.now }],
  debits: [{ account, amount: Money.make(-5), floor: Money.zero, once: null }],
  counts: [{ counter: "daily/a", by: 1, ceiling: null, once: null }],
  tallies: [{
    account,
    day: "2030-01-15",
    channel: "sms",
    status: "SENT",
    country: "DE",
    messages: 1,
    segments: 1,
    price: Money.make(1),
    activeContactPrice: Money.make(1)
  }],
  kept: [once]
}

/** Fills a commit with documents up to so many characters before its bound. */
const filled = (left: number): Gathering => {
  const gathering = new Gathering(1000)
  gathering.add({ ...empty, kept: [document(mostCharacters - left)] })
  return gathering
}

describe("what goes with one commit", () => {
  it("is all that was added, in order", () => {
    const gathering = new Gathering(13)
    const other: Portion = { ...one, puts: [purge("b")], kept: [document(1)] }
    expect([gathering.add(one), gathering.add(empty), gathering.add(other)]).toEqual([true, false, true])
    expect(gathering.whole).toEqual({
      puts: [purge("a"), purge("b")],
      due: [...one.due, ...one.due],
      debits: [...one.debits, ...one.debits],
      counts: [...one.counts, ...one.counts],
      tallies: [...one.tallies, ...one.tallies],
      kept: [once, document(1)]
    })
    // Twelve things are in it.
    expect(gathering.isFull).toBe(false)
    gathering.add({ ...empty, puts: [purge("c")] })
    expect(gathering.isFull).toBe(true)
  })

  it.each<readonly [what: string, size: number, portion: Partial<Portion>]>([
    ["a row", JSON.stringify({ of: "a" }).length, { puts: [purge("a")] }],
    ["a key", 100, { kept: [once] }],
    ["an answer", 303, { kept: [answered("123")] }],
    ["an answer that is still to come", 300, { kept: [answered(null)] }],
    ["a document", 7, { kept: [document(7)] }]
  ])("has room for %s as long as it has less characters than so many", (_, size, portion) => {
    for (const [left, isFull] of [[size + 1, false], [size, true]] as const) {
      const gathering = filled(left)
      expect(gathering.isFull).toBe(false)
      gathering.add({ ...empty, ...portion })
      expect(gathering.isFull).toBe(isFull)
    }
    expect(sizeOf(purge("a"))).toBe(10)
    expect(mostCharacters).toBe(524_288)
  })
})
