/**
 * The envelope of every event (specification "Events"). Its text is stored once for all subscribers; with the id of a
 * delivery it is the body of every attempt to deliver it.
 */
import type { EventName } from "../catalogue/EventName.ts"
import { family } from "../catalogue/EventName.ts"
import type { DeliveryId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import { toSeconds } from "../value/Instant.ts"
import type { JsonObject } from "../value/Json.ts"

export const envelope = (name: EventName, at: Instant, payload: JsonObject): string =>
  JSON.stringify({ field: family(name), event: name, timestamp: toSeconds(at), payload })

/** This text comes right before the payload; no value of an envelope before it holds a quotation mark. */
const beforePayload = ",\"payload\":"

/**
 * Returns the body of a delivery: the envelope with `event_id`, by which receivers know an event that they have seen. It
 * stands in the body because the signature covers the body and no header (decisions 7.1).
 */
export const delivered = (body: string, id: DeliveryId): string =>
  body.replace(beforePayload, `,"event_id":"${id}"${beforePayload}`)

const quotedId = /"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"/g

/**
 * Returns the ids among the values of an event's body, once each. A quotation mark within a text is escaped, so an id
 * in the text of a message is none of them.
 */
export const ids = (body: string): ReadonlyArray<string> => [
  ...new Set([...body.matchAll(quotedId)].flatMap(([, id]) => id ?? []))
]
