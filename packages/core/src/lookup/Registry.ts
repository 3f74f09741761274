/**
 * Asks whoever keeps track of numbers: for a bounded time, and for an account only so many questions at the same time.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Limit from "../catalogue/Limit.ts"
import * as Outside from "../operation/Outside.ts"
import * as Lookup from "../port/NumberLookup.ts"
import type { AccountId } from "../value/Id.ts"
import type { PhoneNumber } from "../value/PhoneNumber.ts"

const read = Schema.decodeUnknownOption(Lookup.Finding)

/** Reads what a look-up has said, which may be anything. */
const legible = Effect.fnUntraced(function*(said: unknown) {
  const found = read(said)
  if (Option.isNone(found)) yield* Effect.logWarning("a number look-up found what is no finding")
  return found
})

/** Returns nothing where the registry fails, is late or answers nonsense. */
export const ask = (
  lookup: Lookup.NumberLookup,
  asked: Extract<Outside.Asked, "numbers" | "routes">,
  account: AccountId,
  phone: PhoneNumber
): Effect.Effect<Option.Option<Lookup.Finding>> =>
  Effect.flatMap(
    Outside.ask(asked, account, Limit.lookup, () => lookup.find(phone)),
    Option.match({ onNone: () => Effect.succeed(Option.none<Lookup.Finding>()), onSome: legible })
  )
