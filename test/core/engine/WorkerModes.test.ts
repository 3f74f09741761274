/** Each mode of a worker: what it becomes after each event, and what it does next, as one table. */
import type { NodeId } from "@signalbox/core/Id"
import { plus } from "@signalbox/core/Instant"
import type { Action, Event, Terms, WorkerState } from "@signalbox/core/internal/engine/WorkerState"
import * as Machine from "@signalbox/core/internal/engine/WorkerState"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const terms: Terms = {
  pollMillis: 1000,
  lanes: {},
  holder: Effect.succeed({ node: "node" as NodeId, offset: 0 }),
  admits: () => false,
  lends: Context.empty()
}

/** A worker in the midst of its work, whose fifth claim is the last one that has begun and its third one the last answered. */
const midst: WorkerState = {
  mode: { _tag: "Starting" },
  terms,
  isTaking: true,
  hasRoom: true,
  claims: 5,
  answered: 3,
  answeredAt: 10n,
  gathersUntil: 10n
}

const soon = { next: plus(Given.now, 400), now: Given.now }

const modes: Readonly<Record<string, WorkerState["mode"]>> = {
  Starting: { _tag: "Starting" },
  Claiming: { _tag: "Claiming", isSignalled: false },
  "Claiming, signalled": { _tag: "Claiming", isSignalled: true },
  Gathering: { _tag: "Gathering", isSignalled: false },
  "Gathering, signalled": { _tag: "Gathering", isSignalled: true },
  Looking: { _tag: "Looking", isSignalled: false },
  "Looking, signalled": { _tag: "Looking", isSignalled: true },
  Resting: { _tag: "Resting", until: plus(Given.now, 7) },
  ClockOff: { _tag: "ClockOff" },
  Unanswered: { _tag: "Unanswered" },
  Draining: { _tag: "Draining", isClaiming: false },
  "Draining, claiming": { _tag: "Draining", isClaiming: true },
  Ended: { _tag: "Ended" },
  Absent: { _tag: "Absent" }
}

const events: Readonly<Record<string, Event>> = {
  right: { _tag: "Measured", isRight: true },
  wrong: { _tag: "Measured", isRight: false },
  some: { _tag: "Claimed", brought: "some", at: 20n },
  behind: { _tag: "Claimed", brought: "behind", at: 20n },
  full: { _tag: "Claimed", brought: "full", at: 20n },
  taken: { _tag: "Taken" },
  told: { _tag: "Taken", foreseen: soon },
  soon: { _tag: "Foreseen", ...soon },
  due: { _tag: "Foreseen", next: Given.now, now: Given.now },
  never: { _tag: "Foreseen", next: null, now: Given.now },
  rested: { _tag: "Rested" },
  failed: { _tag: "Failed" },
  signalled: { _tag: "Signalled" },
  drains: { _tag: "Drains" },
  stopped: { _tag: "Stopped" }
}

const modeText = ({ mode }: WorkerState): string =>
  [
    mode._tag,
    ...("isSignalled" in mode && mode.isSignalled ? ["signalled"] : []),
    ...("isClaiming" in mode && mode.isClaiming ? ["claiming"] : []),
    ...("until" in mode ? [`for ${mode.until - Given.now}`] : [])
  ].join(", ")

const actionText = (action: Action): string => {
  const { _tag, ...parts } = action
  return [_tag, ...Object.values(parts).map(String)].join(" ")
}

/** The mode after an event, what else has changed of the worker, and what it does next; null where nothing is any other. */
const became = (before: WorkerState, event: Event): string | null => {
  const [after, actions] = Machine.step(before, event)
  if (after === before && actions.length === 0) return null
  const { mode: _, ...rest } = after
  const was: Readonly<Record<string, unknown>> = { ...before }
  const others = Object.entries(rest).flatMap(([name, value]) =>
    Object.is(value, was[name]) ? [] : [`${name} ${value === null ? "none" : String(value)}`]
  )
  return [[modeText(after), ...others].join("; "), ...actions.map(actionText)].join(" > ")
}

/** These come after the same events in each mode in which a worker works. */
const failed = "Unanswered; hasRoom false > Rest 1000"
const stopped = "Ended; terms none; isTaking false > Notify"
const drains = "Draining; isTaking false > Drain"
const working = { failed, stopped, drains }
const again = "Starting > Measure 10"
const answers = (mode: string) => ({
  some: `${mode}; answered 5; answeredAt 20; gathersUntil 20`,
  behind: `${mode}; answered 5; answeredAt 20; gathersUntil 20000020`,
  full: `${mode}; hasRoom false; answered 5; answeredAt 20; gathersUntil 20`
})

