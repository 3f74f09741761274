/**
 * The promises about accepted messages and about requests.
 */
import type { Message } from "@signalbox/core/Message"
import * as MessageState from "@signalbox/core/MessageState"
import type { Invariant } from "../../Invariant.ts"
import type { Sighting } from "../../Sighting.ts"
import { isGivenUp } from "../mirror.ts"

export const kept: Invariant = {
  name: "accepted-is-kept",
  promise: "What was answered 202 is never lost: it comes to an end, or an operator sees what cannot be done.",
  watch: ({ mirror }) => {
    const accepted = new Set<string>()
    return {
      see: (sighting) => {
        if (sighting._tag !== "Answered" || sighting.status !== 202) return null
        const lost = sighting.messages.find((id) => !mirror.messages.has(id))
        for (const id of sighting.messages) accepted.add(id)
        return lost === undefined ? null : `${lost} was answered 202, and nothing was committed`
      },
      atRest: () => {
        const open = [...accepted].find((id) =>
          !MessageState.isFinal(mirror.messages.get(id)!.status) && !isGivenUp(mirror, id)
        )
        return open === undefined ? null : `${open} has come to no end: it is ${mirror.messages.get(open)!.status}`
      }
    }
  }
}

const isPrefix = (before: ReadonlyArray<unknown>, after: ReadonlyArray<unknown>): boolean =>
  before.length <= after.length &&
  before.every((each, index) => each === after[index] || JSON.stringify(each) === JSON.stringify(after[index]))

export const history: Invariant = {
  name: "history-only-grows",
  promise: "No change of a message undoes another one: its history only grows, and no attempt is forgotten.",
  watch: ({ mirror }) => ({
    see: (sighting) => {
      if (sighting._tag !== "Committed") return null
      for (const [id, before] of mirror.before) {
        const after = mirror.messages.get(id)!
        if (before === undefined) continue
        if (!isPrefix(before.history, after.history)) return `the history of ${id} was rewritten`
        if (!isPrefix(before.attempts.map((each) => each.id), after.attempts.map((each) => each.id))) {
          return `an attempt of ${id} was forgotten`
        }
        if (before.status !== after.status && MessageState.isFinal(before.status) && after.status === "ROUTED") {
          return `${id} was ${before.status}, and took a route`
        }
      }
      return null
    }
  })
}

type Report = Extract<Sighting, { readonly _tag: "Receipt" }>

/** The words of an attempt's receipts about the whole, and of each part by its reference. */
interface Heard {
  whole: boolean
  readonly delivered: Set<string>
}

export const receipts: Invariant = {
  name: "receipts-are-kept",
  promise:
    "A receipt that was taken in shows, whatever else happens: a message is DELIVERED when it is, or when all of its " +
    "parts are, and never before.",
  watch: ({ mirror }) => {
    const heard = new Map<string, Heard>()
    const hear = ({ attempt, reported, subject }: Report): void => {
      const mine = heard.get(attempt) ?? { whole: false, delivered: new Set() }
      heard.set(attempt, mine)
      if (reported._tag !== "Delivered") return
      if (subject._tag === "Reference") mine.delivered.add(subject.reference)
      else mine.whole = true
    }
    const isDelivered = (attempt: Message["attempts"][number]): boolean => {
      const { delivered, whole } = heard.get(attempt.id) ?? { delivered: new Set(), whole: false }
      const { parts, reference } = attempt
      return whole || (parts === undefined
        ? reference !== null && delivered.size > 0
        : parts.every((part) => delivered.has(part.reference)))
    }
    return {
      see: (sighting) => {
        if (sighting._tag === "Receipt" && sighting.answer !== "unknown") hear(sighting)
        return null
      },
      atRest: () => {
        for (const id of heard.keys()) {
          const message = mirror.messageOf(id)
          const attempt = message?.attempts.find((each) => each.id === id)
          if (message === undefined || attempt === undefined) return `${id} was delivered, and nobody knows it`
          const shows = attempt.report === "DELIVERED" || attempt.report === "READ"
          const arrived = isDelivered(attempt)
          if (arrived !== shows) {
            return `${id}, an attempt of ${message.id}, ${
              arrived ? "arrived" : "did not arrive"
            }, and is ${attempt.report}`
          }
          if (arrived && attempt.send === message.send && message.status !== "DELIVERED" && message.status !== "READ") {
            return `${message.id} arrived, and is ${message.status}`
          }
        }
        return null
      }
    }
  }
}

export const keys: Invariant = {
  name: "one-result-per-key",
  promise: "A request with an Idempotency-Key is executed once, and every answer of it names the same messages.",
  watch: ({ mirror }) => {
    const results = new Map<string, string>()
    const sizes = new Map<string, number>()
    const made = new Map<string, number>()
    const keyed = new Set<string>()
    const markerOf = (message: Message) => message.template?.parameters["order"]
    return {
      see: (sighting) => {
        if (sighting._tag === "Asked" && sighting.key !== null) {
          keyed.add(sighting.marker)
          sizes.set(sighting.marker, sighting.size)
        }
        if (sighting._tag === "Answered" && sighting.key !== null && sighting.status === 202) {
          const text = sighting.messages.join()
          const first = results.get(sighting.key) ?? text
          results.set(sighting.key, first)
          if (first !== text) return `${sighting.key} has two results`
        }
        if (sighting._tag !== "Committed") return null
        for (const [id, before] of mirror.before) {
          const marker = markerOf(mirror.messages.get(id)!)
          if (before !== undefined || marker === undefined || !keyed.has(marker)) continue
          const count = (made.get(marker) ?? 0) + 1
          made.set(marker, count)
          if (count > sizes.get(marker)!) return `${marker} was executed more than once: it made ${count} messages`
        }
        return null
      }
    }
  }
}

export const free: Invariant = {
  name: "a-key-waits-for-nobody",
  promise: "A key is refused as in progress only while a request with it is in hand.",
  watch: () => {
    const inHand = new Map<string, Set<number>>()
    // Those that had company at some time: one of two may be refused.
    const accompanied = new Set<number>()
    // After the store failed or a node died, a claim may be left behind until its lifetime is over.
    let isExcused = false
    return {
      see: (sighting) => {
        if (sighting._tag === "StoreFailed" || sighting._tag === "Killed") isExcused = true
        if (sighting._tag === "Asked" && sighting.key !== null) {
          const others = inHand.get(sighting.key) ?? new Set()
          if (others.size > 0) { for (const id of [...others, sighting.id]) accompanied.add(id) }
          inHand.set(sighting.key, others.add(sighting.id))
        }
        if (sighting._tag === "RequestEnded" && sighting.key !== null) inHand.get(sighting.key)?.delete(sighting.id)
        if (sighting._tag !== "Answered" || sighting.key === null || sighting.code !== "CONFLICT_001") return null
        return isExcused || accompanied.has(sighting.id)
          ? null
          : `${sighting.key} is refused as in progress, and nobody is at it`
      }
    }
  }
}
