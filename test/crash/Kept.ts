/** The store of a crash test holds more than messages: a node can be asked for it as plain JSON. */
import type { Delivery } from "@signalbox/core/Delivery"
import type { CarrierReference } from "@signalbox/core/internal/row/CarrierReference"
import * as Needs from "@signalbox/core/Needs"
import type { KindName } from "@signalbox/core/Row"
import { Store } from "@signalbox/core/Store"
import type { Template } from "@signalbox/core/Template"
import { Traces } from "@signalbox/core/Traces"
import type { User } from "@signalbox/core/User"
import * as Effect from "effect/Effect"
import * as Furniture from "./Furniture.ts"

export interface Kept {
  /** Of the organization. */
  readonly balance: number
  /** The names of its templates. */
  readonly templates: ReadonlyArray<string>
  /** How many of its users are active admins. */
  readonly admins: number
}

export const read = Effect.gen(function*() {
  const store = yield* Store
  const facts = yield* store.load(Needs.balance(Furniture.organization))
  const templates = yield* store.list({ list: "templates", scope: Furniture.organization, offset: 0, limit: 10_000 })
  const users = yield* store.list({ list: "users", scope: Furniture.organization, offset: 0, limit: 100 })
  const kept: Kept = {
    balance: facts.balances.get(Furniture.organization) ?? 0,
    templates: templates.rows.map(({ value }) => (value as Template).name),
    admins: users.rows.map(({ value }) => value as User)
      .filter(({ role, status }) => role === "admin" && status === "active").length
  }
  return kept
})

export interface Orphans {
  readonly messages: number
  readonly events: number
  /** It names rows that are there for the sake of others which are not, in sentences. */
  readonly wrong: ReadonlyArray<string>
}

/** All rows of a kind: each has the empty text in it. */
const all = (kind: KindName) =>
  Effect.gen(function*() {
    const { find } = yield* Traces
    const store = yield* Store
    const { keys } = yield* find({ kind, text: "", after: "", looked: 1_000_000, found: 1_000_000 })
    const facts = yield* store.load({ ...Needs.none, rows: keys.map((key) => ({ kind, key })) })
    return new Map([...facts.rows.of(kind)].flatMap(([key, { row }]) => row === null ? [] : [[key, row.value]]))
  })

const isOwn = (value: unknown): boolean => (value as { readonly account: string }).account === Furniture.organization

/**
 * Tells what a removal that was cut in two would leave. Rows may go meanwhile, so those that others are there for are read
 * first, and those that were to go with others last.
 */
export const orphans = Effect.gen(function*() {
  const store = yield* Store
  const messages = yield* all("message")
  const references = [...(yield* all("carrier_reference")).values()] as ReadonlyArray<CarrierReference>
  const { total } = yield* store.list({ list: "messages", scope: Furniture.organization, offset: 0, limit: 1 })
  const left = yield* all("message")
  const events = yield* all("event")
  const deliveries = [...(yield* all("delivery")).values()] as ReadonlyArray<Delivery>
  const delivered = new Set<string>(deliveries.map(({ event }) => event))
  const leftEvents = yield* all("event")
  const [most, least] = [messages, left].map((each) => [...each.values()].filter(isOwn).length) as [number, number]
  const found: Orphans = {
    messages: left.size,
    events: leftEvents.size,
    wrong: [
      ...references.flatMap(({ message, reference }) =>
        messages.has(message) ? [] : [`${reference} is the name of no message`]
      ),
      ...deliveries.flatMap(({ event, id }) => events.has(event) ? [] : [`${id} delivers no event`]),
      ...[...leftEvents.keys()].flatMap((id) => delivered.has(id) ? [] : [`${id} is delivered to nobody`]),
      ...(least <= total && total <= most ? [] : [`the list of messages has ${total}, from ${least} to ${most}`])
    ]
  }
  return found
})
