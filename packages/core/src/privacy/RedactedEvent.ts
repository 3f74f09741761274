/**
 * Takes the body out of an event, and the answers of endpoints out of its deliveries. What stays tells that something was
 * delivered, of which kind, about which ids, when, and with what result.
 */
import type { Delivery, Event } from "../row/Delivery.ts"

const id = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Only the service's own fields end like this. Whatever else has the form of an id may be a text of somebody's. */
const isId = ([name, value]: readonly [string, unknown]): boolean =>
  name.endsWith("_id") && typeof value === "string" && id.test(value)

/** Returns the event with nothing but ids in its payload; the same one when it has nothing else. */
export const event = (whole: Event): Event => {
  const envelope: unknown = JSON.parse(whole.body)
  const payload = isRecord(envelope) && isRecord(envelope["payload"]) ? envelope["payload"] : {}
  const ids = Object.entries(payload).filter(isId)
  return ids.length === Object.keys(payload).length
    ? whole
    : { ...whole, body: JSON.stringify({ ...Object(envelope), payload: Object.fromEntries(ids) }) }
}

/** Returns the delivery without the answers of its endpoint; the same one when it has none. */
export const delivery = (whole: Delivery): Delivery => {
  const { log = [], responseBody } = whole
  if (responseBody === null && log.every((attempt) => attempt.responseBody === null)) return whole
  return { ...whole, responseBody: null, log: log.map((attempt) => ({ ...attempt, responseBody: null })) }
}
