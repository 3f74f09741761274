/**
 * A search in SQLite looks through a list as long as that is no longer than twenty times the number which makes a search
 * broad, and beyond that through the newest of it, behind which its places go on.
 */
import * as Commit from "@signalbox/core/Commit"
import { Contacts } from "@signalbox/core/Contact"
import type { ContactId } from "@signalbox/core/Id"
import { plus } from "@signalbox/core/Instant"
import type { ListQuery } from "@signalbox/core/ListQuery"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import { Store } from "@signalbox/core/Store"
import * as SqliteStore from "@signalbox/sqlite/SqliteStore"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import * as Given from "../core/Given.ts"

const { account } = Given.contact()
const broad = 2
const most = 20 * broad

/** The oldest one alone has a 9999. */
const contact = (index: number) =>
  Commit.put(Contacts, {
    ...Given.contact(),
    id: `cccccccc-0000-7000-8000-${index.toString(16).padStart(12, "0")}` as ContactId,
    phone: (index === 0 ? "+12012009999" : `+1${2_012_000_000 + index}`) as PhoneNumber,
    createdAt: plus(Given.now, index)
  })

it("finds all of a list that is short, and goes on behind the newest of one that is long", () =>
  Effect.gen(function*() {
    const store = yield* Store
    const search = (text: string, more: Pick<ListQuery, "behind" | "isCounted"> = {}) =>
      store.list({ list: "contacts", scope: account, offset: 0, limit: 5, broad, ...more, where: { search: text } })
    yield* store.commit([Commit.make({ puts: Array.from({ length: most }, (_, index) => contact(index)) })])
    expect(yield* search("9999")).toMatchObject({ rows: [{ key: contact(0).key }], total: 1 })
    yield* store.commit([Commit.make({ puts: [contact(most)] })])
    expect((yield* search("2012")).total).toBe(most)
    const none = yield* search("9999")
    expect(none).toMatchObject({ rows: [], total: 0, next: { key: contact(1).key } })
    const found = yield* search("9999", { behind: none.next!, isCounted: false })
    expect(found).toMatchObject({ rows: [{ key: contact(0).key }], next: null })
  }).pipe(Effect.provide(SqliteStore.layer({ file: ":memory:" })), Effect.scoped, Effect.runPromise))
