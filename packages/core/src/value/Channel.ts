/**
 * The channels that a message can travel on, and what a sender may ask for.
 */
import * as Schema from "effect/Schema"

export const Channel = Schema.Literals(["sms", "whatsapp", "rcs", "mms"])
export type Channel = typeof Channel.Type

/** What `channel` of a send accepts: a channel, or the service's choice. */
export const Requested = Schema.Literals(["auto_detect", "sms", "whatsapp", "rcs", "mms"])
export type Requested = typeof Requested.Type

/** What a message shows: `auto` when it ended before any route was chosen. */
export const Shown = Schema.Literals(["auto_detect", "sms", "whatsapp", "rcs", "mms", "auto"])
export type Shown = typeof Shown.Type
