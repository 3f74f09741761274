/**
 * Asking the registry for routing (decisions 18.7): registries that are slow, silent, throw and lie, many messages to one
 * number, and an account that asks for very many.
 */
import type { AccountId } from "@signalbox/core/Id"
import * as RouteRegistry from "@signalbox/core/internal/lookup/RouteRegistry"
import type { Finding, NumberLookup as Port } from "@signalbox/core/NumberLookup"
import { NumberLookup } from "@signalbox/core/NumberLookup"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Logger from "effect/Logger"
import * as TestClock from "effect/testing/TestClock"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"
import { counter, measured } from "../Measured.ts"

const [own, other] = [1, 2].map(Given.accountId) as [AccountId, AccountId]
const american = "+12025550123" as PhoneNumber

/** As many numbers as there are. */
const number = (index: number): PhoneNumber => `+1202555${String(1000 + index).padStart(4, "0")}` as PhoneNumber

const finding: Finding = {
  region: "US",
  lineType: "mobile",
  carrierName: "Acme Wireless",
  isPorted: true,
  mobileCountryCode: "310",
  mobileNetworkCode: "026"
}

type Find = Port["find"]

/** Runs a program with a registry, whose questions are counted. */
const scene = <A>(
  find: Find,
  program: (
    ask: (phone?: PhoneNumber, account?: AccountId) => Effect.Effect<RouteRegistry.RegistryAnswer>,
    asked: ReadonlyArray<string>
  ) => Effect.Effect<A>
): Promise<A> => {
  const asked: Array<string> = []
  const lookup: Port = {
    find: (phone) => {
      asked.push(phone)
      return find(phone)
    }
  }
  return Effect.runPromise(
    Effect.gen(function*() {
      const registry = yield* RouteRegistry.make
      return yield* program((phone = american, account = own) => registry({ account, phone }), asked)
    }).pipe(
      Effect.provideService(NumberLookup, lookup),
      Effect.provide(TestClock.layer()),
      Effect.provide(Logger.layer([])),
      Effect.scoped
    )
  )
}

const nothing = { finding: null, isAsked: true }
const failing: Find = () => Effect.die("no registry")

/** Lets everything run that waits for no time. */
const settled = Effect.repeat(Effect.yieldNow, { times: 200 })

describe("a registry", () => {
  it("that tells is believed", async () => {
    expect(await scene(() => Effect.succeed(finding), (ask) => ask())).toEqual({ finding, isAsked: true })
  })

  const bad: ReadonlyArray<readonly [string, Find]> = [
    ["dies", failing],
    ["is interrupted", () => Effect.interrupt],
    ["throws", () => {
      throw new Error("no registry")
    }],
    ["tells nothing", () => Effect.succeed(undefined as never)],
    ["tells another form", () => Effect.succeed({ ...finding, isPorted: "yes" as never })],
    ["tells half of it", () => Effect.succeed({ isPorted: true } as never)]
  ]

  it.each(bad)("that %s has told nothing [XRT-125]", async (_, find) => {
    expect(await scene(find, (ask) => ask())).toEqual(nothing)
  })

  it.each([["is silent", Effect.never], ["cannot be interrupted", Effect.uninterruptible(Effect.never)]] as const)(
    "that %s is waited for 5 seconds [XRT-125]",
    async (_, hanging) => {
      await scene(() => hanging, (ask) =>
        Effect.gen(function*() {
          const waiting = yield* Effect.forkChild(ask())
          yield* settled
          yield* TestClock.adjust(4999)
          expect(waiting.pollUnsafe()).toBe(undefined)
          yield* TestClock.adjust(1)
          expect(yield* Fiber.join(waiting)).toEqual(nothing)
        }))
    }
  )

  it("is not asked for a number that nobody can have", async () => {
    await scene(() => Effect.succeed(finding), (ask, asked) =>
      Effect.gen(function*() {
        expect(yield* ask("+1234567" as PhoneNumber)).toEqual({ finding: null, isAsked: false })
        expect(asked).toEqual([])
      }))
  })
})

const lookUps = (outcome: string, count: number) => ({
  id: "signalbox_number_lookups",
  type: "Counter",
  description: "Numbers that routing rules asked for, by what came of it: found, failed, shared or resting.",
  attributes: { outcome },
  state: counter(count)
})

