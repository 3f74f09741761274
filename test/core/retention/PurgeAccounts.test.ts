/**
 * One item goes through all accounts, and begins the work of those that have a retention and no work yet (decisions 19.4).
 */
import type { Account } from "@signalbox/core/Account"
import { Accounts } from "@signalbox/core/Account"
import { put } from "@signalbox/core/Commit"
import * as Instant from "@signalbox/core/Instant"
import { everyone, PurgeAccountsWork } from "@signalbox/core/internal/account/PurgeWork"
import { PurgeAccounts } from "@signalbox/core/internal/retention/PurgeAccounts"
import * as PurgedUsage from "@signalbox/core/internal/retention/PurgedUsage"
import { SetServiceRetention } from "@signalbox/core/internal/retention/SetServiceRetention"
import type { Purge } from "@signalbox/core/internal/row/Purge"
import { Purges } from "@signalbox/core/internal/row/Purge"
import { Redactions } from "@signalbox/core/internal/row/Redaction"
import { serviceSettingsKey, ServiceSettingsRows } from "@signalbox/core/internal/row/ServiceSettings"
import type { Retention } from "@signalbox/core/Retention"
import type { Row } from "@signalbox/core/Row"
import { StoreError } from "@signalbox/core/Store"
import type { Traces } from "@signalbox/core/Traces"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import { describe, expect, it } from "vitest"
import { decided, held } from "../Decided.ts"
import * as Given from "../Given.ts"
import { place } from "./Steps.ts"

const own = `purge ${everyone}`
const item = `purge_accounts ${everyone}`
const lease = held(PurgeAccountsWork.due(everyone, everyone, Given.now))

const passed = (purge: Partial<Purge> | null, ...rows: ReadonlyArray<Row>) =>
  decided(PurgeAccounts, { lease }, [...purge === null ? [] : [put(Purges, { of: everyone, ...purge })], ...rows])

/** Those with lower numbers are older. */
const account = (number: number, parts: Partial<Account> = {}): Account =>
  Given.account({
    id: Given.accountId(number),
    numbers: [],
    createdAt: Instant.plus(Given.now, number - 1000),
    ...parts
  })
const row = (number: number, parts: Partial<Account> = {}) => put(Accounts, account(number, parts))

const settings = (retention: Retention) => put(ServiceSettingsRows, { retention })

describe("the pass over all accounts", () => {
  it("ends where nobody has a retention, and comes again in a day where somebody has", () => {
    const ended = { puts: [], deletes: [], expects: [], due: [], cancels: [], completes: [item] }
    expect(passed(null, row(1))).toStrictEqual(ended)
    expect(passed({}, row(1))).toStrictEqual({ ...ended, deletes: [own], expects: [`${own} 1`] })
    const again = { ...ended, puts: [{ of: everyone }], expects: [`${own} 1`], due: [[item, Instant.day]] }
    expect(passed({ isNeeded: true, place: place(account(1)) })).toStrictEqual(again)
    expect(passed({}, row(1, { retention: {} }))).toStrictEqual(again)
    expect(passed({}, row(1), settings({}))).toStrictEqual(again)
  })

  it("begins what an account, its organization or the service wants, unless it has begun", () => {
    const due = (...rows: ReadonlyArray<Row>) => passed(null, ...rows).due.slice(0, -1)
    const purge = (number: number) => [`purge ${Given.accountId(number)}`, 0]
    const redaction = (number: number) => [`redaction ${Given.accountId(number)}`, 0]
    expect(due(row(1, { retention: { messages: 1, texts: 1 } }))).toStrictEqual([purge(1), redaction(1)])
    expect(due(row(1, { retention: { contacts: 1 } }), row(2, { retention: { numbers: 1 } })))
      .toStrictEqual([redaction(2), purge(1)])
    expect(due(row(1, { retention: { usage: 1 } }), row(2, { type: "profile", organization: Given.accountId(1) })))
      .toStrictEqual([purge(2), purge(1)])
    expect(due(row(1), row(2, { deletedAt: Given.now }), row(3, { retention: {} }), settings({ webhookEvents: 1 })))
      .toStrictEqual([purge(2), purge(1)])
    const both = row(1, { retention: { messages: 1, texts: 1 } })
    expect(due(both, put(Purges, { of: Given.accountId(1) }))).toStrictEqual([redaction(1)])
    expect(due(both, put(Redactions, { account: Given.accountId(1) }))).toStrictEqual([purge(1)])
  })

  it("looks at a hundred in a step, goes on behind the oldest of them after a rest, and remembers whether it is needed", () => {
    const many = Array.from({ length: 101 }, (_, index) => row(index + 1, index === 0 ? { retention: {} } : {}))
    const goesOn = (puts: ReadonlyArray<object>, at: number, expected = 1) => ({
      puts,
      deletes: [],
      expects: [`${own} ${expected}`],
      due: [[item, at]],
      cancels: [],
      completes: [item]
    })
    const behind = place(account(2))
    expect(passed(null, ...many)).toStrictEqual(goesOn([{ of: everyone, place: behind }], 100, 0))
    expect(passed({ isNeeded: true }, ...many))
      .toStrictEqual(goesOn([{ of: everyone, place: behind, isNeeded: true }], 100))
    expect(passed({}, ...many.slice(0, 100))).toStrictEqual(
      goesOn([{ of: everyone, place: place(account(1)), isNeeded: true }], 100)
    )
    expect(passed({ place: behind }, ...many)).toStrictEqual(goesOn([{ of: everyone }], Instant.day))
  })
})

