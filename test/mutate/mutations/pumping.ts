import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

const review = "core/protection/PrefixReview"
const counters = "core/commit/PrefixCounters"

const rule = (file: string, find: string, replace: string, test = review): Mutation =>
  core("pumping", file, find, replace, test)

const suspicion = (find: string, replace: string): Mutation => rule("protection/Suspicion.ts", find, replace)

const counted = (find: string, replace: string): Mutation => rule("commit/PrefixCounters.ts", find, replace, counters)

export const mutations: ReadonlyArray<Mutation> = [
  suspicion("sums.started >= minimum", "sums.started > minimum"),
  suspicion("ignored >= unchecked * sums.started", "ignored > unchecked * sums.started"),
  suspicion("known >= minimum", "known > minimum"),
  suspicion("sums.undelivered >= undelivered * known", "sums.undelivered > undelivered * known"),
  suspicion("last - Limit.pumping.checkPatience / Instant.minute", "last"),
  suspicion("last: minute - 1", "last: minute"),
  suspicion("Math.max(minute - windowMinutes, ended)", "minute - windowMinutes"),
  suspicion("minuteOf(before.until) + 1", "minuteOf(before.until) - 60"),
  suspicion("goesOn ? before.times + 1 : 1", "1"),
  suspicion("now - before.until < Limit.pumping.calm", "true"),
  suspicion("Math.min(millis, Limit.pumping.longestPause)", "millis"),
  rule("protection/PrefixReview.ts", "wanted === null || isPaused(before, now)", "wanted === null"),
  rule("protection/PrefixReview.ts", "account.deletedAt !== null", "false"),
  rule("protection/PrefixReview.ts", "if (end > now) return", "if (end < now) return"),
  rule("protection/PrefixReview.ts", "row === null || row.until === null", "row === null"),
  rule("protection/SetPause.ts", "until: now, times: 0", "until: now"),
  rule("protection/SetPause.ts", "going === null ? [PrefixEvent", "true ? [PrefixEvent"),
  rule("protection/SetPause.ts", "since: going?.since ?? now", "since: now"),
  rule("row/Pumping.ts", "said === undefined || said === \"off\"", "said === undefined"),
  rule("row/PausedPrefix.ts", "row.until > now", "row.until >= now", "core/protection/PrefixReview"),
  counted("isOut(after) && (was === null || !isOut(was))", "isOut(after)"),
  counted("hasArrived(after) && (was === null || !hasArrived(was))", "hasArrived(after)"),
  counted("(was === null || was.status !== \"FAILED\")", "true"),
  counted("!ofCarriers.has(code)", "true"),
  counted("attempt.send === send && attempt.charge === \"taken\"", "attempt.charge === \"taken\""),
  counted("verification.isWatched === true ? [count", "true ? [count"),
  rule(
    "verification/VerificationStep.ts",
    "isOver && (trigger === \"matched\" || verification.tries > 0)",
    "isOver",
    counters
  ),
  rule(
    "verification/CreateVerification.ts",
    "before === null && isWatched(account, facts)",
    "isWatched(account, facts)",
    "verification/Pumping"
  ),
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
  rule(
    "dispatch/Gate.ts",
    "({ isPrefixPaused }) => isPrefixPaused, true",
    "({ isPrefixPaused }) => isPrefixPaused",
    "core/dispatch/Gate"
  ),
  rule("protection/ListPausedPrefixes.ts", "scope: account.id", "scope: \"\"", "verification/Pumping"),
  {
    area: "pumping",
    file: "adapters/memory/src/internal/ledger.ts",
    find: "if (this.isForgotten) this.sums.delete(key.of)",
    replace: "",
    tests: ["stores/memory.test"]
  },
  {
    area: "pumping",
    file: "adapters/memory/src/internal/state.ts",
    find: "new Ledger(debitMemory, false)",
    replace: "new Ledger(debitMemory, true)",
    tests: ["stores/memory.test"]
  }
]
