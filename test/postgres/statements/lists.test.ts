/**
 * The statements of pages, word by word: which index each of them walks, how far, and what it looks up besides. A clause that
 * changes no answer stands here (`Recorded.ts`).
 */
import { put } from "@signalbox/core/Commit"
import type { ListName } from "@signalbox/core/Kind"
import type { ListQuery } from "@signalbox/core/ListQuery"
import * as Message_ from "@signalbox/core/Message"
import { encode, kinds } from "@signalbox/core/Row"
import { Store } from "@signalbox/core/Store"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import * as Given from "../../core/Given.ts"
import { ManualClock } from "../ManualClock.ts"
import { recorded } from "../Recorded.ts"

const account = Given.accountId(1)
const place = { at: Given.now, key: Given.messageId(9) }

type More = Partial<Omit<ListQuery, "list" | "where">> & { readonly where?: Readonly<Record<string, string>> }

const page = (list: ListName, more: More = {}, scope: string = account): ListQuery =>
  ({ list, scope, offset: 0, limit: 2, ...more }) as ListQuery

const empty = [{ total: 0, key: null, edge_at: null, edge_key: null }]

const conversation = `${account}/0c0c0c0c-0000-8000-8000-000000000001`

const plain: ReadonlyArray<readonly [string, ListQuery]> = [
  ["one place", page("templates", { offset: 3 })],
  ["the other place", page("accounts")],
  ["both places", page("audit_log", { behind: place })],
  ["a kept total", page("contacts")],
  ["a deep page", page("suppressions", { offset: 500 })],
  ["a page that is not yet deep", page("suppressions", { offset: 499 })],
  ["narrowed by a text", page("webhooks", { where: { search: "Orders" } })],
  [
    "narrowed by terms",
    page("templates", { behind: place, where: { status: "DRAFT", category: "UTILITY", search: "x" } })
  ]
]

const bounded = { bound: 200, limit: 3 }

const looked: ReadonlyArray<readonly [string, ListQuery]> = [
  ["all messages", page("messages")],
  ["all messages behind a place, uncounted", page("messages", { behind: place, isCounted: false })],
  ["messages ahead of a place", page("messages", { ahead: place })],
  ["messages of a time", page("messages", { from: Given.now, before: Given.now })],
  ["messages within a bound", page("messages", bounded)],
  ["messages behind a place within a bound", page("messages", { ...bounded, behind: place })],
  ["a page as long as its bound", page("messages", { bound: 101, limit: 150 })],
  ["a page of a thousand", page("messages", { limit: 1000, offset: 1 })],
  ["a page of some thousands", page("messages", { limit: 1002 })],
  ["a page of more", page("messages", { limit: 10_002 })],
  ["messages of a template", page("messages", { where: { template: Given.templateId(1) } })],
  ["messages of a status", page("messages", { ...bounded, where: { status: "QUEUED" } })],
  [
    "messages of several parts",
    page("messages", { ...bounded, where: { status: "QUEUED", channel: "sms", direction: "OUTBOUND", reference: "r" } })
  ],
  ["messages of a status that no part tells", page("messages", { where: { status: "DELIVERED" } })],
  ["a conversation", page("conversation", {}, conversation)],
  ["a conversation by a channel", page("conversation", { ...bounded, where: { channel: "sms" } }, conversation)],
  ["deliveries", page("deliveries", {}, Given.webhookId(1))],
  ["deliveries of no webhook", page("deliveries", { before: Given.now }, "none")],
  [
    "deliveries by their terms within a bound",
    page(
      "deliveries",
      { ...bounded, behind: place, where: { status: "FAILED", event: "message.sent" } },
      Given.webhookId(1)
    )
  ],
  ["deliveries by a text", page("deliveries", { ahead: place, where: { search: "X" } }, Given.webhookId(1))],
  ["contacts within a bound", page("contacts", bounded)],
  ["contacts of a time within a bound", page("contacts", { ...bounded, from: Given.now })],
  [
    "contacts by a short text within a bound",
    page("contacts", { ...bounded, where: { search: "12", channel: "whatsapp" } })
  ],
  ["the log of both places within a bound", page("audit_log", { ...bounded, ahead: place })]
]

const searched: ReadonlyArray<readonly [string, ListQuery]> = [
  ["a text of four characters", page("contacts", { where: { search: "2015" } })],
  ["a text of five", page("contacts", { broad: 1000, where: { search: "20155" } })],
  ["a text behind a place", page("contacts", { behind: place, isCounted: false, where: { search: "2015550" } })],
  [
    "a text and a term ahead of a place",
    page("contacts", { ahead: place, isCounted: false, broad: 7, where: { search: "20155501", channel: "whatsapp" } })
  ],
  ["a counted page behind a place", page("contacts", { behind: place, where: { search: "2015550" } })]
]

