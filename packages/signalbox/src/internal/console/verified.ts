/**
 * The check of a signature that an endpoint was given. It is made where the secret is, and a page learns only whether the
 * signature is right.
 */
import * as Facts from "@signalbox/core/Facts"
import { WebhookId } from "@signalbox/core/Id"
import * as Limit from "@signalbox/core/Limit"
import * as Needs from "@signalbox/core/Needs"
import { Secrets } from "@signalbox/core/Secrets"
import * as Signature from "@signalbox/core/Signature"
import { Store } from "@signalbox/core/Store"
import { Webhooks } from "@signalbox/core/Webhook"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { SignalboxError } from "../../SignalboxError.ts"
import * as Errors from "../errors.ts"

/** The webhook, and what stood in the headers and in the body of a request to it. */
const Given = Schema.Struct({
  webhook_id: WebhookId,
  timestamp: Schema.String.check(Schema.isMaxLength(20)),
  signature: Schema.String.check(Schema.isMaxLength(1000)),
  body: Schema.String.check(Schema.isMaxLength(Limit.bodyBytes))
})

const decoded = Schema.decodeUnknownEffect(Given)

export interface Verified {
  readonly verified: boolean
}

/** A secret that nobody here can open verifies nothing. */
export const verify = Effect.fnUntraced(function*(
  account: string,
  given: unknown
): Effect.fn.Return<Verified, SignalboxError, Secrets | Store> {
  const { webhook_id: id, ...request } = yield* Effect.mapError(
    decoded(given),
    () =>
      Errors.error("VALIDATION_001", "The body must have webhook_id, timestamp, signature and body, all of them texts")
  )
  const store = yield* Store
  const { open } = yield* Secrets
  const facts = yield* Effect.mapError(store.load(Needs.row(Webhooks, id)), (error) => Errors.fromExecution(error))
  const webhook = Facts.get(facts, Webhooks, id)
  if (webhook === null || webhook.account !== account || webhook.deletedAt !== undefined) {
    return yield* Effect.fail(Errors.error("RESOURCE_008"))
  }
  const secret = yield* Effect.orElseSucceed(open(webhook.secret), () => null)
  return { verified: secret !== null && Signature.isRight(secret, { ...request, webhook: id }) }
})
