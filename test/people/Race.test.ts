/**
 * Two nodes that change the people of one account at the same time. Both have loaded what they decide by before
 * either may commit, so neither sees what the other does.
 */
import { operations } from "@signalbox/core/Catalogue"
import type { ExecutionError, Executor } from "@signalbox/core/Executor"
import type { UserId } from "@signalbox/core/Id"
import type { Decision } from "@signalbox/core/internal/commit/Decision"
import { AddUser } from "@signalbox/core/internal/user/AddUser"
import { SetUserStatus } from "@signalbox/core/internal/user/SetUserStatus"
import type { User } from "@signalbox/core/User"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import * as Given from "../core/Given.ts"
import type { Storage } from "../stores/Nodes.ts"
import { executor, gate, storages } from "../stores/Nodes.ts"

const account = Given.account()
const caller = { account, keyAccount: account }

type Run = (executor: Executor["Service"]) => Effect.Effect<unknown, ExecutionError>

const using = <Command>(use: Decision<Command, unknown>, command: Command): Run => (executor) =>
  executor.run(use, command)

const common = { caller, consulted: undefined, query: {} }

const remove = (userId: UserId): Run =>
  using(operations["users.delete"].decides, { ...common, path: { userId }, body: {} })

const demote = (userId: UserId): Run =>
  using(operations["users.update"].decides, { ...common, path: { userId }, body: { role: "billing" } })

const promote = (userId: UserId): Run =>
  using(operations["users.update"].decides, { ...common, path: { userId }, body: { role: "admin" } })

const suspend = (user: UserId): Run => using(SetUserStatus, { account: account.id, user, status: "suspended" })

const invite: Run = using(operations["users.create"].decides, {
  ...common,
  path: {},
  body: { email: "racer@example.com", name: "Racer", role: "developer" }
})

type Given_ = Pick<User, "email" | "role" | "status">

/** Runs two at the same time among these people, and returns how each of them ended and who is there then. */
const race = (
  storage: Storage,
  people: ReadonlyArray<Given_>,
  runs: (ids: ReadonlyArray<UserId>) => readonly [Run, Run]
) =>
  Effect.gen(function*() {
    const one = yield* storage.first
    const two = yield* storage.another(one)
    const before = yield* executor(one.store, 1)
    const ids = yield* Effect.forEach(people, (user) =>
      Effect.map(before.run(AddUser, { ...user, account: account.id, name: user.email }), ({ answer }) =>
        answer))
    const through = gate(2)
    const [left, right] = runs(ids)
    const ends = yield* Effect.all([
      Effect.flatMap(executor(through(one.store), 2), (run) =>
        Effect.result(left(run))),
      Effect.flatMap(executor(through(two.store), 3), (run) => Effect.result(right(run)))
    ], { concurrency: 2 })
    const { rows } = yield* one.store.list({ list: "users", scope: account.id, offset: 0, limit: 10 })
    return {
      ends: ends.map((end) =>
        Result.isSuccess(end) ? "done" : end.failure._tag === "Refused" ? end.failure.code : end.failure._tag
      ).toSorted(),
      users: rows.map((row) => row.value as User)
    }
  }).pipe(Effect.scoped, Effect.runPromise)

const admin = (email: string): Given_ => ({ email, role: "admin", status: "active" })
const admins = [admin("one@example.com"), admin("two@example.com")]

const isActiveAdmin = ({ role, status }: User): boolean => role === "admin" && status === "active"

describe.each(storages("people"))("two nodes at the same time (%s)", (_, storage) => {
  it.each([
    ["remove both", remove, remove],
    ["demote both", demote, demote],
    ["remove one and demote the other", remove, demote]
  ])("cannot take away the last two active admins: %s [USR-021, USR-022]", async (_title, left, right) => {
    const { ends, users } = await race(storage, admins, ([one, two]) => [left(one!), right(two!)])
    expect(ends).toEqual(["VALIDATION_001", "done"])
    expect(users.filter(isActiveAdmin).length).toBe(1)
  })

  it("cannot remove an admin whom the operator's suspension of the other makes the last one", async () => {
    const { ends, users } = await race(storage, admins, ([one, two]) => [suspend(one!), remove(two!)])
    // Whichever came first: the operator may always suspend, and the client may not remove the last one.
    expect(ends).toEqual(users.length === 2 ? ["VALIDATION_001", "done"] : ["done", "done"])
    expect(users.map(({ status }) => status)).toContain("suspended")
  })

  it("take away one while another one becomes admin", async () => {
    const people = [...admins, { email: "three@example.com", role: "developer", status: "active" } as const]
    const { ends, users } = await race(storage, people, ([one, , three]) => [remove(one!), promote(three!)])
    expect(ends).toEqual(["done", "done"])
    expect(users.filter(isActiveAdmin).map(({ email }) => email).toSorted())
      .toEqual(["three@example.com", "two@example.com"])
  })

  it("change one and the same user one after the other", async () => {
    const { ends, users } = await race(storage, admins, ([one]) => [remove(one!), demote(one!)])
    expect([["RESOURCE_006", "done"], ["done", "done"]]).toContainEqual(ends)
    expect(users.map(({ email }) => email)).toEqual(["two@example.com"])
  })

  it("invite one address once", async () => {
    const { ends, users } = await race(storage, [], () => [invite, invite])
    expect(ends).toEqual(["RESOURCE_007", "done"])
    expect(users.map(({ email }) => email)).toEqual(["racer@example.com"])
  })
})
