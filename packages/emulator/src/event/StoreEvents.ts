/**
 * Tells what this process has committed: the rows that pages show. The store itself is asked nothing more for it, but for
 * the owners of webhooks, each once.
 */
import type { Commit } from "@signalbox/core/Commit"
import type { Delivery } from "@signalbox/core/Delivery"
import * as Facts from "@signalbox/core/Facts"
import type { AccountId, WebhookId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import type { Message } from "@signalbox/core/Message"
import * as Needs from "@signalbox/core/Needs"
import type { Outcome } from "@signalbox/core/Outcome"
import type { Row } from "@signalbox/core/Row"
import { Store } from "@signalbox/core/Store"
import { Webhooks } from "@signalbox/core/Webhook"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Event } from "./Event.ts"
import { Events } from "./Events.ts"

/** Returns a function that puts into words how a row is now, or null where nobody is told of it. */
export const eventOf = (row: Row, owners: ReadonlyMap<WebhookId, AccountId>): (() => Event) | null => {
  switch (row.kind) {
    case "message": {
      const { value } = row
      return () => ofMessage(value)
    }
    case "delivery": {
      const { value } = row
      const account = owners.get(value.webhook) ?? null
      return () => ofDelivery(value, account)
    }
    case "template": {
      const { account, id, status } = row.value
      return () => ({ type: "template", data: { account, template_id: id, status } })
    }
    case "contact": {
      const { account, id, isOnlySuppressed } = row.value
      return isOnlySuppressed === true ? null : () => ({ type: "contact", data: { account, contact_id: id } })
    }
    default:
      return null
  }
}

const ofMessage = ({ account, channel, createdAt, direction, history, id, phone, status }: Message): Event => {
  const at = Instant.toMillis(history.at(-1)?.at ?? createdAt)
  return { type: "message", data: { account, message_id: id, status, direction, phone, channel, at } }
}

const ofDelivery = (
  { attempts, completedAt, createdAt, httpStatus, id, log = [], webhook }: Delivery,
  account: AccountId | null
): Event => {
  const at = Instant.toMillis(log.at(-1)?.at ?? completedAt ?? createdAt)
  return {
    type: "delivery",
    data: { account, webhook_id: webhook, delivery_id: id, attempt: attempts, status_code: httpStatus, at }
  }
}

/** The kinds of rows that are told. Their keys are ids, so no two of them have one key. */
const told: ReadonlySet<Row["kind"]> = new Set(["message", "delivery", "template", "contact"])

/** Returns the rows of these kinds that were put and applied. Of several puts of one row the last one counts. */
const applied = (batch: ReadonlyArray<Commit>, outcomes: ReadonlyArray<Outcome>): ReadonlyArray<Row> => {
  const found: Array<Row> = []
  for (const [index, { puts }] of batch.entries()) {
    if (outcomes[index]?._tag !== "Done") continue
    if (puts.length > few) found.push(...distinct(puts))
    else for (const row of puts) if (told.has(row.kind) && isLast(puts, row)) found.push(row)
  }
  return found
}

const distinct = (puts: ReadonlyArray<Row>): Iterable<Row> => {
  const rows = new Map<string, Row>()
  for (const row of puts) {
    if (!told.has(row.kind)) continue
    // It stands where its last put is.
    rows.delete(row.key)
    rows.set(row.key, row)
  }
  return rows.values()
}

/** Among so few rows each is compared with each. */
const few = 12

const isLast = (puts: ReadonlyArray<Row>, row: Row): boolean =>
  puts.findLast(({ key, kind }) => key === row.key && kind === row.kind) === row

/** The owners of so many webhooks are kept in mind. */
const most = 1000

/** Wraps a store. A commit whose answer was lost tells nothing, whether it was applied or not. */
export const wrap = <A, E, R>(
  storage: Layer.Layer<A | Store, E, R>
): Layer.Layer<A | Store, E, R | Events> =>
  Layer.effect(
    Store,
    Effect.gen(function*() {
      const store = yield* Store
      const events = yield* Events
      const owners = new Map<WebhookId, AccountId>()

      const findOwners = Effect.fnUntraced(function*(rows: ReadonlyArray<Row>) {
        const webhooks = rows.flatMap((row) => row.kind === "delivery" ? [row.value.webhook] : [])
        const unknown = [...new Set(webhooks)].filter((id) => !owners.has(id))
        if (unknown.length === 0) return
        const facts = yield* store.load(Needs.rows(Webhooks, unknown))
        if (owners.size + unknown.length > most) owners.clear()
        for (const id of unknown) {
          const webhook = Facts.get(facts, Webhooks, id)
          if (webhook !== null) owners.set(id, webhook.account)
        }
      })

      return {
        ...store,
        commit: (batch) =>
          Effect.tap(store.commit(batch), (outcomes) => {
            const rows = applied(batch, outcomes)
            const tell = Effect.sync(() => {
              for (const row of rows) {
                const event = eventOf(row, owners)
                if (event !== null) events.tell(event)
              }
            })
            return rows.some(({ kind }) => kind === "delivery")
              ? Effect.andThen(Effect.ignore(findOwners(rows)), tell)
              : tell
          })
      }
    })
  ).pipe(Layer.provideMerge(storage))
