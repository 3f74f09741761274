/**
 * The lives of the service between resets: what waits for the next one, what ends with the one before, and how long.
 */
import * as Instant from "@signalbox/core/Instant"
import { StoreError } from "@signalbox/core/Store"
import { TravelClock } from "@signalbox/emulator/clock/TravelClock"
import * as Emulator from "@signalbox/emulator/Emulator"
import { EventLog } from "@signalbox/emulator/event/Events"
import { NumberAnswers } from "@signalbox/emulator/lookup/NumberAnswers"
import type { Planting } from "@signalbox/emulator/seed/Planting"
import * as RestartableService from "@signalbox/emulator/server/RestartableService"
import * as Storage from "@signalbox/emulator/Storage"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import { once } from "node:events"
import { createServer, request } from "node:http"
import type { AddressInfo } from "node:net"
import { describe, expect, it } from "vitest"
import * as Given from "../../core/Given.ts"

const broken = new StoreError({ reason: "unavailable", cause: "a test" })
const docsUrl = "https://docs.example.com"
const phone = Given.phone(1)

/** Lives whose storage and seed do as told, and what has happened, in order. */
const make = Effect.gen(function*() {
  const told: Array<string> = []
  const note = (line: string) => Effect.sync(() => void told.push(line))
  const events = new EventLog()
  const clock = new TravelClock(yield* Clock.Clock)
  const world = {
    wipe: Effect.void as Effect.Effect<void, StoreError>,
    before: ((_, go) => go()) as Planting["before"],
    whole: Effect.void as Effect.Effect<void>,
    seed: Effect.void as Effect.Effect<void, StoreError>
  }
  let life = 0
  const options: RestartableService.Options<{ readonly life: number; readonly planting: Planting }, StoreError> = {
    events,
    clock,
    docsUrl,
    node: Emulator.randomNode(),
    layers: {
      ...Storage.make(null),
      wipe: Effect.suspend(() => world.wipe).pipe(Effect.tap(note("wiped")))
    },
    terms: { lookups: { numbers: [{ phone, ported: true }] } },
    seed: Effect.gen(function*() {
      const number = ++life
      yield* note(`${number} begins`)
      yield* Effect.addFinalizer(() => note(`${number} ends`))
      yield* Effect.suspend(() => world.seed)
      return {
        life: number,
        planting: {
          before: (headers, go) => world.before(headers, go),
          whole: Effect.suspend(() => world.whole)
        }
      }
    })
  }
  return { world, told, events, clock, options }
})

type Options = Effect.Success<typeof make>["options"]

const startBy = Effect.fnUntraced(function*(change: (options: Options) => Options) {
  const made = yield* make
  const lives = yield* RestartableService.make(change(made.options))
  const server = createServer(lives.handle)
  yield* Effect.promise(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)))
  yield* Effect.addFinalizer(() => Effect.sync(() => server.close().closeAllConnections()))
  const { port } = server.address() as AddressInfo
  let answers = 0
  const ask = (): Promise<{ readonly status: number; readonly body: unknown }> =>
    new Promise((resolve, reject) => {
      request({ port, path: "/v3/me", agent: false }, (response) => {
        let text = ""
        response.setEncoding("utf8").on("data", (part: string) => text += part).on("end", () => {
          answers++
          resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) as unknown })
        })
      }).on("error", reject).end()
    })
  return { ...made, lives, server, port, ask, answers: () => answers }
})

const start = startBy((options) => options)

const run = <A, E>(test: Effect.Effect<A, E, Scope.Scope>): Promise<A> =>
  Effect.scoped(test).pipe(Effect.provide(TestClock.layer()), Effect.runPromise)

/** Lets others go on, which the clock of a test does not hold. */
const until = (holds: () => boolean) =>
  Effect.promise(() => expect.poll(holds, { interval: 1, timeout: 40_000 }).toBe(true))

/** Two times five milliseconds pass until nothing is seen to be under way. */
const ending = 10

const restarting = Effect.fnUntraced(function*(restart: Effect.Effect<void, StoreError>) {
  const fiber = yield* Effect.forkChild(restart, { startImmediately: true })
  for (let passed = 0; passed < ending; passed += 5) yield* TestClock.adjust(5)
  return fiber
})

describe("the lives of the service", () => {
  it("begin with their seed and their terms, on the clock that travels", () =>
    run(Effect.gen(function*() {
      const { ask, clock, lives, told } = yield* start
      expect(told).toEqual(["1 begins"])
      expect(lives.seeded().life).toBe(1)
      const at = Instant.make(1_900_000_000_000)
      clock.stand(at)
      expect(yield* lives.use(Instant.now)).toBe(at)
      const answered = yield* Effect.promise(ask)
      expect(answered).toMatchObject({
        status: 401,
        body: {
          error: { code: "AUTH_002", doc_url: `${docsUrl}/reference/errors#auth_002` },
          meta: { timestamp: Instant.toMillis(at) }
        }
      })
      const answerOf = NumberAnswers.useSync((answers) => answers.answerOf(phone))
      expect(yield* lives.use(answerOf)).toEqual({ ported: true })
    })))

  it("name no page of an error where nobody says where the documentation is", () =>
    run(Effect.gen(function*() {
      const { ask } = yield* startBy(({ clock, events, layers, node, seed }) => ({ clock, events, layers, node, seed }))
      const { body } = yield* Effect.promise(ask)
      expect((body as { readonly error: object }).error).not.toHaveProperty("doc_url")
    })))

  it("follow on each other: one ends, its data goes, the clock is on time, and the next one is told", () =>
    run(Effect.gen(function*() {
      const { clock, events, lives, told } = yield* start
      clock.stand(Instant.make(1000))
      clock.run(1000)
      const before = events.since(undefined).last
      const fiber = yield* Effect.forkChild(lives.restart, { startImmediately: true })
      yield* TestClock.adjust(9)
      expect(told).toEqual(["1 begins"])
      yield* TestClock.adjust(1)
      yield* Fiber.join(fiber)
      expect(told).toEqual(["1 begins", "1 ends", "wiped", "2 begins"])
      expect([lives.seeded().life, clock.offset]).toEqual([2, 0])
      expect(events.since(before).events.map(({ event }) => event)).toEqual([{ type: "reset", data: {} }])
      expect(yield* lives.use(Effect.succeed("here"))).toBe("here")
    })))

  it("end with their scope, and with a seed that fails", () =>
    run(Effect.gen(function*() {
      const scope = yield* Scope.make()
      const { told } = yield* Scope.provide(start, scope)
      yield* Scope.close(scope, Exit.void)
      expect(told).toEqual(["1 begins", "1 ends"])
      const made = yield* make
      made.world.seed = Effect.fail(broken)
      expect(yield* Effect.flip(RestartableService.make(made.options))).toBe(broken)
      expect(made.told).toEqual(["1 begins", "1 ends"])
    })))
})

