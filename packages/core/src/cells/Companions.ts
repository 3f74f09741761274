/**
 * Finds the rows whose keys follow from other rows, each with one of those that lead to it (decisions 20.6).
 */
import * as Effect from "effect/Effect"
import * as Facts from "../commit/Facts.ts"
import type { ListQuery } from "../commit/ListQuery.ts"
import * as Needs from "../commit/Needs.ts"
import { deliveryId } from "../delivery/Fanout.ts"
import { FanoutWork } from "../delivery/FanoutWork.ts"
import type { StoreError } from "../port/Store.ts"
import { Store } from "../port/Store.ts"
import * as ReferenceKeys from "../privacy/ReferenceKeys.ts"
import { CarrierReferences } from "../row/CarrierReference.ts"
import { DeletedWebhooks } from "../row/DeletedWebhook.ts"
import type { Delivery, Event } from "../row/Delivery.ts"
import { Deliveries, Events } from "../row/Delivery.ts"
import type { Ref } from "../row/Kind.ts"
import { ref, refText } from "../row/Kind.ts"
import type { Message } from "../row/Message.ts"
import { OneTimeCodes } from "../row/OneTimeCode.ts"
import { Redactions } from "../row/Redaction.ts"
import type { Row } from "../row/Row.ts"
import { listings } from "../row/Row.ts"
import type { Template } from "../row/Template.ts"
import { revisionKey, TemplateRevisions, Templates } from "../row/Template.ts"
import { Verifications } from "../row/Verification.ts"
import { Endpoints, Webhooks } from "../row/Webhook.ts"
import type { AccountId, EventId, WebhookId } from "../value/Id.ts"
import * as LaneKind from "../work/LaneKind.ts"
import type { Lane, WorkRef } from "../work/Work.ts"
import { laneKind } from "../work/Work.ts"
import * as Belongings from "./Belongings.ts"

type Loaded<A> = Effect.Effect<A, StoreError, Store>

const facts = (refs: ReadonlyArray<Ref>): Loaded<Facts.Facts> =>
  refs.length === 0
    ? Effect.succeed(Facts.empty)
    : Effect.flatMap(Store, (store) =>
      store.load(Needs.refs(...new Map(refs.map((each) => [refText(each), each])).values())))

/** Returns the rows that there are, each once, in the order in which they are asked for. */
export const load = (refs: ReadonlyArray<Ref>): Loaded<ReadonlyArray<Row>> =>
  Effect.map(facts(refs), (found) => {
    const rows = new Map<string, Row>()
    for (const each of refs) {
      const row = found.rows.get(each)?.row ?? null
      if (row !== null) rows.set(refText(each), row)
    }
    return [...rows.values()]
  })

/** A carrier's name is that of the message that had it last; a verification goes with the message of its last code. */
const ofMessages = Effect.fnUntraced(function*(messages: ReadonlyArray<Message>) {
  const ids = new Set<string>(messages.map(({ id }) => id))
  const rows = yield* load([
    ...messages.flatMap(ReferenceKeys.of).map((key) => ref(CarrierReferences, key)),
    ...messages.flatMap(({ verification }) => verification === undefined ? [] : [ref(Verifications, verification.id)]),
    ...messages.flatMap(({ template }) => template === null ? [] : [ref(Templates, template.id)])
  ])
  const named = rows.filter((row) => row.kind === "carrier_reference" && ids.has(row.value.message))
  const verified = rows.filter((row) => row.kind === "verification" && ids.has(row.value.sends.at(-1)?.message ?? ""))
  // The others come with their templates.
  const templates = new Set(rows.flatMap(({ key, kind }) => kind === "template" ? [key] : []))
  const sent = messages.flatMap(({ template }) =>
    template === null || templates.has(template.id)
      ? []
      : [ref(TemplateRevisions, revisionKey(template.id, template.revision))]
  )
  const more = yield* load([...verified.map(({ key }) => ref(OneTimeCodes, key)), ...sent])
  return [...named, ...verified, ...more]
})

const ofTemplates = (templates: ReadonlyArray<Template>): Loaded<ReadonlyArray<Row>> =>
  load(
    templates.flatMap(({ id, revision }) =>
      Array.from({ length: revision }, (_, index) => ref(TemplateRevisions, revisionKey(id, index + 1)))
    )
  )

/** The row of a clone stays when its profile deletes it, and its redaction comes with that row. */
const ofDeleted = Effect.fnUntraced(function*(ids: ReadonlyArray<WebhookId>) {
  const rows = yield* load(ids.flatMap((id) => [ref(Webhooks, id), ref(Redactions, id)]))
  const there = new Set(rows.flatMap(({ key, kind }) => kind === "webhook" ? [key] : []))
  return rows.filter(({ key, kind }) => kind === "redaction" && !there.has(key))
})

