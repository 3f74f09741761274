/**
 * Rows as the tables store them: how many characters they count for, which numbers and places they have, and in which order
 * they are locked and inserted.
 */
import { put } from "@signalbox/core/Commit"
import type { Delivery, Event } from "@signalbox/core/Delivery"
import * as Fanout from "@signalbox/core/Fanout"
import type { ContactId, EventId } from "@signalbox/core/Id"
import type { Row } from "@signalbox/core/Row"
import { encode, kinds, listings } from "@signalbox/core/Row"
import { eventTables, tableOf } from "@signalbox/postgres/internal/rows/eventTables"
import * as Rows from "@signalbox/postgres/internal/rows/rows"
import type { Columns } from "@signalbox/postgres/internal/statement/columns"
import { describe, expect, it } from "vitest"
import * as Given from "../../core/Given.ts"

const account = Given.accountId(1)

const contact = (number: number, phone: number): Row =>
  put(
    kinds.contact,
    Given.contact({ id: `cccccccc-0000-7000-8000-00000000000${number}` as ContactId, phone: Given.phone(phone) })
  )

const message = (number: number, text: string): Row =>
  put(kinds.message, Given.message({ id: Given.messageId(number), template: null, text, direction: "INBOUND" }))

const event = (body: string): Event => ({
  id: "01900000-0000-7000-8000-000000000001" as EventId,
  account,
  name: "message.sent",
  at: Given.now,
  body
})

const delivery: Delivery = {
  ...Fanout.delivery(event("{}"), Given.webhookId(1)),
  id: Fanout.deliveryId(event("{}").id, Given.webhookId(1))
}

/** The values of a column of JSON texts, which a character stands between that JSON has not. */
const column = (columns: Columns, name: string): ReadonlyArray<string> => {
  const from = columns.from(1)
  const names = /as u\(([^)]*)\)/.exec(from)![1]!.split(", ")
  return columns.params[names.indexOf(name)]!.split("\u001f")
}

const sizes = (rows: ReadonlyArray<Rows.Placed>) => rows.map(({ content, length }) => [length, content])

describe("a row counts for the characters of its value", () => {
  it("as JSON", () => {
    const rows = [contact(1, 1), put(kinds.template, Given.template({ name: "émile" }))]
    const placed = rows.map((row) => Rows.placed(row))
    expect(sizes(placed)).toStrictEqual([[0, 0], [0, 0]])
    const columns = Rows.encoded(placed)
    expect(column(columns, "value")).toStrictEqual(rows.map((row) => JSON.stringify(encode(row))))
    expect(sizes(placed)).toStrictEqual(rows.map((row) => [JSON.stringify(encode(row)).length, 0]))
  })

  it("and a message for those of its state and of its content, of which a step keeps the content", () => {
    const placed = [message(1, "short"), message(2, "longer than the other one")].map((row) => Rows.placed(row))
    const columns = Rows.encodedMessages(placed)
    const [states, contents] = [column(columns, "state"), column(columns, "content")]
    expect(contents.map((each) => /"(short|longer[^"]*)"/.exec(each)?.[1])).toStrictEqual([
      "short",
      "longer than the other one"
    ])
    expect(sizes(placed)).toStrictEqual(
      states.map((state, index) => [state.length + contents[index]!.length, contents[index]!.length])
    )
    const steps = placed.map(({ content, places, row }) => Rows.placed(row, null, { content, places }))
    expect(steps.map(({ isStep }) => isStep)).toStrictEqual([true, true])
    expect(placed.map(({ isStep }) => isStep)).toStrictEqual([false, false])
    expect(column(Rows.encodedSteps(steps), "state")).toStrictEqual(states)
    expect(sizes(steps)).toStrictEqual(sizes(placed))
  })

  it("and an event or a delivery for those of its columns as well", () => {
    for (
      const row of [put(kinds.event, event("{\"a\":1}")), put(kinds.event, event("{}")), put(kinds.delivery, delivery)]
    ) {
      const of = tableOf(row)!
      const [placed] = [Rows.placed(row)]
      const [value] = column(Rows.encodedEvents(of, [placed]), "value")
      const values = of.columnsOf(row.value as Event | Delivery)[0]
      expect(sizes([placed])).toStrictEqual([[value!.length + JSON.stringify(values).length, 0]])
    }
    expect(eventTables.map(({ kind }) => kind)).toStrictEqual(["delivery", "event"])
  })
})

