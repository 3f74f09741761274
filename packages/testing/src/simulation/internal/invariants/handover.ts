/**
 * The promises about hand-overs to carriers.
 */
import type { Invariant } from "../../Invariant.ts"
import { deaths } from "../deaths.ts"
import { handOverOf, nameOf } from "../mirror.ts"
import { grace, isSmooth } from "../smooth.ts"

/** An attempt is handed over at most so often, whatever happens. */
const most = 2

export const once: Invariant = {
  name: "handed-over-once",
  promise:
    "An attempt is handed over once, and once more only after a death; it reaches its recipient once where the " +
    "carrier knows references.",
  watch: ({ knows, mirror }) => {
    const died = deaths()
    // A node that dispatched an attempt and was declared dead may wake up and hand it over all the same.
    const first = new Map<string, number>()
    const handed = new Map<string, number>()
    const rang = new Map<string, number>()
    return {
      see: (sighting) => {
        died.see(sighting)
        if (sighting._tag === "Claimed") {
          for (const { work } of sighting.leases) {
            const attempt = handOverOf(work)
            if (attempt !== null && !first.has(attempt)) first.set(attempt, died.count())
          }
        }
        // An attempt that is handed over in the commit that dispatched it has stood in no line.
        if (sighting._tag === "Committed") {
          for (const { attempt: { id } } of mirror.handedOver) if (!first.has(id)) first.set(id, died.count())
        }
        // A busy carrier has sent nothing.
        if (sighting._tag === "CarrierOutcome" && sighting.outcome._tag === "Busy") {
          handed.set(sighting.attempt, handed.get(sighting.attempt)! - 1)
        }
        if (sighting._tag === "Handed") {
          const { attempt } = sighting.submission
          const times = (handed.get(attempt) ?? 0) + 1
          handed.set(attempt, times)
          const may = Math.min(most, 1 + died.count() - (first.get(attempt) ?? 0))
          if (times > may) return `${attempt} was handed to ${sighting.carrier} ${times} times, ${may} at most`
        }
        if (sighting._tag === "Rang" && knows(sighting.carrier)) {
          const times = (rang.get(sighting.attempt) ?? 0) + 1
          rang.set(sighting.attempt, times)
          if (times > 1) return `${sighting.attempt} reached its recipient ${times} times`
        }
        return null
      }
    }
  }
}

export const committed: Invariant = {
  name: "committed-before-handed-over",
  promise: "A carrier is asked only by whoever has committed the hand-over.",
  watch: ({ mirror }) => {
    const kept = new Set<string>()
    return {
      see: (sighting) => {
        if (sighting._tag === "Committed" && sighting.by !== null) {
          for (const { attempt } of mirror.handedOver) kept.add(`${nameOf(sighting.by)} ${attempt.id}`)
        }
        if (sighting._tag !== "Handed") return null
        const { by, carrier, submission: { attempt } } = sighting
        return kept.delete(`${nameOf(by)} ${attempt}`)
          ? null
          : `${nameOf(by)} hands ${attempt} to ${carrier}, and has not committed it`
      }
    }
  }
}

export const one: Invariant = {
  name: "one-carrier-at-a-time",
  promise:
    "A message goes to another carrier only after the first one refused it, failed it, was busy, or let its time pass: " +
    "that of its answer, or that of a send with an order of channels.",
  watch: ({ epoch, mirror, now }) => {
    const over = new Set<string>()
    return {
      see: (sighting) => {
        if (sighting._tag === "CarrierOutcome" && sighting.outcome._tag === "Refused") over.add(sighting.attempt)
        if (sighting._tag === "Receipt" && sighting.reported._tag === "Failed") over.add(sighting.attempt)
        if (sighting._tag !== "Committed") return null
        for (const { attempt, message } of mirror.handedOver) {
          for (const other of message.attempts) {
            if (other.id === attempt.id || other.send !== attempt.send || over.has(other.id)) continue
            if (other.handedOver === undefined || other.deadline === null || other.overdue === true) continue
            const left = other.deadline - epoch - now()
            if (left > 1) return `${message.id} went to ${attempt.carrier} while ${other.carrier} had ${left} ms left`
          }
        }
        return null
      }
    }
  }
}

const longestLine = 15 * 60_000

export const waiting: Invariant = {
  name: "waiting-is-not-failing",
  promise:
    "No attempt fails for want of time while it waits to be handed over, or while its carrier still has time; none " +
    "leaves a line that has moved in the last 15 minutes.",
  watch: ({ epoch, mirror, now, script, terms }) => {
    /** Since when each line stands still: since its carrier was first too busy for it, or last took from it. */
    const still = new Map<string, number>()
    return {
      see: (sighting) => {
        if (sighting._tag !== "Committed") return null
        if (isSmooth(script)) {
          for (const { attempt: { carrier, deadline, id } } of mirror.handedOver) {
            const { answersWithin } = terms(carrier)
            const given = (deadline ?? 0) - epoch - now()
            if (Math.abs(given - answersWithin) > grace) return `${carrier} got ${given} ms for ${id}`
          }
        }
        for (const { attempt: { carrier }, message: { account } } of mirror.handedBack) {
          const line = `${carrier}/${account}`
          if (!still.has(line)) still.set(line, now())
        }
        for (const [id, before] of mirror.before) {
          const message = mirror.messages.get(id)!
          for (const [index, attempt] of message.attempts.entries()) {
            const { carrier, deadline, handedOver } = attempt
            if (attempt.report === null || (before?.attempts[index]?.report ?? null) !== null) continue
            const line = `${carrier}/${message.account}`
            if (attempt.leftLine === true) {
              const stood = now() - (still.get(line) ?? now())
              if (stood < longestLine - grace) return `${id} left ${line}, which had stood still for ${stood} ms`
            } else if (attempt.failure === "provider_timeout") {
              if (handedOver === undefined) return `an attempt of ${id} failed, and ${carrier} was never asked`
              const left = (deadline ?? 0) - epoch - now()
              if (left > 1) return `an attempt of ${id} failed ${left} ms before the time of ${carrier} was over`
            } else if (attempt.report === "SENT" || attempt.failure !== null && attempt.charge === "returned") {
              if (still.has(line)) still.set(line, now())
            }
          }
        }
        return null
      }
    }
  }
}

interface No {
  readonly suppressed: boolean
  readonly optedOut: boolean
}

export const consent: Invariant = {
  name: "no-hand-over-after-a-no",
  promise: "Nothing is handed over to a recipient whose refusal was kept before the hand-over was.",
  watch: ({ mirror }) => {
    /** The answers of recipients, by the key of their row, and the row of each number. */
    const said = new Map<string, No>()
    const rows = new Map<string, string>()
    return {
      see: (sighting) => {
        if (sighting._tag !== "Committed") return null
        for (const { message: { account, autoReply, id, phone } } of mirror.handedOver) {
          const no = said.get(rows.get(`${account}/${phone}`) ?? "")
          // A recipient who has just opted out may be told so.
          if (no?.suppressed === true || (no?.optedOut === true && autoReply === undefined)) {
            return `${id} was handed over although ${phone} had said no`
          }
        }
        for (const { key } of sighting.commit.deletes) said.delete(key)
        for (const row of sighting.commit.puts) {
          if (row.kind !== "contact") continue
          const { account, optOut, phone, suppressedAt } = row.value
          rows.set(`${account}/${phone}`, row.key)
          said.set(row.key, { suppressed: suppressedAt !== undefined, optedOut: optOut })
        }
        return null
      }
    }
  }
}
