/**
 * Whoever waits does so for a while at most, and leaves no timer behind. Timers are looked at and let run out by hand, so
 * that nobody waits for them.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { AsyncLocalStorage, createHook } from "node:async_hooks"
import { getEventListeners } from "node:events"
import type { Message, MessageStatus, SignalboxEvent } from "signalbox"
import * as Closing from "signalbox/internal/closing"
import type { Listener } from "signalbox/internal/events"
import * as InFlight from "signalbox/internal/inFlight"
import * as Later from "signalbox/internal/later"
import { settled } from "signalbox/internal/settled"
import * as Timers from "signalbox/internal/timers"
import * as Waiting from "signalbox/internal/waiting"
import { describe, expect, it, vi } from "vitest"

/** A timer of Node, of which the runtime shows more than its types. */
interface Timer {
  _idleTimeout: number
  readonly _destroyed: boolean
  readonly _onTimeout: () => void
}

const isTimer = (resource: object): resource is Timer => "_idleTimeout" in resource && "_onTimeout" in resource

/** Others that run in this process, such as the runner of the tests, set timers as well: these are none of a test's. */
const watching = new AsyncLocalStorage<unknown>()

/** A busy machine may take so long between two steps of a test that a timer runs out: none does in days, but the shortest. */
const days = 2 ** 30

