/**
 * Each change of a pause is one commit: the row, what it rests on, what the account is told, and when it is forgotten (decisions 17.3).
 */
import type { Account } from "@signalbox/core/Account"
import { Accounts } from "@signalbox/core/Account"
import type { Commit } from "@signalbox/core/Commit"
import { put } from "@signalbox/core/Commit"
import * as Facts from "@signalbox/core/Facts"
import * as Instant from "@signalbox/core/Instant"
import { counter } from "@signalbox/core/internal/commit/PrefixCounters"
import { PrefixMemoryWork, PrefixReviewWork } from "@signalbox/core/internal/commit/PrefixWork"
import { ListPausedPrefixes } from "@signalbox/core/internal/protection/ListPausedPrefixes"
import { PrefixMemory, PrefixReview } from "@signalbox/core/internal/protection/PrefixReview"
import { LiftPrefix, PinPrefix } from "@signalbox/core/internal/protection/SetPause"
import type { PausedPrefix } from "@signalbox/core/PausedPrefix"
import { PausedPrefixes } from "@signalbox/core/PausedPrefix"
import type { Row } from "@signalbox/core/Row"
import * as Result from "effect/Result"
import { expect, it } from "vitest"
import { gathered, held, told } from "../Decided.ts"
import * as Given from "../Given.ts"
import { account, at, minute, prefix } from "./Prefixes.ts"

const owner = (parts: Partial<Account> = { pumping: {} }) => put(Accounts, Given.account({ numbers: [], ...parts }))
const key = `${account}/${prefix}`
const row: PausedPrefix = {
  account,
  prefix,
  reason: "undelivered",
  evidence: { counted: 30, failed: 29 },
  since: Instant.plus(at, -Instant.hour),
  until: Instant.plus(at, Instant.hour),
  times: 3
}

/** All that a commit does, with the names and the payloads of its events. */
const changes = (commit: Commit) => ({
  ...told(commit),
  events: commit.events.map(({ account: of, at, body, name }) => [name, of, at, JSON.parse(body).payload] as const)
})

const nothing = { puts: [], deletes: [], expects: [], due: [], cancels: [], completes: [], events: [] }
const again = (end: number) => [[`prefix_memory ${key}`, end + Instant.day - Given.now]]

const set = (use: typeof PinPrefix | typeof LiftPrefix, rows: ReadonlyArray<Row>) => {
  const facts = gathered(rows, (known) => use.needs({ account, prefix }, known))
  const { answer, commit } = Result.getOrThrow(use.decide({ account, prefix }, { facts, now: at, ids: Given.ids() }))
  return [answer, changes(commit)]
}

it("a pin lasts until it is lifted, keeps what is known of a pause that goes on, and tells of a new one", () => {
  const pinned = (before: PausedPrefix | null) =>
    set(PinPrefix, [owner(), ...before === null ? [] : [put(PausedPrefixes, before)]])
  const made = (value: PausedPrefix, version: number) => ({
    ...nothing,
    puts: [value],
    expects: [`paused_prefix ${key} ${version}`]
  })
  const fresh: PausedPrefix = { ...row, reason: "operator", evidence: null, since: at, until: null, times: 0 }
  const event = ["account.prefix_paused", account, at, {
    account_id: account,
    prefix,
    reason: "operator",
    counted: null,
    failed: null,
    paused_until: null,
    updated_at: "2030-01-15T14:14:00Z"
  }]
  expect(pinned(null)).toStrictEqual(["Changed", { ...made(fresh, 0), events: [event] }])
  expect(pinned(row)).toStrictEqual(["Changed", made({ ...row, until: null }, 2)])
  // One that has ended is told anew, and is still counted among those in a row.
  expect(pinned({ ...row, until: at })).toStrictEqual(["Changed", {
    ...made({ ...fresh, times: 3 }, 2),
    events: [event]
  }])
  expect(pinned({ ...row, until: null })).toStrictEqual(["Unchanged", nothing])
})

it("a lift ends a pause now, so that the next one is a first one, and it is forgotten a day later", () => {
  const lifted = (before: PausedPrefix) => set(LiftPrefix, [owner(), put(PausedPrefixes, before)])
  const changed = ["Changed", {
    ...nothing,
    puts: [{ ...row, until: at, times: 0 }],
    expects: [`paused_prefix ${key} 2`],
    due: again(at)
  }]
  expect(lifted(row)).toStrictEqual(changed)
  expect(lifted({ ...row, until: null })).toStrictEqual(changed)
  expect(lifted({ ...row, until: at })).toStrictEqual(["Unchanged", nothing])
})

