/** The operator's calls about waiting work look at so much at a time, leave nothing out, and say where the next call begins. */
import { Accounts } from "@signalbox/core/Account"
import { ClockOffset } from "@signalbox/core/ClockOffset"
import * as Commit from "@signalbox/core/Commit"
import type { Executor } from "@signalbox/core/Executor"
import * as Facts from "@signalbox/core/Facts"
import * as Instant from "@signalbox/core/Instant"
import { RestrictionRows } from "@signalbox/core/internal/row/Restrictions"
import * as OperatorAccounts from "@signalbox/core/internal/service/OperatorAccounts"
import * as OperatorWork from "@signalbox/core/internal/service/OperatorWork"
import type { LaneBacklog, LaneQuery } from "@signalbox/core/LaneBacklog"
import type { ListQuery } from "@signalbox/core/ListQuery"
import { Messages } from "@signalbox/core/Message"
import type * as Needs from "@signalbox/core/Needs"
import type { Row } from "@signalbox/core/Row"
import type { Store } from "@signalbox/core/Store"
import type { Lane } from "@signalbox/core/Work"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const account = Given.accountId(1)
const store = new FactStore([Commit.put(Accounts, Given.account())])

const read = (ask: (known: Facts.Facts) => Needs.Needs) => Effect.sync(() => store.load(ask(Facts.empty)))

/** Lists rows that are in their order, as a store does. */
const listing = (rows: ReadonlyArray<Row>, asked: Array<ListQuery>) => (query: ListQuery) => {
  asked.push(query)
  const from = query.behind === undefined ? 0 : rows.findIndex(({ key }) => key === query.behind?.key) + 1
  return Effect.succeed({ rows: rows.slice(from, from + query.limit), total: rows.length })
}

const run = <A, E>(effect: Effect.Effect<A, E>, offset = 0): Promise<A> =>
  Bench.run(Layer.empty, Effect.provideService(effect, ClockOffset, Effect.succeed(offset)))

describe("messages that wait", () => {
  /** Every fifth of them waits, the newest first. */
  const rows = Array.from({ length: 10_150 }, (_, index) =>
    Commit.put(
      Messages,
      Given.message({
        id: Given.messageId(index + 1),
        status: index % 5 === 0 ? "SCHEDULED" : "DELIVERED",
        createdAt: Instant.plus(Given.now, -index)
      })
    ))

  it("are looked for among 10,000 messages in a call, a hundred of them in a commit, and the next call goes on", async () => {
    const asked: Array<ListQuery> = []
    const commits: Array<number> = []
    const executor = {
      read,
      runAll: (_: unknown, commands: ReadonlyArray<{ readonly message: string; readonly carrier: unknown }>) => {
        commits.push(commands.length)
        // One of each commit has gone on meanwhile.
        return Effect.succeed(commands.map((_, index) => Exit.succeed({ answer: index > 0, at: Given.now })))
      }
    } as unknown as Executor["Service"]
    const work = OperatorWork.make(executor, { list: listing(rows, asked) } as unknown as Store["Service"])
    const first = await run(work.cancelWaiting(account))
    const place = { at: Instant.plus(Given.now, -9999), key: Given.messageId(10_000) }
    expect(first).toStrictEqual({ cancelled: 1900, looked: 10_000, after: place })
    expect(commits).toStrictEqual(Array.from({ length: 100 }, () => 20))
    expect(asked.slice(0, 2)).toStrictEqual([
      { list: "messages", scope: account, offset: 0, limit: 100 },
      {
        list: "messages",
        scope: account,
        offset: 0,
        limit: 100,
        behind: { at: Instant.plus(Given.now, -99), key: Given.messageId(100) }
      }
    ])
    expect(await run(work.cancelWaiting(account, null, place))).toStrictEqual({
      cancelled: 19 + 9,
      looked: 150,
      after: null
    })
    expect(asked.at(-2)?.behind).toStrictEqual(place)
    expect(await run(work.cancelWaiting(Given.accountId(9)))).toBeNull()
  })
})

