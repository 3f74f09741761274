/**
 * A carrier in whole: what it says of itself, how it binds, when its sessions are opened again, and what the log says of them.
 * Elapsed time is made by hand, and every wait is written down.
 */
import * as Outbox from "@signalbox/smpp/internal/Outbox"
import * as Session from "@signalbox/smpp/internal/Session"
import * as Options from "@signalbox/smpp/Options"
import type { Command, Pdu } from "@signalbox/smpp/Pdu"
import { messageBody } from "@signalbox/smpp/Pdu"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Random from "effect/Random"
import { describe, expect, it } from "vitest"
import { MachineClock } from "../core/MachineClock.ts"
import * as Bench from "./Bench.ts"
import type { Script } from "./Smsc.ts"
import * as Smscs from "./Smsc.ts"

/** Time stands still unless it is set, waits are real, and those that are skipped are over immediately. */
class HandClock extends MachineClock {
  instant = 1_900_000_000_000
  elapsed = 0
  isSkipped: (millis: number) => boolean = () => false
  readonly waits: Array<number> = []

  override currentTimeMillisUnsafe(): number {
    return this.instant
  }

  override monotonicTimeNanosUnsafe(): bigint {
    return BigInt(this.elapsed) * 1_000_000n
  }

  override sleep(duration: Duration.Duration): Effect.Effect<void> {
    const millis = Duration.toMillis(duration)
    this.waits.push(millis)
    return this.isSkipped(millis) ? Effect.yieldNow : super.sleep(duration)
  }
}

const byHand = Effect.map(Clock.Clock, (clock) => new HandClock(clock))

/** Each lot is drawn in the middle, so that a wait is three quarters of what it has grown to. */
const evenly = Effect.provideService(Random.Random, { nextIntUnsafe: () => 1, nextDoubleUnsafe: () => 0.5 })

/** Answers binds with these statuses. */
const refusing = (statusOf: (command: string, count: number) => number): Script => {
  let count = 0
  return {
    other: (pdu, peer) => {
      const status = pdu.command.startsWith("bind_") ? statusOf(pdu.command, count++) : 0
      if (status === 0) return false
      peer.reply(pdu, `${pdu.command}_resp` as Command, status, {})
      return true
    }
  }
}

/** Opens a session alone. */
const open = (port: number, options: Partial<Options.Options> = {}, outbox = Outbox.make()) =>
  Effect.orDie(Session.open({
    settings: Options.check({ host: "127.0.0.1", port, systemId: "us", password: "secret", ...options }),
    outbox,
    deliver: () => {}
  }, "bind_transceiver"))