it("a review pauses by what was counted, counts on from the pause before, and completes its work", () => {
  const work = PrefixReviewWork.due({ account, prefix, minute }, account, at)
  const reviewed = (before: PausedPrefix | null, undelivered: number) => {
    const rows = [owner(), ...before === null ? [] : [put(PausedPrefixes, before)]]
    const command = { lease: held(work) }
    const found = gathered(rows, (known) => PrefixReview.needs(command, known))
    const facts: Facts.Facts = Facts.merge(found, {
      ...Facts.empty,
      counters: new Map([[counter(account, prefix, "undelivered", minute - 1), undelivered]])
    })
    return changes(Result.getOrThrow(PrefixReview.decide(command, { facts, now: at, ids: Given.ids() })).commit)
  }
  const completes = [`prefix_review ${key}/${minute}`]
  const paused = (times: number, minutes: number, version: number) => {
    const until = Instant.plus(at, minutes * Instant.minute)
    return {
      ...nothing,
      puts: [{
        account,
        prefix,
        reason: "undelivered",
        evidence: { counted: 20, failed: 20 },
        since: at,
        until,
        times
      }],
      expects: [`paused_prefix ${key} ${version}`],
      due: again(until),
      completes,
      events: [["account.prefix_paused", account, at, {
        account_id: account,
        prefix,
        reason: "undelivered",
        counted: 20,
        failed: 20,
        paused_until: minutes === 60 ? "2030-01-15T15:14:00Z" : "2030-01-15T16:14:00Z",
        updated_at: "2030-01-15T14:14:00Z"
      }]]
    }
  }
  expect(reviewed(null, 20)).toStrictEqual(paused(1, 60, 0))
  expect(reviewed({ ...row, until: Instant.plus(at, -30 * Instant.minute), times: 1 }, 20)).toStrictEqual(
    paused(2, 120, 2)
  )
  expect([reviewed(null, 19), reviewed(row, 20)]).toStrictEqual([{ ...nothing, completes }, { ...nothing, completes }])
})

it("a prefix is forgotten a day after its pause, unless another one has begun", () => {
  const forgotten = (until: Instant.Instant | null) => {
    const command = { lease: held(PrefixMemoryWork.due({ account, prefix }, account, at)) }
    const facts = gathered([put(PausedPrefixes, { ...row, until })], (known) => PrefixMemory.needs(command, known))
    return changes(Result.getOrThrow(PrefixMemory.decide(command, { facts, now: at, ids: Given.ids() })).commit)
  }
  const completed = { ...nothing, completes: [`prefix_memory ${key}`] }
  expect(forgotten(Instant.plus(at, -Instant.day))).toStrictEqual({
    ...completed,
    deletes: [`paused_prefix ${key}`],
    expects: [`paused_prefix ${key} 1`]
  })
  const late = Instant.plus(at, 1 - Instant.day)
  expect(forgotten(late)).toStrictEqual({ ...completed, due: again(late) })
  expect(forgotten(null)).toStrictEqual(completed)
})

it("the list shows pauses that go on and that have ended, whole, page by page", () => {
  const ended: PausedPrefix = { ...row, prefix: "+12016", reason: "operator", evidence: null, since: at, until: at }
  const pinned: PausedPrefix = { ...row, prefix: "+12017", since: Instant.plus(at, 1), until: null }
  const rows = [row, ended, pinned].map((each) => put(PausedPrefixes, each))
  const listed = (query: object) => {
    const command = {
      path: {},
      query,
      body: {},
      caller: { account: Given.account(), keyAccount: Given.account() },
      consulted: undefined
    }
    const facts = gathered(rows, (known) => ListPausedPrefixes.decides.needs(command, known))
    return Result.getOrThrow(ListPausedPrefixes.decides.decide(command, { facts, now: at, ids: Given.ids() })).answer
  }
  const shown = [
    {
      prefix: "+12017",
      is_paused: true,
      reason: "undelivered",
      counted: 30,
      failed: 29,
      paused_at: "2030-01-15T14:14:00.001Z",
      paused_until: null
    },
    {
      prefix: "+12016",
      is_paused: false,
      reason: "operator",
      counted: null,
      failed: null,
      paused_at: "2030-01-15T14:14:00Z",
      paused_until: "2030-01-15T14:14:00Z"
    },
    {
      prefix,
      is_paused: true,
      reason: "undelivered",
      counted: 30,
      failed: 29,
      paused_at: "2030-01-15T13:14:00Z",
      paused_until: "2030-01-15T15:14:00Z"
    }
  ]
  const pagination = (page: number, page_size: number, total_pages: number, has_more: boolean) => ({
    page,
    page_size,
    total_count: 3,
    total_pages,
    has_more,
    cursors: null
  })
  expect(listed({})).toStrictEqual({ paused_prefixes: shown, pagination: pagination(1, 20, 1, false) })
  expect(listed({ page: 2, page_size: 1 })).toStrictEqual({
    paused_prefixes: [shown[1]],
    pagination: pagination(2, 1, 3, true)
  })
})
