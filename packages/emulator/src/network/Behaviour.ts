/**
 * The behaviour of a simulated carrier: its pace, its delay, and what it does to a share of what it is handed.
 */
import type { CarrierPace } from "@signalbox/core/Carrier"
import { FailureClass } from "@signalbox/core/FailureClass"
import type { AttemptId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import * as Schema from "effect/Schema"

/**
 * A mode tells what the carrier does to the chosen submissions. Of the modes only a refusal is an answer; nothing but
 * `normal` lets a message reach its handset.
 */
export const Mode = Schema.Union([
  Schema.Literals(["normal", "throw", "hang", "busy"]),
  Schema.Struct({ refuse: FailureClass })
])
export type Mode = typeof Mode.Type

export interface Behaviour {
  /** The parts that it takes in a second, by answering late; null: as many as come. */
  readonly perSecond: number | null
  /** The time from taking a message to its answer, in elapsed milliseconds. */
  readonly delayMillis: number
  readonly mode: Mode
  /** The instant since which it has this mode. */
  readonly modeSince: Instant.Instant
  /** The share of submissions that the mode applies to, from 0 to 1. The seed chooses them. */
  readonly share: number
  readonly seed: number
  /** True when it does not know an attempt again: it sends the message once more. */
  readonly forgets: boolean
  /** The number of answers that it leaves out of each batch. It has taken these messages all the same. */
  readonly short: number
  /** The pace that the service keeps. */
  readonly pace: CarrierPace | null
}

export const byDefault: Behaviour = {
  perSecond: null,
  delayMillis: 0,
  mode: "normal",
  modeSince: Instant.make(0),
  share: 1,
  seed: 0,
  forgets: false,
  short: 0,
  pace: null
}

const within = (minimum: number, maximum: number) => Schema.isBetween({ minimum, maximum })
const fastest = 1_000_000
const longestDelay = 10 * Instant.minute

/** A change as it is written: `{"per_second"?, "delay_ms"?, "mode"?, "share"?, "seed"?, "forgets"?, "short"?, "pace"?}`. */
export const Change = Schema.Struct({
  per_second: Schema.optionalKey(Schema.NullOr(Schema.Finite.check(within(0.01, fastest)))),
  delay_ms: Schema.optionalKey(Schema.Int.check(within(0, longestDelay))),
  mode: Schema.optionalKey(Mode),
  share: Schema.optionalKey(Schema.Finite.check(within(0, 1))),
  seed: Schema.optionalKey(Schema.Int),
  forgets: Schema.optionalKey(Schema.Boolean),
  short: Schema.optionalKey(Schema.Int.check(within(0, fastest))),
  pace: Schema.optionalKey(Schema.NullOr(Schema.Struct({
    perSecond: Schema.Int.check(within(1, fastest)),
    inFlight: Schema.Int.check(within(1, fastest))
  })))
})
export type Change = typeof Change.Type

/** Returns the changes that were written: a field that is left out stays as it is. */
export const changes = (written: Change, now: Instant.Instant): Partial<Behaviour> => {
  const { delay_ms: delayMillis, mode, per_second: perSecond, ...others } = written
  return {
    ...others,
    ...(perSecond === undefined ? {} : { perSecond }),
    ...(delayMillis === undefined ? {} : { delayMillis }),
    ...(mode === undefined ? {} : { mode, modeSince: now })
  }
}

/** Spreads neighbours over all numbers of 32 bits (the finalizer of MurmurHash3). */
const mixed = (number: number): number => {
  let all = number
  all = Math.imul(all ^ (all >>> 16), 0x85ebca6b)
  all = Math.imul(all ^ (all >>> 13), 0xc2b2ae35)
  return (all ^ (all >>> 16)) >>> 0
}

/** A number from 0 to 1 that follows from the seed and the attempt alone. */
const lot = (seed: number, attempt: AttemptId): number => {
  let all = mixed(seed)
  for (const character of attempt) all = Math.imul(all ^ character.charCodeAt(0), 0x01000193)
  return mixed(all) / 2 ** 32
}

/** Returns what the carrier does to this attempt. With the same seed it is always the same. */
export const modeFor = ({ mode, seed, share }: Behaviour, attempt: AttemptId): Mode =>
  mode !== "normal" && lot(seed, attempt) < share ? mode : "normal"

const shortestWait = Instant.second
const longestWait = Instant.minute

/**
 * Returns until when a busy carrier takes nothing. The longer it has been busy, the later: a service that waits for
 * days of a travel asks it some thousands of times only.
 */
export const busyUntil = ({ modeSince }: Behaviour, now: Instant.Instant): Instant.Instant =>
  Instant.plus(now, Math.min(Math.max(now - modeSince, shortestWait), longestWait))
