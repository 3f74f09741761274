/**
 * The contract of every store whose accounts can be moved to another one (port `Relocation`).
 */
import { make as commit, put } from "@signalbox/core/Commit"
import type { Commit } from "@signalbox/core/Commit"
import type { AccountId, AttemptId, MessageId, NodeId } from "@signalbox/core/Id"
import { Idempotency } from "@signalbox/core/Idempotency"
import * as Instant from "@signalbox/core/Instant"
import { ReceiptDeadlineWork } from "@signalbox/core/Jobs"
import * as Money from "@signalbox/core/Money"
import * as Needs from "@signalbox/core/Needs"
import type { Answered, Book, Keys, Once, SettleQuery, SumQuery } from "@signalbox/core/Relocation"
import { Relocation } from "@signalbox/core/Relocation"
import type { Reply } from "@signalbox/core/Reply"
import { kinds } from "@signalbox/core/Row"
import { Store } from "@signalbox/core/Store"
import type { Usage } from "@signalbox/core/Usage"
import type { Due, Lane } from "@signalbox/core/Work"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as fc from "fast-check"
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Messages from "./generate/Messages.ts"

const now = Instant.make(1_700_000_000_000)

const [sample] = fc.sample(
  Messages.message.filter(({ direction, reference }) => direction === "OUTBOUND" && reference === undefined),
  { seed: 1, numRuns: 1 }
)

const newAccount = () => randomUUID() as AccountId

const topUp = (account: AccountId, reference: string): Commit["puts"][number] => ({
  kind: "top_up",
  key: `${account}/${reference}`,
  value: { account, reference, amount: Money.make(1), at: now }
})

const line = (account: AccountId, carrier: string): Commit["puts"][number] => {
  const value = { carrier, account, busySince: now, until: now } as Extract<
    Commit["puts"][number],
    { kind: "line" }
  >["value"]
  return { kind: "line", key: `${carrier}/${account}`, value }
}

const dueIn = (lane: Lane, key: string, after = 0, failures?: number): Due => ({
  work: { kind: "review", key },
  lane,
  at: Instant.plus(now, after),
  ...failures === undefined ? {} : { failures }
})

const usage = (account: AccountId, day: string): Usage => ({
  account,
  day,
  channel: "sms",
  status: "DELIVERED",
  country: "DE",
  messages: 1,
  segments: 2,
  price: Money.make(3),
  activeContactPrice: Money.zero
})

