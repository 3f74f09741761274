/**
 * A search in memory looks at each row of its list once and looks nothing up for it, so that 100,000 contacts take a few
 * milliseconds.
 */
import * as Commit from "@signalbox/core/Commit"
import { Contacts } from "@signalbox/core/Contact"
import type { ContactId } from "@signalbox/core/Id"
import { plus } from "@signalbox/core/Instant"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import { Store } from "@signalbox/core/Store"
import * as MemoryStore from "@signalbox/memory/MemoryStore"
import * as Effect from "effect/Effect"
import { expect, it, vi } from "vitest"
import * as Given from "../core/Given.ts"

const many = 2000
const { account } = Given.contact()

const contact = (index: number, phone = `+1${2_012_000_000 + index}`) =>
  Commit.put(Contacts, {
    ...Given.contact(),
    id: `cccccccc-0000-7000-8000-${index.toString(16).padStart(12, "0")}` as ContactId,
    phone: phone as PhoneNumber,
    createdAt: plus(Given.now, index)
  })

const search = (text: string) =>
  Effect.flatMap(
    Store,
    (store) => store.list({ list: "contacts", scope: account, offset: 0, limit: 20, where: { search: text } })
  )

it("looks nothing up for each contact, and finds those that have changed", () =>
  Effect.runPromise(Effect.provide(
    Effect.gen(function*() {
      const store = yield* Store
      yield* store.commit([Commit.make({ puts: Array.from({ length: many }, (_, index) => contact(index)) })])
      expect((yield* search("1999")).total).toBe(1)
      const gets = vi.spyOn(Map.prototype, "get")
      const short = yield* search("1").pipe(
        Effect.ensuring(Effect.sync(() => gets.mockRestore())),
        Effect.map((page) => ({
          page,
          gets: gets.mock.calls.length
        }))
      )
      expect(short.page.total).toBe(many)
      expect(short.page.rows).toHaveLength(20)
      expect(short.gets).toBeLessThan(many / 10)
      yield* store.commit([Commit.make({ puts: [contact(7, "+41791234567")] })])
      expect((yield* search("4179")).rows).toHaveLength(1)
      expect((yield* search("1")).total).toBe(many)
    }),
    MemoryStore.layer
  )))
