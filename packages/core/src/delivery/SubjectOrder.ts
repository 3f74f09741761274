/**
 * The order of what is told about one thing. First attempts at an endpoint run side by side, and a receiver may see them
 * in any order; but of one message or template it should hear first what happened first. So an attempt waits until the
 * one before it about the same thing has ended, however it did.
 */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Event } from "../row/Delivery.ts"
import type { WebhookId } from "../value/Id.ts"

const Named = Schema.optionalKey(Schema.NullOr(Schema.String))

const Body = Schema.fromJsonString(
  Schema.Struct({
    payload: Schema.Struct({ message_id: Named, template_id: Named, contact_id: Named })
  })
)

const decode = Schema.decodeUnknownOption(Body)

/** What an event is about: a message, a template or a contact by its id, or its account. A body unlike ours is alone. */
export const subject = ({ account, body, id }: Event): string =>
  Option.match(decode(body), {
    onNone: () => id,
    onSome: ({ payload }) => payload.message_id ?? payload.template_id ?? payload.contact_id ?? account
  })

export interface SubjectOrder {
  /**
   * Runs an attempt after those that were given before it, of the same webhook and about the same thing. It is told
   * whether time has passed until then.
   */
  readonly after: <A, E, R>(
    webhook: WebhookId,
    event: Event,
    attempt: (hasWaited: boolean) => Effect.Effect<A, E, R>
  ) => Effect.Effect<A, E, R>
}

export const make = (): SubjectOrder => {
  const last = new Map<string, Deferred.Deferred<void>>()
  return {
    after: Effect.fnUntraced(function*(webhook, event, attempt) {
      const key = `${webhook}/${subject(event)}`
      const before = last.get(key)
      const mine = yield* Deferred.make<void>()
      last.set(key, mine)
      const end = Effect.suspend(() => {
        if (last.get(key) === mine) last.delete(key)
        return Deferred.succeed(mine, undefined)
      })
      const waited = before === undefined ? Effect.void : Deferred.await(before)
      return yield* Effect.ensuring(Effect.andThen(waited, Effect.suspend(() => attempt(before !== undefined))), end)
    })
  }
}