/** @param layer the storage */
export const suite = (name: string, layer: () => Layer.Layer<Store | Idempotency, unknown>): void => {
  describe(`relocation (${name})`, () => {
    let runtime: ManagedRuntime.ManagedRuntime<Store | Idempotency, unknown>
    beforeAll(() => {
      runtime = ManagedRuntime.make(layer())
    })
    afterAll(() => runtime.dispose())

    const use = <A, E>(ask: (relocation: Relocation) => Effect.Effect<A, E>): Promise<A> =>
      runtime.runPromise(Effect.flatMap(Relocation, ask))
    const store = <A, E>(ask: (store: Store["Service"]) => Effect.Effect<A, E>): Promise<A> =>
      runtime.runPromise(Effect.flatMap(Store, ask))
    const apply = async (parts: Partial<Commit>) => {
      expect((await store((it) => it.commit([commit(parts)])))[0]?._tag).toBe("Done")
    }

    /** Reads all pages of what is found by a question. */
    const all = async <Item>(
      page: (after: string | null) => Promise<{ readonly items: ReadonlyArray<Item>; readonly next: string | null }>,
      most: number
    ): Promise<ReadonlyArray<Item>> => {
      const found: Array<Item> = []
      let after: string | null = null
      do {
        const { items, next }: { readonly items: ReadonlyArray<Item>; readonly next: string | null } = await page(after)
        expect(items.length).toBeLessThanOrEqual(most)
        found.push(...items)
        after = next
      } while (after !== null)
      return found
    }

    const keys = (
      by: { prefix: string } | { field: string; values: ReadonlyArray<string> },
      found: number,
      looked: number
    ) =>
      all(async (after) => {
        const kind = "prefix" in by ? "top_up" as const : "line" as const
        const page: Keys = await use((it) => it.keys({ kind, by, after: after ?? "", looked, found }))
        return { items: page.keys, next: page.next }
      }, found)

    it("finds keys by their beginnings, in their order, in bounded pages", async () => {
      const [one, other] = [newAccount(), newAccount()]
      const own = Array.from({ length: 7 }, (_, index) => topUp(one, `p/${index}é`))
      await apply({ puts: [...own, topUp(other, "x")] })
      for (const most of [1, 3, 7, 100]) {
        expect(await keys({ prefix: `${one}/` }, most, most)).toEqual(own.map(({ key }) => key).toSorted())
      }
    })

    it("finds keys by a field of what is kept, whatever else there is", async () => {
      const [one, two, other] = [newAccount(), newAccount(), newAccount()]
      const carriers = ["a", "b", "c"]
      const own = carriers.flatMap((carrier) => [line(one, carrier), line(two, carrier)])
      await apply({ puts: [...own, ...carriers.map((carrier) => line(other, carrier))] })
      for (const [found, looked] of [[1, 1], [2, 5], [6, 4], [100, 100]] as const) {
        const by = { field: "account", values: [one, two] }
        expect(await keys(by, found, looked)).toEqual(own.map(({ key }) => key).toSorted())
      }
      expect(await keys({ field: "account", values: [] }, 10, 10)).toEqual([])
      expect(await keys({ field: "nothing", values: [one] }, 10, 10)).toEqual([])
    })

    const waiting = (lanes: ReadonlyArray<Lane>, limit: number) =>
      all(async (after) => {
        const { due, next } = await use((it) => it.waiting({ lanes, after, limit }))
        return { items: due, next }
      }, limit)

    it("reads the work of lanes as it comes in turn, with its failures, held or not", async () => {
      const account = newAccount()
      const [one, two, other]: ReadonlyArray<Lane> = [
        `channel:${account}`,
        `review:${account}`,
        `review:${newAccount()}`
      ]
      const key = (number: number) => `${account}/${number}`
      const due = [
        dueIn(two!, key(4), 20, 3),
        dueIn(two!, key(3), 20),
        dueIn(one!, key(2), 5),
        dueIn(one!, key(1), 1),
        dueIn(two!, key(5), 10)
      ]
      await apply({ due: [...due, dueIn(other!, key(9))] })
      const wanted = [due[3], due[2], due[4], due[0], due[1]]
      for (const limit of [1, 2, 100]) expect(await waiting([two!, one!], limit)).toEqual(wanted)
      const lanes = [one!, two!]
      expect(await use((it) => it.held(lanes))).toBe(0)
      const node = `node-${randomUUID()}` as NodeId
      const terms = { review: { shared: false, width: 2 } }
      const { leases } = await store((it) => it.claim({ node, offset: 0, limit: 1000, lanes: terms }))
      // The store may have work of other cases.
      expect(leases.filter(({ lane }) => lane === two)).toHaveLength(2)
      expect(await use((it) => it.held(lanes))).toBe(2)
      expect(await use((it) => it.held([one!]))).toBe(0)
      for (const limit of [1, 2, 100]) expect(await waiting([two!, one!], limit)).toEqual(wanted)
      expect(await waiting([], 10)).toEqual([])
    })

    it("puts what mostly lapses into its lanes, as far as it has not, and nothing of others", async () => {
      const [one, two, other] = [newAccount(), newAccount(), newAccount()]
      const far = Instant.make(1_900_000_000_000)
      const waits = (account: AccountId, index: number) => {
        const message = { ...sample!, account, status: "SENT" as const, id: randomUUID() as MessageId }
        const due = ReceiptDeadlineWork.due(
          { message: message.id, attempt: randomUUID() as AttemptId },
          account,
          Instant.plus(far, index)
        )
        return { message, due }
      }
      const all = [one, one, one, two, two, other].map(waits)
      for (const { due, message } of all) {
        await apply({ puts: [put(kinds.message, message)], due: [{ ...due, lapsesWith: message.id }] })
      }
      const [first, second] = [all[0]!, all[3]!]
      await apply({
        puts: [put(kinds.message, { ...first.message, status: "DELIVERED" as const })],
        cancels: [first.due.work]
      })
      const later = { ...second.due, at: Instant.plus(far, 1000) }
      // It was scheduled anew since.
      await apply({ due: [later] })
      const lanes = [one, two, other].map((account) => ReceiptDeadlineWork.lane.of(account))
      for (let turn = 0; turn < 2; turn++) {
        let after: string | null = null
        do {
          const query: SettleQuery = { owners: [one, two], after, looked: 2 }
          after = await use((it) => it.settle(query))
        } while (after !== null)
        const found = await waiting(lanes.slice(0, 2), 100)
        expect(found).toHaveLength(4)
        expect(found).toEqual(expect.arrayContaining([all[1]!.due, all[2]!.due, later, all[4]!.due]))
      }
      const node = `node-${randomUUID()}` as NodeId
      const claimed = await store((it) =>
        it.claim({ node, offset: 900_000_000_000, limit: 1000, lanes: { deadline: { shared: true, width: 100 } } })
      )
      // A store may bring what is kept apart with the next claim only.
      const again = await store((it) =>
        it.claim({ node, offset: 900_000_000_000, limit: 1000, lanes: { deadline: { shared: true, width: 100 } } })
      )
      expect([...claimed.leases, ...again.leases].flatMap(({ lane, work }) => lane === lanes[2] ? [work] : [])).toEqual(
        [
          all[5]!.due.work
        ]
      )
    })

    it("names the lanes of a kind that have work, are held or are paused", async () => {
      const carrier = randomUUID()
      const lane = (name: string): Lane => `submission:${carrier}/${name}`
      const far = Instant.make(4_000_000_000_000)
      await apply({
        due: [dueIn(lane("a"), `${carrier}/1`), dueIn(lane("a"), `${carrier}/2`), dueIn(lane("c"), `${carrier}/3`)],
        pauses: [{ lane: lane("b"), until: far }, { lane: lane("c"), until: far }]
      })
      for (const limit of [1, 2, 100]) {
        const names: Array<Lane> = []
        let after: Lane | null = null
        while (true) {
          const query: { kind: string; after: Lane | null; limit: number } = { kind: "submission", after, limit }
          const found: ReadonlyArray<Lane> = await use((it) => it.lanes(query))
          names.push(...found)
          after = found.at(-1) ?? null
          if (found.length < limit) break
        }
        expect(names).toEqual([...new Set(names)].toSorted())
        expect(names.filter((each) => each.startsWith(`submission:${carrier}/`))).toEqual(["a", "b", "c"].map(lane))
      }
    })

    const sums = (query: Pick<SumQuery, "book" | "names">, limit: number) =>
      all(async (after) => {
        const { next, sums: items } = await use((it) => it.sums({ ...query, after, limit }))
        return { items, next }
      }, limit)

    const onces = (query: Pick<SumQuery, "book" | "names">, limit: number) =>
      all(async (after) => {
        const { next, onces: items } = await use((it) => it.onces({ ...query, after, limit }))
        return { items, next }
      }, limit)

    const debit = (account: AccountId, amount: number, once: string | null) => ({
      account,
      amount: Money.make(amount),
      floor: Money.zero,
      once
    })

    const count = (counter: string, by: number, once: string | null) => ({ counter, by, ceiling: null, once })

    it("reads sums and their keys by whole names and by beginnings", async () => {
      const [one, other] = [newAccount(), newAccount()]
      await apply({
        debits: [debit(one, -500, "opening"), debit(one, 30, null), debit(other, -7, "opening")],
        counts: [
          count(`daily/${one}/a`, 2, "k1"),
          count(`daily/${one}/b`, 3, "k2"),
          count(`daily/${one}/b`, 3, "k3"),
          count(`webhooks/${one}`, 1, null),
          count(`webhooks/${one}x`, 9, "no"),
          count(`daily/${other}/a`, 9, "no")
        ]
      })
      const names = [`daily/${one}/`, `webhooks/${one}`]
      for (const limit of [1, 2, 100]) {
        expect(await sums({ book: "balance", names: [one] }, limit)).toEqual([{ name: one, amount: 470 }])
        expect(await sums({ book: "counter", names }, limit)).toEqual([
          { name: `daily/${one}/a`, amount: 2 },
          { name: `daily/${one}/b`, amount: 6 },
          { name: `webhooks/${one}`, amount: 1 }
        ])
        const used = await onces({ book: "counter", names }, limit)
        expect(used.map(({ name, once }) => [name, once])).toEqual([
          [`daily/${one}/a`, "k1"],
          [`daily/${one}/b`, "k2"],
          [`daily/${one}/b`, "k3"]
        ])
        expect((await onces({ book: "balance", names: [one] }, limit)).map(({ once }) => once)).toEqual(["opening"])
      }
    })

    it("keeps keys that were used elsewhere, with their age: what was done with one is not done again", async () => {
      const account = newAccount()
      const counter = `quick/${account}/2030-01-15`
      const at = Instant.make(Math.floor(Date.now() / 1000) * 1000 - 60_000)
      const used = (book: Book, name: string): Once => ({ _tag: "Once", book, name, once: "first", at })
      const kept = [used("balance", account), used("counter", counter)]
      await use((it) => it.keep(kept))
      await use((it) => it.keep(kept))
      expect(await onces({ book: "balance", names: [account] }, 10)).toEqual([kept[0]])
      expect(await onces({ book: "counter", names: [counter] }, 10)).toEqual([kept[1]])
      await apply({ debits: [debit(account, -5, "first")], counts: [count(counter, 5, "first")] })
      await apply({ debits: [debit(account, -6, "second")], counts: [count(counter, 6, "second")] })
      const facts = await store((it) => it.load(Needs.all(Needs.balance(account), Needs.counter(counter))))
      expect([facts.balances.get(account), facts.counters.get(counter)]).toEqual([6, 6])
    })

    const replied = async (account: AccountId, key: string, json: string) => {
      const claim = { account, key }
      const begun = await runtime.runPromise(Effect.flatMap(Idempotency, (it) => it.begin(claim, "print", now)))
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
      await apply({ reply })
      return reply
    }

    const answered = (account: AccountId, limit: number) =>
      all(async (after) => {
        const page = await use((it) => it.answered({ account, after, limit }))
        return { items: page.answered, next: page.next }
      }, limit)

    it("reads answers, and keeps those of others for replays; unanswered requests are made again", async () => {
      const [one, other, moved] = [newAccount(), newAccount(), newAccount()]
      // They come in the order of their keys, whichever was answered first.
      const [third, first] = [await replied(one, "c", "3"), await replied(one, "a", "1")]
      const replies = [first, await replied(one, "b", "2"), third]
      await replied(other, "a", "4")
      await runtime.runPromise(
        Effect.flatMap(Idempotency, (it) => it.begin({ account: one, key: "open" }, "print", now))
      )
      const wanted = replies.map((reply): Answered => ({ _tag: "Answered", fingerprint: "print", reply }))
      for (const limit of [1, 2, 100]) {
        const found = await answered(one, limit)
        expect(found).toEqual(wanted)
      }
      const elsewhere = wanted.map((each): Answered => ({
        ...each,
        reply: { ...each.reply, claim: { account: moved, key: each.reply.claim.key } }
      }))
      await use((it) => it.keep(elsewhere))
      await use((it) => it.keep(elsewhere))
      const again = (key: string, print: string) =>
        runtime.runPromise(Effect.flatMap(Idempotency, (it) => it.begin({ account: moved, key }, print, now)))
      expect(await again("b", "print")).toMatchObject({ _tag: "Finished", reply: { outcome: { json: "2" } } })
      expect((await again("b", "other"))._tag).toBe("Mismatch")
      expect((await again("open", "print"))._tag).toBe("Started")
    })

    it("names the days of which there are sums of usage", async () => {
      const [one, other] = [newAccount(), newAccount()]
      const days = ["2029-12-31", "2030-01-01", "2030-01-02"]
      await apply({ tallies: [...days.map((day) => usage(one, day)), usage(other, "2028-01-01")] })
      for (const limit of [1, 2, 3]) {
        const found: Array<string> = []
        let after: string | null = null
        while (true) {
          const query: { account: AccountId; after: string | null; limit: number } = { account: one, after, limit }
          const page: ReadonlyArray<string> = await use((it) => it.days(query))
          found.push(...page)
          if (page.length < limit) break
          after = page.at(-1)!
        }
        expect(found).toEqual(days)
      }
    })

    it("forgets what no commit removes, of one account, so much at a time", async () => {
      const [one, other] = [newAccount(), newAccount()]
      const furnish = async (account: AccountId) => {
        await apply({
          debits: [debit(account, -5, "a"), debit(account, -5, "b"), debit(account, -5, "c")],
          counts: [count(`daily/${account}/a`, 2, "k1"), count(`webhooks/${account}`, 1, null)],
          tallies: [usage(account, "2030-01-01"), usage(account, "2030-01-02"), usage(account, "2030-01-03")]
        })
        await replied(account, "a", "1")
        await replied(account, "b", "1")
      }
      await furnish(one)
      await furnish(other)
      const seen = async (account: AccountId) => ({
        balance: await sums({ book: "balance", names: [account] }, 10),
        counters: (await sums({ book: "counter", names: [`daily/${account}/`, `webhooks/${account}`] }, 10)).length,
        onces: (await onces({ book: "balance", names: [account] }, 10)).length,
        answers: (await answered(account, 10)).length,
        days: (await use((it) => it.days({ account, after: null, limit: 10 }))).length
      })
      const before = await seen(other)
      const query = { account: one, counters: [`daily/${one}/`, `webhooks/${one}`], most: 2 }
      // A row that does not stand as it is asked for keeps everything.
      const ref = { kind: "residence", key: one }
      const own = await seen(one)
      expect(await use((it) => it.forget({ ...query, whileAt: { ref, version: 1_000_000 } }))).toBe(false)
      expect(await seen(one)).toEqual(own)
      let calls = 0
      while (await use((it) => it.forget({ ...query, whileAt: { ref, version: 0 } }))) expect(++calls).toBeLessThan(10)
      expect(await seen(one)).toEqual({ balance: [], counters: 0, onces: 0, answers: 0, days: 0 })
      expect(await seen(other)).toEqual(before)
      expect(before).toMatchObject({ counters: 2, onces: 3, answers: 2, days: 3 })
    })
  })
}
