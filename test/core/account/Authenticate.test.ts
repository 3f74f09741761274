/**
 * Keys on the memory store: over any history of the operator's calls, a key opens the door of its account exactly while
 * it should, lists tell how keys begin and no more, and no row ever holds a key.
 */
import { Accounts as AccountRows } from "@signalbox/core/Account"
import * as Commit from "@signalbox/core/Commit"
import { Executor } from "@signalbox/core/Executor"
import type { AccountId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import { Authenticate } from "@signalbox/core/internal/account/Authenticate"
import { idOf } from "@signalbox/core/internal/row/ApiKey"
import { Operator } from "@signalbox/core/Operator"
import { hashKey } from "@signalbox/core/Secret"
import { Store } from "@signalbox/core/Store"
import { prop } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { expect } from "vitest"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"

/** Texts that the operator may name; in the table of keys each is one, however it is written. */
const named = [1, 2, 3].map((number) => `abcdef0${number}-0000-4000-8000-00000000000${number}`)
const written = fc.constantFrom(
  (text: string) => text,
  (text: string) => text.toUpperCase(),
  (text: string) => ` ${text}\n`
)

const homes = [Given.accountId(1), Given.accountId(2)] as const
const home = fc.constantFrom(...homes)
const at = fc.nat({ max: 20 })

/** How many milliseconds a key is made for; null: it is not said. */
const lives = fc.option(fc.integer({ min: -1, max: 60 }))

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("create" as const), home, text: fc.constant(null), written, lives })
  },
  fc.record({ do: fc.constant("create" as const), home, text: fc.constantFrom(...named), written, lives }),
  fc.record({ do: fc.constant("revoke" as const), at, written }),
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("rotate" as const), at, written, grace: fc.nat({ max: 50 }), lives })
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("wait" as const), millis: fc.integer({ min: 1, max: 40 }) }) },
  fc.record({ do: fc.constant("leave" as const), home: fc.constant(homes[1]) })
)

interface Known {
  readonly text: string
  readonly home: AccountId
  readonly born: number
  /** When it was revoked. */
  end: number
  readonly expires: number | null
}

/** When it ends, for whatever reason. */
const endOf = ({ end, expires }: Known): number => Math.min(end, expires ?? Infinity)

const opens = (text: string) =>
  Effect.flatMap(
    Executor,
    (executor) => Effect.map(executor.run(Authenticate, hashKey(text)), ({ answer }) => answer?.account.id ?? null)
  )

const leave = Effect.fnUntraced(function*(home: AccountId, now: number) {
  const accounts = yield* Operator
  const store = yield* Store
  const row = yield* accounts.find(home)
  if (row === null) return yield* Effect.die(new Error("no account"))
  yield* store.commit([Commit.make({ puts: [Commit.put(AccountRows, { ...row, deletedAt: Instant.make(now) })] })])
})

const version4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** The model tells which keys there should be after a history of calls. */
const model = () => {
  const keys: Array<Known> = []
  const gone = new Set<AccountId>()
  let now: number = Given.now
  const of = (text: string) => keys.find((key) => key.text === text)
  return {
    keys,
    gone,
    now: () => now,
    wait: (millis: number) => now += millis,
    /** Returns why this account cannot have this key, or null when nothing stands in the way. */
    taken: (home: AccountId, text: string | null) =>
      gone.has(home) ? "UnknownAccount" : text !== null && of(text) !== undefined ? "KeyTaken" : null,
    come: (home: AccountId, text: string, expires: number | null) =>
      keys.push({ text, home, born: now, end: Infinity, expires }),
    holder: (text: string, when: number): AccountId | null => {
      const key = of(text)
      return key !== undefined && when < endOf(key) && !gone.has(key.home) ? key.home : null
    },
    /** Newest first; keys of one instant by their hashes. */
    listed: (home: AccountId) =>
      keys.filter((key) => key.home === home)
        .toSorted((one, other) => other.born - one.born || (hashKey(one.text) < hashKey(other.text) ? 1 : -1))
        .map(({ born, end, expires, text }) => ({
          id: idOf(hashKey(text)),
          prefix: text.slice(0, 8),
          ...(expires === null ? {} : { expiresAt: expires }),
          createdAt: born,
          revokedAt: end === Infinity ? null : end
        }))
  }
}

