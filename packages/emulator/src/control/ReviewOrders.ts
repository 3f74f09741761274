/**
 * `PUT /emulator/reviews`: what the reviewer of templates does.
 */
import { Channel } from "@signalbox/core/Channel"
import { TemplateId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import { ReviewOutcome } from "@signalbox/core/TemplateState"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Reviews } from "../review/Reviews.ts"
import * as Call from "./Call.ts"

const Order = Schema.Struct({
  template: Schema.Union([Schema.Literal("next"), TemplateId]),
  channel: Schema.optionalKey(Channel),
  outcome: ReviewOutcome,
  reason: Schema.optionalKey(Schema.NonEmptyString),
  after_ms: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 366 * Instant.day })))
})

export const calls: ReadonlyArray<Call.Call> = [
  Call.send(
    "PUT",
    "/emulator/reviews",
    Order,
    ({ after_ms: afterMillis = 0, channel = null, outcome, reason = null, template }) =>
      Effect.gen(function*() {
        const reviews = yield* Reviews
        const answer = yield* reviews.order({
          template: template === "next" ? null : template,
          channel,
          outcome,
          reason,
          afterMillis
        })
        switch (answer._tag) {
          case "Unknown":
            return yield* new Call.Refusal({ status: 404, message: `there is no template ${template}` })
          case "Refused":
            return yield* new Call.Refusal({
              status: 409,
              message: answer.status !== null
                ? `a template that is ${answer.status} knows no ${outcome}`
                : template === "next"
                ? `the next review can end in approve or reject, not in ${outcome}`
                : `the template has no body for ${channel}`
            })
          case "Changed":
            return { template, status: answer.status }
          default:
            return { template, status: null }
        }
      })
  )
]
