/**
 * The steps of a start: which failures are tried again and after how long, what the host is told meanwhile, and what is left
 * open. The clock of the start goes on by hand.
 */
import { SecretsError } from "@signalbox/core/Secrets"
import { StoreError } from "@signalbox/core/Store"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import type { SignalboxError } from "signalbox"
import * as Boot from "signalbox/internal/boot"
import * as Log from "signalbox/internal/log"
import { describe, expect, it, vi } from "vitest"
import { MachineClock } from "../core/MachineClock.ts"

class Service extends Context.Service<Service, string>()("test/Service") {}

const away = new StoreError({ reason: "unavailable", message: "the database is gone", cause: new Error("at 10.0.0.1") })

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Begins a start whose attempts come to these ends, the last of them again and again. */
const begin = (ends: ReadonlyArray<Effect.Effect<string, Boot.BootError>>, random = 0.5) => {
  const at = { opened: 0, released: 0, cut: 0 }
  const sleeps: Array<number> = []
  const logged: Array<readonly [level: string, message: string, fields: object]> = []
  let wake = (): void => {}
  class HandClock extends MachineClock {
    override sleep(duration: Duration.Duration): Effect.Effect<void> {
      return Effect.callback((resume) => {
        sleeps.push(Duration.toMillis(duration))
        wake = () => resume(Effect.void)
      })
    }
  }
  // A part of it stays open while one above it begins.
  const beneath = Layer.effectDiscard(
    Effect.acquireRelease(Effect.sync(() => at.opened++), () => Effect.sync(() => at.released++))
  )
  const layer = Layer.effect(
    Service,
    Effect.suspend(() => ends[at.opened - 1] ?? ends.at(-1) ?? Effect.die("it has no end"))
  ).pipe(Layer.provideMerge(beneath))
  const log = Log.make({ log: ({ fields, level, message }) => void logged.push([level, message, fields]) })
  const around = Layer.mergeAll(
    log.layer,
    Layer.effect(Clock.Clock, Effect.map(Clock.Clock, (live) => new HandClock(live))),
    Layer.succeed(Random.Random, { nextDoubleUnsafe: () => random, nextIntUnsafe: () => 0 })
  )
  const boot = Boot.make(layer, around, () => void at.cut++)
  /** Lets so many attempts go by. */
  const goOn = async (attempts: number): Promise<void> => {
    for (let attempt = 0; attempt < attempts; attempt++) {
      await vi.waitFor(() => expect(sleeps.length).toBeGreaterThan(attempt), { interval: 1 })
      wake()
    }
  }
  return { ...boot, at, sleeps, logged, goOn }
}

const failureOf = (promise: Promise<unknown>): Promise<Partial<SignalboxError>> =>
  promise.then(() => ({}), ({ cause, code, message, retryAfterMs, status }: SignalboxError) => ({
    cause,
    code,
    message,
    retryAfterMs,
    status
  }))

const served = async (runtime: Promise<Boot.Runtime<Service>>): Promise<string> => (await runtime).runPromise(Service)

it("the wait is twice as long each time, half a minute at most, of which half is left to chance", () => {
  const waits = [0, 1, 2, 6, 7, 1000].map((failures) => [Boot.wait(failures, 0), Boot.wait(failures, 1)])
  expect(waits).toEqual([[125, 250], [250, 500], [500, 1000], [8000, 16_000], [15_000, 30_000], [15_000, 30_000]])
  expect(Boot.wait(0, 0.5)).toBe(188)
})

