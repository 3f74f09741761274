/**
 * The contract of every store that finds and removes what names a person (port `Traces`).
 */
import { make as commit } from "@signalbox/core/Commit"
import type { Commit } from "@signalbox/core/Commit"
import type { AccountId } from "@signalbox/core/Id"
import { Idempotency } from "@signalbox/core/Idempotency"
import * as Instant from "@signalbox/core/Instant"
import * as Money from "@signalbox/core/Money"
import * as Needs from "@signalbox/core/Needs"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import type { Reply } from "@signalbox/core/Reply"
import { Store } from "@signalbox/core/Store"
import type { ClearQuery } from "@signalbox/core/Traces"
import { Traces } from "@signalbox/core/Traces"
import type { Usage } from "@signalbox/core/Usage"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const now = Instant.make(1_800_000_000_000)
const phone = "+12015550123" as PhoneNumber

/** An opening of a conversation, whose key alone names the number. */
const opening = (account: AccountId, to: PhoneNumber): Commit["puts"][number] => ({
  kind: "conversation_opening",
  key: `${account}/${to}`,
  value: { account, phone: to, at: now }
})

const line = (text: string): Commit["puts"][number] => ({
  kind: "dead_letter",
  key: `work:${randomUUID()}`,
  value: { kind: "work", key: text, lane: "send:one", failures: 1, cause: text, at: now }
})

