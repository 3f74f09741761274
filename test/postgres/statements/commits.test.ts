/**
 * The statements of commits, word by word: in one statement on what is assumed, and the long way. A clause that changes no
 * answer stands here (`Recorded.ts`).
 */
import { make, put } from "@signalbox/core/Commit"
import type { NodeId } from "@signalbox/core/Id"
import { plus } from "@signalbox/core/Instant"
import { uniqueText } from "@signalbox/core/Kind"
import type { Row } from "@signalbox/core/Row"
import { kinds, unique } from "@signalbox/core/Row"
import { Patience, Store } from "@signalbox/core/Store"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import * as Given from "../../core/Given.ts"
import { recorded } from "../Recorded.ts"
import {
  account,
  clone,
  contact,
  due,
  event,
  held,
  message,
  node,
  other,
  spend,
  template,
  webhook,
  whole
} from "./Batches.ts"

const { now } = Given

it("commits in one statement", async () => {
  const told = await recorded(Effect.fnUntraced(function*(run) {
    const store = yield* Store
    yield* run("everything", store.commit(whole), held)
    yield* run("nothing", store.commit([]))
    yield* run(
      "what is known by now",
      store.commit([
        make({
          expects: [{ ref: message(1), version: 9 }, { ref: contact, version: 9 }],
          puts: [message(1, { status: "SENT" }), put(kinds.contact, Given.contact({ optOut: true }))]
        })
      ]),
      held
    )
    yield* run(
      "a step alone",
      store.commit([
        make({ expects: [{ ref: message(1), version: 9 }], puts: [message(1, { status: "DELIVERED" })] })
      ]),
      held
    )
    yield* run("work alone", store.commit([make({ due: [due("b", { at: plus(now, 9) }), due("a")] })]), held)
    yield* run(
      "work of new rows",
      store.commit([
        make({ puts: [message(3)], due: [due(`${Given.messageId(3)}/1`)] })
      ]),
      held
    )
    yield* run(
      "within a bound",
      Effect.provideService(store.commit([make({ puts: [message(4)] })]), Patience, 70),
      held
    )
    yield* run("claims first", store.claim({ node, offset: 0, limit: 1, lanes: {} }), [], [{
      epoch: "11",
      watchful: false
    }], [
      { alive: 1, blocked: null, more: false, hasOpen: false, next: null, now: "0", picked: null }
    ])
    const holder = { node, offset: 3 }
    yield* run(
      "work that its node holds",
      store.commit([
        make({
          due: [due("a", { holder, at: plus(now, 4) }), due("b"), due("c", { holder, lane: "send:x", failures: 1 })]
        }),
        make({ due: [due("d", { holder, at: plus(now, 2), lane: "send:x" }), due("e", { holder })] })
      ]),
      [{ holds: true, given: "[[0,31],[2,32]]", version: null }]
    )
    yield* run(
      "work of a node that has not claimed",
      store.commit([
        make({ due: [due("a", { holder: { node: "two" as NodeId, offset: 0 } })] })
      ]),
      held
    )
    yield* run(
      "work that is given beside a pause",
      store.commit([
        make({ due: [due("a", { holder })], pauses: [{ lane: "send:y", until: now }] })
      ]),
      held
    )
  }))
  await expect(told).toMatchFileSnapshot("commits-short.txt")
})

const found = (row: Row, version: number, writes: boolean, more: object = {}) => ({
  kind: row.kind,
  key: row.key,
  version,
  writes,
  uniques: null,
  list1: null,
  scope1: null,
  list2: null,
  scope2: null,
  ...more
})

const owners = (row: Row) => unique(row).map((key) => ({ text: uniqueText(key), kind: row.kind, key: row.key }))

/** Returns the answer of the statement that reads first, by the names of its parts. */
const read = (parts: Readonly<Record<string, ReadonlyArray<object>>>) => [
  Object.fromEntries(Object.entries(parts).map(([name, rows]) => [name, JSON.stringify(rows)]))
]

const written = [{ whole: true, version: 9 }]

