/**
 * Carrying out a Use: what was stale is decided again, what was short as well, and what someone else holds is left.
 */
import { Accounts } from "@signalbox/core/Account"
import type { Commit } from "@signalbox/core/Commit"
import * as Commits from "@signalbox/core/Commit"
import type { ExecutionError } from "@signalbox/core/Executor"
import { Executor } from "@signalbox/core/Executor"
import * as Facts from "@signalbox/core/Facts"
import type { ContactId } from "@signalbox/core/Id"
import { make as instant } from "@signalbox/core/Instant"
import type { Decision } from "@signalbox/core/internal/commit/Decision"
import type { Contact } from "@signalbox/core/internal/row/Contact"
import { Contacts } from "@signalbox/core/internal/row/Contact"
import { refText } from "@signalbox/core/Kind"
import * as Needs from "@signalbox/core/Needs"
import type { Outcome } from "@signalbox/core/Outcome"
import { done, insufficient, stale, taken } from "@signalbox/core/Outcome"
import * as Refused from "@signalbox/core/Refused"
import type { ClaimToken } from "@signalbox/core/Reply"
import { Store, StoreError } from "@signalbox/core/Store"
import { propWith } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Tap } from "../Bench.ts"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"

const { id: key } = Given.contact()

/** Counts up in a field of a row: each run rests on what the last one left. */
const CountUp: Decision<void, number> = {
  name: "count_up",
  needs: () => Needs.row(Contacts, key),
  decide: (_, { facts }) => {
    const known = Facts.get(facts, Contacts, key) ?? Given.contact({ createdAt: instant(0) })
    const next = { ...known, createdAt: instant(known.createdAt + 1) }
    return Result.succeed({
      answer: next.createdAt,
      commit: Commits.make({ expects: [Facts.expected(facts, Contacts, key)], puts: [Commits.put(Contacts, next)] })
    })
  }
}

/** A store that answers commits from a list, then as it would; and what it was asked. */
const scripted = (outcomes: ReadonlyArray<Outcome>) => {
  const commits: Array<Commit> = []
  const loads: Array<Needs.Needs> = []
  const left = [...outcomes]
  const tap: Tap = (store) => ({
    ...store,
    load: (needs) => {
      loads.push(needs)
      return store.load(needs)
    },
    commit: (batch) => {
      commits.push(...batch)
      const outcome = left.shift()
      return outcome === undefined ? store.commit(batch) : Effect.succeed(batch.map(() => outcome))
    }
  })
  return { tap, commits, loads }
}

const decide = <Command, Answer>(tap: Tap, use: Decision<Command, Answer>, command: Command) =>
  Bench.run(Bench.layer({ tap }), Effect.flatMap(Executor, (executor) => Effect.result(executor.run(use, command))))

