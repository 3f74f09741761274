/**
 * The simulated reviewer: what it says to each order, what it tells the service, and when.
 */
import type { Instant } from "@signalbox/core/Instant"
import { plus } from "@signalbox/core/Instant"
import type { AssessAnswer, Statement } from "@signalbox/core/Operator"
import { Operator } from "@signalbox/core/Operator"
import { Reviewer } from "@signalbox/core/Reviewer"
import { StoreError } from "@signalbox/core/Store"
import type { Template, TemplateStatus } from "@signalbox/core/Template"
import type { Order } from "@signalbox/emulator/review/Reviews"
import * as Reviews from "@signalbox/emulator/review/Reviews"
import * as ReviewScript from "@signalbox/emulator/review/ReviewScript"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import * as TestClock from "effect/testing/TestClock"
import { describe, expect, it } from "vitest"
import { run, TheClock } from "../../core/Bench.ts"
import * as Given from "../../core/Given.ts"

const template = Given.templateId(1)
const other = Given.templateId(2)
const at = (millis: number): Instant => plus(Given.now, millis)

const order = (outcome: Order["outcome"], parts: Partial<Order> = {}): Order => ({
  template,
  channel: null,
  outcome,
  reason: null,
  afterMillis: 0,
  ...parts
})

/** A service that notes what the reviewer tells it. */
class World {
  readonly told: Array<string> = []
  readonly logged: Array<string> = []
  failures = 0
  status: TemplateStatus
  answer: AssessAnswer["_tag"] = "Changed"

  constructor(status: TemplateStatus) {
    this.status = status
  }

  private template(id: Template["id"]): Template {
    return Given.template({ id, status: this.status })
  }

  private assess(id: Template["id"], { channel, outcome, reason }: Statement) {
    return Effect.suspend(() => {
      if (this.failures-- > 0) return Effect.fail(new StoreError({ reason: "unavailable", cause: "a test" }))
      this.told.push([id === template ? "one" : "other", channel, outcome, reason].join(" "))
      return Effect.succeed({ _tag: this.answer } as AssessAnswer)
    })
  }

  readonly layer = Reviews.layer.pipe(
    Layer.provideMerge(ReviewScript.layer),
    Layer.provide(Layer.mock(Operator, {
      assess: (id, statement) => this.assess(id, statement),
      findTemplate: (id) => Effect.sync(() => id === template || id === other ? this.template(id) : null)
    })),
    Layer.provide(Logger.layer([
      Logger.make(({ logLevel, message }) => {
        this.logged.push(`${logLevel} ${[message].flat().map(String).join(" ")}`)
      })
    ])),
    Layer.fresh
  )

  /** Orders this in turn, and returns the answers. */
  readonly answers = (...orders: ReadonlyArray<Order>) =>
    Effect.flatMap(Reviews.Reviews, (reviews) => Effect.forEach(orders, reviews.order))
}

const [kept, later, unknown] = [{ _tag: "Kept" }, { _tag: "Later" }, { _tag: "Unknown" }]
const refused = (status: TemplateStatus | null) => ({ _tag: "Refused", status })

/** Returns what the reviewer says of a template at an instant. */
const verdict = (now: Instant, parts: Partial<Template> = {}) =>
  Effect.flatMap(Reviewer, ({ review }) => review(Given.template({ id: template, status: "PENDING", ...parts }), now))

const rejected = { _tag: "Rejected", reason: "too loud" }

const cases: ReadonlyArray<
  readonly [name: string, TemplateStatus, ReadonlyArray<Order>, ReadonlyArray<object>, told?: ReadonlyArray<string>]
