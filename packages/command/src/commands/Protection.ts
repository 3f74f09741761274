/**
 * `signalbox destinations`: where messages of an account may go.
 */
import type { Account } from "@signalbox/core/Account"
import * as Terms from "@signalbox/core/Terms"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Answer from "../Answer.ts"
import type { Command } from "../Command.ts"
import * as Json from "../Json.ts"
import * as OfAccount from "../OfAccount.ts"

/** What was shown can be changed and set again: null where the account says nothing. */
const show = (path: string, says: string, shown: (account: Account) => unknown): Command => ({
  path: [path, "show"],
  says,
  takes: [OfAccount.argument],
  on: "operator",
  run: (input) => Effect.map(OfAccount.find(input), (account) => Json.shown(shown(account)))
})

const destinationsOf = ({ destinations }: Account): unknown => destinations ?? null

const setDestinations: Command = {
  path: ["destinations", "set"],
  says: "Says where messages of an account may go; the rest ends BLOCKED with BUSINESS_011",
  details: [
    "{ \"allow\": [\"CH\", \"+49151\"], \"forbid\": [\"+4190\"], \"preset\": \"no-premium\" }",
    "null takes its own lists away; those of its organization stay in force."
  ],
  takes: [OfAccount.argument, Json.file],
  on: "operator",
  run: Effect.fnUntraced(function*(input) {
    const destinations = yield* Json.read(input.arguments[1]!, Schema.NullOr(Terms.Destinations))
    return yield* OfAccount.change(input, { destinations }, (account) => ({
      json: destinationsOf(account),
      lines: [`${Answer.plain(account.name)} has the destinations of the file.`]
    }))
  })
}

export const commands: ReadonlyArray<Command> = [
  show("destinations", "Shows the destinations of an account's own, as a file in JSON has them", destinationsOf),
  setDestinations
]
