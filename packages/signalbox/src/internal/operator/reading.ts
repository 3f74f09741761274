/**
 * The arguments of the operator's calls, and the pages of its lists.
 */
import * as Instant from "@signalbox/core/Instant"
import type { ListPosition } from "@signalbox/core/ListQuery"
import * as Schema from "effect/Schema"
import * as Given from "../given.ts"

export const check = <A>(holds: (value: A) => boolean, message: string) => Schema.makeFilter(holds, { message })

/** A position in a list as one text: what it means is nobody's business but ours. */
export const cursor = (position: ListPosition | null): string | null =>
  position === null ? null : `${position.at}.${position.key}`

const pattern = /^(-?\d{1,16})\.([^\0\p{Surrogate}]{1,600})$/u

const isCursor = (text: string): boolean => pattern.test(text)

/** @param text has been read as a cursor */
export const positionOf = (text: string | null | undefined): ListPosition | null => {
  const [, at, key] = pattern.exec(text ?? "") ?? []
  return at === undefined || key === undefined ? null : { at: Instant.make(Number(at)), key }
}

export const after = Schema.NullOr(
  Schema.String.check(check(isCursor, "must be the `after` of the page before"))
)

export const limit = Schema.Int.check(
  check((value: number) => value >= 1 && value <= 1000, "must be a whole number from 1 to 1000")
)

const PageOptions = Schema.Struct({ after: Schema.optionalKey(after), limit: Schema.optionalKey(limit) })

export const page = (
  call: string,
  value: unknown
): { readonly limit: number; readonly behind: ListPosition | null } => {
  const { after, limit = 100 } = Given.read(call, "page", PageOptions, value)
  return { limit, behind: positionOf(after) }
}

const OfAccount = Schema.Struct({ account: Schema.String })

/** Reads the id of an account, which is the only argument. */
export const account = (call: string, value: unknown): string =>
  Given.read(call, "", OfAccount, { account: value }).account
