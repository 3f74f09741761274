/**
 * `/emulator/deliveries`: what was sent to webhooks, attempt by attempt and byte for byte, and one more attempt.
 */
import * as Commit from "@signalbox/core/Commit"
import type { Delivery } from "@signalbox/core/Delivery"
import { Deliveries } from "@signalbox/core/Delivery"
import * as Facts from "@signalbox/core/Facts"
import { DeliveryId, WebhookId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import { RetryWork } from "@signalbox/core/Jobs"
import type { ListPosition } from "@signalbox/core/ListQuery"
import * as Needs from "@signalbox/core/Needs"
import { Operator } from "@signalbox/core/Operator"
import * as Retry from "@signalbox/core/Retry"
import type { SigningSecret } from "@signalbox/core/Secret"
import { Secrets } from "@signalbox/core/Secrets"
import * as Signature from "@signalbox/core/Signature"
import { Store } from "@signalbox/core/Store"
import type { Webhook } from "@signalbox/core/Webhook"
import { Webhooks } from "@signalbox/core/Webhook"
import { WorkSignal } from "@signalbox/core/WorkSignal"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { SentWebhook } from "../webhook/SentWebhooks.ts"
import { SentWebhooks } from "../webhook/SentWebhooks.ts"
import * as Call from "./Call.ts"
import * as Query from "./Query.ts"

const Page = Schema.Struct({
  webhook_id: Schema.optionalKey(WebhookId),
  limit: Schema.optionalKey(Query.whole(1, 100)),
  before: Schema.optionalKey(DeliveryId)
})

/** Without a webhook it looks through so many accounts and webhooks, those that were made last. */
const mostAccounts = 200
const mostWebhooks = 200

const everyWebhook = Effect.gen(function*() {
  const operator = yield* Operator
  const store = yield* Store
  const { accounts } = yield* operator.accounts(null, mostAccounts)
  const found: Array<Webhook> = []
  for (const { account } of accounts) {
    if (found.length >= mostWebhooks) break
    const { rows } = yield* store.list({
      list: "webhooks",
      scope: account.id,
      offset: 0,
      limit: mostWebhooks,
      isCounted: false
    })
    found.push(...rows.flatMap((row) => row.kind === "webhook" ? [row.value] : []))
  }
  return found.slice(0, mostWebhooks)
})

const missing = (what: string) => new Call.Refusal({ status: 404, message: `there is no ${what}` })

const decodeId = Schema.decodeUnknownEffect(DeliveryId)

const find = Effect.fnUntraced(function*(text: string | undefined) {
  const unknown = missing(`delivery ${text ?? ""}`)
  const id = yield* Effect.mapError(decodeId(text), () => unknown)
  const store = yield* Store
  const facts = yield* store.load(Needs.row(Deliveries, id))
  const delivery = Facts.get(facts, Deliveries, id) ?? (yield* unknown)
  const owners = yield* store.load(Needs.row(Webhooks, delivery.webhook))
  return { facts, delivery, webhook: Facts.get(owners, Webhooks, delivery.webhook) }
})

const nextRetry = ({ attempts, log = [], status }: Delivery): string | null => {
  const last = log.at(-1)
  return status !== "RETRYING" || last === undefined
    ? null
    : Instant.toMillis(Instant.plus(last.at, last.millis + Retry.delay(attempts)))
}

/** Returns null for a secret that nobody here can open. */
const opened = ({ secret }: Webhook) =>
  Effect.flatMap(Secrets, ({ open }) => Effect.orElseSucceed(open(secret), () => null))

/** Reads the headers as the endpoint does. */
const isSigned = (webhook: WebhookId, { body, headers }: SentWebhook, secret: SigningSecret): boolean =>
  Signature.isRight(secret, {
    webhook,
    body,
    timestamp: headers["x-webhook-timestamp"] ?? "",
    signature: headers["x-webhook-signature"] ?? ""
  })

const show = Effect.fnUntraced(function*(delivery: Delivery, webhook: Webhook | null) {
  const sent = yield* SentWebhooks
  const secret = webhook === null ? null : yield* opened(webhook)
  return {
    id: delivery.id,
    webhook_id: delivery.webhook,
    account: webhook?.account ?? null,
    url: webhook?.endpointUrl ?? null,
    event: delivery.name,
    event_id: delivery.event,
    status: delivery.status,
    created_at: Instant.toMillis(delivery.createdAt),
    completed_at: delivery.completedAt === null ? null : Instant.toMillis(delivery.completedAt),
    next_retry_at: nextRetry(delivery),
    attempts: (delivery.log ?? []).map((attempt, index) => {
      const bytes = sent.find(delivery.id, index + 1)
      return {
        attempt: index + 1,
        at: Instant.toMillis(attempt.at),
        duration_ms: attempt.millis,
        status_code: attempt.httpStatus,
        response_body: attempt.responseBody,
        error: attempt.errorMessage,
        // Null where another process has sent it, or it was long ago.
        headers: bytes?.headers ?? null,
        body: bytes?.body ?? null,
        verified: bytes === undefined || secret === null ? null : isSigned(delivery.webhook, bytes, secret)
      }
    })
  }
})

const latestFirst = (one: Delivery, two: Delivery): number =>
  two.createdAt - one.createdAt || (one.id < two.id ? 1 : -1)

const list = Effect.fnUntraced(function*({ before, limit = 50, webhook_id: id }: typeof Page.Type) {
  const store = yield* Store
  const webhooks = id === undefined
    ? yield* everyWebhook
    : [Facts.get(yield* store.load(Needs.row(Webhooks, id)), Webhooks, id) ?? (yield* missing(`webhook ${id}`))]
  const behind: ListPosition | undefined = before === undefined
    ? undefined
    : yield* Effect.map(find(before), ({ delivery }) => ({ at: delivery.createdAt, key: delivery.id }))
  const pages = yield* Effect.forEach(webhooks, (webhook) =>
    Effect.map(
      store.list({
        list: "deliveries",
        scope: webhook.id,
        offset: 0,
        limit,
        isCounted: false,
        ...(behind === undefined ? {} : { behind })
      }),
      ({ rows }) => rows.flatMap((row) => row.kind === "delivery" ? [row.value] : [])
    ))
  const owners = new Map(webhooks.map((webhook) => [webhook.id, webhook]))
  // The log of an organization's webhook shows what its clones sent.
  const all = new Map(pages.flat().map((delivery) => [delivery.id, delivery]))
  const latest = [...all.values()].toSorted(latestFirst).slice(0, limit)
  return yield* Effect.forEach(latest, (delivery) => show(delivery, owners.get(delivery.webhook) ?? null))
})

/** One more attempt is due now. It is signed anew, and counts as any other: when it fails, others may follow. */
const redeliver = Effect.fnUntraced(function*(text: string | undefined) {
  const { delivery, facts, webhook } = yield* find(text)
  if (delivery.status === "PENDING") {
    return yield* new Call.Refusal({ status: 409, message: "its first attempt is still to come" })
  }
  if (webhook === null || !webhook.isActive) {
    return yield* new Call.Refusal({ status: 409, message: "its webhook is not active" })
  }
  const store = yield* Store
  const again = { ...delivery, status: "RETRYING", completedAt: null } as const
  const [outcome] = yield* store.commit([Commit.make({
    expects: [Facts.expected(facts, Deliveries, delivery.id)],
    puts: [Commit.put(Deliveries, again)],
    due: [RetryWork.due(delivery.id, delivery.webhook, yield* Instant.now)]
  })])
  if (outcome?._tag !== "Done") {
    return yield* new Call.Refusal({ status: 409, message: "an attempt has ended at this moment: ask again" })
  }
  yield* (yield* WorkSignal).raise
  return { id: delivery.id, status: again.status, attempt: delivery.attempts + 1 }
})

export const calls: ReadonlyArray<Call.Call> = [
  Call.ask("/emulator/deliveries", Page, list),
  Call.get(
    "/emulator/deliveries/:id",
    ({ id }) => Effect.flatMap(find(id), ({ delivery, webhook }) => show(delivery, webhook))
  ),
  Call.send("POST", "/emulator/deliveries/:id/redeliver", Schema.Struct({}), (_, { id }) => redeliver(id))
]
