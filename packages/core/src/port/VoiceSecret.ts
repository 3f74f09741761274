/**
 * The secret that signs voice tokens: 32 random bytes or more, the same on every node. Null, the default, means that the
 * service has no voice: nobody gets a token, and none is valid.
 */
import * as Context from "effect/Context"

export const VoiceSecret = Context.Reference<Uint8Array | null>("@signalbox/core/port/VoiceSecret", {
  defaultValue: () => null
})