/** Returns the rows with those that come with them, but for the events of deliveries. */
export const withCompanions = Effect.fnUntraced(function*(rows: ReadonlyArray<Row>) {
  const messages = rows.flatMap((row) => row.kind === "message" ? [row.value] : [])
  const templates = rows.flatMap((row) => row.kind === "template" ? [row.value] : [])
  const webhooks = rows.flatMap((row) => row.kind === "webhook" ? [row.value.id] : [])
  const deleted = rows.flatMap((row) => row.kind === "deleted_webhook" ? [row.value.id] : [])
  return [
    ...rows,
    ...(yield* ofMessages(messages)),
    ...(yield* ofTemplates(templates)),
    ...(yield* load(webhooks.flatMap((id) => [ref(Endpoints, id), ref(Redactions, id)]))),
    ...(yield* ofDeleted(deleted))
  ]
})

const webhooksAtATime = 200

/** Returns all webhooks of an account whose deliveries there may be, in the order of their ids. */
export const webhooksOf = Effect.fnUntraced(function*(account: AccountId) {
  const store = yield* Store
  const found = new Set<WebhookId>()
  for (const list of ["webhooks", "deleted_webhooks"] as const) {
    let query: ListQuery = { list, scope: account, isCounted: false, offset: 0, limit: webhooksAtATime }
    while (true) {
      const { rows } = yield* store.list(query)
      for (const { key } of rows) found.add(key as WebhookId)
      const last = rows.at(-1)
      const at = last === undefined ? undefined : listings(last).find((each) => each.list === list)?.at
      if (last === undefined || at === undefined || rows.length < webhooksAtATime) break
      query = { ...query, behind: { at, key: last.key } }
    }
  }
  return [...found].toSorted()
})

/** The more webhooks an account has, the fewer deliveries are looked at together. */
export const deliveriesAtATime = (webhooks: number): number => Math.max(1, Math.floor(800 / (20 + webhooks)))

/** Returns the events of deliveries of a webhook. One that several webhooks got comes with the first of them. */
export const eventsOf = Effect.fnUntraced(function*(
  deliveries: ReadonlyArray<Delivery>,
  webhooks: ReadonlyArray<WebhookId>
) {
  const others = deliveries.flatMap(({ event, webhook }) =>
    webhooks.slice(0, webhooks.indexOf(webhook)).map((other) => ref(Deliveries, deliveryId(event, other)))
  )
  const earlier = yield* facts(others)
  return yield* load(
    deliveries.filter(({ event, webhook }) =>
      webhooks.slice(0, webhooks.indexOf(webhook))
        .every((other) => Facts.get(earlier, Deliveries, deliveryId(event, other)) === null)
    ).map(({ event }) => ref(Events, event))
  )
})

const isEvent = (row: Row): row is Extract<Row, { kind: "event" }> => row.kind === "event"

/** An event that waits to become deliveries leads others, and may have none itself: those come with the work. */
export const eventsOfWork = Effect.fnUntraced(function*(works: ReadonlyArray<WorkRef>) {
  const heads = yield* load(
    works.flatMap((work) => work.kind === FanoutWork.kind ? [ref(Events, FanoutWork.target({ work }))] : [])
  )
  const led = heads.filter(isEvent).flatMap(({ value }) => value.followers?.events.map(([id]) => id) ?? [])
  const events = [...heads, ...(yield* load(led.map((id: EventId) => ref(Events, id))))].filter(isEvent)
  const alone: Array<Row> = []
  for (const event of new Map(events.map((row) => [row.key, row])).values()) {
    if (!(yield* isDelivered(event.value))) alone.push(event)
  }
  return alone
})

const isDelivered = (event: Event): Loaded<boolean> =>
  Effect.gen(function*() {
    const webhooks = yield* webhooksOf(event.account)
    const rows = yield* load(webhooks.map((id) => ref(Deliveries, deliveryId(event.id, id))))
    return rows.length > 0
  })

/** Returns the account of a lane in its line at a carrier, or of an account. */
export const accountOf = (lane: Lane): string => {
  const owner = LaneKind.owner(lane)
  return owner.slice(owner.lastIndexOf("/") + 1)
}

const ownership: Readonly<Record<string, (typeof Belongings.lanes)[keyof typeof Belongings.lanes]>> = Belongings.lanes

/** Returns those of the lanes that belong to one of the accounts. */
export const ofLanes = Effect.fnUntraced(function*(lanes: ReadonlyArray<Lane>, accounts: ReadonlyArray<AccountId>) {
  const own = new Set<string>(accounts)
  const isWebhooks = (lane: Lane) => ownership[laneKind(lane)] === "webhook"
  const rows = yield* load(
    lanes.filter(isWebhooks).map(LaneKind.owner).flatMap((id) => [ref(Webhooks, id), ref(DeletedWebhooks, id)])
  )
  const webhooks = new Set(
    rows.flatMap((row) =>
      (row.kind === "webhook" || row.kind === "deleted_webhook") && own.has(row.value.account) ? [row.key] : []
    )
  )
  return lanes.filter((lane) => isWebhooks(lane) ? webhooks.has(LaneKind.owner(lane)) : own.has(accountOf(lane)))
})
