/**
 * Conditions on what operators write, with what they are told where one does not hold.
 */
import * as Schema from "effect/Schema"

export const check = <A>(holds: (value: A) => boolean, message: string) => Schema.makeFilter(holds, { message })

export const few = <A>(most: number) =>
  check((each: ReadonlyArray<A>) => each.length <= most, `must have at most ${most} entries`)