/** Notes the timers that begin until it is disposed of. Of those that have not ended the time is told. */
const watched = () => {
  const all: Array<{ readonly timer: Timer; readonly millis: number }> = []
  const hook = createHook({
    init: (_id, type, _trigger, resource: object) => {
      if (type !== "Timeout" || watching.getStore() !== all || !isTimer(resource)) return
      all.push({ timer: resource, millis: resource._idleTimeout })
      if (resource._idleTimeout > 1) resource._idleTimeout = days
    }
  }).enable()
  watching.enterWith(all)
  return {
    times: () => all.map(({ millis }) => millis),
    open: () => all.filter(({ timer }) => !timer._destroyed).length,
    /** Lets the last one run out now. */
    ring: () => all.at(-1)?.timer._onTimeout(),
    [Symbol.dispose]: () => void hook.disable()
  }
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Something to wait for, which is looked at and woken by hand. */
const place = (enough: number, timeoutMs: number, signal?: AbortSignal) => {
  const at = { looks: 0, unheard: 0, ring: () => {} }
  let onLook = (): void => {}
  const found = Waiting.until({
    look: async () => {
      at.looks++
      onLook()
      return at.looks
    },
    isEnough: (looks) => looks >= enough,
    wake: (call) => {
      at.ring = call
      return () => void at.unheard++
    },
    timeoutMs,
    signal
  })
  return { at, found, onLook: (call: () => void) => onLook = call }
}

describe("waiting", () => {
  it("looks once where that is enough, or where there is no time, and leaves nothing behind", async () => {
    using timers = watched()
    const { signal } = new AbortController()
    for (const [enough, timeoutMs] of [[1, 1000], [2, 0]] as const) {
      const { at, found } = place(enough, timeoutMs, signal)
      expect([await found, at.looks, at.unheard]).toEqual([1, 1, 1])
    }
    expect([timers.times(), getEventListeners(signal, "abort")]).toEqual([[], []])
  })

  it("rests twice as long each time, a second at most, and looks when it is woken", async () => {
    using timers = watched()
    const { at, found } = place(9, 1e9)
    while (at.looks < 9) {
      await turn()
      at.ring()
    }
    expect(await found).toBe(9)
    expect([timers.times(), timers.open()]).toEqual([[20, 40, 80, 160, 320, 640, 1000, 1000], 0])
  })

  it("looks again when a rest is over, and rests no longer than there is time", async () => {
    using timers = watched()
    const now = vi.spyOn(performance, "now").mockReturnValue(0)
    const { found } = place(3, 50)
    await turn()
    now.mockReturnValue(35)
    timers.ring()
    await turn()
    expect(timers.times()).toEqual([20, 15])
    timers.ring()
    expect(await found).toBe(3)
    now.mockRestore()
  })

  it("does not rest when it was woken while it looked, and rests when it was not", async () => {
    using timers = watched()
    const { at, found, onLook } = place(3, 1e9)
    onLook(() => {
      if (at.looks === 1) at.ring()
    })
    // Its first look began before anybody could ring.
    at.ring()
    await turn()
    expect([at.looks, timers.times()]).toEqual([2, [40]])
    at.ring()
    expect(await found).toBe(3)
  })

  it("ends with the reason of its signal, before its first look and in each rest", async () => {
    const reason = new Error("enough")
    using timers = watched()
    const early = place(2, 1e9, AbortSignal.abort(reason))
    await expect(early.found).rejects.toBe(reason)
    expect([early.at.looks, early.at.unheard]).toEqual([0, 1])
    const controller = new AbortController()
    const late = place(3, 1e9, controller.signal)
    await turn()
    controller.abort(reason)
    expect(timers.open()).toBe(0)
    await expect(late.found).rejects.toBe(reason)
    expect([late.at.looks, late.at.unheard, timers.open()]).toEqual([1, 1, 0])
    expect(getEventListeners(controller.signal, "abort")).toEqual([])
  })
})

describe("a message that is waited for", () => {
  const all: Readonly<Record<MessageStatus, boolean>> = {
    QUEUED: false,
    PROCESSED: false,
    ROUTED: false,
    SENT: false,
    SCHEDULED: false,
    DELIVERED: true,
    READ: true,
    FAILED: true,
    FILTERED: true,
    BLOCKED: true,
    CANCELLED: true,
    RECEIVED: true
  }
  const id = "6F9619FF-8B86-4D01-B42D-00CF4FC964FF"
  const withStatus = (status: string) => ({ id, status }) as Message
  const unheard = { add: () => () => {}, tell: () => {} }

  it.each(Object.entries(all))("and is %s has come to an end: %s", async (status, isOver) => {
    const found = settled(unheard, async () => withStatus(status), id, { timeoutMs: 0 })
    if (isOver) expect(await found).toEqual(withStatus(status))
    else {
      await expect(found).rejects.toMatchObject({
        code: "INTERNAL_004",
        message: `The message ${id} is still ${status} after 0 ms.`
      })
    }
  })

  it("is waited for half a minute unless told otherwise, and looked at when it is told of", async () => {
    const status = { now: "SENT" }
    let tell: (event: object) => void = () => {}
    let looks = 0
    using timers = watched()
    const found = settled(
      {
        add: (name, listener) => {
          expect(name).toBe("*")
          tell = (event) => void (listener as Listener)(event as SignalboxEvent)
          return () => {}
        },
        tell: () => {}
      },
      async () => {
        looks++
        return withStatus(status.now)
      },
      id
    )
    await turn()
    status.now = "READ"
    tell({ field: "message", payload: { message_id: "another" } })
    tell({ field: "contact", payload: { message_id: id.toLowerCase() } })
    await turn()
    expect([looks, timers.times()]).toEqual([1, [20]])
    tell({ field: "message", payload: { message_id: id.toLowerCase() } })
    expect(timers.open()).toBe(0)
    expect([await found, looks]).toEqual([withStatus("READ"), 2])
    const now = vi.spyOn(performance, "now").mockReturnValueOnce(0).mockReturnValue(30_000)
    await expect(settled(unheard, async () => withStatus("SENT"), id)).rejects.toThrow("still SENT after 30000 ms")
    now.mockReturnValueOnce(0).mockReturnValueOnce(29_999).mockReturnValue(30_000)
    const last = settled(unheard, async () => withStatus("SENT"), id)
    await turn()
    expect(timers.times()).toEqual([20, 1])
    timers.ring()
    await expect(last).rejects.toThrow("still SENT after 30000 ms")
    now.mockRestore()
  })

  it("is not waited for on what is no signal", async () => {
    const listening = { addEventListener: () => {} }
    for (const signal of [null, 5, {}, listening, { throwIfAborted: () => {} }, { ...listening, throwIfAborted: 5 }]) {
      await expect(settled(unheard, async () => withStatus("READ"), id, { signal: signal as AbortSignal })).rejects
        .toThrow("messages.settled: options.signal must be an AbortSignal")
    }
  })
})

describe("the end of a service", () => {
  it("has the grace that it is given, and the usual one otherwise", () => {
    const given = [undefined, {}, { graceMs: 0 }, { graceMs: 0.5 }, { graceMs: 86_400_000 }]
    expect(given.map(Closing.grace)).toEqual([25_000, 25_000, 0, 0.5, 86_400_000])
    for (const graceMs of [-1, 86_400_001]) {
      expect(() => Closing.grace({ graceMs })).toThrow(
        "close: graceMs must be a number of milliseconds between 0 and 86400000"
      )
    }
  })

  it("waits for a promise no longer than it may, and keeps no timer of it", async () => {
    using timers = watched()
    expect(await Closing.within(Promise.resolve(), 1000)).toBe(true)
    await expect(Closing.within(Promise.reject(new Error("broken")), 1001)).rejects.toThrow("broken")
    await turn()
    expect([timers.times(), timers.open()]).toEqual([[1000, 1001], 0])
    const late = Closing.within(new Promise(() => {}), 1002)
    timers.ring()
    expect(await late).toBe(false)
  })

  it("waits for all that is under way, and lets nothing in", async () => {
    using timers = watched()
    const { pass, stop } = InFlight.make()
    const letGo: Array<() => void> = []
    const first = pass(() => new Promise<void>((resolve) => letGo.push(resolve)))
    const second = pass(() => new Promise<void>((_, reject) => letGo.push(() => reject(new Error("broken")))))
    expect(await pass(async () => 5)).toBe(5)
    let isQuiet = false
    const stopped = stop(1000).then(() => isQuiet = true)
    await expect(pass(async () => 5)).rejects.toMatchObject({
      code: "INTERNAL_005",
      message: "This Signalbox is closed.",
      status: 503
    })
    letGo[1]?.()
    await expect(second).rejects.toThrow("broken")
    await turn()
    expect([isQuiet, timers.times(), timers.open()]).toEqual([false, [1000], 1])
    letGo[0]?.()
    await first
    await stopped
    expect(timers.open()).toBe(0)
  })

  it("waits no longer than it may, and not at all for nothing", async () => {
    using timers = watched()
    await InFlight.make().stop(1000)
    expect(timers.times()).toEqual([])
    const { pass, stop } = InFlight.make()
    void pass(() => new Promise(() => {}))
    const stopped = stop(1000)
    timers.ring()
    await stopped
  })
})

describe("a function of the host's that nobody waits for", () => {
  it.each<readonly [what: string, call: () => unknown, told: ReadonlyArray<string>]>([
    ["returns nothing", () => {}, []],
    ["throws", () => {
      throw new Error("thrown")
    }, ["thrown"]],
    ["rejects", () => Promise.reject(new Error("rejected")), ["rejected"]],
    ["returns a query that begins when it is waited for", () =>
      // oxlint-disable-next-line no-thenable
      Object.assign(() => {}, { then: (_: unknown, reject: (error: Error) => void) => reject(new Error("refused")) }), [
      "refused"
    ]],
    ["resolves", async () => 5, []]
  ])("and %s tells what has failed: %j", async (_, call, told) => {
    const errors: Array<unknown> = []
    Later.run(call, (error) => errors.push((error as Error).message))
    await turn()
    expect(errors).toEqual(told)
  })
})

describe("the clock of a service", () => {
  const live: Clock.Clock = {
    currentTimeMillisUnsafe: () => 1,
    currentTimeMillis: Effect.succeed(2),
    currentTimeNanosUnsafe: () => 3n,
    currentTimeNanos: Effect.succeed(4n),
    monotonicTimeNanosUnsafe: () => 5n,
    monotonicTimeNanos: Effect.succeed(6n),
    sleep: () => Effect.die("the timers are those of the service")
  }
  const within = <A, E>(effect: Effect.Effect<A, E>): Promise<A> =>
    Effect.runPromise(effect.pipe(Effect.provide(Timers.layer), Effect.provideService(Clock.Clock, live)))

  // Its timers are let run out by hand.
  const sleeping = Effect.sleep

  it("tells the time of the one that is there", async () => {
    const clock = await within(Effect.service(Clock.Clock))
    expect([
      clock.currentTimeMillisUnsafe(),
      await within(clock.currentTimeMillis),
      clock.currentTimeNanosUnsafe(),
      await within(clock.currentTimeNanos),
      clock.monotonicTimeNanosUnsafe(),
      await within(clock.monotonicTimeNanos)
    ]).toEqual([1, 2, 3n, 4n, 5n, 6n])
  })

  it("sleeps as long as it is told, however long that is, and not at all for nothing", async () => {
    using timers = watched()
    await within(sleeping(0))
    expect(timers.times()).toEqual([])
    await within(sleeping(1))
    const long = within(sleeping(2 * 2_147_483_647 + 5))
    for (let rest = 0; rest < 3; rest++) {
      await turn()
      timers.ring()
    }
    await long
    expect(timers.times()).toEqual([1, 2_147_483_647, 2_147_483_647, 5])
    const exact = within(sleeping(2_147_483_647))
    await turn()
    timers.ring()
    await exact
    expect(timers.times().slice(4)).toEqual([2_147_483_647])
  })

  it("sleeps for ever, and ends a sleep that nobody waits for any more", async () => {
    using timers = watched()
    const first = await within(
      Effect.raceFirst(sleeping(Duration.infinity), Effect.as(sleeping(0), "the other"))
    )
    expect([first, timers.times()]).toEqual(["the other", []])
    expect(await within(Effect.raceFirst(sleeping(1000), sleeping(0)))).toBeUndefined()
    expect(timers.open()).toBe(0)
  })
})
