/**
 * The order of channels that a send has asked for, and how long it waits on each (decisions 14.5).
 */
import * as Schema from "effect/Schema"
import { Channel } from "../value/Channel.ts"

export const Fallback = Schema.Struct({
  /** Each once, the first one first. */
  channels: Schema.Array(Channel),
  /** Absent: it goes on only after a failure. */
  afterSeconds: Schema.optionalKey(Schema.Int)
})
export type Fallback = typeof Fallback.Type