> = [
  ["of a template that there is not", "PENDING", [order("approve", { template: Given.templateId(9) })], [unknown]],
  ["of a channel without a body", "APPROVED", [order("pause", { channel: "mms" })], [refused(null)]],
  ["of the next one", "PENDING", [order("approve", { template: null })], [kept]],
  ["of the next one that cannot be", "PENDING", [order("pause", { template: null })], [refused(null)]],
  ["before its review", "DRAFT", [order("approve"), order("reject")], [kept, kept]],
  ["before its review has begun anew", "REJECTED", [order("approve")], [kept]],
  ["that it cannot have before its review", "DRAFT", [order("pause")], [refused("DRAFT")]],
  ["during its review", "PENDING", [order("reject", { reason: "too loud" })], [{ _tag: "Changed" }], [
    "one  reject too loud"
  ]],
  ["that its status does not know", "APPROVED", [order("lift")], [refused("APPROVED")]],
  ["to pause", "APPROVED", [order("pause"), order("archive")], [{ _tag: "Changed" }, { _tag: "Changed" }], [
    "one  pause ",
    "one  archive "
  ]],
  ["to archive a channel", "APPROVED", [order("archive", { channel: "sms" })], [refused("APPROVED")]],
  ["for later, and another one before and behind it", "APPROVED", [
    order("pause", { afterMillis: 100 }),
    order("lift", { afterMillis: 99 }),
    order("lift", { afterMillis: 100 }),
    order("lift", { afterMillis: 101 })
  ], [later, refused("APPROVED"), later, refused("APPROVED")]],
  ["for later of one channel, and others of others", "APPROVED", [
    order("pause", { channel: "sms", afterMillis: 100 }),
    order("lift", { channel: "rcs", afterMillis: 200 }),
    order("lift", { afterMillis: 200 }),
    order("lift", { template: other, channel: "sms", afterMillis: 200 }),
    order("lift", { channel: "sms", afterMillis: 200 })
  ], [later, refused("APPROVED"), refused("APPROVED"), refused("APPROVED"), later]],
  ["for later of the whole, which holds for each channel", "APPROVED", [
    order("pause", { afterMillis: 100 }),
    order("lift", { channel: "sms", afterMillis: 200 })
  ], [later, later]]
]

describe("an order to the reviewer", () => {
  it.each(
    cases.map(([name, status, orders, answers, told = []]) => ({ name, status, orders, answers, told }))
  )("$name is answered", ({ answers, orders, status, told }) => {
    const world = new World(status)
    return run(
      world.layer,
      Effect.gen(function*() {
        expect(yield* world.answers(...orders)).toEqual(answers)
        expect(world.told).toEqual(told)
      })
    )
  })

  it("that came before its review decides it, with its reason and on its channel", () => {
    const world = new World("DRAFT")
    return run(
      world.layer,
      Effect.gen(function*() {
        yield* world.answers(order("reject", { reason: "too loud", channel: "rcs", afterMillis: 5 }))
        expect(yield* verdict(at(0))).toEqual({ _tag: "Undecided", askAgainAt: at(5) })
        expect(yield* verdict(at(5))).toEqual({ _tag: "Approved", channels: { rcs: rejected } })
        yield* world.answers(order("reject", { template: null }), order("reject", { template: null, reason: "no" }))
        expect(yield* verdict(at(6))).toEqual({ _tag: "Rejected", reason: "rejected by the reviewer" })
        expect(yield* verdict(at(7))).toEqual({ _tag: "Rejected", reason: "no" })
        expect(yield* verdict(at(8))).toEqual({ _tag: "Approved" })
      })
    )
  })

  it("changes the verdict of a review that is going on, of this template alone", () => {
    const world = new World("PENDING")
    return run(
      world.layer,
      Effect.gen(function*() {
        const script = yield* ReviewScript.Script
        const slow = { channel: null, outcome: "approve", reason: null, afterMillis: 1000 } as const
        script.add(other, slow)
        script.add(template, slow)
        for (const id of [other, template]) {
          expect(yield* verdict(at(0), { id })).toMatchObject({ askAgainAt: at(1000) })
        }
        expect(yield* world.answers(order("reject", { reason: "too loud", afterMillis: 50 }))).toEqual([later])
        expect(yield* verdict(at(49))).toEqual({ _tag: "Undecided", askAgainAt: at(50) })
        expect(yield* verdict(at(50))).toEqual(rejected)
        expect(yield* verdict(at(50), { id: other })).toEqual({ _tag: "Undecided", askAgainAt: at(1000) })
        // One that has not begun has this verdict when it does.
        script.amend(template, { ...slow, outcome: "reject" }, at(60))
        expect(yield* verdict(at(60))).toEqual({ _tag: "Undecided", askAgainAt: at(1060) })
      })
    )
  })

  it.each<readonly [Order["channel"], AssessAnswer["_tag"], isForgotten: boolean]>([
    [null, "Changed", true],
    ["sms", "Changed", false],
    [null, "Unknown", false]
  ])("on %s that is answered %s ends its review: %s", (channel, answer, isForgotten) => {
    const world = new World("PENDING")
    world.answer = answer
    return run(
      world.layer,
      Effect.gen(function*() {
        const script = yield* ReviewScript.Script
        script.add(template, { channel: null, outcome: "reject", reason: "too loud", afterMillis: 10 })
        yield* verdict(at(0))
        yield* world.answers(order("approve", { channel }))
        expect(yield* verdict(at(10))).toEqual(isForgotten ? { _tag: "Approved" } : rejected)
      })
    )
  })
})

