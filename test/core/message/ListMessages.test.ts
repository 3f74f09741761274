/**
 * A page of the list of messages looks at 10,000 messages, and then it goes on with its cursor.
 */
import { ListMessages } from "@signalbox/core/Catalogue"
import * as Commit from "@signalbox/core/Commit"
import { Executor } from "@signalbox/core/Executor"
import * as IdGenerator from "@signalbox/core/IdGenerator"
import { plus } from "@signalbox/core/Instant"
import * as MessageFilter from "@signalbox/core/internal/message/MessageFilter"
import * as MessageResource from "@signalbox/core/internal/message/MessageResource"
import * as Cursor from "@signalbox/core/internal/operation/Cursor"
import { contactNumber, Contacts } from "@signalbox/core/internal/row/Contact"
import * as ConversationId from "@signalbox/core/internal/value/ConversationId"
import * as Limit from "@signalbox/core/Limit"
import { Messages } from "@signalbox/core/Message"
import type { Row } from "@signalbox/core/Row"
import * as Service from "@signalbox/core/Service"
import { Store } from "@signalbox/core/Store"
import * as MemoryStore from "@signalbox/memory/MemoryStore"
import * as FixedSecrets from "@signalbox/testing/FixedSecrets"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { gathered } from "../Decided.ts"
import * as Given from "../Given.ts"

const engine = Service.engineLayer.pipe(
  Layer.provideMerge(MemoryStore.layerStore),
  Layer.provide(FixedSecrets.layer),
  Layer.provide(IdGenerator.layer(Given.seeded(1), Given.seeded(2)))
)

const account = Given.account()

type Query = Parameters<typeof ListMessages.decides.needs>[0]["query"]

const list = (query: Query) =>
  Effect.flatMap(Executor, (executor) =>
    executor.run(ListMessages.decides, {
      path: {},
      query,
      body: {},
      caller: { account, keyAccount: account },
      consulted: undefined
    }))

