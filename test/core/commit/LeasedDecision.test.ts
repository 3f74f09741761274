/**
 * Decisions about leased work: their commits apply only while the lease is valid, and end the work unless they keep it.
 */
import type { Commit } from "@signalbox/core/Commit"
import * as Commits from "@signalbox/core/Commit"
import * as Facts from "@signalbox/core/Facts"
import * as Instant from "@signalbox/core/Instant"
import type { Grounds } from "@signalbox/core/internal/commit/Grounds"
import * as LeasedDecision from "@signalbox/core/internal/commit/LeasedDecision"
import * as Needs from "@signalbox/core/Needs"
import type { Lease, LeaseToken } from "@signalbox/core/Work"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const lease = (key: string, at = Given.now): Lease => ({
  work: { kind: "step", key },
  lane: "step:one",
  at,
  token: 7 as LeaseToken,
  failures: 0
})

const grounds: Grounds = { facts: Facts.empty, now: Given.now, ids: Given.ids() }
const fence = (key: string, token = 7, kind = "step"): Commits.Fence => ({
  work: { kind, key },
  token: token as LeaseToken
})
const cancels = [{ kind: "step", key: "other" }]

/** A decision that answers with its instant, and commits this. */
const deciding = (commit: Partial<Commit>) => ({
  name: "test",
  needs: () => Needs.none,
  decide: (_: unknown, { now }: Grounds) => Result.succeed({ answer: now, commit: Commits.make(commit) })
})

const decided = (commit: Partial<Commit>, of: Lease) =>
  Result.getOrThrow(LeasedDecision.make(deciding(commit)).decide({ lease: of }, grounds))

describe("a decision about leased work", () => {
  it("ends the work, besides all else", () => {
    const { answer, commit } = decided({ cancels, completes: [fence("more")] }, lease("one"))
    expect(answer).toBe(Given.now)
    expect(commit).toEqual(Commits.make({ cancels, completes: [fence("one"), fence("more")] }))
    expect(LeasedDecision.make(deciding({}))).toMatchObject({ name: "test", isLeased: true })
  })

  it("leaves the work to itself where it holds or releases the lease", () => {
    for (const part of [{ holds: [fence("one")] }, { releases: [fence("two"), fence("one")] }]) {
      expect(decided({ cancels, ...part }, lease("one")).commit).toEqual(Commits.make({ cancels, ...part }))
    }
  })

  it("ends the work where it holds and releases only others", () => {
    const others = [fence("one", 8), fence("two"), fence("one", 7, "other")]
    for (const part of [{ holds: others }, { releases: others }]) {
      expect(decided(part, lease("one")).commit.completes).toEqual([fence("one")])
    }
  })

  it("is never made before the work was due, however late the clock of its node is", () => {
    const later = Instant.plus(Given.now, 1)
    expect(decided({}, lease("one", later)).answer).toBe(later)
    expect(decided({}, lease("one", Instant.plus(Given.now, -1))).answer).toBe(Given.now)
  })
})

describe("a decision about several leases", () => {
  it("ends those that it neither holds nor releases, and is made at its own instant", () => {
    const leases = [lease("one", Instant.plus(Given.now, 9)), lease("two"), lease("three"), lease("four")]
    const commit = { holds: [fence("two")], releases: [fence("four")], completes: [fence("more")] }
    const { answer, commit: made } = Result.getOrThrow(
      LeasedDecision.makeSet(deciding(commit)).decide({ leases }, grounds)
    )
    expect(answer).toBe(Given.now)
    expect(made).toEqual(Commits.make({ ...commit, completes: [fence("one"), fence("three"), fence("more")] }))
  })
})