it("commits the long way", async () => {
  const told = await recorded(Effect.fnUntraced(function*(run) {
    const store = yield* Store
    const subscriptions = [{ webhook: Given.webhookId(1), account, parent: null, events: ["message.sent"] }]
    yield* run(
      "everything, and what goes",
      store.commit([
        make({
          ...whole[0]!,
          expects: [...whole[0]!.expects, { ref: other, version: 0 }, { ref: message(7), version: 0 }, {
            ref: contact,
            version: 3
          }],
          deletes: [message(5), webhook, put(kinds.event, event(8))],
          events: [event(1), event(2)]
        }),
        whole[1]!
      ]),
      read({
        locked: [
          found(contact, 3, true, { uniques: [uniqueText(unique(contact)[0]!)], list1: "contacts", scope1: account }),
          found(message(2), 4, true, { list1: "messages", scope1: account }),
          found(message(5), 4, true, { list1: "messages", scope1: account }),
          found(webhook, 2, true, { list1: "webhooks", scope1: account }),
          found(put(kinds.event, event(8)), 2, true),
          found(template, 6, false)
        ],
        contacts: owners(contact),
        sums: [
          { book: "balance", name: account, amount: 100 },
          { book: "counter", name: "c/2", amount: -3 }
        ],
        entries: [],
        works: [["c", 8], ["d", 9], ["h", 7], ["r", 6], ["z", null], ["b", null]]
          .map(([key, token]) => ({ kind: "dispatch", key, token })),
        claims: [{ account, key: "k", token: 5, at: now }],
        subscriptions
      }),
      written
    )
    yield* run(
      "a webhook, its clone and an event, whose subscribers were learnt",
      store.commit([
        make({ puts: [webhook, clone] }),
        make({ events: [event(3)] })
      ]),
      held
    )
    yield* run("an event of those who have subscribed", store.commit([make({ events: [event(4)] })]), held, [{
      locked: "[]",
      subscriptions: JSON.stringify(subscriptions)
    }], written)
    yield* run("an event once more", store.commit([make({ events: [event(5)] })]), held)
    yield* run(
      "an event that was there, whose deliveries nobody has read",
      store.commit([make({ events: [event(6)], deletes: [other] })]),
      read({ locked: [found(put(kinds.event, event(6)), 2, true)], subscriptions }),
      written
    )
    yield* run(
      "unique keys that pass, become free and are taken",
      store.commit([make({
        expects: [
          { free: unique(other)[0]! },
          { ref: template, version: 6 }
        ],
        puts: [
          put(kinds.template, { ...Given.template(), name: "renamed" }),
          put(kinds.contact, Given.contact({ phone: Given.phone(2) }))
        ],
        deletes: [put(kinds.template, Given.template({ id: Given.templateId(3) }))]
      })]),
      read({
        locked: [
          found(template, 6, true, {
            uniques: owners(template).map(({ text }) => text),
            list1: "templates",
            scope1: account
          }),
          found(contact, 6, true, {
            uniques: owners(contact).map(({ text }) => text),
            list1: "contacts",
            scope1: account
          })
        ],
        owners: owners(template)
      }),
      written
    )
    yield* run(
      "a debit that seems too large",
      store.commit([make({ debits: [spend(30, "o")], deletes: [other] })]),
      read({
        sums: [{ book: "balance", name: account, amount: 10 }],
        entries: []
      }),
      read({ entries: [{ book: "balance", name: account, once: "o" }] }),
      written
    )
    yield* run(
      "a debit that is too large",
      store.commit([make({ debits: [spend(30, "p")], deletes: [other] })]),
      read({}),
      read({})
    )
    yield* run(
      "a row that is stale, within a bound",
      Effect.provideService(
        store.commit([make({ expects: [{ ref: template, version: 5 }], puts: [template] })]),
        Patience,
        70
      ),
      [{ holds: false }],
      read({ locked: [found(template, 6, true)] })
    )
  }))
  await expect(told).toMatchFileSnapshot("commits-long.txt")
})