describe("a carrier", () => {
  it.each<[Partial<Options.Options>, object]>([
    [{}, {
      id: "smpp",
      pace: null,
      answersWithin: 60_000,
      choosesSender: false,
      references: "alone"
    }],
    [{
      id: "acme-eu",
      pace: { perSecond: 7, inFlight: 3 },
      answersWithin: 40_000,
      choosesSender: true,
      references: "with recipient"
    }, {
      id: "acme-eu",
      pace: { perSecond: 7, inFlight: 3 },
      answersWithin: 40_000,
      choosesSender: true,
      references: "with recipient"
    }]
  ])(
    "with the options %j says so, and never that a message may be repeated",
    (options, said) =>
      Bench.run(Effect.gen(function*() {
        const carrier = yield* Bench.carrierOf(1, Bench.keep(), { binds: 0, ...options })
        expect(carrier).toStrictEqual({ channels: ["sms"], repeat: "never", submit: expect.any(Function), ...said })
      }))
  )

  it("binds once for each session and direction, with what its options say and the version that it speaks", () =>
    Bench.run(Effect.gen(function*() {
      const { smsc } = yield* Bench.make({}, {
        systemType: "gateway",
        addressRange: "^1201",
        bindAs: "transmitter and receiver",
        binds: 2
      })
      const bind = (command: string) => ({
        command,
        status: 0,
        sequence: 1,
        tlvs: [],
        systemId: "us",
        password: "secret",
        systemType: "gateway",
        interfaceVersion: 0x34,
        addrTon: 0,
        addrNpi: 0,
        addressRange: "^1201"
      })
      const heard = smsc.heard.toSorted((one: Pdu, other: Pdu) => one.command < other.command ? -1 : 1)
      expect(heard).toEqual(["bind_receiver", "bind_receiver", "bind_transmitter", "bind_transmitter"].map(bind))
    })))

  it.each<[string, Partial<Options.Options>, (command: string, count: number) => number, number]>([
    // The first one waits for 75 s until a setting is changed, and the other one for 15.
    ["of two is tried again", { binds: 2 }, (_, count) => count === 0 ? 0x0e : 0x08, 20_000],
    ["is tried again", {}, () => 0x0e, 75_000],
    [
      "that writes is tried again",
      { bindAs: "transmitter and receiver" },
      (command) => command === "bind_receiver" ? 0x08 : 0x0e,
      75_000
    ]
  ])("without a session is busy until the first one %s, and never for a shorter time than the shortest wait", (
    _,
    options,
    status,
    until
  ) =>
    Bench.run(Effect.gen(function*() {
      const clock = yield* byHand
      const smsc = yield* Smscs.make(refusing(status))
      const kept = Bench.keep()
      const reconnect = { shortest: 20_000, longest: 100_000 }
      yield* Effect.gen(function*() {
        const carrier = yield* Bench.carrierOf(smsc.port, kept, { reconnect, ...options })
        const sessions = options.binds ?? (options.bindAs === undefined ? 1 : 2)
        yield* Bench.until(() => kept.lines.length === sessions)
        const busy = Effect.map(Bench.submit({ carrier }, Bench.sms(1)), ([outcome]) => outcome)
        const start = clock.instant
        expect(yield* busy).toEqual({ _tag: "Busy", until: start + until, holds: "node" })
        clock.instant = start + 50_000
        expect(yield* busy).toEqual({ _tag: "Busy", until: start + Math.max(until, 70_000), holds: "node" })
        clock.instant = start + 60_000
        expect(yield* busy).toEqual({ _tag: "Busy", until: start + 80_000, holds: "node" })
      }).pipe(evenly, Effect.provideService(Clock.Clock, clock))
    })))

  it("with no session of its own is busy for as long as the longest wait", () =>
    Bench.run(Effect.gen(function*() {
      const clock = yield* byHand
      const reconnect = { shortest: 20_000, longest: 100_000 }
      yield* Effect.gen(function*() {
        const carrier = yield* Bench.carrierOf(1, Bench.keep(), { reconnect, binds: 0 })
        expect(yield* Bench.submit({ carrier }, Bench.sms(1))).toEqual([
          { _tag: "Busy", until: clock.instant + 100_000, holds: "node" }
        ])
      }).pipe(Effect.provideService(Clock.Clock, clock))
    })))
})