describe("the operator", () => {
  it("sees what came of each number that rules asked for, and that one was told what is no finding", async () => {
    const logged: Array<unknown> = []
    const registry = { find: () => Effect.succeed(finding) } as { find: Find }
    const told = await measured(
      Effect.gen(function*() {
        const ask = yield* RouteRegistry.make
        const one = (index: number) => ask({ account: own, phone: number(index) })
        yield* Effect.all([one(1), one(1), one(1)], { concurrency: "unbounded" })
        registry.find = () => Effect.succeed({ ...finding, region: "Mars" })
        yield* one(2)
        registry.find = failing
        for (let index = 3; index < 20; index++) yield* one(index)
        yield* one(20)
      }).pipe(
        Effect.provideService(NumberLookup, { find: (phone) => registry.find(phone) }),
        Effect.provide(Logger.layer([Logger.make(({ logLevel, message }) => void logged.push([logLevel, message]))]))
      )
    )
    const byOutcome = told.toSorted((one, another) =>
      JSON.stringify(one.attributes) < JSON.stringify(another.attributes) ? -1 : 1
    )
    expect(byOutcome).toEqual([lookUps("failed", 16), lookUps("found", 1), lookUps("resting", 3), lookUps("shared", 2)])
    expect(logged[0]).toEqual(["Warn", ["a number look-up found what is no finding"]])
    expect(logged[1]).toMatchObject(["Warn", ["a look-up failed", {}]])
  })
})

describe("messages to one number", () => {
  it("share one answer, also when the first of them is given up, and others ask for themselves [XRT-127]", async () => {
    const free = Deferred.makeUnsafe<Finding>()
    await scene(() => Deferred.await(free), (ask, asked) =>
      Effect.gen(function*() {
        const first = yield* Effect.forkChild(ask())
        yield* settled
        const rest = yield* Effect.forkChild(
          Effect.all(Array.from({ length: 100 }, () => ask()), { concurrency: "unbounded" })
        )
        const neighbour = yield* Effect.forkChild(ask(american, other))
        yield* settled
        yield* Fiber.interrupt(first)
        expect(asked).toEqual([american, american])
        yield* Deferred.succeed(free, finding)
        expect(yield* Fiber.join(rest)).toEqual(Array.from({ length: 100 }, () => ({ finding, isAsked: false })))
        expect(yield* Fiber.join(neighbour)).toEqual({ finding, isAsked: true })
        // The next one asks again: what was told stands with the contact, not here.
        expect((yield* ask()).isAsked).toBe(true)
      }))
  })
})

describe("an account", () => {
  it("has sixteen questions open at most, and nobody else waits for them [XRT-128]", async () => {
    const free = Deferred.makeUnsafe<Finding>()
    await scene(() => Deferred.await(free), (ask, asked) =>
      Effect.gen(function*() {
        const crowd = yield* Effect.forkChild(
          Effect.all(Array.from({ length: 40 }, (_, index) => ask(number(index))), { concurrency: "unbounded" })
        )
        yield* settled
        expect(asked).toHaveLength(16)
        const neighbour = yield* Effect.forkChild(ask(american, other))
        yield* settled
        expect(asked).toHaveLength(17)
        yield* Deferred.succeed(free, finding)
        expect((yield* Fiber.join(neighbour)).finding).toEqual(finding)
        const told = yield* Fiber.join(crowd)
        expect(told.filter((each) => each.finding !== null)).toHaveLength(16)
      }))
  })

  it("is not kept waiting by a registry that is down, and is back with the first answer [XRT-126]", async () => {
    const registry = { find: failing }
    await scene((phone) => registry.find(phone), (ask, asked) =>
      Effect.gen(function*() {
        for (let index = 0; index < 15; index++) expect((yield* ask(number(index))).isAsked).toBe(true)
        expect((yield* ask(number(15))).isAsked).toBe(true)
        expect(yield* ask(number(16))).toEqual({ finding: null, isAsked: false })
        expect(asked).toHaveLength(16)
        // Others are asked for all the same.
        expect((yield* ask(american, other)).isAsked).toBe(true)
        yield* TestClock.adjust(29_999)
        expect((yield* ask(number(17))).isAsked).toBe(false)
        yield* TestClock.adjust(1)
        // One more failure, and it rests again.
        expect((yield* ask(number(18))).isAsked).toBe(true)
        expect((yield* ask(number(19))).isAsked).toBe(false)
        yield* TestClock.adjust(30_000)
        registry.find = () => Effect.succeed(finding)
        expect((yield* ask(number(20))).finding).toEqual(finding)
        registry.find = failing
        for (let index = 0; index < 16; index++) expect((yield* ask(number(21 + index))).isAsked).toBe(true)
        expect((yield* ask(number(40))).isAsked).toBe(false)
      }))
  })
})