describe("Executor", () => {
  it("loses no change when several decide on one row at the same time", async () => {
    const answers = await Bench.run(
      Bench.layer(),
      Effect.gen(function*() {
        const executor = yield* Executor
        return yield* Effect.all(Array.from({ length: 10 }, () => executor.run(CountUp, undefined)), {
          concurrency: "unbounded"
        })
      })
    )
    expect(answers.map(({ answer }) => answer).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })

  it("loads and decides again what was stale", async () => {
    const { commits, loads, tap } = scripted([stale("row"), stale("row")])
    const result = await decide(tap, CountUp, undefined)
    expect(Result.getOrThrow(result)).toMatchObject({ answer: 1, at: Given.now })
    expect(commits).toHaveLength(3)
    expect(loads.filter(({ rows }) => rows.length > 0)).toHaveLength(3)
  })

  it("decides again with fresh facts when a unique key is taken", async () => {
    const key = Contacts.unique(Given.contact())[0]!
    const { commits, loads, tap } = scripted([taken(key)])
    const result = await decide(tap, CountUp, undefined)
    expect(Result.getOrThrow(result)).toMatchObject({ answer: 1 })
    expect([commits.length, loads.filter(({ rows }) => rows.length > 0).length]).toEqual([2, 2])
  })

  it("decides again with fresh facts when money is short, and may say something else then", async () => {
    const { commits, tap } = scripted([insufficient(Given.accountId(1))])
    const seen: Array<number> = []
    const Poor: Decision<void, number> = {
      name: "poor",
      needs: () => Needs.balance(Given.accountId(1)),
      decide: () => {
        seen.push(seen.length)
        return Result.succeed({
          answer: seen.length,
          commit: Commits.make({ puts: [Commits.put(Accounts, Given.account({ name: String(seen.length) }))] })
        })
      }
    }
    expect(Result.getOrThrow(await decide(tap, Poor, undefined)).answer).toBe(2)
    expect(commits.flatMap(({ puts }) => puts.map(({ value }) => (value as { readonly name: string }).name))).toEqual([
      "1",
      "2"
    ])
  })

  it("gives up when others are always faster, and says so", async () => {
    const { commits, tap } = scripted(Array.from({ length: 1000 }, () => stale("row")))
    const result = await decide(tap, CountUp, undefined)
    expect(Result.isFailure(result) ? result.failure : null).toMatchObject({ _tag: "Conflict", use: "count_up" })
    expect(commits.length).toBeGreaterThan(1)
    expect(commits.length).toBeLessThan(100)
  })

  it.each(["lease", "claim"] as const)("does not try again what rests on a %s in other hands", async (because) => {
    const { commits, tap } = scripted([stale(because)])
    const result = await decide(tap, CountUp, undefined)
    expect(Result.isFailure(result) ? result.failure : null).toMatchObject({ _tag: "LeaseLost", use: "count_up" })
    expect(commits).toHaveLength(1)
  })

  it("changes nothing when the decision refuses, and asks no store when nothing changes", async () => {
    const { commits, tap } = scripted([done])
    const Refuse: Decision<void, never> = {
      name: "refuse",
      needs: () => Needs.none,
      decide: () => Result.fail(Refused.refused("RESOURCE_003"))
    }
    const Look: Decision<void, string> = {
      name: "look",
      needs: () => Needs.none,
      decide: () => Result.succeed({ answer: "seen", commit: Commits.empty })
    }
    const refused = await decide(tap, Refuse, undefined)
    expect(Result.isFailure(refused) ? refused.failure : null).toMatchObject({ _tag: "Refused", code: "RESOURCE_003" })
    expect(Result.getOrThrow(await decide(tap, Look, undefined)).answer).toBe("seen")
    expect(commits).toEqual([])
  })

  it("asks for more until the decision needs nothing more, each fact once", async () => {
    const { loads, tap } = scripted([])
    const account = Given.accountId(1)
    const Ask: Decision<void, ReadonlyArray<string>> = {
      name: "ask",
      needs: (_, facts) => {
        const first = Needs.all(Needs.row(Accounts, account), Needs.balance(account))
        return Facts.peek(facts, Accounts, account) === undefined
          ? first
          : Needs.all(
            first,
            Needs.row(Contacts, key),
            Needs.list({ list: "contacts", scope: account, offset: 0, limit: 1 })
          )
      },
      decide: (_, { facts }) =>
        Result.succeed({
          answer: [...facts.rows.refs().map(refText), ...facts.balances.keys(), ...facts.pages.keys()],
          commit: Commits.empty
        })
    }
    const { answer } = Result.getOrThrow(await decide(tap, Ask, undefined))
    expect(answer).toEqual([`account/${account}`, `contact/${key}`, account, `contacts/${account}?+0+1`])
    const asked = loads.flatMap(({ balances, rows }) => [...rows.map((ref) => ref.kind), ...balances])
    expect(asked).toEqual(["account", account, "contact"])
  })

  it("commits the reply with what the use changed", async () => {
    const { commits, tap } = scripted([done])
    const Replying: Decision<void, number> = {
      ...CountUp,
      decide: (command, grounds) =>
        Result.map(CountUp.decide(command, grounds), ({ answer, commit }) => ({
          answer,
          commit: {
            ...commit,
            reply: {
              claim: { account: Given.accountId(1), key: "k" },
              token: 1 as ClaimToken,
              status: 200,
              outcome: { part: "data", json: String(answer) },
              requestId: "req",
              at: grounds.now,
              sandbox: false,
              profile: null
            }
          }
        }))
    }
    await decide(tap, Replying, undefined)
    expect(commits).toHaveLength(1)
    expect(commits[0]).toMatchObject({ reply: { outcome: { json: "1" }, at: Given.now }, puts: [{ kind: "contact" }] })
  })

  it("commits nothing when the decision throws", async () => {
    const { commits, tap } = scripted([done])
    const Broken: Decision<void, number> = {
      ...CountUp,
      decide: () => {
        throw new Error("no answer can be made of this")
      }
    }
    await expect(decide(tap, Broken, undefined)).rejects.toThrow("no answer can be made of this")
    expect(commits).toEqual([])
  })

  it("passes on what the store could not do", async () => {
    const result = await decide(
      (store) => ({ ...store, load: () => Effect.fail(new StoreError({ reason: "unavailable", cause: null })) }),
      CountUp,
      undefined
    )
    expect(Result.isFailure(result) ? result.failure : null).toMatchObject({ _tag: "StoreError" })
  })
})

/** Adds to a contact's time, by what its command says. */
interface Adding {
  readonly contact: number
  readonly by: number
}

const numbered = (number: number) =>
  Given.contact({
    id: `cccccccc-0000-7000-8000-00000000000${number}` as ContactId,
    phone: Given.phone(number),
    createdAt: instant(0)
  })

const Add: Decision<Adding, number> = {
  name: "add",
  needs: ({ by, contact }) => {
    if (by === 7) throw new Error("a bug of needs")
    return Needs.row(Contacts, numbered(contact).id)
  },
  decide: ({ by, contact }, { facts }) => {
    if (by === 8) throw new Error("a bug of decide")
    if (by === 9) return Result.fail(Refused.refused("RESOURCE_001"))
    const { id } = numbered(contact)
    const known = Facts.get(facts, Contacts, id) ?? numbered(contact)
    const next = { ...known, createdAt: instant(known.createdAt + by) }
    return Result.succeed({
      answer: next.createdAt,
      commit: by === 0
        ? Commits.empty
        : Commits.make({ expects: [Facts.expected(facts, Contacts, id)], puts: [Commits.put(Contacts, next)] })
    })
  }
}

const inSet = (tap: Tap, commands: ReadonlyArray<Adding>) =>
  Bench.run(
    Bench.layer({ tap }),
    Effect.gen(function*() {
      const { runAll } = yield* Executor
      const exits = yield* runAll(Add, commands)
      const store = yield* Store
      const { rows } = yield* store.load(Needs.rows(Contacts, [0, 1, 2].map((each) => numbered(each).id)))
      const sums = [...rows.values()].map(({ row }) => row === null ? 0 : (row.value as Contact).createdAt as number)
      return { exits, sums }
    })
  )

/** Returns the outcome of a command in a word. */
const word = (exit: Exit.Exit<unknown, ExecutionError>): string =>
  Exit.isSuccess(exit) ? "done" : Option.getOrNull(Exit.findErrorOption(exit))?._tag ?? "defect"

describe("a set of decisions", () => {
  propWith({ runs: 60 })(
    "comes to what its commands come to one after the other, whatever rows they share, and a failure costs no other one",
    fc.array(fc.record({ contact: fc.nat({ max: 2 }), by: fc.nat({ max: 9 }) }), { maxLength: 40 }),
    async (commands) => {
      const { exits, sums } = await inSet((store) => store, commands)
      const expected = { 7: "defect", 8: "defect", 9: "Refused" } as Readonly<Record<number, string>>
      expect(exits.map(word)).toEqual(commands.map(({ by }) => expected[by] ?? "done"))
      const added = (contact: number) =>
        commands.reduce((sum, each) => each.contact === contact && each.by < 7 ? sum + each.by : sum, 0)
      expect(sums).toEqual([0, 1, 2].map(added))
    }
  )

  it("is one load and one batch when its commands change rows of their own", async () => {
    const { commits, loads, tap } = scripted([])
    const batches: Array<number> = []
    const { exits } = await inSet(
      (store) => {
        const tapped = tap(store)
        return { ...tapped, commit: (batch) => (batches.push(batch.length), tapped.commit(batch)) }
      },
      [{ contact: 0, by: 1 }, { contact: 1, by: 2 }, { contact: 2, by: 3 }]
    )
    expect(exits.map(word)).toEqual(["done", "done", "done"])
    expect([batches, commits.length]).toEqual([[3], 3])
    // The second load is the test's own.
    expect(loads.filter(({ rows }) => rows.length > 0).map(({ rows }) => rows.length)).toEqual([3, 3])
  })

  it("decides again only what was stale, and leaves what someone else holds", async () => {
    let batches = 0
    const { exits, sums } = await inSet((store) => ({
      ...store,
      commit: (batch) => {
        if (batches++ > 0) return store.commit(batch)
        const [first, , third] = batch
        return Effect.map(store.commit([first!]), ([outcome]) => {
          expect(third).toBeDefined()
          return [outcome!, stale("row"), stale("lease")]
        })
      }
    }), [{ contact: 0, by: 1 }, { contact: 1, by: 2 }, { contact: 2, by: 3 }])
    expect([exits.map(word), sums, batches]).toEqual([["done", "done", "LeaseLost"], [1, 2, 0], 2])
  })

  it("gives up on what others are always faster with, and only on that", async () => {
    const { exits, sums } = await inSet((store) => ({
      ...store,
      commit: (batch) =>
        Effect.forEach(batch, (commit) =>
          commit.puts[0]?.key === numbered(1).id
            ? Effect.succeed(stale("row"))
            : Effect.map(store.commit([commit]), ([outcome]) => outcome!))
    }), [{ contact: 0, by: 1 }, { contact: 1, by: 2 }, { contact: 2, by: 3 }, { contact: 2, by: 3 }])
    expect([exits.map(word), sums]).toEqual([["done", "Conflict", "done", "done"], [1, 0, 6]])
  })

  it.each(
    [
      // One command may fail the load of all, so each half is tried; a store that is away is away for all.
      ["failed", ["done", "StoreError", "done"]],
      ["unavailable", ["StoreError", "StoreError", "StoreError"]]
    ] as const
  )("of which the store cannot load one: %s", async (reason, expected) => {
    let failures = 0
    const { exits } = await inSet((store) => ({
      ...store,
      load: (needs) => {
        if (needs.rows.every(({ key }) => key !== numbered(3).id)) return store.load(needs)
        failures++
        return Effect.fail(new StoreError({ reason, cause: null }))
      }
    }), [{ contact: 0, by: 1 }, { contact: 3, by: 2 }, { contact: 0, by: 3 }])
    expect(exits.map(word)).toEqual(expected)
    expect(failures).toBeLessThan(4)
  })
})
