/**
 * `signalbox number-pools`: from which of its numbers an account writes to whom.
 */
import type { Command } from "../Command.ts"
import * as Term from "../Term.ts"

export const commands: ReadonlyArray<Command> = Term.ownSetting("numberPools", {
  path: "number-pools",
  name: "the pools",
  says: {
    show: "Shows the pools of an account's numbers",
    set: "Sets the pools of an account's numbers, one for a channel and a country"
  },
  details: [
    "[{ \"channel\": \"sms\", \"country\": \"US\", \"areaDigits\": 3, \"pace\": \"published\", \"whenPaced\": \"next\" }]",
    "areaDigits, pace ({ \"perSecond\": 5 } as well) and whenPaced (next or wait) may be left out.",
    "null takes the pools away, so that messages leave from the first number."
  ]
})
