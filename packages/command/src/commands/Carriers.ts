/**
 * `signalbox carriers health`, `pin` and `release`: which carriers come after the others, because they are unwell or because
 * the operator says so.
 */
import type { CarrierId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import type { CarrierWeight, Place } from "@signalbox/core/Operator"
import { Operator } from "@signalbox/core/Operator"
import { isRegion } from "@signalbox/core/PhoneNumber"
import * as Effect from "effect/Effect"
import * as Answer from "../Answer.ts"
import type { Argument, Command, Input } from "../Command.ts"
import { text } from "../Command.ts"
import { fromExecution, misuse, refused } from "../CommandError.ts"
import * as Value from "../Value.ts"

const argument: Argument = { name: "CARRIER", says: "the id of the carrier" }

const shown = ({ carrier, country, mark, pin, weight }: CarrierWeight) => ({
  carrier,
  country,
  weight,
  trouble: mark?.trouble ?? null,
  counted: mark?.counted ?? null,
  troubled: mark?.troubled ?? null,
  fell_at: Answer.instant(mark?.since ?? null),
  pinned_until: Answer.instant(pin?.until ?? null)
})

const health: Command = {
  path: ["carriers", "health"],
  says: "Lists the carriers whose weight has fallen or was set",
  on: "operator",
  run: Effect.fnUntraced(function*() {
    const operator = yield* Operator
    const weights = yield* Effect.mapError(operator.carrierWeights, fromExecution)
    return {
      json: { carriers: weights.map(shown) },
      lines: weights.length === 0 ? ["Every carrier is as well as can be."] : Answer.table(
        ["CARRIER", "COUNTRY", "WEIGHT", "TROUBLE", "IN", "OF", "SINCE", "PINNED UNTIL"],
        weights.map(({ carrier, country, mark, pin, weight }) => [
          Answer.plain(carrier),
          country ?? "all",
          String(weight),
          mark?.trouble ?? "",
          String(mark?.troubled ?? ""),
          String(mark?.counted ?? ""),
          Answer.instant(mark?.since ?? null) ?? "",
          Answer.instant(pin?.until ?? null) ?? ""
        ])
      )
    }
  })
}

const placeOf = Effect.fnUntraced(function*(input: Input) {
  const country = text(input, "country") ?? null
  if (country !== null && !isRegion(country)) {
    return yield* Effect.fail(misuse(`--country ${Answer.plain(country)} is no country, such as GB.`))
  }
  return { carrier: input.arguments[0]! as CarrierId, country } satisfies Place
})

const where = ({ carrier, country }: Place): string =>
  `${Answer.plain(carrier)}${country === null ? "" : ` in ${country}`}`

const pin: Command = {
  path: ["carriers", "pin"],
  says: "Sets the weight of a carrier for a while, whatever is counted of it",
  details: [
    "The weight is the share of messages, in hundredths, to which the carrier keeps its place among",
    "the others: 100 as the rules say, 0 after all others. No carrier is left out by it."
  ],
  takes: [argument, { name: "WEIGHT", says: "from 0 to 100" }],
  options: ["for", "country"],
  on: "operator",
  run: Effect.fnUntraced(function*(input) {
    const operator = yield* Operator
    const [, given] = input.arguments as [string, string]
    const weight = /^\d{1,3}$/.test(given) ? Number(given) : Number.NaN
    if (!(weight <= 100)) {
      return yield* Effect.fail(misuse(`${Answer.plain(given)} is no weight from 0 to 100.`))
    }
    const millis = yield* Value.duration("for", text(input, "for") ?? "1h")
    const place = yield* placeOf(input)
    const until = Instant.plus(yield* Instant.now, millis)
    const answer = yield* Effect.mapError(operator.pinCarrier(place, weight, until), fromExecution)
    if (answer === "BadEnd") return yield* Effect.fail(misuse("A carrier is pinned for 30 days at most."))
    if (answer === "TooMany") {
      return yield* Effect.fail(refused("As many carriers are pinned as may be: release some of them."))
    }
    return {
      json: { changed: answer === "Changed", pinned_until: Answer.instant(until) },
      lines: [`${where(place)} has the weight ${weight} until ${Instant.toMillis(until)}.`]
    }
  })
}

const release: Command = {
  path: ["carriers", "release"],
  says: "Ends a pin of a carrier, and forgets that its weight has fallen",
  takes: [argument],
  options: ["country"],
  on: "operator",
  run: Effect.fnUntraced(function*(input) {
    const operator = yield* Operator
    const place = yield* placeOf(input)
    const changed = yield* Effect.mapError(operator.releaseCarrier(place), fromExecution)
    return { json: { changed }, lines: [`${where(place)} is ${changed ? "as well as can be" : "as it was"}.`] }
  })
}

export const commands: ReadonlyArray<Command> = [health, pin, release]
