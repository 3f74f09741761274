/**
 * The transition table of verifications (decisions 16.2), beside a model that is told apart from it.
 */
import { make as instant } from "@signalbox/core/Instant"
import type { Trigger } from "@signalbox/core/internal/verification/VerificationState"
import * as VerificationState from "@signalbox/core/internal/verification/VerificationState"
import { VerificationStatus } from "@signalbox/core/Verification"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Verified from "./Verified.ts"

const triggers: ReadonlyArray<Trigger> = [
  "started",
  "sent_again",
  "matched",
  "missed",
  "exhausted",
  "lapsed",
  "called_off"
]

describe("the states of a verification", () => {
  it("are left by the table's triggers alone [XVF-020]", () => {
    const found = ["(new)", ...VerificationStatus.literals].flatMap((from) =>
      triggers.flatMap((trigger) => {
        const to = VerificationState.transition(from as VerificationState.From, trigger)
        return to === null ? [] : [`${from} ${trigger} ${to.to} ${to.event ?? "-"}`]
      })
    )
    expect(found).toEqual([
      "(new) started pending verification.pending",
      "pending sent_again pending -",
      "pending matched approved verification.approved",
      "pending missed pending -",
      "pending exhausted failed verification.failed",
      "pending lapsed expired verification.expired",
      "pending called_off canceled verification.canceled"
    ])
  })

  prop(
    "end once, whatever happens: the event of an end is the last one [XVF-020]",
    fc.array(fc.constantFrom(...triggers), { maxLength: 12 }),
    (happening) => {
      let status: VerificationState.From = "(new)"
      const told: Array<string> = []
      for (const trigger of happening) {
        const transition = VerificationState.transition(status, trigger)
        if (transition === null) continue
        expect(["(new)", "pending"]).toContain(status)
        status = transition.to
        if (transition.event !== null) told.push(transition.event)
      }
      const ends = told.filter((event) => event !== "verification.pending")
      expect(ends.length).toBeLessThanOrEqual(1)
      expect(told.slice(0, -1).every((event) => event === "verification.pending")).toBe(true)
    }
  )

  it("end with the fifth wrong code, and with the right one whenever that comes", () => {
    const checked = (isRight: boolean) =>
      [0, 1, 3, 4].map((tries) => VerificationState.checked(Verified.verification({ tries }), isRight))
    expect(checked(true)).toEqual(["matched", "matched", "matched", "matched"])
    expect(checked(false)).toEqual(["missed", "missed", "missed", "exhausted"])
  })

  it("are read by the clock: what is pending is over when its time is [XVF-006]", () => {
    const pending = Verified.verification()
    const at = (millis: number) => VerificationState.at(pending, instant(pending.expiresAt + millis))
    expect([at(-1), at(0), at(1)]).toEqual(["pending", "expired", "expired"])
    for (const status of VerificationStatus.literals.filter((each) => each !== "pending")) {
      expect(VerificationState.at({ ...pending, status }, instant(pending.expiresAt + 1))).toBe(status)
    }
  })
})
