/** The recipients of accounts in the operator's hands, on the memory store: suppressed, inherited, erased and exported. */
import { Accounts } from "@signalbox/core/Account"
import * as Commit from "@signalbox/core/Commit"
import { ConsentRecords } from "@signalbox/core/ConsentRecord"
import type { ConsentRecordId, ErasureId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import { Contacts } from "@signalbox/core/internal/row/Contact"
import { Messages } from "@signalbox/core/Message"
import { Operator } from "@signalbox/core/Operator"
import { Store } from "@signalbox/core/Store"
import { Templates } from "@signalbox/core/Template"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"

const [own, other, closed, nobody] = [1, 2, 3, 4].map(Given.accountId) as [
  ReturnType<typeof Given.accountId>,
  ReturnType<typeof Given.accountId>,
  ReturnType<typeof Given.accountId>,
  ReturnType<typeof Given.accountId>
]
const phone = Given.phone(1)
const later = (millis: number) => Instant.plus(Given.now, millis)

/** Three accounts, of which the last one is closed. */
const accounts = Commit.make({
  puts: [own, other, closed].map((id) =>
    Commit.put(Accounts, Given.account({ id, numbers: [], deletedAt: id === closed ? Given.now : null }))
  )
})

it("a number is suppressed and freed once, in its account alone", () =>
  Bench.run(
    Bench.layer(),
    Effect.gen(function*() {
      const [operator, store, clock] = [yield* Operator, yield* Store, yield* Bench.TheClock]
      yield* store.commit([accounts])
      expect(yield* operator.suppress(own, phone)).toBe("Changed")
      clock.set(later(1))
      expect(yield* operator.suppress(own, phone)).toBe("Unchanged")
      expect(yield* operator.suppress(nobody, phone)).toBe("UnknownAccount")
      expect(yield* operator.suppressions(own, 0, 10)).toStrictEqual({
        total: 1,
        entries: [{ phone, suppressedAt: Given.now }],
        after: null
      })
      expect(yield* operator.suppressions(other, 0, 10)).toStrictEqual({ total: 0, entries: [], after: null })
      expect(yield* operator.unsuppress(other, phone)).toBe("Unchanged")
      expect(yield* operator.unsuppress(own, phone)).toBe("Changed")
      expect(yield* operator.unsuppress(own, phone)).toBe("Unchanged")
      expect(yield* operator.unsuppress(nobody, phone)).toBe("UnknownAccount")
      expect(yield* operator.suppressions(own, 0, 10)).toStrictEqual({ total: 0, entries: [], after: null })
      // Not even an empty list is added to the account of nobody.
      expect(yield* operator.importSuppressions(own, [])).toStrictEqual({ added: 0, known: 0, refused: [] })
      expect(yield* operator.importSuppressions(nobody, [])).toBeNull()
      expect(yield* operator.importSuppressions(nobody, [phone])).toBeNull()
      expect(yield* operator.importSuppressions(own, [` ${phone}\n`, phone, "12", ""])).toStrictEqual({
        added: 1,
        known: 0,
        refused: ["12", ""]
      })
      expect(yield* operator.importSuppressions(own, [phone, Given.phone(2)])).toStrictEqual({
        added: 1,
        known: 1,
        refused: []
      })
    })
  ))

it("a contact is inherited where it is in an account that there is", () =>
  Bench.run(
    Bench.layer(),
    Effect.gen(function*() {
      const [operator, store] = [yield* Operator, yield* Store]
      yield* store.commit([accounts])
      expect(yield* operator.findContact(own, phone)).toBeNull()
      const made = yield* operator.setInherited(own, phone, true)
      expect(made).toMatchObject({ account: own, phone, isInherited: true })
      expect(yield* operator.findContact(own, phone)).toStrictEqual(made)
      expect(yield* operator.findContact(other, phone)).toBeNull()
      expect(yield* operator.findContact(own, Given.phone(2))).toBeNull()
      const freed = yield* operator.setInherited(own, phone, false)
      expect([freed?.id, freed?.isInherited ?? false]).toStrictEqual([made?.id, false])
      expect(yield* operator.setInherited(nobody, phone, true)).toBeNull()
    })
  ))

it("the consent of a contact is told from the newest record on, and of no other contact", () =>
  Bench.run(
    Bench.layer(),
    Effect.gen(function*() {
      const [operator, store] = [yield* Operator, yield* Store]
      const ids = Given.ids()
      const contact = Given.contact()
      const record = (index: number, of = contact.id) => ({
        id: ids.id(later(index)) as ConsentRecordId,
        account: own,
        phone,
        contact: of,
        consent: index % 2 === 0 ? "opt_out" as const : "opt_in" as const,
        source: "API" as const,
        channel: null,
        message: null,
        text: null,
        at: later(index)
      })
      const records = [0, 1, 2].map((index) => record(index))
      const strange = record(3, Given.contact({ id: Given.accountId(77) as string as typeof contact.id }).id)
      yield* store.commit([
        accounts,
        Commit.make({ puts: [...records, strange].map((each) => Commit.put(ConsentRecords, each)) })
      ])
      expect(yield* operator.consentRecords(own, contact.id, 0, 2)).toStrictEqual({
        total: 3,
        records: [records[2], records[1]]
      })
      expect(yield* operator.consentRecords(own, contact.id, 2, 2)).toStrictEqual({ total: 3, records: [records[0]] })
      expect(yield* operator.consentRecords(other, contact.id, 0, 2)).toStrictEqual({ total: 0, records: [] })
    })
  ))

it("a recipient is erased once at a time, also of an account that is closed, and only the account knows of it", () =>
  Bench.run(
    Bench.layer(),
    Effect.gen(function*() {
      const [operator, store, clock] = [yield* Operator, yield* Store, yield* Bench.TheClock]
      yield* store.commit([accounts])
      const begun = yield* operator.eraseRecipient(own, phone)
      expect(begun).toMatchObject({ account: own, phone, status: "running", step: 0, requestedAt: Given.now })
      clock.set(later(5))
      expect(yield* operator.eraseRecipient(own, phone)).toStrictEqual(begun)
      expect(yield* operator.eraseRecipient(closed, phone)).toMatchObject({ account: closed, status: "running" })
      expect(yield* operator.eraseRecipient(nobody, phone)).toBeNull()
      const id = begun?.id ?? (Given.accountId(9) as string as ErasureId)
      expect(yield* operator.findErasure(own, id)).toStrictEqual(begun)
      expect(yield* operator.findErasure(other, id)).toBeNull()
      expect(yield* operator.findErasure(own, Given.accountId(9) as string as ErasureId)).toBeNull()
      yield* Bench.idle
      expect(yield* operator.findErasure(own, id)).toMatchObject({ id, status: "completed" })
    })
  ))

it("all that is kept of a recipient, or of an account, is exported page by page", () =>
  Bench.run(
    Bench.layer(),
    Effect.gen(function*() {
      const [operator, store] = [yield* Operator, yield* Store]
      const contact = Given.contact()
      const stranger = Given.contact({
        id: Given.accountId(77) as string as typeof contact.id,
        phone: Given.phone(2),
        createdAt: later(1)
      })
      yield* store.commit([
        accounts,
        Commit.make({
          puts: [
            Commit.put(Contacts, contact),
            Commit.put(Contacts, stranger),
            Commit.put(Messages, Given.message()),
            Commit.put(Templates, Given.template())
          ]
        })
      ])
      const walk = Effect.fnUntraced(function*(of: typeof own, about: typeof phone | null) {
        const pages: Array<ReadonlyArray<readonly [type: string, id: unknown]>> = []
        for (let after: string | null = null;;) {
          const page: Effect.Success<ReturnType<typeof operator.exportPage>> = yield* operator.exportPage(
            of,
            about,
            after
          )
          if (page === null) return null
          for (const { account_id } of page.records) expect(account_id).toBe(of)
          pages.push(page.records.map(({ data, type }) => [type, data["id"]]))
          after = page.after
          if (after === null) return pages
        }
      })
      // The contacts, the records of consent, the messages and the verifications of the number.
      const message = ["message", Given.messageId(1)]
      expect(yield* walk(own, phone)).toStrictEqual([[["contact", contact.id]], [], [message], []])
      expect(yield* walk(other, phone)).toStrictEqual([[], [], [], []])
      expect(yield* walk(own, null)).toStrictEqual([
        [["contact", stranger.id], ["contact", contact.id]],
        [message],
        [["template", Given.templateId(1)]]
      ])
      // What an account has left when it is closed can be had as well.
      expect(yield* walk(closed, null)).toStrictEqual([[], [], []])
      expect(yield* walk(nobody, null)).toBeNull()
      expect(yield* walk(nobody, phone)).toBeNull()
    })
  ))
