/**
 * Loading what decisions need: in one load where what was last seen of the rows still tells what will be needed, and
 * never less than they ask for, whatever was seen.
 */
import type { Account } from "@signalbox/core/Account"
import { Accounts } from "@signalbox/core/Account"
import * as Commits from "@signalbox/core/Commit"
import type { Known } from "@signalbox/core/Facts"
import * as Facts from "@signalbox/core/Facts"
import type { AccountId } from "@signalbox/core/Id"
import type { Decision } from "@signalbox/core/internal/commit/Decision"
import * as Confidence from "@signalbox/core/internal/engine/Confidence"
import * as Execution from "@signalbox/core/internal/engine/Execution"
import * as Foresight from "@signalbox/core/internal/engine/Foresight"
import { PendingDecision } from "@signalbox/core/internal/engine/PendingDecision"
import type { LastSeen } from "@signalbox/core/internal/port/LastSeen"
import { nothing } from "@signalbox/core/internal/port/LastSeen"
import { uniqueText } from "@signalbox/core/Kind"
import * as Needs from "@signalbox/core/Needs"
import type { Outcome } from "@signalbox/core/Outcome"
import { done, stale } from "@signalbox/core/Outcome"
import { fromEntries } from "@signalbox/core/RefMap"
import { prop } from "@signalbox/testing/Prop"
import * as Cause from "effect/Cause"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

/** Accounts, each with the next one that has to be loaded; one that is not here does not exist. */
type Links = ReadonlyMap<AccountId, AccountId | null>

const ids = Array.from({ length: 8 }, (_, index) => Given.accountId(index))

const row = (links: Links, id: AccountId, version: number): Known => {
  const next = links.get(id)
  return next === undefined
    ? { version: 0, row: null }
    : { version, row: Commits.put(Accounts, Given.account({ id, organization: next })) }
}

const factsOf = (links: Links, needs: Needs.Needs, version: number): Facts.Facts => ({
  ...Facts.empty,
  rows: fromEntries(needs.rows.map((ref) => [ref, row(links, ref.key as AccountId, version)]))
})

type Ask = (known: Facts.Facts) => Needs.Needs

const Read: Decision<Ask, Facts.Facts> = {
  name: "read",
  needs: (ask, known) => ask(known),
  decide: (_, { facts }) => Result.succeed({ answer: facts, commit: Commits.empty })
}

/** Asks for an account, then for the one that it names, and so on. */
const walk = (start: AccountId): Ask => (facts) => {
  const met = new Set<AccountId>()
  for (let id: AccountId | null = start; id !== null && !met.has(id);) {
    met.add(id)
    const account: Account | null | undefined = Facts.peek(facts, Accounts, id)
    if (account === undefined) return Needs.row(Accounts, id)
    id = account?.organization ?? null
  }
  return Needs.none
}

/** Returns the accounts that the links lead to from this one on. */
const met = (links: Links, start: AccountId): ReadonlyArray<AccountId> => {
  const found: Array<AccountId> = []
  for (let id: AccountId | null = start; id !== null && !found.includes(id); id = links.get(id) ?? null) found.push(id)
  return found
}

/** Reads while the store has these rows, and was last seen with others. */
const read = (links: Links, seen: Links, starts: ReadonlyArray<AccountId>, extra?: Ask) => {
  const loads: Array<Needs.Needs> = []
  const decisions = [...starts.map(walk), ...extra === undefined ? [] : [extra]].map((ask) =>
    new PendingDecision(Read, ask)
  )
  const around = {
    ids: Given.ids(),
    lastSeen: {
      of: (needs: Needs.Needs) =>
        factsOf(seen, { ...needs, rows: needs.rows.filter(({ key }) => seen.has(key as AccountId)) }, 3)
    },
    isContended: () => false,
    confidence: Confidence.make()
  }
  let step = Execution.begin(around, decisions, Given.now)
  while (step._tag === "Load") {
    loads.push(step.needs)
    step = step.next(Exit.succeed(Facts.merge(step.known, factsOf(links, step.needs, 7))), Given.now)
  }
  expect(step._tag).toBe("Done")
  return { facts: Exit.getSuccess(decisions[0]!.exit!).pipe(Option.getOrThrow).answer, loads }
}

const chain: Links = new Map([[ids[0]!, ids[1]!], [ids[1]!, ids[2]!], [ids[2]!, null]])

const links = fc.uniqueArray(fc.tuple(fc.constantFrom(...ids), fc.option(fc.constantFrom(...ids))), {
  selector: ([id]) => id
}).map((entries): Links => new Map(entries))

const starts = fc.uniqueArray(fc.constantFrom(...ids), { minLength: 1 })

