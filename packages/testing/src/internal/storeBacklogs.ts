/**
 * The contract of what an operator sees of lanes: which have work that waits, since when, and how much.
 */
import type { AccountId } from "@signalbox/core/Id"
import { DispatchWork, ReviewWork } from "@signalbox/core/Jobs"
import type { LaneQuery } from "@signalbox/core/LaneBacklog"
import type { Lane } from "@signalbox/core/Work"
import { describe, expect } from "vitest"
import type { Harness } from "../StoreHarness.ts"
import { cases } from "./given.ts"
import { due, minutes, now, one } from "./samples.ts"

const lane = (name: string): Lane => DispatchWork.lane.of(`account-${name}` as AccountId)

const all: Omit<LaneQuery, "offset"> = { kind: DispatchWork.lane.name, after: null, limit: 10, depth: 100 }

export const storeBacklogs = (harness: Harness): void => {
  describe("backlogs", () => {
    const it = cases(harness)

    it("show the lanes of a kind in which work waits, by their names", function*({ commit, offset, store }) {
      yield* commit({
        due: [
          ...["c", "a", "B", "d"].map((name) => due(name, { lane: lane(name) })),
          due("other", { kind: "review", lane: ReviewWork.lane.of("account-b" as AccountId) })
        ]
      })
      const query = { ...all, offset: yield* offset(now) }
      const names = function*(parts: Partial<LaneQuery>) {
        return (yield* store.backlogs({ ...query, ...parts })).map((each) => each.lane)
      }
      expect(yield* names({})).toEqual(["B", "a", "c", "d"].map(lane))
      expect(yield* names({ limit: 2 })).toEqual(["B", "a"].map(lane))
      expect(yield* names({ limit: 2, after: lane("a") })).toEqual(["c", "d"].map(lane))
      expect(yield* names({ after: lane("d") })).toEqual([])
      expect(yield* names({ limit: 0 })).toEqual([])
      expect(yield* names({ kind: "dispatc" })).toEqual([])
    })

    it("say since when work waits, how much, and how much nodes hold", function*({ claim, commit, offset, store }) {
      yield* commit({ due: ["1", "2", "3"].map((key) => due(key, { lane: lane("a"), at: minutes(-5) })) })
      yield* commit({
        due: [due("4", { lane: lane("a"), at: minutes(-2) }), due("5", { lane: lane("a"), at: minutes(9) })]
      })
      yield* commit({ due: [due("6", { lane: lane("held") })] })
      expect(yield* claim(one, { width: { send: 2 } })).toHaveLength(3)
      const query = { ...all, offset: yield* offset(now) }
      const found = { lane: lane("a"), firstAt: minutes(-5), waiting: 3, held: 2, pausedUntil: null }
      expect(yield* store.backlogs(query)).toEqual([found])
      expect(yield* store.backlogs({ ...query, depth: 1 })).toEqual([{ ...found, waiting: 1, held: 1 }])
    })

    it("say until when a lane is paused", function*({ commit, offset, store }) {
      yield* commit({ due: [due("1", { lane: lane("a") })], pauses: [{ lane: lane("a"), until: minutes(5) }] })
      for (const [at, pausedUntil] of [[now, minutes(5)], [minutes(4), minutes(5)], [minutes(6), null]] as const) {
        expect(yield* store.backlogs({ ...all, offset: yield* offset(at) })).toMatchObject([{ pausedUntil }])
      }
    })
  })
}
