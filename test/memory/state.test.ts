/**
 * The state in memory: how long it knows the keys of sums, and that of several puts of a row the last one counts, however
 * many there are.
 */
import { make, put } from "@signalbox/core/Commit"
import type { Commit } from "@signalbox/core/Commit"
import { Room } from "@signalbox/core/Fanout"
import type { ContactId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import { countMemory, debitMemory } from "@signalbox/core/Limit"
import * as Money from "@signalbox/core/Money"
import type { Row } from "@signalbox/core/Row"
import { kinds, unique } from "@signalbox/core/Row"
import * as State from "@signalbox/memory/internal/state"
import { expect, it } from "vitest"
import * as Given from "../core/Given.ts"

const account = Given.accountId(1)

const at = (millis: number): Instant.Instant => Instant.plus(Given.now, millis)

const apply = (state: State.State, now: number, parts: Partial<Commit>): string =>
  State.apply(state, make(parts), at(now), new Room(100))._tag

const debit = (amount: number, once: string | null) => ({
  account,
  amount: Money.make(amount),
  floor: Money.zero,
  once
})

const count = (counter: string, once: string | null, ceiling: number | null = null) => ({
  counter,
  by: 1,
  ceiling,
  once
})

it("forgets counters two days after the last of their keys, and the keys of debits a month after, but no balance", () => {
  // By then nothing repeats what they were made for.
  const day = 86_400_000
  expect([countMemory, debitMemory]).toEqual([2 * day, 31 * day])
  const state = State.make()
  const spent = { debits: [debit(-5, "k")] }
  const counted = { counts: [count("a", "k"), count("b", null)] }
  const standing = () => [
    state.balances.sum(account),
    State.counted(state, "a"),
    State.counted(state, "b"),
    state.balances.keysOf(() => true).length,
    state.counters.keysOf(() => true).length
  ]
  apply(state, 0, { ...spent, ...counted })
  expect(standing()).toStrictEqual([5, 1, 1, 1, 1])
  apply(state, 2 * day - 1, {})
  apply(state, 2 * day - 1, { ...spent, counts: [count("a", "k")] })
  expect(standing()).toStrictEqual([5, 1, 1, 1, 1])
  apply(state, 2 * day, {})
  expect(standing()).toStrictEqual([5, 0, 1, 1, 0])
  apply(state, 31 * day - 1, spent)
  expect(standing()).toStrictEqual([5, 0, 1, 1, 0])
  apply(state, 31 * day, {})
  expect(standing()).toStrictEqual([5, 0, 1, 0, 0])
  apply(state, 31 * day, spent)
  expect(standing()).toStrictEqual([10, 0, 1, 1, 0])
})

it("refuses a whole commit for a balance before it refuses it for a counter, and below neither", () => {
  const state = State.make()
  const refusal = (parts: Partial<Commit>) => {
    const outcome = State.apply(state, make(parts), at(0), new Room(100))
    return outcome._tag === "Insufficient" ? outcome.of : outcome._tag
  }
  const full = count("full", null, 0)
  expect(refusal({ debits: [debit(1, null)], counts: [full] })).toBe(account)
  expect(refusal({ debits: [debit(-3, null)], counts: [full] })).toBe("full")
  expect(refusal({ debits: [debit(-3, null)], counts: [count("full", null, 1)] })).toBe("Done")
  expect(refusal({ debits: [debit(3, null)], counts: [count("full", null, 1)] })).toBe("full")
  expect([state.balances.sum(account), State.counted(state, "full")]).toStrictEqual([3, 1])
})

const refOf = ({ key, kind }: Row) => ({ kind, key })

const contact = (number: number, phone: number): Row =>
  put(
    kinds.contact,
    Given.contact({
      id: `cccccccc-0000-7000-8000-${String(number).padStart(12, "0")}` as ContactId,
      phone: Given.phone(phone)
    })
  )

it.each([[2], [12], [13], [40]])("writes the last of several puts of one row, once (%i rows)", (many) => {
  const state = State.make()
  const others = Array.from({ length: many - 2 }, (_, index) => contact(index + 2, index + 2))
  expect(apply(state, 0, { puts: [contact(1, 900), ...others, contact(1, 901)] })).toBe("Done")
  expect(state.rows.known(contact(1, 0))).toStrictEqual({ version: 1, row: contact(1, 901) })
  const owner = (row: Row) => state.rows.owner(unique(row)[0]!)
  expect([owner(contact(1, 900)), owner(contact(1, 901))]).toStrictEqual([null, refOf(contact(1, 901))])
  const page = state.rows.page({ list: "contacts", scope: account, offset: 0, limit: 99 })
  expect(page.total).toBe(many - 1)
  expect(page.rows.map(({ key }) => key)).toStrictEqual(
    [contact(1, 901), ...others].map(({ key }) => key).toReversed()
  )
  // Rows with one key and different kinds are two.
  const key = contact(1, 0).key
  expect(apply(state, 0, { deletes: [{ kind: "template", key }] })).toBe("Done")
  expect(state.rows.known(contact(1, 0)).version).toBe(1)
})

it("refuses two rows of one commit that would have one unique key, and lets one row have it twice", () => {
  const state = State.make()
  expect(apply(state, 0, { puts: [contact(1, 900), contact(2, 900)] })).toBe("Taken")
  expect(state.rows.known(contact(1, 0)).row).toBe(null)
  expect(apply(state, 0, { puts: [contact(1, 900), contact(1, 900)] })).toBe("Done")
  expect(apply(state, 0, { puts: [contact(2, 900)] })).toBe("Taken")
  expect(apply(state, 0, { puts: [contact(1, 901), contact(2, 900)] })).toBe("Done")
  expect([1, 2].map((number) => state.rows.known(contact(number, 0)).row)).toStrictEqual([
    contact(1, 901),
    contact(2, 900)
  ])
})
