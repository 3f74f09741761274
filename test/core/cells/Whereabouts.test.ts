/**
 * Where something lies is remembered, asked of the directory, and found without it.
 */
import * as Commit from "@signalbox/core/Commit"
import type { Lead } from "@signalbox/core/Directory"
import * as Instant from "@signalbox/core/Instant"
import * as Leads from "@signalbox/core/internal/cells/Leads"
import { Accounts } from "@signalbox/core/internal/row/Account"
import { ApiKeys } from "@signalbox/core/internal/row/ApiKey"
import { hashKey } from "@signalbox/core/Secret"
import { StoreError } from "@signalbox/core/Store"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"
import { eu, us } from "./World.ts"
import * as World from "./World.ts"

const run = (use: (world: World.World) => Effect.Effect<void, unknown, Scope.Scope>) =>
  Effect.runPromise(Effect.scoped(Effect.provide(Effect.flatMap(World.make, use), TestClock.layer())))

const account = Given.account({ numbers: [{ number: Given.phone(1), channels: ["sms"], country: "US" }] })
const hash = hashKey("a key")
const lead = Leads.ofAccount(account.id)

const furnished = Commit.make({
  puts: [
    Commit.put(Accounts, account),
    Commit.put(ApiKeys, {
      hash,
      account: account.id,
      prefix: "aaaaaaaa",
      createdAt: Instant.make(0),
      revokedAt: null
    })
  ]
})

const entry = (lead: Lead, cell = us) => ({ lead, account: account.id, cell })

describe("where something lies", () => {
  it("is asked of the directory once, until a cell has denied it", () =>
    run(({ asked, directory, whereabouts: { find, forget, remembered } }) =>
      Effect.gen(function*() {
        yield* directory.enter([entry(lead)])
        expect(remembered(lead)).toBe(undefined)
        for (const _ of [1, 2]) expect(yield* find(lead)).toBe(us)
        expect(remembered(lead)).toBe(us)
        expect(asked).toEqual(["directory", "directory"])
        forget(lead)
        expect(remembered(lead)).toBe(undefined)
        yield* find(lead)
        expect(asked).toHaveLength(3)
      })
    ))

  it("is believed to be nowhere for a second, unless this node enters it", () =>
    run(({ asked, directory, whereabouts: { enter, find, forget } }) =>
      Effect.gen(function*() {
        expect(yield* find(lead)).toBe(null)
        yield* directory.enter([entry(lead)])
        expect(yield* find(lead)).toBe(null)
        yield* TestClock.adjust("1 second")
        expect(yield* find(lead)).toBe(us)
        const other = Leads.ofNumber(Given.phone(2))
        expect(yield* find(other)).toBe(null)
        expect(yield* enter([entry(other)])).toEqual([us])
        expect(yield* find(other)).toBe(us)
        forget(other)
        expect(yield* find(other)).toBe(us)
        expect(asked).toHaveLength(6)
      })
    ))

  it("is found in the cells while the directory is away, whatever kind it is of", () =>
    run(({ bare, broken, whereabouts: { find } }) =>
      Effect.gen(function*() {
        yield* bare.us.commit([furnished])
        broken.add("directory")
        for (const each of [lead, Leads.ofKey(hash), Leads.ofNumber(Given.phone(1))]) {
          expect(yield* find(each)).toBe(us)
        }
        const unknown = [Leads.ofAccount("x"), Leads.ofKey(hashKey("other")), Leads.ofNumber("acme")]
        for (const each of unknown) expect(yield* find(each)).toBe(null)
      })
    ))

  it("is unknown when neither the directory nor each cell can be asked", () =>
    run(({ away, bare, broken, whereabouts: { find } }) =>
      Effect.gen(function*() {
        broken.add("directory")
        away.add(eu)
        expect(yield* Effect.flip(find(lead))).toBeInstanceOf(StoreError)
        yield* bare.us.commit([furnished])
        expect(yield* find(lead)).toBe(us)
      })
    ))

  it("is not waited for longer than a second, and then a silent directory is left alone for one", () =>
    run((world) =>
      Effect.gen(function*() {
        const { asked, bare, silent, whereabouts: { find } } = world
        yield* bare.us.commit([furnished])
        silent.add("directory")
        const first = yield* Effect.forkChild(find(lead))
        yield* TestClock.adjust("999 millis")
        expect(first.pollUnsafe()).toBe(undefined)
        yield* TestClock.adjust("1 millis")
        expect(yield* Fiber.join(first)).toBe(us)
        const questions = asked.length
        const next = yield* Effect.forkChild(find(Leads.ofKey(hash)))
        yield* TestClock.adjust(0)
        expect(next.pollUnsafe()).toMatchObject({ value: us })
        expect(asked).toHaveLength(questions)
        yield* TestClock.adjust("1 second")
        silent.delete("directory")
        expect(yield* find(Leads.ofNumber(Given.phone(9)))).toBe(null)
        expect(asked).toHaveLength(questions + 1)
      })
    ))
})

