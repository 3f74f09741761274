import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

const hours = (file: string, find: string, replace: string, test: string): Mutation =>
  core("quiet-hours", file, find, replace, test)

export const mutations: ReadonlyArray<Mutation> = [
  hours("hours/NumberZones.ts", "prefix === america ? coasts : found", "found", "zones/ZoneTable"),
  hours("hours/NumberZones.ts", "const longest = 9", "const longest = 7", "zones/ZoneTable"),
  hours("hours/LocalTime.ts", "sign === \"-\" ? -ahead : ahead", "ahead", "core/hours/QuietHours"),
  hours(
    "hours/QuietHours.ts",
    "start <= time && time < end : start <= time || time < end",
    "start < time && time < end : start < time || time < end",
    "core/hours/QuietHours"
  ),
  hours("hours/QuietHours.ts", "if (!isQuiet(window, zone, from)) return from", "", "core/hours/QuietHours"),
  hours("dispatch/Night.ts", "message.template?.category ?? null", "null", "core/dispatch/Night"),
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
    "message/Progress.ts",
    " && attempts.every((attempt) => attempt.send !== send)",
    " && from !== \"SENT\"",
    "core/dispatch/Night"
  )
]