describe("an execution", () => {
  it("asks once for all that is needed when nothing has changed since it was last seen", () => {
    expect(read(chain, chain, [ids[0]!]).loads.map(({ rows }) => rows.map(({ key }) => key))).toEqual([
      ids.slice(0, 3)
    ])
    expect(read(chain, new Map(), [ids[0]!]).loads).toHaveLength(3)
  })

  it("foresees three steps beyond what it lacks", () => {
    const long: Links = new Map(ids.map((id, index) => [id, ids[index + 1] ?? null]))
    expect(read(long, long, [ids[0]!]).loads.map(({ rows }) => rows.map(({ key }) => key))).toEqual([
      ids.slice(0, 4),
      ...ids.slice(4).map((id) => [id])
    ])
  })

  it("goes on alone with a decision that cannot be asked what it will need", () => {
    const broken: Ask = (facts) => {
      if (facts.rows.size > 0 && facts.rows.values().some(({ version }) => version === 3)) throw new Error("a forecast")
      return Needs.row(Accounts, ids[7]!)
    }
    const seen = new Map([...chain, [ids[7]!, null]])
    const { facts, loads } = read(chain, seen, [ids[0]!], broken)
    expect(loads).toHaveLength(1)
    expect(facts.rows.get({ kind: "account", key: ids[7]! })).toEqual({ version: 0, row: null })
  })

  prop("gives the store's rows and not those that were seen, in no more rounds than without", links, links, starts, (
    links,
    seen,
    starts
  ) => {
    const { facts, loads } = read(links, seen, starts)
    for (const id of starts.flatMap((start) => met(links, start))) {
      expect(facts.rows.get({ kind: "account", key: id })).toEqual(row(links, id, 7))
    }
    expect(loads.length).toBeLessThanOrEqual(Math.max(...starts.map((start) => met(links, start).length)))
    const asked = loads.flatMap(({ rows }) => rows.map(({ key }) => key))
    expect(new Set(asked).size).toBe(asked.length)
  })
})

describe("a decision whose commit expects all that it reads", () => {
  const [id, other] = ids as [AccountId, AccountId]
  const links: Links = new Map([[id, null]])

  const Renames: Decision<{ readonly isVerified: boolean }, string> = {
    name: "renames",
    isVerified: ({ isVerified }) => isVerified,
    needs: () => Needs.row(Accounts, id),
    decide: (_, { facts }) => {
      const account = Facts.get(facts, Accounts, id)
      const commit = Commits.make({
        expects: [Facts.expected(facts, Accounts, id)],
        puts: account === null ? [] : [Commits.put(Accounts, { ...account, name: "Renamed" })]
      })
      return Result.succeed({ answer: account?.name ?? "", commit })
    }
  }

  /** Returns what the decision asks the store for, in order, and the versions that its commits expect. */
  const asked = (
    isVerified: boolean,
    seen: Links,
    outcomes: ReadonlyArray<Outcome>,
    confidence = Confidence.make()
  ) => {
    const decision = new PendingDecision(Renames, { isVerified })
    const left = [...outcomes]
    const told: Array<string> = []
    let step = Execution.begin(
      {
        ids: Given.ids(),
        lastSeen: {
          of: (needs) =>
            factsOf(seen, { ...needs, rows: needs.rows.filter(({ key }) => seen.has(key as AccountId)) }, 3)
        },
        isContended: () => false,
        confidence
      },
      [decision],
      Given.now
    )
    while (step._tag !== "Done") {
      if (step._tag === "Load") {
        told.push("load")
        step = step.next(Exit.succeed(Facts.merge(step.known, factsOf(links, step.needs, 7))), Given.now)
      } else if (step._tag === "Commit") {
        told.push(...step.commits[0]!.expects.map((each) => "ref" in each ? `commit at ${each.version}` : "commit"))
        step = step.next([Exit.succeed(left.shift()!)], Given.now)
      } else if (step._tag === "Serialize") step = step.next(Given.now)
      else throw new Error(`unexpected: ${step._tag}`)
    }
    return told
  }

  it("needs no load while its rows are remembered", () => {
    expect(asked(true, links, [done])).toEqual(["commit at 3"])
  })

  it("is decided again on what is loaded when they have changed", () => {
    expect(asked(true, links, [stale("row"), done])).toEqual(["commit at 3", "load", "commit at 7"])
  })

  it("is loaded when they are not remembered", () => {
    expect(asked(true, new Map([[other, null]]), [done])).toEqual(["load", "commit at 7"])
  })

  it("is loaded where it does not say so", () => {
    expect(asked(false, links, [done])).toEqual(["load", "commit at 7"])
  })

  it("is loaded for a while after it has lost, the longer the more often that happens", () => {
    const confidence = Confidence.make()
    const loaded = () => {
      let count = 0
      while (asked(true, links, [done], confidence)[0] === "load") count++
      return count
    }
    const lose = () => asked(true, links, [stale("row"), done], confidence)
    const counts = [0, 1, 2].map(() => {
      lose()
      return loaded()
    })
    expect(counts).toEqual([16, 16, 16])
    lose()
    for (let each = 0; each < 16; each++) asked(true, links, [done], confidence)
    lose()
    expect(loaded()).toBe(32)
  })
})

