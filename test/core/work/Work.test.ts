/**
 * Work as plain data: how it is named, told apart, scheduled again and grouped.
 */
import { plus } from "@signalbox/core/Instant"
import type { Lease, LeaseToken } from "@signalbox/core/Work"
import * as Work from "@signalbox/core/Work"
import { expect, it } from "vitest"
import * as Given from "../Given.ts"

const lease = (key: string, lane: Work.Lane, failures = 0): Lease => ({
  work: { kind: "dispatch", key },
  lane,
  at: Given.now,
  token: 1 as LeaseToken,
  failures
})

it("is named by its kind and its key, whatever colons are in the key", () => {
  expect(Work.refText({ kind: "dispatch", key: "a:b/c" })).toBe("dispatch:a:b/c")
  const one = { kind: "dispatch", key: "a" }
  expect([one, { ...one }, { ...one, key: "b" }, { ...one, kind: "delivery" }].map((other) => Work.isSame(one, other)))
    .toEqual([true, true, false, false])
})

it("is in a lane whose kind stands before the first colon", () => {
  expect((["send:a", "submission:acme/a:b", ":a"] as const).map(Work.laneKind)).toEqual(["send", "submission", ""])
})

it("is scheduled again in its lane, with a failure more when it has failed", () => {
  const at = plus(Given.now, 1000)
  const held = lease("a", "send:a", 3)
  expect(Work.again(held, at)).toStrictEqual({ work: held.work, lane: "send:a", at })
  expect(Work.afterFailure(held, at)).toStrictEqual({ work: held.work, lane: "send:a", at, failures: 4 })
})

it("is grouped by its lanes, each in the order in which it comes", () => {
  const [one, two, three, four] = [
    lease("1", "send:b"),
    lease("2", "send:a"),
    lease("3", "send:b"),
    lease("4", "send:b")
  ] as const
  expect([...Work.byLane([one, two, three, four])]).toStrictEqual([["send:b", [one, three, four]], ["send:a", [two]]])
  expect(Work.byLane([]).size).toBe(0)
})
