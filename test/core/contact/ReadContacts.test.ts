/**
 * A search for contacts: which texts a number may have, and how many contacts a short one looks at.
 */
import { ListContacts } from "@signalbox/core/Catalogue"
import * as ChosenSenders from "@signalbox/core/ChosenSenders"
import * as Commit from "@signalbox/core/Commit"
import { Contacts, mayHave } from "@signalbox/core/Contact"
import { Executor } from "@signalbox/core/Executor"
import * as Facts from "@signalbox/core/Facts"
import type { ContactId } from "@signalbox/core/Id"
import * as IdGenerator from "@signalbox/core/IdGenerator"
import { plus } from "@signalbox/core/Instant"
import * as Limit from "@signalbox/core/Limit"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import * as Service from "@signalbox/core/Service"
import { Store } from "@signalbox/core/Store"
import * as MemoryStore from "@signalbox/memory/MemoryStore"
import * as FixedSecrets from "@signalbox/testing/FixedSecrets"
import { prop } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as FastCheck from "fast-check"
import { getCountries, getExampleNumber } from "libphonenumber-js/max"
import examples from "libphonenumber-js/mobile/examples"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const engine = Service.engineLayer.pipe(
  Layer.provideMerge(MemoryStore.layerStore),
  Layer.provide(FixedSecrets.layer),
  Layer.provide(IdGenerator.layer(Given.seeded(1), Given.seeded(2)))
)

const account = Given.account()

/** The oldest one alone has a 7. */
const contact = (index: number) =>
  Commit.put(Contacts, {
    ...Given.contact(),
    id: `cccccccc-0000-7000-8000-${index.toString(16).padStart(12, "0")}` as ContactId,
    phone: (index === 0 ? "+12019999997" : `+1201${2_000_000 + Number.parseInt(index.toString(6), 10)}`) as PhoneNumber,
    createdAt: plus(Given.now, index)
  })

const list = (query: Parameters<typeof ListContacts.decides.needs>[0]["query"]) =>
  Effect.flatMap(Executor, (executor) =>
    executor.run(ListContacts.decides, {
      path: {},
      query,
      body: {},
      caller: { account, keyAccount: account },
      consulted: ChosenSenders.none
    }))

describe("a search for contacts", () => {
  it("for a short text looks at the newest 5,000, and its cursor goes on behind them; a longer one at all", () =>
    Effect.gen(function*() {
      const store = yield* Store
      const count = Limit.contactsLookedAt + 3
      const puts = Array.from({ length: count }, (_, index) => contact(index))
      yield* store.commit([Commit.make({ puts })])
      const { answer: most } = yield* list({ search: "201", page_size: 1 })
      expect(most.pagination).toMatchObject({ total_count: Limit.contactsLookedAt, cursors: null })
      const { answer: none } = yield* list({ search: "7", cursors: "true" })
      expect(none).toMatchObject({ contacts: [], pagination: { total_count: 0, has_more: true } })
      const { answer: one } = yield* list({ search: "7", after: none.pagination.cursors!.after! })
      expect(one.contacts.map(({ phone_number }) => phone_number)).toEqual(["+12019999997"])
      expect(one.pagination).toMatchObject({ has_more: false, cursors: { after: null } })
      const { answer: long } = yield* list({ search: "999-9997" })
      expect(long.pagination.total_count).toBe(1)
      const { answer: all } = yield* list({ search: "()" })
      expect(all.pagination.total_count).toBe(count)
    }).pipe(Effect.provide(engine), Effect.scoped, Effect.runPromise))

  const listsOf = (query: Parameters<typeof list>[0]) => {
    const caller = { account, keyAccount: account }
    return ListContacts.decides.needs({ path: {}, query, body: {}, caller, consulted: ChosenSenders.none }, Facts.empty)
      .lists
  }

  it("asks the store for no text that no number has", () => {
    const needs = (search: string) => listsOf({ search }).length
    expect(["Jane", "12x", "tele", "٣", "tel:+1 (201)", "el1", "0201"].map(needs)).toEqual([0, 0, 0, 0, 1, 1, 1])
  })

  it("and a channel, of which no index tells, look at so many contacts at most; a channel that all have narrows nothing", () => {
    const bounds = (query: Parameters<typeof list>[0]) => listsOf(query).map(({ bound, broad }) => ({ bound, broad }))
    const most = Limit.contactsLookedAt
    expect(bounds({ channel: "whatsapp" })).toEqual([{ bound: most }])
    expect(bounds({ channel: "whatsapp", search: "2012" })).toEqual([{ broad: most }])
    expect(bounds({ channel: "whatsapp", search: "201" })).toEqual([{ bound: most }])
    expect([...bounds({ channel: "sms" }), ...bounds({ channel: "" }), ...bounds({})]).toEqual([{}, {}, {}])
  })

  const numbers = getCountries().flatMap((country) => getExampleNumber(country, examples)?.number ?? [])

  prop(
    "finds every part of every form of a number worth looking for",
    FastCheck.constantFrom(...numbers),
    FastCheck.nat(40),
    FastCheck.nat(40),
    (phone, from, length) => {
      const { search } = Contacts.filters({ ...Given.contact(), phone: phone as PhoneNumber })!
      for (const text of search.split("\u001f")) {
        expect([text, mayHave(text.slice(from, from + length))]).toEqual([text, true])
      }
    }
  )
})
