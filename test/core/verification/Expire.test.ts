/**
 * The work that ends a verification: it comes when the time is over, and changes nothing of what has ended.
 */
import * as Instant from "@signalbox/core/Instant"
import { OneTimeCodes } from "@signalbox/core/internal/row/OneTimeCode"
import { Expire } from "@signalbox/core/internal/verification/Expire"
import { ExpiryWork } from "@signalbox/core/internal/verification/VerificationWork"
import type { Verification } from "@signalbox/core/Verification"
import { Verifications, VerificationStatus } from "@signalbox/core/Verification"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"
import * as Verified from "./Verified.ts"

const due = ({ account, expiresAt, id }: Verification) => ExpiryWork.due(id, account, expiresAt)

describe("the expiry of a verification", () => {
  it("tells that it has expired, and forgets its code [XVF-006, XVF-012]", () => {
    const pending = Verified.verification()
    const store = Verified.store(pending)
    const lease = store.hold(due(pending))
    const ended = store.run(Expire, { lease }, pending.expiresAt, Given.ids())
    expect(Result.isSuccess(ended)).toBe(true)
    expect(store.get(Verifications, pending.id)).toStrictEqual({
      ...pending,
      status: "expired",
      code: null,
      endedAt: pending.expiresAt
    })
    expect(store.get(OneTimeCodes, pending.id)).toBeNull()
    expect(store.events.map(({ name }) => name)).toEqual(["verification.expired"])
    expect([...store.work.keys()]).toEqual([])
  })

  it("is never sooner than its instant, however late the clock of its node is", () => {
    const pending = Verified.verification()
    const store = Verified.store(pending)
    const lease = store.hold(due(pending))
    store.run(Expire, { lease }, Instant.make(pending.expiresAt - 1000), Given.ids())
    expect(store.get(Verifications, pending.id)).toMatchObject({ status: "expired", endedAt: pending.expiresAt })
  })

  it.each(VerificationStatus.literals.filter((status) => status !== "pending"))(
    "leaves what is %s as it is",
    (status) => {
      const over = Verified.verification({ status, code: null, endedAt: Given.now })
      const store = Verified.store(over)
      const lease = store.hold(due(over))
      store.run(Expire, { lease }, over.expiresAt, Given.ids())
      expect(store.get(Verifications, over.id)).toStrictEqual(over)
      expect([store.events, [...store.work.keys()]]).toEqual([[], []])
    }
  )
})
