import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

const destination = (file: string, find: string, replace: string, test = "core/dispatch/Destination"): Mutation =>
  core("protection", file, find, replace, test)

const spend = (file: string, find: string, replace: string, test = "core/dispatch/SpendCap"): Mutation =>
  core("protection", file, find, replace, test)

export const mutations: ReadonlyArray<Mutation> = [
  destination("dispatch/Destination.ts", "if (forbidden !== undefined) return listed(forbidden)", ""),
  destination("dispatch/Destination.ts", "if (why !== null) return why\n  return allow", "return allow"),
  destination(
    "dispatch/Destination.ts",
    "for (const { destinations } of accounts)",
    "for (const { destinations } of accounts.slice(0, 1))"
  ),
  destination("dispatch/SatelliteRange.ts", "[\"+881\", ", "[\"+8819\", "),
  destination("value/PhoneNumber.ts", "? parsed.getPossibleCountries() : ", "? [] : "),
  destination("service/Terms.ts", "text.startsWith(\"+\") || isRegion(text)", "true", "command/Operator"),
  spend("dispatch/SpendCap.ts", "isWarned || isDue ? cap.cap : warnsFrom(cap) - 1", "null"),
  spend("dispatch/SpendCap.ts", "isWarned || isDue ? cap.cap : warnsFrom(cap) - 1", "cap.cap"),
  spend("dispatch/SpendCap.ts", "by: 1, ceiling: 1, once: null", "by: 1, ceiling: null, once: null"),
  spend("dispatch/SpendCap.ts", "/warned/${cap}`", "/warned`"),
  spend("dispatch/SpendCap.ts", "Math.ceil(cap * 4 / 5)", "Math.ceil(cap / 5)"),
  spend("dispatch/SpendCap.ts", "${region ?? \"all\"}", "all"),
  spend("dispatch/SpendCap.ts", "-01`", "`.concat(day)"),
  spend("dispatch/SpendCap.ts", "counters: all.map(({ counter }) => counter)", "counters: []"),
  spend(
    "dispatch/NextRoute.ts",
    "occasion._tag === \"First\" ? occasion.at : occasion.after.startedAt",
    "0 as Instant"
  ),
  spend("message/AttemptStep.ts", "charge === \"returned\" ? uncounted(attempt) : []", "[]"),
  spend(
    "commit/Grounds.ts",
    "Facts_.after(self.facts, { counts, debits })",
    "Facts_.after(self.facts, { counts: [], debits })"
  ),
  spend(
    "commit/Continuation.ts",
    "{ counts: judgedLast(steps) }",
    "{ counts: steps.flatMap(({ counts }) => counts) }",
    "core/dispatch/ImmediateDispatch"
  ),
  spend(
    "dispatch/SpendCap.ts",
    "by: price, ceiling, once: null",
    "by: price, ceiling: null, once: null",
    "simulation/Scenarios"
  ),
  spend(
    "dispatch/SpendCap.ts",
    "by: price, ceiling, once: null",
    "by: price, ceiling: null, once: null",
    "messages/SpendRace"
  )
]
