/**
 * `signalbox frequency` and `purposes`: how often an account may write to one recipient, and what it writes for.
 */
import { Operator } from "@signalbox/core/Operator"
import * as Terms from "@signalbox/core/Terms"
import * as Effect from "effect/Effect"
import type { Command } from "../Command.ts"
import { fromExecution, misuse, unknownAccount } from "../CommandError.ts"
import * as Json from "../Json.ts"
import * as OfAccount from "../OfAccount.ts"
import * as Term from "../Term.ts"
import * as Value from "../Value.ts"

const frequency = Term.ownSetting("frequency", {
  path: "frequency",
  name: "the rules",
  says: {
    show: "Shows how often an account may write to one recipient, by rules of its own",
    set: "Sets how often an account may write to one recipient"
  },
  details: [
    "[{ \"category\": \"MARKETING\", \"per\": \"day\", \"most\": 2 }]; [] is no limit.",
    "per is hour, day or week. Without a category it is every message but those of AUTHENTICATION.",
    "null takes the rules away, so that those of the organization count."
  ]
})

const purposes = Term.ownSetting("purposes", {
  path: "purposes",
  name: "the purposes",
  says: {
    show: "Shows what an account writes for, by purposes of its own",
    set: "Sets what an account writes for, to which recipients consent by themselves"
  },
  details: [
    "[{ \"name\": \"news\", \"categories\": [\"MARKETING\"], \"requiresOptIn\": true, \"optOutKeyword\": \"STOP NEWS\" }]",
    "They may also have optInKeyword, optOutReply and optInReply.",
    "null takes them away, so that those of the organization count; what recipients have said stays."
  ]
})

const prefer: Command = {
  path: ["purposes", "prefer"],
  says: "Says what a recipient has said about purposes of an account",
  details: ["{ \"news\": \"opt_in\", \"orders\": \"opt_out\" }; null takes one back, and what is not named stays."],
  takes: [OfAccount.argument, { name: "PHONE", says: "the number of the recipient" }, Json.file],
  on: "operator",
  run: Effect.fnUntraced(function*(input) {
    const operator = yield* Operator
    const [given, number, path] = input.arguments as [string, string, string]
    const id = yield* Value.account(given)
    const phone = yield* Value.phone(number)
    const preferences = yield* Json.read(path, Terms.Preferences)
    const answer = yield* Effect.mapError(operator.prefer(id, phone, preferences), fromExecution)
    if (answer === "UnknownAccount") return yield* Effect.fail(unknownAccount(id))
    if (answer === "UnknownPurpose") {
      return yield* Effect.fail(misuse(`${path}: the account has not all of these purposes.`))
    }
    const changed = answer === "Changed"
    return {
      json: { changed },
      lines: [changed ? `${phone} has other preferences.` : `${phone} had these preferences.`]
    }
  })
}

export const commands: ReadonlyArray<Command> = [...frequency, ...purposes, prefer]
