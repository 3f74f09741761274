import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

const hours = (file: string, find: string, replace: string, test: string): Mutation =>
  core("quiet-hours", file, find, replace, test)

export const mutations: ReadonlyArray<Mutation> = [
  hours("hours/NumberZones.ts", "prefix === america ? coasts : found", "found", "zones/ZoneTable"),
  hours("hours/NumberZones.ts", "const longest = 9", "const longest = 7", "zones/ZoneTable"),
  hours("hours/LocalTime.ts", "sign === \"-\" ? -ahead : ahead", "ahead", "core/QuietHours"),
  hours(
    "hours/QuietHours.ts",
    "start <= time && time < end : start <= time || time < end",
    "start < time && time < end : start < time || time < end",
    "core/QuietHours"
  ),
  hours("hours/QuietHours.ts", "region === \"ZZ\" && phone.startsWith(\"+1\")", "false", "core/QuietHours"),
  hours("hours/QuietHours.ts", "Math.min(...quiet", "Math.max(...quiet", "core/QuietHours"),
  hours("hours/QuietHours.ts", "if (!isQuiet(window, zone, from)) return from", "", "core/QuietHours"),
  hours("hours/QuietHours.ts", "CA: night, PR: night", "CA: night", "core/QuietHours"),
  hours(
    "dispatch/TakeUp.ts",
    "{ description: \"released\" }, {}, true)",
    "{ description: \"released\" })",
    "core/Night"
  ),
  hours("dispatch/Night.ts", " || Recipient.isAutoReply(message)", "", "core/Night"),
  hours("dispatch/Night.ts", "message.template?.category ?? null", "null", "core/Night"),
  hours("dispatch/Night.ts", "scheduledAt: until\n  }, true)", "scheduledAt: until\n  })", "core/Night"),
  hours(
    "dispatch/Night.ts",
    "DispatchWork.due(held.message, until)",
    "DispatchWork.due(held.message, now)",
    "core/Night"
  ),
  hours("dispatch/NextRoute.ts", "if (until !== null) return { _tag: \"Held\", until }", "", "core/Night"),
  hours("dispatch/NextRoute.ts", "Released: { gates: \"first\"", "Released: { gates: \"further\"", "core/Night"),
  hours(
    "dispatch/NextRoute.ts",
    "const isNew = message.attempts.every(({ send }) => send !== message.send)",
    "const isNew = true",
    "core/Night"
  ),
  hours("dispatch/RoutingContext.ts", " && heldBack !== true", "", "core/Night"),
  hours(
    "carrier/HandOver.ts",
    "if (until !== null) return decided(over",
    "if (false) return decided(over",
    "core/Night"
  ),
  hours("carrier/HandOver.ts", "null, now, { heldBack: true }", "null, now", "core/Night"),
  hours(
    "carrier/Answered.ts",
    "  if (next._tag === \"Held\") return Commit.all(commit, ",
    "  if (next._tag === \"Held\") return Commit.all(",
    "core/Night"
  ),
  hours("receipt/Report.ts", "message.status === \"SCHEDULED\" && moved !== sent", "false", "core/Night"),
  hours(
    "message/Progress.ts",
    " && attempts.every((attempt) => attempt.send !== send)",
    " && from !== \"SENT\"",
    "core/Night"
  )
]
