/**
 * The service's own rows of messages, as they are stored.
 */
import * as Facts from "@signalbox/core/Facts"
import type { MessageId } from "@signalbox/core/Id"
import type { Message } from "@signalbox/core/Message"
import { Messages } from "@signalbox/core/Message"
import * as Needs from "@signalbox/core/Needs"
import { Store } from "@signalbox/core/Store"
import * as Effect from "effect/Effect"

/** Returns those that there are. */
export const load = Effect.fnUntraced(function*(ids: ReadonlyArray<MessageId>) {
  if (ids.length === 0) return new Map<MessageId, Message>()
  const store = yield* Store
  const facts = yield* store.load(Needs.rows(Messages, [...new Set(ids)]))
  return new Map(ids.flatMap((id) => {
    const row = Facts.get(facts, Messages, id)
    return row === null ? [] : [[id, row] as const]
  }))
})
