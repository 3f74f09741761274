/**
 * `signalbox destinations`, `spend` and `retention`: where messages of an account may go, how much they may cost, and how long
 * what they tell of people is kept.
 */
import type { Account } from "@signalbox/core/Account"
import * as Money from "@signalbox/core/Money"
import * as Terms from "@signalbox/core/Terms"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Answer from "../Answer.ts"
import type { Command } from "../Command.ts"
import * as Json from "../Json.ts"
import * as OfAccount from "../OfAccount.ts"

/** Shows a document that can be changed and set again: null where the account says nothing. */
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
  says: "Says where messages of an account may go",
  details: [
    "{ \"allow\": [\"CH\", \"+49151\"], \"forbid\": [\"+4190\"], \"preset\": \"no-premium\" }",
    "The rest ends BLOCKED with BUSINESS_011. null takes its own lists away, and not those of its organization."
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

const capsOf = ({ spend }: Account): unknown => spend === undefined ? null : Terms.writtenSpendCaps(spend)

const setSpend: Command = {
  path: ["spend", "set"],
  says: "Says how much messages of an account, and of its profiles, may cost",
  details: [
    "{ \"day\": \"100.00\", \"month\": \"2000.00\", \"regions\": { \"CH\": { \"day\": \"10.00\" } } }, in days and months of UTC.",
    "More ends BLOCKED with SIGNALBOX_001. null takes its own caps away, and not those of its organization."
  ],
  takes: [OfAccount.argument, Json.file],
  on: "operator",
  run: Effect.fnUntraced(function*(input) {
    const given = yield* Json.read(input.arguments[1]!, Schema.NullOr(Terms.SpendCaps))
    const spend = given === null ? null : Terms.spendCaps(given)
    return yield* OfAccount.change(input, { spend }, (account) => ({
      json: capsOf(account),
      lines: [`${Answer.plain(account.name)} has the spend caps of the file.`]
    }))
  })
}

const used: Command = {
  path: ["spend", "used"],
  says: "Shows how much of the spend caps that hold for an account is used up",
  takes: [OfAccount.argument],
  on: "operator",
  run: (input) =>
    Effect.map(OfAccount.ask(input, (operator, id) => operator.usedCaps(id)), (caps) => ({
      json: {
        caps: caps.map(({ account, cap, isWarned, period, region, spent, startsOn }) => ({
          account_id: account,
          region,
          period,
          starts_on: startsOn,
          cap: Money.toText(cap),
          spent: Money.toText(spent),
          warned: isWarned
        }))
      },
      lines: caps.length === 0 ? ["There are no spend caps."] : Answer.table(
        ["ACCOUNT", "REGION", "PERIOD", "SINCE", "CAP", "SPENT", "WARNED"],
        caps.map(({ account, cap, isWarned, period, region, spent, startsOn }) => [
          account,
          region ?? "all",
          period,
          startsOn,
          Money.toText(cap),
          Money.toText(spent),
          isWarned ? "yes" : "no"
        ])
      )
    }))
}

const retentionOf = ({ retention }: Account): unknown => retention ?? null

const setRetention: Command = {
  path: ["retention", "set"],
  says: "Says for how many days an account keeps what its messages tell of people",
  details: [
    "{ \"texts\": 90, \"media\": 30, \"numbers\": 365 }, each 1 to 3650; what is left out is kept for good.",
    "What is older is redacted and cannot be had back. null takes its own away, and not that of its organization."
  ],
  takes: [OfAccount.argument, Json.file],
  on: "operator",
  run: Effect.fnUntraced(function*(input) {
    const retention = yield* Json.read(input.arguments[1]!, Schema.NullOr(Terms.Retention))
    return yield* OfAccount.change(input, { retention }, (account) => ({
      json: retentionOf(account),
      lines: [`${Answer.plain(account.name)} has the retention of the file.`]
    }))
  })
}

export const commands: ReadonlyArray<Command> = [
  show("destinations", "Shows the destinations of an account's own, as a file in JSON has them", destinationsOf),
  setDestinations,
  show("spend", "Shows the spend caps of an account's own, as a file in JSON has them", capsOf),
  setSpend,
  used,
  show("retention", "Shows the retention of an account's own, as a file in JSON has it", retentionOf),
  setRetention
]
