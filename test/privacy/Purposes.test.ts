/**
 * Who has opted out of a purpose and is erased stays so; what the recipient has opted in to is forgotten (decisions 17.6).
 */
import { Accounts } from "@signalbox/core/Account"
import * as Commit from "@signalbox/core/Commit"
import { ConsentRecords } from "@signalbox/core/ConsentRecord"
import { Contacts } from "@signalbox/core/Contact"
import { make as instant } from "@signalbox/core/Instant"
import { Suppress } from "@signalbox/core/internal/account/Suppress"
import { Inherit } from "@signalbox/core/internal/contact/Inherit"
import { consentScope } from "@signalbox/core/internal/row/ConsentRecord"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import * as Given from "../core/Given.ts"
import { begin, erase, inMemory, inPostgres, node } from "./Erasing.ts"

const phone = Given.phone(1)
const owner = Given.account({
  suppressionHashes: { since: instant(0) },
  purposes: [{ name: "news" }, { name: "offers" }, { name: "tips" }]
})
const account = owner.id
const contact = Given.contact({
  phone,
  purposes: { news: "opt_out", offers: "opt_in", tips: "opt_out" },
  updatedAt: instant(3)
})

const record = (place: number, purpose: string, consent: "opt_in" | "opt_out") =>
  Commit.put(ConsentRecords, {
    id: `c0000000-0000-7000-8000-00000000000${place}` as never,
    account,
    contact: contact.id,
    phone,
    consent,
    purpose,
    source: "INBOUND_KEYWORD",
    channel: "sms",
    message: null,
    text: "words",
    at: instant(place)
  })

describe.each([["memory", inMemory], ["PostgreSQL", inPostgres]] as const)("erased in %s", (_, made) => {
  it("an opt-out of a purpose comes back with its time and source, and an opt-in does not [XPR-102]", () =>
    Effect.runPromise(Effect.scoped(Effect.gen(function*() {
      const stored = yield* made
      const outcomes = yield* stored.store.commit([Commit.make({
        puts: [
          Commit.put(Accounts, owner),
          Commit.put(Contacts, contact),
          record(1, "news", "opt_out"),
          record(2, "offers", "opt_in")
        ]
      })])
      expect(outcomes).toMatchObject([{ _tag: "Done" }])
      const executor = yield* node(stored.store, 2)
      yield* executor.run(begin, { account, phone })
      yield* erase(stored, executor, [], () => 3_600_000)
      const { keys } = yield* stored.traces.find({ kind: "suppression_hash", text: "", after: "", looked: 9, found: 9 })
      expect(keys).toHaveLength(1)
      for (const kind of ["contact", "consent_record"] as const) {
        expect((yield* stored.traces.find({ kind, text: phone, after: "", looked: 9, found: 9 })).keys).toEqual([])
      }

      const { answer: found } = yield* executor.run(Inherit, { account, phone, isInherited: true })
      expect([found!.optOut, found!.purposes]).toEqual([false, { news: "opt_out", tips: "opt_out" }])
      const { rows } = yield* stored.store.list({
        list: "consent_records",
        scope: consentScope(account, found!.id),
        offset: 0,
        limit: 10
      })
      const told = rows.flatMap(({ value }) => {
        const { at, consent, purpose, source, text } = value as typeof ConsentRecords.schema.Type
        return [[at, purpose, consent, source, text]]
      })
      expect(told).toEqual([
        [3, "tips", "opt_out", "API", null],
        [1, "news", "opt_out", "INBOUND_KEYWORD", null]
      ])
    })) as Effect.Effect<void>))
})

it("a number that leaves the suppression list keeps what was said about purposes [XPR-102]", () =>
  Effect.runPromise(Effect.scoped(Effect.gen(function*() {
    const stored = yield* inMemory
    yield* stored.store.commit([Commit.make({
      puts: [Commit.put(Accounts, owner), Commit.put(Contacts, { ...contact, suppressedAt: instant(4) })]
    })])
    const executor = yield* node(stored.store, 2)
    yield* executor.run(begin, { account, phone })
    yield* erase(stored, executor, [], () => 3_600_000)
    const { answer: one } = yield* executor.run(Suppress, { account, phones: [phone], suppressed: false })
    expect(one).toBe(1)
    const { answer: found } = yield* executor.run(Inherit, { account, phone, isInherited: true })
    expect([found!.suppressedAt, found!.purposes]).toEqual([undefined, { news: "opt_out", tips: "opt_out" }])
  })) as Effect.Effect<void>))
