/**
 * POST /v3/webhooks (specification "Webhook", decisions 3.1).
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as EventName from "../catalogue/EventName.ts"
import * as Limit from "../catalogue/Limit.ts"
import type { Violation } from "../catalogue/Violation.ts"
import * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import * as Refused from "../commit/Refused.ts"
import * as Subscription from "../delivery/Subscription.ts"
import type { Caller } from "../operation/Caller.ts"
import * as Field from "../operation/Field.ts"
import type * as Operation from "../operation/Operation.ts"
import { WebhookSender } from "../port/WebhookSender.ts"
import type { Webhook } from "../row/Webhook.ts"
import { Webhooks } from "../row/Webhook.ts"
import type { AccountId, WebhookId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import type { Json } from "../value/Json.ts"
import type { SigningSecret } from "../value/Secret.ts"
import { sandboxSecret } from "../value/Secret.ts"
import type { WebhookResource } from "./WebhookResource.ts"
import * as WebhookResource_ from "./WebhookResource.ts"

const Body = Schema.Struct({
  display_name: Field.nonBlank(Limit.webhookNameLength),
  endpoint_url: Field.httpUrl,
  event_types: Field.optional(Field.array(Field.oneOf(EventName.Family.literals), Limit.webhookEventTypes)),
  event_filters: Field.optional(
    Field.record(Field.array(Schema.String, Limit.webhookFilters.suffixes), Limit.webhookFilters.families)
  ),
  retry_count: Field.optional(Field.integer(Limit.webhookRetryCount)),
  timeout_seconds: Field.optional(Field.integer(Limit.webhookTimeoutSeconds)),
  sandbox: Field.optional(Schema.Boolean)
})
type Body = typeof Body.Type

const check = (body: Partial<Body>, caller: Caller, raw: Json): ReadonlyArray<Violation> => {
  const wrong = (field: string, message: string): Violation => ({ field, code: "VALIDATION_001", message })
  const sent = raw !== null && typeof raw === "object" && "sender_profile" in raw ? raw["sender_profile"] : null
  return [
    ...(sent === null || sent === undefined ? [] : [
      wrong(
        "sender_profile",
        caller.account.type === "profile" ? "cannot be set by a profile" : "is not supported yet"
      )
    ]),
    ...("event_types" in body && body.event_types !== null && body.event_types?.length === 0 || hasNoTypes(body, raw)
      ? [wrong("event_types", "must contain at least one event family")]
      : []),
    ...checkFilters(body)
  ]
}

// Returns whether the list is missing. The Schema reports a list that is invalid.
const hasNoTypes = (body: Partial<Body>, raw: Json): boolean =>
  (body.event_types === undefined || body.event_types === null) &&
  !(raw !== null && typeof raw === "object" && "event_types" in raw && raw["event_types"] !== null)

const checkFilters = (body: Partial<Body>): ReadonlyArray<Violation> =>
  Object.entries(body.event_filters ?? {}).flatMap(([family, suffixes]): ReadonlyArray<Violation> => {
    const field = `event_filters.${family}`
    const known = EventName.Family.literals.find((name) => name === family)
    if (known === undefined || (body.event_types ?? []).includes(known) === false) {
      return [{ field, code: "VALIDATION_001", message: "must be one of the families in event_types" }]
    }
    return suffixes.flatMap((suffix, index) =>
      EventName.isSubType(known, suffix) ? [] : [{
        field: `${field}[${index}]`,
        code: "VALIDATION_006" as const,
        message: `must be one of: ${EventName.families[known].join(", ")}`
      }]
    )
  })

const compose = (
  body: Body,
  account: AccountId,
  id: WebhookId,
  secret: SigningSecret,
  now: Instant
): Webhook => {
  const eventTypes = [...new Set(body.event_types ?? [])]
  const eventFilters = body.event_filters ?? null
  return {
    id,
    account,
    displayName: body.display_name,
    endpointUrl: body.endpoint_url,
    secret,
    isActive: true,
    eventTypes,
    eventFilters,
    subscribes: Subscription.expand(true, eventTypes, eventFilters),
    retryCount: body.retry_count ?? Limit.webhookRetryCount.default,
    timeoutSeconds: body.timeout_seconds ?? Limit.webhookTimeoutSeconds.default,
    createdAt: now,
    updatedAt: null
  }
}

/** Counts the webhooks of an account. Whatever deletes one has to give its place back. */
export const counterOf = (account: AccountId): string => `webhooks/${account}`

export const CreateWebhook: Operation.Operation<object, object, Body, void, WebhookResource, "webhooks.create"> = {
  name: "webhooks.create",
  summary: "Register a webhook",
  path: Schema.Struct({}),
  query: Schema.Struct({}),
  body: Body,
  data: WebhookResource_.WebhookResource,
  shownOnce: {
    field: "signing_secret",
    needs: ({ id }) => Needs.row(Webhooks, id),
    find: ({ id }, facts) => Facts.get(facts, Webhooks, id)?.secret ?? null
  },
  status: 201,
  role: null,
  tier: "standard",
  idempotent: true,
  refuses: ["BUSINESS_008"],
  check: ({ body }, caller, raw) => check(body, caller, raw),
  simulate: ({ body }, caller, now, mint) =>
    WebhookResource_.fromWebhook(
      compose(body, caller.account.id, mint.uuid() as WebhookId, sandboxSecret, now),
      null,
      "shown"
    ),
  // The host name is checked here, and again at every connection.
  consult: Effect.fnUntraced(function*({ body }, caller) {
    const sender = yield* WebhookSender
    const reason = yield* sender.refuse(body.endpoint_url, caller.account.id)
    if (reason !== null) return yield* Refused.refused("VALIDATION_001", { endpoint_url: [reason] })
  }),
  decides: {
    name: "webhooks.create",
    needs: ({ caller }) => Needs.counter(counterOf(caller.account.id)),
    decide: ({ body, caller }, facts, now, mint) => {
      const { id: account, webhooks: most = Limit.webhooksPerAccount } = caller.account
      if (Facts.counter(facts, counterOf(account)) >= most) {
        return Result.fail(Refused.refused("BUSINESS_008", { webhooks: [`must be at most ${most} in one account`] }))
      }
      const webhook = compose(body, account, mint.id(now) as WebhookId, mint.signingSecret(), now)
      return Result.succeed({
        answer: WebhookResource_.fromWebhook(webhook, null, "shown"),
        commit: Commit.make({
          puts: [Commit.put(Webhooks, webhook)],
          // Of two that come at the same time only one takes the last place.
          counts: [{ counter: counterOf(account), by: 1, ceiling: most, once: `webhook:${webhook.id}` }]
        })
      })
    }
  }
}
