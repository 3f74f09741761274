import type { Json, JsonObject } from "@signalbox/core/Json"

/** A request of an operation, and what it is answered. */
export interface Example {
  readonly body?: JsonObject
  readonly data?: Json
}
