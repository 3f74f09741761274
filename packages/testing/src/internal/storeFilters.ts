/**
 * The contract of filtered lists: a query looks through the whole list and returns the true total, whichever page it
 * asks for.
 */
import { Category } from "@signalbox/core/Category"
import { put } from "@signalbox/core/Commit"
import { Deliveries, DeliveryStatus } from "@signalbox/core/Delivery"
import type { AccountId, ContactId, WebhookId } from "@signalbox/core/Id"
import type { Instant } from "@signalbox/core/Instant"
import type { ListQuery, Where } from "@signalbox/core/ListQuery"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import type { Row, Value } from "@signalbox/core/Row"
import { kinds } from "@signalbox/core/Row"
import { Templates, TemplateStatus } from "@signalbox/core/Template"
import { Webhooks } from "@signalbox/core/Webhook"
import * as fc from "fast-check"
import { describe, expect } from "vitest"
import * as Rows from "../generate/Rows.ts"
import { propWith } from "../Prop.ts"
import type { Harness } from "../StoreHarness.ts"
import type { Given } from "./given.ts"
import { cases, run } from "./given.ts"
import { after, alice, bob, now } from "./samples.ts"

/** All that a query finds, page by page. */
const walk = function*({ store }: Given, query: ListQuery, limit: number) {
  const rows: Array<Row> = []
  for (let offset = 0;; offset += limit) {
    const page = yield* store.list({ ...query, offset, limit })
    expect(page.rows.length).toBe(Math.max(0, Math.min(limit, page.total - offset)))
    rows.push(...page.rows)
    if (page.rows.length === 0) return rows
  }
}

const word = fc.constantFrom("a", "b", "ab", "Ba", "A_b", "ä", "%", "Ä%")
const sought = fc.constantFrom("a", "AB", "b", "_", "%", "ä", "x", "\\", "")
const optional = <A>(each: fc.Arbitrary<A>): fc.Arbitrary<A | undefined> =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: each })

/** Makes filters of the fields that are asked for, without the others. */
const given = <A extends object>(fields: { readonly [Key in keyof A]-?: fc.Arbitrary<A[Key] | undefined> }) =>
  fc.tuple(
    ...Object.entries<fc.Arbitrary<unknown>>(fields).map(([name, value]) =>
      value.map((each) => each === undefined ? {} : { [name]: each })
    )
  ).map((parts) => Object.assign({}, ...parts) as A)

const moments = fc.integer({ min: 0, max: 3 }).map(after)
const includes = (texts: ReadonlyArray<string>, search = ""): boolean =>
  texts.some((text) => text.toLowerCase().includes(search.toLowerCase()))

/** Whatever is not asked for does not matter. */
const is = <A>(wanted: A | undefined, value: A): boolean => wanted === undefined || wanted === value

interface Filtered<List extends keyof Where, V> {
  readonly list: List
  readonly value: fc.Arbitrary<V>
  readonly row: (value: V) => Row
  readonly at: (value: V) => Instant
  readonly scope: string
  readonly where: fc.Arbitrary<Where[List]>
  /** As the specification says it. */
  readonly meets: (where: Where[List], value: V) => boolean
}

const templates: Filtered<"templates", Value<"template">> = {
  list: "templates",
  scope: alice,
  value: fc.tuple(Rows.template, fc.tuple(word, word), fc.tuple(word, word), moments).map((
    [template, name, [multiChannel, sms], createdAt]
  ) => ({
    ...template,
    account: alice,
    // One template of an account answers for each action, which is not what this is about.
    autoReplyAction: null,
    name: name.join(""),
    createdAt,
    definition: { body: { multiChannel: { template: multiChannel }, sms: { template: sms } } }
  })),
  row: (value) => put(Templates, value),
  at: ({ createdAt }) => createdAt,
  where: given<Where["templates"]>({
    search: optional(sought),
    status: optional(fc.constantFrom(...TemplateStatus.literals)),
    category: optional(fc.constantFrom(...Category.literals))
  }),
  meets: ({ category, search, status }, { category: kind, definition: { body }, name, status: state }) =>
    is(status, state) && is(category, kind) &&
    includes([name, body.multiChannel?.template ?? "", body.sms?.template ?? ""], search)
}

const contactPhones = Array.from({ length: 12 }, (_, index) => `+120155501${index + 10}` as PhoneNumber)

