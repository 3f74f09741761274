/**
 * Carrying out a Use: what was stale is decided again, what was short as well, and what someone else holds is left.
 */
import { Accounts } from "@signalbox/core/Account"
import type { Commit } from "@signalbox/core/Commit"
import * as Commits from "@signalbox/core/Commit"
import { Executor } from "@signalbox/core/Executor"
import * as Facts from "@signalbox/core/Facts"
import { make as instant } from "@signalbox/core/Instant"
import type { Decision } from "@signalbox/core/internal/commit/Decision"
import { Contacts } from "@signalbox/core/internal/row/Contact"
import * as Needs from "@signalbox/core/Needs"
import type { Outcome } from "@signalbox/core/Outcome"
import { done, insufficient, stale, taken } from "@signalbox/core/Outcome"
import * as Refused from "@signalbox/core/Refused"
import type { ClaimToken } from "@signalbox/core/Reply"
import { StoreError } from "@signalbox/core/Store"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import type { Tap } from "./Bench.ts"
import * as Bench from "./Bench.ts"
import * as Given from "./Given.ts"

const { id: key } = Given.contact()

/** Counts up in a field of a row: each run rests on what the last one left. */
const CountUp: Decision<void, number> = {
  name: "count_up",
  needs: () => Needs.row(Contacts, key),
  decide: (_, facts) => {
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
  it("loses no change when several decide on one row at once", async () => {
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
      decide: (_, facts) =>
        Result.succeed({
          answer: [...facts.rows.keys(), ...facts.balances.keys(), ...facts.pages.keys()],
          commit: Commits.empty
        })
    }
    const { answer } = Result.getOrThrow(await decide(tap, Ask, undefined))
    expect(answer).toEqual([`account/${account}`, `contact/${key}`, account, `contacts/${account}?0+1`])
    const asked = loads.flatMap(({ balances, rows }) => [...rows.map((ref) => ref.kind), ...balances])
    expect(asked).toEqual(["account", account, "contact"])
  })

  it("commits the reply with what the use changed", async () => {
    const { commits, tap } = scripted([done])
    const Replying: Decision<void, number> = {
      ...CountUp,
      decide: (command, facts, now, mint) =>
        Result.map(CountUp.decide(command, facts, now, mint), ({ answer, commit }) => ({
          answer,
          commit: {
            ...commit,
            reply: {
              claim: { account: Given.accountId(1), key: "k" },
              token: 1 as ClaimToken,
              status: 200,
              outcome: { part: "data", json: String(answer) },
              requestId: "req",
              at: now,
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
