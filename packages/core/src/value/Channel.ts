/**
 * The channels that a message can be sent on, and what a sender may request.
 */
import * as Schema from "effect/Schema"

export const Channel = Schema.Literals(["sms", "whatsapp", "rcs", "mms"])
export type Channel = typeof Channel.Type

/** The values that `channel` of a send accepts: a channel, or the service's choice. */
export const Requested = Schema.Literals(["auto_detect", "sms", "whatsapp", "rcs", "mms"])
export type Requested = typeof Requested.Type

/** The channel that a message shows. It is `auto` when the message ended before any route was chosen. */
export const Shown = Schema.Literals(["auto_detect", "sms", "whatsapp", "rcs", "mms", "auto"])
export type Shown = typeof Shown.Type
