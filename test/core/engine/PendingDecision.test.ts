/**
 * How often a command is decided before somebody gives up, and what it has come to then.
 */
import * as Commits from "@signalbox/core/Commit"
import { Conflict, LeaseLost } from "@signalbox/core/Executor"
import * as Facts from "@signalbox/core/Facts"
import type { Decision } from "@signalbox/core/internal/commit/Decision"
import { done } from "@signalbox/core/internal/commit/Decision"
import { PendingDecision } from "@signalbox/core/internal/engine/PendingDecision"
import * as Needs from "@signalbox/core/Needs"
import * as Outcome from "@signalbox/core/Outcome"
import { StoreError } from "@signalbox/core/Store"
import * as Cause from "effect/Cause"
import * as Exit from "effect/Exit"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const grounds = { facts: Facts.empty, now: Given.now, ids: Given.ids() }

/** A decision that commits something, and the tries that it was told of. */
const counting = () => {
  const tries: Array<number | undefined> = []
  const use: Decision<string, string> = {
    name: "counting",
    needs: () => Needs.none,
    decide: (command, _, tried) => {
      tries.push(tried)
      return done(command, Commits.make({ deletes: [{ kind: "account", key: "a" }] }))
    }
  }
  return { decision: new PendingDecision(use, "asked"), tries }
}

describe("a decision", () => {
  it("is decided sixty-four times at most while others win, and is a conflict then", () => {
    const { decision, tries } = counting()
    while (decision.isOpen) {
      expect(decision.decide(grounds, null)).not.toBeNull()
      decision.settle(Exit.succeed(Outcome.stale("row")))
    }
    expect(tries).toEqual(Array.from({ length: 64 }, (_, index) => index))
    expect(decision.exit).toEqual(Exit.fail(new Conflict({ use: "counting" })))
  })

  it("has its answer, and when that was decided, once its commit is applied", () => {
    const { decision } = counting()
    decision.decide(grounds, null)
    expect(decision.isOpen).toBe(true)
    decision.settle(Exit.succeed(Outcome.done))
    expect(decision.exit).toEqual(Exit.succeed({ answer: "asked", at: Given.now }))
  })

  it("is lost with its lease, and fails with the store, which may be away", () => {
    const [lost, away, failed] = [counting().decision, counting().decision, counting().decision]
    for (const each of [lost, away, failed]) each.decide(grounds, null)
    lost.settle(Exit.succeed(Outcome.stale("lease")))
    away.settle(Exit.fail(new StoreError({ reason: "unavailable", cause: "gone" })))
    failed.fail(Cause.fail(new StoreError({ reason: "failed", cause: "refused" })))
    expect(lost.exit).toEqual(Exit.fail(new LeaseLost({ use: "counting" })))
    expect([lost, away, failed].map(({ isAway, isOpen }) => [isAway, isOpen])).toEqual([
      [false, false],
      [true, false],
      [false, false]
    ])
  })

  it("stands alone once what may follow cannot be decided, or asks for what cannot be said", () => {
    const fail = (): never => {
      throw new Error("a defect")
    }
    const alone = Commits.make({ deletes: [{ kind: "account", key: "a" }] })
    const plain = {
      name: "followed",
      needs: () => Needs.balance(Given.accountId(1)),
      decide: () => done("alone", alone)
    }
    const undecided = new PendingDecision({ ...plain, following: { needs: () => Needs.none, decide: fail } }, "asked")
    expect(undecided.decide(grounds, null)).toEqual(alone)
    const unsaid = new PendingDecision({ ...plain, following: { needs: fail, decide: fail } }, "asked")
    expect(unsaid.lacks(Facts.empty)).toEqual(Needs.balance(Given.accountId(1)))
    expect([undecided, unsaid].map(({ isOpen, tries }) => [isOpen, tries])).toEqual([[true, 1], [true, 1]])
    // One that cannot be decided itself has come to its end.
    const broken = new PendingDecision({ ...plain, needs: fail, decide: fail }, "asked")
    expect(broken.lacks(Facts.empty)).toEqual(Needs.none)
    expect(broken.isOpen).toBe(false)
    expect(new PendingDecision({ ...plain, decide: fail }, "asked").decide(grounds, null)).toBeNull()
  })
})