describe("what the reviewer does later", () => {
  it("happens at its time, in order, whatever fails meanwhile", () => {
    const world = new World("APPROVED")
    return run(
      world.layer,
      Effect.gen(function*() {
        const reviews = yield* Reviews.Reviews
        expect(yield* reviews.nextDue).toEqual(Option.none())
        yield* world.answers(
          order("archive", { template: other, afterMillis: 300 }),
          order("pause", { afterMillis: 100, reason: "too loud" }),
          order("lift", { afterMillis: 200 })
        )
        expect([yield* reviews.nextDue, yield* reviews.isIdle, world.told]).toEqual([Option.some(at(100)), true, []])
        const clock = yield* TheClock
        world.failures = 1
        clock.set(at(200))
        expect(yield* reviews.isIdle).toBe(false)
        yield* reviews.wake
        yield* Effect.sleep(2).pipe(Effect.andThen(reviews.isIdle), Effect.repeat({ until: (isIdle) => isIdle }))
        expect(world.told).toEqual(["one  pause too loud", "one  lift "])
        expect(yield* reviews.nextDue).toEqual(Option.some(at(300)))
        clock.set(at(300))
        yield* reviews.wake
        yield* Effect.sleep(2).pipe(Effect.andThen(reviews.isIdle), Effect.repeat({ until: (isIdle) => isIdle }))
        expect(world.told.slice(2)).toEqual(["other  archive "])
        expect(yield* reviews.nextDue).toEqual(Option.none())
      })
    )
  })

  it("happens without being told, and half a second after it has failed", () => {
    const world = new World("APPROVED")
    return Effect.gen(function*() {
      const { isIdle } = yield* Reviews.Reviews
      yield* TestClock.adjust(100)
      yield* world.answers(
        order("pause", { afterMillis: 100 }),
        order("archive", { template: other, afterMillis: 900 })
      )
      yield* TestClock.adjust(99)
      expect([world.told, yield* isIdle]).toEqual([[], true])
      yield* TestClock.adjust(1)
      expect([world.told.splice(0), yield* isIdle]).toEqual([["one  pause "], true])
      world.failures = 1
      yield* TestClock.adjust(800)
      expect([world.told, yield* isIdle]).toEqual([[], false])
      expect(world.logged).toEqual([expect.stringMatching(/^Warn the reviewer cannot act/)])
      yield* TestClock.adjust(499)
      expect([world.told, yield* isIdle]).toEqual([[], false])
      yield* TestClock.adjust(1)
      expect([world.told, yield* isIdle]).toEqual([["other  archive "], true])
      expect(world.logged).toHaveLength(1)
    }).pipe(Effect.provide(world.layer), Effect.provide(TestClock.layer()), Effect.runPromise)
  })
})