describe("a storage that is away", () => {
  it("is tried again until it is there, each attempt with what it opens, and is told with its time", async () => {
    const { at, forCall, forRequest, goOn, logged, sleeps, started } = begin([away, away, away, Effect.succeed("runs")])
    await goOn(3)
    expect([await served(started), await served(forCall()), await served(forRequest())]).toEqual([
      "runs",
      "runs",
      "runs"
    ])
    expect(sleeps).toEqual([188, 375, 750])
    expect(logged).toEqual([
      ...sleeps.map((again_in_ms, failures) => [
        "warn",
        "the storage is away; Signalbox starts as soon as it is there",
        {
          cause: expect.stringMatching(/^StoreError: the database is gone(?!.*10\.0\.0\.1)/),
          attempts: failures + 1,
          again_in_ms
        }
      ]),
      ["info", "the storage is there; Signalbox has started", {}]
    ])
    expect(at).toEqual({ opened: 4, released: 3, cut: 0 })
    await (await started).dispose()
    expect(at.released).toBe(4)
  })

  it("rejects requests until then, and says when it is tried again, a second from now at the earliest", async () => {
    const first = begin([away])
    expect(await failureOf(first.forRequest())).toEqual({
      cause: away,
      code: "INTERNAL_005",
      message: "Signalbox has not started yet: the database is gone",
      retryAfterMs: 1000,
      status: 503
    })
    const later = begin([away], 1)
    await later.goOn(7)
    await vi.waitFor(() => expect(later.sleeps).toHaveLength(8), { interval: 1 })
    const { retryAfterMs } = await failureOf(later.forRequest())
    // Of the thirty seconds that it waits some have gone by, on a crowded machine.
    expect([later.sleeps[7], Number(retryAfterMs) > 10_000, Number(retryAfterMs) <= 30_000]).toEqual([
      30_000,
      true,
      true
    ])
    for (const { stop } of [first, later]) stop()
  })

  it("lets a call wait, which is made when it is there", async () => {
    const { forCall, goOn } = begin([away, Effect.succeed("runs")])
    const served = forCall().then((runtime) => runtime.runPromise(Service))
    await goOn(1)
    expect(await served).toBe("runs")
  })

  it("is given up when the service is stopped, and what is open is cut off", async () => {
    const { at, forCall, forRequest, logged, sleeps, started, stop } = begin([away])
    await vi.waitFor(() => expect(sleeps).toHaveLength(1), { interval: 1 })
    stop()
    const closed = {
      code: "INTERNAL_005",
      message: "This Signalbox was closed: the database is gone",
      status: 503,
      retryAfterMs: null,
      cause: undefined
    }
    for (const each of [started, forCall(), forRequest()]) expect(await failureOf(each)).toEqual(closed)
    expect(at).toEqual({ opened: 1, released: 1, cut: 1 })
    expect(logged.map(([level]) => level)).toEqual(["warn"])
  })

  it("that never answers a second attempt is given up with all that the attempt has open", async () => {
    const { at, goOn, logged, started, stop } = begin([away, Effect.never])
    await goOn(1)
    await vi.waitFor(() => expect(at.opened).toBe(2), { interval: 1 })
    stop()
    expect((await failureOf(started)).message).toBe("This Signalbox was closed: the database is gone")
    expect([at, logged.map(([level]) => level)]).toEqual([{ opened: 2, released: 2, cut: 1 }, ["warn"]])
  })

  it("is not tried again when the service was stopped during the first attempt", async () => {
    let letGo = (): void => {}
    const slow = Effect.callback<never, StoreError>((resume) => {
      letGo = () => resume(Effect.fail(away))
    })
    const { at, logged, sleeps, started, stop } = begin([slow])
    await vi.waitFor(() => expect(at.opened).toBe(1), { interval: 1 })
    stop()
    letGo()
    expect((await failureOf(started)).message).toBe("Signalbox cannot start: the database is gone")
    expect([sleeps, at]).toEqual([[], { opened: 1, released: 1, cut: 0 }])
    expect(logged.map(([level, message]) => [level, message])).toEqual([["error", "Signalbox cannot start"]])
  })
})

describe("a service", () => {
  it("that starts says nothing of it, and is not cut off when it is stopped", async () => {
    const { at, forRequest, logged, started, stop } = begin([Effect.succeed("runs")])
    expect(await served(started)).toBe("runs")
    stop()
    await turn()
    expect([logged, at, await served(forRequest())]).toEqual([[], { opened: 1, released: 0, cut: 0 }, "runs"])
  })

  it("that has started after its storage was away is not cut off either", async () => {
    const { at, goOn, started, stop } = begin([away, Effect.succeed("runs")])
    await goOn(1)
    expect(await served(started)).toBe("runs")
    stop()
    expect(at.cut).toBe(0)
  })

  it.each<readonly [what: string, end: Effect.Effect<string, Boot.BootError>, said: string, logged: RegExp]>([
    [
      "keys",
      Effect.fail(new SecretsError({ message: "the key main opens nothing" })),
      "the key main opens nothing",
      /^the key main opens nothing$/
    ],
    [
      "its storage, which refuses",
      Effect.fail(new StoreError({ reason: "failed", message: "no such database", cause: null })),
      "no such database",
      /^StoreError: no such database/
    ],
    ["a defect", Effect.die(new RangeError("about hunter2")), "about hunter2", /^RangeError(?!.*hunter2)/],
    ["what is no error", Effect.die("hunter2"), "hunter2", /^(?!.*hunter2)/]
  ])("that cannot start because of %s tries no more", async (_, end, said, line) => {
    const { at, forCall, forRequest, logged, sleeps, started } = begin([end])
    for (const each of [started, forCall(), forRequest()]) {
      expect(await failureOf(each)).toMatchObject({
        code: "INTERNAL_005",
        message: `Signalbox cannot start: ${said}`,
        retryAfterMs: null,
        status: 503
      })
    }
    expect(logged).toEqual([["error", "Signalbox cannot start", { cause: expect.stringMatching(line) }]])
    expect([sleeps, at]).toEqual([[], { opened: 1, released: 1, cut: 0 }])
  })
})
