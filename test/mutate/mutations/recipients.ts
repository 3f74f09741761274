import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

const area = "recipients"

const often = (find: string, replace: string) =>
  core(area, "dispatch/Frequency.ts", find, replace, "core/dispatch/Frequency")

const purposes = (file: string, find: string, replace: string) =>
  core(area, file, find, replace, "core/dispatch/Purposes")

export const mutations: ReadonlyArray<Mutation> = [
  often("found.period < period", "found.period !== period"),
  often("template?.category !== \"AUTHENTICATION\"", "true"),
  often("LocalTime.offset(zoneOf(phone), at)", "0"),
  often("accounts.find(({ frequency }) => frequency !== undefined)", "accounts[0]"),
  core(
    area,
    "dispatch/NextRoute.ts",
    "if (!isNew) return",
    "if (occasion._tag !== \"First\") return",
    "core/dispatch/Frequency"
  ),
  purposes("dispatch/Purposes.ts", "requiresOptIn === true && said !== \"opt_in\"", "false"),
  purposes("dispatch/Purposes.ts", "if (purpose !== undefined) return", "if (purpose === \"\") return"),
  purposes("dispatch/Purposes.ts", "?? { name: purpose }", "?? null"),
  purposes("dispatch/Purposes.ts", "accounts.find(({ purposes }) => purposes !== undefined)", "accounts[0]"),
  purposes("contact/Consent.ts", "> Limit.purposeConsents", "> 1000"),
  purposes("consent/AutoReply.ts", "purpose !== undefined && reply === null", "false"),
  purposes("consent/ConsentKeyword.ts", "if (chosen !== undefined) return", "if (chosen === null) return"),
  purposes("consent/ContactEvent.ts", "\"contact.preference\"", "names[signal.action]")
]