describe("a session", () => {
  it("is opened again after waits that double until one has lasted for longer than the longest of them, as the log says", () =>
    Bench.run(Effect.gen(function*() {
      const clock = yield* byHand
      const kept = Bench.keep()
      const smsc = yield* Smscs.make(refusing((_, count) => [0x08, 0x08, 0x08, 0x0e][count] ?? 0))
      clock.isSkipped = (millis) => [300, 600, 1200, 3000].includes(millis)
      yield* Effect.gen(function*() {
        yield* Bench.carrierOf(smsc.port, kept, { id: "acme", reconnect: { shortest: 400, longest: 4000 } })
        for (const [index, lasts] of [4000, 4001, 0, 0].entries()) {
          yield* Bench.until(() => kept.log.filter((line) => line.includes("is bound")).length === index + 1)
          clock.elapsed += lasts
          for (const { socket } of smsc.peers) socket.end()
        }
        yield* Bench.until(() => kept.lines.length >= 12)
      }).pipe(evenly, Effect.provideService(Clock.Clock, clock))
      const carrier = "acme"
      const failed = (words: string, wait: number) => ["SMPP cannot bind", { carrier, words, wait }]
      const error = "ESME_RSYSERR: the message centre has a system error"
      const bound = ["Info", ["SMPP is bound", { carrier, command: "bind_transceiver" }]]
      const lost = (wait: number) => [
        "Warn",
        ["SMPP has lost a session", { carrier, words: "the operator has closed the connection", wait }]
      ]
      expect(kept.lines.slice(0, 12)).toEqual([
        ["Warn", failed(error, 300)],
        ["Warn", failed(error, 600)],
        ["Warn", failed(error, 1200)],
        ["Error", failed("ESME_RINVPASWD: the password is wrong", 3000)],
        bound,
        lost(3000),
        bound,
        lost(300),
        bound,
        lost(300),
        bound,
        lost(600)
      ])
    })))

  it("that nobody takes says why", () =>
    Bench.run(Effect.gen(function*() {
      const kept = Bench.keep()
      yield* Bench.carrierOf(1, kept, { reconnect: { shortest: 60_000, longest: 60_000 } }).pipe(evenly)
      yield* Bench.until(() => kept.lines.length === 1)
      const words = "ECONNREFUSED: connect ECONNREFUSED 127.0.0.1:1"
      expect(kept.lines).toEqual([["Warn", ["SMPP cannot bind", { carrier: "smpp", words, wait: 45_000 }]]])
    })))

  it("with which there is a defect is opened again, and the log says where it was and nothing more", () =>
    Bench.run(Effect.gen(function*() {
      const kept = Bench.keep()
      const smsc = yield* Smscs.make()
      const settings = Options.check({ host: "127.0.0.1", port: smsc.port, systemId: "us", password: "secret" })
      Object.defineProperty(settings, "systemType", {
        get: () => {
          throw new TypeError("a secret")
        }
      })
      const waits: Array<number> = []
      const place: Session.Surroundings = { settings, outbox: Outbox.make(), deliver: () => {} }
      const keeping = yield* Session.keep(place, "bind_transceiver", (until) => void waits.push(until)).pipe(
        evenly,
        Effect.provide(Bench.logging(kept)),
        Effect.forkChild
      )
      yield* Bench.until(() => kept.lines.length === 1)
      const words = expect.stringMatching(/^a defect: TypeError(?!.*a secret)/) as string
      expect(kept.lines).toEqual([["Warn", ["SMPP has lost a session", { carrier: "smpp", words, wait: 750 }]]])
      expect(waits.length).toBe(1)
      yield* Fiber.interrupt(keeping)
      yield* Bench.until(() => smsc.peers.size === 0)
      expect(kept.lines.length).toBe(1)
    })))

  it.each<[look: number, Partial<Options.Options>]>([
    [1000, { responseTimeout: 8000, enquireEvery: 7000, pauses: { throttled: 6000, full: 5000 } }],
    [500, { responseTimeout: 2000, enquireEvery: 7000, pauses: { throttled: 6000, full: 5000 } }],
    [500, { responseTimeout: 8000, enquireEvery: 2000, pauses: { throttled: 6000, full: 5000 } }],
    [500, { responseTimeout: 8000, enquireEvery: 7000, pauses: { throttled: 2000, full: 5000 } }],
    [500, { responseTimeout: 8000, enquireEvery: 7000, pauses: { throttled: 6000, full: 2000 } }],
    [6, { responseTimeout: 24, enquireEvery: 7000, pauses: { throttled: 6000, full: 5000 } }],
    [5, { responseTimeout: 8000, enquireEvery: 7000, pauses: { throttled: 6000, full: 16 } }]
  ])(
    "looks at its timers every %i ms, of which none is late by more than a quarter: %j",
    (look, options) =>
      Bench.run(Effect.gen(function*() {
        const clock = yield* byHand
        const smsc = yield* Smscs.make()
        yield* open(smsc.port, options).pipe(Effect.provideService(Clock.Clock, clock))
        expect(new Set(clock.waits)).toEqual(new Set([10_000, look]))
      }))
  )

  it("that ends waits for 3 s for answers, and then for 1 s for that to its leave, and then ends all the same", () =>
    Bench.run(Effect.gen(function*() {
      const clock = yield* byHand
      const fates: Array<string> = []
      const smsc = yield* Smscs.make({ submit: () => {}, other: ({ command }) => command === "unbind" })
      yield* Effect.scoped(Effect.gen(function*() {
        const outbox = Outbox.make()
        yield* open(smsc.port, {}, outbox)
        const part = { body: messageBody({ source: "", destination: "12015550123" }), tlvs: [] }
        outbox.add([{ part, isWithdrawn: false, isWritten: false, settle: ({ _tag }) => void fates.push(_tag) }])
        clock.waits.splice(0)
        clock.isSkipped = (millis) => millis >= 1000
      })).pipe(Effect.provideService(Clock.Clock, clock))
      yield* Bench.until(() => smsc.peers.size === 0)
      expect(clock.waits.filter((millis) => millis >= 1000)).toEqual([3000, 1000])
      expect(smsc.heard.map(({ command }) => command)).toEqual(["bind_transceiver", "unbind"])
      expect(fates).toEqual(["Unanswered"])
    })))
})
