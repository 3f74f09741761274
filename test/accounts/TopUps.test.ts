/**
 * A top-up keeps its amount with its reference for good: what repeats it adds nothing, and another amount under the same
 * reference is refused, on every store and by every node.
 */
import { CreateAccount } from "@signalbox/core/internal/account/CreateAccount"
import { TopUp } from "@signalbox/core/internal/account/TopUp"
import { debitMemory } from "@signalbox/core/Limit"
import * as Money from "@signalbox/core/Money"
import * as Needs from "@signalbox/core/Needs"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import * as Given from "../core/Given.ts"
import type { Storage } from "../stores/Nodes.ts"
import { executor, storages } from "../stores/Nodes.ts"
import * as Sqlite from "../stores/Sqlite.ts"

const account = Given.account()

const sqlite: Storage = { first: Sqlite.make(":memory:"), another: Effect.succeed }
const all: ReadonlyArray<readonly [string, Storage]> = [...storages("topups"), ["sqlite", sqlite]]

it.each(all)("a reference stands for one amount (%s)", (_, storage) =>
  Effect.gen(function*() {
    const one = yield* storage.first
    const two = yield* storage.another(one)
    const nodes = [yield* executor(one.store, 1), yield* executor(two.store, 2)] as const
    yield* nodes[0].run(CreateAccount, { account, apiKeys: [], balance: Money.make(1000) })
    const topUp = (node: 0 | 1, amount: number, reference: string | null) =>
      Effect.map(
        nodes[node].run(TopUp, { account: account.id, amount: Money.make(amount), reference }),
        ({ answer }) => answer
      )
    const balance = Effect.map(
      one.store.load(Needs.balance(account.id)),
      ({ balances }) => balances.get(account.id)
    )
    expect(yield* topUp(0, 100, "invoice 7")).toBe("Done")
    expect(yield* topUp(1, 100, "invoice 7")).toBe("Done")
    expect(yield* topUp(1, 101, "invoice 7")).toBe("ReferenceTaken")
    expect(yield* topUp(0, 100, "invoice 7 ")).toBe("Done")
    expect(yield* topUp(0, 100, " ")).toBe("BadReference")
    expect(yield* topUp(1, 5, null)).toBe("Done")
    expect(yield* topUp(1, 5, null)).toBe("Done")
    expect(yield* balance).toBe(1210)
    // The store forgets the keys of debits, and not what a payment was.
    yield* one.age(2 * debitMemory)
    for (let other = 0; other < 20; other++) yield* topUp(0, 1, `sweep ${other}`)
    expect(yield* topUp(1, 100, "invoice 7")).toBe("Done")
    expect(yield* topUp(1, 101, "invoice 7")).toBe("ReferenceTaken")
    expect(yield* balance).toBe(1230)
  }).pipe(Effect.scoped, Effect.runPromise))
