/**
 * Two hundred decisions at the same time that want one row, of one node and of two: all of them get it, and none is
 * lost. And as many templates whose names derive alike.
 */
import { Accounts } from "@signalbox/core/Account"
import { operations } from "@signalbox/core/Catalogue"
import * as Commit from "@signalbox/core/Commit"
import type { Executor } from "@signalbox/core/Executor"
import * as Facts from "@signalbox/core/Facts"
import { make as instant } from "@signalbox/core/Instant"
import type { Decision } from "@signalbox/core/internal/commit/Decision"
import { Contacts } from "@signalbox/core/internal/row/Contact"
import * as Needs from "@signalbox/core/Needs"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import * as Given from "../core/Given.ts"
import type { Storage } from "./Nodes.ts"
import { executor, storages } from "./Nodes.ts"
import * as Sqlite from "./Sqlite.ts"

const { id: key } = Given.contact()

/** Counts up in a field of a row. */
const CountUp: Decision<void, number> = {
  name: "count_up",
  needs: () => Needs.row(Contacts, key),
  decide: (_, { facts }) => {
    const known = Facts.get(facts, Contacts, key) ?? Given.contact({ createdAt: instant(0) })
    const next = { ...known, createdAt: instant(known.createdAt + 1) }
    return Result.succeed({
      answer: next.createdAt,
      commit: Commit.make({ expects: [Facts.expected(facts, Contacts, key)], puts: [Commit.put(Contacts, next)] })
    })
  }
}

const account = Given.account()

const create = {
  caller: { account, keyAccount: account },
  consulted: undefined,
  query: {},
  path: {},
  body: { definition: { body: { multiChannel: { template: "Your parcel is on its way." } } } }
}

const times = 200

/** Returns what so many concurrent runs have come to, on so many nodes in turn. */
const together = <A>(
  storage: Storage,
  nodes: number,
  run: (executor: Executor["Service"]) => Effect.Effect<A, unknown>
) =>
  Effect.gen(function*() {
    const one = yield* storage.first
    yield* one.store.commit([Commit.make({ puts: [Commit.put(Accounts, account)] })])
    const two = yield* storage.another(one)
    const executors = [yield* executor(one.store, 1), yield* executor(two.store, 2)].slice(0, nodes)
    return yield* Effect.forEach(
      Array.from({ length: times }, (_, index) => executors[index % nodes]!),
      (executor) => run(executor),
      { concurrency: "unbounded" }
    )
  }).pipe(Effect.scoped, Effect.runPromise)

/** A file has one process, which may have two executors. */
const sqlite: Storage = { first: Sqlite.make(":memory:"), another: Effect.succeed }

describe.each([...storages("store_contention"), ["sqlite", sqlite] as const])("%s", (_, storage) => {
  it.each([1, 2])(
    "changes one row for each of two hundred decisions at the same time, of %i node(s)",
    async (nodes) => {
      const answers = await together(
        storage,
        nodes,
        (executor) => Effect.map(executor.run(CountUp, undefined), ({ answer }) => answer)
      )
      expect(answers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: times }, (_, index) => index + 1))
    }
  )

  it.each([1, 2])("gives each of two hundred new templates a name of its own, of %i node(s)", async (nodes) => {
    const names = await together(
      storage,
      nodes,
      (executor) =>
        Effect.map(executor.run(operations["templates.create"].decides, create), ({ answer }) => answer.name)
    )
    expect(new Set(names).size).toBe(times)
    expect(names).toContain("your_parcel_is_on_its_way_2")
  })
})