describe("what is remembered", () => {
  const [one, two, three] = ids as [AccountId, AccountId, AccountId]
  const name = { index: "own_number", key: "+12015550001" } as const
  const asked: Array<ReadonlyArray<string>> = []
  const seeing = (links: Links): LastSeen => ({
    of: (needs) => {
      asked.push(needs.rows.map(({ key }) => key))
      const rows = needs.rows.filter(({ key }) => links.has(key as AccountId))
      const owners = needs.uniques.map((key): readonly [string, null] => [uniqueText(key), null])
      return { ...factsOf(links, { ...needs, rows }, 3), owners: new Map(links.has(three) ? owners : []) }
    }
  })
  const pair: Links = new Map([[one, two], [two, null]])
  const remembered = (ask: Ask, lastSeen = seeing(pair)) => {
    asked.length = 0
    return Foresight.remembered(ask, lastSeen)
  }

  it("is all that is asked for step by step, and no more than the steps lack", () => {
    const found = remembered(walk(one))
    expect(found?.rows.size).toBe(2)
    for (const id of [one, two]) expect(found?.rows.get({ kind: "account", key: id })).toEqual(row(pair, id, 3))
    expect(asked).toEqual([[one], [two]])
    expect(remembered(() => Needs.none)).toEqual(Facts.empty)
    expect(asked).toEqual([])
  })

  it("is nothing where a part is not remembered, after two steps, and of lists, usage and money", () => {
    expect(remembered(walk(one), nothing)).toBe(null)
    expect(remembered(walk(one), seeing(new Map([[one, two]])))).toBe(null)
    expect(asked).toEqual([[one], [two]])
    expect(remembered(walk(one), seeing(chain))).toBe(null)
    expect(asked).toEqual([[one], [two], [three]])
    const others: ReadonlyArray<Needs.Needs> = [
      Needs.list({ list: "messages", scope: "a", offset: 0, limit: 1 }),
      Needs.usage({ account: one, first: "2030-01-01", last: "2030-01-01" }),
      Needs.unique(name),
      Needs.balance(one),
      Needs.counter("a")
    ]
    for (const needs of others) expect(remembered(() => Needs.all(Needs.row(Accounts, one), needs))).toBe(null)
    const found = remembered((facts) => facts.owners.size > 0 ? Needs.none : Needs.unique(name), seeing(chain))
    expect([...found?.owners ?? []]).toEqual([[uniqueText(name), null]])
  })

  it("is decided on by decisions that are open, and whose commits expect all that they read", () => {
    const Verified: Decision<Ask, Facts.Facts> = { ...Read, isVerified: () => true }
    const of = (decision: Decision<Ask, Facts.Facts>, ask: Ask) => new PendingDecision(decision, ask)
    const seen = (decisions: ReadonlyArray<PendingDecision<Ask, Facts.Facts>>, links: Links = pair) =>
      Foresight.seen(decisions, seeing(links))?.rows.size ?? null
    expect(seen([of(Verified, walk(one))])).toBe(2)
    expect(seen([of(Verified, walk(one)), of(Verified, walk(two))])).toBe(2)
    expect(seen([of(Verified, walk(one)), of(Read, walk(two))])).toBe(null)
    expect(seen([of(Verified, walk(one))], new Map([[one, two]]))).toBe(null)
    expect(seen([of(Verified, walk(one))], chain)).toBe(null)
    expect(Foresight.seen([of(Verified, walk(one))], nothing)).toBe(null)
    for (const needs of [Needs.balance(one), Needs.counter("a")]) {
      expect(seen([of(Verified, () => needs)])).toBe(null)
    }
    const over = of(Verified, walk(one))
    over.fail(Cause.die("over"))
    expect(seen([of(Verified, walk(one)), over])).toBe(null)
    // One whose needs throw is over, and is not decided on.
    const broken = of(Verified, () => {
      throw new Error("a bug")
    })
    expect(seen([of(Verified, walk(one)), broken])).toBe(null)
  })
})
