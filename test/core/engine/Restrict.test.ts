/**
 * The operator's pauses and drains, against a model: a list of them, and the lanes that are closed.
 */
import { put } from "@signalbox/core/Commit"
import type { Instant } from "@signalbox/core/Instant"
import { plus } from "@signalbox/core/Instant"
import type { RestrictAnswer, Subject } from "@signalbox/core/internal/engine/Restrict"
import { LiftRestriction, OpenLane, Restrict } from "@signalbox/core/internal/engine/Restrict"
import { lineKey, Lines } from "@signalbox/core/internal/row/Line"
import type { Mode, Restriction } from "@signalbox/core/internal/row/Restrictions"
import { none, RestrictionRows, restrictionsKey } from "@signalbox/core/internal/row/Restrictions"
import type { Lane } from "@signalbox/core/Work"
import { prop } from "@signalbox/testing/Prop"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const carrier = Given.carrierId("sms-a")
const group: Lane = "carrier:sms-a"
const forEver = Date.UTC(9999, 11, 31, 23, 59, 59)

/** The lines of four accounts at one carrier: busy for longer, no more from this instant on, no more, and none. */
const lanes = [1, 2, 3, 4].map((number) => ({
  lane: `${group}/${Given.accountId(number)}` as const,
  line: lineKey(carrier, Given.accountId(number))
}))

const busyUntil = [plus(Given.now, 1), Given.now, plus(Given.now, -1)]

const store = (restrictions: ReadonlyArray<Restriction> = []): FactStore =>
  new FactStore([
    ...busyUntil.map((until, index) =>
      put(Lines, { carrier, account: Given.accountId(index + 1), busySince: plus(Given.now, -1000), until })
    ),
    ...(restrictions.length === 0 ? [] : [put(RestrictionRows, { ...none, pins: [], all: restrictions })])
  ])

const lane = fc.constantFrom(...lanes)

const subject: fc.Arbitrary<Subject> = fc.oneof(
  fc.constant<Subject>({ _tag: "Carrier", group }),
  lane.map((each): Subject => ({ _tag: "Lane", ...each })),
  fc.constant<Subject>({ _tag: "Lane", lane: "review:all", line: null })
)

const step = fc.oneof(
  fc.record({ does: fc.constant("add" as const), subject, mode: fc.constantFrom<Mode>("paused", "drained") }),
  fc.record({ does: fc.constant("lift" as const), subject }),
  fc.record({ does: fc.constant("open" as const), lane }),
  fc.record({ does: fc.constant("lose" as const), lane })
)

const nameOf = (each: Subject): Lane => each._tag === "Carrier" ? each.group : each.lane

/** A lane that opens again stays closed as long as its carrier is busy. */
const opened = (pauses: Map<Lane, Instant>, on: Lane): void => {
  pauses.delete(on)
  if (on === lanes[0]!.lane) pauses.set(on, busyUntil[0]!)
}

describe("restrictions", () => {
  prop("are added and lifted one by one, and close a lane that is paused", fc.array(step), (steps) => {
    const tried = store()
    let all: ReadonlyArray<Restriction> = []
    const pauses = new Map<Lane, Instant>()
    for (const [number, each] of steps.entries()) {
      let expected: RestrictAnswer | undefined
      let answer: RestrictAnswer | void = undefined
      if (each.does === "add") {
        const on = nameOf(each.subject)
        answer = Result.getOrThrow(tried.run(Restrict, each, plus(Given.now, -number), Given.ids()))
        const isKnown = all.some((one) => one.on === on && one.mode === each.mode)
        expected = isKnown ? "Unchanged" : "Changed"
        if (!isKnown) all = [...all, { on, mode: each.mode, since: plus(Given.now, -number) }]
        if (each.subject._tag === "Lane" && each.mode === "paused") pauses.set(on, plus(Given.now, forEver - Given.now))
      } else if (each.does === "lift") {
        const on = nameOf(each.subject)
        answer = Result.getOrThrow(tried.run(LiftRestriction, each, Given.now, Given.ids()))
        const isKnown = all.some((one) => one.on === on)
        expected = isKnown ? "Changed" : "Unchanged"
        all = all.filter((one) => one.on !== on)
        if (isKnown && each.subject._tag === "Lane") opened(pauses, on)
      } else if (each.does === "lose") {
        tried.pauses.delete(each.lane.lane)
        pauses.delete(each.lane.lane)
      } else {
        answer = Result.getOrThrow(tried.run(OpenLane, each.lane, Given.now, Given.ids()))
        const isPaused = all.some(({ mode, on }) => mode === "paused" && (on === each.lane.lane || on === group))
        if (!isPaused) opened(pauses, each.lane.lane)
      }
      expect(answer).toBe(expected)
      expect(tried.get(RestrictionRows, restrictionsKey)?.all ?? []).toEqual(all)
      expect(new Map(tried.pauses)).toEqual(pauses)
    }
  })

  it("close a lane again when a pause is repeated, and only then", () => {
    const tried = store()
    const lane = { _tag: "Lane", ...lanes[3]! } as const
    const again = (mode: Mode, on: Subject = lane) => {
      tried.run(Restrict, { subject: on, mode }, Given.now, Given.ids())
      tried.pauses.clear()
      expect(tried.run(Restrict, { subject: on, mode }, Given.now, Given.ids())).toEqual(Result.succeed("Unchanged"))
      return new Map<string, number>(tried.pauses)
    }
    expect(again("drained")).toEqual(new Map())
    expect(again("paused")).toEqual(new Map([[lane.lane, forEver]]))
    expect(again("paused", { _tag: "Carrier", group })).toEqual(new Map())
  })

  it("are a thousand at most, and keep what else is known of carriers", () => {
    const many = Array.from({ length: 1000 }, (_, number): Restriction => ({
      on: `review:${number}`,
      mode: "drained",
      since: Given.now
    }))
    const added = { subject: { _tag: "Carrier", group }, mode: "paused" } as const
    const full = store(many)
    expect(full.run(Restrict, added, Given.now, Given.ids())).toEqual(Result.succeed("TooMany"))
    expect(full.get(RestrictionRows, restrictionsKey)?.all).toHaveLength(1000)
    const last = store(many.slice(1))
    expect(last.run(Restrict, added, Given.now, Given.ids())).toEqual(Result.succeed("Changed"))
    expect(last.get(RestrictionRows, restrictionsKey)).toEqual({
      pins: [],
      all: [...many.slice(1), { on: group, mode: "paused", since: Given.now }]
    })
  })
})
