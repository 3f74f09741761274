import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

const hours = (file: string, find: string, replace: string, test: string): Mutation =>
  core("quiet-hours", file, find, replace, test)

export const mutations: ReadonlyArray<Mutation> = [
  hours("hours/NumberZones.ts", "prefix === america ? coasts : found", "found", "zones/ZoneTable"),
  hours("hours/NumberZones.ts", " || withAreas.has(region)", "", "zones/ZoneTable"),
  hours("hours/NumberZones.ts", " || numberTypeOf(phone) !== \"mobile\"", "", "zones/ZoneTable"),
  hours("hours/NumberZones.ts", "const longest = 9", "const longest = 7", "zones/ZoneTable"),
  hours("hours/LocalTime.ts", "sign === \"-\" ? -ahead : ahead", "ahead", "core/hours/QuietHours"),
  hours(
    "hours/QuietHours.ts",
    "start <= time && time < end : start <= time || time < end",
    "start < time && time < end : start < time || time < end",
    "core/hours/QuietHours"
  ),
  hours("hours/QuietHours.ts", "region === \"ZZ\" && phone.startsWith(\"+1\")", "false", "core/hours/QuietHours"),
  hours("hours/QuietHours.ts", "Math.min(...quiet", "Math.max(...quiet", "core/hours/QuietHours"),
  hours("hours/QuietHours.ts", "if (!isQuiet(window, zone, from)) return from", "", "core/hours/QuietHours"),
  hours("hours/QuietHours.ts", "CA: night, PR: night", "CA: night", "core/hours/QuietHours"),
  hours(
    "dispatch/DispatchStep.ts",
    "{ description: \"released\" }, isAbandoned: true }",
    "{ description: \"released\" } }",
    "core/dispatch/Night"
  ),
  hours("dispatch/Night.ts", " || Recipient.isAutoReply(message)", "", "core/dispatch/Night"),
  hours("dispatch/Night.ts", "message.template?.category ?? null", "null", "core/dispatch/Night"),
  hours(
    "dispatch/Night.ts",
    "scheduledAt: until },\n    isAbandoned: true\n",
    "scheduledAt: until }\n",
    "core/dispatch/Night"
  ),
  hours(
    "dispatch/Night.ts",
    "DispatchWork.due(held.message, until)",
    "DispatchWork.due(held.message, moment.now)",
    "core/dispatch/Night"
  ),
  hours("dispatch/NextRoute.ts", "if (until !== null) return held(message, until)", "", "core/dispatch/Night"),
  hours(
    "dispatch/NextRoute.ts",
    "Released: { gates: \"first\"",
    "Released: { gates: \"further\"",
    "core/dispatch/Night"
  ),
  hours(
    "dispatch/NextRoute.ts",
    "const isNew = occasion._tag === \"First\" && message.attempts.every(({ send }) => send !== message.send)",
    "const isNew = occasion._tag === \"First\"",
    "core/dispatch/Night"
  ),
  hours("dispatch/RoutingContext.ts", " && heldBack !== true", "", "core/dispatch/Night"),
  hours(
    "carrier/Clearance.ts",
    "if (until !== null) return",
    "if (false) return",
    "core/dispatch/Night"
  ),
  hours(
    "carrier/HandOver.ts",
    "tag === \"Held\" || tag === \"Displaced\"",
    "tag === \"Displaced\"",
    "core/dispatch/Night"
  ),
  hours(
    "carrier/Answered.ts",
    "  if (next._tag === \"Held\") return Commit.all(commit, ",
    "  if (next._tag === \"Held\") return Commit.all(",
    "core/dispatch/Night"
  ),
  hours("receipt/Report.ts", "message.status === \"SCHEDULED\" && moved !== null", "false", "core/dispatch/Night"),
  hours(
    "message/Progress.ts",
    " && attempts.every((attempt) => attempt.send !== send)",
    " && from !== \"SENT\"",
    "core/dispatch/Night"
  )
]
