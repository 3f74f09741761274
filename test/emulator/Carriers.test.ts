/**
 * From a message to a handset and back, through the whole service: what its script says decides which route the message
 * takes and what becomes of it.
 */
import { Carriers } from "@signalbox/core/Carrier"
import type { NodeId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import { day, hour, minute, plus, second } from "@signalbox/core/Instant"
import { StoreError } from "@signalbox/core/Store"
import * as TimeTravel from "@signalbox/emulator/clock/TimeTravel"
import * as TravelClock from "@signalbox/emulator/clock/TravelClock"
import * as Emulator from "@signalbox/emulator/Emulator"
import { Arrivals } from "@signalbox/emulator/network/Arrivals"
import { byDefault } from "@signalbox/emulator/network/Behaviour"
import type { Step } from "@signalbox/emulator/network/Handset"
import * as Hanging from "@signalbox/emulator/network/Hanging"
import { Network } from "@signalbox/emulator/network/Network"
import { ReceiptDelivery } from "@signalbox/emulator/network/ReceiptDelivery"
import * as SimulatedCarriers from "@signalbox/emulator/network/SimulatedCarriers"
import * as MemoryStore from "@signalbox/memory/MemoryStore"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { describe, expect, it } from "vitest"
import * as Given from "../core/Given.ts"
import * as Scene from "../core/Scene.ts"
import { phone, step, submission } from "./Submissions.ts"

/** The emulator in memory, on a clock that begins at `Given.now` and stands still but for travels. */
const run = <A, E>(program: Effect.Effect<A, E, Emulator.Service | TimeTravel.TimeTravel>): Promise<A> =>
  Effect.gen(function*() {
    const clock = new TravelClock.TravelClock(yield* Clock.Clock)
    clock.stand(Given.now)
    const layer = TimeTravel.layer(clock).pipe(
      Layer.provideMerge(Emulator.layer(Layer.fresh(MemoryStore.layer), "emulator" as NodeId))
    )
    return yield* Effect.andThen(Scene.seed(1_000_000), program).pipe(
      Effect.provide(Layer.fresh(layer)),
      TravelClock.provide(clock)
    )
  }).pipe(Effect.scoped, Effect.runPromise)

const travel = (millis: number) => Effect.flatMap(TimeTravel.TimeTravel, ({ advance }) => advance(millis))

const script = (...steps: ReadonlyArray<Step>) => Effect.flatMap(Network, (network) => network.script(phone, steps))

const received = Effect.gen(function*() {
  const network = yield* Network
  return (yield* network.received(phone, yield* Instant.now)).map(({ carrier, channel }) => `${channel} ${carrier}`)
})

/** Sends to the handset, and waits until nothing is left to do at this instant. */
const send = Effect.fnUntraced(function*(...channel: ReadonlyArray<string>) {
  const { id } = Scene.template
  const body = { to: [phone], template: { id, parameters: { order: "A-1" } } }
  const { status } = yield* Scene.ask("messages.send", channel.length === 0 ? body : { ...body, channel })
  expect(status).toBe(202)
  yield* travel(0)
})

const message = Effect.map(Scene.messages, ([one]) => one!)

const tried = Effect.map(message, ({ attempts }) => attempts.map(({ carrier }) => carrier))

describe("a message to a handset", () => {
  it("is delivered immediately by the first channel when nothing is scripted", () =>
    run(Effect.gen(function*() {
      yield* send()
      expect(yield* received).toEqual(["whatsapp whatsapp-a"])
      expect(yield* message).toMatchObject({ status: "DELIVERED", channel: "whatsapp" })
    })))

  it.each([["sms", "sms-a"], ["whatsapp", "whatsapp-a"], ["rcs", "rcs-a"]])(
    "travels on %s by %s when that is asked for",
    (channel, carrier) =>
      run(Effect.gen(function*() {
        yield* send(channel)
        expect(yield* received).toEqual([`${channel} ${carrier}`])
      }))
  )

  it("arrives by SMS when it is refused on WhatsApp and on RCS", () =>
    run(Effect.gen(function*() {
      yield* script(
        step({ channel: "whatsapp", submit: { refuse: "recipient_not_on_channel" }, receipts: [] }),
        step({ channel: "rcs", submit: { refuse: "recipient_not_on_channel" }, receipts: [] })
      )
      yield* send()
      expect(yield* tried).toEqual(["whatsapp-a", "rcs-a", "sms-a"])
      expect(yield* received).toEqual(["sms sms-a"])
      expect(yield* message).toMatchObject({ status: "DELIVERED", channel: "sms" })
      // The script is used up.
      yield* send()
      expect(yield* received).toEqual(["sms sms-a", "whatsapp whatsapp-a"])
    })))

  it("goes by the other carrier when the first one of its channel refuses", () =>
    run(Effect.gen(function*() {
      yield* script(
        step({ carrier: Given.carrierId("sms-a"), submit: { refuse: "provider_unavailable" }, receipts: [] })
      )
      yield* send("sms")
      expect(yield* tried).toEqual(["sms-a", "sms-b"])
      expect(yield* received).toEqual(["sms sms-b"])
    })))

  it("goes by the next candidate when a carrier says nothing until the deadline", () =>
    run(Effect.gen(function*() {
      yield* script(step({ channel: "whatsapp", submit: "hang", receipts: [] }))
      yield* send()
      expect(yield* received).toEqual([])
      expect((yield* message).attempts.map(({ carrier, report }) => [carrier, report])).toEqual([["whatsapp-a", null]])
      yield* travel(hour)
      expect(yield* tried).toEqual(["whatsapp-a", "rcs-a"])
      expect(yield* received).toEqual(["rcs rcs-a"])
      expect(yield* message).toMatchObject({ status: "DELIVERED", channel: "rcs" })
    })))

  it("stays with a carrier that says nothing but delivers", () =>
    run(Effect.gen(function*() {
      yield* script(step({ channel: "whatsapp", submit: "hang", receipts: ["delivered", "read"], delayMillis: second }))
      yield* send()
      yield* travel(hour)
      expect(yield* tried).toEqual(["whatsapp-a"])
      expect(yield* received).toEqual(["whatsapp whatsapp-a"])
      expect(yield* message).toMatchObject({ status: "READ", channel: "whatsapp" })
    })))

  it("is delivered and read when the script says so, and not before", () =>
    run(Effect.gen(function*() {
      yield* script(step({ receipts: ["delivered", "read"], delayMillis: hour }))
      yield* send()
      const seen: Array<unknown> = []
      const look = Effect.gen(function*() {
        seen.push([(yield* message).status, (yield* received).length])
      })
      yield* look
      yield* travel(hour - minute)
      yield* look
      yield* travel(minute)
      yield* look
      yield* travel(hour)
      yield* look
      expect(seen).toEqual([["SENT", 0], ["SENT", 0], ["DELIVERED", 1], ["READ", 1]])
      const at = (yield* message).history.flatMap(({ at, status }) => status === "READ" ? [at] : [])
      expect(at.length).toBe(1)
      expect(at[0]! - (yield* message).createdAt).toBeGreaterThanOrEqual(2 * hour)
      expect(at[0]! - (yield* message).createdAt).toBeLessThan(2 * hour + minute)
    })))

  it("fails when a receipt says that no route would help", () =>
    run(Effect.gen(function*() {
      yield* script(step({ receipts: [{ failed: "handset_unreachable" }] }))
      yield* send()
      expect(yield* tried).toEqual(["whatsapp-a"])
      expect(yield* received).toEqual([])
      expect(yield* message).toMatchObject({ status: "FAILED", code: "DELIVERY_006" })
    })))

  it("reaches it though no receipt ever tells", () =>
    run(Effect.gen(function*() {
      yield* script(step({ receipts: [], delayMillis: minute }))
      yield* send()
      expect(yield* received).toEqual([])
      yield* travel(minute)
      expect(yield* received).toEqual(["whatsapp whatsapp-a"])
      expect((yield* message).status).toBe("SENT")
    })))

  it("reads on SMS as plain text, on other channels in parts", () =>
    run(Effect.gen(function*() {
      const network = yield* Network
      yield* send("sms")
      yield* send("whatsapp")
      const all = yield* network.received(phone, plus(Given.now, day))
      expect(all.map(({ body, channel, footer, header }) => ({ body, channel, footer, header }))).toEqual([
        { body: expect.stringContaining("A-1"), channel: "sms", footer: null, header: null },
        { body: "Your order A-1 has been shipped.", channel: "whatsapp", footer: null, header: null }
      ])
      expect(all.every(({ from }) => from === Given.phone(9000))).toBe(true)
    })))
})

describe("a carrier", () => {
  /** Logs what the carrier tells and what the courier hears, in order. */
  const asking = Effect.fnUntraced(function*(submit: Network["Service"]["submit"]) {
    const log: Array<string> = []
    const network: Pick<Network["Service"], "submit" | "ask" | "behaviours"> = {
      ask: () => Effect.succeed(byDefault),
      behaviours: Effect.succeed(new Map()),
      submit
    }
    const note = (line: string) => Effect.sync(() => void log.push(line))
    const carriers = SimulatedCarriers.layer.pipe(
      Layer.provide(Layer.mock(Network, network)),
      Layer.provide(Layer.succeed(ReceiptDelivery, { isIdle: Effect.succeed(true), wake: note("the courier wakes") })),
      Layer.provide(Layer.mergeAll(Hanging.layer, Layer.mock(Arrivals, { add: () => Effect.void })))
    )
    const batch = [submission(1), submission(2)]
    yield* Effect.flatMap(
      Carriers,
      ([carrier]) => carrier!.submit(batch, (attempt, { _tag }) => note(`${attempt.slice(-1)} is ${_tag}`))
    ).pipe(
      Effect.provide(Logger.layer([])),
      Effect.provide(carriers)
    )
    return log
  })

  it("tells nothing when its network cannot be reached: it may have taken the message", () =>
    Effect.gen(function*() {
      const down = () => Effect.fail(new StoreError({ reason: "unavailable", cause: "a test" }))
      expect(yield* asking(down)).toEqual([])
    }).pipe(Effect.runPromise))

  it("wakes the courier when it has told what it took, and not before", () =>
    Effect.gen(function*() {
      const taking: Network["Service"]["submit"] = (_, batch) =>
        Effect.succeed(batch.map(() => ({ _tag: "Accepted", references: ["a"] }) as const))
      expect(yield* asking(taking)).toEqual(["1 is Accepted", "2 is Accepted", "the courier wakes"])
    }).pipe(Effect.runPromise))
})