/** @param layer the storage */
export const suite = (name: string, layer: () => Layer.Layer<Store | Idempotency, unknown>): void => {
  describe(`traces (${name})`, () => {
    let runtime: ManagedRuntime.ManagedRuntime<Store | Idempotency, unknown>
    beforeAll(() => {
      runtime = ManagedRuntime.make(layer())
    })
    afterAll(() => runtime.dispose())

    const use = <A, E>(ask: (traces: Traces) => Effect.Effect<A, E>): Promise<A> =>
      runtime.runPromise(Effect.flatMap(Traces, ask))
    const put = (...puts: Commit["puts"]) =>
      runtime.runPromise(Effect.flatMap(Store, (store) => store.commit([commit({ puts })])))
    const all = async (text: string, looked: number, found: number, kind: "conversation_opening" | "dead_letter") => {
      const keys: Array<string> = []
      let pages = 0
      let after: string | null = ""
      while (after !== null) {
        const query = { kind, text, after, looked, found }
        const page: { readonly keys: ReadonlyArray<string>; readonly next: string | null } = await use(({ find }) =>
          find(query)
        )
        expect(page.keys.length).toBeLessThanOrEqual(found)
        keys.push(...page.keys)
        after = page.next
        pages++
      }
      return { keys, pages }
    }

    it("are found in keys and in values, each once, in the order of their keys, in bounded pages [XPR-099]", async () => {
      const text = randomUUID()
      const [with_, without] = [
        Array.from({ length: 7 }, () => line(`about ${text}`)),
        Array.from({ length: 9 }, () => line("about nothing"))
      ]
      await put(...with_, ...without)
      const wanted = with_.map(({ key }) => key).toSorted()
      for (const [looked, found] of [[1, 1], [3, 2], [5, 100], [1000, 3], [1000, 1000]] as const) {
        const { keys, pages } = await all(text, looked, found, "dead_letter")
        expect(keys).toEqual(wanted)
        expect(pages).toBeGreaterThanOrEqual(Math.ceil(16 / looked))
      }
      const [one, other] = [randomUUID() as AccountId, randomUUID() as AccountId]
      await put(opening(one, phone), opening(other, phone), opening(one, "+12015550124" as PhoneNumber))
      expect((await all(phone, 2, 1, "conversation_opening")).keys).toEqual(
        [`${one}/${phone}`, `${other}/${phone}`].toSorted()
      )
      expect((await all(`'"%_\\${text}`, 100, 100, "dead_letter")).keys).toEqual([])
    })

    /** A reply with a number, under a key of its own. */
    const replied = (account: AccountId, json: string) =>
      runtime.runPromise(Effect.gen(function*() {
        const [idempotency, store] = [yield* Idempotency, yield* Store]
        const claim = { account, key: randomUUID() }
        const begun = yield* idempotency.begin(claim, "print", now)
        if (begun._tag !== "Started") throw new Error(begun._tag)
        const reply: Reply = {
          claim,
          token: begun.token,
          status: 200,
          outcome: { part: "data", json },
          requestId: "req",
          at: now,
          sandbox: false,
          profile: null
        }
        yield* store.commit([commit({ reply })])
        return () =>
          runtime.runPromise(Effect.map(
            idempotency.begin(claim, "print", now),
            (again) => again._tag === "Finished" ? again.reply.outcome?.json : again._tag
          ))
      }))

    const clear = async (account: AccountId, counters: ReadonlyArray<string> = [], looked = 100) => {
      let after: string | null = ""
      while (after !== null) {
        const query: ClearQuery = { account, texts: [phone, "(201) 555-0123"], counters, after, looked }
        after = await use(({ clear }) => clear(query))
      }
    }

    it("are taken out of the replies of an account, where they are whole strings [XPR-090]", async () => {
      const [one, other] = [randomUUID() as AccountId, randomUUID() as AccountId]
      const json = JSON.stringify({ to: phone, national: "(201) 555-0123", longer: `${phone}4`, text: `see ${phone}` })
      const mine = await Promise.all(Array.from({ length: 5 }, () => replied(one, json)))
      const theirs = await replied(other, json)
      await clear(one, [], 2)
      const erased = JSON.stringify({
        to: "+999000000000",
        national: "+999000000000",
        longer: `${phone}4`,
        text: `see ${phone}`
      })
      for (const read of mine) expect(await read()).toBe(erased)
      expect(await theirs()).toBe(json)
    })

    it("go with the counters whose names begin with them, and no others [XPR-090]", async () => {
      const account = randomUUID() as AccountId
      const counters = [`v/${account}/${phone}/hour/1`, `v/${account}/${phone}/day/1`, `v/${account}/${phone}4/hour/1`]
      const count = (counter: string) => ({ counter, by: 1, ceiling: null, once: `${counter}/message` })
      const counted = () =>
        runtime.runPromise(Effect.map(
          Effect.flatMap(Store, (store) => store.load(Needs.all(...counters.map(Needs.counter)))),
          (facts) => counters.map((counter) => facts.counters.get(counter) ?? 0)
        ))
      const raise = () =>
        runtime.runPromise(Effect.flatMap(Store, (store) => store.commit([commit({ counts: counters.map(count) })])))
      await raise()
      await raise()
      expect(await counted()).toEqual([1, 1, 1])
      await clear(account, [`v/${account}/${phone}/`])
      expect(await counted()).toEqual([0, 0, 1])
      // The keys of what they counted are gone as well.
      await raise()
      expect(await counted()).toEqual([1, 1, 1])
    })

    it("sums of usage of days before one are removed, so many at most, and those of others stay [XRE-008]", async () => {
      const [one, other] = [randomUUID() as AccountId, randomUUID() as AccountId]
      const sum = (account: AccountId, day: string, country: string): Usage => ({
        account,
        day,
        channel: "sms",
        status: "DELIVERED",
        country,
        messages: 1,
        segments: 1,
        price: Money.zero,
        activeContactPrice: Money.zero
      })
      const days = ["2026-01-01", "2026-01-02", "2026-01-03"]
      const tallies = [one, other].flatMap((account) =>
        days.flatMap((day) => ["DE", "US"].map((country) => sum(account, day, country)))
      )
      await runtime.runPromise(Effect.flatMap(Store, (store) => store.commit([commit({ tallies })])))
      const left = (account: AccountId) =>
        runtime.runPromise(Effect.map(
          Effect.flatMap(Store, (store) => store.usage({ account, first: "2025-01-01", last: "2027-01-01" })),
          (sums) => sums.map(({ country, day }) => `${day} ${country}`).toSorted()
        ))
      const forget = (before: string, most: number) =>
        use(({ forgetUsage }) => forgetUsage({ account: one, before, most }))
      expect(await forget("2026-01-01", 10)).toBe(0)
      expect(await forget("2026-01-03", 3)).toBe(3)
      expect(await left(one)).toHaveLength(3)
      expect(await forget("2026-01-03", 3)).toBe(1)
      expect(await left(one)).toEqual(["2026-01-03 DE", "2026-01-03 US"])
      expect(await left(other)).toHaveLength(6)
    })
  })
}
