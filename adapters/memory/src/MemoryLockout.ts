/**
 * Lockouts in memory: it keeps the counters of the last day, and only the most recent ones when there are too many.
 */
import type { Instant } from "@signalbox/core/Instant"
import { plus, second } from "@signalbox/core/Instant"
import { lockoutCounters, lockoutFailures, lockoutMemory, lockoutSeconds } from "@signalbox/core/Limit"
import { Lockout } from "@signalbox/core/Lockout"
import type { KeyHash } from "@signalbox/core/Secret"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

interface Counter {
  readonly failures: number
  /** The number of times that the credential was locked. */
  readonly locks: number
  readonly until: Instant | null
  readonly lastFailure: Instant
}

const none = (now: Instant): Counter => ({ failures: 0, locks: 0, until: null, lastFailure: now })

const isForgotten = (counter: Counter, now: Instant): boolean => now - counter.lastFailure >= lockoutMemory

/** After the first lock every failure locks again, each time for longer. */
const afterFailure = (counter: Counter, now: Instant): Counter => {
  const failures = counter.failures + 1
  if (failures < lockoutFailures) return { ...counter, failures, lastFailure: now }
  const seconds = lockoutSeconds[Math.min(counter.locks, lockoutSeconds.length - 1)]!
  return { failures, locks: counter.locks + 1, until: plus(now, seconds * second), lastFailure: now }
}

export const make = (): Lockout["Service"] => {
  /** The counters, in the order of their last failure. */
  const counters = new Map<KeyHash, Counter>()

  const find = (credential: KeyHash, now: Instant): Counter | undefined => {
    const found = counters.get(credential)
    return found === undefined || isForgotten(found, now) ? undefined : found
  }

  const sweep = (now: Instant): void => {
    for (const [credential, counter] of counters) {
      if (counters.size <= lockoutCounters && !isForgotten(counter, now)) return
      counters.delete(credential)
    }
  }

  return {
    standing: (credential, now) =>
      Effect.sync(() => {
        const { failures, until } = find(credential, now) ?? none(now)
        return { failures, lockedUntil: until !== null && now < until ? until : null }
      }),
    fail: (credential, now) =>
      Effect.sync(() => {
        const counter = find(credential, now) ?? none(now)
        if (counter.until !== null && now < counter.until) return { isCounted: false, lockedUntil: counter.until }
        const next = afterFailure(counter, now)
        counters.delete(credential)
        counters.set(credential, next)
        sweep(now)
        // A lock that is over was followed by another one.
        return { isCounted: true, lockedUntil: next.until }
      }),
    clear: (credential) =>
      Effect.sync(() => {
        counters.delete(credential)
      })
  }
}

export const layer: Layer.Layer<Lockout> = Layer.sync(Lockout, make)