describe("what a cell enters", () => {
  it("is waited for five seconds, and is refused then", () =>
    run(({ silent, whereabouts: { enter } }) =>
      Effect.gen(function*() {
        silent.add("directory")
        const first = yield* Effect.forkChild(Effect.flip(enter([entry(lead)])))
        yield* TestClock.adjust("4999 millis")
        expect(first.pollUnsafe()).toBe(undefined)
        yield* TestClock.adjust("1 millis")
        expect(yield* Fiber.join(first)).toMatchObject({ reason: "unavailable" })
      })
    ))

  it("stays with the cell that has it, and with one that cannot be asked", () =>
    run(({ away, bare, directory, whereabouts: { enter } }) =>
      Effect.gen(function*() {
        yield* bare.eu.commit([furnished])
        const number = Leads.ofNumber(Given.phone(2))
        yield* directory.enter([entry(lead, eu), entry(number, eu)])
        yield* TestClock.adjust("1 minute")
        expect(yield* enter([entry(lead), entry(number)])).toEqual([eu, us])
        const other = Leads.ofNumber(Given.phone(3))
        yield* directory.enter([entry(other, us)])
        yield* TestClock.adjust("1 minute")
        away.add(us)
        expect(yield* enter([entry(other, eu)])).toEqual([us])
      })
    ))

  it("is answered for each in their order, those that are known among them", () =>
    run(({ asked, whereabouts: { enter } }) =>
      Effect.gen(function*() {
        const [one, two] = [Leads.ofNumber(Given.phone(1)), Leads.ofNumber(Given.phone(2))]
        yield* enter([entry(one, eu)])
        expect(yield* enter([entry(two), entry(one)])).toEqual([us, eu])
        expect(yield* enter([entry(one, eu), entry(two)])).toEqual([eu, us])
        // To enter the first, both, and to take over what was entered a moment before.
        expect(asked).toHaveLength(3)
      })
    ))
})

describe("what a node remembers", () => {
  const names = Array.from({ length: 100_001 }, (_, index) => `name ${index}`)

  it("of receipts are the last hundred thousand names, each with the cell that had it last", () =>
    run(({ whereabouts: { lastSeen, saw } }) =>
      Effect.sync(() => {
        saw(names.slice(0, 100_000), eu)
        expect([lastSeen("name 1"), lastSeen("name 100000")]).toEqual([eu, undefined])
        saw(["name 1"], us)
        saw(names.slice(100_000), us)
        expect(["name 0", "name 1", "name 2", "name 100000"].map(lastSeen)).toEqual([undefined, us, eu, us])
      })
    ))

  it("of leads are the last hundred thousand", () =>
    run(({ whereabouts: { enter, remembered } }) =>
      Effect.gen(function*() {
        const of = (name: string) => ({ lead: Leads.ofAccount(name), account: account.id, cell: eu })
        yield* enter(names.slice(0, 100_000).map(of))
        const known = () => ["name 0", "name 1", "name 100000"].map((name) => remembered(Leads.ofAccount(name)))
        expect(known()).toEqual([eu, eu, undefined])
        // Whoever asks whether it is remembered uses it: the next one goes.
        yield* enter([of("name 100000")])
        expect(known()).toEqual([eu, eu, eu])
        expect(remembered(Leads.ofAccount("name 2"))).toBe(undefined)
      })
    ))

  it("of those that lead nowhere are the last ten thousand", () =>
    run(({ asked, whereabouts: { find } }) =>
      Effect.gen(function*() {
        const ask = (name: string) => find(Leads.ofAccount(name))
        yield* Effect.forEach(names.slice(0, 10_000), ask)
        yield* ask("name 0")
        expect(asked).toHaveLength(10_000)
        // The one that was asked about longest ago goes, which is the second one by now.
        yield* ask("name 10000")
        yield* ask("name 0")
        yield* ask("name 2")
        expect(asked).toHaveLength(10_001)
        yield* ask("name 1")
        expect(asked).toHaveLength(10_002)
      })
    ))
})
