/**
 * Recipients go that nothing names and about whom nothing has to be kept (decisions 19.2).
 */
import { put } from "@signalbox/core/Commit"
import { ConsentRecords } from "@signalbox/core/ConsentRecord"
import type { Contact } from "@signalbox/core/Contact"
import { Contacts } from "@signalbox/core/Contact"
import type * as Id from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import { PurgedContacts } from "@signalbox/core/internal/retention/PurgedContacts"
import { ConversationOpenings } from "@signalbox/core/internal/row/ConversationOpening"
import { Messages } from "@signalbox/core/Message"
import { fromEntries } from "@signalbox/core/RefMap"
import type { Row } from "@signalbox/core/Row"
import { describe, expect, it } from "vitest"
import type { Changes } from "../Decided.ts"
import { gathered } from "../Decided.ts"
import * as Given from "../Given.ts"
import { account as id, ago, message, own, place, rest, step } from "./Steps.ts"

const hour = Instant.hour

describe("contacts", () => {
  const old = Given.contact({ createdAt: ago(20) })
  const opening = (at: Instant.Instant) => put(ConversationOpenings, { account: id, phone: old.phone, at })
  const openingName = `conversation_opening ${id}/${old.phone}`
  const passed = (more: Partial<Contact> = {}, rows: ReadonlyArray<Row> = []) =>
    step({ contacts: 10 }, { stage: "contacts" }, [put(Contacts, { ...old, ...more }), ...rows])

  it("go with the opening of a conversation whose week is over, and with the work that would have them back on WhatsApp", () => {
    const gone: Changes = {
      puts: [{ of: id, contactsAt: Given.now }],
      deletes: [`contact ${old.id}`],
      expects: [`contact ${old.id} 3`, `${openingName} 0`, `${own} 2`],
      due: [[own, hour]],
      cancels: [`whatsapp_return ${old.id}`],
      completes: [own]
    }
    expect(passed()).toStrictEqual(gone)
    expect(passed({}, [opening(Instant.plus(ago(7), -1))])).toStrictEqual({
      ...gone,
      deletes: [`contact ${old.id}`, openingName],
      expects: [`contact ${old.id} 3`, `${openingName} 4`, `${own} 2`]
    })
    expect(passed({}, [opening(ago(7))])).toStrictEqual({ ...gone, deletes: [], expects: [`${own} 2`], cancels: [] })
  })

  const counted = (...periods: ReadonlyArray<string>) => ({
    frequency: periods.map((period) => ({ per: "week" as const, period, count: 1 }))
  })

  it.each<readonly [string, Partial<Contact>, boolean]>([
    ["is younger", { createdAt: ago(10) }, false],
    ["is a moment older", { createdAt: Instant.plus(ago(10), -1) }, true],
    ["opted out", { optOut: true }, false],
    ["said something to a purpose", { purposes: { news: "opt_out" } }, false],
    ["has no purposes any more", { purposes: {} }, true],
    ["is suppressed", { suppressedAt: ago(20) }, false],
    ["is inherited", { isInherited: true }, false],
    ["only keeps an entry of the suppression list", { isOnlySuppressed: true }, false],
    ["was changed since", { updatedAt: ago(10) }, false],
    ["was changed before", { updatedAt: Instant.plus(ago(10), -1) }, true],
    ["has written since", { lastInboundAt: ago(10) }, false],
    ["wrote before", { lastInboundAt: Instant.plus(ago(10), -1) }, true],
    ["cannot be reached on WhatsApp", { whatsappUndeliverableUntil: Instant.plus(Given.now, 1) }, false],
    ["was counted in a week that may go on somewhere", counted("2029-12-31", "2030-01-06"), false],
    ["was counted in a week that is over everywhere", counted("2029-12-31", "2030-01-05"), true],
    ["could not be reached on WhatsApp", { whatsappUndeliverableUntil: Given.now }, true]
  ])("one that %s goes or stays", (_, more, goes) => {
    expect(passed(more).deletes).toStrictEqual(goes ? [`contact ${old.id}`] : [])
  })

  it("stay where a message names them, or where they have said anything about consent", () => {
    const record = {
      id: "rec" as Id.ConsentRecordId,
      account: id,
      contact: old.id,
      phone: old.phone,
      consent: "opt_in",
      source: "API",
      channel: null,
      message: null,
      text: null,
      at: ago(20)
    } as const
    expect(passed({}, [put(Messages, message(1))]).deletes).toStrictEqual([])
    expect(passed({}, [put(ConsentRecords, record)]).deletes).toStrictEqual([])
    const another = "cccccccc-0000-7000-8000-000000000002" as Id.ContactId
    expect(
      passed({}, [
        put(Messages, message(1, { contact: another })),
        put(ConsentRecords, { ...record, contact: another })
      ]).deletes
    )
      .toStrictEqual([`contact ${old.id}`])
  })

  const pass = { account: id, at: Given.now, before: ago(10), purge: { of: id } }

  it("are looked for among messages and records only where they may go themselves", () => {
    const spoken = Given.contact({
      id: "cccccccc-0000-7000-8000-000000000003" as Id.ContactId,
      createdAt: ago(20),
      phone: Given.phone(3),
      optOut: true
    })
    const facts = gathered([put(Contacts, spoken), put(Contacts, old)], (known) => PurgedContacts.needs(pass, known))
    const { lists, rows } = PurgedContacts.needs(pass, facts)
    expect(lists.map(({ list }) => list)).toStrictEqual(["contacts", "conversation", "consent_records"])
    expect(rows.map(({ key }) => key)).toStrictEqual([old.id, `${id}/${old.phone}`])
  })

  it("stay where the row has changed since the list was read, or is gone", () => {
    const facts = gathered([put(Contacts, old)], (known) => PurgedContacts.needs(pass, known))
    const gone = (row: Row | null) => {
      const ref = { kind: Contacts.name, key: old.id }
      const rows = facts.rows.union(fromEntries([[ref, { version: 2, row }]]))
      const grounds = { facts: { ...facts, rows }, now: Given.now, ids: Given.ids() }
      return PurgedContacts.step(pass, grounds).commit.deletes
    }
    expect(gone(put(Contacts, old))).toStrictEqual([{ kind: Contacts.name, key: old.id }])
    expect(gone(put(Contacts, { ...old, optOut: true }))).toStrictEqual([])
    expect(gone(null)).toStrictEqual([])
  })

  it("are twenty in a step, and the next one goes on behind the newest of them, also where they stay", () => {
    const many = Array.from({ length: 21 }, (_, index) =>
      Given.contact({
        id: `cccccccc-0000-7000-8000-${String(index + 10).padStart(12, "0")}` as Id.ContactId,
        phone: Given.phone(index + 10),
        createdAt: Instant.plus(ago(20), index),
        optOut: index % 2 === 1
      }))
    const looked = { stage: "contacts", contactsAt: ago(2) } as const
    const first = step({ contacts: 10 }, looked, many.map((each) => put(Contacts, each)))
    expect([first.deletes.length, first.puts, first.due])
      .toStrictEqual([10, [{ of: id, ...looked, place: place(many[19]!) }], [[own, rest]]])
    const second = step(
      { contacts: 10 },
      { ...looked, place: place(many[19]!) },
      many.map((each) => put(Contacts, each))
    )
    expect([second.deletes, second.puts, second.due])
      .toStrictEqual([[`contact ${many[20]!.id}`], [{ of: id, contactsAt: Given.now }], [[own, hour]]])
  })
})
