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

/**
 * Returns the text that a payload has under the first of these names that names one, or null. This service has written the
 * body, so it is read without a schema: that would take longer than all else of an attempt.
 */
export const textOf = (body: string, names: ReadonlyArray<string>): string | null => {
  const payload = body.indexOf(beforePayload) + beforePayload.length
  // An object within the payload may have a field of that name.
  if (payload < beforePayload.length || body.includes("{", payload + 1)) return textInJson(body, names)
  for (const name of names) {
    const field = `"${name}":"`
    const start = body.indexOf(field, payload)
    if (start < 0) continue
    const end = body.indexOf("\"", start + field.length)
    const text = body.slice(start + field.length, end)
    // What follows a backslash is written otherwise than it reads.
    return end < 0 || text.includes("\\") ? textInJson(body, names) : text
  }
  return null
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const textInJson = (body: string, names: ReadonlyArray<string>): string | null => {
  const envelope = parsed(body)
  const payload = isRecord(envelope) ? envelope["payload"] : null
  const texts = isRecord(payload) ? names.map((name) => payload[name]) : []
  return texts.find((text) => typeof text === "string") ?? null
}

const quotedId = /"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"/g

/**
 * Returns the ids among the values of an event's body, once each. A quotation mark within a text is escaped, so an id
 * in the text of a message is none of them.
 */
export const ids = (body: string): ReadonlyArray<string> => [
  ...new Set([...body.matchAll(quotedId)].flatMap(([, id]) => id ?? []))
]
