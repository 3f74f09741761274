import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

const area = "recipients"

const often = (find: string, replace: string) =>
  core(area, "dispatch/Frequency.ts", find, replace, "core/dispatch/Frequency")

const purposes = (file: string, find: string, replace: string) =>
  core(area, file, find, replace, "core/dispatch/Purposes")

export const mutations: ReadonlyArray<Mutation> = [
  often("before.count >= rule.most", "before.count > rule.most"),
  often("found.period < period", "found.period !== period"),
  often("template?.category !== \"AUTHENTICATION\"", "true"),
  often(" || isAutoReply", ""),
  often(" && each.period >= periodOf(each.per, contact.phone, at)", ""),
  often("(Math.floor(local / Instants.day) + 3) % 7", "(Math.floor(local / Instants.day) + 4) % 7"),
  often("LocalTime.offset(zoneOf(phone), at)", "0"),
  often("accounts.find(({ frequency }) => frequency !== undefined)", "accounts[0]"),
  core(
    area,
    "dispatch/NextRoute.ts",
    "if (!isNew) return",
    "if (occasion._tag !== \"First\") return",
    "core/dispatch/Frequency"
  ),
  purposes("dispatch/Purposes.ts", "said === \"opt_out\" || ", ""),
  purposes("dispatch/Purposes.ts", "requiresOptIn === true && said !== \"opt_in\"", "false"),
  purposes("dispatch/Purposes.ts", "if (purpose !== undefined) return", "if (purpose === \"\") return"),
  purposes("dispatch/Purposes.ts", "?? { name: purpose }", "?? null"),
  purposes("dispatch/Purposes.ts", "accounts.find(({ purposes }) => purposes !== undefined)", "accounts[0]"),
  purposes(
    "dispatch/Gate.ts",
    "[consent, purpose, destination, standing, template]",
    "[consent, destination, standing, template]"
  ),
  purposes(
    "dispatch/Gate.ts",
    "Purposes.isRefused(purpose, recipient),\n    true",
    "Purposes.isRefused(purpose, recipient)"
  ),
  purposes("dispatch/Gate.ts", "!isAutoReply && purpose", "purpose"),
  purposes("contact/Consent.ts", "return ends ? ", "return false ? "),
  purposes("contact/Consent.ts", "> Limit.purposeConsents", "> 1000"),
  purposes("consent/AutoReply.ts", "purpose !== undefined && reply === null", "false"),
  purposes("consent/ConsentKeyword.ts", "if (chosen !== undefined) return", "if (chosen === null) return"),
  purposes("consent/ContactEvent.ts", "\"contact.preference\"", "names[signal.action]"),
  purposes("inbound/Arrival.ts", "keyword === null && mayBeOfPurpose(writing) ? Purposes", "false ? Purposes")
]
