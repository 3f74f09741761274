/**
 * The statements of loads, and those of work that mostly lapses, word by word. A clause that changes no answer stands here
 * (`Recorded.ts`).
 */
import { make, put } from "@signalbox/core/Commit"
import { make as instant } from "@signalbox/core/Instant"
import { uniqueText } from "@signalbox/core/Kind"
import * as Needs from "@signalbox/core/Needs"
import type { Row } from "@signalbox/core/Row"
import { encode, kinds, unique } from "@signalbox/core/Row"
import { Store } from "@signalbox/core/Store"
import type { Due } from "@signalbox/core/Work"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import * as Given from "../../core/Given.ts"
import { recorded } from "../Recorded.ts"
import { account, contact, due, event, held, id, message, other, template } from "./Batches.ts"

it("loads, and what it remembers of rows", async () => {
  const stored = (row: Row, version: number, via: string | null = null) => ({
    of: row.kind,
    key: row.key,
    amount: version,
    value: JSON.stringify(encode(row)),
    state: null,
    via
  })
  const needs: Needs.Needs = {
    ...Needs.none,
    rows: [message(1), contact, put(kinds.event, event(1)), template, message(2), { kind: "message", key: "none" }, {
      kind: "delivery",
      key: id(1)
    }],
    uniques: [unique(template)[0]!, unique(contact)[0]!, unique(other)[0]!],
    balances: [account, Given.accountId(2)],
    counters: ["c/1", "c/2"]
  }
  const told = await recorded(Effect.fnUntraced(function*(run) {
    const store = yield* Store
    yield* run("what nobody knows", store.load(needs), [
      stored(contact, 3, uniqueText(unique(contact)[0]!)),
      stored(template, 6),
      { of: "balance", key: account, amount: 12, value: null, state: null, via: null },
      { of: "counter", key: "c/1", amount: -3, value: null, state: null, via: null }
    ])
    yield* run("what is remembered, and has gone or changed", store.load(needs), [
      { of: "template", key: template.key, amount: null, value: null, state: null, via: null },
      stored(put(kinds.contact, Given.contact({ optOut: true })), 4, uniqueText(unique(contact)[0]!))
    ])
    yield* run("what is remembered since", store.load({ ...Needs.none, rows: [contact, template] }), [])
    yield* run("nothing", store.load(Needs.none))
  }))
  await expect(told).toMatchFileSnapshot("loads.txt")
})

it("sets of work that lapses begin with their first item, and hold a minute", async () => {
  const lapsing = (number: number, at: number, more: Partial<Due> = {}) =>
    due(`${Given.messageId(1)}/${id(number)}`, { lapsesWith: Given.messageId(1), at: instant(at), ...more })
  const told = await recorded(Effect.fnUntraced(function*(run) {
    const store = yield* Store
    yield* run(
      "some of them",
      store.commit([make({
        puts: [message(1), message(2)],
        due: [
          lapsing(1, 120_007),
          lapsing(2, 120_005),
          lapsing(3, 120_009),
          lapsing(4, 179_999),
          lapsing(5, 180_000),
          lapsing(6, 120_000, { lane: "send:x" }),
          lapsing(7, 120_000, { work: { kind: "send", key: `${Given.messageId(1)}/${id(7)}` } }),
          lapsing(8, 120_000, { failures: 1 }),
          lapsing(9, 120_000, { work: { kind: "dispatch", key: `${Given.messageId(1)}/9` } }),
          lapsing(1, 120_000, { lapsesWith: Given.messageId(2) }),
          lapsing(2, 120_000, { lapsesWith: Given.messageId(3) })
        ]
      })]),
      held
    )
  }))
  await expect(told).toMatchFileSnapshot("commits-lapsing.txt")
})
