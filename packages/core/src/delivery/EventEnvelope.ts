/**
 * The envelope of every event (specification "Events"); its text is the body of every attempt to deliver it.
 */
import type { EventName } from "../catalogue/EventName.ts"
import { family } from "../catalogue/EventName.ts"
import type { Instant } from "../value/Instant.ts"
import { toSeconds } from "../value/Instant.ts"
import type { JsonObject } from "../value/Json.ts"

export const envelope = (name: EventName, at: Instant, payload: JsonObject): string =>
  JSON.stringify({ field: family(name), event: name, timestamp: toSeconds(at), payload })

const quotedId = /"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"/g

/**
 * Returns the ids among the values of an event's body, once each. A quotation mark within a text is escaped, so an id
 * in the text of a message is none of them.
 */
export const ids = (body: string): ReadonlyArray<string> => [
  ...new Set([...body.matchAll(quotedId)].flatMap(([, id]) => id ?? []))
]