prop(
  "keys open the door of their account until the instant at which they end, and nothing keeps them [AUT-002, XPR-145]",
  fc.array(step, { minLength: 1, maxLength: 20 }),
  fc.integer({ min: 1, max: 4 }),
  (steps, pageSize) => {
    const kept: Array<string> = []
    const tap: Bench.Tap = (store) => ({
      ...store,
      commit: (batch) => {
        kept.push(JSON.stringify(batch).toLowerCase())
        return store.commit(batch)
      }
    })
    return Bench.run(
      Bench.layer({ tap }),
      Effect.gen(function*() {
        const accounts = yield* Operator
        const clock = yield* Bench.TheClock
        const expected = model()
        for (const id of homes) yield* accounts.createOrganization({ id })
        const agree = Effect.fnUntraced(function*(when: number) {
          for (const text of new Set([...named, ...expected.keys.map((key) => key.text)])) {
            expect(yield* opens(text)).toBe(expected.holder(text, when))
          }
        })
        for (const each of steps) {
          const key = "at" in each && expected.keys.length > 0 ? expected.keys[each.at % expected.keys.length]! : null
          const now = expected.now()
          if (each.do === "wait") clock.set(Instant.make(expected.wait(each.millis)))
          if (each.do === "leave") {
            expected.gone.add(each.home)
            yield* leave(each.home, now)
          }
          if (each.do === "create") {
            const inTheWay = each.lives !== null && each.lives <= 0
              ? "BadExpiry"
              : expected.taken(each.home, each.text)
            const text = each.text === null ? undefined : each.written(each.text)
            const expires = each.lives === null ? null : Instant.make(now + each.lives)
            const made = yield* accounts.createKey(each.home, text, expires === null ? {} : { expiresAt: expires })
            expect(made._tag).toBe(inTheWay ?? "Created")
            if (made._tag === "Created") {
              if (each.text === null) expect(made.text).toMatch(version4)
              else expect(made.text).toBe(each.text)
              expected.come(each.home, made.text, expires)
            }
          }
          if (each.do === "revoke" && key !== null) {
            expect(yield* accounts.revokeKey(each.written(key.text))).toBe(
              now < endOf(key) ? "Revoked" : "AlreadyRevoked"
            )
            if (now < endOf(key)) key.end = Math.min(key.end, now)
          }
          if (each.do === "rotate" && key !== null) {
            const expires = each.lives === null ? null : Instant.make(now + each.lives)
            const made = yield* accounts.rotateKey(each.written(key.text), each.grace, expires ?? undefined)
            const inTheWay = each.lives !== null && each.lives <= 0
              ? "BadExpiry"
              : expected.taken(key.home, null) ?? (now < endOf(key) ? null : "AlreadyRevoked")
            expect(made._tag).toBe(inTheWay ?? "Created")
            if (made._tag === "Created") {
              expect(made.text).toMatch(version4)
              key.end = Math.min(key.end, now + each.grace)
              expected.come(key.home, made.text, expires ?? key.expires)
            }
          }
          yield* agree(expected.now())
        }
        for (const id of homes) {
          const wanted = expected.listed(id)
          const pages = yield* Effect.forEach(
            Array.from({ length: Math.ceil(wanted.length / pageSize) + 1 }, (_, page) => page),
            (page) => accounts.listKeys(id, page * pageSize, pageSize)
          )
          expect(pages.map(({ total }) => total)).toEqual(pages.map(() => wanted.length))
          expect(pages.flatMap(({ keys }) => keys)).toEqual(wanted)
        }
        const ends = new Set(expected.keys.map(endOf).flatMap((end) => end === Infinity ? [] : [end - 1, end]))
        for (const when of [...ends].filter((end) => end > expected.now()).toSorted((one, other) => one - other)) {
          clock.set(Instant.make(when))
          yield* agree(when)
        }
        for (const { text } of expected.keys) {
          expect(kept.some((batch) => batch.includes(hashKey(text)))).toBe(true)
          expect(kept.some((batch) => batch.includes(text))).toBe(false)
        }
      })
    )
  }
)

prop(
  "a text that is no UUID is no key, and a grace period is a whole time of up to a year [AUT-002]",
  fc.string().filter((text) => !/^[0-9a-f-]{36}$/i.test(text.trim())),
  fc.oneof(
    fc.double({ max: -Number.MIN_VALUE, noNaN: true }),
    fc.constantFrom(Number.NaN, Infinity, 0.5, 365 * Instant.day + 1)
  ),
  (text, grace) =>
    Bench.run(
      Bench.layer(),
      Effect.gen(function*() {
        const accounts = yield* Operator
        yield* accounts.createOrganization({ id: homes[0] })
        expect(yield* accounts.createKey(homes[0], text)).toEqual({ _tag: "BadKey" })
        expect(yield* accounts.createKey(homes[0], named[0])).toEqual({ _tag: "Created", text: named[0] })
        expect(yield* accounts.rotateKey(named[0]!, grace)).toEqual({ _tag: "BadGrace" })
        expect(yield* accounts.rotateKey(text)).toEqual({ _tag: "UnknownKey" })
        expect(yield* accounts.revokeKey(text)).toBe("UnknownKey")
        expect((yield* accounts.listKeys(homes[0], 0, 10)).total).toBe(1)
        expect(yield* accounts.rotateKey(named[0]!, 365 * Instant.day)).toMatchObject({ _tag: "Created" })
      })
    )
)