const contacts: Filtered<"contacts", Value<"contact">> = {
  list: "contacts",
  scope: alice,
  value: fc.tuple(Rows.contact, fc.constantFrom(...contactPhones), moments).map(([contact, phone, createdAt]) => {
    // Clients see no contact in a row that only keeps an entry of the suppression list.
    const { isOnlySuppressed: _, ...visible } = contact
    return { ...visible, account: alice, phone, createdAt }
  }),
  row: (value) => put(kinds.contact, value),
  at: ({ createdAt }) => createdAt,
  where: given<Where["contacts"]>({
    search: optional(fc.constantFrom("2015550", "(201) 555", "+1 201-555-011", "0112", "15", "999", "")),
    channel: optional(fc.constant("whatsapp" as const)),
    phone: optional(fc.constantFrom(...contactPhones))
  }),
  meets: ({ channel, phone, search = "" }, contact) =>
    is(phone, contact.phone) && (channel === undefined || contact.whatsappUndeliverableUntil === undefined) &&
    contact.phone.includes(search.replaceAll(/[^0-9]/g, ""))
}

const log = "bbbbbbbb-0000-7000-8000-000000000001" as WebhookId

const ids = fc.subarray(["6f9619ff-8b86-4d01-b42d-00cf4fc964ff", "0b57c1de-5f2e-4b6a-9d3c-1f0e2d4c6b8a"])

const deliveries: Filtered<"deliveries", Value<"delivery">> = {
  list: "deliveries",
  scope: log,
  value: fc.tuple(
    Rows.delivery,
    fc.constantFrom("message.sent", "message.read", "contact.help"),
    moments,
    fc.boolean(),
    ids
  )
    .map(([delivery, name, createdAt, isClones, ids]) => ({
      ...delivery,
      name,
      createdAt,
      ids,
      ...(isClones ? { parent: log } : { webhook: log })
    })),
  row: (value) => put(Deliveries, value),
  at: ({ createdAt }) => createdAt,
  where: given<Where["deliveries"]>({
    search: optional(fc.constantFrom("", "6f9619ff", "0B57C1DE-5F2E", "Deliver", "message.s", "ed6f9", "nobody")),
    status: optional(fc.constantFrom(...DeliveryStatus.literals)),
    event: optional(fc.constantFrom("message.sent", "message.read", "contact.opt_out"))
  }),
  meets: ({ event, search = "", status }, delivery) =>
    is(event, delivery.name) && is(status, delivery.status) &&
    [delivery.name, delivery.status, ...delivery.ids ?? []].some((text) =>
      text.toLowerCase().includes(search.toLowerCase())
    )
}

const webhooks: Filtered<"webhooks", Value<"webhook">> = {
  list: "webhooks",
  scope: alice,
  value: fc.tuple(Rows.webhook, word, word, moments).map(([webhook, displayName, path, createdAt]) => ({
    ...webhook,
    account: alice,
    displayName,
    endpointUrl: `https://example.com/${path}`,
    createdAt
  })),
  row: (value) => put(Webhooks, value),
  at: ({ createdAt }) => createdAt,
  where: given<Where["webhooks"]>({
    search: optional(fc.oneof(sought, fc.constant("EXAMPLE.com"))),
    active: optional(fc.constantFrom("true", "false"))
  }),
  meets: ({ active, search }, { displayName, endpointUrl, isActive }) =>
    is(active, isActive ? "true" : "false") && includes([displayName, endpointUrl], search)
}

const finds = <List extends keyof Where, V>(harness: Harness, filtered: Filtered<List, V>): void => {
  propWith({ runs: 80 })(
    `${filtered.list} are found by every filter, newest first, while they come, change and go`,
    fc.array(fc.tuple(filtered.value, filtered.value, fc.boolean()), { maxLength: 8 }),
    fc.array(filtered.where, { minLength: 1, maxLength: 4 }),
    fc.integer({ min: 1, max: 4 }),
    (values, wheres, limit) =>
      run(harness, function*(given) {
        const first = Rows.together(values.map(([value]) => filtered.row(value)))
        yield* given.commit({ puts: first })
        // Some become what others were made as, at their own key.
        const second = first.flatMap((row) => {
          const [, next, changes] = values.find(([value]) => filtered.row(value).key === row.key)!
          return changes ? [{ ...row, value: { ...next as object, ...keep(row) } } as Row] : []
        })
        const gone = first.slice(0, 1).filter((row) => !second.some(({ key }) => key === row.key))
        yield* given.commit({ puts: second, deletes: gone })
        const left = first.filter((row) => !gone.includes(row)).map((row) =>
          second.find(({ key }) => key === row.key) ?? row
        ).toSorted((a, b) => filtered.at(b.value as V) - filtered.at(a.value as V) || (a.key < b.key ? 1 : -1))
        for (const where of wheres) {
          const query = { list: filtered.list, scope: filtered.scope, offset: 0, limit: 100, where } as ListQuery
          const expected = left.filter((row) => filtered.meets(where, row.value as V))
          expect(yield* walk(given, query, limit), JSON.stringify(where)).toEqual(expected)
        }
      })
  )
}