describe("the retention of the service", () => {
  const set = (retention: Retention | null, ...rows: ReadonlyArray<Row>) =>
    decided(SetServiceRetention, { retention }, rows)
  const name = `service_settings ${serviceSettingsKey}`
  const changed = (value: object, version: number) => ({
    puts: [value],
    deletes: [],
    expects: [`${name} ${version}`],
    due: [[item, 0]],
    cancels: [],
    completes: []
  })

  it("begins a pass when it changes, and leaves the other settings", () => {
    const nothing = { puts: [], deletes: [], expects: [], due: [], cancels: [], completes: [] }
    expect(set({ messages: 3 })).toStrictEqual(changed({ retention: { messages: 3 } }, 0))
    expect(set({ messages: 3 }, settings({ messages: 2 }))).toStrictEqual(changed({ retention: { messages: 3 } }, 1))
    expect(set(null, settings({ messages: 2 }))).toStrictEqual(changed({}, 1))
    expect([set(null), set({ messages: 3 }, settings({ messages: 3 }))]).toStrictEqual([nothing, nothing])
  })
})

describe("a store that is asked to forget sums of usage", () => {
  const question = { account: Given.accountId(1), before: "2030-01-05", most: 1000 }
  const logged: Array<unknown> = []
  const logger = Logger.layer([Logger.make(({ logLevel, message }) => void logged.push([logLevel, message]))])
  const nothing = Effect.die("is not asked")
  const said = (forgetUsage: Traces["forgetUsage"]) =>
    Effect.runPromise(
      Effect.provide(
        PurgedUsage.ask({ find: () => nothing, clear: () => nothing, forgetUsage }, question),
        logger
      )
    )

  it("has more of them where it has removed as many as it may, and is asked later where it fails", async () => {
    const asked: Array<unknown> = []
    const removes = (count: number) =>
      said((each) => {
        asked.push(each)
        return Effect.succeed(count)
      })
    expect([await removes(1000), await removes(999)]).toStrictEqual([{ isMore: true }, { isMore: false }])
    expect(asked).toStrictEqual([question, question])
    const away = new StoreError({ reason: "unavailable", cause: new Error("no answer about +447700900001") })
    expect(await said(() => Effect.fail(away))).toBeNull()
    // The level Debug, which has the rest, is not logged by default.
    const origin = "StoreError: the store is unavailable: no answer about ***"
    expect(logged).toStrictEqual([["Warn", ["cannot remove sums of usage", origin]]])
  })
})
