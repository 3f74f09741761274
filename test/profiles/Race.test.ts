/**
 * Two nodes that change the profiles of one organization at the same time. Both have loaded what they decide by before
 * either may commit, so neither sees what the other does.
 */
import type { Account } from "@signalbox/core/Account"
import { Accounts } from "@signalbox/core/Account"
import { operations } from "@signalbox/core/Catalogue"
import * as ChosenSenders from "@signalbox/core/ChosenSenders"
import * as Commit from "@signalbox/core/Commit"
import type { ExecutionError, Executor } from "@signalbox/core/Executor"
import type { AccountId } from "@signalbox/core/Id"
import type { Decision } from "@signalbox/core/internal/commit/Decision"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import * as Given from "../core/Given.ts"
import type { Storage } from "../stores/Nodes.ts"
import { executor, gate, storages } from "../stores/Nodes.ts"

const organization = Given.account()
const caller = { account: organization, keyAccount: organization }

type Run = (executor: Executor["Service"]) => Effect.Effect<unknown, ExecutionError>

const using = <Command>(use: Decision<Command, unknown>, command: Command): Run => (executor) =>
  executor.run(use, command)

const common = { caller, consulted: undefined, query: {} }

const create = (short_name: string): Run =>
  using(operations["sender_profiles.create"].decides, {
    ...common,
    consulted: { order: null },
    path: {},
    body: { name: "Sales", short_name }
  })

const createDeprecated = (short_name: string): Run =>
  using(operations["profiles.create"].decides, { ...common, path: {}, body: { name: "Sales", short_name } })

const rename = (id: AccountId, short_name: string): Run =>
  using(operations["sender_profiles.update"].decides, {
    ...common,
    consulted: ChosenSenders.none,
    path: { id },
    body: { short_name }
  })

const describeAs = (id: AccountId, description: string): Run =>
  using(operations["sender_profiles.update"].decides, {
    ...common,
    consulted: ChosenSenders.none,
    path: { id },
    body: { description }
  })

const nameAs = (id: AccountId, name: string): Run =>
  using(operations["sender_profiles.update"].decides, {
    ...common,
    consulted: ChosenSenders.none,
    path: { id },
    body: { name }
  })

const remove = (id: AccountId): Run =>
  using(operations["sender_profiles.delete"].decides, { ...common, path: { id }, body: {} })

/**
 * Runs two at the same time among these profiles, and returns how each of them ended and which profiles there are then.
 */
const race = (
  storage: Storage,
  names: ReadonlyArray<string>,
  runs: (ids: ReadonlyArray<AccountId>) => readonly [Run, Run]
) =>
  Effect.gen(function*() {
    const one = yield* storage.first
    const two = yield* storage.another(one)
    yield* one.store.commit([Commit.make({ puts: [Commit.put(Accounts, organization)] })])
    const before = yield* executor(one.store, 1)
    const ids = yield* Effect.forEach(names, (name) =>
      Effect.map(create(name)(before), (decided) =>
        (decided as { readonly answer: { readonly id: AccountId } }).answer.id))
    const through = gate(2)
    const [left, right] = runs(ids)
    const ends = yield* Effect.all([
      Effect.flatMap(executor(through(one.store), 2), (run) =>
        Effect.result(left(run))),
      Effect.flatMap(executor(through(two.store), 3), (run) =>
        Effect.result(right(run)))
    ], { concurrency: 2 })
    const { rows } = yield* one.store.list({ list: "profiles", scope: organization.id, offset: 0, limit: 10 })
    return {
      ends: ends.map((end) =>
        Result.isSuccess(end) ? "done" : end.failure._tag === "Refused" ? end.failure.code : end.failure._tag
      ).toSorted(),
      profiles: rows.map((row) => row.value as Account)
    }
  }).pipe(Effect.scoped, Effect.runPromise)

const shortNames = (profiles: ReadonlyArray<Account>) => profiles.map(({ shortName }) => shortName).toSorted()

describe.each(storages("profiles"))("two nodes at the same time (%s)", (_, storage) => {
  it.each([
    ["by the same endpoint", create("Big Shop"), create("BIG SHOP")],
    ["by two endpoints", create("Big Shop"), createDeprecated("big shop")]
  ])("make one profile of a short name %s", async (_title, left, right) => {
    const { ends, profiles } = await race(storage, [], () => [left, right])
    expect(ends).toEqual(["RESOURCE_007", "done"])
    expect(profiles).toHaveLength(1)
  })

  it("rename one of two profiles to a short name", async () => {
    const { ends, profiles } = await race(storage, ["one", "two"], ([one, two]) => [
      rename(one!, "shop"),
      rename(two!, "Shop")
    ])
    expect(ends).toEqual(["RESOURCE_007", "done"])
    expect(profiles.filter(({ shortName }) => shortName?.toLowerCase() === "shop")).toHaveLength(1)
  })

  it("rename one to what another one is made with", async () => {
    const { ends, profiles } = await race(storage, ["one"], ([one]) => [rename(one!, "shop"), create("shop")])
    expect(ends).toEqual(["RESOURCE_007", "done"])
    expect([["one", "shop"], ["shop"]]).toContainEqual(shortNames(profiles))
  })

  it("make two profiles of two short names", async () => {
    const { ends, profiles } = await race(storage, [], () => [create("one"), create("two")])
    expect(ends).toEqual(["done", "done"])
    expect(shortNames(profiles)).toEqual(["one", "two"])
  })

  it("lose nothing of two changes of one profile", async () => {
    const { ends, profiles } = await race(storage, ["one"], ([one]) => [describeAs(one!, "EMEA"), nameAs(one!, "New")])
    expect(ends).toEqual(["done", "done"])
    expect(profiles).toMatchObject([{ name: "New", description: "EMEA" }])
  })

  it("delete a profile once, and never bring it back by a change", async () => {
    const twice = await race(storage, ["one"], ([one]) => [remove(one!), remove(one!)])
    expect(twice).toEqual({ ends: ["RESOURCE_014", "done"], profiles: [] })
    const changed = await race(storage, ["one"], ([one]) => [remove(one!), rename(one!, "shop")])
    expect([["RESOURCE_014", "done"], ["done", "done"]]).toContainEqual(changed.ends)
    expect(changed.profiles).toEqual([])
  })
})