describe("what is under way when a life is to end", () => {
  it("has a second to end by itself, and is ended then", () =>
    run(Effect.gen(function*() {
      const { lives, told } = yield* start
      const used = yield* Effect.forkChild(Effect.exit(lives.use(Effect.never)), { startImmediately: true })
      const fiber = yield* Effect.forkChild(lives.restart, { startImmediately: true })
      yield* TestClock.adjust(999)
      expect(used.pollUnsafe()).toBeUndefined()
      yield* TestClock.adjust(1)
      expect(yield* Fiber.join(used)).toEqual(Exit.fail(new RestartableService.Ended()))
      expect(told).toEqual(["1 begins"])
      yield* TestClock.adjust(5)
      yield* Fiber.join(fiber)
      expect(told.at(-1)).toBe("2 begins")
    })))

  it("is waited for, for as long as it may take", () =>
    run(Effect.gen(function*() {
      const { lives } = yield* start
      const gate = yield* Deferred.make<void>()
      const used = yield* Effect.forkChild(lives.use(Deferred.await(gate)), { startImmediately: true })
      const drained = yield* Effect.forkChild(lives.drain, { startImmediately: true })
      yield* TestClock.adjust(100)
      expect(drained.pollUnsafe()).toBeUndefined()
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.join(used)
      yield* TestClock.adjust(5)
      yield* until(() => drained.pollUnsafe() !== undefined)
      yield* Effect.forkChild(lives.use(Effect.never), { startImmediately: true })
      const patient = yield* Effect.forkChild(lives.drain, { startImmediately: true })
      yield* TestClock.adjust(7999)
      expect(patient.pollUnsafe()).toBeUndefined()
      yield* TestClock.adjust(1)
      expect(patient.pollUnsafe()).toEqual(Exit.void)
    })))
})

describe("what comes between two lives", () => {
  it("waits for the next one, unless it has gone meanwhile", () =>
    run(Effect.gen(function*() {
      const { answers, ask, lives, port, server, told, world } = yield* start
      const gate = yield* Deferred.make<void>()
      world.wipe = Deferred.await(gate)
      const asked: Array<() => void> = []
      world.before = (_, go) => void asked.push(go)
      const early = ask()
      yield* until(() => asked.length === 1)
      const fiber = yield* restarting(lives.restart)
      yield* until(() => told.includes("1 ends"))
      // Its account is there now, but the life is not.
      asked[0]!()
      world.before = (_, go) => {
        told.push("asked")
        go()
      }
      const used = yield* Effect.forkChild(lives.use(Effect.sync(() => lives.seeded().life)), {
        startImmediately: true
      })
      let came = 0
      server.on("request", (_, response) => {
        came++
        response.once("close", () => server.emit("left"))
      })
      const late = ask()
      const leaving = request({ port, agent: false }).on("error", () => {}).end()
      yield* until(() => came === 2)
      const gone = once(server, "left")
      leaving.destroy()
      yield* Effect.promise(() => gone)
      expect([answers(), used.pollUnsafe()]).toEqual([0, undefined])
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.join(fiber)
      expect(yield* Fiber.join(used)).toBe(2)
      const both = yield* Effect.promise(() => Promise.all([early, late]))
      expect(both.map(({ status }) => status)).toEqual([401, 401])
      expect(told).toEqual(["1 begins", "1 ends", "wiped", "2 begins", "asked", "asked", "asked"])
      // Nobody answers who has gone, and nothing waits for that.
      const drained = yield* Effect.forkChild(lives.drain, { startImmediately: true })
      yield* TestClock.adjust(5)
      yield* until(() => drained.pollUnsafe() !== undefined)
    })))

  it("waits until there is one: whoever asked for it hears that the storage did not let it, and it is tried again", () =>
    run(Effect.gen(function*() {
      const { lives, told, world } = yield* start
      world.wipe = Effect.fail(broken)
      const fiber = yield* restarting(lives.restart)
      expect(yield* Effect.flip(Fiber.join(fiber))).toBe(broken)
      const used = yield* Effect.forkChild(lives.use(Effect.succeed("here")), { startImmediately: true })
      yield* TestClock.adjust(1000)
      expect(used.pollUnsafe()).toBeUndefined()
      world.wipe = Effect.void
      yield* TestClock.adjust(999)
      expect(used.pollUnsafe()).toBeUndefined()
      yield* TestClock.adjust(1)
      yield* until(() => used.pollUnsafe() !== undefined)
      expect(yield* Fiber.join(used)).toBe("here")
      expect([lives.seeded().life, ...told]).toEqual([2, "1 begins", "1 ends", "wiped", "2 begins"])
    })))
})
