/**
 * Carriers are promised that they are asked no faster than they wish, and left alone while they are busy.
 */
import type { Instant } from "@signalbox/core/Instant"
import { SubmissionWork } from "@signalbox/core/Jobs"
import type { Lane } from "@signalbox/core/Work"
import type { Invariant } from "../../Invariant.ts"
import type { Process } from "../../Sighting.ts"
import { nameOf } from "../mirror.ts"
import { grace, isSmooth } from "../smooth.ts"

const second = 1000

interface UnderWay {
  readonly carrier: string
  readonly by: Process
  readonly parts: number
}

export const pace: Invariant = {
  name: "no-faster-than-its-pace",
  promise:
    "All nodes together hand over to a carrier no more parts in any second, and no more at the same time, than it wishes.",
  watch: ({ now, terms }) => {
    const recent = new Map<string, Array<{ readonly at: number; readonly parts: number }>>()
    const underWay = new Map<string, UnderWay>()
    const key = (by: Process, attempt: string): string => `${nameOf(by)} ${attempt}`
    return {
      see: (sighting) => {
        if (sighting._tag === "Killed") {
          for (const [name, { by }] of underWay) if (nameOf(by) === nameOf(sighting.by)) underWay.delete(name)
        }
        if (sighting._tag === "CarrierOutcome") underWay.delete(key(sighting.by, sighting.attempt))
        if (sighting._tag === "HandOverEnded") {
          for (const attempt of sighting.attempts) underWay.delete(key(sighting.by, attempt))
        }
        if (sighting._tag !== "Handed") return null
        const { by, carrier, submission: { attempt, sms } } = sighting
        const wish = terms(carrier).pace
        if (wish === null) return null
        const parts = sms?.parts.length ?? 1
        const window = (recent.get(carrier) ?? []).filter(({ at }) => now() - at < second)
        recent.set(carrier, window)
        window.push({ at: now(), parts: Math.min(parts, wish.perSecond) })
        const rate = window.reduce((sum, each) => sum + each.parts, 0)
        if (rate > wish.perSecond) return `${carrier} was handed ${rate} parts within a second`
        underWay.set(key(by, attempt), { carrier, by, parts: Math.min(parts, wish.inFlight) })
        const open = [...underWay.values()].reduce((sum, each) => each.carrier === carrier ? sum + each.parts : sum, 0)
        return open > wish.inFlight ? `${carrier} was handed ${open} parts at the same time` : null
      }
    }
  }
}

interface Closed {
  readonly until: Instant
  readonly at: number
}

export const busy: Invariant = {
  name: "a-busy-carrier-is-left-alone",
  promise: "What a carrier is too busy for is tried again later, and before that nothing of its line is handed over.",
  watch: ({ epoch, mirror, now, script }) => {
    const closed = new Map<Lane, Closed>()
    /** The attempts that a carrier has in hand. Its word about any other comes too late: it has kept silent. */
    const asked = new Set<string>()
    /** The attempts that a carrier was too busy for, until they are handed over again. */
    const putOff = new Set<string>()
    return {
      see: (sighting) => {
        if (!isSmooth(script)) return null
        if (sighting._tag === "Handed") {
          asked.add(sighting.submission.attempt)
          putOff.delete(sighting.submission.attempt)
        }
        if (sighting._tag === "HandOverEnded") { for (const attempt of sighting.attempts) asked.delete(attempt) }
        if (sighting._tag === "CarrierOutcome" && sighting.outcome._tag === "Busy" && asked.has(sighting.attempt)) {
          putOff.add(sighting.attempt)
        }
        if (sighting._tag !== "Committed") return null
        for (const { attempt: { carrier, id }, message: { account } } of mirror.handedOver) {
          const lane = SubmissionWork.lane.of({ carrier, account })
          const pause = closed.get(lane)
          // A message that was on its way when the carrier said so may still go.
          if (pause === undefined || now() - pause.at < second) continue
          const left = pause.until - epoch - now()
          if (left > grace) return `${id} was handed over although ${lane} was closed for another ${left} ms`
        }
        for (const [id, before] of mirror.before) {
          for (const [index, attempt] of mirror.messages.get(id)!.attempts.entries()) {
            const isNew = attempt.report === "FAILED" && (before?.attempts[index]?.report ?? null) === null
            if (isNew && attempt.failure !== null && putOff.has(attempt.id)) {
              return `an attempt of ${id} failed because ${attempt.carrier} was busy`
            }
          }
        }
        for (const { lane, until } of sighting.commit.pauses) {
          if (until === null) closed.delete(lane)
          else closed.set(lane, { until, at: now() })
        }
        return null
      }
    }
  }
}