const table: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Starting: {
    ...working,
    right: "Claiming; claims 6 > Claim 6 4",
    wrong: "ClockOff; isTaking false > Rest 1000"
  },
  Claiming: {
    ...working,
    ...answers("Claiming"),
    drains: "Draining, claiming; isTaking false > Drain",
    taken: "Looking > Notify > Foresee",
    told: "Resting, for 400 > Notify > Rest 400",
    signalled: "Claiming, signalled"
  },
  "Claiming, signalled": {
    ...working,
    ...answers("Claiming, signalled"),
    drains: "Draining, claiming; isTaking false > Drain",
    taken: "Starting > Notify > Measure 10",
    told: "Starting > Notify > Measure 10",
    signalled: "Claiming, signalled"
  },
  Gathering: { ...working, rested: "Looking > Foresee", signalled: "Gathering, signalled" },
  "Gathering, signalled": { ...working, rested: again, signalled: "Gathering, signalled" },
  Looking: {
    ...working,
    soon: "Resting, for 400 > Rest 400",
    due: "Resting, for 1000 > Rest 1000",
    never: "Resting, for 1000 > Rest 1000",
    signalled: "Looking, signalled"
  },
  "Looking, signalled": { ...working, soon: again, due: again, never: again, signalled: "Looking, signalled" },
  Resting: { ...working, rested: again, signalled: "Resting, for 7 > Wake" },
  ClockOff: { ...working, rested: again },
  Unanswered: { ...working, rested: again },
  Draining: {
    ...answers("Draining"),
    taken: "Draining > Notify",
    told: "Draining > Notify",
    failed: "Draining; hasRoom false > Notify",
    stopped: "Draining; terms none; hasRoom false > Notify"
  },
  "Draining, claiming": {
    ...answers("Draining, claiming"),
    taken: "Draining > Notify",
    told: "Draining > Notify",
    failed: "Draining; hasRoom false > Notify",
    stopped: "Draining; terms none; hasRoom false > Notify"
  },
  Ended: { drains },
  Absent: { drains }
}

describe("each mode of a worker", () => {
  it.each(Object.keys(modes))("%s: goes on as its table says, and stays as it is whatever else happens", (name) => {
    const before = { ...midst, mode: modes[name]! }
    const found = Object.entries(events).flatMap(([event, happened]) => {
      const told = became(before, happened)
      return told === null ? [] : [[event, told] as const]
    })
    expect(Object.fromEntries(found)).toStrictEqual(table[name])
    const begun = { ...Machine.absent, mode: { _tag: "Starting" }, terms, answeredAt: 7n }
    expect(Machine.step(before, { _tag: "Begins", terms, at: 7n })).toStrictEqual([
      begun,
      [{ _tag: "Measure", from: 0n }]
    ])
  })

  it("claims again after a claim that was full, and gathers after one that brought what is behind other work", () => {
    const claiming = { ...midst, mode: modes["Claiming"]! }
    const behind = { ...claiming, gathersUntil: 11n }
    expect([
      became({ ...claiming, hasRoom: false }, events["told"]!),
      became({ ...behind, hasRoom: false }, events["taken"]!),
      became(behind, events["told"]!),
      became({ ...behind, mode: modes["Claiming, signalled"]! }, events["taken"]!)
    ]).toStrictEqual([
      again,
      "Starting > Measure 11",
      "Gathering > Notify > Rest 20",
      "Starting > Notify > Measure 11"
    ])
  })

  it("is told in a few words where it claims nothing, which is after its patience and not before", () => {
    const why = (name: string, now: bigint) => Machine.standstill({ ...midst, mode: modes[name]! }, now, 5n)
    const active = Object.keys(modes).slice(0, -4)
    expect(active.map((name) => [why(name, 15n), why(name, 16n)])).toStrictEqual(
      active.map(() => [null, "has claimed nothing for too long"])
    )
    expect(Object.keys(modes).slice(-4).map((name) => why(name, 10n)))
      .toStrictEqual(["is being drained", "is being drained", "has ended", "has not begun"])
  })

  it("begins with nothing", () => {
    expect(Machine.absent).toStrictEqual({
      mode: { _tag: "Absent" },
      terms: null,
      isTaking: false,
      hasRoom: false,
      claims: 0,
      answered: 0,
      answeredAt: 0n,
      gathersUntil: 0n
    })
  })
})
