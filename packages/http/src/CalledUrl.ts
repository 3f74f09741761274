/**
 * The path and the query that a client has called, where the host has changed them before Signalbox, as an application
 * does that strips the path it mounts Signalbox under. Carriers sign what they call.
 */
import * as Context from "effect/Context"

/** Null when the host has changed nothing. */
export const CalledUrl = Context.Reference<string | null>("@signalbox/http/CalledUrl", {
  defaultValue: () => null
})
