/**
 * The worker's part of deliveries, beside a scheduler that only says what it is asked: in which order that is, what becomes of
 * each item, and that every place that was taken is used or given back.
 */
import * as Instant from "@signalbox/core/Instant"
import { DeliveryJob, RetryJob } from "@signalbox/core/internal/delivery/DeliveryJobs"
import { newEndpoint } from "@signalbox/core/internal/delivery/Health"
import type { LaneTurn, Undone } from "@signalbox/core/internal/engine/Handler"
import type { StoreError } from "@signalbox/core/Store"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"
import type { Drained, Scene } from "./Scheduled.ts"
import { attempt, away, briefly, broken, handle, play, proven, run, webhook } from "./Scheduled.ts"

describe("a retry", () => {
  const retried = async (given: Scene, draining?: Drained) => {
    const scene = play(given)
    const undone = await run(handle(RetryJob, [1], scene, draining))
    return { log: scene.log, undone }
  }
  const anew = attempt(1, null)

  it("is looked up, has a place and a turn, and is sent", async () => {
    expect(await retried({})).toStrictEqual({
      log: ["look 1", "take 1 for 1", "turn of 1", "send 1"],
      undone: []
    })
  })

  it("is dropped without a place when there is nothing to send any more", async () => {
    expect(await retried({ looks: () => [null] })).toStrictEqual({ log: ["look 1", "drop 1"], undone: [] })
  })

  it.each([{ forPlace: true }, { forTurn: true }])("is looked up again when it has waited: %j", async (hasWaited) => {
    const begins = ["look 1", "take 1 for 1", "turn of 1", "look 1"]
    expect(await retried({ hasWaited, looks: () => [attempt(1), anew] })).toStrictEqual({
      log: [...begins, "send 1 anew"],
      undone: []
    })
    expect(await retried({ hasWaited, looks: () => [attempt(1), null] })).toStrictEqual({
      log: [...begins, "give 1", "drop 1"],
      undone: []
    })
    expect(await retried({ hasWaited, looks: () => [attempt(1), broken] })).toStrictEqual({
      log: [...begins, "give 1"],
      undone: ["Failed 1"]
    })
  })

  it("gives its place back, and keeps that in line, where the worker drains by then", async () => {
    expect(await retried({}, { drains: true })).toStrictEqual({
      log: ["look 1", "take 1 for 1", "turn of 1", "give 1"],
      undone: ["LetGo 1"]
    })
  })

  it("that cannot be looked up or sent has failed, and others go on", async () => {
    const scene = play({
      looks: (token) => token === 1 ? [broken] : [attempt(token)],
      send: (token) => token === 2 ? Effect.fail(broken) : Effect.void
    })
    expect(await run(handle(RetryJob, [1, 2, 3], scene))).toEqual(["Failed 1", "Failed 2"])
    expect(scene.log.filter((each) => each.startsWith("send"))).toEqual(["send 2", "send 3"])
  })
})

