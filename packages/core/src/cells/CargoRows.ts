/**
 * Finds the rows of accounts, by the ways that `Belongings` names.
 */
import * as Effect from "effect/Effect"
import type { ListPosition, ListQuery } from "../commit/ListQuery.ts"
import { Relocation } from "../port/Relocation.ts"
import { Store } from "../port/Store.ts"
import type { Delivery } from "../row/Delivery.ts"
import type { ListName } from "../row/Kind.ts"
import type { KindName, Row } from "../row/Row.ts"
import { listings } from "../row/Row.ts"
import type { Way } from "./Belongings.ts"
import type { CargoSource } from "./CargoSource.ts"
import { nothing, readPosition, write, writePosition } from "./CargoSource.ts"
import * as Companions from "./Companions.ts"
import { mostCharacters, sizeOf } from "./Portion.ts"

/** The rows of one step, of which the companions come with it. */
const rowsAtATime = 100

/** So many rows of a kind are looked at for a field, and so many accounts are asked for by their keys. */
const lookedAtATime = 5000

const placeIn = (row: Row, list: ListName, scope: string): ListPosition | undefined => {
  const place = listings(row).find((each) => each.list === list && each.scope === scope)
  return place === undefined ? undefined : { at: place.at, key: row.key }
}

/** Returns as many of the first rows as may be moved together, one at least. */
const fitting = (rows: ReadonlyArray<Row>): ReadonlyArray<Row> => {
  let left = mostCharacters
  const count = rows.findIndex((row) => (left -= sizeOf(row)) <= 0)
  return count === -1 ? rows : rows.slice(0, count + 1)
}

/** Reads a page of a list from its oldest rows on, and returns where the next one begins. */
export const listPage = Effect.fnUntraced(function*(
  list: ListName,
  scope: string,
  place: string | null,
  limit = rowsAtATime
) {
  const query = { list, scope, ahead: readPosition(place), isCounted: false, offset: 0, limit } as ListQuery
  const page = yield* Effect.flatMap(Store, (store) => store.list(query))
  // The page has the newest first.
  const rows = fitting(page.rows.toReversed())
  const last = rows.at(-1)
  const at = last === undefined ? undefined : placeIn(last, list, scope)
  const isLast = at === undefined || (rows.length === page.rows.length && rows.length < limit)
  return { rows, next: isLast ? null : writePosition(at) }
})

/** Those of a later list that are in an earlier one were there already. */
const ofList = (list: ListName, earlier: ReadonlyArray<ListName>): CargoSource => ({
  over: "each",
  read: ([account], place) =>
    Effect.gen(function*() {
      const { next, rows } = yield* listPage(list, account, place)
      const own = rows.filter((row) => earlier.every((other) => placeIn(row, other, account) === undefined))
      return { portion: { puts: yield* Companions.withCompanions(own) }, next }
    })
})

const ofKey = (kind: KindName): CargoSource => ({
  over: "all",
  read: (accounts, place) =>
    Effect.gen(function*() {
      const begin = Number(place ?? 0)
      const end = begin + rowsAtATime
      const rows = yield* Companions.load(accounts.slice(begin, end).map((key) => ({ kind, key })))
      return { portion: { puts: rows }, next: end < accounts.length ? String(end) : null }
    })
})

const ofPrefix = (kind: KindName): CargoSource => ({
  over: "each",
  read: ([account], place) =>
    Effect.gen(function*() {
      const { keys } = yield* Relocation
      const query = { kind, by: { prefix: `${account}/` }, after: place ?? "", looked: rowsAtATime, found: rowsAtATime }
      const found = yield* keys(query)
      return { portion: { puts: yield* Companions.load(found.keys.map((key) => ({ kind, key }))) }, next: found.next }
    })
})

const ofField = (kind: KindName, field: string): CargoSource => ({
  over: "all",
  read: (accounts, place) =>
    Effect.gen(function*() {
      const { keys } = yield* Relocation
      const by = { field, values: accounts }
      const found = yield* keys({ kind, by, after: place ?? "", looked: lookedAtATime, found: rowsAtATime })
      const rows = yield* Companions.load(found.keys.map((key) => ({ kind, key })))
      return { portion: { puts: yield* Companions.withCompanions(rows) }, next: found.next }
    })
})

/** Returns as many of the first deliveries as may be moved together with their events, one at least. */
const lighter = (deliveries: ReadonlyArray<Delivery>, events: ReadonlyArray<Row>): ReadonlyArray<Delivery> => {
  const sizes = new Map(events.map((row) => [row.key, sizeOf(row)]))
  let left = mostCharacters
  const count = deliveries.findIndex(({ event }) => (left -= sizes.get(event) ?? 0) <= 0)
  return count === -1 ? deliveries : deliveries.slice(0, count + 1)
}

/** The log of a parent has the deliveries of its clones as well, which are their profiles'. */
const deliveries: CargoSource = {
  over: "each",
  read: ([account], place) =>
    Effect.gen(function*() {
      const webhooks = yield* Companions.webhooksOf(account)
      const [from = "", inner = null] = place === null ? [] : JSON.parse(place) as [string, string | null]
      const index = webhooks.findIndex((id) => id >= from)
      const webhook = webhooks[index]
      if (webhook === undefined) return nothing
      const limit = Companions.deliveriesAtATime(webhooks.length)
      const page = yield* listPage("deliveries", webhook, webhook === from ? inner : null, limit)
      const mine = page.rows.flatMap((row) =>
        row.kind === "delivery" && row.value.webhook === webhook ? [row.value] : []
      )
      const found = yield* Companions.eventsOf(mine, webhooks)
      const own = lighter(mine, found)
      const ids = new Set<string>(own.map(({ event }) => event))
      const last = own.at(-1)
      const following = webhooks[index + 1]
      const inWebhook = last !== undefined && own.length < mine.length
        ? writePosition({ at: last.createdAt, key: last.id })
        : page.next
      return {
        portion: {
          puts: [
            ...own.map((value) => ({ kind: "delivery" as const, key: value.id, value })),
            ...found.filter(({ key }) => ids.has(key))
          ]
        },
        next: inWebhook !== null
          ? write(webhook, inWebhook)
          : following === undefined
          ? null
          : write(following, null)
      }
    })
}

const deadLetters: CargoSource = {
  over: "all",
  read: (accounts, place) =>
    Effect.gen(function*() {
      const { next, rows } = yield* listPage("dead_letters", "", place)
      const letters = rows.flatMap((row) => row.kind === "dead_letter" ? [row.value] : [])
      const own = new Set(yield* Companions.ofLanes(letters.map(({ lane }) => lane), accounts))
      const mine = letters.filter(({ lane }) => own.has(lane))
      const events = yield* Companions.eventsOfWork(mine.map(({ key, kind }) => ({ kind, key })))
      return {
        portion: { puts: [...rows.filter((row) => row.kind === "dead_letter" && own.has(row.value.lane)), ...events] },
        next
      }
    })
}

/** Returns where the rows of a kind are found in one way. Companions come with others. */
export const of = (kind: KindName, way: Way): ReadonlyArray<CargoSource> => {
  switch (way.by) {
    case "key":
      return [ofKey(kind)]
    case "prefix":
      return [ofPrefix(kind)]
    case "field":
      return [ofField(kind, way.field)]
    case "lane":
      return [deadLetters]
    case "list":
      return kind === "delivery"
        ? [deliveries]
        : way.lists.map((list, index) => ofList(list, way.lists.slice(0, index)))
    case "companion":
    case "nothing":
      return []
  }
}