/** Returns what a row keeps for life: its name, and what no other row may have. */
const keep = ({ kind, value }: Row): object =>
  kind === "contact"
    ? { id: value.id, phone: value.phone }
    : kind === "template"
    ? { id: value.id, name: value.name }
    : "id" in value
    ? { id: value.id }
    : {}

const contact = (number: number, phone: string, account: AccountId = alice): Row =>
  put(kinds.contact, {
    id: `cccccccc-0000-7000-8000-${String(number).padStart(12, "0")}` as ContactId,
    account,
    phone: phone as PhoneNumber,
    optOut: false,
    createdAt: after(number),
    updatedAt: null
  })

export const storeFilters = (harness: Harness): void => {
  describe("lists that are narrowed down", () => {
    const it = cases(harness)
    const found = (given: Given, where: Where["contacts"], scope: string = alice) =>
      given.store.list({ list: "contacts", scope, offset: 0, limit: 10, where })

    finds(harness, templates)
    finds(harness, contacts)
    finds(harness, deliveries)
    finds(harness, webhooks)

    it("find a number by any form of it, however it is punctuated", function*(given) {
      const [us, de, jp] = [contact(1, "+12015550123"), contact(2, "+493012345678"), contact(3, "+81312345678")]
      yield* given.commit({ puts: [us, de, jp] })
      const forms: ReadonlyArray<readonly [string, ReadonlyArray<Row>]> = [
        ["(201) 555-0123", [us]],
        ["+1 201 555", [us]],
        ["030 12345678", [de]],
        ["+49 30", [de]],
        ["03-1234-5678", [jp]],
        ["12345678", [jp, de]],
        ["5550123", [us]],
        ["-", [jp, de, us]],
        ["x", []]
      ]
      for (const [search, rows] of forms) {
        expect(yield* found(given, { search }), search).toEqual({ rows, total: rows.length })
      }
    })

    it("find nothing of another scope, and nothing of a commit that was not applied", function*(given) {
      yield* given.commit({ puts: [contact(1, "+12015550123", bob)] })
      yield* given.batch({
        expects: [{ ref: contact(2, "+12015550124"), version: 1 }],
        puts: [contact(2, "+12015550124")]
      })
      expect(yield* found(given, { search: "201555" })).toEqual({ rows: [], total: 0 })
      expect((yield* found(given, { search: "201555" }, bob)).total).toBe(1)
    })

    it("look through all of a long list", function*(given) {
      const rows = Array.from(
        { length: 2500 },
        (_, index) => contact(index, `+1201555${String(index).padStart(4, "0")}`)
      )
      yield* given.batch({ puts: rows.slice(0, 1000) }, { puts: rows.slice(1000) })
      const { rows: oldest, total } = yield* found(given, { search: "5550001" })
      expect([oldest, total]).toEqual([[rows[1]], 1])
      const page = yield* given.store.list({
        list: "contacts",
        scope: alice,
        offset: 240,
        limit: 20,
        where: { search: "5551" }
      })
      expect(page.total).toBe(1000)
      expect(page.rows.map(({ key }) => key)).toEqual(rows.slice(1740, 1760).map(({ key }) => key).toReversed())
    })

    it("hold a row in the logs of two webhooks", function*({ commit, store }) {
      const parent = "bbbbbbbb-0000-7000-8000-000000000009" as WebhookId
      const delivery = (number: number, more: object): Row =>
        put(Deliveries, {
          id: `dddddddd-0000-7000-8000-00000000000${number}` as Value<"delivery">["id"],
          webhook: log,
          event: "01900000-0000-7000-8000-000000000001" as Value<"delivery">["event"],
          name: "message.sent",
          status: "PENDING",
          attempts: 0,
          httpStatus: null,
          responseBody: null,
          errorMessage: null,
          createdAt: now,
          startedAt: null,
          completedAt: null,
          ...more
        })
      const page = (scope: string, where: Where["deliveries"]) =>
        store.list({ list: "deliveries", scope, offset: 0, limit: 10, where })
      const [own, both] = [delivery(1, { webhook: parent }), delivery(2, { parent })]
      yield* commit({ puts: [own, both] })
      expect(yield* page(parent, {})).toEqual({ rows: [both, own], total: 2 })
      expect(yield* page(log, {})).toEqual({ rows: [both], total: 1 })
      const failed = delivery(2, { parent, status: "FAILED" })
      yield* commit({ puts: [failed] })
      expect(yield* page(parent, { status: "FAILED" })).toEqual({ rows: [failed], total: 1 })
      expect(yield* page(log, { status: "PENDING" })).toEqual({ rows: [], total: 0 })
      yield* commit({ puts: [delivery(2, {})], deletes: [own] })
      expect(yield* page(parent, {})).toEqual({ rows: [], total: 0 })
      expect((yield* page(log, {})).total).toBe(1)
    })
  })
}
