/**
 * `signalbox destinations` and `spend`: where messages of an account may go, and how much they may cost.
 */
import * as Money from "@signalbox/core/Money"
import * as Effect from "effect/Effect"
import * as Answer from "../Answer.ts"
import type { Command } from "../Command.ts"
import * as OfAccount from "../OfAccount.ts"
import * as Term from "../Term.ts"

const destinations = Term.ownSetting("destinations", {
  path: "destinations",
  name: "the destinations",
  says: {
    show: "Shows the destinations of an account's own, as a file in JSON has them",
    set: "Says where messages of an account may go"
  },
  details: [
    "{ \"allow\": [\"CH\", \"+49151\"], \"forbid\": [\"+4190\"], \"preset\": \"no-premium\" }",
    "The rest ends BLOCKED with BUSINESS_011. null takes its own lists away, and not those of its organization."
  ]
})

const spend = Term.ownSetting("spend", {
  path: "spend",
  name: "the spend caps",
  says: {
    show: "Shows the spend caps of an account's own, as a file in JSON has them",
    set: "Says how much messages of an account, and of its profiles, may cost"
  },
  details: [
    "{ \"day\": \"100.00\", \"month\": \"2000.00\", \"regions\": { \"CH\": { \"day\": \"10.00\" } } }, in days and months of UTC.",
    "More ends BLOCKED with SIGNALBOX_001. null takes its own caps away, and not those of its organization."
  ]
})

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

export const commands: ReadonlyArray<Command> = [...destinations, ...spend, used]