describe("the list that is asked for", () => {
  const decides = ListMessages.decides
  const at = "2030-01-15T12:34:56.789Z"
  const contact = Given.contact()
  const command = (query: Query) => ({
    path: {},
    query,
    body: {},
    caller: { account, keyAccount: account },
    consulted: undefined
  })
  const needs = (query: Query, rows: ReadonlyArray<Row> = []) => {
    const facts = gathered(rows, (known) => ({ ...decides.needs(command(query), known), lists: [] }))
    const { lists, uniques } = decides.needs(command(query), facts)
    return { lists, uniques }
  }
  const bound = { bound: 10_000, where: {} }
  const conversation = { list: "conversation", scope: `${account.id}/${ConversationId.of(account.id, contact.id)}` }

  it("is that of the account, of the time and of the filters", () => {
    const first = { list: "messages", scope: account.id, offset: 0, limit: 20 }
    expect(needs({})).toStrictEqual({ lists: [{ ...first, ...bound }], uniques: [] })
    const query = { from: at, to: "2030-01-15T12:34:57.789Z", status: "SENT", page: 3, page_size: 10 } as const
    expect(needs(query).lists).toStrictEqual([{
      ...first,
      offset: 20,
      limit: 10,
      from: Given.now,
      before: plus(Given.now, 1000),
      bound: 10_000,
      where: { status: "SENT" }
    }])
  })

  it("is that of a contact, which may be named by its number", () => {
    const rows = [Commit.put(Contacts, contact)]
    const own = [{ offset: 0, limit: 20, ...bound, ...conversation }]
    const number = [contactNumber(account.id, contact.phone)]
    expect(needs({ contact_id: contact.id }, rows)).toStrictEqual({ lists: own, uniques: [] })
    expect(needs({ phone: contact.phone }, rows)).toStrictEqual({ lists: own, uniques: number })
    expect(needs({ phone: contact.phone, contact_id: contact.id }, rows)).toStrictEqual({ lists: own, uniques: number })
    // Nobody, or somebody else, has the number.
    const other = "cccccccc-0000-7000-8000-000000000009" as typeof contact.id
    expect(needs({ phone: contact.phone, contact_id: other }, rows)).toStrictEqual({ lists: [], uniques: number })
    expect(needs({ phone: contact.phone })).toStrictEqual({ lists: [], uniques: number })
  })

  it("is empty where nobody has the number, and shows messages without their histories", () => {
    const answer = (query: Query, rows: ReadonlyArray<Row>) => {
      const facts = gathered(rows, (known) => decides.needs(command(query), known))
      return Result.getOrThrow(decides.decide(command(query), { facts, now: Given.now, ids: Given.ids() })).answer
    }
    const pagination = { page: 1, page_size: 20, total_count: 0, total_pages: 0, has_more: false }
    expect(answer({ phone: contact.phone }, [])).toStrictEqual({
      messages: [],
      pagination: { ...pagination, cursors: { after: null, before: null } }
    })
    const message = Given.message({ history: [Given.line("QUEUED", Given.now)] })
    const { messages } = answer({}, [Commit.put(Messages, message)])
    expect(messages).toStrictEqual([{ ...MessageResource.fromMessage(message), events: null }])
  })

  it("is refused with what is wrong with its time, and with its cursors", () => {
    const check = (query: Query) => {
      const { path, body } = command(query)
      return ListMessages.check({ path, query, body }, { account, keyAccount: account }, null, Given.now)
    }
    expect(check({})).toEqual([])
    expect(check({ from: at, to: at })).toStrictEqual([
      { field: "to", code: "VALIDATION_001", message: "must be later than from" }
    ])
    const cursor = (query: Query) =>
      Cursor.make({
        at: Given.now,
        key: "k",
        total: 1,
        filters: Cursor.filtersOf(MessageFilter.narrowing(query))
      })
    expect(check({ after: cursor({}) })).toEqual([])
    expect(check({ status: "SENT", after: cursor({ status: "SENT" }) })).toEqual([])
    expect(check({ status: "SENT", after: cursor({}) })).toStrictEqual([{
      field: "after",
      code: "VALIDATION_001",
      message: "must be used with the filters of the page that has given it"
    }])
  })
})

describe("a page of the list of messages", () => {
  it("looks at 10,000 messages, and its cursor goes on however few it has found [XMS-036]", () =>
    Effect.gen(function*() {
      const store = yield* Store
      const count = Limit.messagesLookedAt * 2 + 7
      // The oldest one and one in the middle are queued: they are on their way, as the others are.
      const queued = [0, Limit.messagesLookedAt]
      const puts = Array.from({ length: count }, (_, index) =>
        Commit.put(
          Messages,
          Given.message({
            id: Given.messageId(index),
            createdAt: plus(Given.now, index),
            status: queued.includes(index) ? "QUEUED" : "SENT"
          })
        ))
      yield* store.commit([Commit.make({ puts })])
      const sizes: Array<number> = []
      const found: Array<string> = []
      for (let after: string | null | undefined; after !== null;) {
        const { answer } = yield* list({ status: "QUEUED", ...(after === undefined ? {} : { after }) })
        sizes.push(answer.messages.length)
        found.push(...answer.messages.map(({ id }) => id))
        after = answer.pagination.cursors.after
        expect(answer.pagination).toMatchObject({ total_count: 0, has_more: after !== null })
      }
      expect(sizes).toEqual([0, 1, 1])
      expect(found).toEqual(queued.toReversed().map(Given.messageId))
      const { answer: all } = yield* list({ page_size: 100 })
      expect(all.pagination).toMatchObject({ total_count: Limit.messagesLookedAt, total_pages: 100, has_more: true })
      const { answer: sent } = yield* list({ status: "SENT", page: 2, page_size: 1 })
      expect(sent.pagination).toMatchObject({ total_count: Limit.messagesLookedAt, page: 2 })
      expect(sent.messages.map(({ id }) => id)).toEqual([Given.messageId(count - 2)])
    }).pipe(Effect.provide(engine), Effect.scoped, Effect.runPromise))
})
