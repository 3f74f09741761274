/**
 * Arbitraries of fields, from which those of rows are put together.
 */
import type * as Id from "@signalbox/core/Id"
import * as fc from "fast-check"

export const one = <A>({ literals }: { readonly literals: ReadonlyArray<A> }): fc.Arbitrary<A> =>
  fc.constantFrom(...literals)
export const some = <A>(each: fc.Arbitrary<A>, maxLength = 3): fc.Arbitrary<ReadonlyArray<A>> =>
  fc.array(each, { maxLength })
export const few = <A>({ literals }: { readonly literals: ReadonlyArray<A> }): fc.Arbitrary<ReadonlyArray<A>> =>
  fc.subarray([...literals])
export const maybe = <A>(each: fc.Arbitrary<A>): fc.Arbitrary<A | null> => fc.option(each)

/** Rows of these fields, and of any of those that a row need not have. */
export const withOptional = <A, B>(
  fields: fc.Arbitrary<A>,
  optional: { readonly [Key in keyof B]: fc.Arbitrary<B[Key]> }
): fc.Arbitrary<A & Partial<B>> =>
  fc.tuple(fields, fc.record(optional, { requiredKeys: [], noNullPrototype: true })).map(([all, more]) => ({
    ...all,
    ...more as Partial<B>
  }))

export const small = fc.nat({ max: 1000 })
export const carrierId = fc.constantFrom("sms-a", "sms-b", "whatsapp") as fc.Arbitrary<string> as fc.Arbitrary<
  Id.CarrierId
>
