/**
 * The worker's state machine keeps its promises, whatever happens in whatever order.
 */
import type { NodeId } from "@signalbox/core/Id"
import type { Instant } from "@signalbox/core/Instant"
import { plus } from "@signalbox/core/Instant"
import type { Action, Brought, Event, Holding, Terms, WorkerState } from "@signalbox/core/internal/engine/WorkerState"
import * as Machine from "@signalbox/core/internal/engine/WorkerState"
import { prop } from "@signalbox/testing/Prop"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const pollMillis = 1000

/** How long a worker gathers, in elapsed nanoseconds. */
const gatherNanos = 20_000_000n

const terms: Terms = {
  pollMillis,
  lanes: {},
  holder: Effect.succeed({ node: "node" as NodeId, offset: 0 }),
  admits: () => false,
  lends: Context.empty()
}

/** One thing that may happen: the answer to what the worker asks, or something from outside. */
type Happening =
  | {
    readonly _tag: "Answer"
    readonly isRight: boolean
    readonly brought: Brought
    readonly next: number | null
    /** Whether a claim that has brought nothing tells when the next work falls due. */
    readonly tells: boolean
  }
  | { readonly _tag: "Fail" | "Signal" | "Drain" | "Stop" }

const often = <A>(weight: number, arbitrary: fc.Arbitrary<A>) => ({ weight, arbitrary })
const of = (tag: "Fail" | "Signal" | "Drain" | "Stop") => fc.constant<Happening>({ _tag: tag })

const answer: fc.Arbitrary<Happening> = fc.record({
  _tag: fc.constant("Answer" as const),
  isRight: fc.oneof(often(5, fc.constant(true)), often(1, fc.constant(false))),
  brought: fc.constantFrom<Brought>("nothing", "some", "behind", "full"),
  next: fc.option(fc.integer({ min: -3 * pollMillis, max: 3 * pollMillis }), { nil: null }),
  tells: fc.boolean()
})

const happenings: fc.Arbitrary<ReadonlyArray<Happening>> = fc.array(
  fc.oneof(
    often(12, answer),
    often(2, of("Fail")),
    often(4, of("Signal")),
    often(1, of("Drain")),
    often(1, of("Stop"))
  ),
  { maxLength: 60, size: "max" }
)

const asks = ({ _tag }: Action): boolean =>
  _tag === "Measure" || _tag === "Claim" || _tag === "Foresee" || _tag === "Rest"

/** The world carries the actions out, and knows nothing of the worker's modes. */
class World {
  state: WorkerState
  /** The worker has asked for this and has no answer yet. */
  asked: Action | null = null
  /** Whether that is a claim whose answer has come. What it has brought is not in hand yet. */
  isAnswered = false
  brought: Brought = "nothing"
  isDraining = false
  hasStopped = false
  isRight: boolean | null = null
  /** Whether the last claim was answered and has left nothing. */
  hasRoom = false
  claims = 0
  answered = 0
  /** Whether the signal was raised since a claim began. */
  isSignalled = false
  isWoken = false
  now: Instant = Given.now
  elapsed = 0n
  /** Until when the last claim that brought only what is behind other work keeps it from claiming again. */
  gathersUntil = 0n

  constructor() {
    const [state, actions] = Machine.step(Machine.absent, { _tag: "Begins", terms, at: this.elapsed })
    this.state = state
    this.carryOut(actions)
  }

  /** The event that answers what is asked. */
  private answer(asked: Action, happening: Happening): Event {
    const { isAnswered } = this
    this.isAnswered = false
    this.asked = null
    if (happening._tag !== "Answer") return { _tag: "Failed" }
    const { brought, isRight, next, tells } = happening
    const foreseen = { next: next === null ? null : plus(this.now, next), now: this.now }
    switch (asked._tag) {
      case "Measure":
        this.isRight = isRight
        return { _tag: "Measured", isRight }
      case "Claim":
        if (isAnswered) return { _tag: "Taken", ...(tells && this.brought === "nothing" ? { foreseen } : {}) }
        this.asked = asked
        this.isAnswered = true
        this.brought = brought
        this.hasRoom = brought !== "full"
        this.answered = asked.claim
        this.gathersUntil = brought === "behind" ? this.elapsed + gatherNanos : 0n
        return { _tag: "Claimed", brought, at: this.elapsed }
      case "Foresee":
        return { _tag: "Foreseen", ...foreseen }
      default:
        return { _tag: "Rested" }
    }
  }

