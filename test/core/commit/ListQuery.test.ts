/**
 * Queries for pages: what the rows must meet, the part of a list that a store looks through, and one text for each.
 */
import { canonical } from "@signalbox/core/Json"
import type { ListQuery as Query } from "@signalbox/core/ListQuery"
import * as ListQuery from "@signalbox/core/ListQuery"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const account = Given.accountId(1)
const conversation = `${account}/talk`
const page = { scope: account, offset: 0, limit: 20 }

describe("the condition of a query", () => {
  it.each<readonly [query: Query, condition: ReturnType<typeof ListQuery.condition>]>([
    [{ ...page, list: "messages" }, null],
    [{ ...page, list: "messages", where: {} }, null],
    [{ ...page, list: "templates", where: { search: "" } }, null],
    [{ ...page, list: "templates", where: { search: "Ünder\0" } }, { terms: [], search: "ünder" }],
    [
      { ...page, list: "templates", where: { status: "DRAFT", category: "UTILITY", search: "A b" } },
      { terms: ["category=UTILITY", "status=DRAFT"], search: "a b" }
    ],
    // Punctuation does not matter in the numbers of contacts.
    [{ ...page, list: "contacts", where: { search: "+1 (201) 555" } }, { terms: [], search: "1201555" }],
    [{ ...page, list: "webhooks", where: { active: "true" } }, { terms: ["active=true"], search: "" }],
    // All that are on their way have one term in common, by which they are found.
    [{ ...page, list: "messages", where: { status: "QUEUED" } }, {
      terms: ["progress=open", "status=QUEUED"],
      search: ""
    }],
    [{ ...page, list: "messages", where: { status: "READ" } }, { terms: ["status=READ"], search: "" }],
    [
      { ...page, list: "conversation", where: { status: "RECEIVED" } },
      { terms: ["direction=INBOUND", "status=RECEIVED"], search: "" }
    ],
    [
      { ...page, list: "messages", where: { status: "RECEIVED", direction: "INBOUND", channel: "sms" } },
      { terms: ["channel=sms", "direction=INBOUND", "status=RECEIVED"], search: "" }
    ]
  ])("%j is %j", (query, condition) => {
    expect(ListQuery.condition(query)).toEqual(condition)
  })

  it("is none by a filter that says nothing", () => {
    const where: Readonly<Record<string, string | undefined>> = { status: undefined }
    expect(ListQuery.condition({ ...page, list: "deliveries", where } as Query)).toBe(null)
  })
})

describe("the part of a list", () => {
  const wanted = { terms: ["channel=sms", "nobody=knows", "status=READ", "template=t", "status=QUEUED"], search: "" }
  const part = (term: string) => ({ list: "messages", scope: account, term })

  it("is the one with the fewest messages in general, those of a conversation among those of its account", () => {
    const expected = ["template=t", "status=READ", "channel=sms"].map(part)
    expect(ListQuery.partsOf({ list: "messages", scope: account }, wanted)).toEqual(expected)
    expect(ListQuery.partsOf({ list: "conversation", scope: conversation }, wanted)).toEqual(expected)
    expect(ListQuery.partOf({ list: "messages", scope: account }, wanted)).toEqual(part("template=t"))
    expect(ListQuery.partOf({ list: "conversation", scope: conversation }, wanted)).toBe(undefined)
  })

  it("is none of other lists, and none without a condition or an index", () => {
    expect(ListQuery.partsOf({ list: "templates", scope: account }, wanted)).toEqual([])
    expect(ListQuery.partsOf({ list: "messages", scope: account }, null)).toEqual([])
    expect(ListQuery.partsOf({ list: "messages", scope: account }, { terms: ["nobody=knows"], search: "" })).toEqual([])
    expect(ListQuery.partOf({ list: "messages", scope: account }, null)).toBe(undefined)
  })

  it("is of an account, which a conversation names first", () => {
    expect(ListQuery.accountOf({ list: "messages", scope: account })).toBe(account)
    expect(ListQuery.accountOf({ list: "conversation", scope: conversation })).toBe(account)
    expect(ListQuery.accountOf({ list: "templates", scope: "any/scope" })).toBe("any/scope")
  })
})

describe("the text of a query", () => {
  const place = fc.record({ at: fc.constantFrom(Given.now, 5), key: fc.constantFrom("a", "b") })
  const query = fc.record({
    list: fc.constantFrom("messages", "contacts"),
    scope: fc.constantFrom("x", "y"),
    from: fc.constantFrom(1, 2),
    before: fc.constantFrom(1, 2),
    behind: place,
    ahead: place,
    bound: fc.constantFrom(1, 2),
    broad: fc.constantFrom(1, 2),
    isCounted: fc.constant(false),
    offset: fc.constantFrom(0, 1, 11),
    limit: fc.constantFrom(1, 11),
    where: fc.constantFrom({ channel: "whatsapp" }, { search: "1" })
  }, { requiredKeys: ["list", "scope", "offset", "limit"], noNullPrototype: true }).map((each) => each as Query)

  /** Two queries that differ in one thing at most. */
  const pair = fc.tuple(
    query,
    query,
    fc.constantFrom(
      "list",
      "scope",
      "from",
      "before",
      "behind",
      "ahead",
      "bound",
      "broad",
      "isCounted",
      "offset",
      "limit",
      "where"
    )
  ).map(([one, other, name]): readonly [Query, Query] => {
    const { [name as keyof Query]: _, ...rest } = one
    const theirs = other[name as keyof Query]
    return [one, (theirs === undefined ? rest : { ...rest, [name]: theirs }) as Query]
  })

  const said = (each: Query): string => canonical(JSON.parse(JSON.stringify(each)))

  prop("is the same for the same query, and another one for each other", pair, ([one, other]) => {
    expect(ListQuery.text(one) === ListQuery.text(other)).toBe(said(one) === said(other))
  })

  it("is short for most of them", () => {
    expect(ListQuery.text({ list: "messages", scope: "a", offset: 2, limit: 3 })).toBe("messages/a?+2+3")
    expect(ListQuery.text({ list: "messages", scope: "a", offset: 0, limit: 3, behind: { at: Given.now, key: "k" } }))
      .toBe(`messages/a?${Given.now}/k+0+3`)
  })
})
