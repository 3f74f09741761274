/**
 * The pool of an account's numbers of one country on one channel: each person is written to from one of them
 * (decisions 18.6). Which numbers those are says the list of the account's numbers.
 */
import * as Schema from "effect/Schema"
import { Channel } from "../value/Channel.ts"

/** `published`: what the networks of the country let a number of its kind send. */
export const SenderPace = Schema.Union([Schema.Literal("published"), Schema.Struct({ perSecond: Schema.Int })])
export type SenderPace = typeof SenderPace.Type

export const NumberPool = Schema.Struct({
  channel: Channel,
  /** The country of its numbers, as ISO 3166-1 alpha-2. */
  country: Schema.String,
  /** By so many digits after the calling code a person gets a number of the same area, where there is one. */
  areaDigits: Schema.optionalKey(Schema.Int),
  /** How many parts a second leave from each number. Absent: as many as there are. */
  pace: Schema.optionalKey(SenderPace),
  /** `wait`: a message waits for its number when that has no room. Absent, or `next`: it leaves from the person's next one. */
  whenPaced: Schema.optionalKey(Schema.Literals(["next", "wait"]))
})
export type NumberPool = typeof NumberPool.Type
