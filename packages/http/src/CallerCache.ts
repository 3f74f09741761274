/**
 * One node remembers of callers without a valid key what the store has said, so that whoever is past a limit costs the
 * store nothing: which credentials are locked, which addresses have used up their pool, and which credentials are no
 * callers.
 *
 * The cache decides nothing by itself. An entry holds until the instant that the store named.
 */
import type { Instant } from "@signalbox/core/Instant"
import { plus, second } from "@signalbox/core/Instant"
import type { KeyHash } from "@signalbox/core/Secret"

/** At most so many entries are remembered of each kind; the oldest is forgotten. */
const most = 10_000

/**
 * The number of unknown credentials that are looked up in a second for an address whose pool is used up: their owners
 * may share the address with whoever has used it up.
 */
const glances = 20

class Recent<Key, Value> {
  private readonly entries = new Map<Key, Value>()

  get(key: Key): Value | undefined {
    return this.entries.get(key)
  }

  set(key: Key, value: Value): void {
    this.entries.delete(key)
    this.entries.set(key, value)
    if (this.entries.size <= most) return
    for (const oldest of this.entries.keys()) {
      this.entries.delete(oldest)
      return
    }
  }

  delete(key: Key): void {
    this.entries.delete(key)
  }
}

/** An address whose pool is used up, and how many credentials were looked up for it in this second. */
interface Exhausted {
  readonly until: Instant
  since: Instant | null
  looked: number
}

export interface CallerCache {
  readonly lock: (credential: KeyHash, until: Instant) => void
  /** Returns when the lock of a credential ends, or null when none is known. */
  readonly lockedUntil: (credential: KeyHash, now: Instant) => Instant | null
  readonly exhaust: (address: string, until: Instant) => void
  /** Returns when the pool of an address admits a request again, or null when it is not known to be used up. */
  readonly exhaustedUntil: (address: string, now: Instant) => Instant | null
  /**
   * Returns whether a credential of such an address may be looked up. It may when its owner was here before, or now and
   * then.
   */
  readonly mayLookUp: (credential: KeyHash, address: string, now: Instant) => boolean
  /** Returns whether the credential was right lately. */
  readonly isKnown: (credential: KeyHash) => boolean
  /** Returns whether it was right within the last second, so that nobody need ask again whether it is locked. */
  readonly wasRight: (credential: KeyHash, now: Instant) => boolean
  /** Notes a credential that is right, and when it was asked whether it is locked. */
  readonly welcome: (credential: KeyHash, asked: Instant) => void
  readonly forget: (credential: KeyHash) => void
}

export const make = (): CallerCache => {
  const locks = new Recent<KeyHash, Instant>()
  const addresses = new Recent<string, Exhausted>()
  const known = new Recent<KeyHash, Instant>()
  const wasRight = (credential: KeyHash, now: Instant): boolean => {
    const asked = known.get(credential)
    return asked !== undefined && now >= asked && now < plus(asked, second)
  }
  return {
    lock: (credential, until) => locks.set(credential, until),
    lockedUntil: (credential, now) => {
      const until = locks.get(credential)
      return until !== undefined && now < until ? until : null
    },
    exhaust: (address, until) => {
      const { looked, since } = addresses.get(address) ?? { since: null, looked: 0 }
      addresses.set(address, { until, since, looked })
    },
    exhaustedUntil: (address, now) => {
      const until = addresses.get(address)?.until
      return until !== undefined && now < until ? until : null
    },
    mayLookUp: (credential, address, now) => {
      if (known.get(credential) !== undefined) return true
      const found = addresses.get(address)
      if (found === undefined) return true
      if (found.since === null || now >= plus(found.since, second)) Object.assign(found, { since: now, looked: 0 })
      return ++found.looked <= glances
    },
    isKnown: (credential) => known.get(credential) !== undefined,
    wasRight,
    welcome: (credential, asked) => {
      // A request that was let in without a question does not prolong the second.
      if (!wasRight(credential, asked)) known.set(credential, asked)
    },
    forget: (credential) => known.delete(credential)
  }
}
