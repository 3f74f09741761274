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