it("places stand in the columns that are theirs, and count in the totals of lists that grow", () => {
  const [place] = listings(contact(1, 1))
  expect(Rows.places(contact(1, 1))).toStrictEqual({
    list1: "contacts",
    scope1: account,
    at1: place!.at,
    list2: null,
    scope2: null,
    at2: null
  })
  expect(Rows.places(put(kinds.message, Given.message()))).toStrictEqual({
    list1: "messages",
    scope1: account,
    at1: Given.now,
    list2: null,
    scope2: null,
    at2: null
  })
  const both = { ...delivery, parent: Given.webhookId(9) }
  expect(Rows.places(put(kinds.delivery, both))).toStrictEqual({
    list1: "deliveries",
    scope1: Given.webhookId(1),
    at1: Given.now,
    list2: "deliveries",
    scope2: Given.webhookId(9),
    at2: Given.now
  })
  expect(Rows.places(put(kinds.event, event("{}")))).toStrictEqual({
    list1: null,
    scope1: null,
    at1: null,
    list2: null,
    scope2: null,
    at2: null
  })
  const nowhere = { list1: null, scope1: null, list2: null, scope2: null }
  expect(Rows.countedIn(nowhere)).toStrictEqual([])
  expect(Rows.countedIn({ ...nowhere, list1: "contacts", scope1: "a", list2: "suppressions", scope2: "b" }))
    .toStrictEqual([["contacts", "a"], ["suppressions", "b"]])
  expect(Rows.countedIn({ ...nowhere, list1: "templates", scope1: "a", list2: "deliveries", scope2: "b" }))
    .toStrictEqual([["deliveries", "b"]])
  const grows = Object.keys(Rows.slots).filter((list) => Rows.isCounted({ list: list as keyof typeof Rows.slots }))
  expect(grows).toStrictEqual(["contacts", "deliveries", "messages", "suppressions"])
})

it("a delivery is in the lists of its webhook and of that which it is a clone of, and an event in none, before they are written", () => {
  const none = { uniques: "null::text[]", list1: "null", scope1: "null", list2: "null", scope2: "null" }
  expect(tableOf({ kind: "event" })?.placed).toStrictEqual(none)
  expect(tableOf({ kind: "delivery" })?.placed).toStrictEqual({
    ...none,
    list1: "'deliveries'",
    scope1: "o.scope1::text",
    list2: "case when o.scope2 is not null then 'deliveries' end",
    scope2: "o.scope2::text"
  })
})

it("the part that a message moves through has a number, and no other row has one", () => {
  const part = (term: string) => Rows.listNumber({ list: "messages", scope: account, term })
  const status = (status: "QUEUED" | "SENT" | "DELIVERED", direction: "OUTBOUND" | "INBOUND" = "OUTBOUND") =>
    Rows.movingNumber(put(kinds.message, Given.message({ status, direction })))
  expect(status("DELIVERED")).toBe(part("status=DELIVERED"))
  // All that are on their way are in one part.
  expect(status("QUEUED")).toBe(status("SENT"))
  expect(status("QUEUED")).not.toBe(status("DELIVERED"))
  expect(status("DELIVERED", "INBOUND")).toBe(null)
  expect(Rows.movingNumber(contact(1, 1))).toBe(null)
  // A number is the same whether it is remembered or not, and that of one name alone.
  const asked = [
    { list: "messages", scope: account },
    { list: "messages", scope: Given.accountId(2) },
    { list: "conversation", scope: account },
    { list: "messages", scope: account, term: "status=SENT" },
    { list: "messages", scope: account, term: "reference=SENT" },
    { list: "messages", scope: account, term: "reference=OTHER" },
    { list: "conversation", scope: account, term: "status=SENT" }
  ] as const
  const numbers = asked.map(Rows.listNumber)
  expect(asked.map(Rows.listNumber)).toStrictEqual(numbers)
  expect(new Set(numbers).size).toBe(asked.length)
  for (const number of numbers) expect(Number.isSafeInteger(number) && number >= 0).toBe(true)
  expect(() => Rows.partColumn("color=red")).toThrow(new Error("no column tells of the part color=red"))
})

it("rows are locked by kind and key, and contacts inserted by their numbers", () => {
  const rows = [
    { kind: "template", key: "a" },
    { kind: "contact", key: "b" },
    { kind: "template", key: "0" },
    { kind: "contact", key: "a" }
  ]
  expect(Rows.inOrder(rows)).toStrictEqual([rows[3], rows[1], rows[2], rows[0]])
  expect(Rows.inOrder(rows.toReversed())).toStrictEqual([rows[3], rows[1], rows[2], rows[0]])
  const template = (number: number) =>
    Rows.placed(put(kinds.template, Given.template({ id: Given.templateId(number), name: `t${9 - number}` })))
  const placed = [template(2), Rows.placed(contact(1, 5)), Rows.placed(contact(2, 3)), template(1)]
  const [second, high, low, first] = placed
  for (const each of [placed, placed.toReversed()]) {
    expect(Rows.inOrderOfInserts(each)).toStrictEqual([low, high, first, second])
  }
})

it("the value that is stored is a row again, with its state in front where it stands apart", () => {
  const row = contact(1, 1)
  expect(Rows.decodeRow(row.kind, row.key, JSON.stringify(encode(row)))).toStrictEqual(row)
  const made = message(1, "hello")
  const placed = Rows.placed(made)
  const columns = Rows.encodedMessages([placed])
  const [state] = column(columns, "state")
  const [content] = column(columns, "content")
  // What stands in columns alone the statement puts in front of the content.
  const whole = JSON.stringify({ u: account, w: Given.now, ...JSON.parse(content!) as object })
  expect(Rows.decodeRow("message", made.key, whole, state)).toStrictEqual(made)
})
