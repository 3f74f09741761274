/**
 * What the attempts under way are about. First attempts at an endpoint run side by side, and a receiver may see them in
 * any order; but of one recipient or template it should hear first what happened first. So an attempt waits, and all
 * behind it, until the one before it about the same thing has ended.
 */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Event } from "../row/Delivery.ts"
import type { Attempt } from "./Attempt.ts"

const name = Schema.optionalKey(Schema.NullOr(Schema.String))

/** An inbound message names its sender in `inbound_number`, all other messages their recipient in `outbound_number`. */
const Payload = Schema.Struct({ phone_number: name, inbound_number: name, outbound_number: name, template_id: name })

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Struct({ payload: Payload })))

/** What an event is about: a recipient by the number, a template by its id, or itself alone. */
export const subject = ({ body, id }: Event): string =>
  Option.match(decode(body), {
    onNone: () => id,
    onSome: ({ payload }) =>
      payload.phone_number ?? payload.inbound_number ?? payload.outbound_number ?? payload.template_id ?? id
  })

export interface Subjects {
  /** Returns what waits for the attempt that is under way about the same thing, or null when none is. */
  readonly before: (attempt: Attempt) => Effect.Effect<void> | null
  /** Runs an attempt, which is under way from the first moment on. */
  readonly during: <A, E, R>(attempt: Attempt, work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

export const make = (): Subjects => {
  const underWay = new Map<string, Deferred.Deferred<void>>()
  const key = ({ event, webhook }: Attempt): string => `${webhook.id}/${subject(event)}`
  return {
    before: (attempt) => {
      const ended = underWay.get(key(attempt))
      return ended === undefined ? null : Deferred.await(ended)
    },
    during: Effect.fnUntraced(function*(attempt, work) {
      const about = key(attempt)
      const ended = yield* Deferred.make<void>()
      underWay.set(about, ended)
      return yield* Effect.ensuring(
        work,
        Effect.suspend(() => {
          if (underWay.get(about) === ended) underWay.delete(about)
          return Deferred.succeed(ended, undefined)
        })
      )
    })
  }
}
