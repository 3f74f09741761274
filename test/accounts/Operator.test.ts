/**
 * The operator works beside the nodes: on every store the lists are whole, what is held up is held up for all, and calls at
 * the same time lose nothing.
 */
import * as Commit from "@signalbox/core/Commit"
import type { CarrierId, NodeId } from "@signalbox/core/Id"
import { plus } from "@signalbox/core/Instant"
import { CreateAccount } from "@signalbox/core/internal/account/CreateAccount"
import { DispatchWork } from "@signalbox/core/internal/dispatch/DispatchWork"
import * as OperatorAccounts from "@signalbox/core/internal/service/OperatorAccounts"
import * as OperatorWork from "@signalbox/core/internal/service/OperatorWork"
import { laneTerms } from "@signalbox/core/Jobs"
import { Messages } from "@signalbox/core/Message"
import * as Money from "@signalbox/core/Money"
import type { Store } from "@signalbox/core/Store"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import * as Given from "../core/Given.ts"
import * as Leases from "../stores/Leases.ts"
import type { Storage } from "../stores/Nodes.ts"
import { executor, storages } from "../stores/Nodes.ts"
import * as Sqlite from "../stores/Sqlite.ts"

const sqlite: Storage = { first: Sqlite.make(":memory:"), another: Effect.succeed }
const all: ReadonlyArray<readonly [string, Storage]> = [...storages("operator"), ["sqlite", sqlite]]

/** Two nodes of a service, each with what the operator may do there. */
const nodes = (storage: Storage) =>
  Effect.gen(function*() {
    const one = yield* storage.first
    const two = yield* storage.another(one)
    return yield* Effect.forEach([one, two], ({ store }, index) =>
      Effect.map(executor(store, index + 1), (executor) => ({
        executor,
        store,
        ...OperatorAccounts.make(executor, store),
        ...OperatorWork.make(executor, store)
      })))
  })

const claim = (store: Store["Service"], number: number) =>
  Effect.map(
    Leases.claim(store, { node: `node-${number}` as NodeId, offset: 0, limit: 100, lanes: laneTerms }),
    (leases) => leases.map(({ lane }) => lane)
  )

describe.each(all)("on %s", (_, storage) => {
  it("accounts are listed each once, whoever made and closed them", () =>
    Effect.gen(function*() {
      const [one, two] = yield* nodes(storage)
      for (const number of [1, 2, 3, 4, 5]) {
        const account = Given.account({ id: Given.accountId(number), numbers: [] })
        yield* [one, two][number % 2]!.executor.run(CreateAccount, {
          account,
          apiKeys: [],
          balance: Money.make(number)
        })
      }
      expect(yield* two!.closeAccount(Given.accountId(3))).toBe("Closed")
      const found: Array<readonly [string, number, boolean]> = []
      for (let page = yield* one!.accounts(null, 2);; page = yield* one!.accounts(page.after, 2)) {
        found.push(
          ...page.accounts.map(({ account, balance }) => [account.id, balance, account.deletedAt !== null] as const)
        )
        expect(page.total).toBe(5)
        if (page.after === null) break
      }
      expect(found.toSorted()).toEqual([1, 2, 3, 4, 5].map((number) => [Given.accountId(number), number, number === 3]))
    }).pipe(Effect.scoped, Effect.runPromise))

  it("nobody claims from a lane that is paused elsewhere, and everybody does afterwards", () =>
    Effect.gen(function*() {
      const [one, two] = yield* nodes(storage)
      const lane = DispatchWork.lane.of(Given.accountId(1))
      yield* one!.store.commit([
        Commit.make({ due: [DispatchWork.due({ message: "m", send: 1 }, Given.accountId(1), plus(Given.now, -1e12))] })
      ])
      expect(yield* two!.restrict({ lane }, "paused")).toBe("Changed")
      expect(yield* claim(one!.store, 1)).toEqual([])
      expect(yield* one!.lanes("send")).toMatchObject([{ lane, waiting: 1, restrictions: ["paused"] }])
      expect(yield* one!.lift({ lane })).toBe("Changed")
      expect(yield* claim(two!.store, 2)).toEqual([lane])
    }).pipe(Effect.scoped, Effect.runPromise))

  it("what is held up at the same time is all held up", () =>
    Effect.gen(function*() {
      const both = yield* nodes(storage)
      const carriers = Array.from({ length: 20 }, (_, index) => `carrier-${index}` as CarrierId)
      const answers = yield* Effect.forEach(
        carriers,
        (carrier, index) => both[index % 2]!.restrict({ carrier }, index % 3 === 0 ? "paused" : "drained"),
        { concurrency: "unbounded" }
      )
      expect(new Set(answers)).toEqual(new Set(["Changed"]))
      expect(yield* both[0]!.restrictions).toHaveLength(20)
      yield* Effect.forEach(carriers, (carrier, index) => both[index % 2]!.lift({ carrier }), {
        concurrency: "unbounded"
      })
      expect(yield* both[1]!.restrictions).toEqual([])
    }).pipe(Effect.scoped, Effect.runPromise))

  it("what waits is cancelled once, though two operators do it at the same time", () =>
    Effect.gen(function*() {
      const both = yield* nodes(storage)
      const { executor: run, store } = both[0]!
      const account = Given.account({ numbers: [] })
      yield* run.run(CreateAccount, { account, apiKeys: [], balance: Money.zero })
      const count = 230
      const messages = Array.from({ length: count }, (_, index) =>
        Given.message({
          id: Given.messageId(index),
          phone: Given.phone(index),
          createdAt: plus(Given.now, index),
          status: index % 2 === 0 ? "SCHEDULED" : "QUEUED",
          scheduledAt: index % 2 === 0 ? plus(Given.now, 3_600_000) : null
        }))
      yield* store.commit(messages.map((message) =>
        Commit.make({
          puts: [Commit.put(Messages, message)],
          due: [DispatchWork.due({ message: message.id, send: 1 }, account.id, plus(Given.now, 3_600_000))]
        })
      ))
      const done = yield* Effect.forEach(both, ({ cancelWaiting }) => cancelWaiting(account.id), {
        concurrency: "unbounded"
      })
      expect(done.map((each) => [each?.looked, each?.after])).toEqual([[count, null], [count, null]])
      expect(done.reduce((sum, each) => sum + (each?.cancelled ?? 0), 0)).toBe(count)
      expect(yield* both[1]!.lanes("send")).toEqual([])
      const { rows } = yield* store.list({ list: "messages", scope: account.id, offset: 0, limit: 1000 })
      expect(new Set(rows.map((row) => row.kind === "message" ? row.value.status : null))).toEqual(
        new Set(["CANCELLED"])
      )
    }).pipe(Effect.scoped, Effect.runPromise))
})