describe("first attempts", () => {
  const first = (numbers: ReadonlyArray<number>, given: Scene, draining?: Drained, turn?: LaneTurn) => {
    const scene = play(given)
    return Effect.map(handle(DeliveryJob, numbers, scene, draining, turn), (undone) => ({ log: scene.log, undone }))
  }

  it("at an endpoint that has answered well run side by side, as many as have places, and pass the turn", async () => {
    const scene = play({ places: [2] })
    const turn = { pass: Effect.sync(() => void scene.log.push("pass")) }
    expect(await run(handle(DeliveryJob, [1, 2, 3], scene, undefined, turn))).toEqual([])
    expect(scene.log).toStrictEqual([
      "look 1,2,3",
      "take 3 for 1",
      "turn of 1",
      "send 1",
      "send 2",
      "take 1 for 3",
      "turn of 3",
      "send 3",
      "pass"
    ])
  })

  it("at an endpoint that has not go one by one, and the endpoint is looked up again for each", async () => {
    const turn = { pass: Effect.die("nothing is passed before it has ended") }
    for (const endpoint of [null, newEndpoint(webhook.id), { ...proven, consecutiveFailures: 1 }]) {
      expect(await run(first([1, 2], { looks: (token) => [attempt(token, endpoint)] }, undefined, turn))).toStrictEqual(
        {
          log: [
            "look 1,2",
            "take 1 for 1",
            "turn of 1",
            "send 1 anew",
            "renew 2",
            "take 1 for 2",
            "turn of 2",
            "send 2 anew"
          ],
          undone: []
        }
      )
    }
  })

  it("are looked up sixty-four at a time, however many have places", async () => {
    const numbers = Array.from({ length: 70 }, (_, index) => index + 1)
    const { log, undone } = await run(first(numbers, {}))
    expect(log.filter((each) => !each.startsWith("send")).map((each) => each.replace(/,.*,/, " to "))).toStrictEqual([
      "look 1 to 64",
      "take 70 for 1",
      "turn of 1",
      ...Array.from({ length: 6 }, () => "give 1"),
      "look 65 to 70",
      "take 6 for 65",
      "turn of 65"
    ])
    expect([log.filter((each) => each.startsWith("send")).length, undone]).toEqual([70, []])
  })

  it("of which eight at least are known are not looked up with those behind them", async () => {
    const numbers = Array.from({ length: 66 }, (_, index) => index + 1)
    const { log } = await run(first(numbers, { looks: (token) => [attempt(token, null)] }))
    const looks = log.filter((each) => /^(?:look|renew) (?:5[5-9]|6\d)/.test(each))
    expect(looks.slice(0, 4).map((each) => each.replace(/,.*,/, " to "))).toStrictEqual([
      "renew 55 to 64",
      "renew 56 to 64",
      "renew 57 to 64",
      "look 58 to 66"
    ])
    expect(log.filter((each) => each.startsWith("look"))).toHaveLength(2)
  })

  it("for which there is nothing to send take no place, and those that were taken for them are given back", async () => {
    expect(await run(first([1, 2, 3], { looks: (token) => [token === 2 ? null : attempt(token)] }))).toStrictEqual({
      log: ["look 1,2,3", "take 3 for 1", "turn of 1", "send 1", "drop 2", "send 3", "give 1"],
      undone: []
    })
    expect(await run(first([1, 2], { looks: () => [null] }))).toStrictEqual({
      log: ["look 1,2", "drop 1", "drop 2"],
      undone: []
    })
  })

  it("that cannot be looked up have failed, and hold up those behind them only where the store was away", async () => {
    const looks = (error: StoreError) => (token: number) => [token === 2 ? error : attempt(token)]
    expect(await run(first([1, 2, 3], { looks: looks(broken) }))).toStrictEqual({
      log: ["look 1,2,3", "take 3 for 1", "turn of 1", "send 1", "send 3", "give 1"],
      undone: ["Failed 2"]
    })
    expect(await run(first([1, 2, 3], { looks: looks(away) }))).toStrictEqual({
      log: ["look 1,2,3", "take 3 for 1", "turn of 1", "send 1", "give 1", "give 1"],
      undone: ["Failed 2", "LetGo 3"]
    })
  })

  it("wait for each failure that is on its way to the store, before they are looked up and in their turn", async () => {
    expect(await run(first([1], { known: [0, 1, 3, 4] }))).toStrictEqual({
      log: [
        "a failure is committed",
        "a failure is committed",
        "look 1",
        "take 1 for 1",
        "turn of 1",
        "a failure is committed",
        "a failure is committed",
        "send 1"
      ],
      undone: []
    })
  })

  it("keep their places in line while their endpoint has to wait, but for two seconds by a clock that is behind", async () => {
    const waiting = (millis: number) => ({
      looks: (token: number) => [attempt(token, { ...proven, waitsUntil: Instant.plus(Given.now, millis) })]
    })
    expect(await run(first([1, 2], waiting(2001)))).toStrictEqual({ log: ["look 1,2"], undone: ["LetGo 1", "LetGo 2"] })
    for (const millis of [1, 2000]) {
      const log = await run(Effect.gen(function*() {
        const fiber = yield* Effect.forkChild(first([1, 2], waiting(millis)), { startImmediately: true })
        yield* TestClock.adjust(millis - 1)
        expect(fiber.pollUnsafe()).toBe(undefined)
        yield* TestClock.adjust(1)
        return yield* Fiber.join(fiber)
      }))
      expect(log.undone).toEqual([])
      expect(log.log.filter((each) => each.startsWith("send"))).toEqual(["send 1 anew", "send 2 anew"])
    }
    // What has begun by then does not make the others wait for it here.
    const second = await run(first([1, 2], {
      looks: (token) => [attempt(token, token === 1 ? proven : { ...proven, waitsUntil: Instant.plus(Given.now, 1) })]
    }))
    expect(second).toStrictEqual({
      log: ["look 1,2", "take 2 for 1", "turn of 1", "send 1", "give 1"],
      undone: ["LetGo 2"]
    })
  })

  it("that are late are looked up one by one until it is their turn, and then as many as have places", async () => {
    expect(await run(first([1, 2, 3], { isBehind: true, places: [2] }))).toStrictEqual({
      log: [
        "look 1",
        "take 3 for 1",
        "turn of 1",
        "look 1,2",
        "send 1",
        "send 2",
        "look 3",
        "take 1 for 3",
        "turn of 3",
        "send 3"
      ],
      undone: []
    })
  })

  it("begin no more once the worker drains: their places are given back", async () => {
    const draining = { drains: false }
    const drains = Effect.sync(() => void (draining.drains = true))
    expect(await run(first([1, 2], { inTurn: drains }, draining))).toStrictEqual({
      log: ["look 1,2", "take 2 for 1", "turn of 1", "give 1", "give 1"],
      undone: ["LetGo 1", "LetGo 2"]
    })
    expect(await run(first([1, 2], {}, { drains: true }))).toStrictEqual({ log: [], undone: ["LetGo 1", "LetGo 2"] })
  })

  it("wait for the one under way about the same thing, and outcomes wait for theirs", () =>
    run(Effect.gen(function*() {
      const ended = yield* Deferred.make<void>()
      let isOver = false
      const fiber = yield* Effect.forkChild(
        first([1, 2, 3], {
          before: (number) => number === 2 && !isOver ? Deferred.await(ended) : null
        }),
        { startImmediately: true }
      )
      yield* TestClock.adjust(1)
      expect(fiber.pollUnsafe()).toBe(undefined)
      isOver = true
      yield* Deferred.succeed(ended, undefined)
      expect(yield* Fiber.join(fiber)).toStrictEqual({
        log: [
          "look 1,2,3",
          "take 3 for 1",
          "turn of 1",
          "send 1",
          "expect 1",
          "give 1",
          "give 1",
          "take 2 for 2",
          "turn of 2",
          "send 2",
          "send 3",
          "expect -1"
        ],
        undone: []
      })
    })))

  it("expect nothing any more when they are interrupted, or end while they wait", () =>
    run(Effect.gen(function*() {
      const scene = play({ before: () => Effect.never })
      const fiber = yield* Effect.forkChild(handle(DeliveryJob, [1], scene), { startImmediately: true })
      yield* TestClock.adjust(1)
      yield* Fiber.interrupt(fiber)
      expect(scene.log).toStrictEqual(["look 1", "take 1 for 1", "turn of 1", "expect 1", "give 1", "expect -1"])
      const draining = { drains: false }
      const drained = play({ before: () => Effect.sync(() => void (draining.drains = true)) })
      expect(yield* handle(DeliveryJob, [1], drained, draining)).toEqual(["LetGo 1"])
      expect(drained.log).toStrictEqual(["look 1", "take 1 for 1", "turn of 1", "expect 1", "give 1", "expect -1"])
    })))

  it("give back what keeps its place in line while others are under way, and what has failed with it", () =>
    run(Effect.gen(function*() {
      const open = yield* Deferred.make<void>()
      const given: Array<ReadonlyArray<string>> = []
      const turn = {
        pass: Effect.void,
        giveBack: (undone: ReadonlyArray<Undone>) => Effect.sync(() => void given.push(briefly(undone)))
      }
      const looks = (token: number) => [token === 2 ? broken : token === 3 ? away : attempt(token)]
      const send = () => Effect.andThen(Deferred.await(open), Effect.fail(broken))
      const fiber = yield* Effect.forkChild(first([1, 2, 3, 4], { looks, send }, undefined, turn), {
        startImmediately: true
      })
      yield* TestClock.adjust(1)
      expect(given).toEqual([["Failed 2", "Failed 3", "LetGo 4"]])
      yield* Deferred.succeed(open, undefined)
      expect((yield* Fiber.join(fiber)).undone).toEqual(["Failed 1"])
      expect(given).toHaveLength(1)
      // Nothing that keeps its place in line is given back, or nothing is under way.
      const failed = yield* first(
        [1, 2],
        { looks: (token) => [token === 2 ? broken : attempt(token)] },
        undefined,
        turn
      )
      expect(failed.undone).toEqual(["Failed 2"])
      const none = yield* first([3, 4], { looks: () => [away] }, undefined, turn)
      expect(none.undone).toEqual(["Failed 3", "LetGo 4"])
      expect(given).toHaveLength(1)
    })))

  it("that could not be made are let go immediately where the turn takes them, with what has not begun", () =>
    run(Effect.gen(function*() {
      const given: Array<ReadonlyArray<string>> = []
      let isBroken = false
      const turn: LaneTurn = {
        pass: Effect.void,
        giveBack: (undone) =>
          Effect.sync(() => {
            isBroken = true
            given.push(briefly(undone))
          }),
        isBroken: () => isBroken
      }
      const one = { places: [1, 1], unsent: [1], inTurn: Effect.sleep(1) }
      const running = (turn?: LaneTurn) =>
        Effect.gen(function*() {
          const fiber = yield* Effect.forkChild(first([1, 2], one, undefined, turn), { startImmediately: true })
          yield* TestClock.adjust(2)
          const { log, undone } = yield* Fiber.join(fiber)
          return { undone, sent: log.filter((each) => each.startsWith("send")) }
        })
      expect(yield* running(turn)).toEqual({ undone: [], sent: ["send 1"] })
      expect(given).toEqual([["LetGo 1"], ["LetGo 2"]])
      expect(yield* running(turn)).toEqual({ undone: ["LetGo 1", "LetGo 2"], sent: [] })
      expect(yield* running()).toEqual({ undone: ["LetGo 1"], sent: ["send 1", "send 2"] })
    })))
})
