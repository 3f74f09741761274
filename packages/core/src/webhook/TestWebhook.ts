/**
 * POST /v3/webhooks/{id}/test: delivers a sample once, whatever the webhook subscribes to and whether it is active, and
 * waits for the endpoint's answer (decisions 5.5). A failure does not count; a success ends a row of failures.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { ViolationCode } from "../catalogue/ErrorCode.ts"
import * as EventName from "../catalogue/EventName.ts"
import * as Limit from "../catalogue/Limit.ts"
import * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import { Mint } from "../commit/Mint.ts"
import * as Refused from "../commit/Refused.ts"
import { DeliveryWork } from "../delivery/DeliveryWork.ts"
import * as Fanout from "../delivery/Fanout.ts"
import * as Health from "../delivery/Health.ts"
import * as Retry from "../delivery/Retry.ts"
import * as Signature from "../delivery/Signature.ts"
import { Executor } from "../engine/Executor.ts"
import * as Field from "../operation/Field.ts"
import type { Operation } from "../operation/Operation.ts"
import type { WebhookResult } from "../port/WebhookSender.ts"
import { WebhookSender } from "../port/WebhookSender.ts"
import type { Delivery, Event } from "../row/Delivery.ts"
import { Deliveries, Events } from "../row/Delivery.ts"
import type { Endpoint, Webhook } from "../row/Webhook.ts"
import { Endpoints } from "../row/Webhook.ts"
import * as Instant from "../value/Instant.ts"
import * as OwnWebhook from "./OwnWebhook.ts"
import * as SampleEvent from "./SampleEvent.ts"
import { WebhookPath } from "./WebhookPath.ts"

/** Template events have no names of their own in what is published, so their family names one of them. */
const anyTemplate = "templates"

const Body = Schema.Struct({
  event_type: Schema.String.check(
    Schema.makeFilter((name: string) => name === anyTemplate || EventName.all.some((each) => each === name), {
      message: "must be the name of an event, such as message.sent",
      violation: "VALIDATION_006" satisfies ViolationCode
    })
  ),
  sandbox: Field.optional(Schema.Boolean)
})
type Body = typeof Body.Type

const Answer = Schema.Struct({ success: Schema.Boolean, message: Schema.String })
type Answer = typeof Answer.Type

const nameOf = ({ event_type }: Body): EventName.EventName =>
  EventName.all.find((name) => name === event_type) ?? "templates.approved"

/** What the endpoint said to the sample. */
export interface Tried {
  readonly event: Event
  readonly delivery: Delivery
  readonly result: WebhookResult
  readonly began: Instant.Instant
  readonly ended: Instant.Instant
}

const tried = Effect.fnUntraced(function*(webhook: Webhook, name: EventName.EventName) {
  const [mint, sender, began] = [yield* Mint, yield* WebhookSender, yield* Instant.now]
  const event = SampleEvent.make(name, webhook.account, began, mint)
  const delivery = Fanout.delivery(event, webhook.id, webhook.parent)
  const result = yield* sender.send({
    owner: webhook.account,
    url: webhook.endpointUrl,
    headers: Signature.headers({
      secret: webhook.secret,
      webhook: webhook.id,
      eventId: delivery.id,
      number: 1,
      at: began,
      body: event.body
    }),
    body: event.body,
    timeoutMillis: webhook.timeoutSeconds * 1000
  })
  return { event, delivery, result, began, ended: yield* Instant.now } satisfies Tried
})

/** Returns what the attempt does to the endpoint. */
const endpointPart = (before: Endpoint, { ended, result }: Tried, facts: Facts.Facts): Partial<Commit.Commit> => {
  const isTaken = Retry.succeeded(result)
  const after = isTaken
    ? Health.after(before, result, ended, Limit.webhookDisableMinutes)
    : { ...before, lastAttemptAt: ended }
  return {
    expects: [Facts.expected(facts, Endpoints, before.webhook)],
    puts: [Commit.put(Endpoints, after)],
    // First attempts that wait need no probe any more.
    pauses: isTaken && (before.waitsUntil ?? null) !== null
      ? [{ lane: DeliveryWork.lane.of(before.webhook), until: null }]
      : []
  }
}

export const TestWebhook: Operation<WebhookPath, object, Body, Tried | null, Answer, "webhooks.test"> = {
  name: "webhooks.test",
  summary: "Deliver a sample to a webhook",
  path: WebhookPath,
  query: Schema.Struct({}),
  body: Body,
  data: Answer,
  status: 200,
  role: null,
  tier: "sensitive",
  idempotent: true,
  refuses: ["RESOURCE_008"],
  check: () => [],
  simulate: () => ({ success: true, message: "Nothing was delivered: this is a sandbox." }),
  // Whatever stands in the way of the attempt, the decision finds it as well, and refuses.
  consult: Effect.fnUntraced(function*(asked, caller) {
    if (asked.body.sandbox === true) return null
    const executor = yield* Executor
    const facts = yield* Effect.orElseSucceed(executor.read(() => OwnWebhook.needs(asked)), () => null)
    const webhook = facts === null ? null : OwnWebhook.find({ path: asked.path, caller }, facts)
    return webhook === null ? null : yield* tried(webhook, nameOf(asked.body))
  }),
  decides: {
    name: "webhooks.test",
    needs: OwnWebhook.needs,
    decide: (asked, facts) => {
      const webhook = OwnWebhook.find(asked, facts)
      if (webhook === null) return Result.fail(Refused.refused("RESOURCE_008"))
      const { consulted } = asked
      if (consulted === null) return Result.fail(Refused.refused("INTERNAL_005"))
      const { began, delivery, ended, event, result } = consulted
      if (result._tag === "Unsent") {
        return Result.succeed({ answer: { success: false, message: result.message }, commit: Commit.empty })
      }
      const verdict = Retry.after(delivery, result, 0, began, ended)
      const { errorMessage, httpStatus } = verdict.delivery
      return Result.succeed({
        answer: { success: errorMessage === null, message: errorMessage ?? `HTTP status ${httpStatus}` },
        commit: Commit.all(
          { puts: [Commit.put(Events, event), Commit.put(Deliveries, verdict.delivery)] },
          endpointPart(OwnWebhook.endpoint(asked, facts) ?? Health.newEndpoint(webhook.id), consulted, facts)
        )
      })
    }
  }
}
