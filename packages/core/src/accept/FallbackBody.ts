/**
 * The `fallback` of a send: an order of channels of its own, and how long it waits on each (decisions 14.5).
 */
import * as Schema from "effect/Schema"
import * as Limit from "../catalogue/Limit.ts"
import type { Violation } from "../catalogue/Violation.ts"
import * as Field from "../operation/Field.ts"
import type { Fallback } from "../row/Fallback.ts"
import { Channel, type Requested } from "../value/Channel.ts"

const { longest, shortest } = Limit.fallbackSeconds

export const FallbackBody = Schema.Struct({
  channels: Field.array(Field.oneOf(Channel.literals), Channel.literals.length).check(
    Schema.makeFilter((channels: ReadonlyArray<unknown>) => channels.length > 0, {
      message: "must contain at least one channel",
      toJsonSchema: () => ({ minItems: 1 })
    }),
    Schema.makeFilter((channels: ReadonlyArray<unknown>) => new Set(channels).size === channels.length, {
      message: "must name each channel once",
      toJsonSchema: () => ({ uniqueItems: true })
    })
  ),
  after_seconds: Field.optional(Schema.Int.check(
    Schema.makeFilter((seconds: number) => seconds >= shortest && seconds <= longest, {
      message: `must be a whole number from ${shortest} to ${longest}`,
      toJsonSchema: () => ({ minimum: shortest, maximum: longest })
    })
  ))
})
export type FallbackBody = typeof FallbackBody.Type

/** A send with a channel of its own has no other to go on to. */
export const check = (
  fallback: FallbackBody | null | undefined,
  channels: ReadonlyArray<Requested>
): ReadonlyArray<Violation> =>
  fallback === undefined || fallback === null || channels.every((channel) => channel === "auto_detect")
    ? []
    : [{ field: "fallback", code: "VALIDATION_001", message: "must not be given together with a channel" }]

export const read = (body: FallbackBody | null | undefined): Fallback | null =>
  body === undefined || body === null ? null : {
    channels: body.channels,
    ...(body.after_seconds === undefined || body.after_seconds === null ? {} : { afterSeconds: body.after_seconds })
  }
