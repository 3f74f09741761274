import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

const review = "core/protection/PrefixReview"
const counters = "core/commit/PrefixCounters"

const rule = (file: string, find: string, replace: string, test = review): Mutation =>
  core("pumping", file, find, replace, test)

const suspicion = (find: string, replace: string): Mutation => rule("protection/Suspicion.ts", find, replace)

const counted = (find: string, replace: string): Mutation => rule("commit/PrefixCounters.ts", find, replace, counters)

export const mutations: ReadonlyArray<Mutation> = [
  suspicion("last - Limit.pumping.checkPatience / Instant.minute", "last"),
  suspicion("last: minute - 1", "last: minute"),
  suspicion("Math.max(minute - windowMinutes, ended)", "minute - windowMinutes"),
  suspicion("minuteOf(before.until) + 1", "minuteOf(before.until) - 60"),
  suspicion("goesOn ? before.times + 1 : 1", "1"),
  suspicion("now - before.until < Limit.pumping.calm", "true"),
  suspicion("Math.min(millis, Limit.pumping.longestPause)", "millis"),
  rule("protection/PrefixReview.ts", "if (end > now) return", "if (end < now) return"),
  rule("protection/SetPause.ts", "since: going?.since ?? now", "since: now"),
  counted("(was === null || was.status !== \"FAILED\")", "true"),
  counted("!ofCarriers.has(code)", "true"),
  rule(
    "verification/CreateVerification.ts",
    "pumping === undefined ? organization : null",
    "null",
    "verification/Pumping"
  ),
  rule(
    "dispatch/RoutingContext.ts",
    "PrefixPause.isPaused(message, accounts, facts, now)",
    "false",
    "verification/Pumping"
  ),
  rule("protection/ListPausedPrefixes.ts", "scope: account.id", "scope: \"\"", "verification/Pumping"),
  {
    area: "pumping",
    file: "adapters/memory/src/internal/ledger.ts",
    find: "if (this.isForgotten) this.sums.delete(key.of)",
    replace: "",
    tests: ["stores/memory.test"]
  }
]
