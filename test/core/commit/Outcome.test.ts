/** The outcome of a commit that was applied: which work its holder holds, and whether its events have scheduled some. */
import * as Outcome from "@signalbox/core/Outcome"
import { expect, it } from "vitest"
import { held } from "../Decided.ts"
import * as Given from "../Given.ts"

it("an outcome names leases and a fan-out only where there are some", () => {
  const leases = [held({ work: { kind: "dispatch", key: "a" }, lane: "dispatch:a", at: Given.now })]
  const all = [
    Outcome.applied([], false),
    Outcome.applied(leases, false),
    Outcome.applied([], true),
    Outcome.applied(leases, true),
    Outcome.stale("row"),
    Outcome.insufficient("a")
  ]
  expect(all).toStrictEqual([
    { _tag: "Done" },
    { _tag: "Done", leases },
    { _tag: "Done", fansOut: true },
    { _tag: "Done", leases, fansOut: true },
    { _tag: "Stale", because: "row" },
    { _tag: "Insufficient", of: "a" }
  ])
  // Nearly every commit comes to this, so that it is one value.
  expect(all[0]).toBe(Outcome.done)
  expect(all.map(Outcome.leasesOf)).toStrictEqual([[], leases, [], leases, [], []])
  expect(all.map(Outcome.fansOut)).toStrictEqual([false, false, true, true, false, false])
})
