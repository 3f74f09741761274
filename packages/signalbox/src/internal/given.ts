/**
 * Reads what a host gives to a call by its Schema.
 */
import type { Json } from "@signalbox/core/Json"
import * as Refused from "@signalbox/core/Refused"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import * as Errors from "./errors.ts"
import type { Shape } from "./flaws.ts"
import * as Flaws from "./flaws.ts"
import { plain } from "./plain.ts"

/**
 * Returns what is given as JSON: what the service keeps must not change with what the host holds.
 *
 * @throws SignalboxError that names everything that JSON has no form for
 */
export const json = (value: unknown): Json => {
  const { json: read, violations } = plain(value ?? {})
  if (violations.length > 0) throw Errors.fromRefused(Refused.fromViolations(violations), null)
  return read
}

/** Returns a copy of what is given, whose type names nothing but JSON. A host without types may give anything. */
export const copy = <Value>(value: Value): Value => json(value) as Value

/**
 * @param place the name of what is read; empty where its fields are arguments
 * @throws SignalboxError that names everything that is wrong
 */
export const read = <A>(call: string, place: string, shape: Schema.Codec<A, unknown> & Shape, value: unknown): A => {
  const found = Flaws.read(place, shape, value ?? {})
  if (Result.isFailure(found)) throw Errors.wrong(call, found.failure)
  return found.success
}
