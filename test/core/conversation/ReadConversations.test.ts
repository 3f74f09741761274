/** The messages with all contacts and with one, by pages and by cursors: what is asked of the store, and what is shown (decisions 5.2). */
import { operations } from "@signalbox/core/Catalogue"
import { put } from "@signalbox/core/Commit"
import * as Facts from "@signalbox/core/Facts"
import { plus } from "@signalbox/core/Instant"
import * as ConversationId from "@signalbox/core/internal/value/ConversationId"
import { Messages } from "@signalbox/core/Message"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { gathered } from "../Decided.ts"
import * as Given from "../Given.ts"

const account = Given.account()
const caller = { account, keyAccount: account }
const id = ConversationId.of(account.id, Given.contact().id)
const messages = [1, 2, 3].map((number) =>
  Given.message({
    id: Given.messageId(number),
    createdAt: plus(Given.now, number),
    history: [Given.line("QUEUED", Given.now)]
  })
)

const all = operations["conversations.list"]
const one = operations["conversations.get"]
type Query = Parameters<typeof all.decides.needs>[0]["query"]

const needsOf = (query: Query, of: "all" | "one") => {
  const command = { query, body: {}, caller, consulted: undefined }
  return of === "all"
    ? all.decides.needs({ ...command, path: {} }, Facts.empty)
    : one.decides.needs({ ...command, path: { id } }, Facts.empty)
}

const answer = (query: Query, of: "all" | "one") => {
  const rows = messages.map((message) => put(Messages, message))
  const facts = gathered(rows, () => needsOf(query, of))
  const command = { query, body: {}, caller, consulted: undefined }
  const grounds = { facts, now: Given.now, ids: Given.ids() }
  return Result.getOrThrow(
    of === "all"
      ? all.decides.decide({ ...command, path: {} }, grounds)
      : one.decides.decide({ ...command, path: { id } }, grounds)
  )
}

describe.each(["all", "one"] as const)("the messages with %s", (of) => {
  const list = of === "all"
    ? { list: "messages", scope: account.id }
    : { list: "conversation", scope: `${account.id}/${id}` }

  it("are asked for by their page", () => {
    const lists = needsOf({ page: 2, page_size: 2 }, of).lists
    expect(lists).toStrictEqual([{ ...list, offset: 2, limit: 2 }])
    expect(needsOf({ page: 1, page_size: 2, cursors: "true" }, of).lists).toStrictEqual([{
      ...list,
      offset: 0,
      limit: 3
    }])
  })

  it("are shown the newest first, without their histories", () => {
    const { answer: { messages: shown, pagination } } = answer({ page: 1, page_size: 2 }, of)
    expect(shown.map((message) => [message.id, message.events])).toEqual([[messages[2]!.id, null], [
      messages[1]!.id,
      null
    ]])
    expect(pagination).toStrictEqual({
      page: 1,
      page_size: 2,
      total_count: 3,
      total_pages: 2,
      has_more: true,
      cursors: null
    })
  })

  it("go on from a cursor in both directions, and from no other list's", () => {
    const { answer: first, commit } = answer({ page: 1, page_size: 2, cursors: "true" }, of)
    expect([commit.puts, first.messages.map((message) => message.id)]).toEqual([[], [messages[2]!.id, messages[1]!.id]])
    const { after } = first.pagination.cursors!
    const { answer: last } = answer({ page: 1, page_size: 2, after: after! }, of)
    expect(last.messages.map((message) => message.id)).toEqual([messages[0]!.id])
    expect(last.pagination).toMatchObject({ total_count: 3, has_more: false, cursors: { after: null } })
    const { before } = last.pagination.cursors!
    expect(needsOf({ page: 1, page_size: 1, before: before! }, of).lists).toStrictEqual([{
      ...list,
      offset: 0,
      limit: 2,
      ahead: { at: messages[0]!.createdAt, key: messages[0]!.id },
      isCounted: false
    }])
    const check = (query: Query, kind: "all" | "one") =>
      kind === "all"
        ? all.check({ path: {}, query, body: {} }, caller, null, Given.now)
        : one.check({ path: { id }, query, body: {} }, caller, null, Given.now)
    const query = { page: 1, page_size: 2, after: after! }
    expect(check(query, of)).toEqual([])
    expect(check(query, of === "all" ? "one" : "all")).toStrictEqual([{
      field: "after",
      code: "VALIDATION_001",
      message: "must be used with the filters of the page that has given it"
    }])
    expect(check({ ...query, page: 2 }, of)).toStrictEqual([
      { field: "page", code: "VALIDATION_001", message: "must be 1 together with after" }
    ])
  })
})