  private eventOf(happening: Happening): Event | null {
    switch (happening._tag) {
      case "Signal":
        this.isSignalled = true
        return { _tag: "Signalled" }
      case "Drain":
        this.isDraining = true
        return { _tag: "Drains" }
      case "Stop":
        this.hasStopped = true
        this.asked = null
        return { _tag: "Stopped" }
      default: {
        const { asked } = this
        if (asked === null) return null
        if (happening._tag === "Fail") this.hasRoom = false
        return this.answer(asked, happening)
      }
    }
  }

  private carryOut(actions: ReadonlyArray<Action>): void {
    for (const action of actions) {
      if (action._tag === "Wake") this.isWoken = true
      if (!asks(action)) continue
      expect(this.asked, "it asks for one thing at a time").toBeNull()
      expect(this.isDraining || this.hasStopped, "it asks for nothing when it drains or has ended").toBe(false)
      this.asked = action
      if (action._tag === "Measure") {
        this.isWoken = false
        if (this.gathersUntil > 0n) expect(action.from, "it gathers what is behind other work").toBe(this.gathersUntil)
        else expect(action.from, "else it waits for nothing").toBeLessThanOrEqual(this.elapsed)
      }
      if (action._tag === "Claim") {
        expect(this.isRight, "it claims when its clock is right").toBe(true)
        expect([action.claim, action.oldest]).toEqual([this.claims + 1, this.answered + 1])
        this.claims++
        this.isSignalled = false
      }
      if (action._tag === "Rest") {
        expect(action.millis, "it rests").toBeGreaterThan(0)
        expect(action.millis, "and looks again soon").toBeLessThanOrEqual(pollMillis)
        // What nobody can claim for is not missed: the claim that comes after such a rest finds it.
        const isPatient = this.isRight === false || this.state.mode._tag === "Unanswered"
        expect(this.isSignalled && !isPatient, "it does not rest after a signal").toBe(false)
      }
    }
  }

  happens(happening: Happening): void {
    // A stopped worker is told nothing but that somebody drains it.
    if (this.hasStopped && happening._tag !== "Drain" && happening._tag !== "Signal") return
    this.elapsed += 1_000_000n
    this.now = plus(this.now, 1)
    const event = this.eventOf(happening)
    if (event === null) return
    const [state, actions] = Machine.step(this.state, event)
    this.state = state
    this.carryOut(actions)
  }

  get isClaiming(): boolean {
    return this.asked?._tag === "Claim"
  }
}

const walk = (happenings: ReadonlyArray<Happening>, look: (world: World) => void = () => undefined): World => {
  const world = new World()
  look(world)
  for (const happening of happenings) {
    world.happens(happening)
    look(world)
  }
  return world
}

const holding: fc.Arbitrary<Holding> = fc.record({
  batches: fc.nat({ max: 1 }),
  commits: fc.nat({ max: 1 }),
  isInDoubt: fc.boolean()
})

const good: Happening = { _tag: "Answer", isRight: true, brought: "some", next: null, tells: false }

/** A claim that leaves nothing, from the look at the clock on. */
const claimed: ReadonlyArray<Happening> = [good, good, good]

const after = (...happenings: ReadonlyArray<Happening>): World => walk(happenings)