describe("lanes", () => {
  const lane = (name: string, index: number): LaneBacklog => ({
    lane: name as Lane,
    firstAt: Instant.plus(Given.now, 2 - index),
    waiting: 1,
    held: 0,
    pausedUntil: null
  })
  const own = Array.from({ length: 250 }, (_, index) => `submission:sms-a/${Given.accountId(index + 1)}`)
  const others = ["submission:sms-/x", "submission:sms-a.b/x", "submission:sms-aa/x", "submission:sms-b/x"]
  const names = [...own, ...others].toSorted()

  const bench = (asked: Array<LaneQuery>) => {
    const commands: Array<unknown> = []
    const executor = {
      read,
      run: ({ name }: { readonly name: string }, command: object) => {
        commands.push({ name, ...command })
        return Effect.succeed({ answer: "Unchanged", at: Given.now })
      }
    } as unknown as Executor["Service"]
    const backlogs = (query: LaneQuery) => {
      asked.push(query)
      const after = names.filter((name) => query.after === null || name > query.after)
      return Effect.succeed(after.slice(0, query.limit).map(lane))
    }
    return { commands, work: OperatorWork.make(executor, { backlogs } as unknown as Store["Service"]) }
  }

  it("of a carrier that is let go on are opened, all of them and no others, a hundred at a time", async () => {
    const asked: Array<LaneQuery> = []
    const { commands, work } = bench(asked)
    // A call that was repeated opens what one that failed has left closed.
    expect(await run(work.lift({ carrier: Given.carrierId("sms-a") }), 7)).toBe("Unchanged")
    expect(commands).toStrictEqual([
      { name: "restrictions.lift", subject: { _tag: "Carrier", group: "submission:sms-a" } },
      ...own.map((lane) => ({ name: "restrictions.open", lane, line: lane.slice("submission:".length) }))
    ])
    expect(asked).toStrictEqual(
      ["submission:sms-a/", own[99], own[199]].map((after) => ({
        kind: "submission",
        after,
        limit: 100,
        depth: 1,
        offset: 7
      }))
    )
  })

  it("are opened by themselves alone, and none of a kind that there is not", async () => {
    const asked: Array<LaneQuery> = []
    const { commands, work } = bench(asked)
    const [line] = own
    expect(await run(work.lift({ lane: line as Lane }))).toBe("Unchanged")
    expect(await run(work.lift({ lane: "send:x" as Lane }))).toBe("Unchanged")
    expect(await run(work.lift({ lane: "sned:x" as Lane }))).toBe("NoSuchLane")
    // The name of a lane has at most 600 characters.
    const longest = `send:${"x".repeat(595)}` as Lane
    expect(await run(work.restrict({ lane: longest }, "paused"))).toBe("Unchanged")
    expect(await run(work.restrict({ lane: `${longest}x` as Lane }, "paused"))).toBe("NoSuchLane")
    expect(await run(work.restrict({ lane: "send:x" as Lane }, "drained"))).toBe("NotDrained")
    expect(commands).toStrictEqual([
      {
        name: "restrictions.lift",
        subject: { _tag: "Lane", lane: line, line: line!.slice("submission:".length) }
      },
      { name: "restrictions.lift", subject: { _tag: "Lane", lane: "send:x", line: null } },
      { name: "restrictions.add", subject: { _tag: "Lane", lane: longest, line: null }, mode: "paused" }
    ])
    expect(asked).toStrictEqual([])
  })

  it("are shown a hundred at a time, counted up to ten thousand items, with their age and what holds them up", async () => {
    const asked: Array<LaneQuery> = []
    const restricted = { since: Given.now, on: "submission:sms-a" } as const
    store.put(Commit.put(RestrictionRows, {
      all: [
        { ...restricted, mode: "drained" },
        { ...restricted, mode: "paused" },
        { since: Given.now, on: "submission:sms-b/x", mode: "paused" }
      ]
    }))
    const { work } = bench(asked)
    // Nothing has been due for less than no time.
    const shown = names.map((name, index) => ({
      ...lane(name, index % 100),
      ageMillis: Math.max(0, index % 100 - 2),
      restrictions: name.startsWith("submission:sms-a/")
        ? ["paused", "drained"]
        : name === "submission:sms-b/x"
        ? ["paused"]
        : []
    }))
    const pages = [null, names[99] as Lane, names[199] as Lane]
    for (const [index, after] of pages.entries()) {
      expect(await run(work.lanes("submission", after ?? undefined))).toStrictEqual(
        shown.slice(100 * index, 100 * (index + 1))
      )
    }
    expect(asked).toStrictEqual(pages.map((after) => ({
      kind: "submission",
      after,
      limit: 100,
      depth: 10_000,
      offset: 0
    })))
  })
})

it("an organization that is closed has its profiles closed a hundred at a time, until none is left", async () => {
  let left = Array.from({ length: 250 }, (_, index) => Given.accountId(index + 2))
  const asked: Array<ListQuery> = []
  const closed: Array<unknown> = []
  const executor = {
    run: (_: unknown, id: typeof account) => {
      closed.push(id)
      const isOpen = left.includes(id)
      left = left.filter((each) => each !== id)
      return Effect.succeed({ answer: isOpen ? "Closed" : "Unchanged", at: Given.now })
    }
  } as unknown as Executor["Service"]
  const list = (query: ListQuery) => {
    asked.push(query)
    const puts = left.slice(0, query.limit).map((id) => Commit.put(Accounts, Given.account({ id, numbers: [] })))
    return Effect.succeed({ rows: puts, total: left.length })
  }
  const profiles = [...left]
  const { closeAccount } = OperatorAccounts.make(executor, { list } as unknown as Store["Service"])
  // The account was closed before, and its profiles were not.
  expect(await run(closeAccount(account))).toBe("Closed")
  expect(closed).toStrictEqual([account, ...profiles])
  expect(asked).toStrictEqual(
    [1, 2, 3, 4].map(() => ({ list: "profiles", scope: account, offset: 0, limit: 100 }))
  )
  expect(await run(closeAccount(account))).toBe("Unchanged")
})
