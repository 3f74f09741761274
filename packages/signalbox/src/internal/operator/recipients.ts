/**
 * When and how often the recipients of an account are left in peace, and by which words of its own they opt out of what.
 */
import type { KeywordAnswer } from "@signalbox/core/Operator"
import { PhoneNumber } from "@signalbox/core/PhoneNumber"
import * as Terms from "@signalbox/core/Terms"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { FrequencyOperations, KeywordOperations, PurposeOperations, QuietHourOperations } from "../../Operator.ts"
import * as Errors from "../errors.ts"
import * as Given from "../given.ts"
import type { Run } from "../operated.ts"
import { id, ofAccount, operated, unknown } from "../operated.ts"
import * as OwnSetting from "./ownSetting.ts"
import * as Reading from "./reading.ts"

const Hours = Schema.Struct({ account: Schema.String, quietHours: Terms.QuietHours })

export const quietHours = (run: Run): QuietHourOperations => ({
  get: async (account) =>
    run(Effect.map(
      ofAccount(Reading.account("operator.quietHours.get", account), (operator, id) => operator.find(id)),
      ({ quietHours }) => quietHours
    )),
  set: async (account, quietHours) => {
    const given = Given.read("operator.quietHours.set", "", Hours, { account, quietHours })
    const change = { quietHours: Terms.quietHours(given.quietHours) }
    await run(ofAccount(given.account, (operator, id) => operator.change(id, change)))
  }
})

export const frequency = (run: Run): FrequencyOperations => {
  const { own, set } = OwnSetting.ofIts(run, "frequency")
  return { get: own, set }
}

const Preferring = Schema.Struct({ account: Schema.String, phone: PhoneNumber, preferences: Terms.Preferences })

export const purposes = (run: Run): PurposeOperations => {
  const { own, set } = OwnSetting.ofIts(run, "purposes")
  return {
    get: own,
    set,
    prefer: async (account, phone, preferences) => {
      const call = "operator.purposes.prefer"
      const given = Given.read(call, "", Preferring, { account, phone, preferences })
      return run(Effect.flatMap(
        operated((operator) => operator.prefer(id(given.account), given.phone, given.preferences)),
        (answer) => {
          if (answer === "UnknownAccount") return Effect.fail(unknown(given.account))
          return answer === "UnknownPurpose"
            ? Effect.fail(Errors.wrong(call, ["preferences must have names of the account's purposes"]))
            : Effect.succeed(answer === "Changed")
        }
      ))
    }
  }
}

const Word = Schema.Struct({ account: Schema.String, keyword: Schema.String })

/** Succeeds with whether anything has changed. */
const told = (call: string, account: string, answer: KeywordAnswer) => {
  switch (answer) {
    case "Changed":
    case "Unchanged":
      return Effect.succeed(answer === "Changed")
    case "UnknownAccount":
      return Effect.fail(unknown(account))
    case "BadKeyword":
      return Effect.fail(Errors.wrong(call, ["keyword must have a letter at least, and 1000 at most"]))
    case "Reserved":
      return Effect.fail(
        Errors.wrong(call, ["keyword must be none of every account, nor of a list that is switched on"])
      )
    case "TooMany":
      return Effect.fail(Errors.wrong(call, ["the account has as many keywords of its own as it may have"]))
  }
}

export const keywords = (run: Run): KeywordOperations => ({
  list: async (account) =>
    run(Effect.map(
      ofAccount(Reading.account("operator.keywords.list", account), (operator, id) => operator.find(id)),
      ({ keywords }) => keywords
    )),
  set: async (account, keyword) => {
    const call = "operator.keywords.set"
    const text = Reading.account(call, account)
    const given = Terms.keyword(Given.read(call, "keyword", Terms.Keyword, keyword))
    return run(Effect.flatMap(
      operated((operator) => operator.setKeyword(id(text), given)),
      (answer) => told(call, text, answer)
    ))
  },
  remove: async (account, keyword) => {
    const call = "operator.keywords.remove"
    const given = Given.read(call, "", Word, { account, keyword })
    return run(Effect.flatMap(
      operated((operator) => operator.removeKeyword(id(given.account), given.keyword)),
      (answer) => told(call, given.account, answer)
    ))
  }
})
