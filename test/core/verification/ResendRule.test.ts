/**
 * When a code may be sent again (decisions 16.4).
 */
import * as Instant from "@signalbox/core/Instant"
import * as ResendRule from "@signalbox/core/internal/verification/ResendRule"
import * as Limit from "@signalbox/core/Limit"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Verified from "./Verified.ts"

describe("a code", () => {
  it("is sent again after 30 seconds, then 1, 2 and 3 minutes, and then no more [XVF-007]", () => {
    let verification = Verified.verification()
    const waits: Array<number> = []
    for (let next = ResendRule.next(verification); next !== null; next = ResendRule.next(verification)) {
      const last = verification.sends.at(-1)!
      waits.push((next - last.at) / 1000)
      verification = { ...verification, sends: [...verification.sends, { ...last, at: next }] }
    }
    expect(waits).toEqual([30, 60, 120, 180])
    expect(verification.sends).toHaveLength(5)
  })

  prop(
    "waits longer each time, and is never sent again when it has expired [XVF-007]",
    fc.integer({ min: 1, max: 10 }),
    fc.array(fc.nat({ max: 200_000 }), { minLength: 1, maxLength: 6 }),
    (minutes, gaps) => {
      const first = Verified.verification()
      const expiresAt = Instant.plus(first.createdAt, minutes * Instant.minute)
      let at = first.createdAt
      const sends = gaps.map((gap) => {
        at = Instant.plus(at, gap)
        return { ...first.sends[0]!, at }
      })
      const next = ResendRule.next({ ...first, expiresAt, sends })
      if (sends.length > Limit.verificationWaits.length) expect(next).toBeNull()
      if (next !== null) {
        expect(next).toBeLessThan(expiresAt)
        expect(next - at).toBe(Limit.verificationWaits[sends.length - 1])
      }
    }
  )
})