it.each([["plain", plain], ["looked-through", looked], ["searched", searched]])("pages: %s", async (name, queries) => {
  const told = await recorded(Effect.fnUntraced(function*(run) {
    const store = yield* Store
    for (const [title, query] of queries) yield* run(title, store.list(query), empty)
  }))
  await expect(told).toMatchFileSnapshot(`lists-${name}.txt`)
})

/** A row as a statement returns it. */
const stored = (key: string, value: object, more: object = {}) => ({
  key,
  value: JSON.stringify(value),
  at: Given.now,
  edge_at: null,
  edge_key: null,
  ...more
})

const message = (number: number) => {
  const value = Given.message({ id: Given.messageId(number) })
  const content = { u: value.account, w: value.createdAt, ...Message_.encodeContent(value) }
  return stored(value.id, content, { state: JSON.stringify(Message_.encodeState(value)), total: 5 })
}

it("pages have their rows in their order, and tell where they go on", async () => {
  const found = [message(3), message(2), message(1)]
  const template = (number: number) => Given.template({ id: Given.templateId(number) })
  const templates = [2, 1].map((number) =>
    stored(template(number).id, encode(put(kinds.template, template(number))) as object, { total: 2 })
  )
  const contact = stored(Given.contact().id, encode(put(kinds.contact, Given.contact())) as object, { total: 7 })
  const edge = { edge_at: 5, edge_key: "e" }
  const pages: Array<unknown> = []
  await recorded(Effect.fnUntraced(function*(_, answer) {
    const store = yield* Store
    const ask = Effect.fnUntraced(function*(query: ListQuery, rows: ReadonlyArray<object>) {
      answer(rows)
      const { next, rows: shown, total } = yield* store.list(query)
      pages.push([total, shown.map(({ key }) => key.slice(-2)), ...next === undefined ? [] : [next]])
    })
    yield* ask(page("templates"), templates)
    yield* ask(page("messages", { limit: 3 }), found)
    yield* ask(page("messages", { limit: 3, ahead: place }), found)
    yield* ask(page("messages", { limit: 2, bound: 5 }), found)
    yield* ask(page("messages", { limit: 3, bound: 5 }), found)
    yield* ask(page("messages", { limit: 3, bound: 6 }), found.map((row) => ({ ...row, ...edge })))
    yield* ask(page("contacts", { where: { search: "2015" } }), [contact])
    yield* ask(page("contacts", { ahead: place, isCounted: false, where: { search: "2015" } }), [
      { ...contact, ...edge },
      { ...contact, ...edge, key: "other" }
    ])
    yield* ask(page("contacts", { where: { search: "2015" } }), [{ ...contact, edge_at: 5 }])
  }))
  expect(pages).toEqual([
    [2, ["02", "01"]],
    [5, ["03", "02", "01"]],
    [5, ["01", "02", "03"]],
    [5, ["03", "02"], { at: Given.now, key: Given.messageId(2) }],
    [5, ["03", "02", "01"], null],
    [5, ["03", "02", "01"], { at: 5, key: "e" }],
    [7, ["01"]],
    [7, ["er", "01"], { at: 5, key: "e" }],
    [7, ["01"]]
  ])
})

it("a total that was at its bound is believed for a while, and asked for first after that", async () => {
  const full = [{ total: 200, key: null, edge_at: null, edge_key: null }]
  const bounded = page("messages", { bound: 200, where: { direction: "OUTBOUND" } })
  const told = await recorded(Effect.fnUntraced(function*(run) {
    const store = yield* Store
    const clock = yield* ManualClock.make
    const then = (query: ListQuery) => Effect.provideService(store.list(query), Clock.Clock, clock)
    yield* run("unknown", then(bounded), empty)
    yield* run("not at its bound", then(bounded), full)
    clock.pass(9_999)
    yield* run("at its bound a moment ago", then(bounded), full)
    yield* run("another bound", then({ ...bounded, bound: 199 }), empty)
    yield* run("another time", then({ ...bounded, from: Given.now }), empty)
    clock.pass(1)
    yield* run("at its bound a while ago", then(bounded), empty)
    yield* run("not there any more", then(bounded), empty)
  }))
  await expect(told).toMatchFileSnapshot("lists-full.txt")
})
