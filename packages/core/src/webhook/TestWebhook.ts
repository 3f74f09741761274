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
import { done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import { IdGenerator } from "../commit/IdGenerator.ts"
import * as Needs from "../commit/Needs.ts"
import * as Refused from "../commit/Refused.ts"
import * as Attempt from "../delivery/Attempt.ts"
import { DeliveryWork } from "../delivery/DeliveryWork.ts"
import * as Fanout from "../delivery/Fanout.ts"
import * as Health from "../delivery/Health.ts"
import * as Retry from "../delivery/Retry.ts"
import { Executor } from "../engine/Executor.ts"
import * as Restriction from "../engine/Restriction.ts"
import * as Caller from "../operation/Caller.ts"
import * as Field from "../operation/Field.ts"
import type { Operation } from "../operation/Operation.ts"
import type { WebhookResult } from "../port/WebhookSender.ts"
import { WebhookSender } from "../port/WebhookSender.ts"
import type { Delivery, Event } from "../row/Delivery.ts"
import { Deliveries, Events } from "../row/Delivery.ts"
import type { Endpoint, Webhook } from "../row/Webhook.ts"
import { Endpoints } from "../row/Webhook.ts"
import type { AccountId } from "../value/Id.ts"
import * as Instant from "../value/Instant.ts"
import * as OwnWebhook from "./OwnWebhook.ts"
import * as SampleEvent from "./SampleEvent.ts"
import { WebhookPath } from "./WebhookPath.ts"

/** Template events have no names of their own in what is published, so their family names one of them. */
const anyTemplate = "templates"

const Body = Schema.Struct({
  event_type: Schema.Literals([anyTemplate, ...EventName.all]).annotate({
    message: "must be the name of an event, such as message.sent",
    violation: "VALIDATION_006" satisfies ViolationCode
  }),
  sandbox: Field.optional(Schema.Boolean)
})
type Body = typeof Body.Type

const Answer = Schema.Struct({ success: Schema.Boolean, message: Schema.String })
type Answer = typeof Answer.Type

const nameOf = ({ event_type }: Body): EventName.EventName =>
  event_type === anyTemplate ? "templates.approved" : event_type

/** The sample, and the answer that the endpoint gave to it. */
export interface Tried {
  readonly event: Event
  readonly delivery: Delivery
  readonly result: WebhookResult
  readonly began: Instant.Instant
  readonly ended: Instant.Instant
}

const tried = Effect.fnUntraced(function*(webhook: Webhook, organization: AccountId, name: EventName.EventName) {
  const [ids, sender, began] = [yield* IdGenerator, yield* WebhookSender, yield* Instant.now]
  const event = SampleEvent.make(name, webhook.account, { now: began, ids })
  const delivery = Fanout.delivery(event, webhook.id, webhook.parent)
  const result = yield* sender.send(Attempt.request({ delivery, event, organization, webhook }, began))
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
    ...(isTaken && before.waitsUntil !== null
      ? Restriction.pause(facts, DeliveryWork.lane.of(before.webhook), null)
      : {})
  }
}

export const TestWebhook: Operation<WebhookPath, object, Body, Tried | null, Answer, "webhooks.test"> = {
  name: "webhooks.test",
  summary: "Deliver a sample to a webhook",
  description:
    "Delivers a sample of an event immediately and answers what came of it. A failed test does not count against the webhook.",
  path: WebhookPath,
  query: Schema.Struct({}),
  body: Body,
  data: Answer,
  status: 200,
  role: null,
  scope: "webhooks",
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
    return webhook === null ? null : yield* tried(webhook, Caller.organization(caller), nameOf(asked.body))
  }),
  decides: {
    name: "webhooks.test",
    needs: (asked) => Needs.all(OwnWebhook.needs(asked), Restriction.needs),
    decide: (asked, { facts }) => {
      const webhook = OwnWebhook.find(asked, facts)
      if (webhook === null) return Result.fail(Refused.refused("RESOURCE_008"))
      const { consulted } = asked
      if (consulted === null) return Result.fail(Refused.refused("INTERNAL_005"))
      const { began, delivery, ended, event, result } = consulted
      if (result._tag === "Unsent") {
        return done({ success: false, message: result.message })
      }
      const verdict = Retry.after(delivery, { result, began, ended }, 0)
      const { errorMessage, httpStatus } = verdict.delivery
      return done({ success: errorMessage === null, message: errorMessage ?? `HTTP status ${httpStatus}` }, {
        puts: [Commit.put(Events, event), Commit.put(Deliveries, verdict.delivery)]
      }, endpointPart(OwnWebhook.endpoint(asked, facts) ?? Health.newEndpoint(webhook.id), consulted, facts))
    }
  }
}
