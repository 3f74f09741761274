/**
 * Each step of a verification is one commit: what it rests on, what it tells, and what goes with its end (decisions 16.2, 17.3).
 */
import type { Commit } from "@signalbox/core/Commit"
import { make, put } from "@signalbox/core/Commit"
import type * as Facts from "@signalbox/core/Facts"
import * as Instant from "@signalbox/core/Instant"
import type { Trigger } from "@signalbox/core/internal/verification/VerificationState"
import * as VerificationStep from "@signalbox/core/internal/verification/VerificationStep"
import * as Needs from "@signalbox/core/Needs"
import type { Verification } from "@signalbox/core/Verification"
import { Verifications } from "@signalbox/core/Verification"
import { describe, expect, it } from "vitest"
import { gathered, told } from "../Decided.ts"
import * as Given from "../Given.ts"
import * as Verified from "./Verified.ts"

const now = Instant.plus(Given.now, 60_000)
const pending = Verified.verification()
const { id } = pending

const changes = (commit: Partial<Commit>) => {
  const { counts, events } = make(commit)
  return { ...told(commit), counts, events: events.map(({ account, at, name }) => [name, account, at]) }
}

const taken = (
  trigger: Exclude<Trigger, "started">,
  before: Verification = pending,
  with_: Parameters<typeof VerificationStep.take>[2] = {}
) => {
  const facts: Facts.Facts = gathered([put(Verifications, before)], () => Needs.row(Verifications, before.id))
  const { commit, verification } = VerificationStep.take(before, trigger, with_, { facts, now, ids: Given.ids() })
  return { ...changes(commit), verification }
}

const nothing = { deletes: [], due: [], cancels: [], completes: [], counts: [], events: [] }

describe("a verification that starts", () => {
  it("keeps its code apart, and has its end scheduled", () => {
    const { endedAt: _, status: __, tries: ___, ...draft } = pending
    const { commit, verification } = VerificationStep.start(draft, "123456", { now, ids: Given.ids() })
    expect(verification).toStrictEqual(pending)
    expect(changes(commit)).toStrictEqual({
      ...nothing,
      puts: [pending, { verification: id, code: "123456" }],
      expects: [],
      due: [[`verification_expiry ${id}`, 10 * Instant.minute]],
      events: [["verification.pending", pending.account, now]]
    })
  })
})

describe("a verification that goes on", () => {
  it("rests on what it was, tells nothing, and keeps its code", () => {
    const missed = { ...pending, tries: 3 }
    expect(taken("missed", pending, { tries: 3 })).toStrictEqual({
      ...nothing,
      verification: missed,
      puts: [missed],
      expects: [`verification ${id} 1`]
    })
    const sends = [...pending.sends, { ...pending.sends[0]!, at: now }]
    const again = { ...pending, sends }
    expect(taken("sent_again", pending, { sends })).toStrictEqual({
      ...nothing,
      verification: again,
      puts: [again],
      expects: [`verification ${id} 1`]
    })
  })
})

describe("a verification that ends", () => {
  const ended = (
    status: Verification["status"],
    before = pending,
    tries = before.tries
  ) => {
    const over = { ...before, tries, status, code: null, endedAt: now }
    return {
      ...nothing,
      verification: over,
      puts: [over],
      deletes: [`one_time_code ${id}`],
      expects: [`verification ${id} 1`],
      cancels: [`verification_expiry ${id}`],
      events: [[`verification.${status}`, before.account, now]]
    }
  }
  const ways = [["matched", "approved"], ["exhausted", "failed"], ["lapsed", "expired"], [
    "called_off",
    "canceled"
  ]] as const

  it.each(ways)("as it is %s is %s, tells so, and forgets its code and its work", (trigger, status) => {
    expect(taken(trigger)).toStrictEqual(ended(status))
  })

  it.each(ways)(
    "as it is %s is counted for its prefix where it is watched and somebody has tried its code",
    (trigger, status) => {
      const watched: Verification = { ...pending, isWatched: true }
      const minute = Math.floor(Given.now / Instant.minute)
      const counts = [{ counter: `prefix/${pending.account}/+12015/checked/${minute}`, by: 1, ceiling: null, once: id }]
      expect(taken(trigger, watched)).toStrictEqual({
        ...ended(status, watched),
        counts: trigger === "matched" ? counts : []
      })
      expect(taken(trigger, watched, { tries: 1 })).toStrictEqual({ ...ended(status, watched, 1), counts })
      expect(taken(trigger, pending, { tries: 1 }).counts).toStrictEqual([])
    }
  )

  it("knows no further step", () => {
    expect(() => taken("matched", { ...pending, status: "expired" })).toThrow(
      "a verification that is expired knows no step \"matched\""
    )
  })
})
