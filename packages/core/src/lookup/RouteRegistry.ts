/**
 * Looks numbers up for routing. Messages of an account that ask for one number at the same time share one answer, and a
 * registry that answers an account nothing any more is left alone for a while, so that messages do not wait for it one
 * after the other.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Metric from "effect/Metric"
import * as Option from "effect/Option"
import * as Limit from "../catalogue/Limit.ts"
import * as Outside from "../operation/Outside.ts"
import type { Finding } from "../port/NumberLookup.ts"
import { NumberLookup } from "../port/NumberLookup.ts"
import type { AccountId } from "../value/Id.ts"
import type { PhoneNumber } from "../value/PhoneNumber.ts"
import { isAssignable } from "../value/PhoneNumber.ts"
import * as Recent from "../value/Recent.ts"
import * as Registry from "./Registry.ts"

export interface RegistryAnswer {
  /** Null: the registry gave no answer. */
  readonly finding: Finding | null
  /** Whether the registry was asked for this, and not for somebody else, or not at all. */
  readonly isAsked: boolean
}

export interface Asked {
  readonly account: AccountId
  readonly phone: PhoneNumber
}

export type RouteRegistry = (asked: Asked) => Effect.Effect<RegistryAnswer>

/** How an account has fared whose last look-up failed. */
interface Failing {
  readonly inARow: number
  /** By elapsed time; null as long as the registry is asked on. */
  readonly restsUntil: bigint | null
}

/** Accounts whose last look-up failed are remembered up to this number; of the oldest it is forgotten. */
const mostFailing = 10_000

const outcomes = Recent.make((outcome: "failed" | "found" | "resting" | "shared") =>
  Metric.counter("signalbox_number_lookups", {
    description: "Numbers that routing rules asked for, by what came of it: found, failed, shared or resting.",
    incremental: true,
    attributes: { outcome }
  })
)

const nothing: RegistryAnswer = { finding: null, isAsked: false }

export const make: Effect.Effect<RouteRegistry> = Effect.gen(function*() {
  const lookup = yield* NumberLookup
  const counting = yield* Outside.counting
  const running = new Map<string, Fiber.Fiber<Finding | null>>()
  const failing = new Map<AccountId, Failing>()

  const judged = (account: AccountId, isFound: boolean, now: bigint): void => {
    const before = failing.get(account)?.inARow ?? 0
    failing.delete(account)
    if (isFound) return
    const inARow = before + 1
    const rests = inARow >= Limit.lookupRest.failures
    failing.set(account, {
      inARow: rests ? inARow - 1 : inARow,
      restsUntil: rests ? now + BigInt(Limit.lookupRest.time) * 1_000_000n : null
    })
    const [oldest] = failing.keys()
    if (failing.size > mostFailing && oldest !== undefined) failing.delete(oldest)
  }

  const asking = Effect.fnUntraced(function*({ account, phone }: Asked) {
    const found = yield* Registry.ask(lookup, "routes", account, phone).pipe(counting)
    judged(account, Option.isSome(found), yield* Clock.monotonicTimeNanos)
    yield* Metric.update(outcomes.of(Option.isSome(found) ? "found" : "failed"), 1)
    return Option.getOrNull(found)
  })

  return Effect.fnUntraced(function*(asked) {
    const { account, phone } = asked
    if (!isAssignable(phone)) return nothing
    const name = `${account}/${phone}`
    const other = running.get(name)
    if (other !== undefined) {
      yield* Metric.update(outcomes.of("shared"), 1)
      return { finding: yield* Fiber.join(other), isAsked: false }
    }
    const rest = failing.get(account)?.restsUntil ?? null
    if (rest !== null && rest > (yield* Clock.monotonicTimeNanos)) {
      yield* Metric.update(outcomes.of("resting"), 1)
      return nothing
    }
    // Whoever waits as well must not lose the answer when this one is interrupted.
    const fiber = yield* Effect.forkDetach(asking(asked))
    running.set(name, fiber)
    fiber.addObserver(() => running.delete(name))
    return { finding: yield* Fiber.join(fiber), isAsked: true }
  })
})