describe("a worker's machine", () => {
  prop("asks for one thing at a time, until it drains or has ended", happenings, (happenings) => {
    walk(happenings, ({ asked, hasStopped, isClaiming, isDraining }) => {
      if (!isDraining && !hasStopped) expect(asked).not.toBeNull()
      if (hasStopped) expect(isClaiming).toBe(false)
    })
  })

  prop("takes work while its clock is right, and has room when its last claim said so", happenings, (happenings) => {
    walk(happenings, ({ hasRoom, hasStopped, isDraining, isRight, state }) => {
      expect(state.isTaking).toBe(isRight === true && !isDraining && !hasStopped)
      if (!isDraining && !hasStopped) expect(state.hasRoom).toBe(hasRoom)
    })
  })

  prop("wakes for a signal that comes while it rests for want of work", happenings, (happenings) => {
    walk(happenings, ({ asked, isSignalled, isWoken, state }) => {
      if (asked?._tag === "Rest" && state.mode._tag === "Resting") expect(isWoken).toBe(isSignalled)
    })
  })

  prop("knows by when it looks again only while it rests for that", happenings, (happenings) => {
    walk(happenings, ({ asked, hasStopped, isDraining, isRight, now, state }) => {
      const looksBy = Machine.looksBy(state)
      if (looksBy === Infinity) return
      expect(asked?._tag).toBe("Rest")
      expect([isDraining, hasStopped, isRight]).toEqual([false, false, true])
      expect(looksBy - now).toBeLessThanOrEqual(pollMillis)
    })
  })

  prop("is idle when nothing is in hand, claimed, under way or in doubt", happenings, holding, (happenings, held) => {
    walk(happenings, ({ isClaiming, state }) => {
      const { batches, commits, isInDoubt } = held
      const holds = isClaiming || batches > 0 || commits > 0
      expect(Machine.isHolding(state, held)).toBe(holds)
      expect(Machine.isIdle(state, held)).toBe(!holds && !isInDoubt)
    })
  })

  prop("stands still when it drains, has ended, or no claim was answered", happenings, (happenings) => {
    walk(happenings, ({ elapsed, hasStopped, isDraining, state }) => {
      const why = Machine.standstill(state, elapsed, 5_000_000n)
      const isLate = elapsed - state.answeredAt > 5_000_000n
      expect(why === null).toBe(!isDraining && !hasStopped && !isLate)
      if (isDraining) expect(why).toBe("is being drained")
      else if (hasStopped) expect(why).toBe("has ended")
    })
  })

  prop("comes to a claim when all goes well again", happenings, (happenings) => {
    const world = walk(happenings)
    if (world.isDraining || world.hasStopped) return
    const { claims } = world
    for (let answers = 0; answers < 6 && world.claims === claims; answers++) world.happens(good)
    expect(world.claims).toBe(claims + 1)
  })

  it("does nothing before it begins, and begins anew after another one", () => {
    const happened: ReadonlyArray<Event> = [{ _tag: "Signalled" }, { _tag: "Taken" }, { _tag: "Rested" }, {
      _tag: "Stopped"
    }]
    for (const event of happened) expect(Machine.step(Machine.absent, event)).toEqual([Machine.absent, []])
    const begins: Event = { _tag: "Begins", terms, at: 7n }
    const ended = after(...claimed, { _tag: "Stop" }).state
    expect([ended.terms, ended.isTaking]).toEqual([null, false])
    expect(Machine.step(ended, begins)).toEqual(Machine.step(Machine.absent, begins))
  })

  it("rests until the next work falls due, and no longer than it polls", () => {
    const rests = (next: number | null) => after(...claimed, { ...good, next }).asked
    expect(rests(400)).toEqual({ _tag: "Rest", millis: 400 })
    expect(rests(2000)).toEqual({ _tag: "Rest", millis: pollMillis })
    expect(rests(-5)).toEqual({ _tag: "Rest", millis: pollMillis })
    expect(rests(null)).toEqual({ _tag: "Rest", millis: pollMillis })
  })

  it("asks nobody when the next work falls due where a claim has told it", () => {
    const told = (next: number | null): ReadonlyArray<Happening> => [
      good,
      { ...good, brought: "nothing" },
      { ...good, next, tells: true }
    ]
    expect(after(...told(400)).asked).toEqual({ _tag: "Rest", millis: 400 })
    expect(after(...told(null)).asked).toEqual({ _tag: "Rest", millis: pollMillis })
    const [measured, answered, taken] = told(400) as [Happening, Happening, Happening]
    expect(after(measured, answered, { _tag: "Signal" }, taken).asked?._tag).toBe("Measure")
    expect(after(measured, answered, { _tag: "Drain" }, taken).asked).toBeNull()
  })

  it("claims again immediately after a claim that brought all that it may, and after a signal", () => {
    expect(after(good, { ...good, brought: "full" }, good).asked?._tag).toBe("Measure")
    expect(after(good, { _tag: "Signal" }, good, good).asked?._tag).toBe("Measure")
    expect(after(good, good, { _tag: "Signal" }, good).asked?._tag).toBe("Measure")
    expect(after(...claimed, { _tag: "Signal" }, good).asked?._tag).toBe("Measure")
  })

  it("asks what falls due only after it has gathered, where its claim brought nothing but work behind other work", () => {
    const behind: ReadonlyArray<Happening> = [good, { ...good, brought: "behind" }, good]
    expect(after(...behind).asked).toEqual({ _tag: "Rest", millis: Number(gatherNanos / 1_000_000n) })
    expect(after(...behind, good).asked?._tag).toBe("Foresee")
    expect(after(...behind, { _tag: "Signal" }, good).asked?._tag).toBe("Measure")
  })

  it("waits for a claim that began before it drains, which is the last one", () => {
    const nothing: Holding = { batches: 0, commits: 0, isInDoubt: false }
    const world = after(good, { _tag: "Drain" })
    expect(Machine.isHolding(world.state, nothing)).toBe(true)
    world.happens(good)
    expect(Machine.isHolding(world.state, nothing)).toBe(true)
    world.happens(good)
    expect(Machine.isHolding(world.state, nothing)).toBe(false)
    for (let times = 0; times < 5; times++) world.happens(good)
    expect([world.claims, world.asked]).toEqual([1, null])
  })
})
